// SPDX-License-Identifier: MIT
#include "policy/addresses.h"

#include <algorithm>
#include <utility>

#include "basewalk/url/resolve.h"
#include "text/ascii.h"

namespace basewalk::policy {
namespace {

// Where the local part ends: the last "@" that stands in no quotes.
std::size_t place_of_at(std::string_view address) {
  bool quoted = false;
  std::size_t at = std::string_view::npos;
  for (std::size_t i = 0; i < address.size(); ++i) {
    if (address[i] == '\\')
      ++i;
    else if (address[i] == '"')
      quoted = !quoted;
    else if (address[i] == '@' && !quoted)
      at = i;
  }
  return at;
}

// "john doe" in quotes and without are one (RFC 5321 4.1.2).
std::string local_key(std::string_view local) {
  std::string key;
  for (std::size_t i = 0; i < local.size(); ++i) {
    if (local[i] == '"') continue;
    if (local[i] == '\\' && i + 1 < local.size()) ++i;
    key += ascii::to_lower(local[i]);
  }
  return key;
}

// Where the comment that begins at `at` ends; they lie in one another.
std::size_t end_of_comment(std::string_view path, std::size_t at) {
  std::size_t depth = 0;
  for (; at < path.size(); ++at) {
    if (path[at] == '\\')
      ++at;
    else if (path[at] == '(')
      ++depth;
    else if (path[at] == ')' && --depth == 0)
      break;
  }
  return std::min(at, path.size() - 1);
}

// What mail servers send to: without brackets, a name before them, comments, blanks, the route of
// RFC 5321 C ("@relay,@other:bob@example.org") and the name of a group.  They take an address as it
// might stand in a header (RFC 5322 3.4), unless somebody tells them not to.
std::string mailbox_of(std::string_view path) {
  std::string made;
  bool bracketed = false, quoted = false, literal = false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    if (c == '\\' && i + 1 < path.size()) {
      made.append(path, i++, 2);
    } else if (quoted || c == '"') {
      quoted = quoted != (c == '"');
      made += c;
    } else if (c == '(') {
      i = end_of_comment(path, i);
    } else if (c == '<') {
      bracketed = true;
      made.clear();
    } else if (c == '>' || (ascii::is_space(c) && !bracketed && !made.empty())) {
      break;
    } else if (c == ':' && !literal) {
      made.clear();
    } else if (!ascii::is_space(c)) {
      literal = c == '[' || (literal && c != ']');
      made += c;
    }
  }
  if (made.ends_with(';')) made.pop_back();
  return made;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool has_empty_label(std::string_view domain) {
  return domain.empty() || domain.front() == '.' || domain.back() == '.' ||
         domain.find("..") != std::string_view::npos;
}

// What no address can have without quotes (RFC 5321 4.1.2).
bool has_specials(std::string_view local) {
  return !local.starts_with('"') && local.find_first_of("()<>[]:;@, \t") != std::string_view::npos;
}

// "example.org", "[192.0.2.1]".
bool is_domain(std::string_view domain) {
  if (domain.empty() || domain.size() > 255) return false;
  if (domain.front() == '[') return domain.back() == ']' && domain.size() > 2;
  if (domain.ends_with('.')) domain.remove_suffix(1);
  if (has_empty_label(domain)) return false;
  return std::ranges::all_of(domain, [](char c) {
    return ascii::is_alnum(c) || c == '-' || c == '_' || c == '.' ||
           static_cast<unsigned char>(c) >= 0x80;
  });
}

}  // namespace

std::string domain_key(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  // Browsers' way from U-labels to A-labels; bytes that have another meaning in a URL stay out of
  // it.
  if (!is_ascii(domain) && is_domain(domain)) {
    const url::Base host("http://" + std::string(domain) + "/", url::Rules::whatwg);
    if (host.is_absolute() && host.components().authority.present)
      return std::string(host.components().authority.text);
  }
  return ascii::lowered(domain);
}

Address read_address(std::string_view path) {
  const std::string mailbox = mailbox_of(path);
  const std::string_view address = mailbox;
  Address made;
  const std::size_t at = place_of_at(address);
  made.text = local_key(address.substr(0, at));
  if (at == std::string_view::npos) {
    made.domain = made.text.size();
    return made;
  }
  made.text += '@';
  made.domain = made.text.size();
  made.text += domain_key(address.substr(at + 1));
  return made;
}

bool may_be_elsewhere(const Address& address) {
  if (address.domain_part().empty()) return !address.text.empty();
  const std::string_view local = std::string_view(address.text).substr(0, address.domain - 1);
  return local.find_first_of("%!@") != std::string_view::npos;
}

std::optional<std::string> AddressPatterns::add(std::string_view pattern, Kind kind) {
  if (kind == Kind::sender && pattern == "<>") {
    empty_sender_ = true;
    return {};
  }
  if (pattern.find('*') != std::string_view::npos)
    return "has a '*', which stands for nothing here; give example.org or .example.org, which is "
           "all "
           "below it, too";
  const bool takes_address = kind != Kind::domain;
  const std::size_t at = takes_address ? place_of_at(pattern) : std::string_view::npos;
  if (at != std::string_view::npos) {
    Address address = read_address(pattern);
    if (at == 0 || !is_domain(pattern.substr(at + 1)) ||
        pattern.find_first_of("<>") != std::string_view::npos ||
        has_specials(pattern.substr(0, at)) || has_empty_label(address.domain_part()))
      return "is no address; give one as in user@example.org";
    addresses_.insert(std::move(address.text));
    return {};
  }
  const bool is_below = pattern.starts_with('.');
  if (is_below) pattern.remove_prefix(1);
  std::string key = domain_key(pattern);
  if (!is_domain(pattern) || has_empty_label(key))
    return takes_address ? "is no address and no domain; give user@example.org, example.org or "
                           ".example.org, which is all below it, too"
                         : "is no domain; give example.org or .example.org, which is all below it, "
                           "too";
  (is_below ? below_ : domains_).insert(std::move(key));
  return {};
}

bool AddressPatterns::match(const Address& address) const {
  if (address.text.empty()) return empty_sender_;
  if (address.domain_part().empty()) return false;
  return addresses_.contains(address.text) || match_domain(address.domain_part());
}

bool AddressPatterns::match_domain(std::string_view key) const {
  if (domains_.contains(key)) return true;
  while (!below_.empty()) {
    if (below_.contains(key)) return true;
    const std::size_t dot = key.find('.');
    if (dot == std::string_view::npos) break;
    key.remove_prefix(dot + 1);
  }
  return false;
}

}  // namespace basewalk::policy
