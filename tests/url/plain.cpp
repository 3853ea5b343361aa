// SPDX-License-Identifier: MIT
#include "url/plain.h"

#include <string_view>
#include <utility>
#include <vector>

namespace basewalk::test::plain {
namespace {

using url::Rules;
using Text = std::optional<std::string>;

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

// Takes "c..." off the end of the parse string (RFC 1808 2.4.1, 2.4.4, 2.4.5).
Text take(std::string& text, char c) {
  const auto at = text.find(c);
  if (at == std::string::npos) return {};
  std::string taken = text.substr(at + 1);
  text.erase(at);
  return taken;
}

Parts split_1808(std::string text) {
  Parts parts;
  parts.fragment = take(text, '#');
  for (std::size_t i = 0; i < text.size(); ++i) {  // 2.4.2
    if (text[i] == ':') {
      if (i == 0) break;
      parts.scheme = text.substr(0, i);
      text.erase(0, i + 1);
      break;
    }
    if (!is_one_of(text[i], kLetters) && !is_one_of(text[i], kDigits) && !is_one_of(text[i], "+.-"))
      break;
  }
  if (text.substr(0, 2) == "//") {  // 2.4.3
    text.erase(0, 2);
    const auto slash = text.find('/');
    parts.authority = text.substr(0, slash);
    text.erase(0, slash);
  }
  parts.query = take(text, '?');
  parts.params = take(text, ';');
  parts.path = text;
  return parts;
}

// Takes the longest front without any character of `stops`.
std::string take_front(std::string& text, std::string_view stops) {
  const auto end = text.find_first_of(stops);
  std::string front = text.substr(0, end);
  text.erase(0, end);
  return front;
}

// RFC 2396 B and RFC 3986 B print the same expression,
//   ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
// of which each group is a step here.  What it takes for a scheme must be one (RFC 3986 3.1).
Parts split_by_expression(std::string text) {
  Parts parts;
  std::string rest = text;
  const std::string scheme = take_front(rest, ":/?#");
  bool valid = !scheme.empty() && rest.substr(0, 1) == ":" && is_one_of(scheme[0], kLetters);
  for (char c : scheme)
    valid = valid && (is_one_of(c, kLetters) || is_one_of(c, kDigits) || is_one_of(c, "+-."));
  if (valid) {
    parts.scheme = scheme;
    text = rest.substr(1);
  }
  if (text.substr(0, 2) == "//") {
    text.erase(0, 2);
    parts.authority = take_front(text, "/?#");
  }
  parts.path = take_front(text, "?#");
  if (text.substr(0, 1) == "?") parts.query = take_front(text, "#").substr(1);
  if (text.substr(0, 1) == "#") parts.fragment = text.substr(1);
  return parts;
}

bool same_scheme(const Text& a, const Text& b) {
  if (!a || !b || a->size() != b->size()) return false;
  for (std::size_t i = 0; i < a->size(); ++i) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    if (lower((*a)[i]) != lower((*b)[i])) return false;
  }
  return true;
}

std::vector<std::string> segments_of(const std::string& path) {
  std::vector<std::string> segments{""};
  for (char c : path) {
    if (c == '/')
      segments.emplace_back();
    else
      segments.back() += c;
  }
  return segments;
}

std::string join(const std::vector<std::string>& segments) {
  std::string path;
  for (std::size_t i = 0; i < segments.size(); ++i)
    path.append(i == 0 ? "" : "/").append(segments[i]);
  return path;
}

// "/." before a path that would be read as an authority, "./" before one that would be read as a
// scheme.
std::string guarded(std::string path, bool has_scheme, bool has_authority, Rules rules) {
  if (!has_authority && path.substr(0, 2) == "//") return std::string("/.").append(path);
  if (!has_scheme && !has_authority && split(path, rules).scheme)
    return std::string("./").append(path);
  return path;
}

std::string directory_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

std::string merged(const Parts& base, const std::string& path) {
  if (base.authority && base.path.empty()) return std::string("/").append(path);
  return directory_of(base.path) + path;
}

void forget_if_empty(Text& text) {
  if (text && text->empty()) text.reset();
}

std::string step_6_of_1808(const std::string& path) {
  const bool slash = path.substr(0, 1) == "/";
  if (!slash) return remove_dot_patterns(path);
  return std::string("/").append(remove_dot_patterns(path.substr(1)));
}

Parts resolve_1808(const std::string& base_text, const std::string& reference) {
  Parts url = split_1808(reference);
  if (base_text.empty()) return url;  // step 1
  const Parts base = split_1808(base_text);
  if (reference.empty()) return base;  // step 2a
  if (url.scheme) return url;          // step 2b
  url.scheme = base.scheme;            // step 2c
  forget_if_empty(url.params);
  forget_if_empty(url.query);
  forget_if_empty(url.fragment);
  if (!url.authority || url.authority->empty()) {  // step 3
    url.authority = base.authority;
    if (url.path.substr(0, 1) == "/") {  // step 4
    } else if (url.path.empty()) {       // step 5
      url.path = base.path;
      if (!url.params) {
        url.params = base.params;
        forget_if_empty(url.params);
        if (!url.query) url.query = base.query;
        forget_if_empty(url.query);
      }
      // 2.2: what follows a net_loc begins with a slash.
      if (url.authority && url.path.empty() && (url.params || url.query)) url.path = "/";
    } else {
      url.path = step_6_of_1808(merged(base, url.path));
    }
  }
  url.path = guarded(url.path, url.scheme.has_value(), url.authority.has_value(), Rules::rfc1808);
  return url;
}

// Step 6 e-g, given the segments behind a leading slash.  Nothing where a surplus ".." is an error.
std::optional<std::string> step_6g_of_2396(const std::string& path, url::SurplusDots surplus) {
  const bool slash = path.substr(0, 1) == "/";
  std::string buffer = remove_dot_patterns(slash ? path.substr(1) : path);
  while (surplus != url::SurplusDots::keep && (buffer == ".." || buffer.substr(0, 3) == "../")) {
    if (surplus == url::SurplusDots::error) return {};
    buffer.erase(0, 3);
  }
  return std::string(slash ? "/" : "").append(buffer);
}

std::optional<Parts> resolve_2396(const std::string& base_text, const std::string& reference,
                                  const url::ResolveOptions& options) {
  const Parts base = split(base_text, Rules::rfc2396);
  Parts uri = split(reference, Rules::rfc2396);
  if (uri.path.empty() && !uri.scheme && !uri.authority && !uri.query) {  // step 2
    Parts document = base;
    document.fragment = uri.fragment;
    return document;
  }
  if (uri.scheme) {  // step 3
    const bool hierarchical = base.authority || base.path.substr(0, 1) == "/";
    if (!options.same_scheme_is_relative || !hierarchical || !same_scheme(uri.scheme, base.scheme))
      return uri;
  }
  if (base_text.empty()) return uri;
  uri.scheme = base.scheme;
  if (!uri.authority) {  // step 4
    uri.authority = base.authority;
    if (uri.path.substr(0, 1) != "/") {  // steps 5 and 6
      const auto path = step_6g_of_2396(merged(base, uri.path), options.surplus_dots);
      if (!path) return {};
      uri.path = *path;
    }
  }
  uri.path = guarded(uri.path, uri.scheme.has_value(), uri.authority.has_value(), Rules::rfc2396);
  return uri;
}

Parts resolve_3986(const std::string& base_text, const std::string& reference,
                   const url::ResolveOptions& options) {
  const Parts base = split(base_text, Rules::rfc3986);
  const Parts r = split(reference, Rules::rfc3986);
  Parts t;
  const bool ignored = options.same_scheme_is_relative && same_scheme(r.scheme, base.scheme);
  if (r.scheme && !ignored) {
    t = r;
    t.path = remove_dot_segments(r.path);
  } else if (base_text.empty()) {
    return r;
  } else {
    if (r.authority) {
      t.authority = r.authority;
      t.path = remove_dot_segments(r.path);
      t.query = r.query;
    } else {
      if (r.path.empty()) {
        t.path = base.path;
        t.query = r.query ? r.query : base.query;
      } else {
        if (r.path.substr(0, 1) == "/") {
          t.path = remove_dot_segments(r.path);
        } else {
          t.path = remove_dot_segments(merged(base, r.path));
        }
        t.query = r.query;
      }
      t.authority = base.authority;
    }
    t.scheme = base.scheme;
  }
  t.fragment = r.fragment;
  t.path = guarded(t.path, t.scheme.has_value(), t.authority.has_value(), Rules::rfc3986);
  return t;
}

}  // namespace

