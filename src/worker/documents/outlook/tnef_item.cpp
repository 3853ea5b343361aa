// SPDX-License-Identifier: MIT
#include "worker/documents/outlook/tnef_item.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "worker/documents/strings_in.h"
#include "worker/jobs/outlook_fields.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t kSignature = 0x223E9F78;
// 2.1.1.1: a level, a number, a length; behind the bytes a check sum.
constexpr std::size_t kHead = 9, kSum = 2, kFileHead = 6;
constexpr std::uint64_t kOfMessage = 1, kOfAttachment = 2;

// 2.1.1.3.  The upper half says of what type the bytes are, which the number says as well: programs
// ask for the number alone (tnef, KTNEF), and not for the level (ytnef).
enum Id : std::uint16_t {
  kFrom = 0x8000,
  kSubject = 0x8004,
  kBody = 0x800C,
  kAttachData = 0x800F,
  kAttachTitle = 0x8010,
  kAttachTransportFilename = 0x9001,
  kAttachRenddata = 0x9002,
  kMsgProps = 0x9003,
  kAttachment = 0x9005,
  kOemCodepage = 0x9007,
};

bool is_of_attachment(std::uint16_t id) {
  return id == kAttachData || id == kAttachTitle || id == kAttachTransportFilename ||
         id == kAttachRenddata || id == kAttachment;
}

bool is_known(std::uint16_t id) {
  return is_of_attachment(id) || id == kFrom || id == kSubject || id == kBody || id == kMsgProps ||
         id == kOemCodepage;
}

// IID_IMessage, IID_IStorage: what an object begins with (2.1.3.4.1).
constexpr std::string_view kMessageObject =
    "\x07\x03\x02\x00\x00\x00\x00\x00\xC0\x00\x00\x00\x00\x00\x00\x46"sv;
constexpr std::size_t kGuid = 16;

std::string_view without_end(std::string_view text) {
  while (text.ends_with('\0')) text.remove_suffix(1);
  return text;
}

std::string_view without_wide_end(std::string_view text) {
  while (text.size() >= 2 && text.ends_with("\0\0"sv) && text.size() % 2 == 0)
    text.remove_suffix(2);
  return text;
}

// Bytes, one after the other; what is not there is nothing.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  std::string_view take(std::uint64_t size) {
    if (size > bytes_.size()) is_good_ = false;
    const std::string_view taken = text::slice(bytes_, 0, size);
    bytes_.remove_prefix(taken.size());
    return taken;
  }
  /// With what fills it up to four bytes, of which the last may be missing.
  std::string_view take_padded(std::uint64_t size) {
    const std::string_view taken = take(size);
    bytes_.remove_prefix(std::min<std::size_t>(bytes_.size(), (4 - size % 4) % 4));
    return taken;
  }
  std::uint64_t number(std::size_t size) { return text::little(take(size), 0, size); }
  bool is_good() const { return is_good_; }
  bool is_empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool is_good_ = true;
};

// 2.1.3.4: bytes of a value that has always as many; 0 where it has a length before it.
std::size_t size_of(std::uint16_t type) {
  switch (type) {
    case 0x01:
      return 0;
    case 0x02:
    case 0x03:
    case 0x04:
    case 0x0A:
    case 0x0B:
      return 4;
    case 0x05:
    case 0x06:
    case 0x07:
    case 0x14:
    case 0x40:
      return 8;
    case 0x48:
      return 16;
    default:
      return 0;
  }
}

bool has_length(std::uint16_t type) {
  return type == property_type::kObject || type == property_type::kString8 ||
         type == property_type::kUnicode || type == property_type::kBinary;
}

}  // namespace

void TnefItem::add(std::uint16_t id, std::uint16_t type, std::string_view value) {
  if (type == property_type::kString8) value = without_end(value);
  if (type == property_type::kUnicode) value = without_wide_end(value);
  std::uint32_t place = 0;
  if (!value.empty()) {
    values_.push_back(value);
    place = static_cast<std::uint32_t>(values_.size());
  }
  properties_.push_back({id, type, place});
}

void TnefItem::add_number(std::uint16_t id, std::uint32_t number) {
  properties_.push_back({id, property_type::kInteger32, number});
}

void TnefItem::add_spare(std::uint16_t id, std::uint16_t type, std::string_view value) {
  spares_.push_back({id, type, value});
}

