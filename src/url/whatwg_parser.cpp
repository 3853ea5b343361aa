// SPDX-License-Identifier: MIT
//
// URL Standard 4.4.  Each function is a state, or a few that always follow one another; it
// is given the input from the pointer on.  What the standard collects in a buffer is here a
// slice of the input.
//
// A path is kept as it is serialised: every segment with a "/" before it.  Segments hold no
// "/" of their own, so that removing the last one is a search for the last "/".
#include "url/whatwg_parser.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/utf8.h"

namespace basewalk::url {
namespace {

using namespace whatwg;

// ---- 1.1 and 4.1: the small questions

bool is_c0_control_or_space(char c) { return static_cast<unsigned char>(c) <= ' '; }
bool is_tab_or_newline(char c) { return c == '\t' || c == '\n' || c == '\r'; }

bool is_drive_letter(std::string_view text) {
  return text.size() == 2 && ascii::is_alpha(text[0]) && (text[1] == ':' || text[1] == '|');
}

bool starts_with_drive_letter(std::string_view text) {
  return is_drive_letter(text.substr(0, 2)) &&
         (text.size() == 2 || std::string_view("/\\?#").find(text[2]) != std::string_view::npos);
}

// "/C:", which is a path of one segment that is a normalized Windows drive letter.
bool is_drive_letter_path(std::string_view path) {
  return path.size() == 3 && path[0] == '/' && ascii::is_alpha(path[1]) && path[2] == ':';
}

// "." and "%2e", then the rest.
bool take_dot(std::string_view& text) {
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    return true;
  }
  if (text.size() < 3 || text[0] != '%' || text[1] != '2' || (text[2] | 0x20) != 'e') return false;
  text.remove_prefix(3);
  return true;
}
bool is_single_dot(std::string_view segment) { return take_dot(segment) && segment.empty(); }
bool is_double_dot(std::string_view segment) {
  return take_dot(segment) && take_dot(segment) && segment.empty();
}

unsigned default_port(Special special) {
  switch (special) {
    case Special::http:
    case Special::ws:
      return 80;
    case Special::https:
    case Special::wss:
      return 443;
    case Special::ftp:
      return 21;
    case Special::file:
    case Special::none:
      break;
  }
  return 0x10000;
}

// What ends each part.
constexpr ByteSet kEndOfAuthority{"/?#"};
constexpr ByteSet kEndOfSpecialAuthority{"/?#\\"};
constexpr ByteSet kEndOfPath{"?#"};

// A host that is its own serialisation, but for a number at its end.
constexpr ByteSet kPlainInHost = [] {
  ByteSet set("-._");
  set.add_range('a', 'z');
  set.add_range('0', '9');
  return set;
}();

std::size_t find_first(std::string_view text, const ByteSet& set) {
  std::size_t i = 0;
  while (i < text.size() && !set(text[i])) ++i;
  return i;
}

// Is there white space, or anything that a percent-encode set holds but what ends a part?  The rare
// ones count everywhere.  A text without them is serialised as it is written, but for its scheme,
// host and dot segments.
bool may_need_work(std::string_view text) {
  return any_byte<0x21, 0x7E, '"', '\'', '<', '>', '\\', '^', '`', '{', '}'>(text);
}

bool has_tab_or_newline(std::string_view text) { return any_byte<0, 0xFF, '\t', '\n', '\r'>(text); }

// The input as the parser sees it, byte for byte but what is removed.  Its characters are decoded
// before (1.1), so that bytes that were apart make no character: a continuation byte that would
// join what stood before a removed one becomes another byte that is none.
std::string without_tabs_and_newlines(std::string_view text) {
  std::string kept;
  bool joined = false;
  for (char c : text) {
    if (is_tab_or_newline(c)) {
      joined = true;
      continue;
    }
    kept += joined && utf8::is_continuation(c) ? '\xFF' : c;
    joined = false;
  }
  return kept;
}

// Does a segment begin with "." or with an escape, which may be that of a dot?
bool may_have_encoded_dot_segments(std::string_view path) {
  if (may_have_dot_segments(path)) return true;
  for (std::size_t at = 0; (at += find_or_end(path.substr(at), '%')) < path.size(); ++at)
    if (at == 0 || path[at - 1] == '/') return true;
  return false;
}

}  // namespace

