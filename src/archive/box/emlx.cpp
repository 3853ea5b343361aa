// SPDX-License-Identifier: MIT
//
// A message of Apple Mail (.emlx, .partial.emlx): a line with its length, the message, and then an
// XML property list with what the program knows of it.  There is no specification; this is what
// Mail 2 (2005) and later write.
#include <utility>

#include "archive/box/counted.h"
#include "archive/box/families.h"
#include "archive/box/field.h"
#include "text/ascii.h"

namespace basewalk::archive {
namespace {

class EmlxSplitter final : public CountedSplitter {
  Meaning meaning(std::string_view line) override {
    if (std::exchange(begun_, true)) return {};
    return {Meaning::Is::message, digits_of(line).value};
  }
  bool begun_ = false;
};

}  // namespace

bool is_emlx(std::string_view head) {
  const std::size_t end = head.substr(0, 40).find('\n');
  if (end == head.npos) return false;
  const std::string_view line = head.substr(0, end);
  const std::size_t digits = digits_of(line).count;
  if (digits == 0 || !ascii::trim(line.substr(digits)).empty()) return false;
  return !field_name(head.substr(end + 1)).empty();
}

std::unique_ptr<Splitter> split_emlx() { return std::make_unique<EmlxSplitter>(); }

}  // namespace basewalk::archive