Parts split(std::string text, Rules rules) {
  return rules == Rules::rfc1808 ? split_1808(std::move(text))
                                 : split_by_expression(std::move(text));
}

std::string remove_dot_patterns(std::string path) {
  std::vector<std::string> segments = segments_of(path);
  for (std::size_t i = 0; i + 1 < segments.size();) {  // a: "./"
    if (segments[i] == ".")
      segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
  if (segments.back() == ".") segments.back() = "";  // b: "." at the end
  for (bool found = true; found;) {                  // c: the left-most "<segment>/../"
    found = false;
    for (std::size_t i = 0; i + 2 < segments.size() && !found; ++i) {
      if (segments[i] == ".." || segments[i + 1] != "..") continue;
      const auto at = segments.begin() + static_cast<std::ptrdiff_t>(i);
      segments.erase(at, at + 2);
      found = true;
    }
  }
  const std::size_t n = segments.size();  // d: "<segment>/.." at the end
  if (n >= 2 && segments[n - 1] == ".." && segments[n - 2] != "..") {
    segments.pop_back();
    segments.back() = "";
  }
  return join(segments);
}

std::string remove_dot_segments(std::string input) {
  std::string output;
  const auto begins = [&](std::string_view prefix) {
    return std::string_view(input).substr(0, prefix.size()) == prefix;
  };
  const auto remove_last = [&] {
    const auto slash = output.rfind('/');
    output.erase(slash == std::string::npos ? 0 : slash);
  };
  while (!input.empty()) {
    if (begins("../")) {  // A
      input.erase(0, 3);
    } else if (begins("./")) {
      input.erase(0, 2);
    } else if (begins("/./")) {  // B
      input.erase(0, 2);
    } else if (input == "/.") {
      input.resize(1);
    } else if (begins("/../")) {  // C
      input.erase(0, 3);
      remove_last();
    } else if (input == "/..") {
      input.resize(1);
      remove_last();
    } else if (input == "." || input == "..") {  // D
      input.clear();
    } else {  // E
      const auto slash = input.find('/', 1);
      output += input.substr(0, slash);
      input.erase(0, slash);
    }
  }
  return output;
}

std::optional<Parts> resolve_parts(const std::string& base, const std::string& reference,
                                   Rules rules, const url::ResolveOptions& options) {
  if (rules == Rules::rfc1808) return resolve_1808(base, reference);
  if (rules == Rules::rfc2396) return resolve_2396(base, reference, options);
  return resolve_3986(base, reference, options);
}

// RFC 3986 5.3, which RFC 2396 5.2 step 7 and RFC 1808 4 step 7 agree with.
std::string recombined(const Parts& parts) {
  std::string result;
  if (parts.scheme) result.append(*parts.scheme).append(":");
  if (parts.authority) result.append("//").append(*parts.authority);
  result += parts.path;
  if (parts.params) result.append(";").append(*parts.params);
  if (parts.query) result.append("?").append(*parts.query);
  if (parts.fragment) result.append("#").append(*parts.fragment);
  return result;
}

std::optional<std::string> resolve(const std::string& base, const std::string& reference,
                                   Rules rules, const url::ResolveOptions& options) {
  const auto parts = resolve_parts(base, reference, rules, options);
  if (!parts) return {};
  return recombined(*parts);
}

}  // namespace basewalk::test::plain
