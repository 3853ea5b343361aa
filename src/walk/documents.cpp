// SPDX-License-Identifier: MIT
//
// The walker's documents: leaves that are no text are opened, and what is found in them is told as
// if it stood in the message: their references with the base that they declare, their texts, and
// the files in them as parts below.
//
// A document's own base holds for its references and texts, and for nothing else: a file in it
// comes from elsewhere, and is resolved by what the message says, and by its own header where the
// document has kept one.
//
// Before this: walk.cpp has come to a leaf.  After it: open/opener.cpp, then report.cpp.
#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "basewalk/note.h"
#include "mime/scan.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "url/windows_path.h"
#include "walk/leaf/page_fields.h"
#include "walk/walker.h"
#include "worker/host_of_code.h"
#include "worker/programs.h"

namespace basewalk {
namespace {

// "a.b.example/x" in a PDF, which Chromium and Acrobat take for a host where two dots or more stand
// before the first slash, and for a file where there are fewer.
bool begins_as_host(std::string_view raw) {
  if (raw.starts_with('.') || raw.find("://") != raw.npos || raw.find("mailto:") != raw.npos)
    return false;
  const std::string_view host = raw.substr(0, raw.find('/'));
  for (const char c : host.substr(0, host.find_first_of("?#")))
    if (static_cast<unsigned char>(c) < 0x80 && !ascii::is_alnum(c) &&
        std::string_view(".-_:@%").find(c) == std::string_view::npos)
      return false;
  const std::size_t colon = host.rfind(':');
  if (colon != host.npos && host.find_first_not_of("0123456789", colon + 1) != host.npos)
    return false;
  return std::count(host.begin(), host.end(), '.') >= 2;
}

// Seconds that one document is granted at most, but for its size.
constexpr std::uint64_t kSecondsOfOne = 10;
// The same of a drawing: tables in one another take a multiple of time for each level.
constexpr std::uint64_t kSecondsOfDrawing = 3;

Unread why_of(worker::Lack why) {
  switch (why) {
    case worker::Lack::damaged:
      return Unread::damaged;
    case worker::Lack::encrypted:
      return Unread::encrypted;
    case worker::Lack::no_opener:
      return Unread::no_opener;
    case worker::Lack::limit:
      return Unread::limit;
    case worker::Lack::empty:
    case worker::Lack::repaired:
      break;
  }
  return Unread::not_text;
}

bool is_encrypted(const open::Opened& opened) {
  return std::any_of(opened.lacks.begin(), opened.lacks.end(),
                     [](const open::Lack& lack) { return lack.why == worker::Lack::encrypted; });
}

// Is all that was found that it is damaged?
bool is_nothing(const open::Opened& opened) {
  return !opened.base && opened.references.empty() && opened.texts.empty() &&
         opened.parts.empty() && !opened.opened_with && !opened.lacks.empty() &&
         std::all_of(opened.lacks.begin(), opened.lacks.end(),
                     [](const open::Lack& lack) { return lack.why == worker::Lack::damaged; });
}

// Of a file without a type: is it a text, or to be taken for one, of which neither the name nor the
// bytes tell more?
bool is_unknown_text(const open::Part& part) {
  const std::string_view bytes = part.bytes;
  return !open::recognise(bytes.substr(0, open::kBytesToRecognise), part.name, {},
                          open::Kinds::all()) &&
         judge_leaf("application/octet-stream", part.name, bytes.substr(0, kFirstBytes)).kind ==
             LeafKind::opaque &&
         (part.may_be_records || looks_like_text(bytes));
}

// The header of a file in a document.
std::string header_of(const open::Part& part) {
  std::string type = ascii::lowered(part.type);
  // What holds entities has them in an entity.
  if (type.find('/') == std::string::npos || type.starts_with("multipart/"))
    type = is_unknown_text(part) ? "text/plain" : "application/octet-stream";
  std::string header = "Content-Type: ";
  header += type;
  if (!part.charset.empty()) header.append("; charset=").append(part.charset);
  header += "\r\n";
  if (!part.name.empty()) {
    // RFC 2231 4, whatever is in the name.
    header += "Content-Disposition: attachment; filename*=UTF-8''";
    text::append_escaped(header, part.name, [](char c) {
      return ascii::is_alnum(c) || c == '.' || c == '-' || c == '_';
    });
    header += "\r\n";
  }
  const auto add_url = [&](std::string_view name, std::string_view url) {
    if (url.empty() || std::any_of(url.begin(), url.end(), [](char c) {
          return static_cast<unsigned char>(c) < ' ' || c == 127;
        }))
      return;
    header.append(name).append(": ").append(url).append("\r\n");
  };
  add_url("Content-Base", part.content_base);
  add_url("Content-Location", part.content_location);
  return header + "\r\n";
}

// A message of one leaf, whatever its bytes look like.
Message leaf_message(std::string& bytes, const std::string& header, std::string_view body,
                     const Limits& limits) {
  // What is read of the header points into it.
  bytes.reserve(header.size() + body.size());
  bytes = header;
  Message message = mime::read_inner(bytes, limits);
  bytes += body;
  message.bytes = bytes;
  message.parts.front().body = {header.size(), bytes.size()};
  return message;
}

}  // namespace

// What opens a leaf; of a text only what its bytes say, since it is searched as it stands, too.
std::optional<open::Format> Walker::Impl::document_of(Current& at) {
  if (options_.open.empty() || at.part.kind != mime::PartKind::leaf ||
      at.reading.leaf.kind == LeafKind::message || !at.frame.section.empty())
    return std::nullopt;
  const std::string_view body = at.frame.message->body_of(at.part);
  if (body.empty()) return std::nullopt;
  std::string_view first_bytes = body.substr(0, open::kBytesToRecognise);
  if (at.reading.encoding != mime::Encoding::identity) {
    // What decodes to nothing, or to little, hides nothing.
    for (std::size_t look = 2 * open::kBytesToRecognise;; look *= 2) {
      Notes ignored;
      const std::string_view start = body.substr(0, look);
      work::charge(start.size());
      first_bytes_.clear();
      mime::decode_transfer(start, at.reading.encoding, first_bytes_,
                            {ignored, at.index, at.part.body.begin});
      if (look >= body.size() || first_bytes_.size() >= open::kBytesToRecognise) break;
    }
    first_bytes = std::string_view(first_bytes_).substr(0, open::kBytesToRecognise);
  }
  std::optional<open::Format> format =
      open::recognise(first_bytes, at.reading.file_name, at.part.media_type, options_.open);
  for (const std::string& name : at.reading.other_names)
    if (!format) format = open::recognise(first_bytes, name, at.part.media_type, options_.open);
  if (!format) return std::nullopt;
  if (at.reading.leaf.kind == LeafKind::document) {
    // A zip is found by its end, whatever text stands before it.
    const bool may_begin_as_text = format->kind == open::Kind::shortcut ||
                                   format->kind == open::Kind::rtf || format->opener == "flat" ||
                                   format->name == "zip" || format->opener == "webarchive";
    if (!format->by_bytes && !may_begin_as_text) return std::nullopt;
    // What is declared as RTF nobody shows as it stands.  Whatever else begins so is searched as
    // what it is declared, too: "{\rt" before a page hides nothing of the page.
    if (format->kind == open::Kind::rtf && format->by_bytes && at.part.media_type == "text/rtf")
      at.reading.leaf = {};
  }
  return format;
}

void Walker::Impl::keep_links_of_text(bool has_text) {
  documents_.known.clear();
  if (!has_text) return;
  for (const extract::Find& find : finds_.finds)
    if (find.kind == extract::FindKind::reference) documents_.known.emplace(find.raw);
}

// Of a text, too, which was searched as it stands.
Visit Walker::Impl::report_document_limit(const Current& at, std::string_view text) {
  open::Opened unopened;
  unopened.lacks.push_back({worker::Lack::limit, "", std::string(text), {}});
  return report_lacks(at, at.part.body.size(), unopened);
}

// The words of the message that was given, once.
const std::vector<open::Word>& Walker::Impl::password_words() {
  if (std::exchange(documents_.has_words, true)) return documents_.words;
  open::Words words;
  collect_words(*frames_.front()->message, words);
  // An encrypted archive may hold others, whose names tell.
  for (const std::unique_ptr<Frame>& frame : frames_)
    if (frame != frames_.front() && !frame->message->parts.empty())
      collect_words(*frame->message, words);
  return documents_.words = words.best();
}

void Walker::Impl::collect_words(const Message& message, open::Words& words) {
  if (const mime::HeaderField* field = message.find(message.root(), "subject"))
    words.add(mime::decode_words(message.value_of(*field)), open::WordOf::subject);
  mime::CharsetDecoder charsets;
  std::size_t texts = 0;
  for (std::uint32_t i = 0; i < message.parts.size() && texts < 16; ++i) {
    const mime::Part& part = message.parts[i];
    if (part.kind != mime::PartKind::leaf) continue;
    mime::ParameterizedValue type;
    if (part.content_type_field != mime::kNone)
      type = mime::parse_parameterized(message.value_of(message.fields[part.content_type_field]));
    words.add(file_name_of(message, part, type), open::WordOf::file_name);
    if (part.media_type != "text/plain" && part.media_type != "text/html") continue;
    ++texts;
    const std::string_view body = message.body_of(part).substr(0, std::size_t{96} << 10);
    work::charge(2 * body.size());
    Notes ignored;
    const mime::NotePlace place{ignored, i, part.body.begin};
    std::string decoded;
    mime::decode_transfer(body, part.encoding, decoded, place);
    const std::string* charset = type.find("charset");
    words.add(charsets.to_utf8(decoded, charset != nullptr ? *charset : std::string(),
                               text_kind(part.media_type), place),
              open::WordOf::body, part.media_type == "text/html");
  }
}

open::Opened Walker::Impl::open_document(const Current& at, const open::Format& format,
                                         const std::string& bytes) {
  worker::Document document;
  document.bytes = bytes;
  document.name = at.reading.file_name;
  document.bounds.members = options_.limits.document_parts;
  document.bounds.pages = options_.limits.document_pages;
  document.bounds.pixels = options_.limits.document_pixels;
  worker::DocumentGrant grant;
  const auto open_once = [&] {
    document.bounds.bytes = documents_.bytes;
    // Whole seconds are granted: what is left of one counts as one.
    const std::uint64_t most =
        format.kind == open::Kind::drawing ? kSecondsOfDrawing : kSecondsOfOne;
    grant.cpu = std::min<std::uint64_t>(most + bytes.size() / (std::size_t{1} << 20),
                                        documents_.microseconds / 1'000'000 + 1);
    grant.cpu_per_mib = 0;
    std::optional<open::Opened> known = looked_at_.find(format, document);
    open::Opened opened = known ? std::move(*known) : open::open_document(format, document, grant);
    if (!known) looked_at_.add(format, document, opened);
    // As if it had been opened: what a limit leaves out does not depend on what was known.
    documents_.microseconds -= std::min(documents_.microseconds, opened.microseconds);
    return opened;
  };
  open::Opened opened = open_once();
  if (is_encrypted(opened) && documents_.microseconds > 0 && !password_words().empty()) {
    for (const open::Word& word : documents_.words) document.passwords.push_back(word.text);
    // Where the words are of no use, what was found without them counts: to try them all may have
    // taken what time there was.
    open::Opened other = open_once();
    if (other.opened_with || other.bytes > opened.bytes) opened = std::move(other);
  }
  documents_.bytes -= std::min(documents_.bytes, opened.bytes);
  return opened;
}

Visit Walker::Impl::visit_document(Current& at, const open::Format& format) {
  if (ascii::trim(at.frame.message->body_of(at.part)).empty() || is_unread_known(at, true))
    return Visit::go_on;
  if (reading() && !may_read(at)) return Visit::go_on;
  if (const std::optional<std::string_view> limit = reached_limit_of_documents(at))
    return report_document_limit(at, *limit);
  if (!may_work()) {
    notes_.add(NoteCode::limit_work, at.index, at.part.body.begin, format.name);
    return Visit::go_on;
  }
  const std::string_view body = at.frame.message->body_of(at.part);
  work::charge(body.size());
  std::string bytes;
  Notes ignored;
  mime::decode_transfer(body, at.reading.encoding, bytes, {ignored, at.index, at.part.body.begin});
  if (open::ends_as_disc(bytes) && report_unread_leaf(at, kNamedOtherwise) == Visit::stop)
    return Visit::stop;
  const std::optional<open::Format> other = other_document_of(at, format, bytes);
  if (!other) return open_leaf(at, format, std::move(bytes));
  if (open_leaf(at, format, bytes) == Visit::stop) return Visit::stop;
  if (const std::optional<std::string_view> limit = reached_limit_of_documents(at))
    return report_document_limit(at, *limit);
  return open_leaf(at, *other, std::move(bytes));
}

// What a program opens by its name, which begins as another document.
std::optional<open::Format> Walker::Impl::other_document_of(const Current& at,
                                                            const open::Format& first,
                                                            std::string_view bytes) const {
  std::optional<open::Format> other = open::recognise_elsewhere(bytes, first, at.reading.file_name,
                                                                at.part.media_type, options_.open);
  for (const std::string& name : at.reading.other_names)
    if (!other)
      other = open::recognise_elsewhere(bytes, first, name, at.part.media_type, options_.open);
  return other;
}

std::optional<std::string_view> Walker::Impl::reached_limit_of_documents(const Current& at) const {
  if (documents_.count == 0) return "documents";
  if (documents_.bytes == 0) return "document-bytes";
  if (documents_.microseconds == 0) return "document-seconds";
  if (at.frame.documents >= options_.limits.document_depth) return "document-depth";
  return std::nullopt;
}

Visit Walker::Impl::open_leaf(Current& at, const open::Format& format, std::string bytes) {
  --documents_.count;
  open::Opened opened = open_document(at, format, bytes);
  const std::size_t size = bytes.size();
  std::string().swap(bytes);
  // A text is searched as it stands, whatever becomes of this.
  const bool has_text = at.reading.leaf.kind == LeafKind::document;
  if (!opened.is_opened) return report_lacks(at, size, opened);
  // A text that only begins as a document does.
  const bool is_drawing = format.kind == open::Kind::drawing;
  if (has_text && !is_drawing && is_nothing(opened)) return Visit::go_on;
  // Nearly every page could draw something, and nearly none does.
  if (is_drawing && opened.references.empty() && opened.lacks.empty()) return Visit::go_on;
  ++summary_.documents;
  grant_work(at, opened.bytes);
  if (report_document(at, format, size, opened) == Visit::stop ||
      report_references(at, opened, format.kind) == Visit::stop ||
      report_lacks(at, size, opened) == Visit::stop)
    return Visit::stop;
  push_opened(at, std::move(opened));
  return Visit::go_on;
}

// As many steps for each byte of documents as the mail has.
void Walker::Impl::grant_work(const Current& at, std::uint64_t bytes) {
  const std::uint64_t steps = work::steps_of(options_.limits.work, bytes);
  charge_documents(true);
  work::left += std::min(steps, work::kEndless - work::left);
  reserve_ += std::min(steps / 2, work::kEndless - reserve_);
  charge_documents(at.frame.in_document);
}

Visit Walker::Impl::report_document(Current& at, const open::Format& format, std::size_t size,
                                    const open::Opened& opened) {
  DocumentReport report;
  report.section = at.section;
  report.format = format.name;
  report.file_name = at.reading.file_name;
  report.offset = offset_of(at.frame, at.part.body.begin);
  report.size = size;
  report.references = opened.references.size();
  report.texts = opened.texts.size();
  report.parts = opened.parts.size();
  report.base = opened.base;
  report.in_document = at.frame.in_document;
  if (opened.opened_with == worker::OpenedWith::empty) report.opened_with = "empty password";
  if (opened.opened_with == worker::OpenedWith::word && opened.password < documents_.words.size()) {
    const open::Word& word = documents_.words[opened.password];
    report.opened_with = open::meaning(word.of);
    report.password = word.text;
  }
  return tell(&Visitor::document, report);
}

// The references and texts, with the document's base around them.
Visit Walker::Impl::report_references(Current& at, const open::Opened& opened, open::Kind kind) {
  const base::Scope around = at.scope;
  if (opened.base)
    at.scope = at.scope.embed(
        {*opened.base, BaseFrom::document, at.section, at.index, at.part.body.begin}, notes_);
  const bool in_document = std::exchange(at.frame.in_document, true);
  charge_documents(true);
  Visit next = Visit::go_on;
  for (const open::Reference& reference : opened.references) {
    const base::Scope inside = at.scope;
    if (!reference.uses_base) at.scope = around;
    next = report_reference(at, reference, kind);
    at.scope = inside;
    if (next == Visit::stop) break;
  }
  for (const open::Text& text : opened.texts) {
    if (next == Visit::stop) break;
    next = report_text_of(at, text.type, text.text, text.element);
  }
  at.frame.in_document = in_document;
  charge_documents(in_document);
  at.scope = around;
  return next;
}

Visit Walker::Impl::report_reference(Current& at, const open::Reference& reference,
                                     std::optional<open::Kind> kind) {
  if (reference.is_text) {
    std::string element = reference.element;
    if (!reference.attribute.empty()) element.append("[").append(reference.attribute).append("]");
    return report_text_of(at, "text/plain", reference.raw, element);
  }
  extract::Find find;
  find.place = {.role = extract::Role::document,
                .element = reference.element,
                .attribute = reference.attribute};
  const std::string_view raw = ascii::trim(reference.raw);
  if (raw.empty()) return Visit::go_on;
  const std::optional<std::string> path = url::windows_path(raw);
  find.raw = path ? std::string_view(*path) : raw;
  if (path) as_written_ = raw;
  // Programs that show documents take these for what people read them as.  The base around a
  // document they never see, and its own they put before what has no colon.
  const bool has_base =
      at.scope.url() != nullptr && (!kind || at.scope.from() == BaseFrom::document);
  const bool is_host = kind == open::Kind::pdf && reference.attribute == "URI" &&
                       begins_as_host(raw) && (!has_base || raw.find(':') != raw.npos);
  const bool is_of_code = worker::is_code(reference.element) && worker::begins_as_host_of_code(raw);
  if (is_host || is_of_code || (!has_base && ascii::istarts_with(raw, "www.")))
    find.flags |= extract::kGuessed;
  if (reference.text) find.text = std::string_view(*reference.text).substr(0, extract::kShownText);
  const Visit next = report_link(at, at.part.media_type, find, at.scope);
  as_written_ = {};
  return next;
}

// What an extractor finds in a text of the document.
Visit Walker::Impl::report_text_of(Current& at, std::string_view type, std::string_view text,
                                   std::string_view element) {
  if (!may_work()) {
    notes_.add(NoteCode::limit_work, at.index, at.part.body.begin, type);
    return Visit::go_on;
  }
  work::charge(text.size());
  std::string page;
  if (type == "text/javascript") {
    // As the only script of a page; in its strings "<\/" is what "</" is.
    page = "<script>";
    for (std::size_t i = 0; i < text.size(); ++i) {
      page += text[i];
      if (text[i] == '<' && i + 1 < text.size() && text[i + 1] == '/') page += '\\';
    }
    text = page;
    type = "text/html";
  }
  extract::Options options = text_options();
  options.depth = options_.limits.depth;
  options.links = links_left();
  finds_.clear();
  set_text(text);
  extract::extract(type, text_, options, finds_);
  if (finds_.cut) notes_.add(NoteCode::limit_links, at.index, at.part.body.begin, type);
  make_scopes(at);
  Visit next = Visit::go_on;
  for (std::size_t i = 0; i < finds_.finds.size() && next != Visit::stop; ++i) {
    extract::Find find = finds_.finds[i];
    if (find.kind != extract::FindKind::reference ||
        documents_.known.contains(std::string(find.raw)))
      continue;
    std::string around(element);
    if (!around.empty()) around += ' ';
    around += find.place.around;
    find.place.around = around;
    next = report_link(at, type, find, scopes_[find.scope]);
  }
  finds_.clear();
  set_text({});
  return next;
}

// Of a page.  What it shows of a link as well is that one's.
void Walker::Impl::keep_fields(const Current& at) {
  page_fields_.clear();
  if (!finds_.has_fields || text_kind(at.reading.leaf.type) != mime::TextKind::html || !may_work())
    return;
  std::vector<worker::FieldTarget> targets = fields_of_page(text_);
  if (targets.empty()) return;
  std::unordered_set<std::string_view, TextHash> known;
  for (const extract::Find& find : finds_.finds)
    if (find.kind == extract::FindKind::reference) known.insert(find.raw);
  for (worker::FieldTarget& each : targets) {
    if (script_.empty() && each.is_divided) script_ = worker::kDivided;
    if (script_.empty() && each.is_composed) script_ = worker::kComposed;
    if (each.is_connection()) script_ = worker::kConnection;
    if (each.is_command()) script_ = worker::kCommand;
    // The text was searched.
    if (each.is_text || known.contains(each.raw)) continue;
    open::Reference reference{std::move(each.raw), "field", std::move(each.name), {}, true, false};
    if (!each.text.empty()) reference.text = std::move(each.text);
    page_fields_.push_back(std::move(reference));
  }
}

Visit Walker::Impl::report_fields(Current& at) {
  const std::vector<open::Reference> fields = std::exchange(page_fields_, {});
  for (const open::Reference& each : fields)
    if (report_reference(at, each, std::nullopt) == Visit::stop) return Visit::stop;
  return Visit::go_on;
}

Visit Walker::Impl::report_lacks(const Current& at, std::size_t size, const open::Opened& opened) {
  for (const open::Lack& lack : opened.lacks) {
    if (lack.why == worker::Lack::repaired) {
      notes_.add(NoteCode::document_repaired, at.index, at.part.body.begin, lack.sentence);
      continue;
    }
    if (lack.why == worker::Lack::limit)
      notes_.add(NoteCode::limit_documents, at.index, at.part.body.begin, lack.sentence);
    UnreadReport report;
    report.section = at.section;
    report.type = at.part.media_type.substr(0, kLongestType);
    std::string name = at.reading.file_name;
    if (lack.part) {
      if (!name.empty()) name += '/';
      name += opened.parts[*lack.part].name;
    }
    report.file_name = name;
    report.offset = offset_of(at.frame, at.part.body.begin);
    report.size = at.frame.is_decoded ? size : at.part.body.size();
    report.why = why_of(lack.why);
    report.limit = NoteCode::limit_documents;
    std::string text = lack.what;
    if (!text.empty() && !lack.sentence.empty()) text += ' ';
    text += lack.sentence;
    report.text = text;
    if (report_unread(report) == Visit::stop) return Visit::stop;
  }
  return Visit::go_on;
}

// The parts of a document are walked behind what is told of it.
void Walker::Impl::push_opened(Current& at, open::Opened opened) {
  if (opened.parts.empty()) return;
  const std::size_t before = std::exchange(at.opened_parts, at.opened_parts + opened.parts.size());
  opened.references.clear();
  opened.texts.clear();
  auto inner = std::make_unique<Frame>();
  inner->message = &inner->own;
  inner->opened = std::make_unique<open::Opened>(std::move(opened));
  inner->opened_before = before;
  inner->is_decoded = true;
  inner->in_document = true;
  inner->documents = at.frame.documents + 1;
  inner->reading = reading();
  inner->origin = place_of_body(at);
  inner->prefix = at.section + '.';
  inner->offset = offset_of(at.frame, at.part.body.begin);
  inner->depth = at.frame.depth + at.part.depth;
  inner->scopes.push_back(at.scope);
  set_told(*inner, at.frame, at.index);
  push(std::move(inner));
}

Visit Walker::Impl::push_opened_part(Frame& frame, std::size_t index) {
  if (summary_.parts >= options_.limits.parts) {
    frame.next_opened = frame.opened->parts.size();
    return tell_unopened_parts(frame, index);
  }
  open::Part part = std::move(frame.opened->parts[index]);
  auto inner = std::make_unique<Frame>();
  Limits limits = options_.limits;
  limits.depth -= std::min(limits.depth, frame.depth + 1);
  limits.parts -= summary_.parts;
  if (part.is_entity || ascii::istarts_with(part.type, "message/")) {
    inner->bytes = part.is_entity ? std::move(part.bytes) : header_of(part) + part.bytes;
    inner->own = mime::read_inner(inner->bytes, limits);
  } else {
    inner->own = leaf_message(inner->bytes, header_of(part), part.bytes, limits);
  }
  inner->message = &inner->own;
  inner->is_decoded = true;
  inner->in_document = true;
  inner->documents = frame.documents;
  inner->reading = frame.reading;
  inner->number = frame.prefix + std::to_string(frame.opened_before + index + 1);
  inner->origin = frame.origin + 'd' + std::to_string(frame.opened_before + index) + '/';
  inner->offset = frame.offset;
  inner->depth = frame.depth + 1;
  inner->scopes.push_back(frame.scopes.front());
  set_told(*inner, frame, 0);
  push(std::move(inner));
  return Visit::go_on;
}

// Behind the limit of parts.
Visit Walker::Impl::tell_unopened_parts(const Frame& frame, std::size_t index) {
  const std::string section = frame.prefix.substr(0, frame.prefix.size() - 1);
  UnreadReport report;
  report.section = section;
  report.offset = frame.offset;
  for (std::size_t i = index; i < frame.opened->parts.size(); ++i)
    report.size += frame.opened->parts[i].bytes.size();
  report.why = Unread::limit;
  report.limit = NoteCode::limit_parts;
  ++summary_.notes;
  if (tell(&Visitor::note, NoteReport{report.limit, report.section, report.offset, "document"}) ==
      Visit::stop)
    return Visit::stop;
  return report_unread(report);
}

}  // namespace basewalk