Special special_scheme(std::string_view scheme) {
  using ascii::iequals;
  switch (scheme.size()) {
    case 2:
      return iequals(scheme, "ws") ? Special::ws : Special::none;
    case 3:
      return iequals(scheme, "ftp")   ? Special::ftp
             : iequals(scheme, "wss") ? Special::wss
                                      : Special::none;
    case 4:
      return iequals(scheme, "http")   ? Special::http
             : iequals(scheme, "file") ? Special::file
                                       : Special::none;
    case 5:
      return iequals(scheme, "https") ? Special::https : Special::none;
    default:
      return Special::none;
  }
}

bool WhatwgParser::fail(Failure failure, std::string_view at) {
  failure_ = failure;
  failure_offset_ = static_cast<std::size_t>(at.data() - input_.data());
  return false;
}

Resolution WhatwgParser::run(std::string_view input) {
  plain_ = !may_need_work(input);
  input_ = input;
  if (plain_ && as_written()) return {Outcome::absolute, false, Failure::none, 0};

  // 4.4 steps 1 and 3: what is stripped and removed.
  std::string_view text = input;
  while (!text.empty() && is_c0_control_or_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_c0_control_or_space(text.back())) text.remove_suffix(1);
  const auto leading = static_cast<std::size_t>(text.data() - input.data());
  const bool removed = has_tab_or_newline(text);
  const std::string kept = removed ? without_tabs_and_newlines(text) : std::string();
  input_ = removed ? std::string_view(kept) : text;

  if (parse(input_))
    return {used_base_ ? Outcome::resolved : Outcome::absolute, false, Failure::none, 0};
  out_.resize(start_);
  Resolution result{Outcome::error, false, failure_, failure_offset_};
  if (removed) {
    // Back to the text as it was given: skip what was not there to be counted.
    std::size_t at = 0;
    for (std::size_t left = failure_offset_; at < text.size(); ++at)
      if (!is_tab_or_newline(text[at]) && left-- == 0) break;
    result.failure_offset = at;
  }
  result.failure_offset += leading;
  return result;
}

void WhatwgParser::describe(Base& base) const {
  base.ends_.scheme = scheme_end_ - start_;
  base.ends_.authority = authority_end_ - start_;
  base.ends_.before_path = path_begin_ - start_;
  base.ends_.path = path_end_ - start_;
  base.ends_.query = query_end_ - start_;
  base.opaque_path_ = opaque_path_;
  base.special_scheme_ = static_cast<std::uint8_t>(special_);
  const std::string_view path =
      base.text().substr(base.ends_.before_path, base.ends_.path - base.ends_.before_path);
  // "Shorten a URL's path" (4.1).
  std::size_t shortened = 0;
  if (special_ == Special::file && is_drive_letter_path(path))
    shortened = path.size();
  else if (const std::size_t slash = path.rfind('/'); slash != std::string_view::npos)
    shortened = slash;
  base.ends_.directory = base.ends_.before_path + shortened;
}

// Scheme start state, scheme state.
bool WhatwgParser::parse(std::string_view rest) {
  const std::size_t length = scheme_length(rest, true);
  if (length == 0) return no_scheme(rest);
  special_ = special_scheme(rest.substr(0, length));
  const bool base_has_same = base_.is_absolute() && is_special() &&
                             base_.special_scheme_ == static_cast<std::uint8_t>(special_);
  const std::string_view after = rest.substr(length + 1);
  // Special relative or authority state.
  if (base_has_same && special_ != Special::file && !after.starts_with("//"))
    return relative(after);

  for (char c : rest.substr(0, length)) out_ += ascii::to_lower(c);
  out_ += ':';
  scheme_end_ = authority_end_ = out_.size();
  if (special_ == Special::file) return file(after, base_has_same);
  if (is_special()) return after_slashes(after);
  if (after.starts_with("//")) return authority(after.substr(2));  // path or authority state
  if (after.starts_with('/')) {
    begin_path();
    return path(after.substr(1));
  }
  return opaque_path(after);
}

