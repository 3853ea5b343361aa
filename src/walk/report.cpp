// SPDX-License-Identifier: MIT
//
// What the visitor of a walk is told of a part: the part, its notes, its links.
//
// Before this: walk.cpp has read the part, or readings.cpp in another way.  After it:
// link_maker.cpp makes a link of each find.
#include <algorithm>
#include <functional>
#include <utility>

#include "mime/parameters.h"
#include "text/ascii.h"
#include "walk/leaf/external_body.h"
#include "walk/shown_host.h"
#include "walk/walker.h"

namespace basewalk {
namespace {

// URLs within URLs: each level may be nearly as long as the one around it.
constexpr std::size_t kWithinDepth = 8;
// URLs in the type of an external body that may be a part of its own.
constexpr int kMostCompared = 16;

}  // namespace

Visit Walker::Impl::report_part(const Current& at, bool has_text) {
  if (structure_ || !at.frame.section.empty()) return Visit::go_on;
  const base::Scope& scope = has_text ? scopes_.front() : at.scope;
  PartReport report;
  report.section = at.section;
  report.type = at.part.media_type.substr(0, kLongestType);
  report.depth = at.frame.depth + at.part.depth;
  report.offset = offset_of(at.frame, at.part.header.begin);
  report.size = at.part.body.size();
  report.kind = at.part.kind;
  report.decoded = at.frame.is_decoded;
  if (scope.url() != nullptr && scope.url()->text().size() <= reported_budget_) {
    report.base = scope.url()->text();
    reported_budget_ -= report.base->size();
  }
  report.base_from = scope.from();
  report.base_part = scope.section();
  report.message = at.frame.message;
  report.index = at.index;
  report.in_document = at.frame.in_document;
  return tell(&Visitor::part, report);
}

Visit Walker::Impl::report_structure_notes(Current& at) {
  Frame& frame = at.frame;
  const std::vector<Note>& notes = frame.message->notes.all();
  for (; frame.next_note < frame.notes.size(); ++frame.next_note) {
    const Note& note = notes[frame.notes[frame.next_note]];
    if (note.part > at.index) break;
    if (!frame.section.empty()) continue;  // of the whole stretch a note has told
    // What the scanner has not opened is read piece by piece.
    if (report_note(at, note, true) == Visit::stop) return Visit::stop;
  }
  return Visit::go_on;
}

// [B7]: what stands in a header is resolved against the base of that same entity.
Visit Walker::Impl::report_header_links(const Current& at) {
  const Message& message = *at.frame.message;
  std::string unfolded, decoded, decoded_name, as_others;
  // That of an external body is a parameter, and reported as such with what stands within it.
  std::string external;
  int compared = 0;
  if (at.part.media_type == "message/external-body")
    external = external_body(at.reading.content_type, {}).url;
  for (std::uint32_t i = at.part.first_field; i < at.part.fields_end; ++i) {
    const mime::HeaderField& field = message.fields[i];
    std::string_view value = message.value_of(field);
    if (!extract::may_hold_references(message.name_of(field), value)) continue;
    unfolded.clear();
    mime::unfold(value, unfolded);
    value = unfolded;
    if (!may_work()) {
      notes_.add(NoteCode::limit_work, at.index, field.name.begin, message.name_of(field));
      break;
    }
    std::string_view name = message.name_of(field);
    const bool has_words = value.find("=?") != std::string_view::npos;
    if (has_words || !mime::is_utf8(value)) value = decoded = mime::decode_words(value);
    if (!mime::is_utf8(name)) name = decoded_name = mime::decode_words(name);
    other_finds_.clear();
    extract::extract_field(name, value, text_options(), other_finds_);
    as_others.clear();
    if (has_words) as_others = mime::decode_words_as_others(unfolded);
    find_as_others(name, value, as_others);
    const auto tell_find = [&](extract::Find& find) {
      if (i == at.part.content_type_field && !external.empty() && compared++ < kMostCompared &&
          external.find(find.raw) != external.npos)
        return Visit::go_on;
      // No mail server and no mail program looks at that of a message within a file.
      if (at.frame.in_document) find.place.around = "document ";
      return report_link(at, at.part.media_type, find, at.scope);
    };
    for (extract::Finds* const finds : {&other_finds_, &finds_as_others_})
      for (extract::Find& find : finds->finds)
        if (tell_find(find) == Visit::stop) return Visit::stop;
  }
  return Visit::go_on;
}

// Finds what stands in a field as other readers decode its words, and not in `value` as well.
void Walker::Impl::find_as_others(std::string_view name, std::string_view value,
                                  std::string_view others) {
  finds_as_others_.clear();
  if (others.empty() || others == value) return;
  std::unordered_set<std::string_view, TextHash> known;
  for (const extract::Find& find : other_finds_.finds) known.insert(find.raw);
  extract::extract_field(name, others, text_options(), finds_as_others_);
  std::erase_if(finds_as_others_.finds,
                [&](const extract::Find& find) { return known.contains(find.raw); });
}

// What stands around the parts of a multipart.  Few readers show it, but those that see no
// boundary, or another one, do; whoever sees another one is another reading.
Visit Walker::Impl::report_surroundings(const Current& at) {
  if (structure_) return Visit::go_on;
  const Message& message = *at.frame.message;
  for (const mime::Span span : {at.part.preamble, at.part.epilogue}) {
    if (span.empty()) continue;
    work::charge(span.size());
    if (!may_work()) {
      notes_.add(NoteCode::limit_work, at.index, span.begin);
      break;
    }
    Notes ignored;
    const std::string_view text = charsets_.to_utf8(
        span.of(message.bytes), {}, mime::TextKind::plain, {ignored, at.index, span.begin});
    other_finds_.clear();
    extract::extract_text(text, text_options(), other_finds_);
    if (!other_finds_.finds.empty() && report_beside_parts(at, span, text) == Visit::stop)
      return Visit::stop;
  }
  return Visit::go_on;
}

// The links of such a text, which are in other_finds_.
Visit Walker::Impl::report_beside_parts(const Current& at, mime::Span span, std::string_view text) {
  const TextReport report{at.section,
                          "text/plain",
                          text,
                          charsets_.used(),
                          mime::Encoding::identity,
                          at.frame.message,
                          at.index,
                          &other_finds_,
                          {},
                          !at.frame.section.empty(),
                          at.frame.in_document,
                          span};
  for (extract::Find& find : other_finds_.finds)
    find.place.around = span.begin == at.part.preamble.begin ? "preamble " : "epilogue ";
  Visit next = tell(&Visitor::surroundings, report);
  beside_parts_ = true;
  for (std::size_t i = 0; next == Visit::go_on && i < other_finds_.finds.size(); ++i)
    next = report_link(at, at.part.media_type, other_finds_.finds[i], at.scope);
  beside_parts_ = false;
  return next == Visit::stop ? next : tell(&Visitor::surroundings_end, report);
}

// Encoding Standard 4.3, "get an output encoding".
void Walker::Impl::set_query_charset(const Current& at) {
  const mime::TextKind kind = text_kind(at.reading.leaf.type);
  std::string_view used = charsets_.used();
  // A page that names none is windows-1252; anything else UTF-8.
  if (used == "us-ascii" && kind != mime::TextKind::html) used = {};
  document_charset_ = kind == mime::TextKind::plain ? nullptr : mime::find_charset(used);
  if (document_charset_ == nullptr) return;
  switch (document_charset_->kind) {
    case mime::CharsetKind::utf8:
    case mime::CharsetKind::utf16_be:
    case mime::CharsetKind::utf16_le:
    case mime::CharsetKind::replacement:
      document_charset_ = nullptr;
      return;
    default:
      break;
  }
  inner_documents_.assign(finds_.scopes.size(), false);
  for (std::size_t i = 1; i < finds_.scopes.size(); ++i) {  // behind the one around it
    const extract::BaseScope& scope = finds_.scopes[i];
    inner_documents_[i] = scope.kind == extract::ScopeKind::srcdoc ||
                          scope.kind == extract::ScopeKind::data || inner_documents_[scope.outer];
  }
}

// What browsers parse as a URL of the document; a srcdoc and a data: URL are others, in UTF-8.
const mime::Charset* Walker::Impl::query_charset(const extract::Find& find) const {
  if (document_charset_ == nullptr) return nullptr;
  switch (find.place.role) {
    case extract::Role::attribute:
    case extract::Role::css_url:
    case extract::Role::css_import:
    case extract::Role::css_image_set:
    case extract::Role::css_src:
      return inner_documents_[find.scope] ? nullptr : document_charset_;
    default:
      return nullptr;
  }
}

Visit Walker::Impl::report_finds(const Current& at) {
  if (remembers_) drop_known_in_message(at);
  const TextReport report{at.section,
                          at.reading.leaf.type,
                          text_,
                          charsets_.used(),
                          at.reading.encoding,
                          at.frame.message,
                          at.index,
                          &finds_,
                          reading(),
                          !at.frame.section.empty(),
                          at.frame.in_document,
                          at.part.body};
  if (tell(&Visitor::text, report) == Visit::stop) return Visit::stop;
  set_query_charset(at);
  for (const extract::Find& find : finds_.finds) {
    if (find.kind != extract::FindKind::reference) continue;
    if (report_link(at, at.reading.leaf.type, find, scopes_[find.scope], true) == Visit::stop)
      return Visit::stop;
    if (!other_scopes_.empty() &&
        report_below_other_bases(at, find, Doubt::base_choice) == Visit::stop)
      return Visit::stop;
    if (!washed_base_.empty() && report_washed(at, find) == Visit::stop) return Visit::stop;
  }
  return tell(&Visitor::text_end, report);
}

// Where the text is a view of the bytes that were given, what is written in it stands there.
std::optional<std::size_t> Walker::Impl::place_in_bytes(const extract::Find& find) const {
  if (find.written.syntax == extract::Syntax::fixed) return {};
  const std::less_equal<> not_behind;
  if (!not_behind(bytes_.data(), text_.data()) ||
      !not_behind(text_.data() + text_.size(), bytes_.data() + bytes_.size()))
    return {};
  return static_cast<std::size_t>(text_.data() - bytes_.data()) + find.begin;
}

// A link, and behind it those that stand within its URL.
Visit Walker::Impl::report_link(const Current& at, std::string_view type, const extract::Find& find,
                                const base::Scope& scope, bool in_text) {
  if (report_one(at, type, find, scope, 0, in_text) == Visit::stop) return Visit::stop;
  while (!within_.empty()) {
    const Within next = within_.back();
    within_.pop_back();
    // Not by reference: looking into it adds to the finds.
    const extract::Find inner = inner_finds_.finds[next.find];
    if (report_one(at, type, inner, scope, next.depth, false) == Visit::stop) return Visit::stop;
  }
  if (!inner_finds_.finds.empty()) inner_finds_.clear();
  return Visit::go_on;
}

Visit Walker::Impl::report_one(const Current& at, std::string_view type, const extract::Find& find,
                               const base::Scope& scope, std::size_t depth, bool in_text) {
  if (links_left() == 0) {
    notes_.add(NoteCode::limit_links, at.index, at.part.body.begin, find.raw);
    return Visit::go_on;
  }
  if (!may_work() && work::is_spent()) {
    notes_.add(NoteCode::limit_work, at.index, at.part.body.begin, find.raw);
    return Visit::go_on;
  }
  Link link;
  link.part = at.section;
  link.type = type.substr(0, kLongestType);
  if (in_text) {
    link.find = &find;
    link.at = place_in_bytes(find);
  } else if (beside_parts_ && depth == 0) {
    link.find = &find;
    link.beside_parts = true;
  }
  link.in_document = at.frame.in_document || find.place.role == extract::Role::document;
  const std::size_t omitted = maker_.omitted();
  maker_.charge_documents(charges_documents_);
  // Who opens what stands within a URL knows no base of the text.
  static const base::Scope none;
  const base::Scope* const earlier = depth > 0                      ? &none
                                     : in_text && find.earlier != 0 ? &scopes_[find.earlier]
                                                                    : nullptr;
  maker_.make(find, scope, link, in_text ? query_charset(find) : nullptr, earlier);
  if (depth == 0 && !as_written_.empty()) link.raw = as_written_;
  if (in_text && is_seen(find, link)) return Visit::go_on;
  if (in_text && in_doubt_ && is_known(find, link) && body_) return Visit::go_on;
  if (depth == 0 && remembers_ && is_known_in_message(at, find, link, in_text)) return Visit::go_on;
  if (maker_.omitted() != omitted && omitted == 0)
    notes_.add(NoteCode::limit_output, at.index, at.part.body.begin);
  look_within(at, link, depth);
  work::charge(link.text.value_or("").size());
  // Where a wrapper leads is what its text promises.
  if (!link.flags.has(Flag::wrapped) && link.text && shows_another_host(*link.text, link.clicked))
    link.flags.add(Flag::text_differs);
  link.reading = reading();
  if (!led_to_.empty()) keep_led_to(link);
  ++summary_.links;
  if (charges_documents_) ++document_links_;
  if (link.reading) ++summary_.other_links;
  return tell(&Visitor::link, link);
}

// What a browser would open says best where a URL leads; what was written is all there is where
// that has no answer.
void Walker::Impl::look_within(const Current& at, Link& link, std::size_t depth) {
  const std::size_t first = inner_finds_.finds.size();
  extract::extract_url(link.clicked.value_or(link.raw), {}, inner_finds_);
  const std::size_t end = inner_finds_.finds.size();
  if (first == end) return;
  if (depth >= std::min(kWithinDepth, options_.limits.depth)) {
    notes_.add(NoteCode::limit_depth, at.index, at.part.body.begin, extract::where(link.place));
    inner_finds_.finds.resize(first);
    return;
  }
  for (std::size_t i = end; i > first; --i) {
    extract::Find& find = inner_finds_.finds[i - 1];
    // [H3]: a base that holds a URL puts it into every link.
    if (find.raw.size() > within_budget_) {
      notes_.add(NoteCode::limit_output, at.index, at.part.body.begin, extract::where(link.place));
      continue;
    }
    within_budget_ -= find.raw.size();
    if (find.place.role == extract::Role::wrapped) {
      link.flags.add(Flag::wrapped);
      find.text = link.text;
    }
    // The URL at hand is in a buffer that the next link will use.
    find.raw = inner_finds_.keep(find.raw);
    find.place.around = inner_finds_.keep(extract::where(link.place), " ");
    find.place.conditional = link.place.conditional;
    within_.push_back({i - 1, depth + 1});
  }
}

Visit Walker::Impl::report_notes(const Current& at) {
  notes_.finish();
  for (const Note& note : notes_.all())
    if (report_note(at, note, unopened_) == Visit::stop) return Visit::stop;
  return Visit::go_on;
}

// `in_pieces`: what is too deep, or one part too many, was read all the same.
Visit Walker::Impl::report_note(const Current& at, const Note& note, bool in_pieces) {
  // Of the first reading everything is said, of others what they did not see.
  if (structure_ && !is_limit(note.code)) return Visit::go_on;
  ++summary_.notes;
  if (tell(&Visitor::note, NoteReport{note.code, at.section, offset_of(at.frame, note.offset),
                                      note.text}) == Visit::stop)
    return Visit::stop;
  const bool is_read =
      in_pieces && (note.code == NoteCode::limit_depth || note.code == NoteCode::limit_parts);
  return is_limit(note.code) && !is_read ? report_unread_limit(at, note) : Visit::go_on;
}

// A body that nothing here has searched, or understood.
Visit Walker::Impl::report_unread_leaf(const Current& at, std::string_view text) {
  if (ascii::trim(at.frame.message->body_of(at.part)).empty() || is_unread_known(at, false))
    return Visit::go_on;
  UnreadReport report;
  report.section = at.section;
  report.type = at.part.media_type.substr(0, kLongestType);
  report.file_name = at.reading.file_name;
  report.offset = offset_of(at.frame, at.part.body.begin);
  report.size = at.part.body.size();
  report.why = why_unread(*at.frame.message, at.part, at.reading.content_type, at.reading.encoding);
  // What is opened by its name is what that says, whatever its type.
  if (report.why == Unread::not_text && is_any_name(at.reading, is_named_otherwise))
    text = is_any_name(at.reading, is_program) ? kProgram : kNamedOtherwise;
  if (report.why == Unread::not_text && !text.empty()) report.why = Unread::no_opener;
  report.text = text;
  return report_unread(report);
}

// What a note says was left out, from where it says so to the end of what it stands in.
Visit Walker::Impl::report_unread_limit(const Current& at, const Note& note) {
  // Of documents that is told with what they lack (documents.cpp).
  if (note.code == NoteCode::limit_output || note.code == NoteCode::limit_notes ||
      note.code == NoteCode::limit_documents)
    return Visit::go_on;
  UnreadReport report;
  report.section = at.section;
  report.type = at.part.media_type.substr(0, kLongestType);
  report.file_name = at.reading.file_name;
  report.offset = offset_of(at.frame, note.offset);
  std::size_t end = note.offset < at.part.header.end ? at.part.header.end : at.part.body.end;
  // No part is looked at from there on; those within have records of their own.
  if (note.code == NoteCode::limit_work && note.offset == at.part.header.begin)
    end = at.part.kind == mime::PartKind::leaf        ? at.part.body.end
          : at.part.kind == mime::PartKind::multipart ? at.part.preamble.end
                                                      : at.part.header.end;
  report.size = end - std::min(end, note.offset);
  report.why = Unread::limit;
  report.limit = note.code;
  return report_unread(report);
}

Visit Walker::Impl::report_unread(UnreadReport report) {
  if (report.why != Unread::not_text) ++summary_.unread;
  return tell(&Visitor::unread, report);
}

}  // namespace basewalk
