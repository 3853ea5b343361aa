// SPDX-License-Identifier: MIT
//
// A binary property list (CFBinaryPList.c): "bplist00", objects, a table of where these begin, and
// 32 bytes at its end that say where that is.  Each object is looked at by itself, in the order of
// the table: nothing is followed, so that nothing goes round in a circle, but one step from the
// dictionary of a file in an archive of pages to what that file is (web_resource.h).
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "worker/documents/apple/apple.h"
#include "worker/documents/apple/big_endian.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/web_resource.h"

namespace basewalk::worker {
namespace {

constexpr std::string_view kMagic = "bplist";
constexpr std::size_t kHead = 8, kTrailer = 32;

// Kinds of objects that are looked at, by the first half of their first byte.
constexpr unsigned kInteger = 1, kData = 4, kAscii = 5, kUtf16 = 6, kUtf8 = 7, kDictionary = 13;

// An object that has a length, by its first bytes.
struct Object {
  unsigned kind = 0;
  std::uint64_t length = 0;
  std::string_view rest;  // behind its head
  bool is_sound = true;   // of what is no object with a length, too

  bool is_text() const { return kind == kAscii || kind == kUtf16 || kind == kUtf8; }
};

class PropertyList {
 public:
  PropertyList(std::string_view bytes, std::string_view element, std::uint64_t& members,
               DocumentSink& sink)
      : bytes_(bytes),
        element_(element),
        sink_(sink),
        left_(kTimes * bytes.size()),
        members_(members) {}

  void read_all() {
    todo_.push_back(bytes_);
    while (!todo_.empty()) {
      bytes_ = todo_.back();
      todo_.pop_back();
      if (!read_one()) is_damaged_ = true;
    }
    if (is_damaged_) lack(Lack::damaged, "makes no sense, or has objects that make none");
    if (is_cut_) lack(Lack::limit, "has much more text than it has bytes");
    if (is_behind_members_) lack(Lack::limit, "has more files in it than are read");
    if (is_in_doubt_)
      lack(Lack::no_opener, "has files of which a type, charset or URL is said twice");
  }

 private:
  bool read_one() {
    if (!bytes_.starts_with(kMagic) || bytes_.size() < kHead + kTrailer) return false;
    const std::size_t trailer = bytes_.size() - kTrailer;
    width_ = static_cast<std::size_t>(*big_endian(bytes_, trailer + 6, 1));
    reference_ = static_cast<std::size_t>(*big_endian(bytes_, trailer + 7, 1));
    count_ = *big_endian(bytes_, trailer + 8, 8);
    table_ = *big_endian(bytes_, trailer + 24, 8);
    if (width_ == 0 || width_ > 8 || table_ < kHead || table_ > trailer ||
        count_ > (trailer - table_) / width_)
      return false;
    objects_ = bytes_.substr(0, static_cast<std::size_t>(table_));
    files_.clear();
    bool is_sound = true;
    for (std::uint64_t i = 0; i < count_ && !is_cut_; ++i)
      if (const Object object = object_at(place_of(i)); object.kind == kDictionary)
        is_sound = read_dictionary(object) && is_sound;
    for (std::uint64_t i = 0; i < count_ && !is_cut_; ++i)
      if (!files_.contains(place_of(i))) is_sound = read_object(i) && is_sound;
    return is_sound;
  }
  std::uint64_t place_of(std::uint64_t index) const {
    return *big_endian(bytes_, static_cast<std::size_t>(table_ + index * width_), width_);
  }
  void lack(Lack why, std::string_view sentence) {
    sink_.lack(why, std::string(element_), sentence);
  }
  // False behind the bound.
  bool spend(std::uint64_t bytes) {
    if (bytes > left_) is_cut_ = true;
    left_ -= std::min(bytes, left_);
    return !is_cut_;
  }
  Object object_at(std::uint64_t at) const;
  Object object_of(std::string_view references, std::uint64_t index) const;
  std::string text_of(const Object& object) const;
  bool read_object(std::uint64_t index);
  bool read_dictionary(const Object& dictionary);
  void tell_file(const WebResource& resource, std::uint64_t place);
  void tell(std::string_view text);

