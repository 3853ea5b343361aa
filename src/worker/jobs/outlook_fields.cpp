// SPDX-License-Identifier: MIT
#include "worker/jobs/outlook_fields.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "text/ascii.h"
#include "text/base64.h"
#include "text/binary/windows_1252.h"
#include "text/hex.h"
#include "text/utf8.h"

namespace basewalk::worker {
namespace {

constexpr std::size_t kMostText = std::size_t{16} << 10;
constexpr std::size_t kMostRecipients = 10000;

// They describe how the body was written when it came.
constexpr std::string_view kOfBody[] = {
    "Content-Type",   "Content-Transfer-Encoding",
    "MIME-Version",   "Content-Disposition",
    "Content-Length", "Content-MD5",
    "Lines",
};

struct CodePage {
  std::uint32_t number;
  std::string_view name;
};
// Those whose names do not follow from their numbers.
constexpr CodePage kCodePages[] = {
    {708, "ISO-8859-6"},    {874, "windows-874"},      {932, "shift_jis"},
    {936, "gb2312"},        {949, "euc-kr"},           {950, "big5"},
    {1200, "utf-16le"},     {1201, "utf-16be"},        {1361, "johab"},
    {10000, "macintosh"},   {10007, "x-mac-cyrillic"}, {20127, "us-ascii"},
    {20866, "koi8-r"},      {20932, "euc-jp"},         {20936, "gb2312"},
    {21866, "koi8-u"},      {38598, "iso-8859-8-i"},   {50220, "iso-2022-jp"},
    {50221, "iso-2022-jp"}, {50222, "iso-2022-jp"},    {50225, "iso-2022-kr"},
    {51932, "euc-jp"},      {51936, "gb2312"},         {51949, "euc-kr"},
    {52936, "hz-gb-2312"},  {54936, "gb18030"},        {65000, "utf-7"},
    {65001, "utf-8"},
};

bool is_name_char(char c) { return c > ' ' && c < '\x7F' && c != ':'; }

// Up to the end of a line, which is taken off.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// None that could be mistaken for the end of a part, or of the header.
bool is_field(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == 0 || colon == line.npos || line.starts_with("--")) return false;
  std::string_view name = line.substr(0, colon);
  while (!name.empty() && ascii::is_blank(name.back())) name.remove_suffix(1);
  return !name.empty() && std::all_of(name.begin(), name.end(), is_name_char);
}

// What ends a line would end the field.
std::string one_line(std::string_view text) {
  std::string line(ascii::trim_left(text));
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7F') c = ' ';
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < '\x7F'; });
}

std::string charset_of(const OutlookItem& message) {
  const std::optional<std::uint32_t> own = message.number(property::kMessageCodePage);
  const std::optional<std::uint32_t> page = own ? own : message.number(property::kInternetCodePage);
  return page ? worker::charset_of(*page) : std::string();
}

// Text of properties begins with two bytes where a part of it is a prefix ("Re: "),
// [MS-PST] 2.5.3.1.1.1.
void drop_prefix_mark(std::string& subject) {
  if (!subject.starts_with('\x01')) return;
  subject.erase(0, 1);
  if (!subject.empty()) subject.erase(0, utf8::first(subject).length);
}

// An address that may stand between angle brackets.
bool is_address(std::string_view text) {
  return text.size() <= 1000 && text.find('@') != text.npos &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return static_cast<unsigned char>(c) > ' ' && c != '\x7F' && c != '<' && c != '>' &&
                  c != ',' && c != '"';
         });
}

void append_quoted(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
}

// A name and an address; of a name alone an empty group (RFC 6854), which is no address.
void append_mailbox(const OutlookText& name, std::string_view address, std::string_view charset,
                    std::string& out) {
  const bool has_address = is_address(address);
  const std::string line = one_line(name.bytes);
  if (!line.empty() && line != address) {
    if (is_plain(line))
      append_quoted(line, out);
    else
      append_words(name, charset, out);
    out += has_address ? " " : ":;";
  } else if (!has_address) {
    out += "unknown:;";
  }
  if (has_address) {
    out += '<';
    out += address;
    out += '>';
  }
}

