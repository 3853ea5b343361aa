// SPDX-License-Identifier: MIT
//
// AppleSingle and AppleDouble (RFC 1740, appendices A and B): a header, then entries by their kind.
// Behind what the Finder knows of a file stand its extended attributes (bsd/vfs/vfs_xattr.c).
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "worker/documents/apple/apple.h"
#include "worker/documents/apple/big_endian.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/rest.h"

namespace basewalk::worker {
namespace {

constexpr std::size_t kHead = 26, kEntryBytes = 12;

class AppleFile {
 public:
  AppleFile(const Document& document, DocumentSink& sink)
      : bytes_(document.bytes),
        name_(document.name),
        sink_(sink),
        left_(document.bounds.bytes),
        members_(document.bounds.members) {}

  void read() {
    const std::optional<std::uint64_t> count = big_endian(bytes_, kHead - 2, 2);
    if (!count) return sink_.lack(Lack::damaged, "", "is cut off");
    std::uint64_t end = kHead + *count * kEntryBytes;
    for (std::uint64_t i = 0; i < *count; ++i) {
      const auto at = static_cast<std::size_t>(kHead + i * kEntryBytes);
      const auto kind = big_endian(bytes_, at, 4), place = big_endian(bytes_, at + 4, 4),
                 length = big_endian(bytes_, at + 8, 4);
      if (!kind || !place || !length) return sink_.lack(Lack::damaged, "", "is cut off");
      const std::uint64_t behind = *place + *length;
      if (behind > bytes_.size()) tell_cut();
      read_entry(static_cast<unsigned>(*kind), *place, *length);
      end = std::max(end, behind);
    }
    tell_rest(text::slice(bytes_, end, bytes_.size()), left_, sink_);
  }

 private:
  void read_entry(unsigned kind, std::uint64_t place, std::uint64_t length);
  void read_attributes(std::uint64_t begin, std::uint64_t length);
  void tell_text(std::string_view text, std::string_view element);
  void tell_fork(std::string_view bytes);
  void tell_cut() {
    if (!std::exchange(is_cut_told_, true))
      sink_.lack(Lack::damaged, "", "has entries that are cut off");
  }
  void tell_limit() {
    if (!std::exchange(is_limit_told_, true))
      sink_.lack(Lack::limit, "", "has more bytes in its entries than are read");
  }

  std::string_view bytes_, name_;
  DocumentSink& sink_;
  std::uint64_t left_, members_;
  bool is_cut_told_ = false, is_limit_told_ = false;
};

void AppleFile::read_entry(unsigned kind, std::uint64_t place, std::uint64_t length) {
  constexpr unsigned kData = 1, kResources = 2, kName = 3, kComment = 4, kFinder = 9;
  const std::string_view entry = text::slice(bytes_, place, length);
  switch (kind) {
    case kData:
      return tell_fork(entry);
    case kResources:
      return tell_text(entry, "resource fork");
    case kName:
    case kComment:
      return tell_text(entry, "comment");
    case kFinder:
      return read_attributes(place, entry.size());
    default:
      // Pictures, dates, flags and names of other systems, and what is not known: searched as it
      // stands.
      return tell_text(entry, "entry");
  }
}

// The file, by the name it has without the mark of AppleDouble.
void AppleFile::tell_fork(std::string_view bytes) {
  if (bytes.empty()) return;
  if (bytes.size() > left_ || members_ == 0) return tell_limit();
  left_ -= bytes.size();
  --members_;
  DocumentPart part;
  part.name = name_;
  if (part.name.starts_with("._")) part.name.remove_prefix(2);
  sink_.begin(part);
  sink_.bytes(bytes);
  sink_.end();
}

// Entries may be the same bytes again and again.
void AppleFile::tell_text(std::string_view text, std::string_view element) {
  if (text.size() > left_) return tell_limit();
  left_ -= text.size();
  if (text.starts_with("bplist"))
    tell_property_list(text, element, members_, sink_);
  else if (is_worth_searching(text))
    sink_.text({"text/plain", text, element});
}

// Behind the 32 bytes of the Finder and two that fill up: a header, then entries with the places of
// their values, which count from the beginning of the file.
void AppleFile::read_attributes(std::uint64_t begin, std::uint64_t length) {
  constexpr std::uint64_t kBefore = 34, kAttributesHead = 36;
  if (length <= kBefore) return;
  const std::uint64_t end = begin + length;
  std::uint64_t at = begin + kBefore;
  if (!text::slice(bytes_, at, end - at).starts_with("ATTR")) {
    tell_text(text::slice(bytes_, at, end - at), "entry");
    return;
  }
  if (end - at < kAttributesHead) return tell_cut();
  // Many entries may be this one.
  if (length > left_) return tell_limit();
  left_ -= length;
  const std::uint64_t count = *big_endian(bytes_, static_cast<std::size_t>(at + 34), 2);
  at += kAttributesHead;
  for (std::uint64_t i = 0; i < count; ++i) {
    constexpr std::uint64_t kFixed = 11;
    const std::string_view entry = text::slice(bytes_, at, end - std::min(end, at));
    if (entry.size() < kFixed) return tell_cut();
    const std::uint64_t place = *big_endian(entry, 0, 4), size = *big_endian(entry, 4, 4),
                        name = *big_endian(entry, 10, 1);
    if (place > bytes_.size() || size > bytes_.size() - place) tell_cut();
    tell_text(text::slice(entry, kFixed, name), "attribute");
    tell_text(text::slice(bytes_, place, size), "attribute");
    // Four bytes wide.
    at += (kFixed + name + 3) / 4 * 4;
  }
}

}  // namespace

void open_apple_file(const Document& document, DocumentSink& sink) {
  AppleFile(document, sink).read();
}

// Records with a name, four letters of what, four of the kind of value: texts ("ustr") have their
// count of units in UTF-16 then, and bytes ("blob") their count.
void open_folder_store(const Document& document, DocumentSink& sink) {
  constexpr std::string_view kText = "ustr", kBlob = "blob";
  std::uint64_t left = document.bytes.size(), members = document.bounds.members;
  const auto tell_each = [&](std::string_view mark, std::uint64_t unit, const auto& tell) {
    for (std::size_t at = document.bytes.find(mark); at != document.bytes.npos;
         at = document.bytes.find(mark, at + 1)) {
      const auto count = big_endian(document.bytes, at + mark.size(), 4);
      if (!count) return;
      const std::string_view value =
          text::slice(document.bytes, at + mark.size() + 4, *count * unit);
      // What only looks like a record may claim all that is behind it.
      if (value.size() > left) return sink.lack(Lack::limit, "", "has more text than it has bytes");
      left -= value.size();
      tell(value);
    }
  };
  tell_each(kText, 2, [&](std::string_view value) {
    const std::string text = text::utf8_of_utf16(value, text::Endian::big);
    if (is_worth_searching(text)) sink.text({"text/plain", text, "comment"});
  });
  left = document.bytes.size();
  tell_each(kBlob, 1, [&](std::string_view value) {
    if (value.starts_with("bplist"))
      tell_property_list(value, "property list", members, sink);
    else if (may_have_url(value))
      sink.text({"text/plain", value, "entry"});
  });
}

}  // namespace basewalk::worker
