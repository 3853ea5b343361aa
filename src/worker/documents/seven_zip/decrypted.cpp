// SPDX-License-Identifier: MIT
#include "worker/documents/seven_zip/decrypted.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <utility>
#include <vector>

#include "text/binary/utf16.h"
#include "worker/documents/crypt/cipher.h"
#include "worker/documents/crypt/hash.h"
#include "worker/documents/crypt/passwords.h"
#include "worker/documents/seven_zip/header.h"
#include "worker/documents/strings_in.h"

namespace basewalk::worker {
namespace {

using namespace seven_zip;

// A header may be packed, and that header too.
constexpr int kMostHeaders = 4;
// The key is the password as it is.
constexpr unsigned kNoHash = 0x3F;
constexpr std::size_t kAesKey = 32;
constexpr std::uint64_t kLargestHeader = std::uint64_t{16} << 20;
// What a try costs for so many bytes: to decrypt takes less time than to unpack.
constexpr std::uint64_t kDecryptedForOne = 64, kUnpackedForOne = 8;
// Behind that libarchive takes the header for damaged: of four streams each has an AES of its own.
constexpr std::size_t kMostCodersRead = 4;

// Methods.txt has no word on it; 7-Zip's 7zAes.cpp reads it so.
struct AesProperties {
  unsigned power = 0;
  std::string salt, vector;
};

std::optional<AesProperties> aes_properties(std::string_view bytes) {
  if (bytes.empty()) return {};
  const auto byte = [&](std::size_t at) -> unsigned {
    return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
  };
  AesProperties found;
  found.power = byte(0) & 0x3F;
  const std::size_t salt = (byte(0) >> 7) + (byte(1) >> 4);
  const std::size_t vector = (byte(0) >> 6 & 1) + (byte(1) & 0xF);
  if ((byte(0) & 0xC0) != 0) {
    if (bytes.size() != 2 + salt + vector) return {};
    found.salt = bytes.substr(2, salt);
    found.vector = bytes.substr(2 + salt);
  }
  found.vector.resize(crypt::kAesBlock, '\0');
  return found;
}

// The first member of an archive, if it is there with its check sum; `made` counts what came out in
// any case.
std::optional<std::string> first_member(std::string_view bytes, std::uint64_t most,
                                        std::uint64_t& made) {
  const std::unique_ptr<::archive, decltype(&::archive_read_free)> archive(::archive_read_new(),
                                                                           ::archive_read_free);
  if (archive == nullptr) throw std::bad_alloc();
  ::archive_read_support_format_7zip(archive.get());
  ::archive_entry* entry = nullptr;
  if (::archive_read_open_memory(archive.get(), bytes.data(), bytes.size()) != ARCHIVE_OK ||
      ::archive_read_next_header(archive.get(), &entry) != ARCHIVE_OK)
    return {};
  std::string member;
  for (;;) {
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int status = ::archive_read_data_block(archive.get(), &data, &size, &offset);
    if (status == ARCHIVE_EOF) return member;
    made += size;
    if (status != ARCHIVE_OK || size > most - member.size()) return {};
    member.append(static_cast<const char*>(data), size);
  }
}

class Decrypter {
 public:
  Decrypter(const Document& document, DocumentSink& sink) : document_(document), sink_(sink) {}

  DecryptedSevenZip read() {
    DecryptedSevenZip found{archive(), is_closed_};
    if (is_closed_) sink_.lack(Lack::encrypted, "", "is encrypted, and no password opens it");
    return found;
  }

 private:
  std::optional<std::string> archive() {
    const auto next = next_header(document_.bytes);
    if (!next) return {};
    const std::size_t next_at = static_cast<std::size_t>(next->data() - document_.bytes.data());
    taken_.emplace_back(next_at, next_at + next->size());
    std::string header(*next);
    for (int i = 0; header.starts_with('\x17'); ++i) {
      std::optional<std::string> inner = i < kMostHeaders ? unpacked_header(header) : std::nullopt;
      if (!inner) return {};
      header = std::move(*inner);
    }
    std::optional<Header> all = read_header(header);
    if (!all || !lie_within(all->streams)) return {};
    take(all->streams);
    tell_gaps();
    return rewritten(*all);
  }

