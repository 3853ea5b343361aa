// SPDX-License-Identifier: MIT
//
// The search goes from one colon (or "www.", "ftp.", "\\") to the next.  At each it looks back for
// a scheme, a bounded number of characters, and forward only where there is one, so that every byte
// is looked at a bounded number of times.  What was reported is not searched again.
#include "extract/plain.h"

#include <algorithm>
#include <array>

#include "basewalk/url/url.h"
#include "extract/flowed.h"
#include "extract/refang.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/work.h"

namespace basewalk::extract {

using text::find_any;
using text::is_letter;
using text::is_scheme_char;
using text::kNone;
using text::lies_in;

namespace {

constexpr std::size_t kSchemeMax = 40;
// Bytes that are charged together.
constexpr std::size_t kStride = 64;

// What a scheme whose URLs have no "//" wants behind its colon.
enum class Wants : std::uint8_t {
  word,      // a letter or digit
  address,   // an "@" or "%40" or, for mailto, header fields
  dotted,    // a dot or an "@" somewhere: news:comp.lang.c, but not News:Today
  number,    // digits, "+", "*", "#"
  comma,     // data:,
  colon,     // urn:isbn:
  question,  // magnet:?
};

struct Opaque {
  std::string_view scheme;
  Wants wants;
};

constexpr Opaque kOpaque[] = {
    {"mailto", Wants::address},  {"cid", Wants::address},   {"mid", Wants::address},
    {"news", Wants::dotted},     {"sip", Wants::address},   {"sips", Wants::address},
    {"xmpp", Wants::address},    {"im", Wants::address},    {"tel", Wants::number},
    {"sms", Wants::number},      {"smsto", Wants::number},  {"callto", Wants::word},
    {"fax", Wants::number},      {"skype", Wants::word},    {"urn", Wants::colon},
    {"magnet", Wants::question}, {"data", Wants::comma},    {"geo", Wants::number},
    {"bitcoin", Wants::word},    {"ethereum", Wants::word}, {"mailserver", Wants::address},
    {"afs", Wants::dotted},
};

// Schemes that are searched for at the end of a longer word: "linkhttp://h/".
constexpr std::string_view kEmbedded[] = {"https", "http", "ftp"};

// Forms that people write so that they are not followed.
constexpr std::string_view kDefanged[] = {"hxxp", "hxxps", "h**p", "fxp", "meow", "meows"};

enum : std::uint8_t { kInside, kStop, kMaybeStop };

// What ends a bare URL: white space, controls, delimiters of RFC 3986 C, "|" and "`" that stand
// between URLs.  The lead bytes of typographic spaces and quotes need a second look.
constexpr auto kBytes = [] {
  std::array<std::uint8_t, 256> bytes{};
  for (std::size_t c = 0; c <= 0x20; ++c) bytes[c] = kStop;
  for (const char c : {'<', '>', '"', '`', '|', '\x7F'})
    bytes[static_cast<unsigned char>(c)] = kStop;
  for (const std::size_t c : {0xC2U, 0xE1U, 0xE2U, 0xE3U, 0xEFU}) bytes[c] = kMaybeStop;
  return bytes;
}();

// Is the character at `at`, whose first byte says maybe, one that no URL holds in text?  Invisible
// characters (U+200B, U+FEFF ...) do not end a URL, so that they cannot hide what follows.
bool is_wide_stop(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
  };
  const unsigned a = byte(0), b = byte(1), c = byte(2);
  switch (a) {
    case 0xC2:  // NEL, NBSP, guillemets
      return b == 0x85 || b == 0xA0 || b == 0xAB || b == 0xBB;
    case 0xE1:  // U+1680
      return b == 0x9A && c == 0x80;
    case 0xE2:  // U+2000 to 200A, 2018 to 201F, 2028, 2029, 202F, 2039, 203A, 205F
      if (b == 0x81) return c == 0x9F;
      return b == 0x80 && ((c >= 0x80 && c <= 0x8A) || (c >= 0x98 && c <= 0x9F) || c == 0xA8 ||
                           c == 0xA9 || c == 0xAF || c == 0xB9 || c == 0xBA);
    case 0xE3:  // U+3000, 3001, brackets of 3008 to 301B.  3002 may be a dot in a host.
      return b == 0x80 && (c == 0x80 || c == 0x81 || (c >= 0x88 && c <= 0x9B && c != 0x92));
    default:  // full-width ( ) , ! : ; ? < > | and brackets.  FF0E may be a dot in a host.
      if (b == 0xBC)
        return c == 0x81 || c == 0x88 || c == 0x89 || c == 0x8C || (c >= 0x9A && c <= 0x9C) ||
               c == 0x9E || c == 0x9F;
      return b == 0xBD && (c == 0x9C || (c >= 0x9F && c <= 0xA3));
  }
}

// A colon, a pair of "w", "p." as in "ftp.", or a backslash.
std::size_t next_candidate(std::string_view text, std::size_t pos) {
#if defined(__SSE2__)
  const __m128i colon = _mm_set1_epi8(':');
  const __m128i dot = _mm_set1_epi8('.');
  const __m128i lower = _mm_set1_epi8(0x20);
  const __m128i w = _mm_set1_epi8('w');
  const __m128i p = _mm_set1_epi8('p');
  const __m128i backslash = _mm_set1_epi8('\\');
  for (; pos + 17 <= text.size(); pos += 16) {
    const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + pos));
    const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + pos + 1));
    const __m128i al = _mm_or_si128(a, lower);
    const __m128i ww =
        _mm_and_si128(_mm_cmpeq_epi8(al, w), _mm_cmpeq_epi8(_mm_or_si128(b, lower), w));
    const __m128i ftp = _mm_and_si128(_mm_cmpeq_epi8(al, p), _mm_cmpeq_epi8(b, dot));
    const __m128i one = _mm_or_si128(_mm_cmpeq_epi8(a, colon), _mm_cmpeq_epi8(a, backslash));
    const int mask = _mm_movemask_epi8(_mm_or_si128(one, _mm_or_si128(ww, ftp)));
    if (mask != 0)
      return pos + static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(mask)));
  }
