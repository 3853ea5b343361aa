// SPDX-License-Identifier: MIT
#include "bundle/match/label.h"

#include <algorithm>
#include <utility>

#include "basewalk/base/scope.h"
#include "basewalk/mime/headers.h"
#include "text/ascii.h"

namespace basewalk::bundle {
namespace {

bool is_line_end(char c) { return c == '\r' || c == '\n'; }

// Without the folds: each line end and the blanks behind it, which were put in to break a long URL
// (RFC 2557 4.4.2, RFC 2017 3.1).
std::string without_folds(std::string_view value) {
  std::string out;
  out.reserve(value.size());
  for (std::size_t i = 0; i < value.size();) {
    if (!is_line_end(value[i])) {
      out += value[i++];
      continue;
    }
    while (i < value.size() && ascii::is_space(value[i])) ++i;
  }
  return out;
}

// Where a writer does not know the charset it says UNKNOWN-8BIT (4.4.1), and it does not matter for
// matching: UTF-8 where it is that.
void name_unknown_charset(std::string& text) {
  constexpr std::string_view kUnknown = "=?unknown-8bit?", kGuess = "=?utf-8?";
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = text.find("=?"); at != std::string::npos; at = text.find("=?", at + 2)) {
    if (!ascii::istarts_with(std::string_view(text).substr(at), kUnknown)) continue;
    out.append(text, done, at - done).append(kGuess);
    done = at + kUnknown.size();
  }
  if (done > 0) text = out.append(text, done);
}

std::string_view without_quotes(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    return text.substr(1, text.size() - 2);
  return text;
}

bool has_brackets(std::string_view id) {
  return id.size() >= 2 && id.front() == '<' && id.back() == '>';
}

std::string_view without_brackets(std::string_view id) {
  return ascii::trim(id.substr(1, id.size() - 2));
}

}  // namespace

IdLabel read_id(std::string_view field_value) {
  std::string text = mime::unfold(field_value);
  if (text.find("=?") != std::string::npos) text = mime::decode_words(text);
  if (text.find('(') != std::string::npos) text = mime::strip_comments(text);
  std::string_view id = ascii::trim(text);
  IdLabel label;
  label.brackets = has_brackets(id);
  if (label.brackets) id = without_brackets(id);
  label.id = id;
  // A fold within stands where no blank may (RFC 5322 3.6.4).
  const std::string unfolded = without_folds(ascii::trim(field_value));
  if (unfolded.size() < ascii::trim(field_value).size()) {
    IdLabel joined = read_id(unfolded);
    if (joined.id != label.id) label.joined = std::move(joined.id);
  }
  return label;
}

LocationLabel read_location(std::string_view field_value) {
  LocationLabel label;
  std::string unfolded = without_folds(field_value);
  name_unknown_charset(unfolded);
  const std::string_view text = ascii::trim(unfolded);
  if (text.find("=?") != std::string_view::npos) {
    // 4.4.1: an encoded word may hold blanks; those are the URL's own.
    const std::string decoded = mime::decode_words(text);
    label.url = without_quotes(ascii::trim(decoded));
    return label;
  }
  label.url = base::header_url(field_value).url;
  const std::string_view bare = without_quotes(text);
  if (bare.find_first_of(" \t") != std::string_view::npos &&
      bare.find_first_of("<>(") == std::string_view::npos)
    label.spaced = ascii::trim(bare);
  return label;
}

std::string loose_id(std::string_view id) {
  id = ascii::trim(id);
  if (has_brackets(id)) id = without_brackets(id);
  const std::size_t end = id.rfind("\"@");
  if (!id.starts_with('"') || end == std::string_view::npos || end == 0) return std::string(id);
  std::string out;
  out.reserve(id.size());
  for (std::size_t i = 1; i < end; ++i) {
    if (id[i] == '\\' && i + 1 < end) ++i;  // quoted-pair
    out += id[i];
  }
  return out.append(id.substr(end + 1));
}

std::optional<std::string_view> after_scheme(std::string_view url, std::string_view scheme) {
  if (url.size() <= scheme.size() || url[scheme.size()] != ':' || !ascii::istarts_with(url, scheme))
    return {};
  return url.substr(scheme.size() + 1);
}

std::string as_looked_for(std::string_view url) {
  const std::size_t end = std::min(url.find_first_of("?#"), url.size());
  std::string out;
  for (const char c : url.substr(0, end)) {
    if (c == '|')
      out += "%7C";
    else
      out += c;
  }
  return out.append(url.substr(end));
}

std::string_view without_fragment(std::string_view url) { return url.substr(0, url.find('#')); }

}  // namespace basewalk::bundle
