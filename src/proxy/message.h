// SPDX-License-Identifier: MIT
//
// One message as it comes from a client: in memory up to a bound, behind it in a temporary file.
// Before: data.h has taken the dots away.  After: filter/judge.h looks at received().
#ifndef BASEWALK_PROXY_MESSAGE_H_
#define BASEWALK_PROXY_MESSAGE_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "basewalk/rewrite/rewrite.h"
#include "filter/buffer.h"
#include "filter/judge.h"
#include "text/files/descriptor.h"

namespace basewalk::proxy {

class Message {
 public:
  void begin(std::size_t most_in_memory);
  void append(std::string_view bytes);

  /// What was lost of it, half a sentence: no memory, no room in the temporary file.  Such a
  /// message can only come again.  Empty where it is whole.
  const std::string& failure() const { return failure_; }
  filter::Received received() const;

  /// Gives all of it, with these changes, of which those of an oversize message lie within its
  /// header.  False where `give` says so, and where the temporary file cannot be read.
  template <class Give>
  bool write_to(std::span<const rewrite::Splice> splices, Give give) const;

 private:
  void look_for_header_end(std::string_view bytes);
  void spill(std::string_view bytes);
  /// Reads from the temporary file; 0 where that cannot be done.
  std::size_t read_at(std::size_t offset, std::span<char> block) const;

  filter::Buffer memory_;  // of an oversize message its header
  text::Descriptor file_;  // all of it, where it is oversize
  std::size_t most_ = 0, total_ = 0;
  std::size_t header_ = 0;                   // 0 while its end has not come
  std::string_view::size_type matched_ = 2;  // of CR LF CR LF, how much stands at the end
  std::string failure_;
};

template <class Give>
bool Message::write_to(std::span<const rewrite::Splice> splices, Give give) const {
  const std::string_view held = memory_.bytes();
  std::size_t from = 0;
  for (const rewrite::Splice& splice : splices) {
    if (splice.begin > from && !give(held.substr(from, splice.begin - from))) return false;
    if (!splice.bytes.empty() && !give(std::string_view(splice.bytes))) return false;
    from = splice.end;
  }
  if (!file_.is_open()) return from == held.size() || give(held.substr(from));
  std::string block(std::size_t{256} << 10, '\0');
  while (from < total_) {
    const std::size_t got = read_at(from, block);
    if (got == 0 || !give(std::string_view(block).substr(0, got))) return false;
    from += got;
  }
  return true;
}

}  // namespace basewalk::proxy

#endif  // BASEWALK_PROXY_MESSAGE_H_