#endif
  for (; pos < text.size(); ++pos) {
    const char c = text[pos];
    if (c == ':' || c == '\\') return pos;
    if (pos + 1 == text.size()) continue;
    if ((c | 0x20) == 'w' && (text[pos + 1] | 0x20) == 'w') return pos;
    if ((c | 0x20) == 'p' && text[pos + 1] == '.') return pos;
  }
  return text.size();
}

bool is_defanged(std::string_view scheme) { return ascii::iis_one_of(kDefanged, scheme); }

// "hxxps:\\h/x" was no share before it was defanged.
bool ends_defanged(std::string_view text) {
  for (const std::string_view form : kDefanged)
    if (text.size() >= form.size() && ascii::iequals(form, text.substr(text.size() - form.size())))
      return true;
  return false;
}

const Opaque* opaque_scheme(std::string_view scheme) {
  for (const Opaque& row : kOpaque)
    if (ascii::iequals(row.scheme, scheme)) return &row;
  return nullptr;
}

// Is what stands behind "scheme:" what such URLs have there?  `rest` goes to the URL's end.
bool suits(Wants wants, std::string_view rest) {
  if (rest.empty()) return false;
  const auto has = [&](char c) { return rest.find(c) != kNone; };
  switch (wants) {
    case Wants::word:
      return is_letter(rest[0]);
    case Wants::address:
      return has('@') || rest.find("%40") != kNone || (rest[0] == '?' && has('='));
    case Wants::dotted:
      return is_letter(rest[0]) && (has('.') || has('@'));
    case Wants::number:
      return ascii::is_digit(rest[0]) ||
             (rest.size() > 1 && std::string_view("+*#(-").find(rest[0]) != kNone &&
              ascii::is_digit(rest[1]));
    case Wants::comma:
      return has(',') && (rest[0] == ',' || rest[0] == ';' || has('/'));
    case Wants::colon:
      return is_letter(rest[0]) && has(':');
    case Wants::question:
      return rest[0] == '?';
  }
  return false;
}

bool is_one_of(char c, std::string_view set) { return set.find(c) != kNone; }

bool is_slash(char c) { return c == '/' || c == '\\'; }

std::size_t slashes_at(std::string_view text) {
  std::size_t slashes = 0;
  while (slashes < text.size() && is_slash(text[slashes])) ++slashes;
  return slashes;
}

