// SPDX-License-Identifier: MIT
#include "worker/documents/seven_zip/header.h"

#include <algorithm>
#include <array>

#include "text/binary/numbers.h"

namespace basewalk::worker::seven_zip {
namespace {

// 7zFormat.txt, "Property IDs".
enum Id : unsigned char {
  kEnd = 0x00,
  kHeader = 0x01,
  kMainStreams = 0x04,
  kFiles = 0x05,
  kPackInfo = 0x06,
  kUnpackInfo = 0x07,
  kMembers = 0x08,
  kSize = 0x09,
  kCrc = 0x0A,
  kFolder = 0x0B,
  kUnpackSizes = 0x0C,
  kCounts = 0x0D,
  kNames = 0x11,
};
constexpr std::uint64_t kMostCoders = 32, kMostStreams = 32, kMostFolders = 100'000;

std::uint32_t crc_of(std::string_view bytes) {
  constexpr auto kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ ((value & 1) != 0 ? 0xEDB88320 : 0);
      table[i] = value;
    }
    return table;
  }();
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char c : bytes) crc = crc >> 8 ^ kTable[(crc ^ static_cast<unsigned char>(c)) & 0xFF];
  return ~crc;
}

void put_little(std::string& out, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i)
    out += static_cast<char>(static_cast<unsigned char>(value >> 8 * i));
}

