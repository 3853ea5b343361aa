// SPDX-License-Identifier: MIT
//
// The bytes are decoded once more, by the same decoders, and it is noted where the characters begin
// that an edit names.
#include "rewrite/splice/places.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "mime/charset.h"
#include "text/utf8.h"

namespace basewalk::rewrite {
namespace {

using mime::CharsetKind;

// Hears of every character in order and notes the places wanted.
class Marker final : public mime::CharacterSink {
 public:
  Marker(const Replacements& edits, std::size_t skipped) : skipped_(skipped) {
    for (const Replacement& each : edits) {
      wanted_.push_back(each.begin);
      wanted_.push_back(each.end);
    }
    found_.reserve(wanted_.size());
  }

  void same(std::string_view bytes, std::size_t source) override {
    while (found_.size() < wanted_.size() && wanted_[found_.size()] < at_ + bytes.size())
      found_.push_back(skipped_ + source + past(wanted_[found_.size()]));
    at_ += bytes.size();
  }
  void character(char32_t code_point, std::size_t source) override {
    while (found_.size() < wanted_.size() && wanted_[found_.size()] <= at_)
      found_.push_back(skipped_ + source);
    at_ += utf8::size_of(code_point);
  }
  void end(std::size_t source) {
    while (found_.size() < wanted_.size() && wanted_[found_.size()] <= at_)
      found_.push_back(source);
  }

  bool is_done() const { return found_.size() == wanted_.size(); }
  std::size_t begin_of(std::size_t edit) const { return found_[2 * edit]; }
  std::size_t end_of(std::size_t edit) const { return found_[2 * edit + 1]; }

 private:
  std::size_t past(std::size_t wanted) const { return wanted > at_ ? wanted - at_ : 0; }

  std::size_t skipped_;
  std::vector<std::size_t> wanted_, found_;
  std::size_t at_ = 0;  // in the text
};

// What takes the place of something, in the charset.
std::string encoded(std::string_view text, CharsetKind kind) {
  const bool big = kind == CharsetKind::utf16_be;
  if (!big && kind != CharsetKind::utf16_le) return std::string(text);
  std::string out;
  const auto put = [&](std::uint32_t unit) {
    out += static_cast<char>(big ? unit >> 8 : unit);
    out += static_cast<char>(big ? unit : unit >> 8);
  };
  while (!text.empty()) {
    const utf8::Sequence next = utf8::first(text);
    const std::uint32_t c = next.code_point;
    if (c >= 0x10000) {
      put(0xD800 + ((c - 0x10000) >> 10));
      put(0xDC00 + ((c - 0x10000) & 0x3FF));
    } else {
      put(c);
    }
    text.remove_prefix(next.length);
  }
  return out;
}

// In a charset with states a shift that stands before what is edited, or behind it, stays.  One
// that stands within goes with it.
void narrow_to_ascii(std::string_view bytes, std::string_view old, Replacement& edit) {
  constexpr std::size_t kLongestShift = 8;
  const std::size_t at = bytes.substr(edit.begin, old.size() + kLongestShift).find(old);
  if (at == std::string_view::npos) return;
  edit.begin += at;
  edit.end = edit.begin + old.size();
}

}  // namespace

bool is_unicode(std::string_view charset) {
  return charset == "utf-8" || charset.starts_with("utf-16");
}

bool edits_of_bytes(std::string_view bytes, std::string_view text, std::string_view charset,
                    const Replacements& edits, Replacements& out) {
  if (bytes.ends_with(text)) {  // as they are, perhaps behind a byte order mark
    const std::size_t skipped = bytes.size() - text.size();
    out = edits;
    for (Replacement& each : out) {
      each.begin += skipped;
      each.end += skipped;
    }
    return true;
  }
  const mime::Charset* const known = mime::find_charset(charset);
  if (known == nullptr) return false;
  const mime::ByteOrderMark mark = mime::byte_order_mark(bytes);
  const std::size_t skipped = mark.charset == known ? mark.size : 0;
  Marker marker(edits, skipped);
  mime::decode_characters(*known, bytes.substr(skipped), marker);
  marker.end(bytes.size());
  if (!marker.is_done()) return false;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    Replacement edit{marker.begin_of(i), marker.end_of(i), encoded(edits[i].with, known->kind)};
    const std::string_view old = text.substr(edits[i].begin, edits[i].end - edits[i].begin);
    if (known->kind == CharsetKind::iso_2022_jp) narrow_to_ascii(bytes, old, edit);
    if (!out.empty() && edit.begin < out.back().end) return false;
    out.push_back(std::move(edit));
  }
  return true;
}

}  // namespace basewalk::rewrite