// What is in front of one of kEmbedded in a longer word.
std::size_t embedded_scheme(std::string_view word) {
  for (const std::string_view known : kEmbedded) {
    if (word.size() <= known.size()) continue;
    const std::size_t cut = word.size() - known.size();
    if (!ascii::iequals(word.substr(cut), known)) continue;
    const bool is_another = ascii::iequals(word, "shttp") || ascii::iequals(word, "sftp") ||
                            ascii::iequals(word, "tftp");
    return is_another ? 0 : cut;
  }
  return 0;
}

// URL Standard 4.4: behind a special scheme a browser takes any slashes, and backslashes, for "//".
// How many stand there in front of what may be a host, "//" excepted; 0 where none does.  A path of
// the reader's own (RFC 8089 "file:/x") is no link.
std::size_t odd_slashes(std::string_view scheme, std::string_view rest) {
  const bool is_file = ascii::iequals(scheme, "file");
  if (!is_file && !ascii::iis_one_of(kEmbedded, scheme) && !ascii::iequals(scheme, "ws") &&
      !ascii::iequals(scheme, "wss"))
    return 0;
  const std::size_t slashes = slashes_at(rest);
  work::charge(slashes);
  if (slashes == rest.size() || slashes < (is_file ? 2U : 1U)) return 0;
  return is_letter(rest[slashes]) || is_one_of(rest[slashes], "[%@-_") ? slashes : 0;
}

// May this follow "scheme://"?
bool begins_authority(char c) { return is_letter(c) || is_one_of(c, "[%/\\_~$*-:@.&;=+!(?#"); }

}  // namespace

bool ends_url(std::string_view text, std::size_t pos) {
  const std::uint8_t what = kBytes[static_cast<unsigned char>(text[pos])];
  return what == kStop || (what == kMaybeStop && is_wide_stop(text, pos));
}

bool is_odd_space(std::string_view text, std::size_t at) {
  const auto c = static_cast<unsigned char>(text[at]);
  if (c < 0x80) return c < ' ' || c == 0x7F;
  if (kBytes[c] != kMaybeStop || !is_wide_stop(text, at)) return false;
  const std::string_view rest = text.substr(at);
  return rest.starts_with("\xC2\x85") || rest.starts_with("\xC2\xA0") || c == 0xE1 ||
         (c == 0xE2 && !(rest[1] == '\x80' && ((rest[2] >= '\x98' && rest[2] <= '\x9F') ||
                                               rest[2] == '\xB9' || rest[2] == '\xBA'))) ||
         rest.starts_with("\xE3\x80\x80");
}

// All of those are of the Basic Multilingual Plane.
std::size_t separator_size(std::string_view text, std::size_t pos) {
  if (kBytes[static_cast<unsigned char>(text[pos])] == kStop) return 1;
  return text[pos] == '\xC2' ? 2 : 3;
}

std::string_view separator_behind(std::string_view text, std::size_t pos) {
  while (pos < text.size()) {
    if (is_one_of(text[pos], ".,;:!?')]}"))
      ++pos;
    else if (text.substr(pos, 3) == "\xE3\x80\x82")  // U+3002
      pos += 3;
    else
      break;
  }
  if (pos == text.size()) return {};
  return ends_url(text, pos) ? "" : " ";
}

bool PlainScanner::scan(std::string_view text) {
  const Joins joins{.lines = options_.flowed && options_.del_sp,
                    .form_feeds = sees_all_ && text.find('\f') != text.npos};
  is_joined_ = (joins.lines || joins.form_feeds) && join_flowed(text, joins, flowed_, breaks_);
  if (!is_joined_) return search_in(text);
  // Programs that know nothing of it see each line by itself.
  held_.clear();
  is_held_ = true;
  search_in(flowed_);
  const std::size_t joined = held_.size();
  is_joined_ = false;
  search_in(text);
  is_held_ = false;
  return report_held(joined);
}

bool PlainScanner::search_in(std::string_view text) {
  is_refanged_ = options_.refang && refang(text, refanged_, offsets_, dots_);
  text_ = is_refanged_ ? std::string_view(refanged_) : text;
  return search();
}

// Does whoever joins no lines come to the same host?  Both begin in one place.
bool PlainScanner::leads_alike(std::string_view joined, std::string_view apart) {
  if (!joined.starts_with(apart)) return false;
  if (joined.size() == apart.size() || is_one_of(joined[apart.size()], "/\\?#")) return true;
  std::size_t host = has_slashes(apart) ? apart.find(':') + 1 : 0;
  // Without a scheme, or with "//", a host stands first, which goes on in the next line.
  const bool has_host = host > 0 || apart.find(':') == kNone;
  host += slashes_at(apart.substr(host));
  return !has_host || apart.find_first_of("/\\?#", host) != kNone;
}