void TnefItem::add_properties(std::string_view bytes) {
  Bytes rest(bytes);
  const std::uint64_t count = rest.number(4);
  for (std::uint64_t i = 0; i < count && rest.is_good(); ++i) {
    const auto type = static_cast<std::uint16_t>(rest.number(2));
    const auto id = static_cast<std::uint16_t>(rest.number(2));
    if (id >= 0x8000) {
      // A name: of a number, or of letters.
      (void)rest.take(kGuid);
      if (rest.number(4) == 0)
        (void)rest.number(4);
      else
        (void)rest.take_padded(rest.number(4));
    }
    const auto one = static_cast<std::uint16_t>(type & ~property_type::kMultiple);
    const std::size_t size = size_of(one);
    const bool has_count = has_length(one) || one != type;
    if (!has_length(one) && size == 0 && one != 1) {
      tell("has a property of a type that is none; those behind it were not read",
           Trouble::damaged);
      return;
    }
    const std::uint64_t values = has_count ? rest.number(4) : 1;
    for (std::uint64_t n = 0; n < values && rest.is_good(); ++n) {
      if (size == 0 && one == 1) break;
      const std::string_view value = size > 0 ? rest.take(size) : rest.take_padded(rest.number(4));
      // What has several values is none of what is asked for, but as the bytes of an attachment.
      if ((n > 0 || one != type) && (id != property::kData || size > 0)) {
        teller_.keep(text_in(value));
        continue;
      }
      if (size == 4)
        properties_.push_back({id, one, static_cast<std::uint32_t>(text::little(value, 0, 4))});
      else
        add(id, one, value);
    }
  }
  if (!rest.is_good()) tell("has properties that are cut off", Trouble::damaged);
}

std::optional<TnefItem::Attribute> TnefItem::take_attribute(std::string_view& bytes) {
  if (bytes.empty()) return {};
  if (bytes.size() < kHead) {
    // Some mailers add the end of a line.
    if (ascii::trim(without_end(bytes)).empty()) return {};
    is_cut_off_ = true;
    return {};
  }
  Attribute attribute;
  attribute.level = text::little(bytes, 0, 1);
  attribute.id = static_cast<std::uint16_t>(text::little(bytes, 1, 2));
  const std::uint64_t size = text::little(bytes, 5, 4);
  if (attribute.level != kOfMessage && attribute.level != kOfAttachment) {
    // Some go on all the same.
    if (!is_known(attribute.id)) {
      tell("has something between its attributes; what is behind it was not read",
           Trouble::damaged);
      return {};
    }
    tell("has an attribute that is neither of a message nor of an attachment", Trouble::damaged);
  }
  bytes.remove_prefix(kHead);
  attribute.data = text::slice(bytes, 0, size);
  bytes.remove_prefix(attribute.data.size());
  if (attribute.data.size() < size || bytes.size() < kSum) {
    is_cut_off_ = true;
    bytes = {};
    return attribute;
  }
  std::uint32_t sum = 0;
  for (const char c : attribute.data) sum += static_cast<unsigned char>(c);
  if ((sum & 0xFFFF) != text::little(bytes, 0, kSum))
    tell("has an attribute that is not what it was: its check sum is another one",
         Trouble::damaged);
  bytes.remove_prefix(kSum);
  return attribute;
}

bool TnefItem::read_message(std::string_view bytes) {
  if (bytes.size() < kFileHead || text::little(bytes, 0, 4) != kSignature) return false;
  bytes.remove_prefix(kFileHead);
  while (const std::optional<Attribute> attribute = take_attribute(bytes)) {
    const bool of_attachment = is_known(attribute->id) ? is_of_attachment(attribute->id)
                                                       : attribute->level == kOfAttachment;
    if (of_attachment)
      read_of_attachment(*attribute);
    else
      read_attribute(*attribute);
  }
  if (is_cut_off_) tell("is cut off", Trouble::damaged);
  finish();
  std::vector<std::unique_ptr<TnefItem>> others;
  for (const std::unique_ptr<TnefItem>& each : attachments_) {
    each->finish();
    each->add_other_data(others);
  }
  for (std::unique_ptr<TnefItem>& other : others) attachments_.push_back(std::move(other));
  return true;
}

void TnefItem::read_attribute(const Attribute& attribute) {
  switch (attribute.id) {
    case kFrom:
      return read_from(attribute.data);
    case kSubject:
      return add_spare(property::kSubject, property_type::kString8, attribute.data);
    case kBody:
      return add_spare(property::kBody, property_type::kString8, attribute.data);
    case kMsgProps:
      return add_properties(attribute.data);
    case kOemCodepage:
      if (attribute.data.size() >= 4)
        add_number(property::kMessageCodePage,
                   static_cast<std::uint32_t>(text::little(attribute.data, 0, 4)));
      return;
    default:
      return keep(attribute.data);
  }
}

