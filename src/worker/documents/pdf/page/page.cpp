// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/page/page.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "text/siphash.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/pdf/stream.h"
#include "worker/documents/pdf/teller.h"

namespace basewalk::worker::pdf {
namespace {

// Each glyph is held against each of them.
constexpr std::size_t kMostAreas = 200;
constexpr int kMostAnnotations = 2000;
constexpr int kMostParents = 50;

// 7.7.3.4: those of the page, or else of what it lies in.
QPDFObjectHandle resources_of(QPDFObjectHandle page) {
  for (int i = 0; i < kMostParents && page.isDictionary(); ++i) {
    QPDFObjectHandle resources = page.getKey("/Resources");
    if (resources.isDictionary()) return resources;
    page = page.getKey("/Parent");
  }
  return QPDFObjectHandle::newNull();
}

}  // namespace

std::vector<Area> Pages::areas_of(QPDFObjectHandle page, std::vector<std::uint64_t>& ids) const {
  std::vector<Area> areas;
  QPDFObjectHandle annotations = page.getKey("/Annots");
  if (!annotations.isArray()) return areas;
  const int count = std::min(annotations.getArrayNItems(), kMostAnnotations);
  for (int at = 0; at < count && areas.size() < kMostAreas; ++at) {
    QPDFObjectHandle annotation = annotations.getArrayItem(at);
    if (number_of(annotation) == 0 || !annotation.isDictionary() || !annotation.hasKey("/A"))
      continue;
    QPDFObjectHandle box = annotation.getKey("/Rect");
    if (!box.isArray() || box.getArrayNItems() != 4) continue;
    double sides[4];
    for (int i = 0; i < 4; ++i) {
      QPDFObjectHandle side = box.getArrayItem(i);
      sides[i] = side.isNumber() ? side.getNumericValue() : 0;
    }
    areas.push_back({std::min(sides[0], sides[2]), std::min(sides[1], sides[3]),
                     std::max(sides[0], sides[2]), std::max(sides[1], sides[3])});
    ids.push_back(number_of(annotation));
  }
  return areas;
}

// 7.8.2: together they are one.
std::string Pages::streams_of(QPDFObjectHandle page) {
  QPDFObjectHandle contents = page.getKey("/Contents");
  if (contents.isStream()) return bytes_of(session_, contents);
  std::string all;
  if (!contents.isArray()) return all;
  for (const QPDFObjectHandle& each : contents.getArrayAsVector()) {
    QPDFObjectHandle stream(each);
    if (stream.isStream()) all.append(bytes_of(session_, stream)).append("\n");
  }
  return all;
}

// Resources that are no object of their own are those of this page alone.
bool Pages::is_first(QPDFObjectHandle page) {
  QPDFObjectHandle resources = resources_of(page);
  const std::uint64_t number = number_of(resources.isIndirect() ? resources : page);
  return read_.insert(page.getKey("/Contents").unparse().append(std::to_string(number))).second;
}

void Pages::read_orphan(QPDFObjectHandle page) {
  if (!is_first(page)) return;
  if (++pages_ > session_.bounds.pages) {
    session_.lack_once(Lack::limit, "", "has pages behind the limit of their number");
    return;
  }
  std::vector<Area> areas;
  Content content(session_, shared_, areas);
  content.run(streams_of(page), resources_of(page));
  tell_drawings(content, "of orphan page " + std::to_string(pages_));
  if (is_worth_searching(content.text()) && is_new(content.text()))
    session_.sink.text({"text/plain", content.text(), "orphan page"});
}

void Pages::tell_drawings(const Content& content, const std::string& where) {
  if (has_begun_again_) return;
  content.mosaic().tell("pictures " + where, session_);
  content.painting().tell("drawing " + where, session_);
}

void Pages::begin_again() {
  shared_ = {};
  read_.clear();
  pages_ = 0;
  has_begun_again_ = true;
}

bool Pages::is_new(const std::string& text) {
  return told_.insert(siphash(text)).second || !has_begun_again_;
}

void Pages::read(QPDFObjectHandle page) {
  is_first(page);
  if (++pages_ > session_.bounds.pages) {
    session_.lack_once(Lack::limit, "", "has pages behind the limit of their number");
    return;
  }
  const std::string streams = streams_of(page);
  if (streams.empty()) return;
  std::vector<std::uint64_t> ids;
  std::vector<Area> areas = areas_of(page, ids);
  Content content(session_, shared_, areas);
  content.run(streams, resources_of(page));
  for (std::size_t i = 0; i < areas.size(); ++i)
    if (!ascii::trim(areas[i].text).empty()) texts_[ids[i]] = ascii::trim(areas[i].text);
  tell_drawings(content, std::to_string(pages_));
  if (!ascii::trim(content.text()).empty() && is_new(content.text()))
    session_.sink.text({"text/plain", content.text(), "page"});
}

bool Pages::tell_orphan_stream(QPDFObjectHandle stream) {
  const std::string text = text_of_form(stream);
  if (!is_worth_searching(text)) return false;
  is_new(text);
  session_.sink.text({"text/plain", text, "orphan page"});
  return true;
}

std::string Pages::text_of_form(QPDFObjectHandle form) {
  if (!shared_.forms.insert(number_of(form)).second) return {};
  std::vector<Area> areas;
  Content content(session_, shared_, areas);
  content.run(bytes_of(session_, form), form.getDict().getKey("/Resources"));
  tell_drawings(content, "of " + name_of(form));
  return content.text();
}

std::string Pages::text_of_annotation(QPDFObjectHandle annotation) const {
  const auto found = texts_.find(number_of(annotation));
  return found != texts_.end() ? found->second : std::string();
}

}  // namespace basewalk::worker::pdf