// Is it the rest of a reference whose scheme began in the line before?
bool PlainScanner::is_rest_of_scheme(std::string_view joined, std::string_view apart) {
  if (joined.size() <= apart.size() || !joined.ends_with(apart)) return false;
  const std::string_view before = joined.substr(0, joined.size() - apart.size());
  return std::all_of(before.begin(), before.end(), is_scheme_char);
}

// The references of the joined text, and of those of the lines by themselves what leads elsewhere.
bool PlainScanner::report_held(std::size_t joined) {
  work::charge(held_.size());
  const auto is_before = [](const Held& a, const Held& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  };
  const auto apart_begin = held_.begin() + static_cast<std::ptrdiff_t>(joined);
  std::stable_sort(held_.begin(), apart_begin, is_before);
  std::stable_sort(apart_begin, held_.end(), is_before);
  std::vector<Held> kept(held_.begin(), apart_begin);
  std::size_t at = 0;  // the last one that does not begin behind
  for (std::size_t i = joined; i < held_.size(); ++i) {
    const Held& apart = held_[i];
    while (at + 1 < joined && held_[at + 1].begin <= apart.begin) ++at;
    const bool is_known =
        at < joined && (held_[at].begin == apart.begin
                            ? leads_alike(held_[at].raw, apart.raw)
                            : held_[at].begin < apart.begin && held_[at].end == apart.end &&
                                  is_rest_of_scheme(held_[at].raw, apart.raw));
    if (!is_known) kept.push_back(apart);
  }
  std::stable_sort(kept.begin(), kept.end(), is_before);
  for (const Held& each : kept)
    if (!visitor_.found(Role::text, each.raw, each.flags, each.begin, each.end)) return false;
  return true;
}

bool PlainScanner::search() {
  line_ = line_known_ = 0;
  run_begin_ = 1;
  run_end_ = 0;
  next_ = 0;
  std::size_t at = next_candidate(text_, 0);
  std::size_t dot = 0;
  std::size_t charged = 0;
  reported_begin_ = reported_ = searched_again_ = 0;
  bare_hosts_ = BareHosts(text_);
  ahead_ = {};
  none_until_ = 0;
  const bool linkify = options_.linkify;
  std::size_t bare = linkify ? find_any<'.', '/'>(text_, 0) : text_.size();
  while (true) {
    if (is_refanged_) {
      while (dot < dots_.size() && dots_[dot] < next_) ++dot;
      if (dot < dots_.size() && dots_[dot] < at) {
        if (!work::charge(1)) return true;
        next_ = dots_[dot] + 1;
        if (!refanged_host(dots_[dot])) return false;
        if (next_ > at) at = next_candidate(text_, next_);
        continue;
      }
    }
    if (std::min(at, bare) - charged >= kStride && std::min(at, bare) > charged) {
      if (!work::charge(std::min(at, bare) - charged)) return true;
      charged = std::min(at, bare);
    }
    if (linkify && bare < next_) bare = find_any<'.', '/'>(text_, next_);
    if (linkify && bare_goes_first(bare, at)) {
      std::size_t go_on = bare + 1;
      if (!bare_host(bare, go_on)) return false;
      if (next_ > at) at = next_candidate(text_, next_);
      bare = find_any<'.', '/'>(text_, std::max(go_on, next_));
      continue;
    }
    if (at >= text_.size()) return true;
    next_ = at + 1;
    const bool in_address =
        linkify && !is_one_of(text_[at], ":\\") && at < bare_hosts_.address_end();
    if (in_address) {
      at = next_candidate(text_, next_);
      continue;
    }
    const bool go_on = text_[at] == ':'    ? spaced(at)
                       : text_[at] == '\\' ? network_share(at)
                                           : host_form(at);
    if (!go_on) return false;
    at = next_candidate(text_, next_);
  }
}

