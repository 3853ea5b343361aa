// SPDX-License-Identifier: MIT
#include "worker/documents/zip/by_directory.h"

#include <zlib.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "text/number.h"
#include "worker/documents/rest.h"
#include "worker/zip_headers.h"

namespace basewalk::worker::zip {
namespace {

constexpr unsigned kIsUtf8 = 0x800, kUnix = 3;
constexpr std::uint64_t kFormat = 0170000, kFolder = 0040000, kLink = 0120000, kDosFolder = 0x10;
constexpr std::size_t kLongestPath = 4095;

void put(std::string& out, std::uint64_t value, int bytes) {
  for (; bytes > 0; --bytes, value >>= 8) out += static_cast<char>(value & 0xFF);
}

// Calls each(id, field) for the fields of an extra one (4.5.1), until that says false.
template <class Each>
void for_each_field(std::string_view extra, const Each& each) {
  while (extra.size() >= 4) {
    const auto size = static_cast<std::size_t>(text::little(extra, 2, 2));
    const auto id = static_cast<unsigned>(text::little(extra, 0, 2));
    const std::string_view field = extra.substr(0, std::min(extra.size(), 4 + size));
    extra.remove_prefix(field.size());
    if (!each(id, field)) return;
  }
}

// Info-ZIP's name in UTF-8 (4.6.9), which stands for that in the header as long as it is of that.
std::optional<std::string_view> name_in_utf8(std::string_view name, std::string_view extra) {
  constexpr unsigned kUnicodePath = 0x7075;
  constexpr std::size_t kBefore = 9;
  std::optional<std::string_view> found;
  for_each_field(extra, [&](unsigned id, std::string_view field) {
    const bool is_it = id == kUnicodePath && field.size() > kBefore && field[4] == 1 &&
                       text::little(field, 5, 4) ==
                           ::crc32_z(0, reinterpret_cast<const Bytef*>(name.data()), name.size());
    if (is_it) found = field.substr(kBefore);
    return !is_it;
  });
  return found;
}

// What a header says, as who goes by it understands it.
struct Said {
  Entry entry;
  std::string name;
  bool is_utf8 = false;
};

void take_name(Said& said, std::string_view extra) {
  const auto utf8 = name_in_utf8(said.entry.name, extra);
  said.is_utf8 = utf8 || (said.entry.flags & kIsUtf8) != 0;
  said.name = utf8.value_or(said.entry.name);
}

// libarchive looks at the lengths there, too, where they are said to stand behind the bytes.
Said local_said(std::string_view bytes, std::size_t at) {
  constexpr std::size_t kFlags = 6;
  std::string header(bytes.substr(at, local_bytes(bytes.substr(at))));
  const auto flags = static_cast<unsigned>(text::little(header, kFlags, 2));
  header[kFlags] = static_cast<char>(flags & 0xFFU & ~kHasDescriptor);
  Said said{local_entry(header, at), {}, false};
  said.entry.flags = flags;
  take_name(said, std::string_view(header).substr(kLocalBytes + said.entry.name.size()));
  return said;
}

std::string_view ending_of(std::string_view name) {
  return name.substr(std::min(name.find_last_of("./\\"), name.size()));
}

// Of an entry of the directory.
std::string_view extra_of(std::string_view header) {
  return header.substr(kCentralBytes + static_cast<std::size_t>(text::little(header, 28, 2)),
                       static_cast<std::size_t>(text::little(header, 30, 2)));
}

class Writer {
 public:
  Writer(std::string_view bytes, const Layout& layout, Anew anew, std::uint64_t most)
      : bytes_(bytes), layout_(layout), anew_(anew), most_(most) {}

  ByDirectory write() {
    bool differs = false;
    const std::span<const Layout::Headers> all(layout_.headers);
    const auto headers = all.first(text::capped(std::min<std::uint64_t>(most_, all.size())));
    for (const Layout::Headers& each : headers) {
      if (differs && anew_ == Anew::all) break;
      if (!is_read_otherwise(each)) continue;
      differs = true;
      if (anew_ == Anew::members) add(each);
    }
    if (differs && anew_ == Anew::all)
      for (const Layout::Headers& each : headers) add(each);
    if (count_ == 0) return std::move(result_);
    const std::size_t directory = result_.archive.size();
    result_.archive += entries_;
    result_.archive += kEnd;
    put(result_.archive, 0, 4);
    put(result_.archive, count_ & 0xFFFF, 2);
    put(result_.archive, count_ & 0xFFFF, 2);
    put(result_.archive, entries_.size(), 4);
    put(result_.archive, directory, 4);
    put(result_.archive, 0, 2);
    return std::move(result_);
  }

 private:
  std::string_view central(const Layout::Headers& headers) const {
    const std::string_view at = bytes_.substr(*headers.central);
    return at.substr(0, central_bytes(at));
  }
  bool is_read_otherwise(const Layout::Headers& headers);
  bool is_file_to_others(const Layout::Headers& headers, const Said& said) const;
  Said said(const Layout::Headers& headers) const;
  void add(const Layout::Headers& headers);

