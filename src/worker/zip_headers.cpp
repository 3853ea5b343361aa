// SPDX-License-Identifier: MIT
#include "worker/zip_headers.h"

#include <algorithm>

#include "text/binary/numbers.h"

namespace basewalk::worker::zip {
namespace {

// Sizes that do not fit stand in an extra field (4.5.3), in this order, those that are ~0 only.
void read_zip64(std::string_view extra, Entry& entry, std::uint64_t* begin) {
  while (extra.size() >= 4) {
    const std::size_t size = static_cast<std::size_t>(text::little(extra, 2, 2));
    std::string_view field = extra.substr(4, size);
    const bool is_it = text::little(extra, 0, 2) == 1;
    extra.remove_prefix(std::min(extra.size(), 4 + size));
    if (!is_it) continue;
    const auto take = [&](std::uint64_t& value) {
      if (value != 0xFFFFFFFFU || field.size() < 8) return;
      value = text::little(field, 0, 8);
      field.remove_prefix(8);
    };
    take(entry.size);
    take(entry.packed);
    if (begin != nullptr) take(*begin);
    return;
  }
}

}  // namespace

std::size_t local_bytes(std::string_view bytes) {
  return kLocalBytes +
         static_cast<std::size_t>(text::little(bytes, 26, 2) + text::little(bytes, 28, 2));
}

std::size_t central_bytes(std::string_view bytes) {
  return kCentralBytes +
         static_cast<std::size_t>(text::little(bytes, 28, 2) + text::little(bytes, 30, 2) +
                                  text::little(bytes, 32, 2));
}

Entry local_entry(std::string_view header, std::uint64_t begin) {
  const std::size_t name = static_cast<std::size_t>(text::little(header, 26, 2));
  Entry entry;
  entry.begin = begin;
  entry.flags = static_cast<unsigned>(text::little(header, 6, 2));
  entry.method = static_cast<unsigned>(text::little(header, 8, 2));
  entry.check = static_cast<std::uint32_t>(text::little(header, 14, 4));
  entry.packed = text::little(header, 18, 4);
  entry.size = text::little(header, 22, 4);
  entry.name = header.substr(kLocalBytes, name);
  read_zip64(header.substr(kLocalBytes + name), entry, nullptr);
  entry.has_check = (entry.flags & kHasDescriptor) == 0;
  // They stand behind it then.
  if (!entry.has_check) entry.packed = entry.size = kUnknown;
  const bool is_known = entry.size != kUnknown;
  entry.is_folder = entry.name.ends_with('/') && (!is_known || entry.size == 0);
  return entry;
}

Entry central_entry(std::string_view header) {
  const std::size_t name = static_cast<std::size_t>(text::little(header, 28, 2));
  const std::size_t extra = static_cast<std::size_t>(text::little(header, 30, 2));
  Entry entry;
  entry.flags = static_cast<unsigned>(text::little(header, 8, 2));
  entry.method = static_cast<unsigned>(text::little(header, 10, 2));
  entry.check = static_cast<std::uint32_t>(text::little(header, 16, 4));
  entry.has_check = true;
  entry.packed = text::little(header, 20, 4);
  entry.size = text::little(header, 24, 4);
  entry.begin = text::little(header, 42, 4);
  entry.name = header.substr(kCentralBytes, name);
  read_zip64(header.substr(kCentralBytes + name, extra), entry, &entry.begin);
  // Who makes folders of names passes over what such a member holds; who reads it by its name does
  // not.
  entry.is_folder = entry.name.ends_with('/') && entry.size == 0;
  // Made on Unix, with the mode of a symbolic link.
  entry.is_link = header[5] == 3 && (text::little(header, 40, 2) & 0170000U) == 0120000U;
  return entry;
}

std::string difference(const Entry& local, const Entry& central) {
  const bool has_lengths = (local.flags & kHasDescriptor) == 0;
  if (local.name != central.name)
    return "names a member otherwise in its directory and before its bytes";
  if (local.method != central.method || local.is_encrypted() != central.is_encrypted())
    return "says in its directory that a member is packed otherwise than it says before its bytes";
  // Of what is encrypted some writers hide them in the one place.
  if (has_lengths && !central.is_encrypted() &&
      (local.packed != central.packed || local.size != central.size ||
       local.check != central.check))
    return "gives another length or check sum of a member in its directory than before its bytes";
  return {};
}

}  // namespace basewalk::worker::zip
