// SPDX-License-Identifier: MIT
#include "bundle/file_names.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "basewalk/bundle/files.h"
#include "basewalk/url/url.h"
#include "text/ascii.h"
#include "text/foreign/icu_error.h"
#include "text/hex.h"
#include "text/siphash.h"
#include "text/utf8.h"

namespace basewalk::bundle {
namespace {

// Longer labels are looked at from their end: it is there that a name is.
constexpr std::size_t kLookedAt = 1024;

struct Extension {
  std::string_view ending;
  std::string_view media_type;
};

// Of one type the first is the one to add.
constexpr Extension kExtensions[] = {
    {".html", "text/html"},
    {".htm", "text/html"},
    {".xhtml", "application/xhtml+xml"},
    {".xht", "application/xhtml+xml"},
    {".css", "text/css"},
    {".svg", "image/svg+xml"},
    {".js", "text/javascript"},
    {".mjs", "text/javascript"},
    {".js", "application/javascript"},
    {".mjs", "application/javascript"},
    {".js", "application/x-javascript"},
    {".json", "application/json"},
    {".xml", "application/xml"},
    {".xml", "text/xml"},
    {".txt", "text/plain"},
    {".vtt", "text/vtt"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".jpeg", "image/jpeg"},
    {".jpe", "image/jpeg"},
    {".jfif", "image/jpeg"},
    {".jpg", "image/jpg"},
    {".jpg", "image/pjpeg"},
    {".gif", "image/gif"},
    {".webp", "image/webp"},
    {".avif", "image/avif"},
    {".apng", "image/apng"},
    {".bmp", "image/bmp"},
    {".ico", "image/x-icon"},
    {".ico", "image/vnd.microsoft.icon"},
    {".tif", "image/tiff"},
    {".tiff", "image/tiff"},
    {".emz", "image/x-emz"},
    {".wmz", "image/x-wmz"},
    {".woff2", "font/woff2"},
    {".woff2", "application/font-woff2"},
    {".woff", "font/woff"},
    {".woff", "application/font-woff"},
    {".ttf", "font/ttf"},
    {".ttf", "application/x-font-ttf"},
    {".otf", "font/otf"},
    {".mp4", "video/mp4"},
    {".m4v", "video/mp4"},
    {".webm", "video/webm"},
    {".ogv", "video/ogg"},
    {".mp3", "audio/mpeg"},
    {".m4a", "audio/mp4"},
    {".ogg", "audio/ogg"},
    {".oga", "audio/ogg"},
    {".wav", "audio/wav"},
    {".pdf", "application/pdf"},
    {".mhtml", "application/x-mimearchive"},
    {".eml", "message/rfc822"},
};

// Types of which browsers show a file as a page: only what was rewritten as one gets their endings.
constexpr std::string_view kPages[] = {
    "text/html", "application/xhtml+xml",     "image/svg+xml", "application/xml",
    "text/xml",  "application/x-mimearchive", "message/rfc822"};

// Of other types: endings that no browser and no desktop takes for a page, a sheet, a script, a
// link or a message.  What a browser makes of an ending that is not here is a matter of the
// machine, which may know it as one of HTML (.shtml, .xhtm, .phtml, .xml of any kind, .eml).
constexpr std::string_view kInert[] = {
    ".png", ".jpg",  ".jpeg", ".jpe",   ".jfif", ".gif", ".webp", ".avif", ".apng", ".bmp",
    ".ico", ".tif",  ".tiff", ".emz",   ".wmz",  ".emf", ".wmf",  ".heic", ".heif", ".jxl",
    ".jp2", ".psd",  ".woff", ".woff2", ".ttf",  ".otf", ".eot",  ".mp4",  ".m4v",  ".webm",
    ".ogv", ".mp3",  ".m4a",  ".ogg",   ".oga",  ".wav", ".flac", ".aac",  ".opus", ".mov",
    ".avi", ".mkv",  ".mpg",  ".mpeg",  ".3gp",  ".txt", ".vtt",  ".csv",  ".ics",  ".vcf",
    ".pdf", ".doc",  ".docx", ".xls",   ".xlsx", ".ppt", ".pptx", ".odt",  ".ods",  ".odp",
    ".rtf", ".epub", ".mso",  ".thmx",  ".zip",  ".gz",  ".tgz",  ".bz2",  ".xz",   ".zst",
    ".7z",  ".rar",  ".tar",  ".swf",   ".wasm", ".bin", ".dat",  ".ini",  ".json"};

// Names that Windows gives to devices, and files that it acts on.
constexpr std::string_view kDevices[] = {"con", "prn", "aux", "nul", "conin", "conout", "clock"};
constexpr std::string_view kActedOn[] = {"desktop.ini", "autorun.inf", "thumbs.db"};

std::string_view ending_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot);
}

