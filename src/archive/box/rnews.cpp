// SPDX-License-Identifier: MIT
//
// Batches of news (RFC 1036 4.3): "#! rnews 1234", then an article of 1234 bytes, and so on.
#include "archive/box/counted.h"
#include "archive/box/families.h"

namespace basewalk::archive {
namespace {

constexpr std::string_view kMark = "#! rnews ";

class RnewsSplitter final : public CountedSplitter {
  Meaning meaning(std::string_view line) override {
    if (line.starts_with(kMark)) {
      const Digits size = digits_of(line.substr(kMark.size()));
      if (size.count > 0) return {Meaning::Is::message, size.value};
    }
    return {line.empty() ? Meaning::Is::filler : Meaning::Is::lost};
  }
};

}  // namespace

bool is_rnews(std::string_view head) {
  return head.starts_with(kMark) && digits_of(head.substr(kMark.size())).count > 0;
}

std::unique_ptr<Splitter> split_rnews() { return std::make_unique<RnewsSplitter>(); }

}  // namespace basewalk::archive