  std::string_view bytes_;
  const Layout& layout_;
  Anew anew_;
  std::uint64_t most_;
  ByDirectory result_;
  std::string entries_;
  std::uint64_t count_ = 0;
};

Said Writer::said(const Layout::Headers& headers) const {
  if (!headers.central) return local_said(bytes_, headers.local);
  const std::string_view header = central(headers);
  Said said{central_entry(header), {}, false};
  take_name(said, extra_of(header));
  return said;
}

// Does libarchive give no bytes of it, though there are some?
bool Writer::is_file_to_others(const Layout::Headers& headers, const Said& said) const {
  if (said.entry.packed == kUnknown || said.entry.packed == 0 || said.entry.size == 0) return false;
  if (said.name.ends_with('/') || said.name.ends_with('\\')) return true;
  if (!headers.central) return false;
  const std::string_view header = central(headers);
  const std::uint64_t attributes = text::little(header, 38, 4), mode = attributes >> 16;
  const bool is_unix = static_cast<unsigned char>(header[5]) == kUnix;
  if (is_unix && (mode & kFormat) == kFolder) return true;
  const bool is_dos = header[5] == '\0';
  if (is_dos && (attributes & kDosFolder) != 0) return true;
  if (!is_unix || (mode & kFormat) != kLink) return false;
  if (anew_ == Anew::all || said.entry.size > kLongestPath || said.entry.is_encrypted())
    return true;
  // What is packed is unpacked by who asks for it as a file.
  if (said.entry.method != 0) return true;
  const std::size_t data = headers.local + local_bytes(bytes_.substr(headers.local));
  const std::string_view target = bytes_.substr(data, static_cast<std::size_t>(said.entry.size));
  return target.find_first_of("<\r\n\0"sv) != target.npos;
}

bool Writer::is_read_otherwise(const Layout::Headers& headers) {
  const Said theirs = said(headers);
  if (headers.central) {
    const Said before = local_said(bytes_, headers.local);
    // By that it is opened; names may differ by their charset.
    const bool ends_otherwise = !ascii::iequals(ending_of(before.name), ending_of(theirs.name));
    // Where the header before it says nothing libarchive goes by the directory.
    const auto is_other = [](std::uint64_t local, std::uint64_t central) {
      return local != kUnknown && local != 0 && local != central;
    };
    const bool is_otherwise = before.entry.method != theirs.entry.method ||
                              before.entry.is_encrypted() != theirs.entry.is_encrypted() ||
                              is_other(before.entry.packed, theirs.entry.packed) ||
                              is_other(before.entry.size, theirs.entry.size);
    if (is_otherwise || ends_otherwise) {
      if (result_.difference.empty()) {
        result_.difference = zip::difference(before.entry, theirs.entry);
        if (result_.difference.empty())
          result_.difference = "says another thing of a member in its directory than before it";
      }
      return true;
    }
  }
  return is_file_to_others(headers, theirs);
}

void Writer::add(const Layout::Headers& headers) {
  constexpr std::uint64_t kMost = 0xFFFFFFFE;
  const Said said = this->said(headers);
  // Who reads from member to member sees where it ends.
  if (said.entry.packed == kUnknown) return;
  const std::size_t data = headers.local + local_bytes(bytes_.substr(headers.local));
  if (data > bytes_.size()) return;
  const std::size_t packed =
      text::capped(std::min<std::uint64_t>(said.entry.packed, bytes_.size() - data));
  std::string name = said.name;
  while (packed > 0 && (name.ends_with('/') || name.ends_with('\\'))) name.pop_back();
  if (name.empty()) name = "x";
  // Where those of many members are the same bytes, they would become many times as much.
  const std::size_t most = 2 * bytes_.size(), used = result_.archive.size() + entries_.size();
  if (used > most || packed + 2 * name.size() > most - used) {
    result_.is_cut = true;
    return;
  }
  std::string extra;
  if (headers.central) {
    // Of AES (the cipher) and others; not the numbers and the name that stand in the header now.
    constexpr unsigned kSizes = 1, kUnicodePath = 0x7075;
    for_each_field(extra_of(central(headers)), [&](unsigned id, std::string_view field) {
      if (id != kSizes && id != kUnicodePath) extra += field;
      return true;
    });
  }
  const std::string_view source =
      headers.central ? central(headers).substr(10) : bytes_.substr(headers.local + 8);
  std::string common;
  put(common, 20, 2);
  put(common, (said.entry.flags & ~kIsUtf8) | (said.is_utf8 ? kIsUtf8 : 0U), 2);
  common += source.substr(0, 6);  // how it is packed, and when it was
  put(common, said.entry.check, 4);
  put(common, packed, 4);
  put(common, std::min(said.entry.size, kMost), 4);
  put(common, name.size(), 2);
  put(common, extra.size(), 2);
  entries_.append(kCentral).append("\x14\0"sv).append(common).append(10, '\0');
  put(entries_, result_.archive.size(), 4);
  entries_.append(name).append(extra);
  result_.archive.append(kLocal).append(common).append(name).append(extra);
  result_.archive += bytes_.substr(data, packed);
  ++count_;
}

}  // namespace

ByDirectory by_directory(std::string_view bytes, const Layout& layout, Anew anew,
                         std::uint64_t most) {
  return Writer(bytes, layout, anew, most).write();
}

void tell_by_directory(const Document& document, const Layout& layout, Anew anew,
                       std::uint64_t& left, DocumentSink& sink) {
  const ByDirectory found = by_directory(document.bytes, layout, anew, document.bounds.members);
  if (!found.difference.empty()) sink.lack(Lack::damaged, "", found.difference);
  if (found.is_cut)
    sink.lack(Lack::limit, "", "has a directory that names more bytes than are read twice");
  if (!found.archive.empty()) tell_rest("application/zip", found.archive, left, sink);
}

}  // namespace basewalk::worker::zip
