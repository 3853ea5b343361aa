// SPDX-License-Identifier: MIT
#include "archive/content.h"

#include <algorithm>

#include "mime/line/mail_field.h"
#include "text/ascii.h"
#include "text/binary/numbers.h"

namespace basewalk::archive {
namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  Content content;
  std::string_view problem;
};

constexpr Magic kMagic[] = {
    {"\x1F\x8B\x08"sv, Content::compressed, ""},      // gzip, RFC 1952 2.3.1
    {"\xFD\x37zXZ\0"sv, Content::compressed, ""},     // xz
    {"\x28\xB5\x2F\xFD"sv, Content::compressed, ""},  // zstd, RFC 8878 3.1.1
    {"BZh"sv, Content::compressed, ""},               // see is_bzip2
    {"\x04\x22\x4D\x18"sv, Content::compressed, ""},  // lz4
    {"LZIP\x01"sv, Content::compressed, ""},          // lzip
    {"\x1F\x9D"sv, Content::compressed, ""},          // compress
    {"PK\x03\x04"sv, Content::zip, ""},               // zip
    {"PK\x05\x06"sv, Content::zip, ""},               // an empty zip
    {"// <!-- <mdb:mork:z"sv, Content::index, ""},    // Thunderbird's .msf
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, Content::unreadable,
     "is an Outlook message (.msg) in Microsoft's binary format; save it as text (.eml)"},
    {"!BDN"sv, Content::outlook, ""},  // [MS-PST] 2.2.2.6
    {"\xCF\xAD\x12\xFE"sv, Content::unreadable,
     "is a mailbox of Outlook Express (.dbx); convert it to an mbox first"},
    {"!<arch>\n"sv, Content::unreadable, "is an archive of ar; unpack it first"},
    {"MSCF\0\0\0\0"sv, Content::unreadable, "is a cabinet (.cab); unpack it first"},
    {"MSWIM\0\0\0"sv, Content::unreadable, "is an image of Windows (.wim); unpack it first"},
    {"xar!\0\x1C"sv, Content::unreadable, "is an archive of xar; unpack it first"},
    {"7z\xBC\xAF\x27\x1C"sv, Content::seven_zip, ""},  // 7zFormat.txt
    {"Rar!\x1A\x07"sv, Content::rar, ""},
};

// "BZh", the level, and the mark of a block or of the end.
bool is_bzip2(std::string_view head) {
  return head.size() >= 10 && head[3] >= '1' && head[3] <= '9' &&
         (head.substr(4, 6) == "1AY&SY" || head.substr(4, 6) == "\x17\x72\x45\x38\x50\x90"sv);
}

// The check sum of the header (POSIX ustar, bytes 148 to 155): its own bytes count as blanks.
bool is_tar(std::string_view head) {
  if (head.size() < 512) return false;
  unsigned long given = 0, sum = 0;
  std::size_t i = 148;
  while (i < 156 && head[i] == ' ') ++i;
  const std::size_t digits = i;
  for (; i < 156 && head[i] >= '0' && head[i] <= '7'; ++i)
    given = given * 8 + static_cast<unsigned long>(head[i] - '0');
  if (i == digits || (i < 156 && head[i] != ' ' && head[i] != '\0')) return false;
  for (std::size_t at = 0; at < 512; ++at)
    sum += at >= 148 && at < 156 ? 32U : static_cast<unsigned char>(head[at]);
  return sum == given;
}

// Are there so many bytes of digits?  A few may be damaged where the name behind them ends with a
// NUL in its line, as no mail has it there.
bool has_fields(std::string_view head, std::size_t size, std::string_view digits) {
  constexpr std::ptrdiff_t kMostDamaged = 8;
  if (head.size() <= size) return false;
  const auto odd = std::count_if(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(size),
                                 [&](char c) { return digits.find(c) == digits.npos; });
  if (odd == 0 || odd > kMostDamaged) return odd == 0;
  const std::size_t end = head.find_first_of("\0\n"sv, size);
  return end != head.npos && head[end] == '\0';
}

