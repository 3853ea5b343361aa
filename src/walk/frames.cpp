// SPDX-License-Identifier: MIT
//
// Trees upon trees: a message that was decoded out of a leaf, one piece after the other of an
// entity that a limit keeps from being opened, and the message once more without its NULs, each
// as a frame on the walker's stack.
//
// Before this: walk.cpp has come to a leaf that holds a message.  After it: walk.cpp goes through
// its parts.
#include <algorithm>
#include <utility>

#include "basewalk/note.h"
#include "mime/charset.h"
#include "mime/content_type.h"
#include "mime/line/line_ends.h"
#include "mime/scan.h"
#include "text/work.h"
#include "walk/walker.h"

namespace basewalk {

void Walker::Impl::push(std::unique_ptr<Frame> frame) {
  const std::vector<Note>& notes = frame->message->notes.all();
  frame->notes.resize(notes.size());
  for (std::uint32_t i = 0; i < notes.size(); ++i) frame->notes[i] = i;
  std::sort(frame->notes.begin(), frame->notes.end(), [&](std::uint32_t x, std::uint32_t y) {
    return notes[x].part != notes[y].part ? notes[x].part < notes[y].part : x < y;
  });
  const std::vector<mime::StructureDoubt>& doubts = frame->message->doubts;
  frame->joins_pages = frame->section.empty() && has_pages_to_join(*frame->message);
  if (frame->joins_pages) remember(*frame);
  keep_websites(*frame);
  if (!doubts.empty()) {
    put_in_doubt(*frame);
    frame->doubts.resize(doubts.size());
    for (std::uint32_t i = 0; i < doubts.size(); ++i) frame->doubts[i] = i;
    std::stable_sort(
        frame->doubts.begin(), frame->doubts.end(),
        [&](std::uint32_t x, std::uint32_t y) { return doubts[x].part < doubts[y].part; });
  }
  frames_.push_back(std::move(frame));
}

// Its links are kept in mind, so that those who see them again do not tell of them.
void Walker::Impl::remember(Frame& frame) {
  if (!frame.remembered) ++remembered_;
  frame.remembered = true;
}

// There are other readings of all of it.
void Walker::Impl::put_in_doubt(Frame& frame) {
  remember(frame);
  if (!frame.in_doubt) ++structures_in_doubt_;
  frame.in_doubt = true;
}

// Says where in what the visitor knows a frame lies; `part` is that of the outer one.
void Walker::Impl::set_told(Frame& inner, const Frame& outer, std::uint32_t part) {
  const bool is_told = outer.is_told() && !inner.reading && inner.section.empty();
  inner.told = is_told ? inner.message : outer.told;
  inner.told_part = outer.is_told() ? part : outer.told_part;
}

void Walker::Impl::pop() {
  if (frames_.back()->in_doubt) --structures_in_doubt_;
  if (frames_.back()->remembered && --remembered_ == 0) {
    known_in_message_.clear();
    forget_links_of_pages();
  }
  frames_.pop_back();
}

// Is there room for one more message inside, of that depth?  Where not, a note says which limit it
// is.
bool Walker::Impl::may_decode(const Current& at, std::size_t depth) {
  if (reading() && !may_read(at)) return false;
  NoteCode reached = NoteCode::limit_depth;
  if (!may_work())
    reached = NoteCode::limit_work;
  else if (depth <= options_.limits.depth) {
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

// Of a body that is taken as it is not: what has no part there is no text that anybody shows.
void Walker::Impl::keep_multiparts(Message& message) {
  for (const Note& note : message.notes.all()) {
    if (note.code != NoteCode::boundary_unused) continue;
    mime::Part& part = message.parts[note.part];
    if (part.kind != mime::PartKind::leaf) continue;
    part.kind = mime::PartKind::multipart;
    part.preamble = part.body;
    part.epilogue = {part.body.end, part.body.end};
  }
}

void Walker::Impl::push_decoded(const Current& at) {
  const std::size_t depth = at.frame.depth + at.part.depth + 1;
  if (at.reading.unopened || at.frame.section.size() > 0) return push_unopened(at);
  if (!may_decode(at, depth)) {
    if (!reading() && may_work()) push_unopened(at);
    return;
  }
  work::charge(at.part.body.size());
  auto inner = std::make_unique<Frame>();
  const mime::NotePlace place{notes_, at.index, at.part.body.begin};
  // A multipart is an entity without its header: its type, with the boundary, stands outside.
  if (at.reading.media_type.starts_with("multipart/"))
    inner->bytes = "Content-Type:" + at.reading.declared + "\r\n\r\n";
  const std::string_view body = at.frame.message->body_of(at.part);
  const bool is_first = at.reading.transfer == mime::TransferReading::first;
  if (is_first)
    mime::decode_transfer(body, at.reading.encoding, inner->bytes, place);
  else
    mime::decode_transfer_as(at.reading.transfer, body, inner->bytes);
  Limits limits = options_.limits;
  limits.depth -= depth;
  limits.parts -= summary_.parts;
  inner->own = mime::read_inner(inner->bytes, limits);
  inner->message = &inner->own;
  inner->is_decoded = true;
  inner->reading = reading();
  if (inner->reading) keep_multiparts(inner->own);
  inner->origin = place_of_body(at);
  inner->prefix = at.section + '.';
  inner->offset = offset_of(at.frame, at.part.body.begin);
  inner->depth = depth;
  inner->in_document = at.frame.in_document;
  inner->documents = at.frame.documents;
  inner->scopes.push_back(at.scope);
  set_told(*inner, at.frame, at.index);
  if (is_first && !body_)
    notes_.add(NoteCode::decoded_message, at.index, at.part.body.begin, at.reading.media_type);
  push(std::move(inner));
}

// Entities that a limit keeps from being opened are searched all the same: one after the other, by
// the header in front of each.
void Walker::Impl::push_unopened(const Current& at) {
  unopened_ = true;
  const bool plain = at.reading.encoding == mime::Encoding::identity ||
                     at.reading.encoding == mime::Encoding::unknown;
  // A piece may hold pieces again.
  if (!plain || !at.frame.section.empty()) {
    if (at.part.body.size() > decoded_budget_) {
      notes_.add(NoteCode::limit_decoded, at.index, at.part.body.begin, at.reading.media_type);
      return;
    }
    decoded_budget_ -= at.part.body.size();
  }
  work::charge(at.part.body.size());
  auto inner = std::make_unique<Frame>();
  if (plain) {
    inner->own.bytes = at.frame.message->bytes;
    inner->pieces.emplace(inner->own.bytes, at.part.body, mime::has_cr_lines(*at.frame.message));
    inner->is_decoded = at.frame.is_decoded;
    inner->offset = at.frame.offset;
    inner->origin = at.frame.origin;
    inner->dropped = at.frame.dropped;
  } else {
    mime::decode_transfer(at.frame.message->body_of(at.part), at.reading.encoding, inner->bytes,
                          {notes_, at.index, at.part.body.begin});
    inner->own.bytes = inner->bytes;
    inner->pieces.emplace(inner->own.bytes, mime::Span{0, inner->bytes.size()}, false);
    inner->is_decoded = true;
    inner->offset = offset_of(at.frame, at.part.body.begin);
    inner->origin = place_of_body(at);
  }
  inner->message = &inner->own;
  inner->section = at.section;
  inner->reading = reading();
  inner->depth = at.frame.depth + at.part.depth;
  inner->in_document = at.frame.in_document;
  inner->documents = at.frame.documents;
  inner->scopes.push_back(at.scope);
  set_told(*inner, at.frame, at.index);
  push(std::move(inner));
}

Visit Walker::Impl::push_piece(Frame& frame, mime::Span piece) {
  auto inner = std::make_unique<Frame>();
  inner->own = mime::read_piece(frame.own.bytes, piece, frame.pieces->cr_lines(), options_.limits);
  // Its structure is read in one way, and so is that of the pieces behind it.
  std::vector<mime::StructureDoubt>& doubts = inner->own.doubts;
  if (!doubts.empty() && tell_unread_others(frame, 0,
                                            {frame.section,
                                             inner->own.root().media_type,
                                             {},
                                             offset_of(frame, piece.begin),
                                             frame.pieces->end() - piece.begin},
                                            doubts.front()) == Visit::stop)
    return Visit::stop;
  doubts.clear();
  inner->message = &inner->own;
  inner->is_decoded = frame.is_decoded;
  inner->reading = frame.reading;
  inner->offset = frame.offset;
  inner->origin = frame.origin;
  inner->dropped = frame.dropped;
  inner->section = frame.section;
  inner->depth = frame.depth;
  inner->in_document = frame.in_document;
  inner->documents = frame.documents;
  inner->scopes.push_back(frame.scopes.front());
  set_told(*inner, frame, 0);
  push(std::move(inner));
  return Visit::go_on;
}

// In what is no text, and in UTF-16 by a label that browsers know, a NUL is data.
bool Walker::Impl::keeps_nuls(Frame& frame, std::uint32_t index) {
  const mime::Part& part = frame.message->parts[index];
  Current at{frame, index, part, {}, {}, {}};
  read_as(at, part.media_type, part.encoding, part.content_type_field);
  if (at.reading.leaf.kind == LeafKind::opaque || document_of(at)) return true;
  const std::string* const label = at.reading.content_type.find("charset");
  const mime::Charset* const charset = mime::find_charset(label != nullptr ? *label : "");
  return charset != nullptr && mime::is_utf16(*charset);
}

// The message without NULs; false where there are too many of them.
bool Walker::Impl::drop_nuls(Frame& frame, std::string& out) {
  constexpr std::size_t kMostRuns = 65536;
  const std::string_view bytes = frame.message->bytes;
  const std::vector<mime::Part>& parts = frame.message->parts;
  dropped_.clear();
  std::size_t runs = 0, part = 0, known = parts.size();  // of which NULs go
  for (std::size_t pos = 0; pos < bytes.size();) {
    const std::size_t nul = std::min(bytes.find('\0', pos), bytes.size());
    out.append(bytes.substr(pos, nul - pos));
    pos = nul;
    while (part < parts.size() &&
           (parts[part].kind != mime::PartKind::leaf || parts[part].body.end <= pos))
      ++part;
    if (part < parts.size() && part != known && parts[part].body.begin <= pos &&
        pos < parts[part].body.end) {
      if (keeps_nuls(frame, static_cast<std::uint32_t>(part))) {
        out.append(bytes.substr(pos, parts[part].body.end - pos));
        pos = parts[part].body.end;
        continue;
      }
      known = part;
    }
    while (pos < bytes.size() && bytes[pos] == '\0') ++pos;
    if (pos == nul) continue;
    if (++runs > kMostRuns) return false;
    dropped_.step(out.size(), pos);
  }
  work::charge(bytes.size());
  return true;
}

// Thunderbird takes them out of all lines that it reads, before it looks for anything in them.
Visit Walker::Impl::push_without_nuls(Frame& frame) {
  const mime::Part& root = frame.message->root();
  const std::size_t size = frame.message->bytes.size();
  structure_.reset();
  auto inner = std::make_unique<Frame>();
  if (size > readings_budget_ || !may_work() || !drop_nuls(frame, inner->bytes)) {
    mime::StructureDoubt doubt;
    doubt.doubt = Doubt::charset;
    return tell_unread_others(frame, 0, {"0", root.media_type, {}, 0, size}, doubt);
  }
  if (inner->bytes.size() == size) return Visit::go_on;
  readings_budget_ -= size;
  inner->own = mime::read_inner(inner->bytes, options_.limits);
  inner->message = &inner->own;
  inner->is_decoded = true;
  inner->reading = Doubt::charset;
  inner->origin = frame.origin;
  inner->dropped = &dropped_;
  inner->scopes.push_back(frame.scopes.front());
  set_told(*inner, frame, 0);
  push(std::move(inner));
  return Visit::go_on;
}

}  // namespace basewalk
