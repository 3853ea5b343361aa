// SPDX-License-Identifier: MIT
//
// The BNF of RFC 1738 5, scheme by scheme.  A reader goes through the text once and stops at
// the first byte that no rule allows.
//
// One seed of the RFC prints `ip-schemepart` without its "//" and `*( )` as `*[ ]`; what the
// examples and section 3 say is read here.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "basewalk/url/schemes.h"
#include "basewalk/url/url.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "url/scan.h"

namespace basewalk::url {
namespace {

constexpr ByteSet letters_digits_and(std::string_view more) {
  ByteSet set(more);
  set.add_range('a', 'z');
  set.add_range('A', 'Z');
  set.add_range('0', '9');
  return set;
}

// unreserved = alpha | digit | safe | extra; uchar adds escapes, which the reader looks for.
constexpr ByteSet kUnreserved = letters_digits_and("$-_.+!*'(),");
constexpr ByteSet kXchar = letters_digits_and("$-_.+!*'(),;/?:@&=");
constexpr ByteSet kUser = letters_digits_and("$-_.+!*'(),;?&=");
constexpr ByteSet kFsegment = letters_digits_and("$-_.+!*'(),?:@&=");
constexpr ByteSet kFpath = letters_digits_and("$-_.+!*'(),?:@&=/");
constexpr ByteSet kHpath = letters_digits_and("$-_.+!*'(),;:@&=/");
constexpr ByteSet kSearch = letters_digits_and("$-_.+!*'(),;:@&=");
constexpr ByteSet kArticle = letters_digits_and("$-_.+!*'(),;/?:&=");
constexpr ByteSet kGroup = letters_digits_and("-.+_");
constexpr ByteSet kProsperoField = letters_digits_and("$-_.+!*'(),?:@&");
constexpr ByteSet kHost = letters_digits_and("-.");

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Rfc1738 run() {
    result_.valid = url();
    return std::move(result_);
  }

 private:
  using Kind = SchemeField::Kind;

  // ---- reading

  bool at_end() const { return at_ == text_.size(); }
  bool next_is(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool skip(char c) {
    if (!next_is(c)) return false;
    ++at_;
    return true;
  }
  // The longest run of characters of the set and escapes.
  std::string_view take(const ByteSet& set) {
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      if (set(text_[at_]))
        ++at_;
      else if (text::escaped_byte(text_, at_))
        at_ += 3;
      else
        break;
    }
    return text_.substr(begin, at_ - begin);
  }

  bool fail(std::string_view clause, std::string_view what) {
    result_.clause = clause;
    result_.what = what;
    result_.offset = at_;
    return false;
  }
  bool fail_at(std::size_t offset, std::string_view clause, std::string_view what) {
    at_ = offset;
    return fail(clause, what);
  }
  bool end() {
    if (at_end()) return true;
    const char c = text_[at_];
    if (c == '%') return fail("2.2", "a \"%\" without two hexadecimal digits");
    if (c == '#') return fail("2.2", "\"#\" must be encoded: a fragment is no part of a URL");
    if (kXchar(c)) return fail("2.2", "a reserved character where it has no meaning");
    return fail("2.2", "a character that must be encoded");
  }

  void give(std::string_view name, std::string_view text, Kind kind = Kind::text) {
    result_.fields.push_back({name, kind, std::string(text), {}});
  }
  void give(std::string_view name, std::vector<std::string> list, Kind kind) {
    result_.fields.push_back({name, kind, {}, std::move(list)});
  }

  // ---- 2.1, 5: url

  bool url() {
    const std::size_t length = scheme_length(text_, false);
    if (length == 0) return fail("2.1", "no scheme");
    result_.scheme = ascii::lowered(text_.substr(0, length));
    at_ = length + 1;
    const std::string_view scheme = result_.scheme;
    if (scheme == "ftp") return ftp();
    if (scheme == "http") return http();
    if (scheme == "gopher") return gopher();
    if (scheme == "mailto") return mailto();
    if (scheme == "news") return news();
    if (scheme == "nntp") return nntp();
    if (scheme == "telnet") return telnet();
    if (scheme == "wais") return wais();
    if (scheme == "file") return file();
    if (scheme == "prospero") return prospero();
    give("schemepart", take(kXchar));
    return end();
  }

