// SPDX-License-Identifier: MIT
#include "worker/documents/outlook/msg_item.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "text/hex.h"
#include "worker/documents/ole/ole.h"
#include "worker/documents/ole/package.h"
#include "worker/documents/strings_in.h"

namespace basewalk::worker {
namespace {

// 2.1, 2.2
constexpr std::string_view kProperties = "__properties_version1.0", kValue = "__substg1.0_",
                           kAttachment = "__attach_version1.0_#", kNames = "__nameid_version1.0",
                           kRecipient = "__recip_version1.0_#";
// As far as some programs look at that of an attachment.
constexpr std::string_view kLikeAttachment = "__attach";
constexpr std::size_t kRow = 16;

bool is_long(std::uint16_t type) {
  return type == property_type::kObject || type == property_type::kString8 ||
         type == property_type::kUnicode || type == property_type::kBinary ||
         type == property_type::kGuid || (type & property_type::kMultiple) != 0;
}

bool is_short(std::uint16_t type) {
  return type == property_type::kInteger16 || type == property_type::kInteger32 ||
         type == property_type::kBoolean;
}

// UTF-16 has zeros.
bool is_binary(std::string_view bytes) {
  return std::any_of(bytes.begin(), bytes.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != 0 && !ascii::is_space(c);
  });
}

// 2.4.2.1
struct Row {
  std::uint16_t type, id;
  std::uint32_t value;
  std::string_view bytes;
};

}  // namespace

void MsgFile::tell_wrongs() {
  for (const CfbWrong& wrong : file.take_wrongs())
    teller.tell(wrong.why, wrong.what, wrong.sentence);
}

bool is_msg_storage(const CfbFile& file, std::uint32_t storage) {
  for (const std::uint32_t child : file.entry(storage).children) {
    const std::string_view name = file.entry(child).name;
    if (ascii::iequals(name, kProperties) || ascii::istarts_with(name, kValue)) return true;
  }
  return false;
}

MsgItem::MsgItem(MsgFile& file, std::uint32_t storage, Head head) : file_(file), storage_(storage) {
  read_streams();
  read_properties(static_cast<std::size_t>(head));
  sort();
  file_.tell_wrongs();
}

// 2.1.2: the name says which property, and of which type.
void MsgItem::read_streams() {
  for (const std::uint32_t child : file_.file.entry(storage_).children) {
    const CfbFile::Entry& entry = file_.file.entry(child);
    const std::string_view name = entry.name;
    const bool is_storage = entry.kind == CfbFile::Kind::storage;
    if (is_storage &&
        (ascii::istarts_with(name, kAttachment) ||
         (ascii::istarts_with(name, kLikeAttachment) && is_msg_storage(file_.file, child)))) {
      attachments_.push_back(child);
      continue;
    }
    if (ascii::iequals(name, kProperties) || ascii::iequals(name, kNames)) continue;
    std::size_t at = std::min(kValue.size(), name.size());
    const std::uint32_t tag = text::read_hex(name, at, 8);
    const bool has_tag = ascii::istarts_with(name, kValue) && at == kValue.size() + 8;
    if (!has_tag || at != name.size()) {
      // Values of a property that has several lie in streams of their own, with a number behind.
      const bool is_value = has_tag && (tag & property_type::kMultiple) != 0;
      keep_other(child, !is_value && !ascii::istarts_with(name, kRecipient));
      continue;
    }
    if (!is_long(static_cast<std::uint16_t>(tag))) {
      tell("has a value in a stream that has its place elsewhere; it was not read",
           Trouble::damaged);
      continue;
    }
    const bool is_empty = !is_storage && entry.size == 0;
    properties_.push_back({static_cast<std::uint16_t>(tag >> 16), static_cast<std::uint16_t>(tag),
                           is_empty ? 0 : child + 1});
  }
}

// Recipients, and what a message has not by the standard: Outlook shows none of it.  Other programs
// may take a file for that of an attachment.
void MsgItem::keep_other(std::uint32_t entry, bool may_be_file) {
  if (!file_.file.entry(entry).name.starts_with("__")) {
    file_.objects.push_back(entry);
    return;
  }
  std::vector<std::uint32_t> rest{entry};
  while (!rest.empty()) {
    const CfbFile::Entry& next = file_.file.entry(rest.back());
    const std::uint32_t number = rest.back();
    rest.pop_back();
    rest.insert(rest.end(), next.children.begin(), next.children.end());
    if (next.kind != CfbFile::Kind::stream) continue;
    const std::string bytes = file_.file.read(number);
    file_.teller.keep(text_in(bytes));
    if (may_be_file && !ascii::iequals(next.name, kProperties) && is_binary(bytes))
      file_.teller.tell(Lack::no_opener, "stream " + shown_name(next.name), "is not read");
  }
}