// What most links are: "https://host/path?query", and its own serialisation.
bool WhatwgParser::as_written() {
  const std::size_t scheme = input_.starts_with("https://")  ? 5
                             : input_.starts_with("http://") ? 4
                                                             : 0;
  if (scheme == 0) return false;
  const std::string_view after = input_.substr(scheme + 3);
  std::size_t host = 0;
  while (host < after.size() && kPlainInHost(after[host])) ++host;
  if (host == 0 || host == after.size() || after[host] != '/') return false;
  if (ends_in_number(after.substr(0, host))) return false;
  special_ = scheme == 5 ? Special::https : Special::http;
  has_host_ = true;
  scheme_end_ = start_ + scheme + 1;
  authority_end_ = path_begin_ = scheme_end_ + 2 + host;
  return append_plain(input_, scheme + 3 + host);
}

// Appends a text that holds nothing to encode, and from `path` on a path with its slash, query and
// fragment; not where there may be dot segments.
bool WhatwgParser::append_plain(std::string_view text, std::size_t path) {
  const std::string_view tail = text.substr(path);
  const std::size_t query_end = find_or_end(tail, '#');
  const std::size_t path_end = find_or_end(tail.substr(0, query_end), '?');
  if (may_have_encoded_dot_segments(tail.substr(0, path_end))) return false;
  path_end_ = out_.size() + path + path_end;
  query_end_ = out_.size() + path + query_end;
  out_.append(text);
  return true;
}

// No scheme state.
bool WhatwgParser::no_scheme(std::string_view rest) {
  if (!base_.is_absolute()) return fail(Failure::missing_scheme, rest);
  if (base_.opaque_path_) {
    if (!rest.starts_with('#')) return fail(Failure::missing_scheme, rest);
    used_base_ = true;
    opaque_path_ = true;
    scheme_end_ = authority_end_ = path_begin_ = start_ + base_.ends_.scheme;
    path_end_ = start_ + base_.ends_.path;
    query_end_ = start_ + base_.ends_.query;
    out_.append(base_text(0, base_.ends_.query));
    return fragment(rest.substr(1));
  }
  special_ = static_cast<Special>(base_.special_scheme_);
  if (special_ != Special::file) return relative(rest);
  out_.append("file:");
  scheme_end_ = authority_end_ = out_.size();
  return file(rest, true);
}

// Relative state.
bool WhatwgParser::relative(std::string_view rest) {
  used_base_ = true;
  scheme_end_ = start_ + base_.ends_.scheme;
  if (begins_with_slash(rest)) return relative_slash(rest.substr(1));
  out_.append(base_text(0, base_.ends_.authority));
  authority_end_ = out_.size();
  has_host_ = base_.ends_.authority > base_.ends_.scheme;
  if (rest.empty() || rest[0] == '?' || rest[0] == '#') {
    return inherit_path(rest);
  }
  begin_path();
  out_.append(base_text(base_.ends_.before_path, base_.ends_.directory));
  return path(rest);
}

// Relative slash state.
bool WhatwgParser::relative_slash(std::string_view rest) {
  if (begins_with_slash(rest)) {
    out_.append(base_text(0, base_.ends_.scheme));
    return is_special() ? after_slashes(rest) : authority(rest.substr(1));
  }
  out_.append(base_text(0, base_.ends_.authority));
  authority_end_ = out_.size();
  has_host_ = base_.ends_.authority > base_.ends_.scheme;
  begin_path();
  return path(rest);
}

// The base's path, and its query unless the reference has one (relative state, file state).
bool WhatwgParser::inherit_path(std::string_view rest) {
  path_begin_ = authority_end_ + (base_.ends_.before_path - base_.ends_.authority);
  out_.append(base_text(base_.ends_.authority, base_.ends_.path));
  path_end_ = out_.size();
  if (rest.starts_with('?')) return query(rest.substr(1));
  out_.append(base_text(base_.ends_.path, base_.ends_.query));
  query_end_ = out_.size();
  return rest.empty() || fragment(rest.substr(1));
}

// File state; "file:" is written.
bool WhatwgParser::file(std::string_view rest, bool base_is_file) {
  has_host_ = true;
  used_base_ = used_base_ || base_is_file;
  if (begins_with_slash(rest)) return file_slash(rest.substr(1), base_is_file);
  if (!base_is_file) {
    out_.append("//");
    authority_end_ = out_.size();
    begin_path();
    return path(rest);
  }
  out_.append(base_text(base_.ends_.scheme, base_.ends_.authority));
  authority_end_ = out_.size();
  if (rest.empty() || rest[0] == '?' || rest[0] == '#') {
    return inherit_path(rest);
  }
  begin_path();
  if (!starts_with_drive_letter(rest))
    out_.append(base_text(base_.ends_.before_path, base_.ends_.directory));
  return path(rest);
}