bool PlainScanner::report(std::string_view raw, std::uint8_t flags, std::size_t begin,
                          std::size_t end) {
  reported_begin_ = begin;
  reported_ = end;
  // Common programs know no other scheme, and make links of what stands within its URLs; and within
  // what has none, or one that ends as theirs.
  const std::string_view scheme = url::scheme_of(raw);
  if ((flags & kGuessed) == 0 && !ascii::iis_one_of(kEmbedded, scheme)) {
    searched_again_ = end;
    const bool is_whole = !scheme.empty() && embedded_scheme(scheme) == 0;
    next_ = is_whole ? begin + scheme.size() + 1 : begin;
    if (options_.linkify)
      reported_ = next_;
    else if (is_whole)
      next_ += slashes_at(text_.substr(next_));  // no share of Windows
  }
  if ((is_refanged_ || is_joined_) && lies_in(raw, text_)) raw = visitor_.memory().keep(raw);
  if (is_refanged_) {
    begin = offsets_.source(begin);
    end = offsets_.source(end);
  }
  if (is_joined_) {  // a break behind the last character is none of the URL's
    const std::size_t size = end - begin;
    begin = breaks_.source(begin);
    end = breaks_.source(end - 1) + 1;
    if (end - begin != size) flags |= kUnwrapped;
  }
  if (is_held_) {
    held_.push_back({raw, flags, begin, end});
    return true;
  }
  return visitor_.found(Role::text, raw, flags, begin, end);
}

// A name with a dot that was put back: nobody hides what is no link.
bool PlainScanner::refanged_host(std::size_t dot) {
  constexpr std::size_t kHostMax = 253;
  std::size_t begin = dot;
  while (begin > 0 && dot - begin < kHostMax &&
         (is_letter(text_[begin - 1]) || is_one_of(text_[begin - 1], ".-_")))
    --begin;
  while (begin < dot && !is_letter(text_[begin])) ++begin;
  if (begin == dot || (begin > 0 && is_one_of(text_[begin - 1], "@/:"))) return true;
  return bare(begin, dot + 1, kGuessed);
}

// Where a URL ends that reaches over `pos`.  All that begin before that end have it in common, so
// it is looked for once.
std::size_t PlainScanner::url_end(std::size_t pos) {
  if (pos >= run_begin_ && pos <= run_end_) return run_end_;
  run_begin_ = pos;
  const std::size_t begin = pos;
  for (; pos < text_.size(); ++pos) {
    if (ends_url(text_, pos)) break;
  }
  work::charge(pos - begin);
  return run_end_ = pos;
}

bool PlainScanner::colon(std::size_t at) {
  // The scheme, backwards (RFC 1738 5: a letter, then letters, digits, + - .).
  std::size_t begin = at;
  const std::size_t first = options_.linkify ? reported_ : 0;
  while (begin > first && at - begin < kSchemeMax && is_scheme_char(text_[begin - 1])) --begin;
  while (begin < at && !ascii::is_alpha(text_[begin])) ++begin;
  if (begin == at || at + 1 >= text_.size()) return true;

  const char before = begin > 0 ? text_[begin - 1] : ' ';
  std::string_view scheme = text_.substr(begin, at - begin);
  if (before == '<') {
    if (ascii::iequals(scheme, "URL")) return bracketed(begin - 1, at + 1, true);
    // "<mailto:...>", "<http://...>"; but not "<Name: x>"
  }

  const std::string_view rest = text_.substr(at + 1);
  if (rest.starts_with("//")) {
    if (rest.size() < 3 || kBytes[static_cast<unsigned char>(rest[2])] == kStop) {
      // "<http://" may go on in the next line; nothing else does.
      if (before != '<' || rest.size() < 3 || !ascii::is_space(rest[2])) return true;
    } else if (!begins_authority(rest[2])) {
      return true;
    }
    const std::size_t cut = embedded_scheme(scheme);
    scheme.remove_prefix(cut);
    begin += cut;
    if (is_defanged(scheme)) {  // within it are links that common programs see, and no others
      searched_again_ = std::max(searched_again_, extent(begin, at + 3));
      return true;
    }
    if (begin < searched_again_ && !ascii::iis_one_of(kEmbedded, scheme)) return true;
    if (begin > 0 && text_[begin - 1] == '<') return bracketed(begin - 1, begin, false);
    return bare(begin, at + 3, 0);
  }

  const bool is_slashless = begins_slashless(scheme, rest);
  if (is_slash(rest[0]) || is_slashless) {
    const std::size_t cut = embedded_scheme(scheme);
    const bool is_searched =
        begin + cut >= searched_again_ || ascii::iis_one_of(kEmbedded, scheme.substr(cut));
    const std::size_t slashes = is_searched ? odd_slashes(scheme.substr(cut), rest) : 0;
    if (slashes > 0 || is_slashless) {
      begin += cut;
      if (begin > 0 && text_[begin - 1] == '<') return bracketed(begin - 1, begin, false);
      return bare(begin, at + 1 + slashes, 0);
    }
  }

  if (begin < searched_again_) return true;
  // A scheme without "//" at the end of a longer word: "See.mailto:a@b".
  const Opaque* opaque = opaque_scheme(scheme);
  if (opaque == nullptr) {
    const std::size_t cut = scheme.find_last_of("+-.");
    if (cut == kNone) return true;
    opaque = opaque_scheme(scheme.substr(cut + 1));
    if (opaque == nullptr) return true;
    // What was defanged is none of its scheme any more.
    begin += cut + 1;
    const std::string_view word = text_.substr(0, begin);
    constexpr std::size_t kLength = kDefangedPrefix.size();
    if (cut + 1 >= kLength && ascii::iequals(word.substr(begin - kLength), kDefangedPrefix))
      begin -= kLength;
  }
  const std::size_t end = std::min(url_end(at + 1), at + 1 + kLookAhead);
  work::charge(end - at);
  if (!suits(opaque->wants, text_.substr(at + 1, end - at - 1))) return true;
  if (begin > 0 && text_[begin - 1] == '<') return bracketed(begin - 1, begin, false);
  return bare(begin, at + 1, 0);
}