void MsgItem::read_properties(std::size_t head) {
  const std::optional<std::uint32_t> stream = file_.file.find(storage_, kProperties);
  if (!stream) {
    tell("has an item without properties", Trouble::damaged);
    return;
  }
  const std::string bytes = file_.file.read(*stream);
  const std::size_t streams = properties_.size();
  if (bytes.size() < head || (bytes.size() - head) % kRow != 0)
    tell("has properties that are cut off", Trouble::damaged);
  std::vector<std::pair<std::uint16_t, std::uint16_t>> there;
  for (std::size_t i = 0; i < streams; ++i)
    there.emplace_back(properties_[i].id, properties_[i].type);
  std::sort(there.begin(), there.end());
  bool is_missing = false;
  for (std::size_t at = head; at + kRow <= bytes.size(); at += kRow) {
    const auto type = static_cast<std::uint16_t>(text::little(bytes, at, 2));
    const auto id = static_cast<std::uint16_t>(text::little(bytes, at + 2, 2));
    const auto value = static_cast<std::uint32_t>(text::little(bytes, at + 8, 4));
    if (is_long(type)) {
      // Its length, with an end of a character where it is text.
      const std::uint32_t least = type == property_type::kUnicode   ? 3
                                  : type == property_type::kString8 ? 2
                                                                    : 1;
      is_missing |=
          value >= least && !std::binary_search(there.begin(), there.end(), std::pair(id, type));
    } else if (is_short(type)) {
      properties_.push_back({id, type, value});
    } else {
      longs_.push_back(bytes.substr(at + 8, 8));
      properties_.push_back({id, type, static_cast<std::uint32_t>(longs_.size())});
    }
  }
  if (is_missing) tell("has properties whose values are not there", Trouble::damaged);
}

// Of a text that is there in both ways, Unicode comes first.
void MsgItem::sort() {
  std::stable_sort(properties_.begin(), properties_.end(),
                   [](const Property& a, const Property& b) {
                     return std::tuple(a.id, a.value == 0, a.type != property_type::kUnicode) <
                            std::tuple(b.id, b.value == 0, b.type != property_type::kUnicode);
                   });
  const auto is_twice = [](const Property& a, const Property& b) {
    return a.id == b.id && a.value != 0 && b.value != 0;
  };
  if (std::adjacent_find(properties_.begin(), properties_.end(), is_twice) != properties_.end())
    tell("has a property twice; one was read", Trouble::damaged);
}

bool MsgItem::give(const Property& property, const std::function<bool(std::string_view)>& take) {
  if (property.value == 0 || is_short(property.type)) return true;
  if (!is_long(property.type)) {
    take(longs_[property.value - 1]);
    return true;
  }
  const std::uint32_t stream = property.value - 1;
  if (file_.file.entry(stream).kind != CfbFile::Kind::stream) return false;
  const bool is_whole = file_.file.give(stream, take);
  file_.tell_wrongs();
  return is_whole;
}

std::unique_ptr<OutlookItem> MsgItem::attachment(std::size_t index) {
  file_.teller.count_member();
  auto item = std::make_unique<MsgItem>(file_, attachments_[index], Head::attachment);
  keep_properties(*item, file_.teller);
  return item;
}

std::unique_ptr<OutlookItem> MsgItem::embedded(const Property& data) {
  if (data.type != property_type::kObject || data.value == 0) return nullptr;
  const std::uint32_t storage = data.value - 1;
  if (!is_msg_storage(file_.file, storage)) return nullptr;
  auto item = std::make_unique<MsgItem>(file_, storage, Head::embedded);
  keep_properties(*item, file_.teller);
  return item;
}

// 2.2.2.1: the storage of the object.  A file that is in it is given; else it is looked into later.
std::optional<OutlookObject> MsgItem::object(const Property& data) {
  if (data.type != property_type::kObject || data.value == 0) return {};
  const std::uint32_t storage = data.value - 1;
  if (file_.file.entry(storage).kind != CfbFile::Kind::storage) return {};
  std::optional<OleFile> file = file_in_storage(file_.file, storage);
  file_.tell_wrongs();
  if (!file) {
    file_.objects.push_back(storage);
    return {};
  }
  if (!file->is_whole) tell("has an object whose file is cut off", Trouble::damaged);
  return OutlookObject{std::move(file->name), std::move(file->bytes)};
}

void MsgItem::tell(std::string sentence, Trouble trouble) { file_.teller.tell(sentence, trouble); }

}  // namespace basewalk::worker
