// SPDX-License-Identifier: MIT
#include "report/walked.h"

#include <algorithm>
#include <string>
#include <utility>

#include "basewalk/bundle/shown.h"
#include "basewalk/mime/headers.h"
#include "text/ascii.h"

namespace basewalk::report {
namespace {

// Of the message's header, and of what declares a base in one part; a page tells how many more
// there are.
constexpr std::size_t kMostFields = 1000, kMostDeclarations = 50;
// Of all bodies of a message together.
constexpr std::size_t kMostViewBytes = std::size_t{8} << 20;
constexpr std::size_t kMostViews = 20;

BaseFrom base_of_field(std::string_view name) {
  if (ascii::iequals(name, "base")) return BaseFrom::base_header;
  if (ascii::iequals(name, "content-base")) return BaseFrom::content_base;
  if (ascii::iequals(name, "content-location")) return BaseFrom::content_location;
  return BaseFrom::none;
}

class Numbers final : public bundle::LinkNumbers {
 public:
  using Places = std::map<std::pair<std::uint32_t, std::size_t>, std::size_t>;
  explicit Numbers(const Places& places) : places_(places) {}
  std::size_t number(std::uint32_t part, std::size_t begin) const override {
    const auto found = places_.find({part, begin});
    return found == places_.end() ? 0 : found->second;
  }

 private:
  const Places& places_;
};

class StringSink final : public Sink {
 public:
  explicit StringSink(std::string& text) : text_(text) {}
  bool write(std::string_view bytes) override {
    text_ += bytes;
    return true;
  }

 private:
  std::string& text_;
};

}  // namespace

void Walked::Declarations::add(MailPart::Declaration declaration) {
  if (first.size() < kMostDeclarations)
    first.push_back(std::move(declaration));
  else
    ++beyond;
}

void Walked::begin(const Message& message) {
  message_ = &message;
  declarations_.clear();
  section_.reset();
  numbers_.clear();
  links_ = 0;
  text_part_ = mime::kNone;
}

void Walked::part(const PartReport& report, MailBuilder& builder) {
  if (declarations_.size() == Mail::kMostKept) return section_.reset();
  section_ = report.section;
  Declarations& found = declarations_.emplace_back();
  if (report.message == nullptr || report.index >= report.message->parts.size()) return;
  const Message& message = *report.message;
  const mime::Part& part = message.parts[report.index];
  for (std::uint32_t i = part.first_field; i < part.fields_end; ++i) {
    const mime::HeaderField& field = message.fields[i];
    const std::string_view name = message.name_of(field);
    const BaseFrom from = base_of_field(name);
    if (from == BaseFrom::none) continue;
    found.add({from, std::string(name),
               builder.excerpt(mime::decode_words(mime::unfold(message.value_of(field))))});
  }
}

void Walked::text(const TextReport& report, MailBuilder& builder) {
  text_part_ = report.message == message_ && !report.reading ? report.part : mime::kNone;
  if (report.reading || section_ != report.section) return;
  for (const extract::Find& find : report.finds->finds) {
    if (find.kind != extract::FindKind::base) continue;
    const bool is_element = find.place.element == "base";
    declarations_.back().add({is_element ? BaseFrom::html_base : BaseFrom::codebase,
                              extract::where(find.place), builder.excerpt(find.raw)});
  }
}

void Walked::link(const Link& link) {
  ++links_;
  if (link.find == nullptr || link.beside_parts || link.reading || text_part_ == mime::kNone)
    return;
  if (link.find->written.syntax == extract::Syntax::fixed) return;
  numbers_.try_emplace({text_part_, link.find->begin}, links_);
}

void Walked::add_to(Mail& mail, MailBuilder& builder, const WalkOptions& options,
                    bundle::Profile profile, bool with_views) {
  mail.has_bytes = true;
  for (std::size_t i = 0; i < mail.parts.size() && i < declarations_.size(); ++i) {
    mail.parts[i].declarations = std::move(declarations_[i].first);
    mail.parts[i].declarations_beyond = declarations_[i].beyond;
  }
  const mime::Part& root = message_->parts.front();
  for (std::uint32_t i = root.first_field; i < root.fields_end; ++i) {
    if (mail.header.size() == kMostFields) {
      mail.fields_beyond = root.fields_end - i;
      break;
    }
    const mime::HeaderField& field = message_->fields[i];
    mail.header.emplace_back(
        message_->name_of(field),
        builder.excerpt(mime::decode_words(mime::unfold(message_->value_of(field)))));
  }
  if (!with_views) return;
  mail.has_views = true;
  const bundle::Bundle bundle(*message_, options, profile);
  const Numbers numbers(numbers_);
  std::size_t left = kMostViewBytes;
  for (const std::uint32_t part : bundle::shown_bodies(bundle)) {
    MailView view;
    view.section = bundle.section(part);
    view.type = message_->parts[part].media_type;
    if (mail.views.size() == kMostViews) {
      view.why_not = "a page shows " + std::to_string(kMostViews) + " bodies at most";
      mail.views.push_back(std::move(view));
      break;
    }
    StringSink sink(view.html);
    bundle::ShownOptions how;
    how.max_bytes = std::max<std::size_t>(left, 1);  // 0 would be a limit of its own
    const Result<bundle::ShownSummary> shown = bundle::show_body(bundle, part, numbers, how, sink);
    if (shown) {
      view.left_out = shown->left_out;
      view.removed = shown->removed;
      view.losses = shown->loss_count;
      left -= view.html.size();
    } else {
      view.html.clear();
      view.why_not = shown.error().detail;
    }
    mail.views.push_back(std::move(view));
  }
}

}  // namespace basewalk::report