// Reports the URL that begins at `begin`; up to `from` it is its scheme.
bool PlainScanner::bare(std::size_t begin, std::size_t from, std::uint8_t flags) {
  const std::size_t end = extent(begin, from);
  if (end <= from) {
    next_ = std::max(next_, from);
    return !sees_all_ || (longer(begin, from, from, flags) && farther(begin, from, from, flags));
  }
  next_ = end;
  return report(text_.substr(begin, end - begin), flags, begin, end) &&
         (!sees_all_ || seen_otherwise(begin, from, end, flags));
}

// Behind a reference whose lines were joined: who joins none has links of each line.  The first is
// another one where the name of its host went on in the next.
bool PlainScanner::unjoined(std::size_t begin, std::size_t from, std::uint8_t flags) {
  const std::size_t line_end = url_end(from);
  const bool leads_elsewhere = line_end > from && is_slash(text_[from - 1]) &&
                               !leads_alike(joined_, text_.substr(begin, line_end - begin));
  if (next_ >= searched_again_) next_ = line_end;
  return !leads_elsewhere || bare(begin, from, flags);
}

// "\\server\share": Outlook makes a link of it, and whoever follows it tells the server a hash of
// the reader's password.  "C:\\x" is something else.
bool PlainScanner::network_share(std::size_t at) {
  constexpr std::string_view kDevice = "?\\UNC\\";
  constexpr std::size_t kHostMax = 260;  // with "@SSL@443"
  std::size_t pos = at + 2;
  next_ = at + slashes_at(text_.substr(at, kHostMax));
  if (next_ != pos || text_[at + 1] != '\\') return true;
  const char before = at > 0 ? text_[at - 1] : ' ';
  if (is_letter(before) || is_slash(before)) return true;
  const bool is_drive = before == ':' && at > 1 && ascii::is_alpha(text_[at - 2]) &&
                        (at == 2 || !is_letter(text_[at - 3]));
  if (is_drive || (before == ':' && ends_defanged(text_.substr(0, at - 1)))) return true;
  if (ascii::istarts_with(text_.substr(pos), kDevice)) pos += kDevice.size();
  const std::size_t begin = pos;
  while (pos < text_.size() && pos - begin < kHostMax &&
         (is_letter(text_[pos]) || is_one_of(text_[pos], ".-_@")))
    ++pos;
  work::charge(pos - at);
  if (pos == begin || pos + 1 >= text_.size() || !is_letter(text_[begin]) ||
      !is_slash(text_[pos]) || !(is_letter(text_[pos + 1]) || is_one_of(text_[pos + 1], "$_%")))
    return true;
  return bare(at, pos + 1, kGuessed);
}

