// SPDX-License-Identifier: MIT
//
// The tree walker.
//
// A message is a frame: its flat tree, and the scope around each level of it.  Parts come in
// pre-order, so the scope of a part is that of the level above, entered with the part's own
// header.  A leaf that holds a message of its own (transfer-encoded or attached) is decoded and
// becomes a frame on top of the stack; nothing here recurses.
//
// Of each part the visitor is told: the part, the notes on its structure, the links of its
// header, the links of its text, the notes on its text.
//
// Before this: mime/scan.cpp made the tree.  After it: base/scope.cpp for each part,
// html/reader.cpp for each text.
#include "basewalk/walk/walk.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>
#include <vector>

#include "basewalk/extract/extract.h"
#include "basewalk/mime/decode.h"
#include "basewalk/mime/headers.h"
#include "basewalk/note.h"
#include "mime/charset.h"
#include "mime/transfer_readings.h"
#include "text/ascii.h"
#include "text/siphash.h"
#include "walk/attached.h"
#include "walk/link_maker.h"
#include "walk/shown_host.h"

namespace basewalk {
namespace {

// Enough of a body to see what it is.
constexpr std::size_t kFirstBytes = 1024;

// What other readings may cost in any case: twice of little is not worth counting.
constexpr std::size_t kSmallMessage = 4096;

// No registered type is longer (RFC 6838 4.2 asks for less), and it is told with every link.
constexpr std::size_t kLongestType = 127;

// URLs within URLs: each level may be nearly as long as the one around it.
constexpr std::size_t kWithinDepth = 8;

constexpr std::string_view kStatusNames[] = {"absolute", "resolved", "guessed", "unresolved",
                                             "invalid"};

std::string parameter(const mime::ParameterizedValue& value, std::string_view name) {
  const std::string* found = value.find(name);
  return found != nullptr ? *found : std::string();
}

unsigned bit_of(mime::Encoding encoding) { return 1u << static_cast<unsigned>(encoding); }

// One tree being walked: the message itself, or one that was decoded out of a leaf.
struct Frame {
  std::string bytes;  // of a decoded message
  Message decoded;
  const Message* message = nullptr;
  std::string prefix;      // of its section numbers: "2."
  std::size_t offset = 0;  // of the body it was decoded from, in the message that was given
  std::size_t depth = 0;   // of its root
  std::uint32_t next = 0;  // part
  std::vector<base::Scope> scopes;   // scopes[d] is the one around parts of depth d
  std::vector<std::uint32_t> notes;  // indices of message->notes, by part
  std::size_t next_note = 0;

  bool is_decoded() const { return message == &decoded; }
};

}  // namespace

std::string_view name(Status status) { return kStatusNames[static_cast<std::size_t>(status)]; }

class Walker::Impl {
 public:
  explicit Impl(WalkOptions options)
      : options_(std::move(options)), maker_(options_), notes_(options_.limits) {}

  WalkSummary walk(const Message& message, Visitor& visitor) {
    visitor_ = &visitor;
    summary_ = {};
    inner_finds_.clear();
    within_.clear();
    frames_.clear();
    maker_.begin(message.bytes.size());
    const std::size_t size = std::max<std::size_t>(message.bytes.size(), 4096);
    decoded_budget_ = options_.limits.decoded_factor * size;
    embedded_budget_ = reported_budget_ = options_.limits.output_factor * size;
    readings_budget_ = 2 * size + kSmallMessage;
    within_budget_ = reported_budget_ / 2;
    auto first = std::make_unique<Frame>();
    first->message = &message;
    first->scopes.push_back(
        base::Scope::outermost(options_.rules, options_.honor, options_.retrieved));
    push(std::move(first));
    while (!frames_.empty()) {
      Frame& frame = *frames_.back();
      if (frame.next == frame.message->parts.size())
        frames_.pop_back();
      else if (visit(frame, frame.next++) == Visit::stop)
        summary_.stopped = true, frames_.clear();
    }
    return summary_;
  }

