// SPDX-License-Identifier: MIT
#include "mime/values/date.h"

#include <array>
#include <chrono>
#include <cstdio>

#include "basewalk/mime/headers.h"
#include "text/ascii.h"

namespace basewalk::mime {
namespace {

using std::chrono::day;
using std::chrono::days;
using std::chrono::month;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month_day;

// No date is longer, with the day and the month in full and every token between blanks.
constexpr std::size_t kLongest = 1024;

constexpr std::string_view kDays[] = {"monday", "tuesday",  "wednesday", "thursday",
                                      "friday", "saturday", "sunday"};
constexpr std::string_view kMonths[] = {"january",   "february", "march",    "april",
                                        "may",       "june",     "july",     "august",
                                        "september", "october",  "november", "december"};

struct Zone {
  std::string_view name;
  int hours;
};
// RFC 5322 4.3.  All others, the letters of RFC 822 among them, are "-0000".
constexpr Zone kZones[] = {{"UT", 0},   {"GMT", 0},  {"EDT", -4}, {"EST", -5}, {"CDT", -5},
                           {"CST", -6}, {"MDT", -6}, {"MST", -7}, {"PDT", -7}, {"PST", -8}};

// Goes from token to token.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : rest_(text) { skip(); }

  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    skip();
    return true;
  }
  std::string_view word() {
    return token([](char c) { return ascii::is_alpha(c); });
  }
  std::string_view digits() {
    return token([](char c) { return ascii::is_digit(c); });
  }
  std::optional<int> number(std::size_t least, std::size_t most) {
    const std::string_view text = digits();
    if (text.size() < least || text.size() > most) return {};
    int number = 0;
    for (const char c : text) number = number * 10 + (c - '0');
    return number;
  }

 private:
  void skip() { rest_ = ascii::trim_left(rest_); }
  template <class Is>
  std::string_view token(Is is) {
    std::size_t size = 0;
    while (size < rest_.size() && is(rest_[size])) ++size;
    const std::string_view token = rest_.substr(0, size);
    rest_.remove_prefix(size);
    skip();
    return token;
  }

  std::string_view rest_;
};

// "Nov", "November" and what lies between.
template <std::size_t kCount>
std::optional<unsigned> named(const std::string_view (&names)[kCount], std::string_view word) {
  for (unsigned i = 0; i < kCount; ++i)
    if (word.size() >= 3 && ascii::istarts_with(names[i], word)) return i;
  return {};
}

// In minutes.
std::optional<int> read_zone(Tokens& tokens) {
  const bool minus = tokens.take('-');
  if (minus || tokens.take('+')) {
    const std::optional<int> number = tokens.number(4, 4);
    if (!number || *number % 100 > 59) return {};
    const int minutes = *number / 100 * 60 + *number % 100;
    return minus ? -minutes : minutes;
  }
  const std::string_view word = tokens.word();
  if (word.empty()) return {};
  for (const Zone& zone : kZones)
    if (ascii::iequals(zone.name, word)) return zone.hours * 60;
  return 0;
}

// RFC 5322 4.3: "00" to "49" are of this century, the others of the last, as are three digits.
std::optional<int> read_year(Tokens& tokens) {
  const std::string_view digits = tokens.digits();
  if (digits.size() < 2 || digits.size() > 4) return {};
  int number = 0;
  for (const char c : digits) number = number * 10 + (c - '0');
  if (digits.size() == 2) number += number < 50 ? 2000 : 1900;
  if (digits.size() == 3) number += 1900;
  if (number < 1900) return {};  // 3.3
  return number;
}

std::optional<sys_days> read_day(Tokens& tokens) {
  const std::optional<int> in_month = tokens.number(1, 2);
  const std::optional<unsigned> of_year = named(kMonths, tokens.word());
  const std::optional<int> which_year = read_year(tokens);
  if (!in_month || !of_year || !which_year) return {};
  const year_month_day date(year(*which_year), month(*of_year + 1),
                            day(static_cast<unsigned>(*in_month)));
  if (!date.ok()) return {};
  return sys_days(date);
}

// In seconds.  A minute may have a 61st one (RFC 5322 3.3).
std::optional<int> read_time(Tokens& tokens) {
  const std::optional<int> hour = tokens.number(1, 2);
  if (!hour || *hour > 23 || !tokens.take(':')) return {};
  const std::optional<int> minute = tokens.number(2, 2);
  if (!minute || *minute > 59) return {};
  int second = 0;
  if (tokens.take(':')) {
    const std::optional<int> number = tokens.number(2, 2);
    if (!number || *number > 60) return {};
    second = *number;
  }
  return (*hour * 60 + *minute) * 60 + second;
}

// Without comments.
std::optional<std::int64_t> read_plain(std::string_view text) {
  Tokens tokens(text);
  const std::string_view weekday = tokens.word();
  if (!weekday.empty() && !named(kDays, weekday)) return {};
  tokens.take('.');
  tokens.take(',');
  const std::optional<sys_days> date = read_day(tokens);
  if (!date) return {};
  const std::optional<int> time = read_time(tokens);
  if (!time) return {};
  const std::optional<int> zone = read_zone(tokens);
  if (!zone) return {};
  const std::int64_t seconds =
      std::int64_t{date->time_since_epoch().count()} * 86400 + *time - std::int64_t{*zone} * 60;
  // RFC 3339 has four digits for a year.
  constexpr std::int64_t kBegin = -62167219200, kEnd = 253402300800;
  if (seconds < kBegin || seconds >= kEnd) return {};
  return seconds;
}

}  // namespace

std::optional<std::int64_t> read_date(std::string_view value) {
  value = ascii::trim(value);
  if (value.find('(') == std::string_view::npos) return read_plain(value.substr(0, kLongest));
  return read_plain(strip_comments(value.substr(0, kLongest)));
}

std::optional<std::int64_t> read_date_of_received(std::string_view value) {
  std::string stripped;
  if (value.find('(') != std::string_view::npos) {
    strip_comments(value, stripped);
    value = stripped;
  }
  const std::size_t semicolon = value.rfind(';');
  if (semicolon == std::string_view::npos) return {};
  return read_date(value.substr(semicolon + 1));
}

std::string date_text(std::int64_t seconds) {
  const std::chrono::sys_seconds at{std::chrono::seconds(seconds)};
  const sys_days date = std::chrono::floor<days>(at);
  const year_month_day parts(date);
  const auto of_day = static_cast<int>((at - date).count());
  std::array<char, 48> text{};
  const int size = std::snprintf(
      text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(parts.year()),
      static_cast<unsigned>(parts.month()), static_cast<unsigned>(parts.day()), of_day / 3600,
      of_day / 60 % 60, of_day % 60);
  return std::string(text.data(), static_cast<std::size_t>(size));
}

}  // namespace basewalk::mime
