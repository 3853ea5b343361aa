// SPDX-License-Identifier: MIT
//
// What stands for a URL holds nothing but unreserved characters and escapes, so that no byte of a
// message can leave its place in the template.
#include "rewrite/plan/template.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <climits>
#include <new>

#include "basewalk/url/url.h"
#include "text/ascii.h"
#include "text/hex.h"

namespace basewalk::rewrite {
namespace {

// RFC 3986 2.3
bool is_unreserved(char c) {
  return ascii::is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// Two dots are the end of a URL for programs that look for URLs in text: `apart` they are not.
void append_url(std::string_view url, bool apart, std::string& out) {
  char last = 0;
  text::append_escaped(out, url, [apart, &last](char c) {
    const bool is_plain = is_unreserved(c) && (!apart || c != '.' || last != '.');
    last = c;
    return is_plain;
  });
}

// In hexadecimal.
constexpr std::size_t kMacSize = 64;

// RFC 2104 with SHA-256, in hexadecimal.  A link without its code would not pass the guard, so
// none is written: what can fail is memory, and the message then waits.
void append_mac(std::string_view key, std::string_view text, std::string& out) {
  unsigned char mac[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
           reinterpret_cast<const unsigned char*>(text.data()), text.size(), mac, &size) == nullptr)
    throw std::bad_alloc();
  for (unsigned i = 0; i < size; ++i) text::append_hex(out, mac[i]);
}

Error bad_template(std::size_t offset, std::string detail) {
  return Error{"template", offset, std::move(detail)};
}

}  // namespace

Result<Template> Template::read(std::string_view text, std::string_view key, bool linkified) {
  Template made;
  made.linkified_ = linkified;
  made.key_ = key;
  bool has_url = false, has_mac = false;
  // Where the path is over, and what stands before that.
  bool in_path = true, path_has_url = false, query_has_mac = false;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '{') {
      const std::string_view rest = text.substr(at);
      const bool path_url = rest.starts_with("{path-url}");
      const bool url = path_url || rest.starts_with("{url}");
      if (!url && !rest.starts_with("{mac}"))
        return bad_template(at,
                            "only {url}, {path-url} and {mac} stand for something in a template");
      if (path_url && !in_path) return bad_template(at, "{path-url} stands before any ? and #");
      made.pieces_.push_back({url ? Kind::url : Kind::mac, {}});
      (url ? has_url : has_mac) = true;
      path_has_url = path_has_url || (url && in_path);
      query_has_mac = query_has_mac || (!url && !in_path);
      at += rest.find('}') + 1;
      continue;
    }
    const std::size_t end = std::min(text.find('{', at), text.size());
    const std::string_view literal = text.substr(at, end - at);
    std::size_t bad = 0;
    if (!url::has_valid_characters(literal, &bad))
      return bad_template(at + bad, "a character that has no place in a URL");
    made.pieces_.push_back({Kind::literal, std::string(literal)});
    in_path = in_path && literal.find_first_of("?#") == std::string_view::npos;
    at = end;
  }
  if (!has_url) return bad_template(0, "a template needs {url} or {path-url}");
  const std::string_view first =
      made.pieces_.front().kind == Kind::literal ? made.pieces_.front().text : std::string_view();
  const std::string scheme = ascii::lowered(url::scheme_of(first));
  const url::Components parts = url::split(first, url::Rules::rfc3986);
  const bool host_ends = first.find_first_of("/?#", scheme.size() + 3) != std::string_view::npos;
  if ((scheme != "http" && scheme != "https") || !parts.authority.present ||
      parts.authority.text.empty() || !host_ends)
    return bad_template(0, "a template begins with http:// or https://, a host and a path");
  if (has_mac && key.empty()) return Error{"key", 0, "{mac} needs a key"};
  if (key.size() > INT_MAX) return Error{"key", 0, "the key is too long"};
  if (!has_mac && !key.empty()) return Error{"key", 0, "there is a key, but no {mac}"};
  made.keeps_without_query_ = path_has_url && !query_has_mac;
  return made;
}

void Template::wrap(std::string_view url, std::string& out) const { wrap(url, linkified_, out); }

void Template::wrap(std::string_view url, bool apart, std::string& out) const {
  for (const Piece& piece : pieces_) {
    switch (piece.kind) {
      case Kind::literal:
        out += piece.text;
        break;
      case Kind::url:
        append_url(url, apart, out);
        break;
      case Kind::mac:
        append_mac(key_, url, out);
        break;
    }
  }
}

bool Template::is_wrapped(std::string_view url) const {
  // Codes and literals have a length that is known, so what is left is the URL's; the first one
  // gives it, and all else must follow from it.
  if (pieces_.empty() || !url.starts_with(pieces_.front().text)) return false;
  std::size_t urls = 0, rest = 0, before = 0;
  for (const Piece& piece : pieces_) {
    if (piece.kind == Kind::url && urls++ == 0) before = rest;
    if (piece.kind != Kind::url) rest += piece.kind == Kind::mac ? kMacSize : piece.text.size();
  }
  if (urls == 0 || url.size() < rest || (url.size() - rest) % urls != 0) return false;
  const std::string inner = text::unescaped(url.substr(before, (url.size() - rest) / urls));
  for (const bool apart : {false, true}) {
    std::string again;
    wrap(inner, apart, again);
    if (again == url) return true;
  }
  return false;
}

}  // namespace basewalk::rewrite