// The first of these properties that is an address.
std::string address_of(OutlookItem& message, std::initializer_list<std::uint16_t> ids) {
  for (const std::uint16_t id : ids) {
    std::string text = message.text(id, kMostText).bytes;
    if (is_address(text)) return text;
  }
  return {};
}

void append_from(OutlookItem& message, std::string_view charset, std::string& out) {
  const OutlookText sender = message.text(property::kSenderName, kMostText);
  const std::string sent_by =
      address_of(message, {property::kSenderSmtp, property::kSenderAddress});
  OutlookText from = message.text(property::kFromName, kMostText);
  std::string address = address_of(message, {property::kFromSmtp, property::kFromAddress});
  const bool is_other = !from.bytes.empty() || !address.empty();
  if (!is_other) {
    from = sender;
    address = sent_by;
  }
  if (from.bytes.empty() && address.empty()) return;
  out += "From: ";
  append_mailbox(from, address, charset, out);
  out += "\r\n";
  if (!is_other || sent_by.empty() || sent_by == address) return;
  out += "Sender: ";
  append_mailbox(sender, sent_by, charset, out);
  out += "\r\n";
}

void append_recipients(OutlookItem& message, std::string_view charset, std::string& out) {
  // [MS-OXOMSG] 2.2.3.1
  constexpr std::string_view kFields[] = {"To: ", "Cc: ", "Bcc: "};
  std::array<std::string, 3> lists;
  std::size_t count = 0;
  message.each_recipient([&](const OutlookRecipient& recipient) {
    if (++count > kMostRecipients) {
      message.tell("has more than " + std::to_string(kMostRecipients) + " recipients",
                   Trouble::limit);
      return false;
    }
    if (recipient.kind < 1 || recipient.kind > 3) return true;
    std::string& list = lists[recipient.kind - 1];
    if (!list.empty()) list += ",\r\n ";
    append_mailbox(recipient.name, is_address(recipient.smtp) ? recipient.smtp : recipient.address,
                   charset, list);
    return true;
  });
  for (std::size_t i = 0; i < lists.size(); ++i)
    if (!lists[i].empty()) out.append(kFields[i]).append(lists[i]).append("\r\n");
}

