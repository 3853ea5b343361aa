// SPDX-License-Identifier: MIT
//
// What a record says of a link beside what the walk has found.
#ifndef BASEWALK_OUTPUT_FACTS_LINK_FACTS_H_
#define BASEWALK_OUTPUT_FACTS_LINK_FACTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/walk/walk.h"
#include "output/facts/digests.h"
#include "output/facts/hosts.h"
#include "output/facts/lines.h"

namespace basewalk::output {

/// A `data:` URL that is longer is told by its hash.
inline constexpr std::size_t kLongestData = 1024;

/// What a browser opens (Link::clicked), where that has another host than `url`, or there is no
/// `url`: who asks only where `url` leads is led astray by it.
std::optional<std::string_view> opened_elsewhere(const Link& link);

/// Views are good until the next link.
struct LinkFacts {
  std::string_view raw;
  std::optional<std::string_view> url, clicked;
  WhereTo to;
  std::optional<std::uint64_t> byte_offset, line;
};

class LinkReader {
 public:
  /// `full_data`: `data:` URLs are told whole, however long they are.
  explicit LinkReader(bool full_data) : full_data_(full_data) {}

  /// Begins a message, which begins there in its source.
  void begin(std::string_view message, std::uint64_t offset) {
    lines_.begin(message);
    offset_ = offset;
  }
  LinkFacts of(const Link& link);

 private:
  std::string_view shown(std::string_view url, std::string& memory);

  bool full_data_;
  std::uint64_t offset_ = 0;
  Lines lines_;
  Hosts hosts_;
  Sha256 sha256_;
  std::string data_[3];  // what stands for `raw`, `url` and `clicked`
};

/// data:image/png;sha256=...;length=1234, which is no URL: it has no comma (RFC 2397 3).  Nothing
/// where the text is no `data:` URL.
std::optional<std::string> data_in_short(std::string_view url, Sha256& sha256);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_FACTS_LINK_FACTS_H_
