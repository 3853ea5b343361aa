// SPDX-License-Identifier: MIT
#include "mime/transfer/embedded_files.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "basewalk/mime/decode.h"
#include "basewalk/note.h"
#include "mime/transfer/binhex.h"
#include "mime/transfer/file_mode.h"
#include "text/ascii.h"
#include "text/base64.h"

namespace basewalk::mime {
namespace {

using Kind = EmbeddedFile::Kind;

// Lines, one after the other.
class Lines {
 public:
  Lines(std::string_view text, std::size_t at) : text_(text), at_(at) {}
  /// Without its line end; false behind the last one.
  bool next(std::string_view& line) {
    if (at_ >= text_.size()) return false;
    begin_ = at_;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    line = text_.substr(at_, end - at_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    at_ = std::min(end + 1, text_.size());
    return true;
  }
  std::size_t begin() const { return begin_; }  // of the last line
  std::size_t behind() const { return at_; }

 private:
  std::string_view text_;
  std::size_t at_, begin_ = 0;
};

constexpr std::string_view kBegin = "begin", kYenc = "=ybegin ", kArmour = "-----BEGIN ",
                           kBinhex = "(This file must be converted";
constexpr std::array<std::string_view, 5> kArmours = {
    "PGP MESSAGE-----", "PGP MESSAGE, PART", "PKCS7-----", "CMS-----", "PKCS #7 SIGNED DATA-----"};

std::string_view word_of(std::string_view& text) {
  text = ascii::trim_left(text);
  std::size_t end = 0;
  while (end < text.size() && !ascii::is_space(text[end])) ++end;
  const std::string_view word = text.substr(0, end);
  text = ascii::trim(text.substr(end));
  return word;
}

// How many characters stand for the bytes of a line of uuencode, by its first one.
std::size_t groups_of(char length) {
  return (((static_cast<unsigned char>(length) - 32U) & 63U) + 2) / 3 * 4;
}
bool is_line_of_uuencode(std::string_view line) {
  // A check sum may stand at its end, and blanks may be lost there.
  return !line.empty() &&
         std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '`'; }) &&
         line.size() <= groups_of(line[0]) + 2;
}
bool is_line_of_base64(std::string_view line) {
  return std::all_of(line.begin(), line.end(),
                     [](char c) { return ascii::is_alnum(c) || c == '+' || c == '/' || c == '='; });
}

std::optional<EmbeddedFile> uuencoded(std::string_view text, std::size_t at) {
  Lines lines(text, at);
  std::string_view line;
  lines.next(line);
  EmbeddedFile file;
  file.is_cut = true;
  std::string_view rest = line.substr(kBegin.size());
  constexpr std::string_view kBase64 = "-base64", kEncoded = "-encoded";
  if (rest.starts_with(kBase64)) file.kind = Kind::base64, rest.remove_prefix(kBase64.size());
  // GNU sharutils: the name is in base64.
  const bool is_name_encoded = rest.starts_with(kEncoded);
  if (is_name_encoded) rest.remove_prefix(kEncoded.size());
  if (rest.empty() || !ascii::is_blank(rest[0]) || !is_file_mode(word_of(rest)) || rest.empty())
    return std::nullopt;
  if (is_name_encoded)
    text::append_base64_decoded(file.name, rest);
  else
    file.name = rest;
  std::size_t end = lines.behind();
  // Without a line of data it is a sentence that begins so; with one that lacks more than blanks
  // may be lost, which programs take for zeros, where nothing ends it.
  bool has_data = false, is_short = false;
  while (lines.next(line)) {
    if (ascii::trim_right(line) == (file.kind == Kind::uuencode ? "end" : "====")) {
      file.is_cut = false;
      end = lines.behind();
      break;
    }
    const bool is_data =
        file.kind == Kind::uuencode ? is_line_of_uuencode(line) : is_line_of_base64(line);
    if (!line.empty() && !is_data) break;
    // Programs pass over lines of no bytes.
    const bool is_nothing =
        ascii::trim(line).empty() || (file.kind == Kind::uuencode && groups_of(line[0]) == 0);
    if (!has_data && is_nothing) continue;
    if (!has_data && line.size() < 2) return std::nullopt;
    if (!has_data && file.kind == Kind::uuencode)
      is_short = line.size() + 3 < groups_of(line[0]) + 1;
    has_data = true;
    end = lines.behind();
  }
  if (!has_data || (is_short && file.is_cut)) return std::nullopt;
  file.block = text.substr(at, end - at);
  return file;
}

std::optional<EmbeddedFile> yencoded(std::string_view text, std::size_t at) {
  Lines lines(text, at);
  std::string_view line;
  lines.next(line);
  EmbeddedFile file;
  file.kind = Kind::yenc;
  const std::size_t name = line.find(" name=");
  if (name == std::string_view::npos || line.find(" line=") > name) return std::nullopt;
  file.name = ascii::trim(line.substr(name + 6));
  while (lines.next(line))
    if (line.starts_with("=yend ")) {
      file.block = text.substr(at, lines.behind() - at);
      return file;
    }
  file.block = text.substr(at);
  file.is_cut = true;
  return file;
}

// RFC 1741 A: the sentence, and soon behind it a line that begins with a colon.
std::optional<EmbeddedFile> binhexed(std::string_view text, std::size_t at) {
  constexpr int kLinesBefore = 8;
  Lines lines(text, at);
  std::string_view line;
  for (int i = 0; i < kLinesBefore; ++i) {
    if (!lines.next(line)) return std::nullopt;
    line = ascii::trim_left(line);
    if (i == 0 || !line.starts_with(':')) continue;
    const std::size_t begin = static_cast<std::size_t>(line.data() - text.data());
    const std::optional<binhex::Header> header = binhex::header_of(text.substr(begin));
    if (!header) return std::nullopt;
    EmbeddedFile file;
    file.kind = Kind::binhex;
    file.name = header->name;
    const std::size_t behind = binhex::end_of(text, begin);
    file.block = text.substr(begin, behind - begin);
    file.is_cut = !file.block.ends_with(':');
    return file;
  }
  return std::nullopt;
}

bool has_resources(const EmbeddedFile& file) {
  return file.kind == Kind::binhex && binhex::header_of(file.block)->resource_bytes > 0;
}
EmbeddedFile resources_of(EmbeddedFile file) {
  file.kind = Kind::binhex_resources;
  file.name += "/rsrc";
  return file;
}

std::optional<EmbeddedFile> armoured(std::string_view text, std::size_t at) {
  Lines lines(text, at);
  std::string_view line;
  lines.next(line);
  const std::string_view label = line.substr(kArmour.size());
  if (std::none_of(kArmours.begin(), kArmours.end(),
                   [&](std::string_view each) { return label.starts_with(each); }))
    return std::nullopt;
  EmbeddedFile file;
  file.kind = Kind::armour;
  while (lines.next(line))
    if (line.starts_with("-----END ")) {
      file.block = text.substr(at, lines.behind() - at);
      return file;
    }
  file.block = text.substr(at);
  file.is_cut = true;
  return file;
}

// The next line that begins so, from `at` on.
std::size_t find_line(std::string_view text, std::string_view start, std::size_t at) {
  if (text.empty()) return 0;  // memmem() wants bytes
  if (text.substr(at).starts_with(start) && (at == 0 || text[at - 1] == '\n')) return at;
  const std::string needle = "\n" + std::string(start);
  const void* found = ::memmem(text.data() + at, text.size() - at, needle.data(), needle.size());
  if (found == nullptr) return text.size();
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) + 1;
}

