// SPDX-License-Identifier: MIT
#include "basewalk/bundle/survey.h"

#include "basewalk/note.h"
#include "text/ascii.h"

namespace basewalk::bundle {
namespace {

class Census final : public Visitor {
 public:
  Census(Survey& out, const Message& message) : out_(out) {
    out_.parts.resize(message.parts.size());
  }
  void follow(const Targets& targets) { targets_ = &targets; }

  Visit part(const PartReport& report) override {
    decoded_ = report.decoded;
    part_ = report.index;
    if (decoded_) return Visit::go_on;
    out_.parts[part_].base = report.base.value_or("");
    out_.parts[part_].base_from = report.base_from;
    return Visit::go_on;
  }
  Visit link(const Link& link) override {
    if (decoded_ || !is_reference(link)) return Visit::go_on;
    if (!link.target) {
      ++out_.external;
      return Visit::go_on;
    }
    ++out_.inside;
    if (const std::optional<Match>& match = targets_->match()) {
      if (match->part != part_) ++out_.parts[match->part].references;
      if (match->label != match->part) ++out_.parts[match->label].references;
    }
    return Visit::go_on;
  }
  Visit note(const NoteReport& note) override {
    if (!decoded_ && hides_references(note.code))
      out_.limits.add(note.code, part_, note.offset, note.text);
    return Visit::go_on;
  }

 private:
  Survey& out_;
  const Targets* targets_ = nullptr;
  std::uint32_t part_ = 0;
  bool decoded_ = false;
};

}  // namespace

bool hides_references(NoteCode code) {
  switch (code) {
    case NoteCode::limit_depth:
    case NoteCode::limit_parts:
    case NoteCode::limit_header_bytes:
    case NoteCode::limit_entities:
    case NoteCode::limit_work:
    case NoteCode::limit_links:
      return true;
    default:
      return false;
  }
}

bool is_reference(const Link& link) {
  if (link.find == nullptr || (link.find->flags & extract::kGuessed) != 0) return false;
  return link.place.role != extract::Role::text;
}

bool is_inline(const Link& link) {
  const extract::Place& place = link.place;
  if (place.is_css()) return true;
  if (place.role != extract::Role::attribute) return false;
  constexpr std::string_view kAttributes[] = {"src",    "srcset",  "imagesrcset", "background",
                                              "poster", "data",    "lowsrc",      "dynsrc",
                                              "code",   "archive", "classid",     "srcdoc"};
  if (ascii::is_one_of(kAttributes, place.attribute)) return true;
  if (place.attribute != "href" && place.attribute != "xlink:href") return false;
  constexpr std::string_view kElements[] = {"image",          "use",    "feimage", "script",
                                            "lineargradient", "filter", "pattern", "radialgradient",
                                            "textpath",       "mpath",  "cursor"};
  if (ascii::is_one_of(kElements, place.element)) return true;
  return place.loaded;
}

Survey survey(const Message& message, const WalkOptions& options, Profile profile) {
  Survey out;
  Census census(out, message);
  Targets targets(options, profile, census);
  census.follow(targets);
  walk(message, options, static_cast<Visitor&>(targets));
  out.limits.finish();
  return out;
}

}  // namespace basewalk::bundle
