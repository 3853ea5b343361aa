// SPDX-License-Identifier: MIT
//
// The walker's drawings: a text may draw a code (by SVG, by boxes of a page, by block characters)
// that a camera reads as it reads a picture; and a page may hold pictures, and other documents, in
// `data:` URLs.
//
// Before this: walk.cpp has searched the text, and the extractor has counted what in it a drawing
// can be made of.  After it: documents.cpp opens what was kept here.
#include <algorithm>
#include <utility>

#include "basewalk/note.h"
#include "text/ascii.h"
#include "text/data_url.h"
#include "walk/walker.h"

namespace basewalk {
namespace {

// The smallest code has 441 modules; painted with as few boxes as can be, they are more than this.
constexpr std::size_t kFewestMarks = 60;
// Pixels for which a mark counts: the limit of pixels is one of what is drawn, too.
constexpr std::size_t kPixelsOfMark = 1280;
// No picture of so few bytes has a code in it, and no SVG.
constexpr std::size_t kSmallestPicture = 60, kSmallestSvg = 480;

constexpr std::string_view kPage = "drawn-page", kText = "drawn-text", kSvg = "drawn-svg";

bool is_html(std::string_view type) {
  return type == "text/html" || type == "text/x-html" || type == "application/xhtml+xml" ||
         type == "text/x-amp-html" || type == "text/x-server-parsed-html";
}

bool is_svg(std::string_view type) { return ascii::iequals(type, "image/svg+xml"); }

std::string_view opener_of(std::string_view type) {
  if (is_html(type)) return kPage;
  return type.starts_with("text/") && type != "text/xml" ? kText : kSvg;
}

}  // namespace

// Behind find_links().
void Walker::Impl::keep_drawings(const Current& at) {
  drawings_ = {};
  if (options_.open.empty() || at.reading.leaf.kind != LeafKind::document ||
      !at.frame.section.empty())
    return;
  const bool draws = options_.open.has(open::Kind::drawing);
  if (draws && finds_.marks >= kFewestMarks) {
    drawings_.marks = finds_.marks;
    drawings_.drawings.push_back({opener_of(at.reading.leaf.type), std::string(text_)});
  }
  std::unordered_set<std::string_view> seen;
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
      drawings_.drawings.push_back({kSvg, std::move(bytes)});
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
    drawings_.pictures.push_back(std::move(part));
  }
}

Visit Walker::Impl::visit_drawings(Current& at) {
  DrawingsOfText drawings = std::exchange(drawings_, {});
  if (drawings.drawings.empty() && drawings.pictures.empty()) return Visit::go_on;
  if (const std::optional<std::string_view> limit = reached_limit_of_documents(at))
    return report_document_limit(at, *limit);
  if (drawings.marks > options_.limits.document_pixels / kPixelsOfMark) {
    if (report_document_limit(at, "document-pixels") == Visit::stop) return Visit::stop;
    std::erase_if(drawings.drawings, [](const Drawing& each) { return each.opener != kSvg; });
  }
  for (Drawing& each : drawings.drawings) {
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
  if (!drawings.pictures.empty()) {
    open::Opened opened;
    std::uint64_t bytes = 0;
    for (const open::Part& each : drawings.pictures) bytes += each.bytes.size();
    grant_work(at, bytes);
    opened.parts = std::move(drawings.pictures);
    push_opened(at, std::move(opened));
  }
  return Visit::go_on;
}

}  // namespace basewalk
