// SPDX-License-Identifier: MIT
//
// basewalk mhtml list: the parts of a bundle, with what they are called and how often they are
// used.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "basewalk/bundle/survey.h"
#include "cli/verbs/mhtml/mhtml.h"
#include "output/branches.h"
#include "output/bundle_records.h"
#include "output/style.h"
#include "text/amounts.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

using output::Branches;
using output::Style;
using text::append_visible;
using text::counted;

constexpr std::size_t kWidest = 60;   // of the column that the tree stands in
constexpr std::size_t kSmall = 4096;  // a bundle that is smaller counts as so large
constexpr std::size_t kLongestType = 127;

// What is known of one bundle.
struct Listing {
  const BundleFile& file;
  const Message& message;
  const bundle::Bundle& bundle;
  const bundle::Survey& survey;
  std::optional<std::uint32_t> root;
};

std::string_view type_of(const mime::Part& part) { return part.media_type.substr(0, kLongestType); }

// A label resolved against a long base can be many times as long as what was sent ([H3]).
class ResolvedLabels {
 public:
  explicit ResolvedLabels(const Listing& listing)
      : bundle_(listing.bundle),
        left_(listing.file.walk.limits.output_factor *
              std::max(listing.message.bytes.size(), kSmall)) {}

  bundle::Labels of(std::uint32_t part) {
    bundle::Labels labels = bundle_.labels(part, left_);
    left_ -= std::min(left_, labels.resolved.size());
    return labels;
  }

 private:
  const bundle::Bundle& bundle_;
  std::size_t left_;
};

std::size_t width_of(const Listing& listing, std::uint32_t index) {
  const mime::Part& part = listing.message.parts[index];
  return part.depth * 3u + listing.bundle.section(index).size() + type_of(part).size();
}

void append_right(std::string& out, const std::string& text, std::size_t width) {
  out.append(text.size() < width ? width - text.size() : 0, ' ').append(text);
}

// "http://h/a  <a@b>": what a reference can call it; the base where it is another one.
void append_names(const Listing& listing, std::uint32_t index, const bundle::Labels& labels,
                  const Style& style, std::string& out) {
  const std::size_t begin = out.size();
  const auto next = [&] { out += out.size() == begin ? "" : "  "; };
  if (!labels.location.empty()) {
    out += style.base;
    append_visible(out, labels.location);
    out += style.plain;
  }
  if (!labels.content_id.empty()) {
    next();
    out += style.from;
    out += '<';
    append_visible(out, labels.content_id);
    out.append(">").append(style.plain);
  }
  const bundle::PartUse& use = listing.survey.parts[index];
  if (use.base_from == BaseFrom::none || use.base == labels.location) return;
  next();
  out.append(style.dim).append("base ").append(style.plain);
  append_visible(out, use.base.empty() ? "(too long to repeat)" : use.base);
}

void append_tree(const Listing& listing, const Style& style, std::string& out) {
  const std::vector<mime::Part>& parts = listing.message.parts;
  Branches branches;
  std::size_t width = 0;
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    branches.add(parts[i].depth);
    width = std::max(width, std::min(width_of(listing, i), kWidest));
  }
  branches.finish();
  out += style.bold;
  append_visible(out, listing.file.name);
  out += style.plain;
  out += "  " + counted(parts.size(), "part") + ", " + counted(listing.survey.inside, "reference") +
         " to them, " + std::to_string(listing.survey.external) + " to elsewhere\n";
  ResolvedLabels labels(listing);
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    branches.append_next(style, out);
    out.append(style.part).append(listing.bundle.section(i)).append(style.plain).append(" ");
    out += style.type;
    append_visible(out, type_of(parts[i]));
    out += style.plain;
    const std::size_t used = width_of(listing, i);
    out.append(width > used ? width - used : 0, ' ');
    append_right(out, text::bytes_text(parts[i].body.size()), 10);
    append_right(out, listing.root == i ? "root" : "", 6);
    const std::uint32_t uses = listing.survey.parts[i].references;
    append_right(out, uses == 0 ? "-" : std::to_string(uses) + "x", 6);
    out += "  ";
    append_names(listing, i, labels.of(i), style, out);
    while (out.back() == ' ') out.pop_back();
    out += '\n';
    if (!listing.file.go_on()) return;
  }
}

void append_records(const Listing& listing, std::string& out) {
  ResolvedLabels labels(listing);
  for (std::uint32_t i = 0; i < listing.message.parts.size(); ++i) {
    const mime::Part& part = listing.message.parts[i];
    const std::string section = listing.bundle.section(i);
    append_record(output::BundlePart{listing.file.name, section, type_of(part), part,
                                     listing.survey.parts[i], labels.of(i), listing.root == i},
                  out);
    if (!listing.file.go_on()) return;
  }
  append_record(
      output::BundleEnd{listing.file.name,
                        listing.root ? listing.bundle.section(*listing.root) : std::string(),
                        listing.message.parts.size(), listing.survey},
      out);
}

class List final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    add_look_options(app, options_);
    add_match_option(app, options_);
  }
  int run() override {
    return for_each_bundle(options_, [this](const BundleFile& file) { return list(file); });
  }

 private:
  int list(const BundleFile& file) const;

  SharedOptions options_;
};

int List::list(const BundleFile& file) const {
  const bundle::Profile profile = *bundle::profile_named(options_.match);
  const Message message = read_message(file.bytes, file.walk.limits);
  const bundle::Bundle bundle(message, file.walk, profile);
  const bundle::Survey survey = bundle::survey(message, file.walk, profile);
  const Listing listing{file, message, bundle, survey, bundle.root()};
  if (options_.format == "jsonl")
    append_records(listing, file.out);
  else
    append_tree(listing, output::style_for_stdout(), file.out);
  int status = kDone;
  for (const std::string& line : noted_losses(file.name, bundle, survey.limits))
    status = complain(line, kIncomplete);
  if (listing.root) return status;
  return complain(
      file.name + ": is no bundle: there is neither a multipart/related nor an HTML part",
      kIncomplete);
}

}  // namespace

const Command kMhtmlList = {"list", "The parts of a bundle, their labels, and who uses them",
                            make_verb<List>};

}  // namespace basewalk::cli
