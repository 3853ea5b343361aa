// SPDX-License-Identifier: MIT
#include "browser/compare.h"

#include <algorithm>

namespace basewalk::browser {
namespace {

std::string size_of(const Picture& picture) {
  if (picture == Picture{}) return "not loaded";
  return std::to_string(picture.width) + " by " + std::to_string(picture.height);
}

// A few words from where two texts part.
std::string excerpt(std::string_view text, std::size_t at) {
  std::size_t begin = at > 20 ? at - 20 : 0;
  while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) begin--;
  std::size_t end = std::min(text.size(), at + 20);
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) end++;
  return '"' + std::string(text.substr(begin, end - begin)) + '"';
}

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::same:
      return "same";
    case Verdict::more:
      return "more";
    case Verdict::differs:
      return "differs";
    case Verdict::not_compared:
      break;
  }
  return "not-compared";
}

std::string_view name(Aspect aspect) {
  switch (aspect) {
    case Aspect::pixels:
      return "pixels";
    case Aspect::text:
      return "text";
    case Aspect::picture:
      return "picture";
    case Aspect::font:
      return "font";
    case Aspect::request:
      break;
  }
  return "request";
}

Comparison compare(const View& original, const View& result) {
  Comparison found;
  const auto add = [&](Aspect aspect, std::string detail) {
    found.verdict = Verdict::differs;
    found.findings.push_back({aspect, std::move(detail)});
  };
  std::vector<Finding> more;
  if (original.title != result.title)
    add(Aspect::text, "the title was \"" + original.title + "\" and is \"" + result.title + "\"");
  if (original.texts.size() != result.texts.size())
    add(Aspect::text, "there were " + std::to_string(original.texts.size()) + " frames and are " +
                          std::to_string(result.texts.size()));
  for (std::size_t i = 0; i < std::min(original.texts.size(), result.texts.size()); i++) {
    const std::string &one = original.texts[i], &other = result.texts[i];
    if (one == other) continue;
    const auto part = std::ranges::mismatch(one, other);
    const auto at = static_cast<std::size_t>(part.in1 - one.begin());
    add(Aspect::text, "frame " + std::to_string(i + 1) + " was " + excerpt(one, at) + " and is " +
                          excerpt(other, at));
  }
  for (std::size_t i = 0; i < std::max(original.pictures.size(), result.pictures.size()); i++) {
    const std::string which = "picture " + std::to_string(i + 1);
    if (i >= result.pictures.size())
      add(Aspect::picture, which + " is missing");
    else if (i >= original.pictures.size())
      add(Aspect::picture, which + " was not there");
    else if (original.pictures[i] == Picture{} && result.pictures[i] != Picture{})
      more.push_back(
          {Aspect::picture, which + " did not come and is " + size_of(result.pictures[i])});
    else if (original.pictures[i] != result.pictures[i])
      add(Aspect::picture, which + " was " + size_of(original.pictures[i]) + " and is " +
                               size_of(result.pictures[i]));
  }
  for (const std::string& font : original.fonts)
    if (!result.fonts.contains(font))
      add(Aspect::font, "the font " + font + " is not used any more");
  for (const std::string& font : result.fonts)
    if (!original.fonts.contains(font)) add(Aspect::font, "the font " + font + " was not used");
  for (const std::string& url : result.requests)
    if (!original.requests.contains(url)) add(Aspect::request, "asks for " + url);
  // A picture that came moves others.
  if (const PixelDifference pixels = difference(original.pixels, result.pixels);
      pixels.count > 0 && (more.empty() || found.verdict == Verdict::differs))
    add(Aspect::pixels, std::to_string(pixels.count) + " pixels differ, from " +
                            std::to_string(pixels.left) + "," + std::to_string(pixels.top) +
                            " to " + std::to_string(pixels.right) + "," +
                            std::to_string(pixels.bottom));
  if (found.verdict == Verdict::same && !more.empty()) found.verdict = Verdict::more;
  found.findings.insert(found.findings.end(), more.begin(), more.end());
  return found;
}

}  // namespace basewalk::browser
