// SPDX-License-Identifier: MIT
//
// The tree walker.
//
// A message is a frame: its flat tree, and the scope around each level of it.  Parts come in
// pre-order, so the scope of a part is that of the level above, entered with the part's own
// header.  A leaf that holds a message of its own (transfer-encoded or attached) is decoded and
// becomes a frame on top of the stack (frames.cpp); nothing here recurses.
//
// Of each part the visitor is told: the part, the notes on its structure, the links of its
// header, the links of its text, the notes on its text (report.cpp).  How else its body is read
// stands in readings.cpp and pages.cpp, how what is no text is opened in documents.cpp,
// what a text draws, and which files stand in it, in within_text.cpp.
//
// Before this: mime/scan.cpp made the tree.  After it: base/scope.cpp for each part,
// html/reader.cpp for each text.
#include "basewalk/walk/walk.h"

#include <algorithm>
#include <set>
#include <utility>

#include "extract/plain.h"
#include "mime/charset.h"
#include "mime/content_type.h"
#include "mime/line/line_ends.h"
#include "mime/scan.h"
#include "text/ascii.h"
#include "text/enum_table.h"
#include "text/number.h"
#include "walk/leaf/external_body.h"
#include "walk/leaf/table_formulas.h"
#include "walk/walker.h"
#include "worker/programs.h"