// File slash state.
bool WhatwgParser::file_slash(std::string_view rest, bool base_is_file) {
  if (begins_with_slash(rest)) return file_host(rest.substr(1));
  if (base_is_file)
    out_.append(base_text(base_.ends_.scheme, base_.ends_.authority));
  else
    out_.append("//");
  authority_end_ = out_.size();
  begin_path();
  if (base_is_file && !starts_with_drive_letter(rest)) {
    const std::string_view base_path = base_text(base_.ends_.before_path, base_.ends_.path);
    const std::string_view first = base_path.substr(0, base_path.find('/', 1));
    if (is_drive_letter_path(first)) out_.append(first);
  }
  return path(rest);
}

// File host state.
bool WhatwgParser::file_host(std::string_view rest) {
  const std::string_view text = rest.substr(0, find_first(rest, kEndOfSpecialAuthority));
  out_.append("//");
  authority_end_ = out_.size();
  if (is_drive_letter(text)) {  // it was a path all along
    begin_path();
    return path(rest);
  }
  if (!text.empty()) {
    if (const Problem problem = append_domain_or_address(text, out_))
      return fail(problem.failure, text.substr(problem.offset));
    if (std::string_view(out_).substr(authority_end_) == "localhost") out_.resize(authority_end_);
  }
  authority_end_ = out_.size();
  return path_start(rest.substr(text.size()));
}

// Special authority slashes state, special authority ignore slashes state.
bool WhatwgParser::after_slashes(std::string_view rest) {
  std::size_t i = 0;
  while (i < rest.size() && is_slash(rest[i])) ++i;
  return authority(rest.substr(i));
}

// Authority state, host state, port state.
bool WhatwgParser::authority(std::string_view rest) {
  has_host_ = true;
  out_.append("//");
  // Mostly all of it is a plain host; what is not goes the long way.
  std::size_t plain = 0;
  while (plain < rest.size() && kPlainInHost(rest[plain])) ++plain;
  const bool ends = plain == rest.size() || kEndOfAuthority(rest[plain]);
  if (plain > 0 && ends && !ends_in_number(rest.substr(0, plain))) {
    out_.append(rest.substr(0, plain));
    authority_end_ = out_.size();
    return path_start(rest.substr(plain));
  }
  const std::string_view text =
      rest.substr(0, find_first(rest, is_special() ? kEndOfSpecialAuthority : kEndOfAuthority));
  if (!credentials_and_host(text)) return false;
  authority_end_ = out_.size();
  return path_start(rest.substr(text.size()));
}

bool WhatwgParser::credentials_and_host(std::string_view text) {
  const std::size_t at = text.rfind('@');
  if (at == std::string_view::npos) return host_and_port(text);
  const std::string_view credentials = text.substr(0, at);
  const std::string_view username = credentials.substr(0, find_or_end(credentials, ':'));
  const std::string_view password =
      credentials.substr(std::min(credentials.size(), username.size() + 1));
  append_encoded(username, sets::kUserInfo, out_);
  if (!password.empty()) {
    out_ += ':';
    append_encoded(password, sets::kUserInfo, out_);
  }
  if (!username.empty() || !password.empty()) out_ += '@';
  if (at + 1 == text.size()) return fail(Failure::host_missing, text.substr(at + 1));
  return host_and_port(text.substr(at + 1));
}

bool WhatwgParser::host_and_port(std::string_view text) {
  std::size_t end = 0;
  for (bool inside_brackets = false; end < text.size(); ++end) {
    if (text[end] == ':' && !inside_brackets) break;
    if (text[end] == '[') inside_brackets = true;
    if (text[end] == ']') inside_brackets = false;
  }
  const std::string_view host = text.substr(0, end);
  if (host.empty() && (is_special() || end < text.size())) return fail(Failure::host_missing, text);
  const Problem problem =
      is_special() ? append_domain_or_address(host, out_) : append_opaque_host(host, out_);
  if (problem) return fail(problem.failure, host.substr(problem.offset));
  return end == text.size() || port(text.substr(end + 1));
}

