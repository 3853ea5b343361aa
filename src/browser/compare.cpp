// SPDX-License-Identifier: MIT
#include "browser/compare.h"

#include <algorithm>

#include "text/utf8.h"

namespace basewalk::browser {
namespace {

constexpr std::size_t kMostFindings = 1000;
// Pixels are passed over within so many boxes, and no more.
constexpr std::size_t kMostBoxes = 1000;

std::string size_of(const Picture& picture) {
  if (!picture.is_loaded()) return "not loaded";
  return std::to_string(picture.width) + " by " + std::to_string(picture.height);
}

// A few words from where two texts part.
std::string excerpt(std::string_view text, std::size_t at) {
  std::size_t begin = at > 20 ? at - 20 : 0;
  while (begin > 0 && utf8::is_continuation(text[begin])) begin--;
  return '"' + std::string(utf8::cut(text.substr(begin), at - begin + 20)) + '"';
}

// Does it have all words of the other, in their order?
bool has_all_words(std::string_view text, std::string_view words) {
  while (!words.empty()) {
    if (text.empty()) return false;
    const std::string_view word = words.substr(0, words.find(' '));
    const std::string_view next = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(next.size() + 1, text.size()));
    if (word == next) words.remove_prefix(std::min(word.size() + 1, words.size()));
  }
  return true;
}

std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

class Comparing {
 public:
  Comparing(const View& original, const View& result) : original_(original), result_(result) {}

  Comparison compare() {
    if (original_.title != result_.title)
      differs(Aspect::text, "the title was " + excerpt(original_.title, 0) + " and is " +
                                excerpt(result_.title, 0));
    if (original_.frames.size() != result_.frames.size())
      differs(Aspect::text, "there were " + counted(original_.frames.size(), "frame") +
                                " and are " + std::to_string(result_.frames.size()));
    for (std::size_t i = 0; i < std::min(original_.frames.size(), result_.frames.size()); i++)
      frames(original_.frames[i], result_.frames[i], i);
    bitmaps();
    fonts();
    requests();
    pixels();
    if (found_.verdict == Verdict::same && has_more_) found_.verdict = Verdict::more;
    return std::move(found_);
  }

 private:
  void add(Aspect aspect, std::string detail) {
    if (found_.findings.size() < kMostFindings)
      found_.findings.push_back({aspect, std::move(detail)});
    else
      found_.further++;
  }
  void differs(Aspect aspect, std::string detail) {
    found_.verdict = Verdict::differs;
    add(aspect, std::move(detail));
  }
  void more(Aspect aspect, std::string detail) {
    has_more_ = true;
    add(aspect, std::move(detail));
  }
  // What came may change pixels where it is shown, if that is the same place.
  void pass_over(const Box& one, const Box& other) {
    if (one == other && boxes_.size() < kMostBoxes) boxes_.push_back(one);
  }

  void frames(const Frame& one, const Frame& other, std::size_t number) {
    const std::string name = number == 0 ? "" : "frame " + std::to_string(number) + ": ";
    // The page itself is never taken for one that did not come.
    if (number > 0 && one.text.empty() && one.pictures.empty() &&
        !(other.text.empty() && other.pictures.empty())) {
      has_more_text_ = true;
      more(Aspect::text, name + "showed nothing and is " + excerpt(other.text, 0) + " with " +
                             counted(other.pictures.size(), "picture"));
      pass_over(one.box, other.box);
      return;
    }
    if (one.text != other.text) {
      const auto part = std::ranges::mismatch(one.text, other.text);
      const auto at = static_cast<std::size_t>(part.in1 - one.text.begin());
      const std::string what =
          name + "was " + excerpt(one.text, at) + " and is " + excerpt(other.text, at);
      if (has_all_words(other.text, one.text))
        more(Aspect::text, what);
      else
        differs(Aspect::text, what);
    }
    for (std::size_t i = 0; i < std::max(one.pictures.size(), other.pictures.size()); i++)
      pictures(one, other, i, name + "picture " + std::to_string(i + 1));
  }

  void pictures(const Frame& one, const Frame& other, std::size_t i, const std::string& which) {
    if (i >= other.pictures.size()) {
      differs(Aspect::picture, which + " is missing");
      return;
    }
    if (i >= one.pictures.size()) {
      differs(Aspect::picture, which + " was not there");
      return;
    }
    const Picture &was = one.pictures[i], &is = other.pictures[i];
    if (was.has_size_of(is)) return;
    if (was.is_loaded()) {
      differs(Aspect::picture, which + " was " + size_of(was) + " and is " + size_of(is));
      return;
    }
    more(Aspect::picture, which + " did not come and is " + size_of(is));
    pass_over(was.box, is.box);
  }

  void bitmaps() {
    const auto not_in = [](const std::set<std::uint64_t>& these, const View& view) {
      return static_cast<std::size_t>(std::ranges::count_if(these, [&](std::uint64_t digest) {
        return !view.bitmaps.contains(digest) && !view.preloaded.contains(digest);
      }));
    };
    if (const std::size_t count = not_in(original_.bitmaps, result_); count > 0)
      differs(Aspect::picture,
              counted(count, "picture") + (count == 1 ? " has" : " have") +
                  " other bytes, or did not come (wherever on the page, backgrounds, too)");
    else if (const std::size_t extra = not_in(result_.bitmaps, original_); extra > 0)
      more(Aspect::picture, counted(extra, "picture") + " came that did not");
  }

  void fonts() {
    for (const std::string& font : original_.fonts)
      if (!result_.fonts.contains(font))
        differs(Aspect::font, "the font " + font + " is not used any more");
    for (const std::string& font : result_.fonts) {
      if (original_.fonts.contains(font)) continue;
      if (has_more_text_)
        more(Aspect::font, "the font " + font + " was not used");
      else
        differs(Aspect::font, "the font " + font + " was not used");
    }
  }

  void requests() {
    for (const std::string& url : result_.requests)
      if (!original_.requests.contains(url))
        differs(Aspect::request, "asks for " + std::string(utf8::cut(url, 1000)));
    // The first were kept in the order in which they were made: which are others nobody knows.
    if (result_.further_requests > 0)
      differs(Aspect::request, "asks for " + counted(result_.further_requests, "more URL") +
                                   ", which were not looked at");
  }

  void pixels() {
    const PixelDifference pixels = difference(original_.pixels, result_.pixels, boxes_);
    if (pixels.count == 0) return;
    const Box& box = pixels.box;
    differs(Aspect::pixels, counted(pixels.count, "pixel") +
                                (pixels.count == 1 ? " differs" : " differ") + ", within " +
                                std::to_string(box.left) + "," + std::to_string(box.top) + " to " +
                                std::to_string(box.right) + "," + std::to_string(box.bottom));
  }

  const View& original_;
  const View& result_;
  Comparison found_;
  std::vector<Box> boxes_;
  bool has_more_ = false, has_more_text_ = false;
};

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
  return Comparing(original, result).compare();
}

}  // namespace basewalk::browser
