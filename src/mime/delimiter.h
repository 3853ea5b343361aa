// SPDX-License-Identifier: MIT
//
// Finding delimiter lines (RFC 2046 5.1.1): first any line that begins with "--", by a vector
// search, then the boundary that it may name, by a hash over the boundaries that are open.
#ifndef BASEWALK_MIME_DELIMITER_H_
#define BASEWALK_MIME_DELIMITER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace basewalk::mime {

/// The first position from `from` on (never 0) of a "--" behind a LF or a CR; npos where there is
/// none.
std::size_t find_dashes(std::string_view bytes, std::size_t from);
/// The same, byte by byte: for machines without SSE2 and for the tests.
std::size_t find_dashes_portable(std::string_view bytes, std::size_t from);

/// The boundaries that are open, as a stack: the one pushed last is the innermost.
///
/// Chained buckets; as boundaries come and go like a stack, the head of a bucket is always the
/// innermost of its chain and nothing needs to be searched for when one goes.
class OpenBoundaries {
 public:
  static constexpr std::uint32_t kNobody = 0xffffffff;

  /// `owner` is what find() gives back; the boundary's bytes must stay.
  void push(std::string_view boundary, std::uint32_t owner);
  void pop();
  bool empty() const { return open_.empty(); }
  std::string_view innermost() const { return open_.back().boundary; }
  /// Of the longest boundary that is or was open: no longer line can be a delimiter.
  std::size_t longest() const { return longest_; }

  struct Match {
    std::uint32_t owner = kNobody;
    bool close = false;
  };
  /// Whose delimiter is the text behind "--", its trailing blanks removed?  The innermost
  /// owner of a boundary that is the whole text, or the whole text but a final "--".
  Match match(std::string_view text) const;

  /// Who owns a boundary with exactly this text, innermost first?
  std::uint32_t find(std::string_view boundary) const;

 private:
  struct Open {
    std::string_view boundary;
    std::uint64_t hash;
    std::uint32_t owner;
    std::uint32_t next;  // of the same bucket, further out
  };
  static std::uint64_t hash_of(std::string_view text);
  std::size_t bucket_of(std::uint64_t hash) const {
    return static_cast<std::size_t>(hash & (buckets_.size() - 1));
  }
  std::uint32_t index_of(std::string_view boundary) const;
  void grow();

  std::vector<Open> open_;
  std::vector<std::uint32_t> buckets_;  // a power of two of them
  std::size_t longest_ = 0;
};

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_DELIMITER_H_
