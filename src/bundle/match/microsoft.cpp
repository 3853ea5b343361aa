// SPDX-License-Identifier: MIT
#include "bundle/match/microsoft.h"

#include <algorithm>

#include "basewalk/url/url.h"
#include "bundle/match/label.h"
#include "text/ascii.h"

namespace basewalk::bundle {
namespace {

bool is_slash(char c) { return c == '/' || c == '\\'; }

// "C:\", "c|/", "C:" alone.
bool has_drive(std::string_view path) {
  return path.size() >= 2 && ascii::is_alpha(path[0]) && (path[1] == ':' || path[1] == '|') &&
         (path.size() == 2 || is_slash(path[2]));
}

// Backslashes are slashes, but in a query and a fragment.
void append_slashed(std::string& out, std::string_view path) {
  const std::size_t end = std::min(path.find_first_of("?#"), path.size());
  for (const char c : path.substr(0, end)) out += c == '\\' ? '/' : c;
  out.append(path.substr(end));
}

// The letter of a drive is in upper case, as browsers on Windows write it.
std::string file_of_drive(std::string_view path) {
  std::string out = "file:///";
  out += ascii::is_lower(path[0]) ? static_cast<char>(path[0] & ~0x20) : path[0];
  out += ':';
  append_slashed(out, path.substr(2));
  return out;
}

// A path or file: URL as other readers write it; as it stands where it is neither.
std::string read_path(std::string_view text) {
  if (text.size() > 2 && has_drive(text)) return file_of_drive(text);
  std::string out;
  if (const auto rest = after_scheme(text, "file")) {
    std::size_t slashes = 0;
    while (slashes < rest->size() && is_slash((*rest)[slashes])) ++slashes;
    const std::string_view path = rest->substr(slashes);
    if (has_drive(path)) return file_of_drive(path);
    if (slashes < 2) return std::string(text);
    // Four and more: "file:///\\server\share".
    out = slashes == 3 ? "file:///" : "file://";
    append_slashed(out, path);
  } else if (text.starts_with("\\\\")) {
    out = "file://";
    append_slashed(out, text.substr(2));
  } else if (url::scheme_of(text).empty()) {
    append_slashed(out, text);
  } else {
    out = text;
  }
  return out;
}

// What stands behind the "!".
std::optional<std::string_view> inside_bundle(std::string_view text) {
  const std::optional<std::string_view> rest = after_scheme(text, "mhtml");
  if (!rest) return {};
  const std::size_t mark = rest->find('!');
  if (mark == std::string_view::npos) return std::string_view();
  return ascii::trim(rest->substr(mark + 1));
}

}  // namespace

std::optional<std::string> read_microsoft(std::string_view text) {
  text = ascii::trim(text);
  const std::optional<std::string_view> inside = inside_bundle(text);
  if (inside && inside->empty()) return {};
  std::string read = read_path(inside.value_or(text));
  if (read == text) return {};
  return read;
}

bool names_bundle(std::string_view text) {
  const std::optional<std::string_view> inside = inside_bundle(ascii::trim(text));
  return inside && inside->empty();
}

}  // namespace basewalk::bundle