// `ending` is one that a file of that type may have, or an inert one where none is known for the
// type.
bool fits(std::string_view ending, std::string_view media_type) {
  bool known = false;
  for (const Extension& e : kExtensions) {
    if (e.media_type != media_type) continue;
    known = true;
    if (ascii::iequals(e.ending, ending)) return true;
  }
  if (known) return false;
  return ascii::iis_one_of(kInert, ending);
}

std::string_view ending_for(std::string_view media_type) {
  for (const Extension& e : kExtensions)
    if (e.media_type == media_type) return e.ending;
  return ".bin";
}

bool is_plain(char c) {
  return ascii::is_alnum(c) || c == '.' || c == '_' || c == '-' || c == '+' || c == '@' ||
         c == '=' || c == ',';
}

bool is_allowed(char32_t c) {
  if (c < 0x80) return is_plain(static_cast<char>(c));
  const auto code_point = static_cast<UChar32>(c);
  // These cannot be seen: zero width characters, fillers, variation selectors.
  if (u_hasBinaryProperty(code_point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) return false;
  return (U_GET_GC_MASK(code_point) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK | U_GC_SO_MASK)) !=
         0;
}

std::u16string to_utf16(std::string_view text) {
  std::u16string out(text.size(), u'\0');
  UErrorCode error = U_ZERO_ERROR;
  std::int32_t length = 0;
  u_strFromUTF8WithSub(out.data(), static_cast<std::int32_t>(out.size()), &length, text.data(),
                       static_cast<std::int32_t>(text.size()), 0xFFFD, nullptr, &error);
  out.resize(U_SUCCESS(error) ? static_cast<std::size_t>(length) : 0);
  return out;
}

std::string to_utf8(const std::u16string& text) {
  std::string out(text.size() * 3, '\0');
  UErrorCode error = U_ZERO_ERROR;
  std::int32_t length = 0;
  u_strToUTF8WithSub(out.data(), static_cast<std::int32_t>(out.size()), &length, text.data(),
                     static_cast<std::int32_t>(text.size()), 0xFFFD, nullptr, &error);
  out.resize(U_SUCCESS(error) ? static_cast<std::size_t>(length) : 0);
  return out;
}

std::u16string normalized(const UNormalizer2* form, const std::u16string& text) {
  // The longest expansion is 18 (U+FDFA), and case folding adds to it.
  std::u16string out(text.size() * 20 + 8, u'\0');
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t length =
      unorm2_normalize(form, text.data(), static_cast<std::int32_t>(text.size()), out.data(),
                       static_cast<std::int32_t>(out.size()), &error);
  if (text::has_failed(error)) return text;
  out.resize(static_cast<std::size_t>(length));
  return out;
}

std::string in_nfc(const std::string& text) {
  if (utf8::is_ascii(text)) return text;
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2* const nfc = unorm2_getNFCInstance(&error);
  return text::has_failed(error) ? text : to_utf8(normalized(nfc, to_utf16(text)));
}

// What is left of a text when all that no name may hold is taken out; runs of that become one "_".
std::string cleaned(std::string_view text) {
  std::string out;
  bool gap = false;
  while (!text.empty()) {
    const utf8::Sequence sequence = utf8::first(text);
    if (sequence.valid && is_allowed(sequence.code_point)) {
      if (gap && !out.empty()) out += '_';
      gap = false;
      out.append(text.substr(0, sequence.length));
    } else {
      gap = true;
    }
    text.remove_prefix(sequence.length);
  }
  return in_nfc(out);
}

std::string_view without_edges(std::string_view name) {
  while (!name.empty() && (name.front() == '.' || name.front() == '-' || name.front() == '_'))
    name.remove_prefix(1);
  while (!name.empty() && (name.back() == '.' || name.back() == '_')) name.remove_suffix(1);
  return name;
}

// "con", "COM1.txt", "LPT².x": by the name before the first dot.
bool is_device(std::string_view name) {
  const std::string folded = folded_name(name);
  if (std::find(std::begin(kActedOn), std::end(kActedOn), folded) != std::end(kActedOn))
    return true;
  const std::string_view stem = std::string_view(folded).substr(0, folded.find('.'));
  if (std::find(std::begin(kDevices), std::end(kDevices), stem) != std::end(kDevices)) return true;
  return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) &&
         ascii::is_digit(stem[3]);
}

// The same in each run.
std::string hash_of(std::string_view text) {
  constexpr SipKey kKey{0x6261736577616c6b, 0x70617468};
  std::uint64_t left = SipHash(kKey)(text);
  std::string out;
  for (int i = 0; i < 16; ++i, left >>= 4) out += "0123456789abcdef"[left & 15];
  return out;
}

}  // namespace