  std::string_view bytes_, element_, objects_;
  DocumentSink& sink_;
  // One text may be that of many objects.
  static constexpr std::uint64_t kTimes = 4;
  std::uint64_t left_;
  std::uint64_t& members_;
  std::size_t width_ = 0, reference_ = 0;  // bytes of a place, and of a reference to an object
  std::uint64_t count_ = 0, table_ = 0;
  std::unordered_set<std::uint64_t> files_;  // places of bytes that were told as a part
  std::vector<std::string_view> todo_;       // those within others
  bool is_damaged_ = false, is_cut_ = false, is_behind_members_ = false, is_in_doubt_ = false;
};

Object PropertyList::object_at(std::uint64_t at) const {
  constexpr unsigned kLong = 15;
  Object object;
  object.rest = text::slice(objects_, at, objects_.size());
  const std::optional<std::uint64_t> marker = big_endian(object.rest, 0, 1);
  object.is_sound = at >= kHead && marker;
  if (!object.is_sound) return object;
  const auto kind = static_cast<unsigned>(*marker >> 4);
  if ((kind < kData || kind > kUtf8) && kind != kDictionary) return object;
  object.length = *marker & 15U;
  std::size_t head = 1;
  if (object.length == kLong) {
    const std::optional<std::uint64_t> integer = big_endian(object.rest, 1, 1);
    object.is_sound = integer && *integer >> 4 == kInteger && (*integer & 15U) <= 3;
    if (!object.is_sound) return object;
    const std::size_t size = std::size_t{1} << (*integer & 15U);
    const std::optional<std::uint64_t> said = big_endian(object.rest, 2, size);
    object.is_sound = said.has_value();
    if (!object.is_sound) return object;
    object.length = *said;
    head = 2 + size;
  }
  object.rest.remove_prefix(head);
  const std::uint64_t unit = kind == kDictionary ? 2 * reference_ : kind == kUtf16 ? 2 : 1;
  object.is_sound = unit > 0 && object.length <= object.rest.size() / unit;
  if (!object.is_sound) return object;
  object.rest = text::slice(object.rest, 0, object.length * unit);
  object.kind = kind;
  return object;
}

// The one that a reference of a dictionary means; of no kind where there is none.
Object PropertyList::object_of(std::string_view references, std::uint64_t index) const {
  const std::optional<std::uint64_t> number =
      big_endian(references, static_cast<std::size_t>(index * reference_), reference_);
  return number && *number < count_ ? object_at(place_of(*number)) : Object{};
}

std::string PropertyList::text_of(const Object& object) const {
  if (!object.is_text()) return {};
  return object.kind == kUtf16 ? text::utf8_of_utf16(object.rest, text::Endian::big)
                               : std::string(object.rest);
}

// Keys, then as many values.
bool PropertyList::read_dictionary(const Object& dictionary) {
  if (reference_ > 8) return false;
  if (!spend(dictionary.rest.size())) return true;
  const std::size_t half = dictionary.rest.size() / 2;
  const std::string_view keys = dictionary.rest.substr(0, half),
                         values = dictionary.rest.substr(half);
  WebResource resource;
  std::vector<std::uint64_t> files;
  for (std::uint64_t i = 0; i < dictionary.length; ++i) {
    const Object key = object_of(keys, i);
    if (!key.is_text() || key.length > WebResource::kLongestName) continue;
    const std::string name = text_of(key);
    const Object value = object_of(values, i);
    if (name == WebResource::kData && value.kind == kData)
      files.push_back(place_of(*big_endian(values, i * reference_, reference_)));
    std::string* const known = resource.value_of(name);
    if (known == nullptr || !value.is_text()) continue;
    if (!spend(value.rest.size())) return true;
    is_in_doubt_ = is_in_doubt_ || !known->empty();
    *known = text_of(value);
  }
  for (const std::uint64_t each : files) tell_file(resource, each);
  return true;
}

void PropertyList::tell_file(const WebResource& resource, std::uint64_t place) {
  const std::string_view bytes = object_at(place).rest;
  if (bytes.empty()) return;
  if (members_ == 0) {
    is_behind_members_ = true;
    return;
  }
  if (!spend(bytes.size())) return;
  --members_;
  files_.insert(place);
  sink_.begin(resource.part());
  sink_.bytes(bytes);
  sink_.end();
}

// Data, text in ASCII or in UTF-16; all else holds none.
bool PropertyList::read_object(std::uint64_t index) {
  const Object object = object_at(place_of(index));
  if (!object.is_text() && object.kind != kData) return object.is_sound;
  if (!spend(object.rest.size())) return true;
  if (object.kind == kData && object.rest.starts_with(kMagic))
    todo_.push_back(object.rest);
  else
    tell(object.kind == kData ? std::string(object.rest) : text_of(object));
  return true;
}

void PropertyList::tell(std::string_view text) {
  if (!is_worth_searching(text)) return;
  DocumentReference reference{.raw = text, .element = element_};
  reference.is_text = true;
  reference.uses_base = false;
  sink_.reference(reference);
}

}  // namespace

void tell_property_list(std::string_view bytes, std::string_view element, std::uint64_t& members,
                        DocumentSink& sink) {
  PropertyList(bytes, element, members, sink).read_all();
}

void open_property_list(const Document& document, DocumentSink& sink) {
  std::uint64_t members = document.bounds.members;
  tell_property_list(document.bytes, "property list", members, sink);
}

}  // namespace basewalk::worker
