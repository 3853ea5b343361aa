// SPDX-License-Identifier: MIT
#include "worker/documents/onenote/package.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "text/binary/numbers.h"
#include "worker/documents/onenote/property_set.h"

namespace basewalk::worker::onenote {
namespace {

constexpr std::size_t kPackaging = 0x44;

// [MS-FSSHTTPB] 2.2.1.5: types of stream objects, as far as they matter here.
enum Type : std::uint32_t {
  kDataElement = 0x01,
  kBlob = 0x02,
  kBlobDeclaration = 0x05,
  kObjectData = 0x16,
  kObjectDeclaration = 0x18,
  kBlobReference = 0x1C,
  kFragment = 0x6A,
  kPackagingStart = 0x7A,
};

// [MS-ONESTORE] 2.7.6: what a part of an object is.
enum Partition : std::uint64_t { kProperties = 1, kFileData = 2 };

struct StreamObject {
  std::uint32_t type = 0;
  bool is_end = false;
  std::string_view body;
};

// 2.2.1.1: of one to nine bytes; the lowest bit that is set says how many.
bool take_compact(text::LittleEndian& in, std::uint64_t& number) {
  std::uint8_t first = 0;
  number = 0;
  if (!in.take(first)) return false;
  if (first == 0) return true;
  if (first == 0x80) return in.take(number);
  std::size_t size = 1;
  while ((first >> (size - 1) & 1) == 0) ++size;
  number = first;
  for (std::size_t i = 1; i < size; ++i) {
    std::uint8_t next = 0;
    if (!in.take(next)) return false;
    number |= std::uint64_t{next} << (8 * i);
  }
  number >>= size;
  return true;
}

// 2.2.1.7
bool take_id(text::LittleEndian& in, ObjectId& id) {
  std::uint8_t first = 0;
  std::uint32_t number = 0;
  id.clear();
  if (!in.take(first)) return false;
  if (first == 0) return true;
  if ((first & 0x7) == 0x4) {
    number = first >> 3;
  } else if ((first & 0x3F) == 0x20) {
    std::uint8_t second = 0;
    if (!in.take(second)) return false;
    number = (first | std::uint32_t{second} << 8) >> 6;
  } else if ((first & 0x7F) == 0x40) {
    std::uint16_t rest = 0;
    if (!in.take(rest)) return false;
    number = (first | std::uint32_t{rest} << 8) >> 7;
  } else if (first != 0x80 || !in.take(number)) {
    return false;
  }
  std::string_view guid;
  if (!in.take(guid, 16)) return false;
  id = guid;
  for (int i = 0; i < 4; ++i) id += static_cast<char>(number >> (8 * i) & 0xFF);
  return true;
}

// 2.2.1.8, 2.2.1.11
bool take_ids(text::LittleEndian& in, std::vector<ObjectId>* ids, std::size_t for_each = 1) {
  std::uint64_t count = 0;
  if (!take_compact(in, count)) return false;
  for (; count > 0; --count)
    for (std::size_t i = 0; i < for_each; ++i) {
      ObjectId id;
      if (!take_id(in, id)) return false;
      if (ids != nullptr) ids->push_back(std::move(id));
    }
  return true;
}

// 2.2.1.3
bool take_bytes(text::LittleEndian& in, std::string_view& bytes) {
  std::uint64_t size = 0;
  return take_compact(in, size) && in.take(bytes, size);
}

// 2.2.1.5: what is compound has its members behind it, and then an end.
bool take_stream_object(text::LittleEndian& in, StreamObject& object) {
  std::uint8_t first = 0, second = 0;
  std::uint16_t rest = 0;
  if (!in.take(first)) return false;
  object.is_end = (first & 1) != 0;
  object.body = {};
  if ((first & 3) == 1) {
    object.type = first >> 2;
    return true;
  }
  if (!in.take(second)) return false;
  const std::uint32_t half = first | std::uint32_t{second} << 8;
  if ((first & 3) == 3) {
    object.type = half >> 2;
    return true;
  }
  std::uint64_t size = half >> 9;
  object.type = half >> 3 & 0x3F;
  if ((first & 3) == 2) {
    constexpr std::uint64_t kSizeFollows = 0x7FFF;
    if (!in.take(rest)) return false;
    const std::uint32_t head = half | std::uint32_t{rest} << 16;
    object.type = head >> 3 & 0x3FFF;
    size = head >> 17;
    if (size == kSizeFollows && !take_compact(in, size)) return false;
  }
  return in.take(object.body, size);
}

class Package {
 public:
  explicit Package(Findings& findings) : findings_(findings) {}

