// SPDX-License-Identifier: MIT
//
// basewalk mhtml list: the parts of a bundle, with what they are called and how often they are
// used.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "basewalk/bundle/survey.h"
#include "cli/verbs/mhtml.h"
#include "output/branches.h"
#include "output/style.h"
#include "text/json.h"

namespace basewalk::cli {
namespace {

SharedOptions options;

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
    append_right(out, size_text(parts[i].body.size()), 10);
    append_right(out, listing.root == i ? "root" : "", 6);
    const std::uint32_t uses = listing.survey.parts[i].references;
    append_right(out, uses == 0 ? "-" : std::to_string(uses) + "x", 6);
    out += "  ";
    append_names(listing, i, labels.of(i), style, out);
    while (out.back() == ' ') out.pop_back();
    out += '\n';
    listing.file.output.flush_if_full();
    if (listing.file.output.failed()) return;
  }
}

void append_source(const Listing& listing, std::string_view kind, std::string& out) {
  out.append("{\"kind\":\"").append(kind).append("\",\"source\":");
  append_json(out, listing.file.name);
}

void append_text_or_null(std::string& out, std::string_view key, std::string_view text) {
  out.append(",\"").append(key).append("\":");
  append_json_or_null(out, text.empty() ? std::nullopt : std::optional(text));
}

void append_json_part(const Listing& listing, std::uint32_t index, const bundle::Labels& labels,
                      std::string& out) {
  const mime::Part& part = listing.message.parts[index];
  const bundle::PartUse& use = listing.survey.parts[index];
  append_source(listing, "bundle-part", out);
  out += ",\"part\":\"" + listing.bundle.section(index) + "\",\"type\":";
  append_json(out, type_of(part));
  out += ",\"depth\":";
  append_number(out, part.depth);
  out += ",\"size\":";
  append_number(out, part.body.size());
  out.append(",\"root\":").append(listing.root == index ? "true" : "false");
  append_text_or_null(out, "content_id", labels.content_id);
  append_text_or_null(out, "location", labels.location);
  append_text_or_null(out, "label", labels.resolved);
  append_text_or_null(out, "base", use.base);
  out.append(",\"base_from\":\"").append(name(use.base_from)).append("\",\"references\":");
  append_number(out, use.references);
  out += "}\n";
}

void append_records(const Listing& listing, std::string& out) {
  ResolvedLabels labels(listing);
  for (std::uint32_t i = 0; i < listing.message.parts.size(); ++i) {
    append_json_part(listing, i, labels.of(i), out);
    listing.file.output.flush_if_full();
    if (listing.file.output.failed()) return;
  }
  append_source(listing, "bundle", out);
  append_text_or_null(out, "root", listing.root ? listing.bundle.section(*listing.root) : "");
  out += ",\"parts\":";
  append_number(out, listing.message.parts.size());
  out += ",\"inside\":";
  append_number(out, listing.survey.inside);
  out += ",\"external\":";
  append_number(out, listing.survey.external);
  out += "}\n";
}

int list(const BundleFile& file) {
  const bundle::Profile profile = *bundle::profile_named(options.match);
  const Message message = read_message(file.bytes, file.walk.limits);
  const bundle::Bundle bundle(message, file.walk, profile);
  const bundle::Survey survey = bundle::survey(message, file.walk, profile);
  const Listing listing{file, message, bundle, survey, bundle.root()};
  if (options.format == "jsonl")
    append_records(listing, file.output.buffer());
  else
    append_tree(listing, style_for_stdout(), file.output.buffer());
  if (!listing.root) {
    complain(file.name + ": is no bundle: there is neither a multipart/related nor an HTML part");
    return kIncomplete;
  }
  return kDone;
}

int run() { return for_each_bundle(options, list); }

Command::Run set_up(CLI::App& app) {
  add_look_options(app, options);
  add_match_option(app, options);
  return run;
}

}  // namespace

const Command kMhtmlList = {"list", "The parts of a bundle, their labels, and who uses them",
                            set_up};

}  // namespace basewalk::cli