namespace basewalk {
namespace {

// What other readings may cost in any case: twice of little is not worth counting.
constexpr std::size_t kSmallMessage = 4096;

constexpr std::string_view kStatusNames[] = {"absolute", "resolved", "guessed", "unresolved",
                                             "invalid"};

struct UnreadEntry {
  Unread why;
  std::string_view name;
  std::string_view meaning;
};
constexpr UnreadEntry kUnread[] = {
    {Unread::no_opener, "no-opener", "nothing here opens or runs it"},
    {Unread::encrypted, "encrypted", "only its addressee can read it"},
    {Unread::signed_opaque, "signed-opaque", "it is wrapped in its signature"},
    {Unread::not_text, "not-text", "no reader finds a link in it"},
    {Unread::limit, "limit", "it lies behind a limit"},
    {Unread::damaged, "damaged", "its bytes are not what they should be"},
};

std::string parameter(const mime::ParameterizedValue& value, std::string_view name) {
  const std::string* found = value.find(name);
  return found != nullptr ? *found : std::string();
}

}  // namespace

static_assert(is_table_of(kUnread, &UnreadEntry::why));

std::string_view name(Unread why) { return kUnread[static_cast<std::size_t>(why)].name; }

std::string_view name(const UnreadReport& report) {
  return report.why == Unread::limit ? name(report.limit) : name(report.why);
}

std::string_view meaning(Unread why) { return kUnread[static_cast<std::size_t>(why)].meaning; }

std::string_view name(Verdict verdict) {
  constexpr std::string_view kNames[] = {"clear", "differs", "unread"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string_view name(Status status) { return kStatusNames[static_cast<std::size_t>(status)]; }

Walker::Impl::Impl(WalkOptions options)
    : options_(std::move(options)), maker_(options_), notes_(options_.limits) {}

WalkSummary Walker::Impl::walk(const Message& message, Visitor& visitor) {
  visitor_ = &visitor;
  bytes_ = message.bytes;
  summary_ = {};
  inner_finds_.clear();
  within_.clear();
  frames_.clear();
  other_bases_.clear();
  shown_pages_.clear();
  led_to_.clear();
  // A walk that was stopped has left these as they were.
  structures_in_doubt_ = remembered_ = 0;
  known_in_message_.clear();
  forget_links_of_pages();
  structure_.reset();
  body_.reset();
  pages_ = nullptr;
  in_doubt_ = several_charsets_ = false;
  seen_.clear();
  seen_here_.clear();
  maker_.begin(message.bytes.size());
  const std::size_t size = std::max<std::size_t>(message.bytes.size(), 4096);
  decoded_budget_ = text::product(options_.limits.decoded_factor, size);
  embedded_budget_ = reported_budget_ = text::product(options_.limits.output_factor, size);
  readings_budget_ = 2 * size + kSmallMessage;
  within_budget_ = reported_budget_ / 2;
  documents_.begin(options_.limits);
  work::Budget budget(work::steps_of(options_.limits.work, message.bytes.size()));
  budget_ = &budget;
  reserve_ = work::left / 2;
  out_of_work_ = false;
  other_purse_ = {};
  charges_documents_ = false;
  document_links_ = 0;
  auto first = std::make_unique<Frame>();
  first->message = first->told = &message;
  first->scopes.push_back(
      base::Scope::outermost(options_.rules, options_.honor, options_.retrieved));
  push(std::move(first));
  has_nuls_ = drops_nuls_ = message.bytes.find('\0') != std::string_view::npos;
  if (has_nuls_) put_in_doubt(*frames_.front());
  while (!frames_.empty()) {
    Frame& frame = *frames_.back();
    Visit next = Visit::go_on;
    charge_documents(frame.in_document);
    if (frame.next < frame.message->parts.size())
      next = visit(frame, frame.next++);
    else if (close_pages(frame, mime::kNone); frame.next_pages < frame.pages.size())
      next = visit_joined_pages(frame, std::move(frame.pages[frame.next_pages++]));
    else if (frame.next_other < frame.others.size())
      next = push_other(frame, std::move(frame.others[frame.next_other++]));
    else if (frame.opened && frame.next_opened < frame.opened->parts.size())
      next = push_opened_part(frame, frame.next_opened++);
    else if (const std::optional<mime::Span> piece =
                 frame.pieces ? frame.pieces->next() : std::optional<mime::Span>())
      next = push_piece(frame, *piece);
    else if (frames_.size() == 1 && !shown_pages_.empty())
      next = visit_shown_pages(frame);
    else if (frames_.size() == 1 && std::exchange(drops_nuls_, false))
      next = push_without_nuls(frame);
    else if (frame.next_website < frame.websites.size())
      next = visit_website(frame, frame.websites[frame.next_website++]);
    else
      pop();
    if (next == Visit::stop) summary_.stopped = true, frames_.clear();
  }
  return summary_;
}

// May more be looked for?  Once the budget is used up there is half as much again to tell what was
// found.
bool Walker::Impl::may_work() {
  if (!out_of_work_ && work::is_spent()) {
    out_of_work_ = true;
    work::left = reserve_;
  }
  return !out_of_work_;
}

void Walker::Impl::charge_documents(bool documents) {
  if (documents == charges_documents_) return;
  charges_documents_ = documents;
  std::swap(work::left, other_purse_.left);
  std::swap(reserve_, other_purse_.reserve);
  std::swap(out_of_work_, other_purse_.is_out);
}

std::size_t Walker::Impl::links_left() const {
  const std::size_t most = options_.limits.links;
  const std::size_t all = most - std::min(most, summary_.links);
  const std::size_t half = most - most / 2;
  return charges_documents_ ? std::min(all, half - std::min(half, document_links_)) : all;
}

// Where another reading of a body begins; of one of a structure push_other() has told.
Visit Walker::Impl::tell_reading(const Current& at) {
  const Frame& frame = at.frame;
  if (!frame.reading || frame.other || frame.told == nullptr) return Visit::go_on;
  return tell(&Visitor::reading,
              ReadingReport{*frame.reading, at.section, frame.offset, frame.told, frame.told_part});
}

Visit Walker::Impl::visit(Frame& frame, std::uint32_t index) {
  const Message& message = *frame.message;
  const mime::Part& part = message.parts[index];
  notes_.clear();
  structure_ = frame.reading;
  unopened_ = false;
  script_ = {};
  remembers_ = structures_in_doubt_ > 0;
  if (!structure_ && frame.section.empty()) ++summary_.parts;
  Current at{frame, index, part, section_of(frame, index), {}, {}};
  work::charge(at.section.size() + 1);
  if (!may_work()) return visit_unread(at);
  if (index == 0 && tell_reading(at) == Visit::stop) return Visit::stop;
  at.scope = frame.scopes[part.depth].enter(message, index, at.section, notes_);
  frame.scopes.resize(part.depth + 1u);
  frame.scopes.push_back(at.scope);
  keep_doubts(frame, at);
  read_as(at, part.media_type, part.encoding, part.content_type_field);
  const std::optional<open::Format> format = document_of(at);
  const bool has_text = at.reading.leaf.kind == LeafKind::document;
  finds_.clear();
  if (has_text) {
    find_links(at, text_of(at));
    keep_fields(at);
  }
  if (has_text && !format && script_.empty() && is_any_name(at.reading, is_no_name_of_text) &&
      is_binary(text_))
    script_ = kNamedOtherwise;
  // How it begins makes it a document, or a message, and its name a program.
  const bool is_message = at.reading.leaf.kind == LeafKind::message;
  if (!has_text && (is_message ? !part.media_type.starts_with("message/") : format.has_value()) &&
      is_any_name(at.reading, is_program))
    script_ = kProgram;
  if (has_text && !format && is_any_name(at.reading, is_web_archive)) script_ = kWebArchive;
  keep_within_text(at, format.has_value());
  if (format || !within_text_.drawings.empty()) keep_links_of_text(has_text);
  if (has_text && frame.joins_pages) keep_page(at);
  if (has_text) keep_shown_page(at);
  if (report_part(at, has_text) == Visit::stop) return Visit::stop;
  if (report_structure_notes(at) == Visit::stop) return Visit::stop;
  if (report_header_links(at) == Visit::stop) return Visit::stop;
  if (part.media_type == "message/external-body" && visit_external_body(at) == Visit::stop)
    return Visit::stop;
  if (part.media_type == "message/partial" && tell_fragment(at) == Visit::stop) return Visit::stop;
  std::vector<Reading> doubts = doubts_of(at);
  in_doubt_ = !doubts.empty();
  if (in_doubt_) {
    known_links_.clear();
    known_bases_.clear();
    first_text_ = has_text ? text_ : std::string_view();
    drop_known_bases();
  }
  if (has_text ? report_text(at) == Visit::stop : report_surroundings(at) == Visit::stop)
    return Visit::stop;
  if (report_fields(at) == Visit::stop) return Visit::stop;
  if (in_doubt_ && visit_doubts(at, std::move(doubts)) == Visit::stop) return Visit::stop;
  if (tell_script(at) == Visit::stop) return Visit::stop;
  if (at.reading.leaf.kind == LeafKind::message) push_decoded(at);
  if (format ? visit_document(at, *format) == Visit::stop
             : at.reading.leaf.kind == LeafKind::opaque && part.kind == mime::PartKind::leaf &&
                   report_unread_leaf(at) == Visit::stop)
    return Visit::stop;
  if (visit_within_text(at) == Visit::stop) return Visit::stop;
  if (visit_other_messages(at) == Visit::stop) return Visit::stop;
  return report_notes(at);
}

// A part behind the budget of work: that it is there is told, and no more.
Visit Walker::Impl::visit_unread(Current& at) {
  at.scope = base::Scope();
  at.frame.scopes.resize(at.part.depth + 1u);
  at.frame.scopes.push_back(at.scope);
  if (report_part(at, false) == Visit::stop) return Visit::stop;
  if (report_structure_notes(at) == Visit::stop) return Visit::stop;
  notes_.add(NoteCode::limit_work, at.index, at.part.header.begin);
  return report_notes(at);
}

// RFC 2046 5.2.3: the body is not here but where the parameters say; that is what it was
// "retrieved" from.
Visit Walker::Impl::visit_external_body(Current& at) {
  const Message& message = *at.frame.message;
  std::string_view phantom;
  if (at.index + 1 < message.parts.size() && message.parts[at.index + 1].depth > at.part.depth)
    phantom = message.body_of(message.parts[at.index + 1]);
  const ExternalBody body = external_body(at.reading.content_type, phantom);
  if (body.url.empty()) return Visit::go_on;
  if (body.is_retrieved) at.frame.scopes.back() = at.scope.retrieved(body.url, at.section);
  extract::Find find;
  find.raw = body.url;
  find.place = {.role = extract::Role::header, .element = "content-type"};
  const Visit next = report_link(at, at.part.media_type, find, at.scope);
  at.scope = at.frame.scopes.back();  // of what is in it, encoded or not
  return next;
}

// RFC 2046 5.2.2: who has all of them puts them together; by itself it is searched as it stands,
// which is not much of what is encoded.
Visit Walker::Impl::tell_fragment(const Current& at) {
  const auto is_one = [&](std::string_view name) {
    return ascii::trim(parameter(at.reading.content_type, name)) == "1";
  };
  const bool is_all = is_one("number") && is_one("total");
  return is_all ? Visit::go_on : report_unread_leaf(at, "is a fragment; the others are not here");
}

// Sets at.reading.
void Walker::Impl::read_as(Current& at, std::string_view media_type, mime::Encoding encoding,
                           std::uint32_t content_type_field) {
  const Message& message = *at.frame.message;
  at.reading = {};
  at.reading.media_type = media_type;
  at.reading.encoding = encoding;
  if (content_type_field != mime::kNone) {
    at.reading.declared = message.value_of(message.fields[content_type_field]);
    at.reading.content_type = mime::parse_parameterized(at.reading.declared);
  }
  if (at.part.kind != mime::PartKind::leaf) return;
  at.reading.file_name = file_name_of(message, at.part, at.reading.content_type);
  const std::string& file_name = at.reading.file_name;
  std::string first_bytes;
  if (needs_first_bytes(media_type, file_name)) first_bytes = first_bytes_of(at);
  at.reading.leaf = judge_leaf(media_type, file_name, first_bytes);
  // What is not opened is searched as it stands, so that nothing hides behind a limit or behind a
  // boundary that nobody finds ([H2]); what is encoded is decoded first.
  LeafKind& kind = at.reading.leaf.kind;
  const bool encoded = encoding != mime::Encoding::identity && encoding != mime::Encoding::unknown;
  const bool multipart = media_type.starts_with("multipart/");
  const bool has_header =
      media_type == "message/external-body" ||
      (media_type == "message/partial" && mime::is_first_fragment(at.reading.content_type));
  if (encoded && (multipart || has_header)) kind = LeafKind::message;
  const bool rest = at.part.header.empty() && at.part.body.begin == at.part.header.begin;
  at.reading.unopened = at.part.gap && (multipart || media_type.starts_with("message/") || rest);
  if (at.reading.unopened)
    kind = LeafKind::message;
  else if (kind == LeafKind::opaque && (multipart || (at.part.gap && !encoded)))
    at.reading.leaf = {LeafKind::document, "text/plain"};
  if (!at.reading.unopened && !multipart) read_other_names(at, first_bytes);
}

std::string Walker::Impl::first_bytes_of(const Current& at) {
  std::string first_bytes;
  const std::string_view body = at.frame.message->body_of(at.part);
  // Padding hides nothing: each look is twice as far, so that all cost what the last one does.
  for (std::size_t look = kFirstBytes;; look *= 2) {
    work::charge(std::min(look, body.size()));
    Notes ignored;
    first_bytes.clear();
    mime::decode_transfer(body.substr(0, look), at.reading.encoding, first_bytes,
                          {ignored, at.index, at.part.body.begin});
    if (look >= body.size() || !is_blank_start(first_bytes)) break;
  }
  return first_bytes;
}

// Readers take a part for what the name says that they see.
void Walker::Impl::read_other_names(Current& at, std::string_view first_bytes) {
  Reading& reading = at.reading;
  reading.other_names =
      other_names_of(*at.frame.message, at.part, reading.content_type, reading.file_name);
  if (reading.other_names.empty()) return;
  if (reading.other_names.size() > kMostOtherNames) {
    reading.other_names.pop_back();
    notes_.add(NoteCode::limit_readings, at.index, at.part.body.begin, at.part.media_type);
  }
  std::string bytes(first_bytes);
  for (const std::string& name : reading.other_names) {
    if (bytes.empty() && needs_first_bytes(reading.media_type, name)) bytes = first_bytes_of(at);
    const Leaf leaf = judge_leaf(reading.media_type, name, bytes);
    add_leaf_of_name(leaf, reading.leaf, reading.named);
    // What is shown as its type says may be opened as its name does.
    for (const Leaf& other : other_leaves(leaf, name, {}))
      add_leaf_of_name(other, reading.leaf, reading.named);
  }
}

void Walker::Impl::read_as(Current& at, const mime::Reading& other) {
  read_as(at, other.media_type, other.encoding, other.content_type_field);
  at.reading.doubt = other.content_type_field != at.part.content_type_field ? Doubt::type_duplicate
                     : other.media_type != at.part.media_type               ? Doubt::media_type
                                                                            : Doubt::transfer;
}

// The text of a leaf in UTF-8, good until the next call.
std::string_view Walker::Impl::text_of(const Current& at) {
  std::string_view body = at.frame.message->body_of(at.part);
  const mime::NotePlace place{notes_, at.index, at.part.body.begin};
  if (at.reading.encoding != mime::Encoding::identity) {
    work::charge(body.size());
    transfer_.clear();
    if (at.reading.transfer == mime::TransferReading::first)
      mime::decode_transfer(body, at.reading.encoding, transfer_, place);
    else
      mime::decode_transfer_as(at.reading.transfer, body, transfer_);
    body = transfer_;
  }
  work::charge(body.size());
  const std::string declared = parameter(at.reading.content_type, "charset");
  const std::string_view text =
      charsets_.to_utf8(body, declared, text_kind(at.reading.leaf.type), place);
  const mime::OtherCharsets others = mime::other_charsets(at.reading.declared, declared);
  for (const std::string& label : others.labels) charsets_.add_other(label);
  if (others.is_cut)
    notes_.add(NoteCode::limit_readings, at.index, at.part.body.begin, name(Doubt::charset));
  return text;
}

void Walker::Impl::find_links(const Current& at, std::string_view text) {
  extract::Options options = text_options();
  options.depth = options_.limits.depth;
  options.links = links_left();
  options.flowed = ascii::iequals(parameter(at.reading.content_type, "format"), "flowed");
  options.del_sp = ascii::iequals(parameter(at.reading.content_type, "delsp"), "yes");
  options.scripting = at.reading.scripting;
  finds_.clear();
  set_text(text);
  extract::extract(at.reading.leaf.type, text_, options, finds_);
  if (at.reading.leaf.type == "text/html" &&
      is_markdown(at.reading.media_type, at.reading.file_name))
    extract::extract_destinations(text_, options, finds_);
  if (!may_work()) {
    // Where whoever was at work when it was used up says nothing, it is the whole.
    finds_.cut = true;
    if (std::none_of(finds_.notes.begin(), finds_.notes.end(),
                     [](const Note& note) { return note.code == NoteCode::limit_work; }))
      finds_.notes.push_back({NoteCode::limit_work, 0, 0, {}});
  } else if (finds_.cut) {
    notes_.add(NoteCode::limit_links, at.index, at.part.body.begin, at.reading.leaf.type);
  }
  look_for_script(at);
  make_scopes(at);
}

bool Walker::Impl::is_any_name(const Reading& reading,
                               bool (*is_it)(std::string_view type, std::string_view name)) {
  return is_it(reading.media_type, reading.file_name) ||
         std::any_of(reading.other_names.begin(), reading.other_names.end(),
                     [&](const std::string& name) { return is_it(reading.media_type, name); });
}

// Of the part, in whatever reading.
void Walker::Impl::look_for_script(const Current& at) {
  const Reading& reading = at.reading;
  if (reading.leaf.kind != LeafKind::document) return;
  const bool has_name = !reading.file_name.empty() || !reading.other_names.empty();
  if (finds_.has_script &&
      (has_name || is_opened_by_browser(*at.frame.message, at.index, reading.leaf.type)))
    script_ = worker::kScript;
  if (is_any_name(reading, is_program) ||
      (text_.starts_with(kBeginsProgram) && is_any_name(reading, is_name_without_ending)))
    script_ = kProgram;
  if (!is_any_name(reading, is_table)) return;
  work::charge(text_.size());
  const bool is_page = text_kind(reading.leaf.type) == mime::TextKind::html;
  const std::string cells = is_page ? cells_of_page(text_) : std::string();
  const std::string_view table = is_page ? cells : text_;
  if (makes_links(table))
    script_ = "holds a formula that makes a link of other texts, which is not computed";
  if (has_command(table)) script_ = worker::kCommand;
  if (has_macros(table)) script_ = worker::kMacros;
}

// Which links it makes nobody here knows.
Visit Walker::Impl::tell_script(const Current& at) {
  const std::string_view text = std::exchange(script_, {});
  return text.empty() ? Visit::go_on : report_unread_leaf(at, text);
}

// A base in the content holds what it is resolved against: many of them could hold a multiple of
// what was sent ([H3]).
bool Walker::Impl::may_embed(std::size_t cost) {
  if (cost > embedded_budget_) return false;
  embedded_budget_ -= cost;
  return true;
}

// Of a place in the text, where that stands as it was sent; else of the body.
std::size_t Walker::Impl::offset_of_text(const Current& at, std::size_t in_text) {
  const bool identity = at.reading.encoding == mime::Encoding::identity;
  return at.part.body.begin + (identity ? std::min(in_text, at.part.body.size()) : 0);
}

// The scope of each stretch of the text: around it, and on top the first base that it names ([B4]).
void Walker::Impl::make_scopes(const Current& at) {
  const std::vector<const extract::Find*> first = extract::bases_of(finds_);
  for (const extract::Find& find : finds_.finds) {
    if (find.kind != extract::FindKind::base || !options_.honor.html_base) continue;
    if (first[find.scope] != &find)
      notes_.add(NoteCode::base_later, at.index, offset_of_text(at, find.begin), find.raw);
  }
  make_scopes_in(at, at.scope, notes_, scopes_);
  make_other_scopes(at);
  for (const Note& note : finds_.notes)
    notes_.add(note.code, at.index, offset_of_text(at, note.offset), note.text);
}

// The same, where `outer` is around the text; `is_taken`: it is before the text's own base.
void Walker::Impl::make_scopes_in(const Current& at, const base::Scope& outer, Notes& notes,
                                  std::vector<base::Scope>& scopes, bool is_taken) {
  const std::vector<const extract::Find*> first = extract::bases_of(finds_);
  scopes.clear();
  // What is around a scope, whatever base that has of its own.
  const auto around = [&](std::size_t i) {
    const extract::BaseScope& scope = finds_.scopes[i];
    if (i == 0) return outer;
    if (scope.kind == extract::ScopeKind::data)  // RFC 2397: it came from nowhere
      return base::Scope::outermost(options_.rules, options_.honor);
    return scopes[scope.outer];
  };
  // A base that was in force earlier, too, is told of once.
  std::set<std::pair<std::size_t, std::string_view>> told;
  Notes again;
  for (std::size_t i = 0; i < finds_.scopes.size(); ++i) {
    const extract::BaseScope& scope = finds_.scopes[i];
    scopes.push_back(around(scope.kind == extract::ScopeKind::earlier ? scope.outer : i));
    if (first[i] == nullptr || (is_taken && i == 0)) continue;
    const bool codebase = first[i]->place.attribute == "codebase";
    const base::Scope::Embedded embedded = {first[i]->raw,
                                            codebase ? BaseFrom::codebase : BaseFrom::html_base,
                                            at.section,
                                            at.index,
                                            offset_of_text(at, first[i]->begin),
                                            scope.kind != extract::ScopeKind::element};
    if (may_embed(scopes[i].cost_of(embedded))) {
      const bool is_first = told.emplace(first[i]->begin, first[i]->raw).second;
      scopes[i] = scopes[i].embed(embedded, is_first ? notes : again);
    } else {
      notes.add(NoteCode::limit_output, at.index, embedded.offset, first[i]->raw);
      scopes[i] = scopes[i].leave_out(embedded);
    }
  }
}

Walker::Walker(WalkOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}

Walker::~Walker() = default;
Walker::Walker(Walker&&) noexcept = default;
Walker& Walker::operator=(Walker&&) noexcept = default;

WalkSummary Walker::walk(const Message& message, Visitor& visitor) {
  return impl_->walk(message, visitor);
}

WalkSummary walk(const Message& message, const WalkOptions& options, Visitor& visitor) {
  return Walker(options).walk(message, visitor);
}

}  // namespace basewalk
