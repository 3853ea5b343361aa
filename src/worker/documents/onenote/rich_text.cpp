// SPDX-License-Identifier: MIT
#include "worker/documents/onenote/rich_text.h"

#include <algorithm>
#include <cstddef>

#include "text/binary/utf16.h"

namespace basewalk::worker::onenote {
namespace {

constexpr char16_t kField = 0xFDDF;

class Units {
 public:
  explicit Units(std::string_view bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size() / 2; }
  char16_t operator[](std::size_t at) const {
    const auto low = static_cast<unsigned char>(bytes_[2 * at]);
    const auto high = static_cast<unsigned char>(bytes_[2 * at + 1]);
    return static_cast<char16_t>(low | (high << 8));
  }
  std::size_t find(char16_t unit, std::size_t from) const {
    while (from < size() && (*this)[from] != unit) ++from;
    return from;
  }
  bool has(std::u16string_view what, std::size_t at) const {
    if (what.size() > size() - at) return false;
    for (std::size_t i = 0; i < what.size(); ++i)
      if ((*this)[at + i] != what[i]) return false;
    return true;
  }
  std::string text(std::size_t begin, std::size_t end) const {
    return text_of_utf16(bytes_.substr(2 * begin, 2 * (end - begin)));
  }

 private:
  std::string_view bytes_;
};

}  // namespace

std::string text_of_utf16(std::string_view utf16) {
  std::string text = text::utf8_of_utf16(utf16);
  while (text.ends_with('\0')) text.pop_back();
  for (char& c : text)
    if (c == '\v' || c == '\r' || c == '\0') c = '\n';
  return text;
}

RichText read_rich_text(std::string_view utf16, const std::vector<std::uint32_t>& runs) {
  constexpr std::u16string_view kName = u"HYPERLINK \"";
  const Units units(utf16);
  RichText rich;
  std::size_t at = 0;
  for (;;) {
    const std::size_t field = units.find(kField, at);
    rich.text += units.text(at, field);
    if (field == units.size()) break;
    at = field + 1;
    if (!units.has(kName, at)) continue;
    const std::size_t begin = at + kName.size();
    const std::size_t end = units.find(u'"', begin);
    at = std::min(end + 1, units.size());
    // What is shown reaches to where the formatting changes next, or to the next field.
    const auto run = std::upper_bound(runs.begin(), runs.end(), at);
    std::optional<std::string> shown;
    if (!runs.empty()) {
      std::size_t shown_end = units.find(kField, at);
      if (run != runs.end()) shown_end = std::min<std::size_t>(*run, shown_end);
      shown = units.text(at, shown_end);
    }
    rich.fields.push_back({units.text(begin, end), std::move(shown)});
  }
  return rich;
}

}  // namespace basewalk::worker::onenote