// The value of "key=" in a line of yEnc.
std::optional<std::uint64_t> number_of(std::string_view line, std::string_view key, int base) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view value = line.substr(at + key.size());
  std::uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(value.data(), value.data() + value.size(), number, base);
  return error == std::errc() && end != value.data() ? std::optional(number) : std::nullopt;
}

std::uint32_t check_sum(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

// yEnc 1.3: a byte and 42; "=" before one that 64 was added to, too.
std::string_view decode_yenc(const EmbeddedFile& file, std::string& out) {
  Lines lines(file.block, 0);
  std::string_view line, head, tail;
  lines.next(head);
  const std::size_t before = out.size();
  bool is_first = true;
  while (lines.next(line)) {
    if (line.starts_with("=yend ")) {
      tail = line;
      break;
    }
    if (std::exchange(is_first, false) && line.starts_with("=ypart ")) continue;
    for (std::size_t i = 0; i < line.size(); ++i) {
      unsigned shift = 42;
      if (line[i] == '=' && i + 1 < line.size()) ++i, shift += 64;
      out += static_cast<char>((static_cast<unsigned char>(line[i]) - shift) & 0xFF);
    }
  }
  const std::string_view bytes = std::string_view(out).substr(before);
  if (tail.empty()) return "is cut off";
  const bool is_piece =
      head.substr(0, head.find(" name=")).find(" part=") != std::string_view::npos;
  if (number_of(tail, " size=", 10) != bytes.size()) return "has not the size that it says";
  const auto sum = number_of(tail, is_piece ? " pcrc32=" : " crc32=", 16);
  if (sum && *sum != check_sum(bytes)) return "has another check sum than it says";
  return is_piece && number_of(tail, " size=", 10) != number_of(head, " size=", 10)
             ? std::string_view("is one piece of a file")
             : std::string_view();
}

std::string_view decode_uuencode(const EmbeddedFile& file, std::string& out) {
  Notes notes;
  decode_transfer(file.block, Encoding::uuencode, out, {notes, 0, 0});
  if (file.is_cut) return "is cut off";
  const bool is_damaged = std::any_of(notes.all().begin(), notes.all().end(), [](const Note& note) {
    return note.code == NoteCode::uu_line;
  });
  return is_damaged ? std::string_view("has a damaged line") : std::string_view();
}

std::string_view decode_base64(const EmbeddedFile& file, std::string& out) {
  const std::size_t line_end = file.block.find('\n');
  std::string_view digits = file.block.substr(line_end + 1);
  if (!file.is_cut) digits = digits.substr(0, digits.rfind("===="));
  Notes notes;
  decode_transfer(digits, Encoding::base64, out, {notes, 0, 0});
  return file.is_cut ? std::string_view("is cut off") : std::string_view();
}

}  // namespace