 private:
  // One way to read a body.  There is another where a header declares type or encoding twice.
  struct Reading {
    std::string_view media_type;
    mime::Encoding encoding = mime::Encoding::identity;
    std::string declared;  // the value of the Content-Type field
    mime::ParameterizedValue content_type;
    Leaf leaf;
    std::string file_name;
    mime::TransferReading transfer = mime::TransferReading::first;
    bool scripting = false;
  };

  // A part on its way through visit().
  struct Current {
    Frame& frame;
    std::uint32_t index;
    const mime::Part& part;
    std::string section;
    base::Scope scope;
    Reading reading;
  };

  void push(std::unique_ptr<Frame> frame);
  Visit visit(Frame& frame, std::uint32_t index);
  Visit visit_external_body(Current& at);
  static void read_as(Current& at, std::string_view media_type, mime::Encoding encoding,
                      std::uint32_t content_type_field);
  Visit visit_other_readings(Current& at);
  std::vector<Reading> doubts_of(const Current& at) const;
  Visit visit_doubts(Current& at, std::vector<Reading> doubts);
  bool may_decode(const Current& at, std::size_t depth);
  void push_decoded(const Current& at);

  extract::Options text_options() const {
    extract::Options options;
    options.refang = options_.refang;
    return options;
  }
  std::string_view text_of(const Current& at);
  void find_links(const Current& at, std::string_view text);
  bool may_embed(const base::Scope& outer, const extract::Find& find);
  void make_scopes(const Current& at);

  Visit report_part(const Current& at, bool has_text);
  Visit report_structure_notes(Current& at);
  Visit report_header_links(const Current& at);
  Visit report_surroundings(const Current& at);
  Visit report_text(const Current& at, bool other_reading = false);
  Visit report_finds(const Current& at, bool other_reading);
  Visit report_other_charsets(const Current& at);
  void find_sources();
  void drop_seen_bases();
  void set_query_charset(const Current& at);
  const mime::Charset* query_charset(const extract::Find& find) const;
  bool is_seen(const extract::Find& find, const Link& link);
  bool is_known(const extract::Find& find, const Link& link);
  void keep_unsaid(const Notes& others);
  void drop_known_bases();
  Visit report_link(const Current& at, std::string_view type, const extract::Find& find,
                    const base::Scope& scope, bool in_text = false);
  Visit report_one(const Current& at, std::string_view type, const extract::Find& find,
                   const base::Scope& scope, std::size_t depth, bool in_text);
  void look_within(const Current& at, Link& link, std::size_t depth);
  Visit report_notes(const Current& at);
  Visit report_note(const Current& at, const Note& note);
  std::size_t offset_of(const Frame& frame, std::size_t offset) const {
    return frame.is_decoded() ? frame.offset : offset;
  }

  const WalkOptions options_;
  LinkMaker maker_;
  Visitor* visitor_ = nullptr;
  WalkSummary summary_;
  std::vector<std::unique_ptr<Frame>> frames_;
  // What is left, in bytes, of the bounds of this message.
  std::size_t decoded_budget_ = 0, embedded_budget_ = 0, reported_budget_ = 0;
  std::size_t within_budget_ = 0, readings_budget_ = 0;

