// SPDX-License-Identifier: MIT
//
// What a text holds besides text: it may draw a code (by SVG, by boxes of a page, by block
// characters, by pictures side by side) that a camera reads as it reads a picture; a page may hold
// pictures and other documents in `data:` URLs, a plain text files that were encoded for it, as
// before MIME.
//
// Before this: walk.cpp has searched the text, and the extractor has counted what in it a drawing
// can be made of.  After it: documents.cpp opens what was kept here.
#include <algorithm>
#include <functional>
#include <utility>

#include "basewalk/note.h"
#include "extract/packed_files.h"
#include "mime/transfer/binhex.h"
#include "mime/transfer/embedded_files.h"
#include "text/ascii.h"
#include "text/data_url.h"
#include "text/number.h"
#include "walk/leaf/page_pictures.h"
#include "walk/walker.h"

namespace basewalk {
namespace {

// The smallest code has 441 modules; painted with as few boxes as can be, they are more than this.
constexpr std::size_t kFewestMarks = 60;
// Pixels for which a mark counts: the limit of pixels is one of what is drawn, too.
constexpr std::size_t kPixelsOfMark = 1280;
// No picture of so few bytes has a code in it, and no SVG.
constexpr std::size_t kSmallestPicture = 60, kSmallestSvg = 480;

constexpr std::string_view kNoFile = "holds no file that is encoded as it says";

constexpr std::string_view kPage = "drawn-page", kShown = "drawn-pictures", kText = "drawn-text",
                           kSvg = "drawn-svg";

bool is_html(std::string_view type) {
  return type == "text/html" || type == "text/x-html" || type == "application/xhtml+xml" ||
         type == "text/x-amp-html" || type == "text/watch-html" ||
         type == "text/x-server-parsed-html";
}

bool is_calendar_or_card(std::string_view type) {
  constexpr std::string_view kTypes[] = {"text/calendar", "text/x-vcalendar", "application/ics",
                                         "text/vcard",    "text/x-vcard",     "text/directory"};
  return ascii::iis_one_of(kTypes, type);
}

bool is_svg(std::string_view type) { return ascii::iequals(type, "image/svg+xml"); }

std::string_view opener_of(std::string_view type) {
  if (is_html(type)) return kPage;
  return type.find("xml") != std::string_view::npos ? kSvg : kText;
}

open::Lack lack_of(std::string_view wrong, std::size_t file) {
  if (wrong == mime::binhex::kTooLong) return {worker::Lack::limit, {}, "document-bytes", file};
  return {worker::Lack::damaged, {}, std::string(wrong), file};
}

}  // namespace

// Behind find_links(); `is_document`: the text as a whole is opened as one.
void Walker::Impl::keep_within_text(const Current& at, bool is_document) {
  within_text_ = {};
  if (at.reading.leaf.kind != LeafKind::document || !at.frame.section.empty()) return;
  // A transfer encoding that has no name of MIME's is one of theirs (Thunderbird knows
  // "x-yencode").
  const bool is_encoded = at.reading.encoding == mime::Encoding::unknown;
  // KMail looks for uuencode and yEnc in every text.
  const bool may_have_files = is_encoded || at.reading.leaf.type == "text/plain" ||
                              (is_html(at.reading.leaf.type) && mime::may_hold_files(text_));
  if (options_.open.empty()) return look_for_files(at, may_have_files);
  const bool draws = options_.open.has(open::Kind::drawing);
  if (draws) keep_drawing(at);
  keep_data_urls(draws);
  if (is_document) return;
  if (may_have_files) keep_embedded_files(at);
  if (is_calendar_or_card(at.reading.leaf.type)) keep_packed_files(at);
}

// Where nothing is opened: that there is something is told.
void Walker::Impl::look_for_files(const Current& at, bool may_have_files) {
  if (!script_.empty() || !may_work()) return;
  const auto is_no_text = [](const extract::PackedFile& file) {
    const std::string_view first = std::string_view(file.bytes).substr(0, open::kBytesToRecognise);
    return file.bytes.find('\0') != std::string::npos ||
           open::recognise(first, file.name, ascii::lowered(ascii::trim(file.type)),
                           open::Kinds::all());
  };
  bool has_files = false;
  if (may_have_files) {
    work::charge(text_.size());
    has_files = !mime::embedded_files(text_, 1).empty();
    if (!has_files && is_any_name(at.reading, is_encoded_file)) script_ = kNoFile;
  }
  if (is_calendar_or_card(at.reading.leaf.type)) {
    const std::vector<extract::PackedFile> files =
        extract::packed_files(text_, options_.limits.document_parts);
    has_files = has_files || std::any_of(files.begin(), files.end(), is_no_text);
  }
  if (has_files) script_ = "holds a file that is encoded for a text, and nothing is opened";
}

void Walker::Impl::keep_drawing(const Current& at) {
  const std::string_view opener = opener_of(at.reading.leaf.type);
  const bool is_drawing = finds_.marks >= kFewestMarks;
  if (is_drawing) within_text_.marks = finds_.marks;
  // Where the text has used the work up, that was told.
  if (opener == kPage && options_.open.has(open::Kind::picture) && may_work()) {
    // One beside what is drawn, or several beside each other.
    std::optional<std::string> page = page_with_pictures(*at.frame.message, at.frame.pictures,
                                                         text_, finds_.finds, is_drawing ? 1 : 2);
    if (!may_work()) notes_.add(NoteCode::limit_work, at.index, at.part.body.begin, "pictures");
    if (page) {
      within_text_.drawings.push_back({kShown, *std::move(page)});
      return;
    }
  }
  if (is_drawing) within_text_.drawings.push_back({opener, std::string(text_)});
}

void Walker::Impl::keep_data_urls(bool draws) {
  std::unordered_set<std::string_view, TextHash> seen;
  for (const extract::Find& find : finds_.finds) {
    if (find.kind != extract::FindKind::reference ||
        !ascii::istarts_with(find.raw, text::kDataScheme) || !seen.insert(find.raw).second)
      continue;
    work::charge(find.raw.size());
    const std::optional<text::DataUrl> url = text::split_data_url(find.raw);
    if (!url) continue;
    const bool is_drawn = is_svg(url->media_type);
    if (is_drawn && !draws) continue;
    std::string bytes = url->bytes();
    if (is_drawn && bytes.size() < kSmallestSvg) continue;
    if (is_drawn) {
      within_text_.drawings.push_back({kSvg, std::move(bytes)});
      continue;
    }
    if (bytes.size() < kSmallestPicture) continue;
    // Texts were searched with the page that holds them.
    const std::string type = ascii::lowered(url->media_type);
    const std::string_view first = std::string_view(bytes).substr(0, open::kBytesToRecognise);
    if (!open::recognise(first, {}, type, options_.open)) continue;
    open::Part part;
    part.type = type;
    part.bytes = std::move(bytes);
    within_text_.files.push_back(std::move(part));
  }
}

void Walker::Impl::keep_embedded_files(const Current& at) {
  const std::size_t most = options_.limits.document_parts;
  std::vector<mime::EmbeddedFile> files = mime::embedded_files(text_, most + 1);
  // Programs that are given one begin elsewhere (BinHex without its sentence, the second part of a
  // file that was sent in several).
  if (files.empty() && script_.empty() && is_any_name(at.reading, is_encoded_file))
    script_ = kNoFile;
  if (files.empty()) return;
  work::charge(text_.size());
  // yEnc has bytes that are no characters: each of these is taken from the body, if that has as
  // many of them as the text.
  const auto is_yenc = [](const mime::EmbeddedFile& file) {
    return file.kind == mime::EmbeddedFile::Kind::yenc;
  };
  std::string bytes;
  if (const auto count = std::count_if(files.begin(), files.end(), is_yenc); count > 0) {
    Notes ignored;
    mime::decode_transfer(at.frame.message->body_of(at.part), at.reading.encoding, bytes,
                          {ignored, at.index, at.part.body.begin});
    std::vector<mime::EmbeddedFile> in_body = mime::embedded_files(bytes, most + 1);
    std::erase_if(in_body, std::not_fn(is_yenc));
    if (static_cast<std::ptrdiff_t>(in_body.size()) == count) {
      auto next = in_body.begin();
      for (mime::EmbeddedFile& file : files)
        if (is_yenc(file)) file = *next++;
    }
  }
  within_text_.is_cut = files.size() > most;
  files.resize(std::min(files.size(), most));
  for (const mime::EmbeddedFile& file : files) {
    open::Part part;
    part.name = file.name;
    if (at.reading.encoding == mime::Encoding::unknown) part.type = at.reading.leaf.type;
    const std::string_view wrong = mime::decode(file, text::capped(documents_.bytes), part.bytes);
    documents_.bytes -= std::min<std::uint64_t>(documents_.bytes, part.bytes.size());
    if (!wrong.empty()) within_text_.lacks.push_back(lack_of(wrong, within_text_.files.size()));
    within_text_.files.push_back(std::move(part));
  }
}

// Those that are texts were searched with the text around them.
void Walker::Impl::keep_packed_files(const Current& at) {
  if (!may_work()) return;
  const std::size_t most = options_.limits.document_parts;
  std::vector<extract::PackedFile> files = extract::packed_files(text_, most + 1);
  if (!may_work()) notes_.add(NoteCode::limit_work, at.index, at.part.body.begin, "files");
  within_text_.is_cut = files.size() > most;
  files.resize(std::min(files.size(), most));
  for (extract::PackedFile& file : files) {
    const std::string_view first = std::string_view(file.bytes).substr(0, open::kBytesToRecognise);
    const std::string type = ascii::lowered(ascii::trim(file.type));
    if (file.bytes.find('\0') == std::string::npos &&
        !open::recognise(first, file.name, type, options_.open))
      continue;
    open::Part part;
    part.name = std::move(file.name);
    part.type = type;
    part.bytes = std::move(file.bytes);
    documents_.bytes -= std::min<std::uint64_t>(documents_.bytes, part.bytes.size());
    within_text_.files.push_back(std::move(part));
  }
}

Visit Walker::Impl::visit_within_text(Current& at) {
  WithinText within = std::exchange(within_text_, {});
  if (within.drawings.empty() && within.files.empty()) return Visit::go_on;
  if (const std::optional<std::string_view> limit = reached_limit_of_documents(at))
    return report_document_limit(at, *limit);
  if (within.marks > options_.limits.document_pixels / kPixelsOfMark) {
    if (report_document_limit(at, "document-pixels") == Visit::stop) return Visit::stop;
    within.drawings.erase(within.drawings.begin());
  }
  for (Drawing& each : within.drawings) {
    if (!may_work()) {
      notes_.add(NoteCode::limit_work, at.index, at.part.body.begin, "drawing");
      return Visit::go_on;
    }
    if (const std::optional<std::string_view> limit = reached_limit_of_documents(at))
      return report_document_limit(at, *limit);
    work::charge(each.text.size());
    if (open_leaf(at, {open::Kind::drawing, "drawing", each.opener, true}, std::move(each.text)) ==
        Visit::stop)
      return Visit::stop;
  }
  if (within.is_cut && report_document_limit(at, "document-parts") == Visit::stop)
    return Visit::stop;
  if (within.files.empty()) return Visit::go_on;
  std::uint64_t bytes = 0;
  for (const open::Part& each : within.files) bytes += each.bytes.size();
  grant_work(at, bytes);
  open::Opened opened;
  opened.parts = std::move(within.files);
  opened.lacks = std::move(within.lacks);
  if (report_lacks(at, at.part.body.size(), opened) == Visit::stop) return Visit::stop;
  push_opened(at, std::move(opened));
  return Visit::go_on;
}

}  // namespace basewalk