  // ---- 3.1: the common internet scheme syntax

  bool slashes() {
    if (text_.substr(at_, 2) != "//") return fail("3.1", "\"//\" is needed behind the scheme");
    at_ += 2;
    return true;
  }

  bool host() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && kHost(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty()) return fail("3.1", "a host is needed");
    // hostname = *[ domainlabel "." ] toplabel; hostnumber = digits "." digits "." digits "."
    // digits
    std::size_t labels = 0;
    bool digits_only = true;
    std::size_t label = 0;
    for (bool more = true; more; ++labels) {
      const std::size_t length = find_or_end(name.substr(label), '.');
      const std::string_view text = name.substr(label, length);
      if (text.empty()) return fail_at(begin + label, "3.1", "an empty label in the host");
      if (text.front() == '-' || text.back() == '-')
        return fail_at(begin + label, "3.1", "a label begins or ends with a hyphen");
      digits_only = digits_only && std::all_of(text.begin(), text.end(), ascii::is_digit);
      more = label + length < name.size();
      if (more) label += length + 1;
    }
    if (!ascii::is_alpha(name[label]) && !(digits_only && labels == 4))
      return fail_at(begin + label, "3.1", "the last label of a host begins with a letter");
    give("host", name);
    return true;
  }

  bool host_and_port() {
    if (!host()) return false;
    if (!skip(':')) {
      give("port", std::to_string(default_port(result_.scheme).value_or(0)), Kind::number);
      return true;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && ascii::is_digit(text_[at_])) ++at_;
    std::string_view port = text_.substr(begin, at_ - begin);
    if (port.empty()) return fail("3.1", "a colon and no port");
    while (port.size() > 1 && port[0] == '0') port.remove_prefix(1);
    give("port", port, Kind::number);
    return true;
  }

  bool login() {
    const std::size_t begin = at_;
    const std::string_view user = take(kUser);
    if (skip('@')) {
      give("user", text::unescaped(user));
      return host_and_port();
    }
    if (skip(':')) {
      const std::string_view password = take(kUser);
      if (skip('@')) {
        give("user", text::unescaped(user));
        give("password", text::unescaped(password));
        return host_and_port();
      }
    }
    at_ = begin;
    return host_and_port();
  }

  // ---- 3.2 ftp

  bool ftp() {
    if (!slashes() || !login()) return false;
    if (at_end()) return true;
    if (!skip('/')) return end();
    std::vector<std::string> cwd;
    std::string name = text::unescaped(take(kFsegment));
    while (skip('/')) {
      cwd.push_back(std::move(name));
      name = text::unescaped(take(kFsegment));
    }
    give("cwd", std::move(cwd), Kind::list);
    give("name", name);
    if (!next_is(';')) return end();
    const std::size_t semicolon = at_;
    if (text_.substr(at_, 6) != ";type=")
      return fail("3.2.2", "behind \";\" only \"type=\" can stand");
    at_ += 6;
    if (at_end() || std::string_view("aidAID").find(text_[at_]) == std::string_view::npos ||
        at_ + 1 != text_.size())
      return fail_at(at_end() ? semicolon : at_, "3.2.2", "the type is one of a, i and d");
    give("type", text_.substr(at_++));
    return true;
  }

  // ---- 3.3 http

  bool http() {
    if (!slashes() || !host_and_port()) return false;
    if (at_end()) return true;
    if (!skip('/')) return end();
    give("path", take(kHpath));
    if (skip('?')) {
      give("search", take(kSearch));
      if (next_is('/') || next_is('?'))
        return fail("3.3", "\"/\" and \"?\" are reserved in a search");
    }
    return end();
  }

