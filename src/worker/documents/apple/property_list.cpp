// SPDX-License-Identifier: MIT
//
// A binary property list (CFBinaryPList.c): "bplist00", objects, a table of where these begin, and
// 32 bytes at its end that say where that is.  Each object is looked at by itself, in the order of
// the table: nothing is followed, so that nothing goes round in a circle.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "worker/documents/apple/apple.h"
#include "worker/documents/apple/big_endian.h"
#include "worker/documents/may_have_url.h"

namespace basewalk::worker {
namespace {

constexpr std::string_view kMagic = "bplist";
constexpr std::size_t kHead = 8, kTrailer = 32;

class PropertyList {
 public:
  PropertyList(std::string_view bytes, std::string_view element, DocumentSink& sink)
      : bytes_(bytes), element_(element), sink_(sink), left_(kTimes * bytes.size()) {}

  void read_all() {
    todo_.push_back(bytes_);
    while (!todo_.empty()) {
      bytes_ = todo_.back();
      todo_.pop_back();
      if (!read_one()) is_damaged_ = true;
    }
    if (is_damaged_) lack(Lack::damaged, "makes no sense, or has objects that make none");
    if (is_cut_) lack(Lack::limit, "has much more text than it has bytes");
  }

 private:
  bool read_one() {
    if (!bytes_.starts_with(kMagic) || bytes_.size() < kHead + kTrailer) return false;
    const std::size_t trailer = bytes_.size() - kTrailer;
    const auto width = static_cast<std::size_t>(*big_endian(bytes_, trailer + 6, 1));
    const std::uint64_t count = *big_endian(bytes_, trailer + 8, 8),
                        table = *big_endian(bytes_, trailer + 24, 8);
    if (width == 0 || width > 8 || table < kHead || table > trailer ||
        count > (trailer - table) / width)
      return false;
    objects_ = bytes_.substr(0, static_cast<std::size_t>(table));
    bool is_sound = true;
    for (std::uint64_t i = 0; i < count && !is_cut_; ++i) {
      const std::uint64_t at =
          *big_endian(bytes_, static_cast<std::size_t>(table + i * width), width);
      is_sound = at >= kHead && read_object(at) && is_sound;
    }
    return is_sound;
  }
  void lack(Lack why, std::string_view sentence) {
    sink_.lack(why, std::string(element_), sentence);
  }
  bool read_object(std::uint64_t at);
  void tell(std::string_view text);

  std::string_view bytes_, element_, objects_;
  DocumentSink& sink_;
  // One text may be that of many objects.
  static constexpr std::uint64_t kTimes = 4;
  std::uint64_t left_;
  std::vector<std::string_view> todo_;  // those within others
  bool is_damaged_ = false, is_cut_ = false;
};

// Data, text in ASCII or in UTF-16; all else holds none.
bool PropertyList::read_object(std::uint64_t at) {
  constexpr unsigned kData = 4, kUtf16 = 6, kUtf8 = 7, kLong = 15, kInteger = 1;
  std::string_view rest = text::slice(objects_, at, objects_.size());
  const std::optional<std::uint64_t> marker = big_endian(rest, 0, 1);
  if (!marker) return false;
  const auto kind = static_cast<unsigned>(*marker >> 4);
  if (kind < kData || kind > kUtf8) return true;
  std::uint64_t length = *marker & 15U;
  std::size_t head = 1;
  if (length == kLong) {
    const std::optional<std::uint64_t> integer = big_endian(rest, 1, 1);
    if (!integer || *integer >> 4 != kInteger || (*integer & 15U) > 3) return false;
    const std::size_t size = std::size_t{1} << (*integer & 15U);
    const std::optional<std::uint64_t> said = big_endian(rest, 2, size);
    if (!said) return false;
    length = *said;
    head = 2 + size;
  }
  rest.remove_prefix(head);
  const std::uint64_t unit = kind == kUtf16 ? 2 : 1;
  if (length > rest.size() / unit) return false;
  const std::string_view text = text::slice(rest, 0, length * unit);
  if (text.size() > left_) {
    is_cut_ = true;
    return true;
  }
  left_ -= text.size();
  if (kind == kUtf16)
    tell(text::utf8_of_utf16(text, text::Endian::big));
  else if (kind == kData && text.starts_with(kMagic))
    todo_.push_back(text);
  else
    tell(text);
  return true;
}

void PropertyList::tell(std::string_view text) {
  if (!is_worth_searching(text)) return;
  DocumentReference reference{.raw = text, .element = element_};
  reference.is_text = true;
  reference.uses_base = false;
  sink_.reference(reference);
}

}  // namespace

void tell_property_list(std::string_view bytes, std::string_view element, DocumentSink& sink) {
  PropertyList(bytes, element, sink).read_all();
}

void open_property_list(const Document& document, DocumentSink& sink) {
  tell_property_list(document.bytes, "property list", sink);
}

}  // namespace basewalk::worker