// 2.1.3.3.1: two lengths, a name, and an address behind the word of its kind.
void TnefItem::read_from(std::string_view bytes) {
  Bytes rest(bytes);
  (void)rest.number(4);
  const std::uint64_t name = rest.number(2), address = rest.number(2);
  add_spare(property::kSenderName, property_type::kString8, rest.take(name));
  std::string_view text = rest.take(address);
  text.remove_prefix(std::min(text.find(':') + 1, text.size()));
  add_spare(property::kSenderAddress, property_type::kString8, text);
}

void TnefItem::read_of_attachment(const Attribute& attribute) {
  if (attribute.id == kAttachRenddata || attachments_.empty()) {
    attachments_.push_back(std::make_unique<TnefItem>(teller_, place_));
  }
  TnefItem& item = *attachments_.back();
  switch (attribute.id) {
    case kAttachTitle:
      return item.add_spare(property::kShortName, property_type::kString8, attribute.data);
    case kAttachTransportFilename:
      return item.add_spare(property::kLongName, property_type::kString8, attribute.data);
    case kAttachData:
      return item.add_spare(property::kData, property_type::kBinary, attribute.data);
    case kAttachment:
      return item.add_properties(attribute.data);
    default:
      return keep(attribute.data);
  }
}

// Properties come before attributes, and what is there before what is empty.
void TnefItem::finish() {
  for (const Spare& spare : spares_) add(spare.id, spare.type, spare.value);
  spares_.clear();
  std::stable_sort(properties_.begin(), properties_.end(),
                   [](const Property& a, const Property& b) {
                     return std::pair(a.id, a.value == 0) < std::pair(b.id, b.value == 0);
                   });
  keep_others();
}

// Of a property that is there several times the first one is shown.
void TnefItem::keep_others() {
  bool is_twice = false;
  for (std::size_t i = 1, first = 0; i < properties_.size(); ++i) {
    if (properties_[i].id != properties_[first].id) first = i;
    const std::string_view value = value_of(properties_[i]);
    if (i == first || value.empty() || value == value_of(properties_[first]) ||
        properties_[i].id == property::kData)
      continue;
    is_twice =
        is_twice || properties_[i].id == property::kHtml || properties_[i].id == property::kRtf;
    keep(value);
  }
  if (is_twice) tell("has a body twice; one was read", Trouble::damaged);
}

// Texts have one byte for a character, or two.
void TnefItem::keep(std::string_view value) {
  teller_.keep(value);
  teller_.keep(wide_text_in(value));
}

// Bytes that an attachment has beside those of its property are attachments of their own.
void TnefItem::add_other_data(std::vector<std::unique_ptr<TnefItem>>& others) {
  const Property* data = find(property::kData);
  const Property* end = properties_.data() + properties_.size();
  for (const Property* other = data; other != nullptr && ++other != end && other->id == data->id;) {
    // Any of them may be a number instead.
    const std::string_view bytes = value_of(*other);
    if (bytes.empty() || bytes == value_of(*data)) continue;
    auto item = std::make_unique<TnefItem>(teller_, place_);
    item->add(property::kData, other->type, bytes);
    if (const Property* name = find(property::kShortName); name != nullptr)
      item->add(property::kShortName, name->type, value_of(*name));
    item->finish();
    others.push_back(std::move(item));
  }
}

std::string_view TnefItem::value_of(const Property& property) const {
  const bool has_value = has_length(property.type) || size_of(property.type) > 4;
  return has_value && property.value != 0 ? values_[property.value - 1] : std::string_view();
}

bool TnefItem::give(const Property& property, const std::function<bool(std::string_view)>& take) {
  const std::string_view value = value_of(property);
  if (!value.empty()) take(value);
  return true;
}

std::unique_ptr<OutlookItem> TnefItem::attachment(std::size_t index) {
  teller_.count_member();
  keep_properties(*attachments_[index], teller_);
  return std::move(attachments_[index]);
}

std::unique_ptr<OutlookItem> TnefItem::embedded(const Property& data) {
  std::string_view bytes = value_of(data);
  if (bytes.starts_with(kMessageObject)) bytes.remove_prefix(kGuid);
  // What lies within something begins behind it: no two messages begin at one place.
  auto item = std::make_unique<TnefItem>(teller_, reinterpret_cast<std::uintptr_t>(bytes.data()));
  if (!item->read_message(bytes)) return nullptr;
  keep_properties(*item, teller_);
  return item;
}

std::optional<OutlookObject> TnefItem::object(const Property& data) {
  const std::string_view bytes = value_of(data);
  if (data.type != property_type::kObject || bytes.size() <= kGuid) return {};
  return OutlookObject{"", std::string(bytes.substr(kGuid))};
}

}  // namespace basewalk::worker
