// SPDX-License-Identifier: MIT
//
// What stands for a URL holds nothing but unreserved characters and escapes, so that no byte of a
// message can leave its place in the template.
#include "rewrite/plan/template.h"

#include <nettle/memops.h>

#include <algorithm>
#include <chrono>

#include "basewalk/url/resolve.h"
#include "basewalk/url/url.h"
#include "text/ascii.h"
#include "text/hex.h"

namespace basewalk::rewrite {
namespace {

constexpr std::size_t kMacSize = Mac::kDigits;
constexpr std::size_t kDaySize = 8;

// RFC 3986 2.3
bool is_unreserved(char c) {
  return ascii::is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
}
bool is_of_flags(char c) { return ascii::is_lower(c) || c == '-' || c == '.'; }

// Two dots are the end of a URL for programs that look for URLs in text: `apart` they are not.
void append_url(std::string_view url, bool apart, std::string& out) {
  out.reserve(out.size() + url.size() + url.size() / 2 + 128);  // mostly that, and the rest
  char last = 0;
  text::append_escaped(out, url, [apart, &last](char c) {
    const bool is_plain = is_unreserved(c) && (!apart || c != '.' || last != '.');
    last = c;
    return is_plain;
  });
}

// Appends what was escaped once; false where it is nothing that append_url() could have written,
// letter case of digits and needless escapes aside.
bool append_once_unescaped(std::string_view escaped, std::string& out) {
  for (std::size_t at = 0; at < escaped.size();) {
    if (is_unreserved(escaped[at])) {
      out += escaped[at++];
      continue;
    }
    const std::optional<unsigned char> byte = text::escaped_byte(escaped, at);
    if (!byte) return false;
    out += static_cast<char>(*byte);
    at += 3;
  }
  return true;
}

Error bad_template(std::size_t offset, std::string detail) {
  return Error{"template", offset, std::move(detail)};
}

Error bad_key(std::string detail) { return Error{"key", 0, std::move(detail)}; }

}  // namespace

std::string last_day(std::int64_t now, unsigned days) {
  using namespace std::chrono;
  const year_month_day day(floor<std::chrono::days>(sys_seconds(seconds(now))) +
                           std::chrono::days(days));
  const auto digits = [](unsigned number, std::size_t size) {
    std::string text = std::to_string(number);
    return std::string(size - std::min(size, text.size()), '0') + text;
  };
  return digits(static_cast<unsigned>(static_cast<int>(day.year())), 4) +
         digits(static_cast<unsigned>(day.month()), 2) +
         digits(static_cast<unsigned>(day.day()), 2);
}

std::string written_flags(Flags flags) {
  std::string names;
  for (const Flag flag : flags) names.append(names.empty() ? "" : ".").append(name(flag));
  return names.empty() ? "none" : names;
}

Flags read_flags(std::string_view written) {
  Flags flags;
  while (!written.empty()) {
    const std::string_view one = written.substr(0, written.find('.'));
    if (const std::optional<Flag> flag = flag_named(one)) flags.add(*flag);
    written.remove_prefix(std::min(one.size() + 1, written.size()));
  }
  return flags;
}

Result<Template> Template::read(std::string_view text, std::vector<std::string> keys,
                                bool linkified) {
  Template made;
  made.linkified_ = linkified;
  std::size_t urls = 0;
  // Where the path is over, and what stands before that.
  bool in_path = true, path_has_url = false, query_has_other = false;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '{') {
      const std::string_view rest = text.substr(at);
      const std::string_view name = rest.substr(0, rest.find('}') + 1);
      const bool path_url = name == "{path-url}";
      const Kind kind = path_url || name == "{url}" ? Kind::url
                        : name == "{mac}"           ? Kind::mac
                        : name == "{expires}"       ? Kind::expires
                        : name == "{flags}"         ? Kind::flags
                                                    : Kind::literal;
      if (kind == Kind::literal)
        return bad_template(at,
                            "only {url}, {path-url}, {mac}, {expires} and {flags} stand for "
                            "something in a template");
      if (path_url && !in_path) return bad_template(at, "{path-url} stands before any ? and #");
      bool& has = kind == Kind::expires ? made.has_expires_ : made.has_flags_;
      if (kind == Kind::expires || kind == Kind::flags) {
        if (has) return bad_template(at, std::string(name) + " stands once");
        has = true;
      }
      if (kind == Kind::flags && (urls > 0 || rest.size() == name.size() ||
                                  rest[name.size()] == '{' || is_of_flags(rest[name.size()])))
        return bad_template(at, "{flags} stands before the URL, and behind it a sign such as /");
      made.pieces_.push_back({kind, {}});
      urls += kind == Kind::url ? 1 : 0;
      made.has_mac_ = made.has_mac_ || kind == Kind::mac;
      path_has_url = path_has_url || (kind == Kind::url && in_path);
      query_has_other = query_has_other || (kind != Kind::url && !in_path);
      at += name.size();
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
  if (urls == 0) return bad_template(0, "a template needs {url} or {path-url}");
  const std::string_view first =
      made.pieces_.front().kind == Kind::literal ? made.pieces_.front().text : std::string_view();
  const std::string scheme = ascii::lowered(url::scheme_of(first));
  const url::Components parts = url::split(first, url::Rules::rfc3986);
  made.host_end_ = first.find_first_of("/?#", scheme.size() + 3);
  if ((scheme != "http" && scheme != "https") || !parts.authority.present ||
      parts.authority.text.empty() || made.host_end_ == std::string_view::npos)
    return bad_template(0, "a template begins with http:// or https://, a host and a path");
  if (!made.is_as_opened())
    return bad_template(0, "a browser would not open it as it is written: its host, port or path");
  if (!made.has_mac_ && (made.has_expires_ || made.has_flags_))
    return bad_template(0, "{expires} and {flags} need {mac}, which covers them");
  if (made.has_mac_ && (keys.empty() || keys.front().empty())) return bad_key("{mac} needs a key");
  for (const std::string& key : keys) {
    if (key.empty()) return bad_key("the key is empty");
    made.macs_.emplace_back(key);
  }
  if (!made.has_mac_ && !keys.empty()) return bad_key("there is a key, but no {mac}");
  made.keeps_without_query_ = path_has_url && !query_has_other;
  return made;
}

// Behind the host a link comes to the server as a browser writes it: without dot segments, say, in
// which the guard would not find the form again.  Other services may know what is meant.
bool Template::is_as_opened() const {
  static const url::Base no_base(std::string_view(), url::Rules::whatwg);
  std::string link, opened;
  write("http://h.example/", false, {{}, std::string(kMacSize, '0'), "20270131", "none"}, link);
  if (url::resolve(no_base, link, {}, opened).outcome == url::Outcome::error) return false;
  if (!has_mac_) return true;
  // In a text it would end the URL, and is written as %27.
  if (link.find('\'') != std::string::npos) return false;
  const auto behind_host = [](std::string_view url, url::Rules rules) {
    const url::Components parts = url::split(url, rules);
    std::string rest(url.substr(static_cast<std::size_t>(
        parts.authority.text.data() + parts.authority.text.size() - url.data())));
    return rest.starts_with('/') ? rest : "/" + rest;
  };
  return behind_host(link, url::Rules::rfc3986) == behind_host(opened, url::Rules::whatwg);
}

void Template::append_code(const Mac& mac, std::string_view url, std::string_view expires,
                           std::string_view flags, std::string& out) const {
  const auto line = [](bool has, std::string_view text) { return has ? text : std::string_view(); };
  mac.append({line(has_expires_, "expires="), line(has_expires_, expires), line(has_expires_, "\n"),
              line(has_flags_, "flags="), line(has_flags_, flags), line(has_flags_, "\n"), url},
             out);
}

void Template::wrap(std::string_view url, const Beside& beside, std::string& out) const {
  const std::string flags = has_flags_ ? written_flags(beside.flags) : std::string();
  std::string code;
  if (has_mac_) append_code(macs_.front(), url, beside.expires, flags, code);
  write(url, linkified_, {{}, code, beside.expires, flags}, out);
}

void Template::write(std::string_view url, bool apart, const Parts& parts, std::string& out) const {
  for (const Piece& piece : pieces_) {
    switch (piece.kind) {
      case Kind::literal:
        out += piece.text;
        break;
      case Kind::url:
        append_url(url, apart, out);
        break;
      case Kind::mac:
        out += parts.mac;
        break;
      case Kind::expires:
        out += parts.expires;
        break;
      case Kind::flags:
        out += parts.flags;
        break;
    }
  }
}

// What stands before the rest; false where that is something else.
bool Template::take(const Piece& piece, std::string_view& rest, Parts& parts) const {
  const auto take_to = [&rest](std::size_t size) {
    const std::string_view taken = rest.substr(0, size);
    rest.remove_prefix(taken.size());
    return taken;
  };
  // A code may stand twice; it is the same then.
  const auto keep = [](std::string_view& where, std::string_view taken) {
    if (!where.empty() && where != taken) return false;
    where = taken;
    return true;
  };
  switch (piece.kind) {
    case Kind::literal:
      return take_to(piece.text.size()) == piece.text;
    case Kind::mac: {
      const std::string_view taken = take_to(kMacSize);
      return taken.size() == kMacSize && keep(parts.mac, taken) &&
             std::ranges::all_of(
                 taken, [](char c) { return ascii::is_digit(c) || (c >= 'a' && c <= 'f'); });
    }
    case Kind::expires:
      parts.expires = take_to(kDaySize);
      return parts.expires.size() == kDaySize &&
             std::ranges::all_of(parts.expires, ascii::is_digit);
    case Kind::flags:
      parts.flags = take_to(
          static_cast<std::size_t>(std::ranges::find_if_not(rest, is_of_flags) - rest.begin()));
      return !parts.flags.empty();
    case Kind::url:
      break;
  }
  return false;
}

std::optional<Template::Parts> Template::take_apart(std::string_view link,
                                                    bool without_host) const {
  Parts parts;
  std::string_view rest = link;
  std::size_t at = 0;
  const auto front = std::string_view(pieces_.front().text).substr(without_host ? host_end_ : 0);
  // A server is asked for "/?x" where "http://h?x" is opened.
  if (without_host && !front.starts_with('/') && rest.starts_with('/')) rest.remove_prefix(1);
  if (!rest.starts_with(front)) return {};
  rest.remove_prefix(front.size());
  for (at = 1; pieces_[at].kind != Kind::url; ++at)
    if (!take(pieces_[at], rest, parts)) return {};
  // Behind the first URL all else has a length that is known, so what is left is that of the URLs.
  std::size_t urls = 0, others = 0;
  for (std::size_t i = at; i < pieces_.size(); ++i) {
    switch (pieces_[i].kind) {
      case Kind::url:
        ++urls;
        break;
      case Kind::mac:
        others += kMacSize;
        break;
      case Kind::expires:
        others += kDaySize;
        break;
      case Kind::literal:
      case Kind::flags:
        others += pieces_[i].text.size();
        break;
    }
  }
  if (rest.size() < others || (rest.size() - others) % urls != 0) return {};
  const std::string_view written = rest.substr(0, (rest.size() - others) / urls);
  if (!append_once_unescaped(written, parts.url)) return {};
  for (; at < pieces_.size(); ++at) {
    if (pieces_[at].kind == Kind::url) {
      if (!rest.starts_with(written)) return {};
      rest.remove_prefix(written.size());
    } else if (!take(pieces_[at], rest, parts)) {
      return {};
    }
  }
  return rest.empty() ? std::optional(std::move(parts)) : std::nullopt;
}

std::optional<std::size_t> Template::key_of(const Parts& parts) const {
  if (!has_mac_ || parts.mac.size() != kMacSize) return {};
  std::optional<std::size_t> found;
  std::string code;
  for (std::size_t i = macs_.size(); i-- > 0;) {
    code.clear();
    append_code(macs_[i], parts.url, parts.expires, parts.flags, code);
    if (::memeql_sec(code.data(), parts.mac.data(), kMacSize) != 0) found = i;
  }
  return found;
}

bool Template::is_wrapped(std::string_view link) const {
  const std::optional<Parts> parts = take_apart(link);
  if (!parts || (has_mac_ && !key_of(*parts))) return false;
  for (const bool apart : {false, true}) {
    std::string again;
    write(parts->url, apart, *parts, again);
    if (again == link) return true;
  }
  return false;
}

}  // namespace basewalk::rewrite