// The longest form of a number: all of its bytes behind 0xFF.
void put_number(std::string& out, std::uint64_t value) {
  if (value < 0x80) {
    out += static_cast<char>(value);
    return;
  }
  out += '\xFF';
  put_little(out, value, 8);
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool is_bad() const { return is_bad_; }
  std::size_t at() const { return at_; }
  std::string_view from(std::size_t begin) const { return bytes_.substr(begin, at_ - begin); }
  std::string_view rest() const { return bytes_.substr(at_); }
  bool is_next(Id id) const {
    return at_ < bytes_.size() && static_cast<unsigned char>(bytes_[at_]) == id;
  }
  bool take(Id id) {
    if (!is_next(id)) return false;
    ++at_;
    return true;
  }
  void want(Id id) {
    if (!take(id)) is_bad_ = true;
  }
  std::uint64_t little(std::size_t size) { return text::little(piece(size), 0, size); }
  // "REAL_UINT64": the first byte has as many ones at its front as bytes follow.
  std::uint64_t number() {
    const std::uint64_t first = little(1);
    std::uint64_t value = 0, mask = 0x80;
    for (int i = 0; i < 8; ++i, mask >>= 1) {
      if ((first & mask) == 0) return value | (first & (mask - 1)) << (8 * i);
      value |= little(1) << (8 * i);
    }
    return value;
  }
  /// One of things that take a byte each, at least.
  std::uint64_t count() {
    const std::uint64_t value = number();
    if (value > bytes_.size()) is_bad_ = true;
    return is_bad_ ? 0 : value;
  }
  std::string_view piece(std::uint64_t size) {
    if (is_bad_ || size > bytes_.size() - at_) {
      is_bad_ = true;
      return {};
    }
    at_ += static_cast<std::size_t>(size);
    return bytes_.substr(at_ - static_cast<std::size_t>(size), static_cast<std::size_t>(size));
  }
  /// "Digests": which are there, and these.
  std::vector<std::optional<std::uint32_t>> digests(std::size_t count) {
    std::vector<std::optional<std::uint32_t>> all(count);
    std::vector<bool> is_there(count, true);
    if (little(1) == 0) {
      const std::string_view bits = piece((count + 7) / 8);
      for (std::size_t i = 0; i < count && !is_bad_; ++i)
        is_there[i] = (static_cast<unsigned char>(bits[i / 8]) & (0x80 >> i % 8)) != 0;
    }
    for (std::size_t i = 0; i < count && !is_bad_; ++i)
      if (is_there[i]) all[i] = static_cast<std::uint32_t>(little(4));
    return all;
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool is_bad_ = false;
};

std::optional<Folder> read_folder(Reader& reader) {
  Folder folder;
  const std::uint64_t coders = reader.number();
  if (coders == 0 || coders > kMostCoders) return {};
  std::uint64_t in = 0, out = 0;
  for (std::uint64_t i = 0; i < coders && !reader.is_bad(); ++i) {
    const std::uint64_t flags = reader.little(1);
    Coder coder;
    coder.id = reader.piece(flags & 0xF);
    if ((flags & 0x10) != 0) {
      coder.in = reader.number();
      coder.out = reader.number();
    }
    if ((flags & 0x20) != 0) coder.properties = reader.piece(reader.number());
    // Others of the kind are reserved.
    if ((flags & 0xC0) != 0 || coder.in > kMostStreams || coder.out > kMostStreams) return {};
    in += coder.in;
    out += coder.out;
    folder.coders.push_back(std::move(coder));
  }
  // 7-Zip itself takes no more.
  if (out == 0 || in < out - 1 || in > kMostStreams || out > kMostStreams) return {};
  for (std::uint64_t i = 0; i + 1 < out; ++i) {
    const std::uint64_t to = reader.number(), from = reader.number();
    if (to >= in || from >= out) return {};
    folder.binds.emplace_back(to, from);
  }
  const std::uint64_t packed = in - (out - 1);
  if (packed == 1) {
    for (std::uint64_t i = 0; i < in; ++i)
      if (std::none_of(folder.binds.begin(), folder.binds.end(),
                       [&](const auto& bind) { return bind.first == i; }))
        folder.packed.push_back(i);
  } else {
    for (std::uint64_t i = 0; i < packed; ++i) folder.packed.push_back(reader.number());
  }
  folder.sizes.resize(static_cast<std::size_t>(out));
  if (reader.is_bad() || folder.packed.size() != packed ||
      std::any_of(folder.packed.begin(), folder.packed.end(),
                  [&](std::uint64_t each) { return each >= in; }))
    return {};
  return folder;
}

bool read_pack_info(Reader& reader, Streams& streams) {
  streams.offset = reader.number();
  const std::uint64_t count = reader.count();
  reader.want(kSize);
  for (std::uint64_t i = 0; i < count && !reader.is_bad(); ++i)
    streams.sizes.push_back(reader.number());
  if (reader.take(kCrc)) (void)reader.digests(static_cast<std::size_t>(count));
  reader.want(kEnd);
  return !reader.is_bad();
}

bool read_unpack_info(Reader& reader, Streams& streams) {
  reader.want(kFolder);
  const std::uint64_t count = reader.count();
  // 1: they stand in another stream.
  if (reader.little(1) != 0 || count > kMostFolders) return false;
  for (std::uint64_t i = 0; i < count && !reader.is_bad(); ++i) {
    std::optional<Folder> folder = read_folder(reader);
    if (!folder) return false;
    streams.folders.push_back(std::move(*folder));
  }
  reader.want(kUnpackSizes);
  for (Folder& folder : streams.folders)
    for (std::uint64_t& size : folder.sizes) size = reader.number();
  if (reader.take(kCrc)) {
    const auto digests = reader.digests(streams.folders.size());
    for (std::size_t i = 0; i < streams.folders.size(); ++i) streams.folders[i].crc = digests[i];
  }
  reader.want(kEnd);
  return !reader.is_bad();
}

// "SubStreamsInfo": how many members a folder has, their sizes but for the last one's, and the
// digests that are not those of a whole folder.
bool read_members(Reader& reader, Streams& streams) {
  std::vector<std::uint64_t> counts(streams.folders.size(), 1);
  if (reader.take(kCounts))
    for (std::uint64_t& count : counts) count = reader.count();
  if (reader.take(kSize))
    for (std::size_t i = 0; i < counts.size(); ++i)
      for (std::uint64_t member = 0; member + 1 < counts[i] && !reader.is_bad(); ++member) {
        const std::uint64_t size = reader.number();
        if (member == 0) streams.first[i].size = size;
      }
  std::size_t unknown = 0;
  for (std::size_t i = 0; i < counts.size() && !reader.is_bad(); ++i) {
    if (counts[i] == 0) streams.first[i] = {};
    if (counts[i] != 1) streams.first[i].crc.reset();
    if (counts[i] != 1 || !streams.first[i].crc) unknown += static_cast<std::size_t>(counts[i]);
    if (unknown > reader.at() + reader.rest().size()) return false;
  }
  if (reader.take(kCrc)) {
    const auto digests = reader.digests(unknown);
    std::size_t at = 0;
    for (std::size_t i = 0; i < counts.size() && !reader.is_bad(); ++i) {
      if (counts[i] == 0 || (counts[i] == 1 && streams.first[i].crc)) continue;
      streams.first[i].crc = digests[at];
      at += static_cast<std::size_t>(counts[i]);
    }
  }
  reader.want(kEnd);
  return !reader.is_bad();
}

bool read_streams(Reader& reader, Streams& streams) {
  if (!reader.take(kPackInfo) || !read_pack_info(reader, streams)) return false;
  if (!reader.take(kUnpackInfo) || !read_unpack_info(reader, streams)) return false;
  for (const Folder& folder : streams.folders) streams.first.push_back({folder.size(), folder.crc});
  const std::size_t begin = reader.at();
  if (reader.take(kMembers)) {
    if (!read_members(reader, streams)) return false;
    streams.members = reader.from(begin);
  }
  reader.want(kEnd);
  return !reader.is_bad();
}

void put_folder(std::string& out, const Folder& folder) {
  put_number(out, folder.coders.size());
  for (const Coder& coder : folder.coders) {
    const bool is_simple = coder.in == 1 && coder.out == 1;
    out += static_cast<char>(coder.id.size() | (is_simple ? 0U : 0x10U) |
                             (coder.properties.empty() ? 0U : 0x20U));
    out += coder.id;
    if (!is_simple) {
      put_number(out, coder.in);
      put_number(out, coder.out);
    }
    if (coder.properties.empty()) continue;
    put_number(out, coder.properties.size());
    out += coder.properties;
  }
  for (const auto& [to, from] : folder.binds) {
    put_number(out, to);
    put_number(out, from);
  }
  if (folder.packed.size() > 1)
    for (const std::uint64_t each : folder.packed) put_number(out, each);
}

void put_digests(std::string& out, const std::vector<std::optional<std::uint32_t>>& digests) {
  out += '\0';
  std::string bits((digests.size() + 7) / 8, '\0');
  for (std::size_t i = 0; i < digests.size(); ++i)
    if (digests[i])
      bits[i / 8] = static_cast<char>(static_cast<unsigned char>(bits[i / 8]) | 0x80 >> i % 8);
  out += bits;
  for (const auto& digest : digests)
    if (digest) put_little(out, *digest, 4);
}

}  // namespace

