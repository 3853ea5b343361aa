// SPDX-License-Identifier: MIT
#include "worker/documents/shortcut/shortcut.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "text/ascii.h"
#include "text/base64.h"
#include "text/binary/utf16.h"
#include "worker/documents/may_have_url.h"
#include "worker/programs.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;

// A file of lines, by its byte order mark or, without one, by its zeros.
std::string as_utf8(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return std::string(bytes.substr(3));
  if (bytes.starts_with("\xFF\xFE"))
    return text::utf8_of_utf16(bytes.substr(2), text::Endian::little);
  if (bytes.starts_with("\xFE\xFF")) return text::utf8_of_utf16(bytes.substr(2), text::Endian::big);
  if (bytes.size() >= 4 && bytes[1] == '\0' && bytes[3] == '\0' && bytes[0] != '\0')
    return text::utf8_of_utf16(bytes, text::Endian::little);
  return std::string(bytes);
}

// Keys whose value is a URL or a path, and those in which one may stand.
constexpr std::string_view kReferences[] = {
    "url",     "baseurl",          "iconfile",     "icon",      "orig_url",
    "origurl", "workingdirectory", "iconresource", "wallpaper", "brandimage"};
constexpr std::string_view kTexts[] = {"exec",  "tryexec", "path", "comment",
                                       "prop3", "prop4",   "open", "shellexecute"};
// Keys of a connection to a remote desktop whose value is a host, and maybe a port.
constexpr std::string_view kHosts[] = {"full address", "alternate full address", "gatewayhostname",
                                       "kdcproxyname"};

// Keys whose value is a command: that of a desktop entry, of a theme, those of autorun.inf.
bool is_command(std::string_view key) {
  return key == "exec" || key == "scrnsave.exe" || key == "open" || key == "shellexecute" ||
         (key.starts_with("shell\\") && key.ends_with("\\command"));
}

// "C:\x.dll,-3": the number of an icon in a file.
std::string_view without_index(std::string_view value) {
  const std::size_t comma = value.rfind(',');
  if (comma == std::string_view::npos) return value;
  std::string_view digits = value.substr(comma + 1);
  if (digits.starts_with('-')) digits.remove_prefix(1);
  const bool is_index =
      !digits.empty() && std::all_of(digits.begin(), digits.end(), ascii::is_digit);
  return is_index ? value.substr(0, comma) : value;
}

// "full address:s:host:3389": a key, a type of one letter, a value.  Where the type stands, or
// none.
std::size_t type_of_connection(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon > line.find('=') || line.size() - colon < 3)
    return std::string_view::npos;
  return ascii::is_alpha(line[colon + 1]) && line[colon + 2] == ':' ? colon + 1
                                                                    : std::string_view::npos;
}

// What Windows keeps beside it of a URL with other letters: the same in UTF-7 (RFC 2152), in which
// "+...-" are digits of base64 of UTF-16, and "+-" is a plus.
bool is_in_utf7(std::string_view section) {
  constexpr std::string_view kEnding = ".w]";
  return section.size() > kEnding.size() &&
         ascii::iequals(section.substr(section.size() - kEnding.size()), kEnding);
}

std::string utf8_of_utf7(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t plus = std::min(text.find('+', at), text.size());
    out += text.substr(at, plus - at);
    if (plus == text.size()) break;
    at = plus + 1;
    const std::size_t begin = at;
    while (at < text.size() && (ascii::is_alnum(text[at]) || text[at] == '+' || text[at] == '/'))
      ++at;
    std::string units;
    text::append_base64_decoded(units, text.substr(begin, at - begin));
    // What is left of the last digits is no unit.
    units.resize(units.size() - units.size() % 2);
    out += text::utf8_of_utf16(units, text::Endian::big);
    const bool ends = at < text.size() && text[at] == '-';
    if (ends && at == begin) out += '+';
    if (ends) ++at;
  }
  return out;
}

// A number or bytes are no host; a URL may stand in them.
void tell_connection(const std::string& key, char type, std::string_view value,
                     DocumentSink& sink) {
  const bool is_text = ascii::to_lower(type) == 's';
  if (value.empty() || (!is_text && !may_have_url(value))) return;
  DocumentReference reference;
  reference.element = "shortcut";
  reference.uses_base = false;
  std::string url;
  if (is_text && ascii::is_one_of(kHosts, key)) {
    url = std::string("rdp://").append(value);
    reference.raw = url;
    reference.attribute = key;
  } else {
    reference.raw = value;
    reference.is_text = true;
  }
  sink.reference(reference);
}

}  // namespace

void open_shortcut(const Document& document, DocumentSink& sink) {
  const std::string text = as_utf8(document.bytes);
  bool is_utf7 = false, has_command = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    const std::string_view line = ascii::trim(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
    const std::size_t equals = line.find('=');
    const bool is_comment = line.starts_with(';') || line.starts_with('#');
    if (line.starts_with('[') && equals == line.npos) is_utf7 = is_in_utf7(line);
    const std::size_t type = is_comment ? line.npos : type_of_connection(line);
    if (type != line.npos) {
      tell_connection(ascii::lowered(ascii::trim(line.substr(0, type - 1))), line[type],
                      ascii::trim(line.substr(type + 2)), sink);
      continue;
    }
    // What no program reads.
    if (is_comment || equals == line.npos) {
      if (is_worth_searching(line)) sink.text({"text/plain", line, "shortcut"});
      continue;
    }
    // "Icon[de]", "URL[$e]": of a locale, or with variables.
    const std::string key =
        ascii::lowered(ascii::trim(line.substr(0, std::min(equals, line.find('[')))));
    std::string_view value = ascii::trim(line.substr(equals + 1));
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    if (key == "iconresource" || key == "icon") value = without_index(value);
    const std::string meant = is_utf7 ? utf8_of_utf7(value) : std::string();
    if (is_utf7) value = meant;
    if (value.empty()) continue;
    has_command = has_command || is_command(key);
    DocumentReference reference;
    reference.raw = value;
    reference.element = "shortcut";
    reference.attribute = key;
    reference.uses_base = false;
    const bool is_reference = ascii::is_one_of(kReferences, key);
    // The name of an icon is none.
    const bool is_path = value.find_first_of("/\\:") != std::string_view::npos;
    reference.is_text = !is_reference;
    const bool is_known = is_reference || ascii::is_one_of(kTexts, key);
    if (!is_known) reference.attribute = {};
    if (!is_reference || key == "url" || is_path) sink.reference(reference);
  }
  if (has_command) sink.lack(Lack::no_opener, "", kCommand);
}

}  // namespace basewalk::worker