  // The packed streams lie behind one another, before the header.
  bool lie_within(const Streams& streams) const {
    std::uint64_t left = document_.bytes.size() - kStart;
    std::uint64_t wanted = 0;
    if (streams.offset > left) return false;
    left -= streams.offset;
    for (const std::uint64_t size : streams.sizes) {
      if (size > left) return false;
      left -= size;
    }
    for (const Folder& folder : streams.folders) wanted += folder.packed.size();
    return wanted == streams.sizes.size();
  }

  void take(const Streams& streams) {
    std::uint64_t size = 0;
    for (const std::uint64_t each : streams.sizes) size += each;
    const std::size_t begin = kStart + static_cast<std::size_t>(streams.offset);
    taken_.emplace_back(begin, begin + static_cast<std::size_t>(size));
  }

  // What is no packed stream and no header is passed over by all that unpack.
  void tell_gaps() {
    std::sort(taken_.begin(), taken_.end());
    std::size_t at = kStart;
    for (const auto& [begin, end] : taken_) {
      if (begin > at) tell_strings(document_.bytes.substr(at, begin - at), "header", sink_);
      at = std::max(at, end);
    }
  }

  std::vector<std::string_view> packed_streams(const Streams& streams) const {
    std::vector<std::string_view> all;
    std::string_view bytes =
        document_.bytes.substr(kStart + static_cast<std::size_t>(streams.offset));
    for (const std::uint64_t size : streams.sizes) {
      all.push_back(bytes.substr(0, static_cast<std::size_t>(size)));
      bytes.remove_prefix(static_cast<std::size_t>(size));
    }
    return all;
  }

  std::optional<std::string> unpacked_header(std::string_view header) {
    const std::optional<Streams> streams = read_encoded(header.substr(1));
    if (!streams || streams->folders.size() != 1 || !lie_within(*streams)) return {};
    const Folder& folder = streams->folders[0];
    const std::vector<std::string_view> packed = packed_streams(*streams);
    take(*streams);
    if (folder.is_encrypted() && !find_password(folder, packed.data(), streams->first[0]))
      return {};
    std::uint64_t made = 0;
    return unpacked(folder, packed.data(), streams->first[0], kLargestHeader, made);
  }

  // By the first folder that is encrypted and has something in it.
  bool find_password(const Streams& streams, const std::vector<std::string_view>& packed) {
    for (std::size_t i = 0, stream = 0; i < streams.folders.size(); ++i) {
      const Folder& folder = streams.folders[i];
      if (folder.is_encrypted() && streams.first[i].size > 0)
        return find_password(folder, packed.data() + stream, streams.first[i]);
      stream += folder.packed.size();
    }
    return false;
  }

  bool find_password(const Folder& folder, const std::string_view* packed,
                     const FirstMember& member) {
    // Without a check sum every password is right.
    if (password_ || !member.crc) return password_.has_value();
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < folder.packed.size(); ++i) bytes += packed[i].size();
    const auto opens = [&](std::string_view password) {
      password_ = password;
      keys_.clear();
      std::uint64_t made = 0;
      const bool is_right =
          unpacked(folder, packed, member, document_.bounds.bytes, made).has_value();
      tries_.charge(made / kUnpackedForOne);
      return is_right;
    };
    const auto cost = [&](std::string_view password) {
      std::uint64_t all = bytes / kDecryptedForOne;
      std::set<std::pair<unsigned, std::string>> keys;
      for (const Coder& coder : folder.coders)
        if (const auto properties =
                coder.is_aes() ? aes_properties(coder.properties) : std::nullopt)
          if (keys.emplace(properties->power, properties->salt).second)
            all += cost_of(*properties, password);
      return all;
    };
    const auto found = crypt::password_that(opens, cost, "", document_, tries_, sink_);
    if (!found) password_.reset();
    return found.has_value();
  }

  static std::uint64_t cost_of(const AesProperties& properties, std::string_view password) {
    if (properties.power == kNoHash) return 1;
    // In UTF-16 it has twice as many bytes at most.
    return crypt::cost_of_many(properties.salt.size() + password.size() * 2, properties.power);
  }

  const std::string& key_of(const AesProperties& properties) {
    const auto [found, is_new] =
        keys_.try_emplace({properties.power, properties.salt}, std::string());
    if (!is_new) return found->second;
    const std::string piece = properties.salt + text::utf16_of_utf8(*password_);
    // As it is, without a hash.
    if (properties.power == kNoHash)
      found->second = piece;
    else
      found->second = crypt::sha256_of_many(piece, properties.power);
    found->second.resize(kAesKey, '\0');
    return found->second;
  }