std::string folded_name(std::string_view name) {
  if (utf8::is_ascii(name)) return ascii::lowered(name);
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2* const fold = unorm2_getNFKCCasefoldInstance(&error);
  if (text::has_failed(error)) return std::string(name);
  // Systems that compare by upper case join some letters that folding keeps apart.
  const std::u16string once = normalized(fold, to_utf16(name));
  std::u16string upper(once.size() * 3 + 1, u'\0');
  const std::int32_t length =
      u_strToUpper(upper.data(), static_cast<std::int32_t>(upper.size()), once.data(),
                   static_cast<std::int32_t>(once.size()), "", &error);
  if (text::has_failed(error)) return to_utf8(once);
  upper.resize(static_cast<std::size_t>(length));
  return to_utf8(normalized(fold, upper));
}

bool is_safe_name(std::string_view name) {
  if (name.empty() || name.size() > 255 || is_device(name)) return false;
  if (name.front() == '.' || name.front() == '-' || name.back() == '.') return false;
  for (std::string_view rest = name; !rest.empty();) {
    const utf8::Sequence sequence = utf8::first(rest);
    if (!sequence.valid || !is_allowed(sequence.code_point)) return false;
    rest.remove_prefix(sequence.length);
  }
  return true;
}

std::string name_in_label(std::string_view label) {
  const url::Components parts = url::split(label, url::Rules::rfc3986);
  std::string_view piece = parts.path;
  if (parts.scheme.present &&
      (ascii::iequals(parts.scheme.text, "cid") || ascii::iequals(parts.scheme.text, "mid"))) {
    piece = piece.substr(0, piece.find('@'));
  } else if (parts.scheme.present && ascii::iequals(parts.scheme.text, "data")) {
    return {};
  }
  while (!piece.empty() && (piece.back() == '/' || piece.back() == '\\')) piece.remove_suffix(1);
  const std::size_t slash = piece.find_last_of("/\\");
  if (slash != std::string_view::npos) piece.remove_prefix(slash + 1);
  if (piece.empty()) piece = url::host_of_authority(parts.authority.text);
  if (piece.size() > kLookedAt) piece.remove_prefix(piece.size() - kLookedAt);
  std::string out = text::unescaped(piece);
  // An escape may have hidden a separator.
  const std::size_t inner = out.find_last_of("/\\");
  if (inner != std::string::npos && inner + 1 < out.size()) out.erase(0, inner + 1);
  return out;
}

std::string_view media_type_of_name(std::string_view name) {
  const std::string_view ending = ending_of(name);
  for (const Extension& e : kExtensions)
    if (!ending.empty() && ascii::iequals(e.ending, ending)) return e.media_type;
  return {};
}

bool has_fragments(std::string_view media_type) {
  return !media_type.starts_with("image/") || media_type.find("svg") != std::string_view::npos;
}

std::string reference_to(std::string_view name) {
  std::string out;
  text::append_escaped(
      out, name, [](char c) { return ascii::is_alnum(c) || c == '.' || c == '_' || c == '-'; });
  return out;
}

std::string safe_path(std::string_view path) {
  std::string out;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t slash = std::min(path.find('/', at), path.size());
    const std::string_view segment = path.substr(at, slash - at);
    at = slash + 1;
    if (segment.empty() || segment == "." || segment == "..") continue;
    if (!out.empty()) out += '/';
    if (segment.size() <= kLongestFileName && is_safe_name(segment)) {
      out += segment;
      continue;
    }
    constexpr std::size_t kDigits = 16;
    std::string name(without_edges(cleaned(segment.substr(0, kLookedAt))));
    name = utf8::cut(name, kLongestFileName - kDigits - 2);
    if (name.empty() || is_device(name)) name.insert(0, "_");
    out.append(name).append("-").append(hash_of(segment));
  }
  return out;
}

void FileNames::reserve(std::string_view name) { taken_.insert(folded_name(name)); }

std::string FileNames::take(std::string_view wanted, std::string_view media_type, bool is_clean) {
  if (!is_clean && ascii::is_one_of(kPages, media_type)) media_type = {};
  if (wanted.size() > kLookedAt) wanted.remove_prefix(wanted.size() - kLookedAt);
  const std::string clean = cleaned(wanted);
  std::string_view stem = without_edges(clean);
  std::string ending(ending_of(stem));
  if (!ending.empty() && ending.size() <= 12 && fits(ending, media_type)) {
    stem.remove_suffix(ending.size());
  } else {
    ending = ending_for(media_type);
  }
  stem = without_edges(stem);
  constexpr std::size_t kNumber = 8;  // "-1000000"
  std::string name(utf8::cut(stem, kLongestFileName - kNumber - 1 - ending.size()));
  name = without_edges(name);
  if (name.empty()) name = "part";
  if (is_device(name + ending)) name.insert(0, 1, '_');

  std::string full = name + ending;
  const std::string key = folded_name(full);
  if (taken_.insert(key).second) return full;
  std::size_t& number = numbers_.try_emplace(key, 1).first->second;
  do {
    full = name + '-' + std::to_string(++number) + ending;
  } while (!taken_.insert(folded_name(full)).second);
  return full;
}

}  // namespace basewalk::bundle
