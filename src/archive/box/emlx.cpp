// SPDX-License-Identifier: MIT
//
// A message of Apple Mail (.emlx, .partial.emlx): a line with its length, the message, and then an
// XML property list with what the program knows of it.  There is no specification; this is what
// Mail 2 (2005) and later write.
#include <algorithm>

#include "archive/box/counted.h"
#include "archive/box/families.h"
#include "mime/line/mail_field.h"
#include "text/ascii.h"

namespace basewalk::archive {
namespace {

constexpr std::string_view kListEnd = "</plist>", kEmptyList = "<plist/>";

class EmlxSplitter final : public CountedSplitter {
  enum class At : unsigned char { length, behind, list, end };

  Meaning meaning(std::string_view line) override;
  std::string_view lack() const override {
    return at_ == At::list ? "ends within the property list behind its message"
                           : CountedSplitter::lack();
  }

  At at_ = At::length;
};

bool begins_list(std::string_view line) {
  return line.starts_with("<?xml") || line.starts_with("<!DOCTYPE plist") ||
         line.starts_with("<plist");
}

CountedSplitter::Meaning EmlxSplitter::meaning(std::string_view line) {
  if (at_ == At::length) {
    at_ = At::behind;
    return {Meaning::Is::message, digits_of(line).value};
  }
  if (at_ == At::behind && begins_list(line)) at_ = At::list;
  if (at_ != At::list) return {ascii::trim(line).empty() ? Meaning::Is::filler : Meaning::Is::lost};
  static_assert(kListEnd.size() == kEmptyList.size());
  const std::size_t end = std::min(line.find(kListEnd), line.find(kEmptyList));
  if (end == line.npos) return {};
  at_ = At::end;
  const bool is_all = ascii::trim(line.substr(end + kListEnd.size())).empty();
  return {is_all ? Meaning::Is::filler : Meaning::Is::lost};
}

}  // namespace

bool is_emlx(std::string_view head) {
  const std::size_t end = head.substr(0, 40).find('\n');
  if (end == head.npos) return false;
  const std::string_view line = head.substr(0, end);
  const std::size_t digits = digits_of(line).count;
  if (digits == 0 || !ascii::trim(line.substr(digits)).empty()) return false;
  return !mime::field_name(head.substr(end + 1)).empty();
}

std::unique_ptr<Splitter> split_emlx() { return std::make_unique<EmlxSplitter>(); }

}  // namespace basewalk::archive
