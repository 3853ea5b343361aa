// SPDX-License-Identifier: MIT
//
// What stands in the header of a 7z of its packed streams (7zFormat.txt): where they lie, and by
// which coders a folder, the unit of packing, is made of some of them.
//
//     packed stream -> AES -> LZMA -> bytes of one member, or of many behind one another
//
// Numbers are checked against the bytes that there are; what is not understood is nothing.
//
// Before this: the bytes of a header.  After it: decrypted.cpp takes AES away and writes the header
// anew.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_SEVEN_ZIP_HEADER_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_SEVEN_ZIP_HEADER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace basewalk::worker::seven_zip {

inline constexpr std::string_view kSignature{"7z\xBC\xAF\x27\x1C", 6};
inline constexpr std::size_t kStart = 32;  ///< bytes of the start header

struct Coder {
  std::string id, properties;
  std::uint64_t in = 1, out = 1;  ///< streams

  bool is_aes() const { return id == std::string_view("\x06\xF1\x07\x01", 4); }
};

struct Folder {
  std::vector<Coder> coders;
  /// Which stream that goes into a coder is which that comes out of one.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> binds;
  std::vector<std::uint64_t> packed;  ///< those that go in and are packed streams
  std::vector<std::uint64_t> sizes;   ///< of those that come out
  std::optional<std::uint32_t> crc;

  bool is_encrypted() const;
  /// Of what comes out of it at last.
  std::uint64_t size() const;
  /// Takes a coder away that packed stream `stream` goes into: its place among `packed`.  False
  /// where no packed stream does, or what comes out of it goes nowhere.
  bool remove(std::size_t coder, std::size_t& stream);
};

/// A member, or several, in a folder: the first of it.
struct FirstMember {
  std::uint64_t size = 0;
  std::optional<std::uint32_t> crc;
};

struct Streams {
  std::uint64_t offset = 0;  ///< behind the start header
  std::vector<std::uint64_t> sizes;
  std::vector<Folder> folders;
  std::vector<FirstMember> first;  ///< of each folder; its size is 0 where it has none
  std::string_view members;        ///< SubStreamsInfo as it stands; empty where there is none
};

/// The streams of a header that is packed itself ("EncodedHeader", without its first byte).
std::optional<Streams> read_encoded(std::string_view bytes);

/// A header that is not packed: its streams, and what stands behind them.
struct Header {
  Streams streams;
  std::string_view rest;
};
std::optional<Header> read_header(std::string_view bytes);

/// What is written with packed streams behind one another.
std::string written_streams(const Streams& streams);
/// A whole archive: start header, packed streams, header.
std::string written_archive(std::string_view packed, std::string_view header);
/// An archive of one folder, of which the first member can be unpacked.
std::string archive_of(const Folder& folder, const std::vector<std::string>& packed,
                       const FirstMember& member);

/// Where the header is, by the start header; nothing where that is damaged.
std::optional<std::string_view> next_header(std::string_view archive);

}  // namespace basewalk::worker::seven_zip

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_SEVEN_ZIP_HEADER_H_
