// SPDX-License-Identifier: MIT
#include "worker/program/archives/rar_around.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "worker/bytes_input.h"
#include "worker/documents/rest.h"
#include "worker/program/archives/readers/archive_reader.h"
#include "worker/program/archives/readers/rar_blocks.h"

namespace basewalk::worker {
namespace {

class RarAround {
 public:
  RarAround(std::string_view bytes, std::uint64_t& left, DocumentSink& sink)
      : bytes_(bytes), left_(left), sink_(sink) {}

  void tell() {
    const std::optional<std::size_t> begin = begin_of(bytes_);
    if (!begin)
      return sink_.lack(Lack::limit, "", "has more marks of a RAR in it than are looked at");
    bytes_.remove_prefix(*begin);
    BytesInput input(bytes_);
    RarBlocks blocks(input);
    if (!blocks.is_rar()) return;
    while (const std::optional<RarBlock> block = blocks.next()) {
      if (block->kind == RarBlock::Kind::main && block->is_volume)
        sink_.lack(Lack::no_opener, "",
                   "is one of several volumes; what goes on in others is not read");
      if (block->kind == RarBlock::Kind::main && block->has_old_comment)
        sink_.lack(Lack::no_opener, "", "has a comment that is packed as before RAR 3");
      // All behind it is encrypted, its end, too; that is told where the members are.
      if (block->kind != RarBlock::Kind::file && block->kind != RarBlock::Kind::service &&
          block->is_encrypted)
        return;
      if (block->kind == RarBlock::Kind::service) tell_service(*block, blocks.is_rar5());
      if (block->kind == RarBlock::Kind::end) break;
    }
    const std::size_t end = static_cast<std::size_t>(blocks.position());
    tell_rest(bytes_.substr(end), left_, sink_);
  }

  // Where the first one begins whose first block is one; none where too many are no block: each
  // takes as long as a header may be.
  static std::optional<std::size_t> begin_of(std::string_view bytes) {
    constexpr std::string_view kMark = "Rar!\x1A\x07";
    constexpr int kMostMarks = 1000;
    std::size_t at = bytes.find(kMark);
    for (int marks = 0; at != bytes.npos; at = bytes.find(kMark, at + 1)) {
      if (++marks > kMostMarks) return {};
      BytesInput input(bytes.substr(at));
      RarBlocks blocks(input);
      if (blocks.is_rar() && blocks.next()) return at;
    }
    return bytes.size();
  }

 private:
  void tell_service(const RarBlock& block, bool is_rar5);
  std::optional<std::string> unpacked(const RarBlock& block, bool is_rar5);

  std::string_view bytes_;
  std::uint64_t& left_;
  DocumentSink& sink_;
};

void RarAround::tell_service(const RarBlock& block, bool is_rar5) {
  const bool is_comment = block.name == "CMT";
  // The others have copies of headers, what mends damage, and rights.
  if (!is_comment && block.name != "STM") return;
  const std::string_view what = is_comment ? "comment" : "stream of NTFS";
  if (block.is_encrypted) return sink_.lack(Lack::encrypted, what, "is encrypted");
  const std::optional<std::string> bytes = unpacked(block, is_rar5);
  if (!bytes) return sink_.lack(Lack::damaged, what, "cannot be unpacked");
  if (!is_comment) {
    tell_rest(*bytes, left_, sink_);
  } else if (bytes->size() > left_) {
    sink_.lack(Lack::limit, what, "is longer than what is read");
  } else {
    left_ -= bytes->size();
    sink_.text({"text/plain", *bytes, "comment"});
  }
}

// Its header is one of a file but for its kind; so libarchive is given a file.  None where it does
// not come to its end.
std::optional<std::string> RarAround::unpacked(const RarBlock& block, bool is_rar5) {
  const std::string file =
      archive_of_one(bytes_.substr(static_cast<std::size_t>(block.begin),
                                   static_cast<std::size_t>(std::min<std::uint64_t>(
                                       block.header + block.data, bytes_.size() - block.begin))),
                     block, is_rar5);
  BytesInput input(file);
  ArchiveReader reader(input, support_rar);
  archive_entry* entry = nullptr;
  if (!reader.has_header(entry)) return {};
  std::string out;
  while (true) {
    const void* bytes = nullptr;
    std::size_t count = 0;
    la_int64_t offset = 0;
    const int result = ::archive_read_data_block(reader.get(), &bytes, &count, &offset);
    if (result == ARCHIVE_EOF) return out;
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) return {};
    out.append(static_cast<const char*>(bytes), count);
    // That there is more is told.
    if (out.size() > left_) return out;
  }
}

}  // namespace

void tell_rar_around(std::string_view bytes, std::uint64_t& left, DocumentSink& sink) {
  RarAround(bytes, left, sink).tell();
}

}  // namespace basewalk::worker
