// SPDX-License-Identifier: MIT
//
// Writers disagree about what separates messages.  Some escape each "From " of a body, so that
// any such line separates; some escape only those behind a blank line; some escape none and give
// a Content-Length.  So a line is believed for what it carries (a date), or for where it stands
// (behind a blank line, before a header).  The more a line without a date looks like a sentence,
// the more its header must look like that of a mail: "From -" alone needs no blank line before, one
// that names nobody, or an address, needs one and a field, and any other two usual fields.
#include "mime/line/separator.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "mime/line/field_name.h"
#include "mime/line/mail_field.h"
#include "text/ascii.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace basewalk::mime {
namespace {

constexpr std::string_view kFrom = "From ";
// What is a date, or a field name, stands near the beginning of its line.
constexpr std::size_t kLineBytes = 1000;

constexpr std::string_view kDays[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
constexpr std::string_view kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

// Does a word begin like "9999-99-99T99:99", each 9 a digit?
bool begins_like(std::string_view word, std::string_view like) {
  if (word.size() < like.size()) return false;
  for (std::size_t i = 0; i < like.size(); ++i)
    if (like[i] == '9' ? !ascii::is_digit(word[i]) : word[i] != like[i]) return false;
  return true;
}

// "From sender Thu Nov 19 10:00:00 2026": has hh:mm, and four digits that can be a year, or before
// the time the day of the week, the month, and its day; or both are one word (ISO 8601).
bool has_date(std::string_view line) {
  bool time = false, year = false;
  std::size_t ctime = 0;  // words of "Thu Nov 19 10:00:00" that came one after the other
  std::size_t begin = kFrom.size();
  while (begin < line.size()) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    if (begins_like(word, "9999-99-99T99:99")) return true;
    if (word.size() == 10 && begins_like(word, "9999-99-99")) year = true;
    const auto digit = [&](std::size_t i) { return i < word.size() && ascii::is_digit(word[i]); };
    const std::size_t colon = word.find(':');
    if ((colon == 1 || colon == 2) && digit(0) && digit(colon - 1) && digit(colon + 1) &&
        digit(colon + 2)) {
      time = true;
      if (ctime == 3) return true;
    }
    if (ascii::is_one_of(kDays, word))
      ctime = 1;
    else if (ctime == 1 && ascii::is_one_of(kMonths, word))
      ctime = 2;
    else if (ctime == 2 && word.size() <= 2 && digit(0) && digit(word.size() - 1))
      ctime = 3;
    else
      ctime = 0;
    if (word.size() == 4 && (word.starts_with("19") || word.starts_with("20")) && digit(2) &&
        digit(3))
      year = true;
  }
  return time && year;
}

// What is written behind "From " where it is no date.
enum class Writes : unsigned char {
  mozilla,   // "-" alone
  no_words,  // nothing, a number, or an address
  words
};

Writes writes(std::string_view line) {
  const std::string_view rest = ascii::trim(line.substr(kFrom.size()));
  if (rest == "-") return Writes::mozilla;
  const bool is_one_word = std::none_of(rest.begin(), rest.end(), ascii::is_space);
  const bool is_number = rest.find_first_not_of("-0123456789") == rest.npos;
  return is_one_word && (is_number || rest.find('@') != rest.npos) ? Writes::no_words
                                                                   : Writes::words;
}

// Is it the beginning of the header of a mail, with two usual fields?
bool is_mail_header(std::string_view text) {
  int usual = 0;
  for (bool is_first = true; usual < 2; is_first = false) {
    const std::size_t end = text.find('\n');
    // The last line may be cut off.
    if (end == text.npos) return false;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (!is_first && is_continuation(line)) continue;
    const std::string_view name = field_name(line);
    if (name.empty()) return false;
    usual += is_usual_field(name) ? 1 : 0;
  }
  return true;
}

// The first "\nF" at or behind `from`.
std::size_t find_line_with_f(std::string_view bytes, std::size_t from) {
  std::size_t i = from;
#if defined(__SSE2__)
  const __m128i lf = _mm_set1_epi8('\n');
  const __m128i f = _mm_set1_epi8('F');
  const auto hits = [&](std::size_t at) {
    const auto load = [&](std::size_t where) {
      return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data() + where));
    };
    return _mm_and_si128(_mm_cmpeq_epi8(load(at), lf), _mm_cmpeq_epi8(load(at + 1), f));
  };
  // A round reads [i, i + 65).
  for (; i + 65 <= bytes.size(); i += 64) {
    const __m128i a = hits(i), b = hits(i + 16), c = hits(i + 32), d = hits(i + 48);
    if (_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d))) == 0) continue;
    const auto mask = [](__m128i hit) {
      return static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(hit)));
    };
    const std::uint64_t all = mask(a) | (mask(b) << 16) | (mask(c) << 32) | (mask(d) << 48);
    return i + static_cast<std::size_t>(std::countr_zero(all));
  }
#endif
  for (; i + 1 < bytes.size(); ++i) {
    const auto* hit = static_cast<const char*>(std::memchr(&bytes[i], '\n', bytes.size() - 1 - i));
    if (hit == nullptr) break;
    i = static_cast<std::size_t>(hit - bytes.data());
    if (bytes[i + 1] == 'F') return i;
  }
  return kNowhere;
}

}  // namespace

bool is_from_line(std::string_view line) {
  if (!line.starts_with(kFrom)) return false;
  const std::string_view rest = ascii::trim_left(line.substr(kFrom.size()));
  return !rest.starts_with(':');
}

bool is_separator(std::string_view bytes, std::size_t at) {
  const std::string_view rest = bytes.substr(at);
  if (!rest.starts_with(kFrom)) return false;
  if (at != 0 && bytes[at - 1] != '\n') return false;
  const std::size_t end = rest.substr(0, kLineBytes + 1).find('\n');
  std::string_view line = rest.substr(0, std::min(end, kLineBytes));
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (has_date(line)) return true;
  if (end == std::string_view::npos) return false;
  const Writes what = writes(line);
  if (what != Writes::mozilla && !is_blank_line_before(bytes, at)) return false;
  const std::string_view header = rest.substr(0, kSeparatorBytes).substr(end + 1);
  if (what == Writes::words) return is_mail_header(header);
  std::string_view field = header.substr(0, kLineBytes);
  field = field.substr(0, field.find('\n'));
  const std::size_t colon = field.find(':');
  return colon != std::string_view::npos && is_field_name(field.substr(0, colon));
}

bool is_blank_line_before(std::string_view bytes, std::size_t at) {
  if (at == 0) return true;
  std::size_t i = at - 1;  // the line end of the line before
  if (i > 0 && bytes[i - 1] == '\r') --i;
  return i == 0 || bytes[i - 1] == '\n';
}

std::optional<std::size_t> find_separator(std::string_view bytes, std::size_t& from, bool final) {
  for (;;) {
    const std::size_t hit = find_line_with_f(bytes, from);
    if (hit == kNowhere) break;
    from = hit;
    const std::size_t line = hit + 1;
    if (!final && line + kSeparatorBytes > bytes.size()) return {};
    if (is_separator(bytes, line)) return line;
    from = line;
  }
  if (final) return kNowhere;
  // A line end at the end of the bytes may be followed by an F.
  if (!bytes.empty()) from = std::max(from, bytes.size() - 1);
  return {};
}

}  // namespace basewalk::mime