bool may_hold_files(std::string_view text) {
  for (std::size_t at = 0;; ++at) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with(kBegin) || rest.starts_with(kYenc)) return true;
    at = text.find('\n', at);
    if (at == std::string_view::npos) return false;
  }
}

std::vector<EmbeddedFile> embedded_files(std::string_view text, std::size_t most) {
  struct Search {
    std::string_view start;
    std::optional<EmbeddedFile> (*read)(std::string_view text, std::size_t at);
    std::size_t next;  // where the next line begins so
  };
  std::array<Search, 4> searches = {{{kBegin, uuencoded, 0},
                                     {kYenc, yencoded, 0},
                                     {kArmour, armoured, 0},
                                     {kBinhex, binhexed, 0}}};
  std::vector<EmbeddedFile> files;
  for (Search& each : searches) each.next = find_line(text, each.start, 0);
  while (files.size() < most) {
    Search& first =
        *std::min_element(searches.begin(), searches.end(),
                          [](const Search& a, const Search& b) { return a.next < b.next; });
    if (first.next >= text.size()) break;
    const std::optional<EmbeddedFile> file = first.read(text, first.next);
    std::size_t behind = first.next + 1;
    if (file) {
      files.push_back(*file);
      if (files.size() < most && has_resources(*file)) files.push_back(resources_of(*file));
      behind = std::max(
          behind, static_cast<std::size_t>(file->block.data() - text.data()) + file->block.size());
    }
    for (Search& each : searches)
      if (each.next < behind) each.next = find_line(text, each.start, behind);
  }
  return files;
}

std::string_view decode(const EmbeddedFile& file, std::size_t most, std::string& out) {
  switch (file.kind) {
    case Kind::binhex:
      return binhex::decode(file.block, binhex::Fork::data, most, out);
    case Kind::binhex_resources:
      return binhex::decode(file.block, binhex::Fork::resources, most, out);
    case Kind::uuencode:
      return decode_uuencode(file, out);
    case Kind::base64:
      return decode_base64(file, out);
    case Kind::yenc:
      return decode_yenc(file, out);
    case Kind::armour:
      out += file.block;
      break;
  }
  return {};
}

}  // namespace basewalk::mime
