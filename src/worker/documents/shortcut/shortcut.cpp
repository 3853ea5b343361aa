// SPDX-License-Identifier: MIT
#include "worker/documents/shortcut/shortcut.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "text/ascii.h"
#include "worker/documents/utf16.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;

// A file of lines, by its byte order mark or, without one, by its zeros.
std::string as_utf8(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return std::string(bytes.substr(3));
  if (bytes.starts_with("\xFF\xFE")) return utf8_of_utf16(bytes.substr(2), Endian::little);
  if (bytes.starts_with("\xFE\xFF")) return utf8_of_utf16(bytes.substr(2), Endian::big);
  if (bytes.size() >= 4 && bytes[1] == '\0' && bytes[3] == '\0' && bytes[0] != '\0')
    return utf8_of_utf16(bytes, Endian::little);
  return std::string(bytes);
}

// Keys whose value is a URL or a path, and those in which one may stand.
constexpr std::string_view kReferences[] = {"url",      "baseurl", "iconfile",        "icon",
                                            "orig_url", "origurl", "workingdirectory"};
constexpr std::string_view kTexts[] = {"exec", "tryexec", "path", "comment", "prop3", "prop4"};

}  // namespace

void open_shortcut(const Document& document, DocumentSink& sink) {
  const std::string text = as_utf8(document.bytes);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    const std::string_view line = ascii::trim(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || line.starts_with(';') || line.starts_with('#'))
      continue;
    // "Icon[de]", "URL[$e]": of a locale, or with variables.
    const std::string key =
        ascii::lowered(ascii::trim(line.substr(0, std::min(equals, line.find('[')))));
    std::string_view value = ascii::trim(line.substr(equals + 1));
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    if (value.empty()) continue;
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
}

}  // namespace basewalk::worker