// The name of a host that the dot is in, or that is next in its run; one that was found is not
// looked for again.
const BareHost* PlainScanner::bare_host_around(std::size_t dot, std::size_t& go_on) {
  if (dot >= ahead_.end || ahead_.begin < reported_) {
    go_on = std::max(go_on, none_until_);
    if (dot < none_until_) return nullptr;
    const std::optional<BareHost> found = bare_hosts_.around(dot, reported_, go_on);
    if (!found) {
      none_until_ = go_on;
      return nullptr;
    }
    ahead_ = *found;
  }
  return &ahead_;
}

// Which of two places is looked at first: a dot or slash, or a candidate of the search?  What
// begins first.  "~www.example.com" is one name, and so is "www.x=example.com".
bool PlainScanner::bare_goes_first(std::size_t bare, std::size_t at) {
  constexpr std::size_t kLongestForm = 6;  // "www999"
  const bool is_form = at < text_.size() && !is_one_of(text_[at], ":\\");
  if (!is_form || bare == text_.size() || text_[bare] != '.') return bare < at;
  if (bare > at) {
    if (bare - at > kLongestForm) return false;
    for (std::size_t i = at; i < bare; ++i)
      if (!ascii::is_alnum(text_[i])) return false;
  }
  std::size_t unused = 0;
  const BareHost* const host = bare_host_around(bare, unused);
  return host != nullptr ? host->begin <= at : bare < at;
}

// "example.com/path", "//example.com": at a dot, or a slash.
bool PlainScanner::bare_host(std::size_t at, std::size_t& go_on) {
  BareHost host;
  if (text_[at] == '.') {
    const BareHost* const found = bare_host_around(at, go_on);
    if (found == nullptr) return true;
    host = *found;
  } else {
    const std::optional<BareHost> found =
        text_.substr(at, 2) == "//" ? bare_hosts_.behind_slashes(at, reported_) : std::nullopt;
    if (!found) return true;
    host = *found;
  }
  if (host.end < text_.size() && is_one_of(text_[host.end], "/?#") &&
      extent(host.begin, host.end) > host.end)
    return bare(host.begin, host.end, kGuessed);
  next_ = host.end;
  return report(text_.substr(host.begin, host.end - host.begin), kGuessed, host.begin, host.end);
}

// Where the URL that begins at `begin` ends; its characters are looked at from `from` on.
std::size_t PlainScanner::extent(std::size_t begin, std::size_t from) {
  const std::size_t end = next_url(from, url_end(from));
  const char before = begin > 0 ? text_[begin - 1] : ' ';
  const std::string_view url = text_.substr(begin, end - begin);
  return begin + trim(url, from - begin, before);
}

namespace {

// 1 to 3 for the kinds of brackets, 0 for what is none.
constexpr std::size_t bracket(char c) {
  switch (c) {
    case '(':
    case ')':
      return 1;
    case '[':
    case ']':
      return 2;
    case '{':
    case '}':
      return 3;
    default:
      return 0;
  }
}

}  // namespace

// The length of a URL without the punctuation that ends the sentence or the bracket around it.
// `at_least` characters are its scheme.
std::size_t PlainScanner::trim(std::string_view url, std::size_t at_least, char before) const {
  work::charge(url.size());
  // A bracket or quote right before it ends it where it closes.
  const std::size_t around = bracket(before);
  std::size_t open[4] = {};
  std::size_t close[4] = {};
  std::size_t end = url.size();
  if (before == '\'') end = std::min(end, url.find('\'', at_least));
  for (std::size_t i = at_least; i < end; ++i) {
    const std::size_t kind = bracket(url[i]);
    if (kind == 0) continue;
    if (is_one_of(url[i], "([{")) {
      ++open[kind];
    } else if (kind == around && close[kind] == open[kind]) {
      end = i;
    } else {
      ++close[kind];
    }
  }
  while (end > at_least) {
    const char c = url[end - 1];
    if (const std::size_t kind = bracket(c); kind != 0) {
      std::size_t& same = is_one_of(c, "([{") ? open[kind] : close[kind];
      if (&same == &close[kind] && close[kind] <= open[kind]) break;
      --same;
    } else if (!is_one_of(c, ".,;:!?'") && !(c == before && (c == '*' || c == '_' || c == '~'))) {
      // U+3002, U+FF0E and U+FF61 end a sentence, too.
      const std::string_view last = end >= at_least + 3 ? url.substr(end - 3, 3) : "";
      if (last != "\xE3\x80\x82" && last != "\xEF\xBC\x8E" && last != "\xEF\xBD\xA1") break;
      end -= 2;
    }
    --end;
  }
  return end;
}

