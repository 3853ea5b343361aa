// SPDX-License-Identifier: MIT
#include "basewalk/url/flags.h"

#include <unicode/uscript.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "basewalk/url/schemes.h"
#include "basewalk/url/url.h"
#include "text/ascii.h"
#include "text/utf8.h"
#include "url/whatwg.h"
#include "url/whatwg_parser.h"

namespace basewalk::url {
namespace {

std::string_view host_of(const Components& parts) {
  return host_of_authority(parts.authority.text);
}

// What a browser strips from the ends without a word, and HTML, too.
std::string_view trimmed(std::string_view text) { return ascii::trim(text); }

bool loses_controls(std::string_view raw) {
  return any_byte<0, 0xFF, '\t', '\n', '\r'>(raw) ||
         (!raw.empty() && (static_cast<unsigned char>(raw.front()) < ' ' ||
                           static_cast<unsigned char>(raw.back()) < ' '));
}

// URL Standard 4.4: only in a special URL, and not in its query and fragment.
bool has_backslash(std::string_view raw, std::string_view clicked) {
  const std::size_t at = raw.find('\\');
  if (at == std::string_view::npos || raw.find_first_of("?#") < at) return false;
  return special_scheme(scheme_of(clicked)) != Special::none;
}

// The host that a reader of RFC 3986 3.2 sees, in lower case and in ASCII (3.2.2, RFC 5890).
std::string seen_host_of(std::string_view host) {
  std::string seen;
  if (host.starts_with('[')) {
    const std::string_view inner = host.substr(1, host.size() < 2 ? 0 : host.size() - 2);
    if (!whatwg::append_ipv6(inner, seen)) return seen;
    seen.clear();
  }
  const bool in_ascii = !utf8::is_ascii(host) && whatwg::append_domain_to_ascii(host, seen) &&
                        whatwg::find_forbidden(seen) == seen.size();
  if (!in_ascii) seen = ascii::lowered(host);
  return seen;
}

bool hosts_differ(const Components& url, const Components& clicked) {
  const std::string_view there = host_of(clicked);
  if (ascii::iequals(host_of(url), there)) return false;
  // RFC 1738 3.10: "localhost" is the host of a file that names none.
  if (there.empty() && ascii::iequals(clicked.scheme.text, "file") &&
      ascii::iequals(host_of(url), "localhost"))
    return false;
  return !ascii::iequals(seen_host_of(host_of(url)), there);
}

// Is a label of letters that do not go together?  As "highly restrictive" in UTS 39 5.2: one
// script, or Latin with the scripts of Chinese, Japanese or Korean.
class Scripts {
 public:
  void add(char32_t c) {
    UErrorCode error = U_ZERO_ERROR;
    switch (uscript_getScript(static_cast<UChar32>(c), &error)) {
      case USCRIPT_COMMON:
      case USCRIPT_INHERITED:
      case USCRIPT_UNKNOWN:
        break;
      case USCRIPT_LATIN:
        add_known(kLatin);
        break;
      case USCRIPT_HAN:
        add_known(kHan);
        break;
      case USCRIPT_HIRAGANA:
      case USCRIPT_KATAKANA:
        add_known(kKana);
        break;
      case USCRIPT_BOPOMOFO:
        add_known(kBopomofo);
        break;
      case USCRIPT_HANGUL:
        add_known(kHangul);
        break;
      default:
        add_other(uscript_getScript(static_cast<UChar32>(c), &error));
    }
  }
  bool are_mixed() const {
    if (others_ > 0) return others_ > 1 || known_ != 0;
    const auto within = [&](unsigned set) { return (known_ & ~set) == 0; };
    return !within(kLatin | kHan | kKana) && !within(kLatin | kHan | kBopomofo) &&
           !within(kLatin | kHan | kHangul);
  }

 private:
  static constexpr unsigned kLatin = 1, kHan = 2, kKana = 4, kBopomofo = 8, kHangul = 16;
  void add_known(unsigned script) { known_ |= script; }
  void add_other(UScriptCode script) {
    if (others_ > 0 && script == other_) return;
    other_ = script;
    ++others_;
  }
  unsigned known_ = 0;
  UScriptCode other_ = USCRIPT_COMMON;
  unsigned others_ = 0;
};

bool has_mixed_label(std::string_view unicode_host) {
  Scripts scripts;
  while (!unicode_host.empty()) {
    const utf8::Sequence sequence = utf8::first(unicode_host);
    if (sequence.code_point == U'.') {
      if (scripts.are_mixed()) return true;
      scripts = {};
    } else {
      scripts.add(sequence.code_point);
    }
    unicode_host.remove_prefix(sequence.length);
  }
  return scripts.are_mixed();
}

bool has_a_label(std::string_view host) {
  for (std::size_t begin = 0; begin < host.size();) {
    if (ascii::istarts_with(host.substr(begin), "xn--")) return true;
    begin += find_or_end(host.substr(begin), '.') + 1;
  }
  return false;
}

// The flags of the host that is opened, or of the one that is seen where none is.
void add_host_flags(std::string_view host, Flags& flags) {
  if (host.starts_with('[')) {
    flags.add(Flag::numeric_host);
    return;
  }
  if (whatwg::ends_in_number(host)) flags.add(Flag::numeric_host);
  if (utf8::is_ascii(host) && !has_a_label(host)) return;
  flags.add(Flag::not_ascii_host);
  std::string unicode;
  whatwg::append_domain_to_unicode(host, unicode);
  if (has_mixed_label(unicode)) flags.add(Flag::mixed_script_host);
}

void add_flags_of_parts(std::string_view url, const Components& parts, Flags& flags) {
  if (parts.authority.text.find('@') != std::string_view::npos) flags.add(Flag::userinfo);
  const UrlWarnings warnings = warnings_of(url, parts);
  if (warnings.port_not_default) flags.add(Flag::port_not_default);
  if (warnings.port_reserved) flags.add(Flag::port_reserved);
  if (warnings.encoded_control) flags.add(Flag::encoded_control);
  if (warnings.password) flags.add(Flag::password_in_url);
}

}  // namespace

Flags flags_of(std::string_view raw, std::string_view url, std::string_view clicked) {
  Flags flags;
  raw = trimmed(raw);
  // Neither a control character nor a backslash is valid.
  if (!has_valid_characters(raw)) {
    flags.add(Flag::invalid_syntax);
    if (loses_controls(raw)) flags.add(Flag::control_removed);
    if (has_backslash(raw, clicked)) flags.add(Flag::backslash);
  }

  const Components opened = split(clicked, Rules::whatwg);
  add_flags_of_parts(clicked, opened, flags);
  // What the serializer of the URL Standard wrote has the same parts by RFC 3986.
  const bool same = url == clicked;
  const Components seen = same ? opened : split(url, Rules::rfc3986);
  if (!same) add_flags_of_parts(url, seen, flags);
  if (!same && !clicked.empty() && !url.empty() && hosts_differ(seen, opened))
    flags.add(Flag::host_differs);
  add_host_flags(host_of(clicked.empty() ? seen : opened), flags);
  return flags;
}

std::string seen_host(std::string_view url) {
  return seen_host_of(host_of(split(url, Rules::rfc3986)));
}

std::string host_in_letters(std::string_view url) {
  const std::string host = seen_host(url);
  if (host.starts_with('[')) return host;
  std::string letters;
  whatwg::append_domain_to_unicode(host, letters);
  return letters;
}

}  // namespace basewalk::url