  // Used again from part to part.
  Notes notes_;
  mime::CharsetDecoder charsets_;
  std::string transfer_;
  std::string_view text_;       // that finds_ are of
  extract::Finds finds_;        // of a text
  extract::Finds other_finds_;  // of a header field
  extract::Finds inner_finds_;  // of a URL, and of those within it
  struct Within {
    std::size_t find;  // index into inner_finds_
    std::size_t depth;
  };
  std::vector<Within> within_;                       // still to be reported, the next one last
  std::vector<base::Scope> scopes_;                  // of finds_.scopes
  const mime::Charset* document_charset_ = nullptr;  // of queries; null for UTF-8
  std::vector<bool> inner_documents_;                // by scope, where there is one
  // Where other readers take the bytes for another charset: the links of the first reading, and of
  // those after it, each with its place in the bytes.
  bool several_charsets_ = false;
  std::vector<std::string> seen_, seen_here_;  // before the reading at hand, sorted; in it
  std::vector<std::size_t> sources_;           // of finds_.finds, in the bytes
  std::vector<std::size_t> seen_bases_;        // the places of tags that name one
  // Where there are doubts about a body: the links of the readings so far.
  bool in_doubt_ = false, in_other_reading_ = false;
  struct TextHash {
    std::size_t operator()(std::string_view text) const { return siphash(text); }
  };
  using Texts = std::unordered_set<std::string, TextHash>;
  Texts known_links_, known_bases_;
  std::string first_text_;      // of the first reading
  std::size_t same_until_ = 0;  // so far the text of the reading at hand is that one
};

void Walker::Impl::push(std::unique_ptr<Frame> frame) {
  const std::vector<Note>& notes = frame->message->notes.all();
  frame->notes.resize(notes.size());
  for (std::uint32_t i = 0; i < notes.size(); ++i) frame->notes[i] = i;
  std::sort(frame->notes.begin(), frame->notes.end(), [&](std::uint32_t x, std::uint32_t y) {
    return notes[x].part != notes[y].part ? notes[x].part < notes[y].part : x < y;
  });
  frames_.push_back(std::move(frame));
}

Visit Walker::Impl::visit(Frame& frame, std::uint32_t index) {
  const Message& message = *frame.message;
  const mime::Part& part = message.parts[index];
  notes_.clear();
  ++summary_.parts;
  Current at{frame, index, part, frame.prefix + message.section(index), {}, {}};
  at.scope = frame.scopes[part.depth].enter(message, index, at.section, notes_);
  frame.scopes.resize(part.depth + 1u);
  frame.scopes.push_back(at.scope);
  read_as(at, part.media_type, part.encoding, part.content_type_field);
  const bool has_text = at.reading.leaf.kind == LeafKind::document;
  finds_.clear();
  if (has_text) find_links(at, text_of(at));
  if (report_part(at, has_text) == Visit::stop) return Visit::stop;
  if (report_structure_notes(at) == Visit::stop) return Visit::stop;
  if (report_header_links(at) == Visit::stop) return Visit::stop;
  if (part.media_type == "message/external-body" && visit_external_body(at) == Visit::stop)
    return Visit::stop;
  std::vector<Reading> doubts;
  if (has_text) doubts = doubts_of(at);
  in_doubt_ = !doubts.empty();
  in_other_reading_ = false;
  if (in_doubt_) {
    known_links_.clear();
    known_bases_.clear();
    first_text_ = text_;
    drop_known_bases();
  }
  if (has_text ? report_text(at) == Visit::stop : report_surroundings(at) == Visit::stop)
    return Visit::stop;
  if (in_doubt_ && visit_doubts(at, std::move(doubts)) == Visit::stop) return Visit::stop;
  if (at.reading.leaf.kind == LeafKind::message) push_decoded(at);
  if (visit_other_readings(at) == Visit::stop) return Visit::stop;
  return report_notes(at);
}

// Where a header can be read in several ways, a reader's program follows one of them: the links of
// all are reported.
Visit Walker::Impl::visit_other_readings(Current& at) {
  // A message is the same message whatever kind of message its type says.
  unsigned opened = at.reading.leaf.kind == LeafKind::message ? bit_of(at.reading.encoding) : 0;
  for (const mime::Reading& other : at.frame.message->other_readings(at.index)) {
    read_as(at, other.media_type, other.encoding, other.content_type_field);
    if (at.reading.leaf.kind == LeafKind::message && (opened & bit_of(other.encoding)) == 0) {
      opened |= bit_of(other.encoding);
      push_decoded(at);
    }
    if (at.reading.leaf.kind != LeafKind::document) continue;
    find_links(at, text_of(at));
    if (report_text(at, true) == Visit::stop) return Visit::stop;
  }
  return Visit::go_on;
}

// How else readers take the body of a document: each doubt by itself.
std::vector<Walker::Impl::Reading> Walker::Impl::doubts_of(const Current& at) const {
  std::vector<Reading> doubts;
  const Reading& first = at.reading;
  // What the decoder has passed over without a word all decoders pass over.
  const bool is_damaged = notes_.has(NoteCode::base64_junk) || notes_.has(NoteCode::base64_runs) ||
                          notes_.has(NoteCode::base64_url) || notes_.has(NoteCode::qp_escape);
  if (is_damaged) {
    for (const mime::TransferReading transfer :
         mime::other_transfer_readings(at.frame.message->body_of(at.part), first.encoding)) {
      doubts.push_back(first);
      doubts.back().transfer = transfer;
    }
  }
  for (const Leaf& leaf : other_leaves(first.leaf, first.file_name, text_.substr(0, kFirstBytes))) {
    doubts.push_back(first);
    doubts.back().leaf = leaf;
  }
  if (finds_.has_noscript) {
    doubts.push_back(first);
    doubts.back().scripting = true;
  }
  return doubts;
}

// The links that they have and the first reading has not.
Visit Walker::Impl::visit_doubts(Current& at, std::vector<Reading> doubts) {
  Reading first = std::move(at.reading);
  Notes said = std::exchange(notes_, Notes(options_.limits));
  Visit next = Visit::go_on;
  bool limited = false;
  in_other_reading_ = true;
  for (Reading& doubt : doubts) {
    if (at.part.body.size() > readings_budget_) {
      limited = true;
      break;
    }
    readings_budget_ -= at.part.body.size();
    at.reading = std::move(doubt);
    find_links(at, text_of(at));
    same_until_ = static_cast<std::size_t>(
        std::mismatch(text_.begin(), text_.end(), first_text_.begin(), first_text_.end()).first -
        text_.begin());
    drop_known_bases();
    next = report_finds(at, true);
    if (next == Visit::stop) break;
  }
  std::swap(notes_, said);
  keep_unsaid(said);
  if (limited) notes_.add(NoteCode::limit_readings, at.index, at.part.body.begin, first.leaf.type);
  at.reading = std::move(first);
  in_doubt_ = in_other_reading_ = false;
  return next;
}

// RFC 2017: the body is not here but where the URL says; that is what it was "retrieved" from.
Visit Walker::Impl::visit_external_body(Current& at) {
  if (!ascii::iequals(parameter(at.reading.content_type, "access-type"), "url"))
    return Visit::go_on;
  std::string url = parameter(at.reading.content_type, "url");
  std::erase_if(url, [](char c) { return ascii::is_space(c); });  // RFC 2017 3.1
  at.frame.scopes.back() = at.scope.retrieved(url, at.section);
  extract::Find find;
  find.raw = url;
  find.place = {.role = extract::Role::header, .element = "content-type"};
  return report_link(at, at.part.media_type, find, at.scope);
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
  if (needs_first_bytes(media_type, file_name)) {
    const std::string_view body = message.body_of(at.part);
    // Padding hides nothing: each look is twice as far, so that all cost what the last one does.
    for (std::size_t look = kFirstBytes;; look *= 2) {
      Notes ignored;
      first_bytes.clear();
      mime::decode_transfer(body.substr(0, look), encoding, first_bytes,
                            {ignored, at.index, at.part.body.begin});
      if (look >= body.size() || !is_blank_start(first_bytes)) break;
    }
  }
  at.reading.leaf = judge_leaf(media_type, file_name, first_bytes);
  // What is not opened is searched as it stands, so that nothing hides behind a limit or behind a
  // boundary that nobody finds ([H2]); what is encoded is decoded first.
  LeafKind& kind = at.reading.leaf.kind;
  const bool encoded = encoding != mime::Encoding::identity && encoding != mime::Encoding::unknown;
  const bool multipart = media_type.starts_with("multipart/");
  if (encoded && multipart) kind = LeafKind::message;
  if (!encoded && at.part.gap && kind == LeafKind::message) kind = LeafKind::opaque;
  if (kind == LeafKind::opaque && (multipart || (at.part.gap && !encoded)))
    at.reading.leaf = {LeafKind::document, "text/plain"};
}

// Is there room for one more message inside, of that depth?  Where not, a note says which limit it
// is.
bool Walker::Impl::may_decode(const Current& at, std::size_t depth) {
  NoteCode reached = NoteCode::limit_depth;
  if (depth <= options_.limits.depth) {
    reached = NoteCode::limit_parts;
    if (summary_.parts < options_.limits.parts) {
      // Messages in one another, each encoded anew, can make a multiple of what was sent.
      reached = NoteCode::limit_decoded;
      if (at.part.body.size() <= decoded_budget_) {
        decoded_budget_ -= at.part.body.size();
        return true;
      }
    }
  }
  notes_.add(reached, at.index, at.part.body.begin, at.reading.media_type);
  return false;
}

void Walker::Impl::push_decoded(const Current& at) {
  const std::size_t depth = at.frame.depth + at.part.depth + 1;
  if (!may_decode(at, depth)) return;
  auto inner = std::make_unique<Frame>();
  const mime::NotePlace place{notes_, at.index, at.part.body.begin};
  // A multipart is an entity without its header: its type, with the boundary, stands outside.
  if (at.reading.media_type.starts_with("multipart/"))
    inner->bytes = "Content-Type:" + at.reading.declared + "\r\n\r\n";
  mime::decode_transfer(at.frame.message->body_of(at.part), at.reading.encoding, inner->bytes,
                        place);
  Limits limits = options_.limits;
  limits.depth -= depth;
  limits.parts -= summary_.parts;
  inner->decoded = mime::read_message(inner->bytes, limits);
  inner->message = &inner->decoded;
  inner->prefix = at.section + '.';
  inner->offset = offset_of(at.frame, at.part.body.begin);
  inner->depth = depth;
  inner->scopes.push_back(at.scope);
  notes_.add(NoteCode::decoded_message, at.index, at.part.body.begin, at.reading.media_type);
  push(std::move(inner));
}

// The text of a leaf in UTF-8, good until the next call.
std::string_view Walker::Impl::text_of(const Current& at) {
  std::string_view body = at.frame.message->body_of(at.part);
  const mime::NotePlace place{notes_, at.index, at.part.body.begin};
  if (at.reading.encoding != mime::Encoding::identity) {
    transfer_.clear();
    if (at.reading.transfer == mime::TransferReading::first)
      mime::decode_transfer(body, at.reading.encoding, transfer_, place);
    else
      mime::decode_transfer_as(at.reading.transfer, body, transfer_);
    body = transfer_;
  }
  return charsets_.to_utf8(body, parameter(at.reading.content_type, "charset"),
                           text_kind(at.reading.leaf.type), place);
}

void Walker::Impl::find_links(const Current& at, std::string_view text) {
  extract::Options options = text_options();
  options.depth = options_.limits.depth;
  options.links = options_.limits.links - std::min(options_.limits.links, summary_.links);
  options.flowed = ascii::iequals(parameter(at.reading.content_type, "format"), "flowed");
  options.del_sp = ascii::iequals(parameter(at.reading.content_type, "delsp"), "yes");
  options.scripting = at.reading.scripting;
  finds_.clear();
  text_ = text;
  extract::extract(at.reading.leaf.type, text_, options, finds_);
  if (finds_.cut)
    notes_.add(NoteCode::limit_links, at.index, at.part.body.begin, at.reading.leaf.type);
  make_scopes(at);
}

// A base in the content holds what it is resolved against: many of them could hold a multiple of
// what was sent ([H3]).
bool Walker::Impl::may_embed(const base::Scope& outer, const extract::Find& find) {
  const std::size_t cost =
      find.raw.size() + (outer.url() != nullptr ? outer.url()->text().size() : 0);
  if (cost > embedded_budget_) return false;
  embedded_budget_ -= cost;
  return true;
}

// The scope of each stretch of the text: around it, and on top the first base that it names ([B4]).
void Walker::Impl::make_scopes(const Current& at) {
  const std::vector<const extract::Find*> first = extract::bases_of(finds_);
  const bool identity = at.reading.encoding == mime::Encoding::identity;
  const auto offset = [&](std::size_t in_text) {
    return at.part.body.begin + (identity ? std::min(in_text, at.part.body.size()) : 0);
  };
  for (const extract::Find& find : finds_.finds) {
    if (find.kind != extract::FindKind::base || !options_.honor.html_base) continue;
    if (first[find.scope] != &find)
      notes_.add(NoteCode::base_later, at.index, offset(find.begin), find.raw);
  }
  scopes_.clear();
  // What is around a scope, whatever base that has of its own.
  const auto around = [&](std::size_t i) {
    const extract::BaseScope& scope = finds_.scopes[i];
    if (i == 0) return at.scope;
    if (scope.kind == extract::ScopeKind::data)  // RFC 2397: it came from nowhere
      return base::Scope::outermost(options_.rules, options_.honor);
    return scopes_[scope.outer];
  };
  for (std::size_t i = 0; i < finds_.scopes.size(); ++i) {
    const extract::BaseScope& scope = finds_.scopes[i];
    scopes_.push_back(around(scope.kind == extract::ScopeKind::earlier ? scope.outer : i));
    if (first[i] == nullptr) continue;
    if (!may_embed(scopes_[i], *first[i])) {
      notes_.add(NoteCode::limit_output, at.index, offset(first[i]->begin), first[i]->raw);
      scopes_[i] = base::Scope();
      continue;
    }
    const bool codebase = first[i]->place.attribute == "codebase";
    scopes_[i] = scopes_[i].embed(
        {first[i]->raw, codebase ? BaseFrom::codebase : BaseFrom::html_base, at.section, at.index,
         offset(first[i]->begin), scope.kind != extract::ScopeKind::element},
        notes_);
  }
  for (const Note& note : finds_.notes)
    notes_.add(note.code, at.index, offset(note.offset), note.text);
}

Visit Walker::Impl::report_part(const Current& at, bool has_text) {
  const base::Scope& scope = has_text ? scopes_.front() : at.scope;
  PartReport report;
  report.section = at.section;
  report.type = at.part.media_type.substr(0, kLongestType);
  report.depth = at.frame.depth + at.part.depth;
  report.offset = offset_of(at.frame, at.part.header.begin);
  report.size = at.part.body.size();
  report.kind = at.part.kind;
  report.decoded = at.frame.is_decoded();
  if (scope.url() != nullptr && scope.url()->text().size() <= reported_budget_) {
    report.base = scope.url()->text();
    reported_budget_ -= report.base->size();
  }
  report.base_from = scope.from();
  report.base_part = scope.section();
  report.message = at.frame.message;
  report.index = at.index;
  return visitor_->part(report);
}

Visit Walker::Impl::report_structure_notes(Current& at) {
  Frame& frame = at.frame;
  const std::vector<Note>& notes = frame.message->notes.all();
  for (; frame.next_note < frame.notes.size(); ++frame.next_note) {
    const Note& note = notes[frame.notes[frame.next_note]];
    if (note.part > at.index) break;
    if (report_note(at, note) == Visit::stop) return Visit::stop;
  }
  return Visit::go_on;
}

// [B7]: what stands in a header is resolved against the base of that same entity.
Visit Walker::Impl::report_header_links(const Current& at) {
  const Message& message = *at.frame.message;
  std::string unfolded, decoded, decoded_name;
  for (std::uint32_t i = at.part.first_field; i < at.part.fields_end; ++i) {
    const mime::HeaderField& field = message.fields[i];
    // The URL of an external body is a parameter, and reported as such.
    if (i == at.part.content_type_field && at.part.media_type == "message/external-body") continue;
    std::string_view value = message.value_of(field);
    if (!extract::may_hold_references(message.name_of(field), value)) continue;
    unfolded.clear();
    mime::unfold(value, unfolded);
    value = unfolded;
    std::string_view name = message.name_of(field);
    if (value.find("=?") != std::string_view::npos || !mime::is_utf8(value))
      value = decoded = mime::decode_words(value);
    if (!mime::is_utf8(name)) name = decoded_name = mime::decode_words(name);
    other_finds_.clear();
    extract::extract_field(name, value, text_options(), other_finds_);
    for (const extract::Find& find : other_finds_.finds)
      if (report_link(at, at.part.media_type, find, at.scope) == Visit::stop) return Visit::stop;
  }
  return Visit::go_on;
}

// What stands around the parts of a multipart.  Few readers show it, but those that see no
// boundary, or another one, do.
Visit Walker::Impl::report_surroundings(const Current& at) {
  const Message& message = *at.frame.message;
  for (const mime::Span span : {at.part.preamble, at.part.epilogue}) {
    if (span.empty()) continue;
    Notes ignored;
    const std::string_view text = charsets_.to_utf8(
        span.of(message.bytes), {}, mime::TextKind::plain, {ignored, at.index, span.begin});
    other_finds_.clear();
    extract::extract_text(text, text_options(), other_finds_);
    for (extract::Find& find : other_finds_.finds) {
      find.place.around = span.begin == at.part.preamble.begin ? "preamble " : "epilogue ";
      if (report_link(at, at.part.media_type, find, at.scope) == Visit::stop) return Visit::stop;
    }
  }
  return Visit::go_on;
}

// The links of the text, and those that it has for readers who take it for another charset.
Visit Walker::Impl::report_text(const Current& at, bool other_reading) {
  if (!charsets_.has_other()) return report_finds(at, other_reading);
  several_charsets_ = true;
  find_sources();
  seen_bases_.clear();
  drop_seen_bases();
  Visit next = report_finds(at, other_reading);
  if (next == Visit::go_on) next = report_other_charsets(at);
  several_charsets_ = false;
  seen_.clear();
  seen_here_.clear();
  return next;
}

Visit Walker::Impl::report_other_charsets(const Current& at) {
  while (const std::optional<std::string_view> text = charsets_.next_other()) {
    std::move(seen_here_.begin(), seen_here_.end(), std::back_inserter(seen_));
    seen_here_.clear();
    std::sort(seen_.begin(), seen_.end());
    Notes first = std::exchange(notes_, Notes(options_.limits));
    find_links(at, *text);
    std::swap(notes_, first);
    keep_unsaid(first);
    find_sources();
    drop_seen_bases();
    if (report_finds(at, true) == Visit::stop) return Visit::stop;
  }
  return Visit::go_on;
}

// Of another reading: what was said of the first holds for it.
void Walker::Impl::keep_unsaid(const Notes& others) {
  for (const Note& note : others.all()) {
    const std::vector<Note>& said = notes_.all();
    if (std::none_of(said.begin(), said.end(),
                     [&](const Note& each) { return each.code == note.code; }))
      notes_.add(note.code, note.part, note.offset, note.text);
  }
}

void Walker::Impl::find_sources() {
  const std::vector<extract::Find>& finds = finds_.finds;
  std::vector<std::size_t> order(finds.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return finds[a].begin < finds[b].begin; });
  std::vector<std::size_t> places(finds.size());
  std::transform(order.begin(), order.end(), places.begin(),
                 [&](std::size_t i) { return finds[i].begin; });
  charsets_.to_places_in_bytes(places);
  sources_.resize(finds.size());
  for (std::size_t i = 0; i < order.size(); ++i) sources_[order[i]] = places[i];
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

// A tag that a reading before this one has, too, is that one's.
void Walker::Impl::drop_seen_bases() {
  std::sort(seen_bases_.begin(), seen_bases_.end());
  const std::size_t before = seen_bases_.size();
  std::erase_if(finds_.base_tags, [&](const extract::BaseTag& tag) {
    const std::size_t source = sources_[tag.find];
    const auto end = seen_bases_.begin() + static_cast<std::ptrdiff_t>(before);
    if (std::binary_search(seen_bases_.begin(), end, source)) return true;
    seen_bases_.push_back(source);
    return false;
  });
}

// A tag that a reading before this one has at the same place of the text is that one's.
void Walker::Impl::drop_known_bases() {
  Texts here;
  std::erase_if(finds_.base_tags, [&](const extract::BaseTag& tag) {
    std::string key = std::to_string(tag.begin) + ' ';
    key += finds_.finds[tag.find].raw;
    if (in_other_reading_ && tag.end <= same_until_ && known_bases_.contains(key)) return true;
    here.insert(std::move(key));
    return false;
  });
  known_bases_.merge(here);
}

// Has a reading of the body had the link before, of the same bytes?  Now it has.  Only up to where
// the texts differ are equal places the same bytes: behind it a link like one that is edited may be
// one that is not.
bool Walker::Impl::is_known(const extract::Find& find, const Link& link) {
  const std::string where = extract::where(link.place);
  std::string key = std::to_string(find.begin) + '\n';
  const std::string_view pieces[] = {where, link.raw, link.url.value_or("-"),
                                     link.clicked.value_or("-")};
  for (const std::string_view piece : pieces)
    key.append(std::to_string(piece.size())).append(1, ' ').append(piece).append(1, '\n');
  const bool fresh = known_links_.insert(std::move(key)).second;
  return !fresh && find.end <= same_until_;
}

// Has a reading before this one the link, of the same bytes?
bool Walker::Impl::is_seen(const extract::Find& find, const Link& link) {
  if (!several_charsets_) return false;
  const auto index = static_cast<std::size_t>(&find - finds_.finds.data());
  std::string key = std::to_string(sources_[index]);
  const std::string where = extract::where(link.place);
  const std::string_view pieces[] = {where, link.raw, link.url.value_or("-"),
                                     link.clicked.value_or("-")};
  for (const std::string_view piece : pieces)
    key.append(1, '\n').append(std::to_string(piece.size())).append(1, ' ').append(piece);
  if (std::binary_search(seen_.begin(), seen_.end(), key)) return true;
  seen_here_.push_back(std::move(key));
  return false;
}

Visit Walker::Impl::report_finds(const Current& at, bool other_reading) {
  const TextReport report{at.section,          at.reading.leaf.type, text_,    charsets_.used(),
                          at.reading.encoding, at.frame.message,     at.index, &finds_,
                          other_reading};
  if (visitor_->text(report) == Visit::stop) return Visit::stop;
  set_query_charset(at);
  for (const extract::Find& find : finds_.finds) {
    if (find.kind != extract::FindKind::reference) continue;
    if (report_link(at, at.reading.leaf.type, find, scopes_[find.scope], true) == Visit::stop)
      return Visit::stop;
  }
  return visitor_->text_end(report);
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
  if (summary_.links >= options_.limits.links) {
    notes_.add(NoteCode::limit_links, at.index, at.part.body.begin, find.raw);
    return Visit::go_on;
  }
  Link link;
  link.part = at.section;
  link.type = type.substr(0, kLongestType);
  if (in_text) link.find = &find;
  const std::size_t omitted = maker_.omitted();
  maker_.make(find, scope, link, in_text ? query_charset(find) : nullptr);
  if (in_text && is_seen(find, link)) return Visit::go_on;
  if (in_text && in_doubt_ && is_known(find, link) && in_other_reading_) return Visit::go_on;
  if (maker_.omitted() != omitted && omitted == 0)
    notes_.add(NoteCode::limit_output, at.index, at.part.body.begin);
  look_within(at, link, depth);
  // Where a wrapper leads is what its text promises.
  if (!link.flags.has(Flag::wrapped) && link.text && shows_another_host(*link.text, link.clicked))
    link.flags.add(Flag::text_differs);
  ++summary_.links;
  return visitor_->link(link);
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
    if (report_note(at, note) == Visit::stop) return Visit::stop;
  return Visit::go_on;
}

Visit Walker::Impl::report_note(const Current& at, const Note& note) {
  ++summary_.notes;
  return visitor_->note({note.code, at.section, offset_of(at.frame, note.offset), note.text});
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
