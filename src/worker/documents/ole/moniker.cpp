// SPDX-License-Identifier: MIT
#include "worker/documents/ole/moniker.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "text/binary/numbers.h"
#include "text/binary/utf16.h"

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
constexpr std::size_t kMostText = 65536, kMostGuessed = 2048;

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t number(std::size_t size) { return text::little(take(size), 0, size); }
  std::string_view take(std::uint64_t size) {
    if (size > bytes_.size()) is_good_ = false;
    const std::string_view taken = text::slice(bytes_, 0, size);
    bytes_.remove_prefix(taken.size());
    return taken;
  }
  void spoil() { is_good_ = false; }
  bool is_good() const { return is_good_; }
  std::string_view rest() const { return bytes_; }

 private:
  std::string_view bytes_;
  bool is_good_ = true;
};

// Up to the character that ends it.
std::size_t wide_length(std::string_view bytes) {
  std::size_t end = 0;
  while (end + 1 < bytes.size() && (bytes[end] != 0 || bytes[end + 1] != 0)) end += 2;
  return std::min(end, bytes.size());
}

std::string wide(std::string_view bytes) {
  return text::utf8_of_utf16(bytes.substr(0, wide_length(bytes)));
}

std::string narrow(std::string_view bytes) {
  return std::string(bytes.substr(0, std::min(bytes.find('\0'), bytes.size())));
}

// 2.3.7.6: behind its identifier.  `is_followed`: something stands behind it.
std::string read_url(Bytes& bytes, bool is_followed) {
  const std::uint64_t size = bytes.number(4);
  if (is_followed && size <= bytes.rest().size())
    return wide(bytes.take(size).substr(0, kMostText));
  // A length that is wrong is no reason to pass over what stands behind it.
  const std::size_t most = size <= bytes.rest().size() ? kMostText : kMostGuessed;
  return wide(
      bytes.take(wide_length(text::slice(bytes.rest(), 0, std::min<std::uint64_t>(size, most)))));
}

// 2.3.7.8
std::string read_file(Bytes& bytes) {
  (void)bytes.number(2);
  const std::uint64_t length = bytes.number(4);
  if (length > std::min(bytes.rest().size(), kMostText)) return {};
  std::string path = narrow(bytes.take(length));
  (void)bytes.take(24);
  if (bytes.number(4) > 6 && bytes.is_good()) {
    const std::uint64_t size = bytes.number(4);
    (void)bytes.number(2);
    std::string unicode = text::utf8_of_utf16(bytes.take(size).substr(0, kMostText));
    if (!unicode.empty()) path = std::move(unicode);
  }
  return path;
}

std::string read_string(Bytes& bytes) {
  const std::uint64_t characters = bytes.number(4);
  if (characters * 2 > bytes.rest().size()) {
    bytes.spoil();
    return {};
  }
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
  if (!bytes.is_good()) return {};
  if ((flags & kHasMoniker) && (flags & kIsString)) {
    link.url = read_string(bytes);
  } else if (flags & kHasMoniker) {
    const std::string_view id = bytes.take(kId);
    if (id == kUrl)
      link.url = read_url(bytes, true);
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

// Where the identifiers are, in order: each is looked for from where it was met last.
class Finder {
 public:
  explicit Finder(std::string_view bytes) : bytes_(bytes) {}

  std::size_t next(std::size_t from) {
    constexpr std::string_view kIds[] = {kUrl, kFile, kLink};
    std::size_t first = bytes_.npos;
    for (std::size_t i = 0; i < next_.size(); ++i) {
      std::size_t& at = next_[i];
      if (at != bytes_.npos && (at < from || at == 0)) at = bytes_.find(kIds[i], from);
      first = std::min(first, at);
    }
    return first;
  }

 private:
  std::string_view bytes_;
  std::array<std::size_t, 3> next_{};
};

void tell(std::string_view url, const std::optional<std::string>& text, std::string_view element,
          std::string_view attribute, DocumentSink& sink) {
  // A place in the document itself leads nowhere.
  if (url.empty() || url.front() == '#') return;
  DocumentReference reference{url, element, attribute};
  if (text) reference.text = *text;
  sink.reference(reference);
}

}  // namespace

void find_monikers(std::string_view bytes, std::string_view element, DocumentSink& sink) {
  Finder finder(bytes);
  std::size_t at = 0;
  for (std::size_t found; (found = finder.next(at)) != bytes.npos;) {
    const std::string_view id = bytes.substr(found, kId);
    Bytes rest(bytes.substr(found + kId));
    if (id == kUrl) {
      tell(read_url(rest, false), {}, element, "URL moniker", sink);
    } else if (id == kFile) {
      tell(read_file(rest), {}, element, "file moniker", sink);
    } else if (const std::optional<Hyperlink> link = read_hyperlink(rest)) {
      tell(link->url, link->name, element, "hyperlink", sink);
    }
    // No byte is read twice.
    at = bytes.size() - rest.rest().size();
  }
}

}  // namespace basewalk::worker