// RFC 5322 3.3, of 100 nanoseconds since 1601.
std::string date_of(std::uint64_t time) {
  constexpr std::string_view kDays[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  constexpr std::string_view kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::uint64_t seconds = time / 10000000;
  std::uint64_t days = seconds / 86400;  // since Monday, 1601-01-01
  const std::string_view weekday = kDays[days % 7];
  // 400 years have 146097 days, a hundred 36524, four 1461; the last of each may have one more.
  std::uint64_t year = 1601 + days / 146097 * 400;
  days %= 146097;
  const std::uint64_t centuries = std::min<std::uint64_t>(days / 36524, 3);
  days -= centuries * 36524;
  const std::uint64_t fours = days / 1461;
  days -= fours * 1461;
  const std::uint64_t ones = std::min<std::uint64_t>(days / 365, 3);
  days -= ones * 365;
  year += centuries * 100 + fours * 4 + ones;
  if (year > 9999) return {};
  const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  const std::uint64_t lengths[] = {31, is_leap ? 29U : 28U, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  std::size_t month = 0;
  while (days >= lengths[month]) days -= lengths[month++];
  char text[64];
  std::snprintf(text, sizeof text, "%s, %d %s %d %02d:%02d:%02d +0000", weekday.data(),
                static_cast<int>(days + 1), kMonths[month].data(), static_cast<int>(year),
                static_cast<int>(seconds / 3600 % 24), static_cast<int>(seconds / 60 % 60),
                static_cast<int>(seconds % 60));
  return text;
}

}  // namespace

std::string shown(const OutlookText& text) {
  if (text.is_unicode || utf8::is_valid(text.bytes)) return text.bytes;
  std::string out;
  for (const char c : text.bytes)
    utf8::append(text::windows_1252(static_cast<unsigned char>(c)), out);
  return out;
}

std::string charset_of(std::uint32_t code_page) {
  for (const CodePage& page : kCodePages)
    if (page.number == code_page) return std::string(page.name);
  if (code_page >= 1250 && code_page <= 1258) return "windows-" + std::to_string(code_page);
  if (code_page >= 28591 && code_page <= 28606)
    return "iso-8859-" + std::to_string(code_page - 28590);
  if ((code_page >= 437 && code_page <= 869)) return "cp" + std::to_string(code_page);
  return {};
}

std::string kept_fields(std::string_view headers) {
  std::string fields;
  bool keeps = false;
  while (!headers.empty()) {
    const std::string_view line = take_line(headers);
    if (line.empty()) {
      // What stands before the first field is no end.
      if (!fields.empty()) break;
      continue;
    }
    if (!ascii::is_blank(line.front())) {
      keeps = is_field(line);
      if (keeps) {
        std::string_view name = line.substr(0, line.find(':'));
        while (!name.empty() && ascii::is_blank(name.back())) name.remove_suffix(1);
        keeps = !ascii::iis_one_of(kOfBody, name);
      }
    }
    if (!keeps) continue;
    fields += line;
    fields += "\r\n";
  }
  return fields;
}

std::string made_fields(OutlookItem& message) {
  std::string out;
  const std::string charset = charset_of(message);
  append_from(message, charset, out);
  append_recipients(message, charset, out);
  OutlookText subject = message.text(property::kSubject, kMostText);
  drop_prefix_mark(subject.bytes);
  if (!subject.bytes.empty()) {
    out += "Subject: ";
    append_words(subject, charset, out);
    out += "\r\n";
  }
  const std::optional<std::uint64_t> sent = message.time(property::kSubmitTime);
  const std::optional<std::uint64_t> time = sent ? sent : message.time(property::kDeliveryTime);
  if (time) append_field("Date", date_of(*time), out);
  append_field("Message-ID", message.text(property::kMessageId, kMostText).bytes, out);
  append_field("In-Reply-To", message.text(property::kInReplyTo, kMostText).bytes, out);
  append_field("References", message.text(property::kReferences, kMostText).bytes, out);
  append_field("List-Help", message.text(property::kListHelp, kMostText).bytes, out);
  append_field("List-Subscribe", message.text(property::kListSubscribe, kMostText).bytes, out);
  append_field("List-Unsubscribe", message.text(property::kListUnsubscribe, kMostText).bytes, out);
  return out;
}

void append_words(const OutlookText& text, std::string_view charset, std::string& out) {
  const bool is_utf8 = text.is_unicode || charset.empty() || utf8::is_valid(text.bytes);
  const std::string line = one_line(is_utf8 ? shown(text) : text.bytes);
  if (is_plain(line) && line.find("=?") == line.npos) {
    out += line;
    return;
  }
  constexpr std::size_t kWord = 42;  // bytes: with its charset a word has at most 75
  std::string_view rest = line;
  for (bool is_first = true; !rest.empty(); is_first = false) {
    std::string_view word = is_utf8 ? utf8::cut(rest, kWord) : rest;
    if (word.empty()) word = rest.substr(0, kWord);
    rest.remove_prefix(word.size());
    if (!is_first) out += "\r\n ";
    out += "=?";
    out += is_utf8 ? std::string_view("utf-8") : charset;
    out += "?B?";
    text::append_base64(out, word);
    out += "?=";
  }
}

void append_parameter(std::string_view name, const OutlookText& value, std::string_view charset,
                      std::string& out) {
  const bool is_utf8 = value.is_unicode || charset.empty();
  const std::string line = one_line(is_utf8 ? shown(value) : value.bytes);
  if (line.empty()) return;
  out += ";\r\n ";
  out += name;
  if (is_plain(line)) {
    out += '=';
    append_quoted(line, out);
    return;
  }
  out += "*=";
  out += is_utf8 ? std::string_view("utf-8") : charset;
  out += "''";
  text::append_escaped(out, line,
                       [](char c) { return ascii::is_alnum(c) || c == '.' || c == '-'; });
}

void append_field(std::string_view name, std::string_view value, std::string& out) {
  const std::string line = one_line(value);
  if (line.empty()) return;
  out += name;
  out += ": ";
  out += line;
  out += "\r\n";
}

}  // namespace basewalk::worker