bool Folder::is_encrypted() const {
  return std::any_of(coders.begin(), coders.end(), [](const Coder& each) { return each.is_aes(); });
}

std::uint64_t Folder::size() const {
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (std::none_of(binds.begin(), binds.end(),
                     [&](const auto& bind) { return bind.second == i; }))
      return sizes[i];
  return 0;
}

bool Folder::remove(std::size_t coder, std::size_t& stream) {
  if (coders[coder].in != 1 || coders[coder].out != 1) return false;
  std::uint64_t in = 0, out = 0;
  for (std::size_t i = 0; i < coder; ++i) {
    in += coders[i].in;
    out += coders[i].out;
  }
  const auto place = std::find(packed.begin(), packed.end(), in);
  if (place == packed.end()) return false;
  stream = static_cast<std::size_t>(place - packed.begin());
  const auto bind = std::find_if(binds.begin(), binds.end(),
                                 [&](const auto& each) { return each.second == out; });
  if (bind == binds.end()) {
    // Without another coder nothing is done with the bytes ("Copy").
    if (coders.size() != 1) return false;
    coders[0] = Coder{std::string(1, '\0'), {}, 1, 1};
    return true;
  }
  *place = bind->first;
  binds.erase(bind);
  coders.erase(coders.begin() + static_cast<std::ptrdiff_t>(coder));
  sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(out));
  for (std::uint64_t& each : packed)
    if (each > in) --each;
  for (auto& [to, from] : binds) {
    if (to > in) --to;
    if (from > out) --from;
  }
  return true;
}

