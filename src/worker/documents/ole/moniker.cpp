// SPDX-License-Identifier: MIT
#include "worker/documents/ole/moniker.h"

#include <algorithm>
#include <optional>
#include <string>

#include "worker/jobs/outlook_item.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;

// Identifiers as they are stored.
constexpr std::string_view kUrl =
                               "\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B"sv,
                           kFile =
                               "\x03\x03\x00\x00\x00\x00\x00\x00\xC0\x00\x00\x00\x00\x00\x00\x46"sv,
                           kLink =
                               "\xD0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B"sv;
constexpr std::size_t kId = 16;
// What two of them have in common, but for the first byte.
constexpr std::string_view kCommon = kUrl.substr(1);
constexpr std::size_t kMostText = 65536;

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t number(std::size_t size) { return little(take(size), 0, size); }
  std::string_view take(std::uint64_t size) {
    if (size > bytes_.size()) is_good_ = false;
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(taken.size());
    return taken;
  }
  bool is_good() const { return is_good_; }
  std::string_view rest() const { return bytes_; }

 private:
  std::string_view bytes_;
  bool is_good_ = true;
};

// Up to the character that ends it.
std::string wide(std::string_view bytes) {
  std::size_t end = 0;
  while (end + 1 < bytes.size() && (bytes[end] != 0 || bytes[end + 1] != 0)) end += 2;
  return from_utf16(bytes.substr(0, end));
}

std::string narrow(std::string_view bytes) {
  return std::string(bytes.substr(0, std::min(bytes.find('\0'), bytes.size())));
}

// 2.3.7.6: behind its identifier.
std::string read_url(Bytes& bytes) {
  const std::uint64_t size = bytes.number(4);
  if (size <= bytes.rest().size()) return wide(bytes.take(size).substr(0, kMostText));
  // A length that is wrong is no reason to pass over what stands behind it.
  return wide(bytes.rest().substr(0, kMostText));
}

// 2.3.7.8
std::string read_file(Bytes& bytes) {
  (void)bytes.number(2);
  std::string path = narrow(bytes.take(bytes.number(4)).substr(0, kMostText));
  (void)bytes.take(24);
  if (bytes.number(4) > 6 && bytes.is_good()) {
    const std::uint64_t size = bytes.number(4);
    (void)bytes.number(2);
    std::string unicode = from_utf16(bytes.take(size).substr(0, kMostText));
    if (!unicode.empty()) path = std::move(unicode);
  }
  return path;
}

std::string read_string(Bytes& bytes) {
  const std::uint64_t characters = bytes.number(4);
  return wide(bytes.take(characters * 2).substr(0, kMostText));
}

enum Flags : std::uint64_t {
  kHasMoniker = 0x01,
  kHasLocation = 0x08,
  kHasName = 0x10,
  kHasFrame = 0x80,
  kIsString = 0x100,
};

struct Hyperlink {
  std::string url;
  std::optional<std::string> name;
};

// 2.3.7.1; nothing where it is none.
std::optional<Hyperlink> read_hyperlink(Bytes& bytes) {
  if (bytes.number(4) != 2) return {};
  const std::uint64_t flags = bytes.number(4);
  Hyperlink link;
  if (flags & kHasName) link.name = read_string(bytes);
  if (flags & kHasFrame) (void)read_string(bytes);
  if ((flags & kHasMoniker) && (flags & kIsString)) {
    link.url = read_string(bytes);
  } else if (flags & kHasMoniker) {
    const std::string_view id = bytes.take(kId);
    if (id == kUrl)
      link.url = read_url(bytes);
    else if (id == kFile)
      link.url = read_file(bytes);
    else
      return {};
  }
  if (flags & kHasLocation) {
    const std::string location = read_string(bytes);
    if (!location.empty()) link.url.append(location.starts_with('#') ? "" : "#").append(location);
  }
  return link;
}

// The next of the identifiers.
std::size_t find_id(std::string_view bytes, std::size_t at, std::size_t& next_common,
                    std::size_t& next_file) {
  if (next_common != bytes.npos && next_common < at + 1) {
    next_common = bytes.find(kCommon, at + 1);
    while (next_common != bytes.npos && bytes[next_common - 1] != kUrl[0] &&
           bytes[next_common - 1] != kLink[0])
      next_common = bytes.find(kCommon, next_common + 1);
  }
  if (next_file != bytes.npos && next_file < at) next_file = bytes.find(kFile, at);
  const std::size_t common = next_common == bytes.npos ? bytes.npos : next_common - 1;
  return std::min(common, next_file);
}

void tell(std::string_view url, const std::optional<std::string>& text, std::string_view element,
          std::string_view attribute, DocumentSink& sink) {
  if (url.empty()) return;
  DocumentReference reference{url, element, attribute};
  if (text) reference.text = *text;
  sink.reference(reference);
}

}  // namespace

void find_monikers(std::string_view bytes, std::string_view element, DocumentSink& sink) {
  std::size_t next_common = 0, next_file = 0;
  if (bytes.find(kFile) == 0) next_file = 0;
  for (std::size_t at = 0;;) {
    if (at == 0) next_file = bytes.find(kFile);
    const std::size_t found = find_id(bytes, at, next_common, next_file);
    if (found == bytes.npos) return;
    const std::string_view id = bytes.substr(found, kId);
    Bytes rest(bytes.substr(found + kId));
    at = found + kId;
    if (id == kUrl) {
      tell(read_url(rest), {}, element, "URL moniker", sink);
    } else if (id == kFile) {
      tell(read_file(rest), {}, element, "file moniker", sink);
    } else if (const std::optional<Hyperlink> link = read_hyperlink(rest)) {
      tell(link->url, link->name, element, "hyperlink", sink);
      at = bytes.size() - rest.rest().size();
    }
  }
}

}  // namespace basewalk::worker
