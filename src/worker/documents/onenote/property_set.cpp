// SPDX-License-Identifier: MIT
#include "worker/documents/onenote/property_set.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "text/binary/numbers.h"
#include "text/utf8.h"
#include "worker/documents/onenote/rich_text.h"

namespace basewalk::worker::onenote {
namespace {

using namespace std::string_view_literals;

// [MS-ONE] 2.1.12: ids with their types.
enum Property : std::uint32_t {
  kRichEditTextUnicode = 0x1C001C22,
  kTextExtendedAscii = 0x1C003498,
  kTextRunIndex = 0x1C001E12,
  kWzHyperlinkUrl = 0x1C001E20,
  kEmbeddedFileName = 0x1C001D9C,
  kImageFilename = 0x1C001DD7,
  kImageAltText = 0x1C001E58,
  kSourceFilepath = 0x1C001D9D,
  kEmbeddedFileContainer = 0x20001D9B,
  kPictureContainer = 0x20001C3F,
  kWebPictureContainer = 0x200034C8,
};

// [MS-ONESTORE] 2.6.6
enum Type : std::uint32_t {
  kNoData = 0x1,
  kBool = 0x2,
  kOneByte = 0x3,
  kTwoBytes = 0x4,
  kFourBytes = 0x5,
  kEightBytes = 0x6,
  kLengthAndData = 0x7,
  kObjectId = 0x8,
  kObjectIds = 0x9,
  kObjectSpaceId = 0xA,
  kObjectSpaceIds = 0xB,
  kContextId = 0xC,
  kContextIds = 0xD,
  kPropertyValues = 0x10,
  kPropertySet = 0x11,
};

std::string text_of_latin(std::string_view bytes) {
  std::string text;
  for (const char c : bytes.substr(0, bytes.find('\0')))
    utf8::append(static_cast<unsigned char>(c), text);
  return text;
}

class ObjectReader {
 public:
  ObjectReader(std::string_view bytes, const Resolve& resolve, Findings& findings)
      : in_(bytes), resolve_(resolve), findings_(findings) {}

  bool read() {
    const bool is_whole = read_streams() && begin_set() && read_sets();
    finish();
    return is_whole;
  }

 private:
  // Properties that are still to be read, or sets of an array.
  struct Level {
    std::string_view ids{};
    std::uint32_t sets = 0;
  };

  // 2.6.2 to 2.6.5: up to three lists of CompactIDs.
  bool read_streams() {
    std::uint32_t header = 0;
    if (!read_stream(header, objects_)) return false;
    std::string_view ignored;
    constexpr std::uint32_t kNoSpaces = 0x80000000, kHasContexts = 0x40000000;
    if ((header & kNoSpaces) == 0 && !read_stream(header, ignored)) return false;
    return (header & kHasContexts) == 0 || read_stream(header, ignored);
  }
  bool read_stream(std::uint32_t& header, std::string_view& ids) {
    return in_.take(header) && in_.take(ids, std::size_t{header & 0xFFFFFF} * 4);
  }

  // 2.6.7
  bool begin_set() {
    std::uint16_t count = 0;
    Level level;
    if (!in_.take(count) || !in_.take(level.ids, std::size_t{count} * 4)) return false;
    levels_.push_back(level);
    return true;
  }

  bool read_sets() {
    while (!levels_.empty()) {
      Level& level = levels_.back();
      std::uint32_t id = 0;
      if (level.sets > 0) {
        --level.sets;
        if (!begin_set()) return false;
      } else if (text::LittleEndian(level.ids).take(id)) {
        level.ids.remove_prefix(4);
        if (!read_property(id & 0x7FFFFFFF)) return false;
      } else {
        levels_.pop_back();
      }
    }
    return true;
  }

  bool read_property(std::uint32_t id) {
    std::uint32_t count = 1;
    std::string_view data;
    switch ((id >> 26) & 0x1F) {
      case kNoData:
      case kBool:
      case kObjectSpaceId:
      case kContextId:
        return true;
      case kOneByte:
        return in_.skip(1);
      case kTwoBytes:
        return in_.skip(2);
      case kFourBytes:
        return in_.skip(4);
      case kEightBytes:
        return in_.skip(8);
      case kObjectSpaceIds:
      case kContextIds:
        return in_.take(count);
      case kLengthAndData:
        if (!in_.take(count)) return false;
        if (!in_.take(data, count)) return false;
        keep(id, data);
        return true;
      case kObjectIds:
        if (!in_.take(count)) return false;
        return refer(id, count);
      case kObjectId:
        return refer(id, count);
      case kPropertyValues:
        return begin_array();
      case kPropertySet:
        return begin_set();
      default:
        return false;
    }
  }

  bool begin_array() {
    std::uint32_t count = 0;
    if (!in_.take(count)) return false;
    // 2.6.9: without any, the id of what they would be is left out.
    if (count == 0) return true;
    if (!in_.skip(4)) return false;
    levels_.push_back({{}, count});
    return true;
  }

  bool refer(std::uint32_t id, std::uint32_t count) {
    if (count > objects_.size() / 4 - next_object_) return false;
    const bool is_file =
        id == kEmbeddedFileContainer || id == kPictureContainer || id == kWebPictureContainer;
    std::uint32_t compact = 0;
    if (is_file && text::LittleEndian(objects_, next_object_ * 4).take(compact))
      container_ = resolve_(next_object_, compact);
    next_object_ += count;
    return true;
  }

  void keep(std::uint32_t id, std::string_view data) {
    switch (id) {
      case kRichEditTextUnicode:
        rich_texts_.push_back(data);
        break;
      case kTextRunIndex:
        keep_runs(data);
        break;
      case kTextExtendedAscii:
        findings_.text(text_of_latin(data));
        break;
      case kWzHyperlinkUrl:
        findings_.hyperlink(text_of_utf16(data));
        break;
      case kImageAltText:
        findings_.text(text_of_utf16(data));
        break;
      case kEmbeddedFileName:
      case kImageFilename:
        name_ = text_of_utf16(data);
        break;
      case kSourceFilepath:
        keep_words(data, "source path");
        break;
      default:
        keep_words(data, "property");
        break;
    }
  }

  void keep_runs(std::string_view data) {
    text::LittleEndian in(data);
    for (std::uint32_t place = 0; in.take(place);) runs_.push_back(place);
    std::sort(runs_.begin(), runs_.end());
  }

  // Titles, labels and whatever later versions have: of interest where a URL stands in it.
  void keep_words(std::string_view data, std::string_view attribute) {
    if (data.find(":\0/\0/\0"sv) != std::string_view::npos)
      findings_.words(text_of_utf16(data), attribute);
    else if (data.find("://"sv) != std::string_view::npos)
      findings_.words(text_of_latin(data), attribute);
  }

  void finish() {
    for (const std::string_view text : rich_texts_) findings_.rich_text(text, runs_);
    findings_.name(container_, name_);
    if (name_.find("://") != std::string::npos) findings_.words(std::move(name_), "file name");
  }

  text::LittleEndian in_;
  const Resolve& resolve_;
  Findings& findings_;
  std::string_view objects_;
  std::size_t next_object_ = 0;
  std::vector<Level> levels_;
  std::vector<std::string_view> rich_texts_;
  std::vector<std::uint32_t> runs_;
  ObjectId container_;
  std::string name_;
};

}  // namespace

bool read_object(std::string_view bytes, const Resolve& resolve, Findings& findings) {
  findings.count_object();
  return ObjectReader(bytes, resolve, findings).read();
}

}  // namespace basewalk::worker::onenote
