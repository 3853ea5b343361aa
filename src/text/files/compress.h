// SPDX-License-Identifier: MIT
//
// Compressed output, in frames (zstd) or members (gzip) that each stand alone: threads compress
// side by side, and a run that was killed goes on behind the last whole one.
#ifndef BASEWALK_TEXT_FILES_COMPRESS_H_
#define BASEWALK_TEXT_FILES_COMPRESS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace basewalk::text {

enum class Compression : std::uint8_t { none, gzip, zstd };

/// By the end of a name: ".gz", ".zst".
Compression compression_of(std::string_view name);
/// ".gz", ".zst"; empty for none.
std::string_view extension(Compression compression);

/// Appends `text` to `out`: a frame or member of its own, or as it is.  Empty, or why it could not
/// be compressed, and then nothing is appended.  Throws std::bad_alloc where that was memory.
[[nodiscard]] std::string append_compressed(std::string& out, std::string_view text,
                                            Compression compression);

/// Reads a file, compressed or not, from its beginning to its end.
class PlainReader {
 public:
  PlainReader();
  ~PlainReader();
  PlainReader(const PlainReader&) = delete;
  PlainReader& operator=(const PlainReader&) = delete;

  /// False where it cannot be opened; see problem().
  bool open(const std::string& name);
  /// The next bytes, good until the next call; empty at the end and after a problem.
  std::string_view next();
  /// Why it could not be read to its end; empty where it was.
  const std::string& problem() const { return problem_; }

 private:
  struct Archive;
  std::unique_ptr<Archive> archive_;
  std::string problem_;
  bool empty_ = false;
};

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FILES_COMPRESS_H_
