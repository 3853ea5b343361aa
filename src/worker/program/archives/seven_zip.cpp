// SPDX-License-Identifier: MIT
//
// The members of a 7z, by libarchive.
//
// A reader of libarchive does not get over damage in a member.  Then another one is opened, passes
// over the headers up to the next member without unpacking, and goes on there.  What was packed
// with the damaged one (in a solid block) cannot be unpacked either.  A block is known by where
// libarchive goes to read it; members lie in the order of their blocks, so that the first one of
// the next block is found by a few tries.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "text/binary/numbers.h"
#include "worker/program/archives/archives.h"
#include "worker/program/archives/readers/entry.h"

namespace basewalk::worker {
namespace {

// What is read again behind damage, as a multiple of the file, and what is free.
constexpr std::uint64_t kReadAgain = 16, kFreeToRead = std::uint64_t{64} << 20;
// Odd headers of which libarchive says that it may go on.
constexpr int kMostOdd = 1000;

void prepare(::archive* archive) { ::archive_read_support_format_7zip(archive); }

class SevenZip {
 public:
  SevenZip(Input& input, MemberSink& sink) : input_(input), sink_(sink) {}

  void read_all() {
    while (!ended_) {
      if (damaged_block_) pass_block();
      ArchiveReader reader(input_, prepare);
      read_with(reader);
      read_ += reader.read();
      if (ended_ || read_ <= kReadAgain * input_.size() + kFreeToRead) continue;
      sink_.failure("is damaged in many places; no member behind these was read", Trouble::damaged);
      return;
    }
    if (is_whole_) tell_behind();
  }

 private:
  void read_with(ArchiveReader& reader);
  void pass_block();
  bool is_in_damaged_block(std::uint64_t entry);
  bool read_member(ArchiveReader& reader, archive_entry* entry);
  void tell_header(ArchiveReader& reader);
  void tell_behind();

  Input& input_;
  MemberSink& sink_;
  std::uint64_t entries_ = 0;  // headers whose members are behind
  std::uint64_t lost_ = 0;     // headers before that are of members that cannot be unpacked
  std::optional<std::uint64_t> damaged_block_;
  std::uint64_t read_ = 0;
  int odd_ = 0;
  bool ended_ = false, is_whole_ = false;
};

// Up to the end, or to what this reader does not get over.
void SevenZip::read_with(ArchiveReader& reader) {
  const std::uint64_t first = entries_;
  bool is_fresh = true;
  for (std::uint64_t passed = 0;;) {
    archive_entry* entry = nullptr;
    const int result = reader.next_header(entry);
    if (result == ARCHIVE_RETRY && ++odd_ < kMostOdd) continue;
    if (result == ARCHIVE_EOF) {
      ended_ = is_whole_ = true;
      return;
    }
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
      // Passing over a member may have failed, and not the header.
      if (!is_fresh) return;
      tell_header(reader);
      ended_ = true;
      return;
    }
    if (passed++ < first) continue;
    ++entries_;
    is_fresh = false;
    if (!read_member(reader, entry)) return;
  }
}

void SevenZip::tell_header(ArchiveReader& reader) {
  const std::string why = reader.why();
  const Trouble trouble = reader.has_encrypted() ? Trouble::encrypted : trouble_of(why);
  // Members lie in any order: which bytes are those that are not read cannot be said.
  const std::optional<Extent> extent =
      entries_ == 0 ? std::optional(Extent{0, input_.size()}) : std::nullopt;
  if (trouble == Trouble::encrypted)
    sink_.failure("is encrypted with the names of its members; it was not read", trouble, extent);
  else
    sink_.failure((trouble == Trouble::damaged ? "is damaged: " : "cannot be read: ") + why +
                      (entries_ == 0 ? "; no member was found" : "; no member behind was found"),
                  trouble, extent);
}

// False where the reader does not get over it.
bool SevenZip::read_member(ArchiveReader& reader, archive_entry* entry) {
  // What has bytes is a file to 7-Zip, whatever its mode says.
  const bool is_file =
      ::archive_entry_filetype(entry) == AE_IFREG || ::archive_entry_size(entry) > 0;
  if (!is_file && !is_link(entry)) return true;
  Member member;
  member.name = name_of(entry);
  // The first bytes that are read are the directory's, at the end.
  member.place = entries_ == 1 ? 0 : reader.position();
  if (::archive_entry_size_is_set(entry) != 0)
    member.size = static_cast<std::uint64_t>(std::max<la_int64_t>(::archive_entry_size(entry), 0));
  if (!sink_.begin(member)) return true;
  const Extent all{0, member.size.value_or(0)};
  bool goes_on = true;
  if (is_link(entry)) {
    sink_.failure("is a second name of another file", Trouble::again);
  } else if (::archive_entry_is_encrypted(entry) != 0) {
    sink_.failure("is encrypted; it was not read", Trouble::encrypted, all);
  } else if (entries_ <= lost_ && all.length > 0) {
    sink_.failure("is packed with a member that is damaged, and cannot be unpacked behind that",
                  Trouble::damaged, all);
  } else {
    reader.forget_jump();
    goes_on = unpack(reader, sink_, member.size);
    if (!goes_on) damaged_block_ = reader.jump();
  }
  sink_.end();
  return goes_on;
}

// Does the unpacking of this member, or the first behind it that has bytes, begin at the damaged
// block?  `entry` counts headers from 0.
bool SevenZip::is_in_damaged_block(std::uint64_t entry) {
  ArchiveReader reader(input_, prepare);
  archive_entry* header = nullptr;
  bool is_in = false;
  for (std::uint64_t i = 0; reader.has_header(header); ++i) {
    if (i < entry || is_link(header) || ::archive_entry_size(header) == 0) continue;
    reader.refuse(*damaged_block_);
    const void* bytes = nullptr;
    std::size_t count = 0;
    la_int64_t offset = 0;
    (void)::archive_read_data_block(reader.get(), &bytes, &count, &offset);
    is_in = reader.has_refused();
    break;
  }
  read_ += reader.read();
  return is_in;
}

// Finds the first header whose member is not in the damaged block.
void SevenZip::pass_block() {
  std::uint64_t in = entries_, step = 1;
  if (!is_in_damaged_block(in)) return damaged_block_.reset();
  while (is_in_damaged_block(in + step)) {
    in += step;
    step *= 2;
  }
  // `in` is, and `in + step` is not.
  for (; step > 1; step -= step / 2)
    if (is_in_damaged_block(in + step / 2)) in += step / 2;
  lost_ = in + 1;
  damaged_block_.reset();
}

// The directory is the last of it: its offset, its size and where these are counted from stand in
// the first 32 bytes (7zFormat.txt, "SignatureHeader").  Zeros behind it are padding.
void SevenZip::tell_behind() {
  constexpr std::size_t kFirst = 32;
  std::string head(kFirst, '\0');
  if (input_.read_at(0, head.data(), kFirst) != kFirst) return;
  const std::uint64_t offset = text::little(head, 12, 8), size = text::little(head, 20, 8);
  if (offset > input_.size() || size > input_.size()) return;
  tell_bytes_behind(input_, kFirst + offset + size, sink_);
}

}  // namespace

void read_7z(Input& input, MemberSink& sink) { SevenZip(input, sink).read_all(); }

// What it loads when it is used for the first time cannot be loaded later.
void prepare_libarchive() {
  ::archive* const archive = ::archive_read_new();
  ::archive_read_support_format_7zip(archive);
  ::archive_read_support_format_rar(archive);
  ::archive_read_support_format_rar5(archive);
  ::archive_read_free(archive);
}

}  // namespace basewalk::worker