  void read() {
    text::LittleEndian in(findings_.file_bytes(), kPackaging);
    StreamObject object;
    bool is_whole = false;
    while (!is_whole && take_stream_object(in, object)) {
      is_whole = object.is_end && object.type == kPackagingStart;
      if (!object.is_end && !read_object_of_stream(object)) findings_.damaged("a data element");
    }
    if (!is_whole) findings_.damaged("its package");
    join_files();
  }

 private:
  struct Declaration {
    ObjectId id, blob;
    std::uint64_t partition = 0;
  };

  bool read_object_of_stream(const StreamObject& object) {
    text::LittleEndian in(object.body);
    switch (object.type) {
      case kDataElement:
        declarations_.clear();
        next_ = 0;
        return take_id(in, element_);
      case kObjectDeclaration:
        return declare(in, false);
      case kBlobDeclaration:
        return declare(in, true);
      case kObjectData:
        return read_data(in);
      case kBlobReference:
        return read_blob_reference();
      case kBlob:
        return read_blob(in);
      case kFragment:
        return false;
      default:
        return true;
    }
  }

  // 2.2.1.12.6.1, 2.2.1.12.6.2: what the data that follow are, in order.
  bool declare(text::LittleEndian& in, bool is_blob) {
    Declaration declaration;
    if (!take_id(in, declaration.id) || (is_blob && !take_id(in, declaration.blob)) ||
        !take_compact(in, declaration.partition))
      return false;
    declarations_.push_back(std::move(declaration));
    return true;
  }

  // 2.2.1.12.6.4
  bool read_data(text::LittleEndian& in) {
    std::vector<ObjectId> ids;
    std::string_view bytes;
    if (next_ >= declarations_.size()) return false;
    const Declaration& declaration = declarations_[next_++];
    if (!take_ids(in, &ids) || !take_ids(in, nullptr, 2) || !take_bytes(in, bytes)) return false;
    if (declaration.partition == kFileData) findings_.file(declaration.id, {}, bytes);
    if (declaration.partition != kProperties || !findings_.spend(bytes.size())) return true;
    return read_object(
        bytes,
        [&ids](std::size_t nth, std::uint32_t) { return nth < ids.size() ? ids[nth] : ObjectId(); },
        findings_);
  }

  // 2.2.1.12.6.5: its declaration has said where.
  bool read_blob_reference() {
    if (next_ >= declarations_.size()) return false;
    const Declaration& declaration = declarations_[next_++];
    if (!declaration.blob.empty()) owners_[declaration.blob] = declaration.id;
    return true;
  }

  // 2.2.1.12.8
  bool read_blob(text::LittleEndian& in) {
    std::string_view bytes;
    if (!take_bytes(in, bytes)) return false;
    blobs_.emplace_back(element_, bytes);
    return true;
  }

  void join_files() {
    for (const auto& [id, bytes] : blobs_) {
      const auto owner = owners_.find(id);
      findings_.file(owner == owners_.end() ? ObjectId() : owner->second, {}, bytes);
    }
  }

  Findings& findings_;
  ObjectId element_;
  std::vector<Declaration> declarations_;
  std::size_t next_ = 0;
  std::map<ObjectId, ObjectId> owners_;  // of blobs
  std::vector<std::pair<ObjectId, std::string_view>> blobs_;
};

}  // namespace

void read_package(Findings& findings) { Package(findings).read(); }

}  // namespace basewalk::worker::onenote
