// SPDX-License-Identifier: MIT
#include "worker/documents/rtf/object.h"

#include <algorithm>
#include <optional>

#include "text/binary/numbers.h"
#include "text/hex.h"
#include "worker/documents/ole/cfb_file.h"
#include "worker/documents/ole/moniker.h"
#include "worker/documents/ole/ole.h"
#include "worker/documents/ole/package.h"
#include "worker/documents/strings_in.h"

namespace basewalk::worker::rtf {
namespace {

constexpr std::uint64_t kLinked = 1, kEmbedded = 2;
constexpr std::size_t kMostName = 4096;

// 2.1.4: a length, and text with its end.
std::optional<std::string_view> take_text(std::string_view& bytes) {
  const std::uint64_t size = text::little(bytes, 0, 4);
  if (bytes.size() < 4 || size > bytes.size() - 4 || size > kMostName) return {};
  std::string_view text = text::slice(bytes, 4, size);
  bytes.remove_prefix(4 + text.size());
  while (text.ends_with('\0')) text.remove_suffix(1);
  return text;
}

}  // namespace

void HexReader::append(std::string_view digits, std::string& out) {
  for (const char c : digits) {
    const unsigned value = text::kHexValues[static_cast<unsigned char>(c)];
    if (value > 15) continue;
    if (has_half_)
      out += static_cast<char>(half_ << 4 | value);
    else
      half_ = value;
    has_half_ = !has_half_;
  }
}

void Objects::give(std::string_view name, std::string_view type, std::string_view bytes,
                   bool is_whole) {
  if (bytes.empty()) return;
  if (!parts_.take(sink_)) return;
  DocumentPart part;
  part.name = name;
  part.type = type;
  sink_.begin(part);
  sink_.bytes(bytes);
  if (!is_whole) sink_.lack(Lack::damaged, "", "is cut off");
  sink_.end();
}

void Objects::give_picture(std::string_view bytes, std::string_view type) {
  give("picture " + std::to_string(++pictures_), type, bytes, true);
}

void Objects::read_compound_file(std::string_view bytes) {
  CfbFile file(bytes, left_);
  if (file.open()) read_ole_storage(file, CfbFile::kRoot, OleRole::object, document_, sink_);
  for (const CfbWrong& wrong : file.take_wrongs())
    sink_.lack(wrong.why, "object: " + shown_name(wrong.what), wrong.sentence);
  left_ = file.left();
}

void Objects::read_native(std::string_view bytes, std::string_view name) {
  if (bytes.starts_with(kCfbSignature)) return read_compound_file(bytes);
  if (const std::optional<OleFile> file = read_package(bytes)) {
    if (!file->link.empty()) sink_.reference({file->link, "object", "package"});
    return give(file->name, "", file->bytes, file->is_whole);
  }
  find_monikers(bytes, "object", sink_);
  give(name, "", bytes, true);
}

// 2.2.4, 2.2.5, 2.2.6; false where it is none.
bool Objects::read_ole1(std::string_view bytes) {
  if (bytes.size() < 8) return false;
  const std::uint64_t format = text::little(bytes, 4, 4);
  if (format != kLinked && format != kEmbedded) return false;
  bytes.remove_prefix(8);
  const auto name = take_text(bytes), topic = take_text(bytes), item = take_text(bytes);
  // A link to nowhere ends behind its name.
  if (name && format == kLinked && !topic && bytes.empty()) return true;
  if (!name || !topic || !item) return false;
  if (!topic->empty()) sink_.reference({*topic, "object", "link"});
  if (format == kLinked) {
    find_monikers(bytes, "object", sink_);
    return true;
  }
  const std::uint64_t size = text::little(bytes, 0, 4);
  const std::string_view native = text::slice(bytes, 4, size);
  if (native.size() < size) sink_.lack(Lack::damaged, "object", "is cut off");
  read_native(native, *name);
  // How it looks, and whatever else.
  tell_strings(text::slice(bytes, 4 + native.size(), bytes.size()), "object", sink_);
  return true;
}

void Objects::read(std::string_view bytes) {
  if (bytes.empty() || read_ole1(bytes)) return;
  // What has no head that can be read may have what Word looks for all the same.
  const std::size_t file = bytes.find(kCfbSignature);
  if (file != bytes.npos) return read_compound_file(bytes.substr(file));
  sink_.lack(Lack::damaged, "object", "has a header that cannot be read");
  find_monikers(bytes, "object", sink_);
}

}  // namespace basewalk::worker::rtf
