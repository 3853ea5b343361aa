// SPDX-License-Identifier: MIT
//
// The members of a 7z or RAR archive, by libarchive.
//
// A reader of libarchive does not get over damage in a member.  Then another one is opened, passes
// over the headers up to the next member without unpacking, and goes on there: what was packed with
// the damaged one (a solid block) fails once more, and what is behind is read.
//
// What libarchive does not tell is looked for in the first bytes: volumes of several, and where a
// 7z ends (7zFormat.txt, "SignatureHeader"; the main header of RAR, technote.txt, and of RAR 5.0,
// "RAR 5.0 archive format").
#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "worker/program/archive_reader.h"
#include "worker/program/jobs.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;

// What is read again for readers behind damage, as a multiple of the file, and what is free: a
// solid block is unpacked from its beginning for each member in it.
constexpr std::uint64_t kReadAgain = 16, kFreeToRead = std::uint64_t{64} << 20;
// Odd headers of which libarchive says that it may go on.
constexpr int kMostOdd = 1000;

void prepare_7z(::archive* archive) { ::archive_read_support_format_7zip(archive); }
void prepare_rar(::archive* archive) {
  ::archive_read_support_format_rar(archive);
  ::archive_read_support_format_rar5(archive);
}

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

// libarchive tells these by its sentence alone.
Trouble trouble_of(std::string_view why) {
  if (has(why, "ncrypt") || has(why, "Crypto")) return Trouble::encrypted;
  if (has(why, "upported") || has(why, "Unknown codec") || has(why, "Unexpected codec") ||
      has(why, "unavailable"))
    return Trouble::no_reader;
  return Trouble::damaged;
}

class Members {
 public:
  Members(Input& input, MemberSink& sink, void (*prepare)(::archive*))
      : input_(input), sink_(sink), prepare_(prepare) {}

  void read_all() {
    while (!ended_) {
      ArchiveReader reader(input_, prepare_);
      read_with(reader);
      read_ += reader.read();
      if (ended_ || read_ <= kReadAgain * input_.size() + kFreeToRead) continue;
      sink_.failure("is damaged in many places; no member behind these was read", Trouble::damaged,
                    {});
      return;
    }
  }

  /// Where the last reader stood at the end.
  std::optional<std::uint64_t> end() const { return end_; }

 private:
  void read_with(ArchiveReader& reader);
  bool read_member(ArchiveReader& reader, archive_entry* entry);
  bool read_bytes(ArchiveReader& reader, std::optional<std::uint64_t> size);
  void tell_header(ArchiveReader& reader);

  Input& input_;
  MemberSink& sink_;
  void (*prepare_)(::archive*);
  std::uint64_t entries_ = 0;  // headers whose members are behind
  std::uint64_t read_ = 0;
  int odd_ = 0;
  bool ended_ = false;
  std::optional<std::uint64_t> end_;
};

// Up to the end, or to what this reader does not get over.
void Members::read_with(ArchiveReader& reader) {
  const std::uint64_t first = entries_;
  bool is_fresh = true;
  for (std::uint64_t passed = 0;;) {
    archive_entry* entry = nullptr;
    const int result = reader.next_header(entry);
    if (result == ARCHIVE_EOF) {
      ended_ = true;
      end_ = reader.position();
      return;
    }
    if (result == ARCHIVE_RETRY && ++odd_ < kMostOdd) continue;
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

void Members::tell_header(ArchiveReader& reader) {
  const std::string why = reader.why();
  const Trouble trouble =
      ::archive_read_has_encrypted_entries(reader.get()) > 0 ? Trouble::encrypted : trouble_of(why);
  const std::uint64_t at = entries_ == 0 ? 0 : std::min(reader.position(), input_.size());
  const Extent extent{at, input_.size() - at};
  if (trouble == Trouble::encrypted)
    sink_.failure("is encrypted with the names of its members; it was not read", trouble, extent);
  else
    sink_.failure((trouble == Trouble::damaged ? "is damaged: " : "cannot be read: ") + why +
                      (entries_ == 0 ? "; no member was found" : "; no member behind was found"),
                  trouble, extent);
}

// False where the reader does not get over it.
bool Members::read_member(ArchiveReader& reader, archive_entry* entry) {
  const auto type = ::archive_entry_filetype(entry);
  const bool is_link = type == AE_IFLNK || ::archive_entry_hardlink_utf8(entry) != nullptr;
  if (type != AE_IFREG && !is_link) return true;
  const char* name = ::archive_entry_pathname_utf8(entry);
  // No Unicode: the bytes that it is.
  if (name == nullptr) name = ::archive_entry_pathname(entry);
  Member member;
  member.name = name != nullptr ? name : "";
  member.place = entries_ == 1 ? 0 : reader.position();
  if (::archive_entry_size_is_set(entry) != 0)
    member.size = static_cast<std::uint64_t>(std::max<la_int64_t>(::archive_entry_size(entry), 0));
  if (!sink_.begin(member)) return true;
  bool goes_on = true;
  if (is_link)
    sink_.failure("is a second name of another file", Trouble::again);
  else if (::archive_entry_is_encrypted(entry) != 0)
    sink_.failure("is encrypted; it was not read", Trouble::encrypted,
                  Extent{0, member.size.value_or(0)});
  else
    goes_on = read_bytes(reader, member.size);
  sink_.end();
  return goes_on;
}

bool Members::read_bytes(ArchiveReader& reader, std::optional<std::uint64_t> size) {
  std::uint64_t made = 0;
  int odd = 0;
  for (;;) {
    const void* bytes = nullptr;
    std::size_t count = 0;
    la_int64_t offset = 0;
    const int result = ::archive_read_data_block(reader.get(), &bytes, &count, &offset);
    if (result == ARCHIVE_EOF) break;
    if (result == ARCHIVE_OK || result == ARCHIVE_WARN) {
      sink_.bytes({static_cast<const char*>(bytes), count});
      made += count;
      if (result == ARCHIVE_WARN)
        sink_.failure("is not what it was when it was packed: " + reader.why(), Trouble::doubtful,
                      Extent{0, made});
      continue;
    }
    if (result == ARCHIVE_RETRY && ++odd < kMostOdd) continue;
    const std::string why = reader.why();
    // All is there, but for its check sum.
    if (made > 0 && made == size) {
      sink_.failure("is not what it was when it was packed: " + why, Trouble::doubtful,
                    Extent{0, made});
      return false;
    }
    const std::uint64_t missing = std::max(size.value_or(made), made) - made;
    const Trouble trouble = trouble_of(why);
    if (trouble == Trouble::encrypted)
      sink_.failure("is encrypted; it was not read", trouble, Extent{made, missing});
    else if (trouble == Trouble::no_reader)
      sink_.failure("is packed in a way that is not read here (" + why + "); unpack it first",
                    trouble, Extent{made, missing});
    else
      sink_.failure("is damaged in its archive: " + why + "; " + std::to_string(missing) +
                        " bytes behind " + std::to_string(made) + " of its bytes are missing",
                    trouble, Extent{made, missing});
    return false;
  }
  if (size && made != *size)
    sink_.failure("is not what it was when it was packed: it has " + std::to_string(made) +
                      " bytes, and not " + std::to_string(*size),
                  Trouble::doubtful, Extent{0, made});
  return true;
}

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;)
    value = value << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
  return value;
}