  // ---- 3.4 gopher

  bool gopher() {
    if (!slashes() || !host_and_port()) return false;
    if (at_end() || text_.substr(at_) == "/") {
      give("gophertype", "1");
      give("selector", "");
      at_ = text_.size();
      return true;
    }
    if (!skip('/')) return end();
    const std::size_t begin = at_;
    const std::string_view path = take(kXchar);
    if (!path.empty()) {
      const std::size_t type = path[0] == '%' ? 3 : 1;
      give("gophertype", path.substr(0, type));
      const std::string_view rest = path.substr(type);
      const std::size_t tab = rest.find("%09");
      give("selector", rest.substr(0, tab));
      if (tab != std::string_view::npos) {
        const std::string_view search = rest.substr(tab + 3);
        const std::size_t second = search.find("%09");
        give("search", search.substr(0, second));
        if (second != std::string_view::npos) give("gopher_plus", search.substr(second + 3));
      }
    }
    at_ = begin + path.size();
    return end();
  }

  // ---- 3.5 mailto, 3.6 news, 3.7 nntp

  bool mailto() {
    const std::string_view address = take(kXchar);
    if (address.empty() && at_end()) return fail("3.5", "an address is needed");
    give("addr", address);
    return end();
  }

  // group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
  std::string_view take_group() {
    const std::size_t begin = at_;
    if (at_ < text_.size() && ascii::is_alpha(text_[at_]))
      while (at_ < text_.size() && kGroup(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool news() {
    const std::size_t begin = at_;
    if (text_.substr(at_) == "*") {
      give("group", "*");
      ++at_;
      return true;
    }
    const std::string_view group = take_group();
    if (!group.empty() && at_end()) {
      give("group", group);
      return true;
    }
    at_ = begin;
    const std::string_view article = take(kArticle);
    if (!next_is('@')) {
      if (!at_end()) return end();
      return fail_at(begin + group.size(), "3.6", "neither a group nor an article");
    }
    if (article.empty()) return fail("3.6", "an article has something before its \"@\"");
    ++at_;
    if (!host()) return false;
    result_.fields.back() = {
        "article", Kind::text, std::string(text_.substr(begin, at_ - begin)), {}};
    return end();
  }

  bool nntp() {
    if (!slashes() || !host_and_port()) return false;
    if (!skip('/')) return at_end() ? fail("3.7", "a group is needed") : end();
    const std::string_view group = take_group();
    if (group.empty()) return fail("3.7", "a group begins with a letter");
    give("group", group);
    if (at_end()) return true;
    if (!skip('/')) return end();
    const std::size_t begin = at_;
    while (at_ < text_.size() && ascii::is_digit(text_[at_])) ++at_;
    if (at_ == begin) return fail("3.7", "an article number is needed behind the \"/\"");
    give("article_number", text_.substr(begin, at_ - begin));
    return end();
  }

  // ---- 3.8 telnet, 3.9 wais

  bool telnet() {
    if (!slashes() || !login()) return false;
    skip('/');
    return end();
  }

  bool wais() {
    if (!slashes() || !host_and_port()) return false;
    if (!skip('/')) return at_end() ? fail("3.9", "a database is needed") : end();
    give("database", take(kUnreserved));
    if (skip('?')) {
      give("search", take(kSearch));
    } else if (skip('/')) {
      give("wtype", take(kUnreserved));
      if (!skip('/')) return at_end() ? fail("3.9", "a document has a type and a path") : end();
      give("wpath", take(kUnreserved));
    }
    return end();
  }

  // ---- 3.10 file, 3.11 prospero

  bool file() {
    if (!slashes()) return false;
    if (next_is('/'))
      give("host", "");
    else if (!host())
      return false;
    if (!skip('/')) return at_end() ? fail("3.10", "\"/\" is needed behind the host") : end();
    give("path", take(kFpath));
    return end();
  }

  bool prospero() {
    if (!slashes() || !host_and_port()) return false;
    if (!skip('/')) return at_end() ? fail("3.11", "an object name is needed") : end();
    give("hsoname", take(kFpath));  // ppath has the characters of fpath, "=" among them
    std::vector<std::string> fields;
    while (skip(';')) {
      fields.emplace_back(take(kProsperoField));
      if (!skip('=')) return fail("3.11", "\"=\" is needed between a field's name and its value");
      fields.emplace_back(take(kProsperoField));
    }
    give("fields", std::move(fields), Kind::pairs);
    return end();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Rfc1738 result_;
};

// ---- RFC 1808 2.2

constexpr ByteSet kPchar = letters_digits_and("$-_.+!*'(),:@&=");
constexpr ByteSet kNetLoc = letters_digits_and("$-_.+!*'(),:@&=;?");
constexpr ByteSet kParams = letters_digits_and("$-_.+!*'(),:@&=;/");

// The offset of the first byte that is neither in the set nor of an escape.
std::size_t first_outside(std::string_view text, const ByteSet& set) {
  std::size_t i = 0;
  while (i < text.size()) {
    if (set(text[i]))
      ++i;
    else if (text::escaped_byte(text, i))
      i += 3;
    else
      break;
  }
  return i;
}

}  // namespace

const SchemeField* Rfc1738::field(std::string_view name) const {
  for (const SchemeField& one : fields)
    if (one.name == name) return &one;
  return nullptr;
}

Rfc1738 read_rfc1738(std::string_view text) { return Reader(text).run(); }

Rfc1808Syntax check_rfc1808(std::string_view text) {
  Rfc1808Syntax syntax;
  const Components parts = split(text, Rules::rfc1808);
  const auto offset_of = [&](std::string_view part) {
    return static_cast<std::size_t>(part.data() - text.data());
  };
  const auto bad = [&](std::size_t offset, std::string_view what) {
    syntax.what = what;
    syntax.offset = offset;
    return syntax;
  };
  // URL = ( absoluteURL | relativeURL ) [ "#" fragment ]: any character is one of these.
  const std::size_t begin = parts.scheme.present ? parts.scheme.text.size() + 1 : 0;
  const std::size_t end = parts.fragment.present ? offset_of(parts.fragment.text) - 1 : text.size();
  const std::size_t outside = begin + first_outside(text.substr(begin, end - begin), kXchar);
  if (outside < end) return bad(outside, "a character that must be encoded");
  const std::size_t in_fragment = first_outside(parts.fragment.text, kXchar);
  if (in_fragment < parts.fragment.text.size())
    return bad(offset_of(parts.fragment.text) + in_fragment,
               "a character that must be encoded in a fragment");

  // generic-RL: net_loc, path, params and query each have their own.
  const auto generic = [&] {
    if (parts.authority.present) {
      const std::size_t at = first_outside(parts.authority.text, kNetLoc);
      if (at < parts.authority.text.size()) {
        bad(offset_of(parts.authority.text) + at, "a character that no net_loc may hold");
        return false;
      }
    }
    std::string_view path = parts.path;
    const bool rooted = path.starts_with('/');
    if (rooted) path.remove_prefix(1);
    if (path.starts_with('/')) {  // path = fsegment *( "/" segment ); fsegment = 1*pchar
      bad(offset_of(path), "a path begins with an empty segment");
      return false;
    }
    ByteSet set = kPchar;
    set.add('/');
    std::size_t at = first_outside(path, set);
    if (at < path.size()) {
      bad(offset_of(path) + at, "a character that no path may hold");
      return false;
    }
    at = first_outside(parts.params.text, kParams);
    if (at < parts.params.text.size()) {
      bad(offset_of(parts.params.text) + at, "a character that no params may hold");
      return false;
    }
    return true;
  };
  syntax.generic = generic();
  syntax.valid = syntax.generic || parts.scheme.present;
  if (syntax.valid) {
    syntax.what = {};
    syntax.offset = 0;
  }
  return syntax;
}

}  // namespace basewalk::url