// How often the line of a place is quoted: "> > text" twice.
std::size_t PlainScanner::quote_depth(std::size_t at) {
  work::charge(at - std::min(at, line_known_));
  for (std::size_t pos = at; pos > line_known_; --pos) {
    if (text_[pos - 1] != '\n' && text_[pos - 1] != '\r') continue;
    line_ = pos;
    break;
  }
  line_known_ = std::max(line_known_, at);
  std::size_t depth = 0;
  for (std::size_t pos = line_; pos < std::min(at, line_ + 200); ++pos) {
    if (text_[pos] == '>')
      ++depth;
    else if (!ascii::is_blank(text_[pos]))
      break;
  }
  return depth;
}

// The place behind at most `depth` quote marks and the blanks around them.
std::size_t PlainScanner::skip_quotes(std::size_t at, std::size_t depth) const {
  std::size_t pos = at;
  while (pos < text_.size() && ascii::is_blank(text_[pos])) ++pos;
  for (; depth > 0 && pos < text_.size() && text_[pos] == '>'; --depth) {
    ++pos;
    while (pos < text_.size() && ascii::is_blank(text_[pos])) ++pos;
  }
  return pos;
}

// `<URL:...>` or `<scheme:...>`: up to the '>' with the white space deleted (RFC 1738 appendix,
// RFC 2396 E).  A '<' inside says that the first was none of ours, and so do white space within a
// line, other spaces than those of ASCII, or an empty line, where there is no `URL:`.
bool PlainScanner::bracketed(std::size_t open, std::size_t begin, bool prefixed) {
  const std::size_t depth = quote_depth(open);
  joined_.clear();
  bool spaces = false;
  std::size_t end = text_.size();
  std::size_t first = kNone, last = begin;  // of the reference, without white space around it
  std::size_t piece = begin;
  std::size_t pos = begin;
  while (pos < text_.size()) {
    const char c = text_[pos];
    if (c == '<') break;
    if (c == '>') {
      end = pos;
      break;
    }
    if (!ascii::is_space(c)) {
      if (!prefixed && is_odd_space(text_, pos)) break;
      if (first == kNone) first = pos;
      last = ++pos;
      continue;
    }
    joined_.append(text_.substr(piece, pos - piece));
    std::size_t breaks = 0;
    while (pos < text_.size() && ascii::is_space(text_[pos])) {
      const bool line_break = text_[pos] == '\n' || text_[pos] == '\r';
      if (line_break) {
        ++breaks;
        if (text_.substr(pos).starts_with("\r\n")) ++pos;
      }
      ++pos;
      if (line_break) pos = skip_quotes(pos, depth);
    }
    piece = pos;
    if (first == kNone) continue;
    const bool closes = pos < text_.size() && text_[pos] == '>';
    if (!prefixed && (breaks > 1 || (breaks == 0 && !closes))) break;
    spaces = true;
  }
  work::charge(pos - begin);
  const bool closed = end < text_.size();
  if (!closed) {
    // No bracket after all: what stands there is a bare URL, unless nothing does.
    next_ = std::max(next_, begin);
    if (prefixed) return true;
    return bare(begin, behind_colon(begin), 0);
  }
  joined_.append(text_.substr(piece, end - piece));
  next_ = end;
  if (joined_.empty()) return true;
  const std::size_t from = behind_colon(first);
  if (!spaces && from != kNone && next_url(from, end) < end) return bare(first, from, 0);
  if (!spaces)
    return report(text_.substr(first, joined_.size()), 0, first, end) &&
           (!sees_all_ || from == kNone ||
            (shorter(first, from, end, 0) && written_otherwise(first, from, end, 0)));
  return report(visitor_.memory().keep(joined_), kUnwrapped, first, last) &&
         (from == kNone || unjoined(first, from, 0));
}

// Where a reference that begins there goes on behind its scheme; kNone where it has none.
std::size_t PlainScanner::behind_colon(std::size_t begin) const {
  std::size_t colon = begin;
  while (colon < text_.size() && is_scheme_char(text_[colon])) ++colon;
  if (colon == text_.size() || text_[colon] != ':') return kNone;
  if (text_.substr(colon).starts_with("://")) return colon + 3;
  return colon + 1 + odd_slashes(text_.substr(begin, colon - begin), text_.substr(colon + 1));
}

}  // namespace basewalk::extract
