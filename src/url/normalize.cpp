// SPDX-License-Identifier: MIT
//
// The rungs in their order, component by component: escapes go first, since they may turn
// out to be dots.
#include "basewalk/url/normalize.h"

#include <cstddef>
#include <optional>

#include "basewalk/url/schemes.h"
#include "basewalk/url/url.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "url/dots.h"
#include "url/scan.h"

namespace basewalk::url {
namespace {

constexpr ByteSet kUnreserved = [] {  // RFC 3986 2.3
  ByteSet set("-._~");
  set.add_range('a', 'z');
  set.add_range('A', 'Z');
  set.add_range('0', '9');
  return set;
}();

class Normalizer {
 public:
  Normalizer(const NormalizeOptions& options, std::string& out) : options_(options), out_(out) {}

  void run(std::string_view url) {
    const Components parts = split(url, Rules::rfc3986);
    if (parts.scheme.present) {
      for (char c : parts.scheme.text) out_ += options_.letter_case ? ascii::to_lower(c) : c;
      out_ += ':';
    }
    if (parts.authority.present) {
      out_.append("//");
      append_authority(parts);
    }
    append_path(parts);
    if (parts.query.present) {
      out_ += '?';
      append_text(parts.query.text, false);
    }
    if (parts.fragment.present) {
      out_ += '#';
      append_text(parts.fragment.text, false);
    }
  }

 private:
  // 6.2.2.1 and 6.2.2.2 for any component.  A "%" that begins no escape stays without digits: what
  // comes out of an escape right behind it would make one.
  void append_text(std::string_view text, bool lower) {
    std::size_t stray = 0;  // the first place in the result that no stray "%" reaches
    for (;;) {
      const std::size_t plain = find_or_end(text, '%');
      if (lower)
        for (char c : text.substr(0, plain)) out_ += ascii::to_lower(c);
      else
        out_.append(text.substr(0, plain));
      text.remove_prefix(plain);
      if (text.empty()) return;
      if (const std::optional<unsigned char> byte = text::escaped_byte(text, 0)) {
        append_escape(text.substr(0, 3), static_cast<char>(*byte), lower, out_.size() >= stray);
        text.remove_prefix(3);
      } else {
        stray = out_.size() + 3;
        out_ += '%';
        text.remove_prefix(1);
      }
    }
  }

  void append_escape(std::string_view escape, char byte, bool lower, bool may_go) {
    if (options_.escapes && may_go && kUnreserved(byte)) {
      out_ += lower ? ascii::to_lower(byte) : byte;
      return;
    }
    if (options_.letter_case)
      text::append_escape(out_, byte);
    else
      out_ += escape;
  }

  void append_authority(const Components& parts) {
    const std::string_view authority = parts.authority.text;
    const std::string_view host = host_of_authority(authority);
    const auto host_begin = static_cast<std::size_t>(host.data() - authority.data());
    append_text(authority.substr(0, host_begin), false);  // user info and its "@"
    const std::size_t host_at = out_.size();
    if (host.starts_with('['))
      append_literal(host);
    else
      append_text(host, options_.letter_case);
    std::string_view port = authority.substr(host_begin + host.size());
    if (!options_.scheme_based) {
      out_.append(port);
      return;
    }
    if (host_begin == 0 && port.size() <= 1 && ascii::iequals(parts.scheme.text, "file") &&
        ascii::iequals(host, "localhost")) {
      out_.resize(host_at);
      return;
    }
    // Without a host nothing can go: "http://:80/a" would become "http:///a", in which browsers
    // read the host "a". Nor where what follows an IP literal is no port.
    if (host.empty() || !port.starts_with(':'))
      out_.append(port);
    else
      append_port(port, parts.scheme.text);
  }

  // An IP literal holds no escapes (3.2.2): what is behind a "%" can only be a zone (RFC 6874).
  void append_literal(std::string_view host) {
    const std::size_t zone = find_or_end(host, '%');
    for (char c : host.substr(0, zone)) out_ += options_.letter_case ? ascii::to_lower(c) : c;
    out_.append(host.substr(zone));
  }

  // `port` with its ":".  It holds no escapes, either (3.2.3).
  void append_port(std::string_view port, std::string_view scheme) {
    std::string_view digits = port.substr(1);
    for (char c : digits) {
      if (ascii::is_digit(c)) continue;
      out_.append(port);
      return;
    }
    while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
    if (digits.empty()) return;
    const auto own = default_port(scheme);
    if (own && digits == std::to_string(*own)) return;
    out_ += ':';
    out_.append(digits);
  }

  void append_path(const Components& parts) {
    const std::size_t path = out_.size();
    append_text(parts.path, false);
    if (options_.scheme_based && parts.path.empty() && parts.authority.present &&
        !parts.authority.text.empty()) {
      out_ += '/';
    }
    // "%41:" is no scheme, and must not become one (4.2).
    if (!parts.scheme.present && !parts.authority.present &&
        scheme_length(std::string_view(out_).substr(path), true) != 0)
      out_.insert(path, "./");
    if (!options_.dot_segments || !parts.path.starts_with('/')) return;
    if (may_have_dot_segments(std::string_view(out_).substr(path)))
      out_.resize(path + remove_dot_segments(out_.data() + path, out_.size() - path, 0).size);
    // [R3]
    if (!parts.authority.present && std::string_view(out_).substr(path).starts_with("//"))
      out_.insert(path, "/.");
  }

  const NormalizeOptions& options_;
  std::string& out_;
};

}  // namespace

void normalize(std::string_view url, const NormalizeOptions& options, std::string& out) {
  Normalizer(options, out).run(url);
}

bool are_equivalent(std::string_view a, std::string_view b, const NormalizeOptions& options) {
  if (a == b) return true;
  std::string normal_a;
  std::string normal_b;
  normalize(a, options, normal_a);
  normalize(b, options, normal_b);
  return normal_a == normal_b;
}

}  // namespace basewalk::url
