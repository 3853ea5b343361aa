// SPDX-License-Identifier: MIT
#include "worker/documents/onenote/scan.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "text/binary/numbers.h"
#include "text/utf8.h"

namespace basewalk::worker::onenote {
namespace {

using namespace std::string_view_literals;

// {BDE316E7-2665-4511-A4C4-8D4D0B7A9EAC}
constexpr auto kFileHeader = "\xE7\x16\xE3\xBD\x65\x26\x11\x45\xA4\xC4\x8D\x4D\x0B\x7A\x9E\xAC"sv;
constexpr std::size_t kFileStart = 36;

using Places = std::vector<std::pair<std::size_t, std::size_t>>;

// Goes over places in order, as asked for in order.
class Within {
 public:
  explicit Within(Places places) : places_(std::move(places)) {}
  /// Is it in one of them?
  bool has(std::size_t at) {
    while (next_ < places_.size() && places_[next_].second <= at) ++next_;
    return next_ < places_.size() && places_[next_].first <= at;
  }

 private:
  Places places_;
  std::size_t next_ = 0;
};

// As in link_around().
constexpr char32_t kLastLetter = 0x5FF;

}  // namespace

StoredFile stored_file(std::string_view bytes) {
  StoredFile file;
  std::uint64_t length = 0;
  if (!bytes.starts_with(kFileHeader)) return file;
  if (!text::LittleEndian(bytes, kFileHeader.size()).take(length) || bytes.size() < kFileStart)
    return file;
  file.bytes = bytes.substr(
      kFileStart, static_cast<std::size_t>(std::min<std::uint64_t>(length, bytes.size())));
  file.is_whole = file.bytes.size() == length;
  return file;
}

void scan_for_files(Findings& findings) {
  const std::string_view bytes = findings.file_bytes();
  Within known(findings.file_places());
  for (std::size_t at = 0; (at = bytes.find(kFileHeader, at)) != std::string_view::npos;) {
    // What lies in a file is its own.
    if (known.has(at)) {
      at += kFileHeader.size();
      continue;
    }
    const StoredFile file = stored_file(bytes.substr(at));
    at += kFileHeader.size();
    if (file.bytes.empty()) continue;
    findings.file({}, {}, file.bytes, !file.is_whole);
    if (file.is_whole) at += kFileStart - kFileHeader.size() + file.bytes.size();
  }
}

namespace {

void tell_link(std::string_view link, Findings& findings) {
  if (link.size() > 3 && !link.starts_with(':') && !findings.is_known(link))
    findings.words(std::string(link), "scan");
}

// Has it letters that are no ASCII, and does a property of bytes, each of which is one, have it?
bool is_known_as_bytes(std::string_view bytes, std::size_t begin, std::size_t end,
                       Findings& findings) {
  constexpr std::size_t kMost = 2048;
  std::string link;
  for (std::size_t at = begin; at < bytes.size() && at - begin < kMost; ++at) {
    const auto byte = static_cast<unsigned char>(bytes[at]);
    if (at >= end && byte < 0x80) break;
    utf8::append(byte, link);
  }
  return link.size() > end - begin && findings.is_known(link);
}

void scan_bytes(std::string_view bytes, const Places& files, Findings& findings) {
  Within known(files);
  for (std::size_t at = 0; (at = bytes.find("://", at)) != std::string_view::npos;) {
    std::size_t end = at + 3;
    if (!known.has(at)) {
      std::size_t begin = 0;
      std::tie(begin, end) = link_around(bytes, at);
      const std::string_view link = bytes.substr(begin, end - begin);
      if (!is_known_as_bytes(bytes, begin, end, findings))
        tell_link(link.substr(0, utf8::valid_prefix(link)), findings);
    }
    at = std::max(end, at + 3);
  }
}

// As far as it is letters; `at` is behind them then.
std::string letters_from(std::string_view bytes, std::size_t& at) {
  std::string out;
  for (std::uint16_t unit = 0; text::LittleEndian(bytes, at).take(unit); at += 2) {
    if (unit <= ' ' || unit == 0x7F || unit == '"' || unit == '<' || unit == '>' ||
        (unit > 0x7F && unit < 0xA1) || unit > kLastLetter)
      break;
    utf8::append(unit, out);
  }
  return out;
}

std::size_t scheme_before(std::string_view bytes, std::size_t colon) {
  std::size_t begin = colon;
  constexpr std::size_t kMost = 128;
  while (begin >= 2 && colon - begin < kMost && bytes[begin - 1] == '\0') {
    const char c = bytes[begin - 2];
    if (link_around(std::string{c, ':'}, 1).first != 0) break;
    begin -= 2;
  }
  return begin;
}

void scan_utf16(std::string_view bytes, const Places& files, Findings& findings) {
  Within known(files);
  for (std::size_t at = 0; (at = bytes.find(":\0/\0/\0"sv, at)) != std::string_view::npos;) {
    const std::size_t colon = at;
    if (!known.has(colon)) {
      at = scheme_before(bytes, colon);
      tell_link(letters_from(bytes, at), findings);
    }
    at = std::max(at, colon + 6);
  }
}

}  // namespace

void scan_for_links(Findings& findings) {
  const Places files = findings.file_places();
  scan_bytes(findings.file_bytes(), files, findings);
  scan_utf16(findings.file_bytes(), files, findings);
}

}  // namespace basewalk::worker::onenote
