// SPDX-License-Identifier: MIT
//
// A base or a label as real headers write it: folded anywhere, in quotes, with a comment, as
// encoded words.  What is left is the URL.
#include "basewalk/base/scope.h"
#include "basewalk/mime/headers.h"
#include "text/ascii.h"

namespace basewalk::base {
namespace {

// A URL may hold parentheses, so only what stands apart is a comment (RFC 822 3.4.3): one at the
// beginning, or one at the end with a blank before it.
std::string_view without_comments(std::string_view text) {
  text = ascii::trim(text);
  if (text.starts_with('(')) {
    const std::size_t end = text.find(')');
    if (end != std::string_view::npos) text = ascii::trim(text.substr(end + 1));
  }
  if (text.ends_with(')')) {
    const std::size_t begin = text.rfind('(');
    if (begin != std::string_view::npos && begin > 0 && ascii::is_space(text[begin - 1]))
      text = ascii::trim(text.substr(0, begin));
  }
  return text;
}

std::string_view without_quotes(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
      text.back() == text.front())
    return text.substr(1, text.size() - 2);
  return text;
}

}  // namespace

HeaderUrl header_url(std::string_view field_value) {
  std::string text = mime::unfold(field_value);
  if (text.find("=?") != std::string::npos) text = mime::decode_words(text);
  const std::string_view bare = without_quotes(without_comments(text));

  HeaderUrl result;
  const url::Unwrapped unwrapped = url::unwrap(bare, result.url);
  result.brackets = unwrapped.brackets;
  result.prefix = unwrapped.prefix;
  // White space that is left came from folding (RFC 2017 3.1, RFC 2557 4.4.3).
  std::erase_if(result.url, [](char c) { return ascii::is_space(c); });
  return result;
}

}  // namespace basewalk::base