std::string first_bytes(Input& input) {
  std::string bytes(256, '\0');
  bytes.resize(input.read_at(0, bytes.data(), bytes.size()));
  return bytes;
}

// What stands behind the end, but for zeros.
void tell_behind(Input& input, MemberSink& sink, std::uint64_t end) {
  if (end >= input.size()) return;
  std::string bytes(std::size_t{64} << 10, '\0');
  for (std::uint64_t at = end; at < input.size();) {
    const std::size_t got = input.read_at(at, bytes.data(), bytes.size());
    if (got == 0) return;
    if (std::string_view(bytes).substr(0, got).find_first_not_of('\0') != std::string_view::npos) {
      sink.failure("has " + std::to_string(input.size() - end) + " bytes from " +
                       std::to_string(end) + " on that belong to no member",
                   Trouble::damaged, Extent{end, input.size() - end});
      return;
    }
    at += got;
  }
}

// The numbers of RAR 5.0: seven bits a byte, the lowest first.
std::uint64_t take_vint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if ((byte & 0x80U) == 0) break;
  }
  return value;
}

struct MainHeader {
  bool is_volume = false, is_encrypted = false;
};

MainHeader main_header(std::string_view bytes) {
  constexpr std::string_view kRar4 = "Rar!\x1A\x07\0"sv, kRar5 = "Rar!\x1A\x07\x01\0"sv;
  MainHeader header;
  if (bytes.starts_with(kRar4)) {
    // CRC (2), type (1), flags (2).
    constexpr std::uint64_t kMain = 0x73, kVolume = 0x1, kPassword = 0x80;
    const std::uint64_t flags = number(bytes, kRar4.size() + 3, 2);
    if (number(bytes, kRar4.size() + 2, 1) != kMain) return header;
    header.is_volume = (flags & kVolume) != 0;
    header.is_encrypted = (flags & kPassword) != 0;
  } else if (bytes.starts_with(kRar5)) {
    // CRC (4); size, type, flags; sizes of what follows where the flags say so; flags of its own.
    constexpr std::uint64_t kMain = 1, kEncryption = 4, kHasExtra = 1, kHasData = 2, kVolume = 1;
    std::string_view rest = bytes.substr(std::min<std::size_t>(bytes.size(), kRar5.size() + 4));
    (void)take_vint(rest);
    const std::uint64_t type = take_vint(rest), flags = take_vint(rest);
    if ((flags & kHasExtra) != 0) (void)take_vint(rest);
    if ((flags & kHasData) != 0) (void)take_vint(rest);
    header.is_encrypted = type == kEncryption;
    header.is_volume = type == kMain && (take_vint(rest) & kVolume) != 0;
  }
  return header;
}

}  // namespace

// Converters of character sets are files that cannot be opened later.
void prepare_libarchive() {
  ::archive* const archive = ::archive_write_new();
  ::archive_write_free(archive);
}

void read_7z(Input& input, MemberSink& sink) {
  Members members(input, sink, prepare_7z);
  members.read_all();
  // The header is the last of it: its offset and size stand in the first 32 bytes.
  constexpr std::uint64_t kFirst = 32;
  const std::string head = first_bytes(input);
  const std::uint64_t offset = number(head, 12, 8), size = number(head, 20, 8);
  if (!members.end() || head.size() < kFirst || offset > input.size() || size > input.size())
    return;
  tell_behind(input, sink, kFirst + offset + size);
}

void read_rar(Input& input, MemberSink& sink) {
  const MainHeader header = main_header(first_bytes(input));
  const Extent all{0, input.size()};
  if (header.is_encrypted)
    return sink.failure("is encrypted with the names of its members; it was not read",
                        Trouble::encrypted, all);
  if (header.is_volume)
    return sink.failure(
        "is one of several volumes of a RAR archive, which are not read; unpack it "
        "first",
        Trouble::no_reader, all);
  Members(input, sink, prepare_rar).read_all();
}

}  // namespace basewalk::worker