std::optional<Streams> read_encoded(std::string_view bytes) {
  Reader reader(bytes);
  Streams streams;
  if (!read_streams(reader, streams)) return {};
  return streams;
}

std::optional<Header> read_header(std::string_view bytes) {
  Reader reader(bytes);
  Header header;
  if (!reader.take(kHeader) || !reader.take(kMainStreams) || !read_streams(reader, header.streams))
    return {};
  header.rest = reader.rest();
  return header;
}

std::string written_streams(const Streams& streams) {
  std::string out{static_cast<char>(kPackInfo), '\0'};
  put_number(out, streams.sizes.size());
  out += static_cast<char>(kSize);
  for (const std::uint64_t size : streams.sizes) put_number(out, size);
  out += static_cast<char>(kEnd);
  out += static_cast<char>(kUnpackInfo);
  out += static_cast<char>(kFolder);
  put_number(out, streams.folders.size());
  out += '\0';
  for (const Folder& folder : streams.folders) put_folder(out, folder);
  out += static_cast<char>(kUnpackSizes);
  std::vector<std::optional<std::uint32_t>> digests;
  for (const Folder& folder : streams.folders) {
    for (const std::uint64_t size : folder.sizes) put_number(out, size);
    digests.push_back(folder.crc);
  }
  if (std::any_of(digests.begin(), digests.end(), [](const auto& each) { return each; })) {
    out += static_cast<char>(kCrc);
    put_digests(out, digests);
  }
  out += static_cast<char>(kEnd);
  out.append(streams.members);
  out += static_cast<char>(kEnd);
  return out;
}

std::string written_archive(std::string_view packed, std::string_view header) {
  std::string next;
  put_little(next, packed.size(), 8);
  put_little(next, header.size(), 8);
  put_little(next, crc_of(header), 4);
  std::string archive(kSignature);
  archive.append("\0\4", 2);
  put_little(archive, crc_of(next), 4);
  return archive.append(next).append(packed).append(header);
}

std::string archive_of(const Folder& folder, const std::vector<std::string>& packed,
                       const FirstMember& member) {
  Streams streams;
  std::string bytes;
  for (const std::string& each : packed) {
    bytes += each;
    streams.sizes.push_back(each.size());
  }
  streams.folders.push_back(folder);
  streams.folders[0].crc.reset();
  const bool is_one = member.size >= folder.size();
  std::string members{static_cast<char>(kMembers), static_cast<char>(kCounts),
                      is_one ? '\1' : '\2'};
  std::vector<std::optional<std::uint32_t>> digests{member.crc};
  if (!is_one) {
    members += static_cast<char>(kSize);
    put_number(members, member.size);
    digests.emplace_back();
  }
  members += static_cast<char>(kCrc);
  put_digests(members, digests);
  members += static_cast<char>(kEnd);
  streams.members = members;
  std::string header{static_cast<char>(kHeader), static_cast<char>(kMainStreams)};
  header += written_streams(streams);
  const std::string names = is_one ? std::string("a\0\0\0", 4) : std::string("a\0\0\0b\0\0\0", 8);
  header += static_cast<char>(kFiles);
  put_number(header, is_one ? 1 : 2);
  header += static_cast<char>(kNames);
  put_number(header, names.size() + 1);
  header.append(1, '\0').append(names);
  header += static_cast<char>(kEnd);
  header += static_cast<char>(kEnd);
  return written_archive(bytes, header);
}

std::optional<std::string_view> next_header(std::string_view archive) {
  if (archive.size() < kStart || !archive.starts_with(kSignature)) return {};
  Reader reader(archive.substr(12, 20));
  const std::uint64_t offset = reader.little(8), size = reader.little(8);
  archive.remove_prefix(kStart);
  if (size == 0 || offset > archive.size() || size > archive.size() - offset) return {};
  return archive.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

}  // namespace basewalk::worker::seven_zip
