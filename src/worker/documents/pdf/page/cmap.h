// SPDX-License-Identifier: MIT
//
// ToUnicode CMaps (ISO 32000-2 9.10.3): which characters the codes of a font stand for.
//
// Before this: the decoded stream.  After it: font.cpp.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_CMAP_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_CMAP_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace basewalk::worker::pdf {

class CMap {
 public:
  explicit CMap(std::string_view stream);

  bool is_empty() const { return single_.empty() && ranges_.empty(); }
  /// The characters of a code, appended in UTF-8; false where it has none.
  bool append(std::uint32_t code, std::string& out) const;
  /// How many bytes its codes have; 0 where it does not say.
  unsigned code_bytes() const { return code_bytes_; }

 private:
  struct Range {
    std::uint32_t first = 0, last = 0;
    std::string text;  // UTF-16BE, of the first one
  };

  void read_chars(const std::vector<std::string>& strings);
  void read_ranges(std::string_view section);

  std::unordered_map<std::uint32_t, std::string> single_;
  std::vector<Range> ranges_;
  unsigned code_bytes_ = 0;
};

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_CMAP_H_
