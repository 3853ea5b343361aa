// SPDX-License-Identifier: MIT
//
// The members of a RAR archive.
//
// The blocks of the archive are found here (rar_blocks.cpp), and libarchive is given each file's by
// itself, as if it were the only one.  So damage in one does not reach the next, and a header that
// is damaged hides no other.  Only in a solid archive does each member need those before it: there
// libarchive reads from the beginning, and what is behind damage is lost.
#include <algorithm>
#include <string>
#include <utility>

#include "worker/program/archives/archives.h"
#include "worker/program/archives/readers/entry.h"
#include "worker/program/archives/readers/rar_blocks.h"

namespace basewalk::worker {
namespace {

// So often it goes on behind a damaged header.
constexpr int kMostDamages = 1000;

// An archive of one file, a stretch of the whole.
class OneFile final : public Input {
 public:
  OneFile(Input& input, const RarFrame& around, const RarBlock& block)
      : input_(input),
        around_(around),
        begin_(block.begin),
        length_(std::min(block.end(), input.size()) - block.begin) {
    // Nothing else shall be taken for bytes that are missing.
    if (block.end() > input.size()) around_.behind = {};
  }

  std::uint64_t size() const override {
    return around_.before.size() + length_ + around_.behind.size();
  }
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) override {
    std::size_t done = 0;
    while (done < size) {
      const std::size_t more = read_piece(offset + done, into + done, size - done);
      if (more == 0) break;
      done += more;
    }
    return done;
  }

 private:
  static std::size_t copy(std::string_view bytes, std::uint64_t offset, char* into,
                          std::size_t size) {
    if (offset >= bytes.size()) return 0;
    return bytes.copy(into, size, static_cast<std::size_t>(offset));
  }
  std::size_t read_piece(std::uint64_t offset, char* into, std::size_t size) {
    if (offset < around_.before.size()) return copy(around_.before, offset, into, size);
    offset -= around_.before.size();
    if (offset >= length_) return copy(around_.behind, offset - length_, into, size);
    const std::uint64_t left = length_ - offset;
    return input_.read_at(begin_ + offset, into,
                          static_cast<std::size_t>(std::min<std::uint64_t>(size, left)));
  }

  Input& input_;
  RarFrame around_;
  std::uint64_t begin_, length_;
};

class Rar {
 public:
  Rar(Input& input, MemberSink& sink) : input_(input), sink_(sink), blocks_(input) {}
  void read_all();

 private:
  bool look_at_main(const RarBlock& block);
  void read_file(const RarBlock& block);
  void read_entry(ArchiveReader& reader, const RarBlock& block, std::string_view name,
                  archive_entry* entry);
  archive_entry* solid_entry();
  bool tell_damage();
  void tell_all(const char* sentence, Trouble trouble) {
    sink_.failure(sentence, trouble, Extent{0, input_.size()});
  }

  Input& input_;
  MemberSink& sink_;
  RarBlocks blocks_;
  bool is_solid_ = false;
  std::optional<ArchiveReader> solid_;  // where the file is solid
  bool solid_failed_ = false;
  int damages_ = 0;
};

void Rar::read_all() {
  if (!blocks_.is_rar())
    return tell_all("is damaged: it does not begin as a RAR archive", Trouble::damaged);
  for (;;) {
    const std::optional<RarBlock> block = blocks_.next();
    if (!block && blocks_.position() >= input_.size()) {
      sink_.failure("ends without the block that ends a RAR archive; it may have been cut off",
                    Trouble::doubtful, Extent{input_.size(), 0});
      return;
    }
    if (!block) {
      if (!tell_damage()) return;
    } else if (block->kind == RarBlock::Kind::end) {
      return tell_bytes_behind(input_, block->end(), sink_);
    } else if (block->kind == RarBlock::Kind::file) {
      read_file(*block);
    } else if (block->kind == RarBlock::Kind::service) {
      continue;  // no mail is in it
    } else if (!look_at_main(*block)) {
      return;
    }
  }
}

// False where nothing can be read.
bool Rar::look_at_main(const RarBlock& block) {
  if (block.is_encrypted) {
    tell_all("is encrypted with the names of its members; it was not read", Trouble::encrypted);
    return false;
  }
  if (block.is_volume) {
    tell_all("is one of several volumes of a RAR archive, which are not read; unpack it first",
             Trouble::no_reader);
    return false;
  }
  // libarchive reads no solid ones of RAR 4: of each member it says so.
  is_solid_ = is_solid_ || (block.is_solid && blocks_.is_rar5());
  return true;
}

// False where there is too much of it.
bool Rar::tell_damage() {
  const std::uint64_t begin = blocks_.position();
  blocks_.search();
  const std::uint64_t length = blocks_.position() - begin;
  sink_.failure("is damaged: the header of a block is not what it was; " + std::to_string(length) +
                    " bytes from " + std::to_string(begin) + " on are left out",
                Trouble::damaged, Extent{begin, length});
  // Which of them libarchive will come to next is not known any more.
  solid_failed_ = true;
  if (++damages_ < kMostDamages) return true;
  const std::uint64_t at = blocks_.position();
  sink_.failure(
      "is damaged in " + std::to_string(damages_) + " places; nothing more of it was read",
      Trouble::damaged, Extent{at, input_.size() - at});
  return false;
}

// Of a solid archive: the next that is given from the beginning on; null where there is none.
archive_entry* Rar::solid_entry() {
  if (!solid_) solid_.emplace(input_, support_rar);
  archive_entry* entry = nullptr;
  if (!solid_failed_) solid_failed_ = !solid_->has_header(entry);
  return solid_failed_ ? nullptr : entry;
}

void Rar::read_file(const RarBlock& block) {
  if (is_solid_) {
    archive_entry* const entry = solid_entry();
    const std::string name(entry != nullptr ? name_of(entry) : block.name);
    return read_entry(*solid_, block, name, entry);
  }
  OneFile file(input_, rar_frame(blocks_.is_rar5()), block);
  ArchiveReader reader(file, support_rar);
  archive_entry* entry = nullptr;
  if (!reader.has_header(entry)) entry = nullptr;
  read_entry(reader, block, entry != nullptr ? name_of(entry) : block.name, entry);
}

void Rar::read_entry(ArchiveReader& reader, const RarBlock& block, std::string_view name,
                     archive_entry* entry) {
  if (entry != nullptr && ::archive_entry_filetype(entry) == AE_IFDIR &&
      block.size.value_or(0) == 0)
    return;
  const bool is_wanted = sink_.begin({name, block.begin, block.size});
  if (!is_wanted) return;
  const Extent all{0, block.size.value_or(0)};
  if (block.is_encrypted)
    sink_.failure("is encrypted; it was not read", Trouble::encrypted, all);
  else if (block.is_split)
    sink_.failure("goes on in another volume; it was not read", Trouble::incomplete, all);
  else if (entry == nullptr && is_solid_)
    sink_.failure("is packed with members that are damaged, and cannot be unpacked without them",
                  Trouble::damaged, all);
  else if (entry == nullptr)
    sink_.failure("is damaged in its archive: " + reader.why(), trouble_of(reader.why()), all);
  else if (is_link(entry))
    sink_.failure("is a second name of another file", Trouble::again);
  else
    solid_failed_ = !unpack(reader, sink_, block.size, block.crc) || solid_failed_;
  sink_.end();
}

}  // namespace

void read_rar(Input& input, MemberSink& sink) { Rar(input, sink).read_all(); }

}  // namespace basewalk::worker