// cpio (POSIX pax, "cpio Interchange Format"; the old one and those of SVR4 as cpio(5) has them):
// its fields have digits, or say what a file can be.
bool is_cpio(std::string_view head) {
  constexpr std::string_view kOctal = "01234567", kHex = "0123456789abcdefABCDEF";
  if (head.starts_with("070707")) return has_fields(head, 76, kOctal);
  if (head.starts_with("070701") || head.starts_with("070702")) return has_fields(head, 110, kHex);
  const bool is_little = head.starts_with("\xC7\x71"sv);
  if ((!is_little && !head.starts_with("\x71\xC7"sv)) || head.size() < 28) return false;
  const auto number = [&](std::size_t word) {
    return is_little ? text::little(head, 2 * word, 2) : text::big(head, 2 * word, 2);
  };
  // The type of the file, its links, and its name, which ends with a NUL.
  constexpr unsigned kTypes = 0170000;
  const auto type = static_cast<unsigned>(number(3) & kTypes);
  const auto size = static_cast<std::size_t>(number(10));
  const bool is_file = type == 0100000 || type == 0040000 || type == 0120000 || type == 0060000 ||
                       type == 0020000 || type == 0010000 || type == 0140000;
  const std::string_view name = head.substr(26, size);
  if (size < 2 || size > 4096) return false;
  const std::size_t end = name.find('\0');
  const bool is_cut = name.size() < size && end == name.npos;
  const bool is_end = type == 0 && name.starts_with("TRAILER!!!");
  return (is_file || is_end) && (end == size - 1 || is_cut);
}

// What no mail begins with, though a header field may stand in its first block.
constexpr std::string_view kNoMail[] = {
    "\x7F"
    "ELF"sv,
    "\x89PNG\r\n"sv,
    "\xFF\xD8\xFF"sv,
    "GIF8"sv,
    "%PDF-"sv,
    "MZ\x90\0"sv,
    "SQLite format 3\0"sv,
    "\xCA\xFE\xBA\xBE"sv,
    "{\\rtf"sv,
    "ref: refs/"sv,  // HEAD of a git repository
};

// A line and what follows it; lines may end with CR alone.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  if (text.starts_with("\r\n"))
    text.remove_prefix(2);
  else if (!text.empty())
    text.remove_prefix(1);
  return line;
}

bool is_control(char c) {
  return (static_cast<unsigned char>(c) < ' ' && !ascii::is_space(c) && c != '\x1B') || c == '\x7F';
}

const Magic* magic_of(std::string_view head) {
  for (const Magic& magic : kMagic)
    if (head.starts_with(magic.bytes)) return &magic;
  return nullptr;
}

}  // namespace

Content content_of(std::string_view head) {
  if (const Magic* magic = magic_of(head))
    return magic->bytes == "BZh" && !is_bzip2(head) ? Content::mail : magic->content;
  if (is_tar(head)) return Content::tar;
  return is_cpio(head) ? Content::cpio : Content::mail;
}

NamedContent content_by_name(std::string_view name) {
  constexpr std::string_view kPacked[] = {".gz", ".bz2", ".xz", ".zst", ".lz4", ".lz", ".Z"};
  constexpr std::string_view kPackedTars[] = {".tgz",  ".taz", ".tbz", ".tbz2",
                                              ".tzst", ".txz", ".tlz"};
  const auto ends = [&](std::string_view end) {
    return name.size() > end.size() && ascii::iequals(name.substr(name.size() - end.size()), end);
  };
  const auto archive = [&]() -> std::optional<Content> {
    if (ends(".tar")) return Content::tar;
    if (ends(".zip")) return Content::zip;
    if (ends(".cpio")) return Content::cpio;
    if (ends(".7z")) return Content::seven_zip;
    if (ends(".rar")) return Content::rar;
    if (ends(".pst") || ends(".ost")) return Content::outlook;
    return {};
  };
  for (const std::string_view end : kPackedTars)
    if (ends(end)) return {Content::compressed, Content::tar};
  for (const std::string_view end : kPacked)
    if (ends(end)) {
      name.remove_suffix(end.size());
      return {Content::compressed, archive()};
    }
  return {archive(), {}};
}

bool begins_as_binary(std::string_view head) {
  head = head.substr(0, 64);
  return std::any_of(head.begin(), head.end(), is_control);
}

bool could_be_mail(std::string_view head) {
  for (const std::string_view each : kNoMail)
    if (head.starts_with(each)) return false;
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (head.starts_with(kMark)) head.remove_prefix(kMark.size());
  head = ascii::trim_left(head);
  bool is_first = true, has_field = false, is_text = true;
  while (!head.empty()) {
    const std::string_view line = take_line(head);
    if (is_first && (line.starts_with("From ") || line.starts_with(">From "))) continue;
    if (line.empty() && !is_first) break;
    const std::string_view name = mime::field_name(line);
    if (mime::is_usual_field(name)) return true;
    has_field = has_field || (is_first && !name.empty());
    is_first = is_first && line.empty();
    is_text = is_text && std::none_of(line.begin(), line.end(), is_control);
  }
  return has_field && is_text;
}

std::string unreadable_kind(std::string_view head) {
  const Magic* magic = magic_of(head);
  return std::string(magic != nullptr ? magic->problem : "");
}

}  // namespace basewalk::archive