bool WhatwgParser::port(std::string_view text) {
  unsigned value = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!ascii::is_digit(text[i])) return fail(Failure::port_invalid, text.substr(i));
    if (value <= 0xFFFF) value = value * 10 + static_cast<unsigned>(text[i] - '0');
  }
  if (value > 0xFFFF) return fail(Failure::port_out_of_range, text);
  if (text.empty() || value == default_port(special_)) return true;
  char digits[5];
  std::size_t n = sizeof digits;
  do {
    digits[--n] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  out_ += ':';
  out_.append(digits + n, sizeof digits - n);
  return true;
}

// Path start state.
bool WhatwgParser::path_start(std::string_view rest) {
  begin_path();
  if (!is_special() && (rest.empty() || kEndOfPath(rest[0]))) return query_and_fragment(rest);
  return path(begins_with_slash(rest) ? rest.substr(1) : rest);
}

void WhatwgParser::begin_path() { path_begin_ = out_.size(); }

// Path state; the slash before the first segment is passed, and the path may hold what it takes
// over from the base.
bool WhatwgParser::path(std::string_view rest) {
  if (plain_ && has_host_ && special_ != Special::file) {
    out_ += '/';
    if (append_plain(rest, 0)) return true;
    out_.pop_back();
  }
  const std::string_view text = rest.substr(0, find_first(rest, kEndOfPath));
  segments(text);
  // URL serializing (4.5): without a host a path that begins with an empty segment needs "/.".
  if (!has_host_ && std::string_view(out_).substr(path_begin_).starts_with("//")) {
    out_.insert(path_begin_, "/.");
    path_begin_ += 2;
  }
  return query_and_fragment(rest.substr(text.size()));
}

void WhatwgParser::segments(std::string_view text) {
  for (bool more = true; more;) {
    std::size_t end = 0;
    while (end < text.size() && !is_slash(text[end])) ++end;
    const std::string_view segment = text.substr(0, end);
    more = end < text.size();
    text.remove_prefix(more ? end + 1 : end);
    if (is_double_dot(segment)) {
      shorten_path();
      if (!more) out_ += '/';
    } else if (is_single_dot(segment)) {
      if (!more) out_ += '/';
    } else {
      const bool first = out_.size() == path_begin_;
      out_ += '/';
      append_encoded(segment, sets::kPath, out_);
      if (first && special_ == Special::file && is_drive_letter(segment)) out_.back() = ':';
    }
  }
}

// Shorten a URL's path (4.1).
void WhatwgParser::shorten_path() {
  const std::string_view path = std::string_view(out_).substr(path_begin_);
  if (special_ == Special::file && is_drive_letter_path(path)) return;
  const std::size_t slash = path.rfind('/');
  if (slash != std::string_view::npos) out_.resize(path_begin_ + slash);
}

// Opaque path state.
bool WhatwgParser::opaque_path(std::string_view rest) {
  opaque_path_ = true;
  begin_path();
  const std::string_view text = rest.substr(0, find_first(rest, kEndOfPath));
  append_encoded(text, sets::kC0Control, out_);
  if (text.ends_with(' ') && text.size() < rest.size()) {
    out_.pop_back();
    out_.append("%20");
  }
  return query_and_fragment(rest.substr(text.size()));
}

// Where the path ends: "?", "#" or the end of the input.
bool WhatwgParser::query_and_fragment(std::string_view rest) {
  path_end_ = query_end_ = out_.size();
  if (rest.starts_with('?')) return query(rest.substr(1));
  if (rest.starts_with('#')) return fragment(rest.substr(1));
  return true;
}

// Query state.
bool WhatwgParser::query(std::string_view rest) {
  const std::string_view text = rest.substr(0, find_or_end(rest, '#'));
  out_ += '?';
  append_encoded(text, is_special() ? sets::kSpecialQuery : sets::kQuery, out_);
  query_end_ = out_.size();
  if (text.size() == rest.size()) return true;
  return fragment(rest.substr(text.size() + 1));
}

// Fragment state.
bool WhatwgParser::fragment(std::string_view rest) {
  out_ += '#';
  append_encoded(rest, sets::kFragment, out_);
  return true;
}

}  // namespace basewalk::url