  // Takes AES away, and decrypts what it was for.  False where that cannot be.
  bool decrypt(Folder& folder, std::vector<std::string>& packed) {
    for (std::size_t i = 0; i < folder.coders.size();) {
      if (!folder.coders[i].is_aes()) {
        ++i;
        continue;
      }
      const auto properties = aes_properties(folder.coders[i].properties);
      std::size_t out = 0, stream = 0;
      for (std::size_t before = 0; before < i; ++before)
        out += static_cast<std::size_t>(folder.coders[before].out);
      const std::uint64_t size = folder.sizes[out];
      if (!properties || !folder.remove(i, stream)) return false;
      std::string& bytes = packed[stream];
      bytes = crypt::aes_cbc_decrypted(key_of(*properties), properties->vector, bytes);
      if (size > bytes.size()) return false;
      bytes.resize(static_cast<std::size_t>(size));
    }
    return true;
  }

  std::optional<std::string> unpacked(Folder folder, const std::string_view* from,
                                      const FirstMember& member, std::uint64_t most,
                                      std::uint64_t& made) {
    std::vector<std::string> packed(from, from + folder.packed.size());
    if (!decrypt(folder, packed)) return {};
    return first_member(archive_of(folder, packed, member), most, made);
  }

  std::optional<std::string> rewritten(Header& header) {
    Streams& streams = header.streams;
    const std::vector<std::string_view> packed = packed_streams(streams);
    const bool is_encrypted =
        std::any_of(streams.folders.begin(), streams.folders.end(),
                    [](const Folder& folder) { return folder.is_encrypted(); });
    // What is encrypted alone is the header, then: or nothing.
    if (is_encrypted && !password_ && !find_password(streams, packed)) {
      is_closed_ =
          std::any_of(streams.folders.begin(), streams.folders.end(),
                      [](const Folder& folder) { return folder.coders.size() > kMostCodersRead; });
      return {};
    }
    if (!password_) return {};
    std::string bytes;
    bytes.reserve(document_.bytes.size());
    std::vector<std::uint64_t> sizes;
    std::size_t stream = 0;
    for (Folder& folder : streams.folders) {
      const std::size_t count = folder.packed.size();
      std::vector<std::string> plain(packed.begin() + static_cast<std::ptrdiff_t>(stream),
                                     packed.begin() + static_cast<std::ptrdiff_t>(stream + count));
      // What cannot be decrypted is told as encrypted when it is read.
      if (Folder open = folder; is_paid(folder) && decrypt(open, plain))
        folder = std::move(open);
      else
        plain.assign(packed.begin() + static_cast<std::ptrdiff_t>(stream),
                     packed.begin() + static_cast<std::ptrdiff_t>(stream + count));
      for (const std::string& each : plain) {
        bytes += each;
        sizes.push_back(each.size());
      }
      stream += count;
    }
    streams.sizes = std::move(sizes);
    return written_archive(
        bytes, std::string("\1\4").append(written_streams(streams)).append(header.rest));
  }

  // Each folder may have a salt of its own.
  bool is_paid(const Folder& folder) {
    for (const Coder& coder : folder.coders) {
      if (!coder.is_aes()) continue;
      const auto properties = aes_properties(coder.properties);
      if (!properties || keys_.count({properties->power, properties->salt}) > 0) continue;
      if (folders_.spend(cost_of(*properties, *password_))) continue;
      if (!std::exchange(is_limit_told_, true))
        sink_.lack(Lack::limit, "", "has more keys than are made");
      return false;
    }
    return true;
  }

  const Document& document_;
  DocumentSink& sink_;
  crypt::Work tries_, folders_;
  std::optional<std::string> password_;
  std::map<std::pair<unsigned, std::string>, std::string> keys_;  // of the password
  std::vector<std::pair<std::size_t, std::size_t>> taken_;        // of the document's bytes
  bool is_limit_told_ = false, is_closed_ = false;
};

}  // namespace

DecryptedSevenZip decrypted_seven_zip(const Document& document, DocumentSink& sink) {
  return Decrypter(document, sink).read();
}

}  // namespace basewalk::worker
