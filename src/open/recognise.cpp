// SPDX-License-Identifier: MIT
#include "open/recognise.h"

#include <algorithm>
#include <iterator>

#include "text/ascii.h"

namespace basewalk::open {
namespace {

using namespace std::string_view_literals;

struct Known {
  Kind kind;
  std::string_view name, opener;
};

constexpr Known kPdf{Kind::pdf, "pdf", "pdf"};
constexpr Known kZip{Kind::archive, "zip", "zip"};
constexpr Known kOle{Kind::office, "ole", "cfb"};
constexpr Known kMsg{Kind::outlook, "msg", "cfb"};
constexpr Known kTnef{Kind::outlook, "tnef", "tnef"};
constexpr Known kRtf{Kind::rtf, "rtf", "rtf"};
constexpr Known kArchive{Kind::archive, "archive", "archive"};
constexpr Known kApple{Kind::archive, "apple", "apple"};
constexpr Known kPropertyList{Kind::archive, "plist", "plist"};
constexpr Known kWebArchive{Kind::archive, "webarchive", "webarchive"};
constexpr Known kFolderStore{Kind::archive, "ds-store", "folder-store"};
constexpr Known kSmime{Kind::smime, "smime", "smime"};
constexpr Known kPgp{Kind::openpgp, "openpgp", "openpgp"};
constexpr Known kShellLink{Kind::shortcut, "lnk", "lnk"};
constexpr Known kShortcut{Kind::shortcut, "url", "shortcut"};
constexpr Known kOneNote{Kind::onenote, "onenote", "onenote"};
constexpr Known kPicture{Kind::picture, "picture", "picture"};
constexpr Known kFlatOdf{Kind::office, "flat-odf", "flat"};
// Documents that are one XML file, by the name of their root; the worker looks at its namespace.
struct Root {
  std::string_view local;
  Known known;
};
constexpr Root kRoots[] = {
    {"document", kFlatOdf},
    // Of a package that is none but for its name, as to Gnumeric.
    {"document-content", kFlatOdf},
    {"wordDocument", {Kind::office, "word-xml", "flat"}},
    {"Workbook", {Kind::office, "excel-xml", "flat"}},
    {"package", {Kind::office, "flat-opc", "flat"}},
    {"xdp", {Kind::office, "xdp", "flat"}},
    {"FictionBook", {Kind::office, "fb2", "flat"}},
};
constexpr Known kFlat{Kind::office, "office-xml", "flat"};

struct Magic {
  std::string_view bytes;
  std::size_t offset;
  Known known;
};
constexpr Magic kMagic[] = {
    {"PK\3\4"sv, 0, kZip},
    {"PK\5\6"sv, 0, kZip},
    {"PK\7\10PK"sv, 0, kZip},
    {"PK00PK"sv, 0, kZip},
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, 0, kOle},
    {"\x78\x9F\x3E\x22"sv, 0, kTnef},
    {"7z\xBC\xAF\x27\x1C"sv, 0, kArchive},
    {"Rar!\x1A\7"sv, 0, kArchive},
    {"\x1F\x8B\10"sv, 0, kArchive},
    {"BZh"sv, 0, kArchive},
    {"\xFD\x37zXZ\0"sv, 0, kArchive},
    {"\x28\xB5\x2F\xFD"sv, 0, kArchive},
    {"\4\x22\x4D\x18"sv, 0, kArchive},
    {"LZIP\1"sv, 0, kArchive},
    {"MSCF\0\0\0\0"sv, 0, kArchive},
    {"xar!"sv, 0, kArchive},
    {"!<arch>\n"sv, 0, kArchive},
    {"\xED\xAB\xEE\xDB"sv, 0, kArchive},
    {"070707"sv, 0, kArchive},
    {"070701"sv, 0, kArchive},
    {"\x60\xEA"sv, 0, {Kind::archive, "arj", "archive"}},
    {"-lh"sv, 2, kArchive},
    {"ustar"sv, 257, kArchive},
    {"\0\5\x16\0\0"sv, 0, kApple},
    {"\0\5\x16\7\0"sv, 0, kApple},
    {"bplist0"sv, 0, kPropertyList},
    {"\0\0\0\1Bud1"sv, 0, kFolderStore},
    {"L\0\0\0\1\x14\2\0"sv, 0, kShellLink},
    {"\xE4\x52\x5C\x7B\x8C\xD8\xA7\x4D"sv, 0, kOneNote},
    {"\xA1\x2F\xFF\x43\xD9\xEF\x76\x4C"sv, 0, kOneNote},
    {"\x89PNG\r\n\x1A\n"sv, 0, kPicture},
    {"\xFF\xD8\xFF"sv, 0, kPicture},
    {"GIF87a"sv, 0, kPicture},
    {"GIF89a"sv, 0, kPicture},
    {"WEBP"sv, 8, kPicture},
    {"II*\0"sv, 0, kPicture},
    {"MM\0*"sv, 0, kPicture},
    {"-----BEGIN PGP MESSAGE"sv, 0, kPgp},
    {"-----BEGIN PGP SIGNED MESSAGE"sv, 0, kPgp},
    {"-----BEGIN PKCS7"sv, 0, kSmime},
    {"-----BEGIN CMS"sv, 0, kSmime},
};

struct Named {
  std::string_view text;
  Known known;
};
// What the name of a file says; asked for where the bytes do not tell.
constexpr Named kEndings[] = {
    {".pdf", kPdf},          {".zip", kZip},
    {".docx", kZip},         {".docm", kZip},
    {".xlsx", kZip},         {".xlsm", kZip},
    {".pptx", kZip},         {".pptm", kZip},
    {".odt", kZip},          {".ods", kZip},
    {".odp", kZip},          {".epub", kZip},
    {".jar", kZip},          {".xlsb", kZip},
    {".ppsx", kZip},         {".dotx", kZip},
    {".doc", kOle},          {".xls", kOle},
    {".ppt", kOle},          {".msg", kMsg},
    {".rtf", kRtf},          {".tnef", kTnef},
    {".7z", kArchive},       {".rar", kArchive},
    {".tar", kArchive},      {".tgz", kArchive},
    {".gz", kArchive},       {".bz2", kArchive},
    {".xz", kArchive},       {".zst", kArchive},
    {".lz4", kArchive},      {".iso", kArchive},
    {".img", kArchive},      {".udf", kArchive},
    {".cab", kArchive},      {".lzh", kArchive},
    {".lha", kArchive},      {".cpio", kArchive},
    {".arj", kArchive},      {".svgz", kArchive},
    {".p7m", kSmime},        {".p7z", kSmime},
    {".p7b", kSmime},        {".pgp", kPgp},
    {".gpg", kPgp},          {".asc", kPgp},
    {".lnk", kShellLink},    {".url", kShortcut},
    {".website", kShortcut}, {".desktop", kShortcut},
    {".scf", kShortcut},     {".theme", kShortcut},
    {".rdp", kShortcut},     {".one", kOneNote},
    {".onetoc2", kOneNote},  {".onepkg", kArchive},
    {".png", kPicture},      {".jpg", kPicture},
    {".jpeg", kPicture},     {".gif", kPicture},
    {".webp", kPicture},     {".bmp", kPicture},
    {".tif", kPicture},      {".tiff", kPicture},
    {".fodt", kFlatOdf},     {".fods", kFlatOdf},
    {".fodp", kFlatOdf},     {".webarchive", kWebArchive},
};
constexpr Named kNames[] = {{"winmail.dat", kTnef},
                            {"win.dat", kTnef},
                            {"desktop.ini", kShortcut},
                            {"autorun.inf", kShortcut}};
constexpr Named kTypes[] = {
    {"application/pdf", kPdf},
    {"application/x-pdf", kPdf},
    {"application/zip", kZip},
    {"application/x-zip-compressed", kZip},
    {"application/epub+zip", kZip},
    {"application/msword", kOle},
    {"application/vnd.ms-excel", kOle},
    {"application/vnd.ms-powerpoint", kOle},
    {"application/vnd.ms-outlook", kMsg},
    {"application/ms-tnef", kTnef},
    {"application/vnd.ms-tnef", kTnef},
    {"application/rtf", kRtf},
    {"text/rtf", kRtf},
    {"application/gzip", kArchive},
    {"application/x-gzip", kArchive},
    {"application/x-tar", kArchive},
    {"application/x-7z-compressed", kArchive},
    {"application/x-rar-compressed", kArchive},
    {"application/vnd.rar", kArchive},
    {"application/x-bzip2", kArchive},
    {"application/x-xz", kArchive},
    {"application/zstd", kArchive},
    {"application/x-iso9660-image", kArchive},
    {"application/applefile", kApple},
    {"application/x-webarchive", kWebArchive},
    {"application/pkcs7-mime", kSmime},
    {"application/x-pkcs7-mime", kSmime},
    {"application/pgp", kPgp},
    {"application/onenote", kOneNote},
    {"application/msonenote", kOneNote},
    {"application/x-ms-shortcut", kShellLink},
    {"application/x-win-lnk", kShellLink},
    {"application/internet-shortcut", kShortcut},
    {"application/x-desktop", kShortcut},
    {"application/x-gnome-app-info", kShortcut},
    {"application/x-mswinurl", kShortcut},
    {"application/x-url", kShortcut},
    {"image/png", kPicture},
    {"image/apng", kPicture},
    {"image/jpeg", kPicture},
    {"image/jpg", kPicture},
    {"image/pjpeg", kPicture},
    {"image/gif", kPicture},
    {"image/webp", kPicture},
    {"image/bmp", kPicture},
    {"image/x-ms-bmp", kPicture},
    {"image/tiff", kPicture},
    {"image/x-portable-pixmap", kPicture},
    {"image/x-portable-graymap", kPicture},
    {"application/vnd.oasis.opendocument.text-flat-xml", kFlatOdf},
};

// XML 1.0 2.8: what may stand before the root.  The place behind a construct that ends there; npos
// where it does not end.
std::size_t end_of_construct(std::string_view text) {
  const auto behind = [&](std::string_view end, std::size_t from) {
    const std::size_t at = text.find(end, from);
    return at == text.npos ? at : at + end.size();
  };
  if (text.starts_with("<?")) return behind("?>", 2);
  if (text.starts_with("<!--")) return behind("-->", 4);
  // A declaration of the type: names in quotes, and what it declares itself, which is too far to
  // look behind.
  for (std::size_t at = 2; (at = text.find_first_of("[>\"'", at)) != text.npos; ++at) {
    if (text[at] == '>') return at + 1;
    if (text[at] == '[') break;
    at = text.find(text[at], at + 1);
    if (at == text.npos) break;
  }
  return text.npos;
}

// By the root of XML.  Where it stands behind the first bytes, or in two bytes a character, it may
// be one: of a file, which is opened by its name, and of what says that it is XML.
const Known* known_by_root(std::string_view bytes, bool is_file) {
  if (bytes.starts_with("\xFF\xFE<\0"sv) || bytes.starts_with("\xFE\xFF\0<"sv) ||
      bytes.starts_with("<\0?\0"sv) || bytes.starts_with("\0<\0?"sv))
    return is_file ? &kFlat : nullptr;
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  bytes = ascii::trim_left(bytes);
  if (!bytes.starts_with('<')) return nullptr;
  const bool may_be = is_file || bytes.starts_with("<?xml");
  while (bytes.starts_with("<?") || bytes.starts_with("<!")) {
    const std::size_t end = end_of_construct(bytes);
    if (end == bytes.npos) return may_be ? &kFlat : nullptr;
    bytes = ascii::trim_left(bytes.substr(end));
  }
  if (bytes.empty()) return may_be ? &kFlat : nullptr;
  if (!bytes.starts_with('<')) return nullptr;
  const std::size_t end = bytes.find_first_of(" \t\r\n/>", 1);
  if (end == bytes.npos) return may_be ? &kFlat : nullptr;
  std::string_view local = bytes.substr(1, end - 1);
  local.remove_prefix(local.find(':') + 1);
  for (const Root& each : kRoots)
    if (local == each.local) return &each.known;
  return nullptr;
}

const Known* known_by_bytes(std::string_view bytes) {
  for (const Magic& magic : kMagic)
    if (bytes.size() >= magic.offset && bytes.substr(magic.offset).starts_with(magic.bytes))
      return &magic.known;
  // A bitmap: its header's size behind the file's header.
  if (bytes.size() > 18 && bytes.starts_with("BM") && bytes.substr(15, 3) == "\0\0\0"sv)
    return &kPicture;
  // Word takes "{\rt" for RTF, blanks before it or not.
  std::string_view shown = bytes;
  if (shown.starts_with("\xEF\xBB\xBF")) shown.remove_prefix(3);
  if (ascii::trim_left(shown).starts_with("{\\rt")) return &kRtf;
  // ISO 32000 7.5.2, and readers that look for it in the first 1,024 bytes.
  if (bytes.find("%PDF-") != std::string_view::npos) return &kPdf;
  // A ContentInfo (RFC 5652 3) by the identifier of its type.
  constexpr std::string_view kPkcs7 = "\6\x09\x2A\x86\x48\x86\xF7\x0D\1\7"sv;
  constexpr std::string_view kSmimeType = "\6\x0B\x2A\x86\x48\x86\xF7\x0D\1\x09\x10\1"sv;
  if (bytes.starts_with('\x30') && (bytes.substr(0, 16).find(kPkcs7) != std::string_view::npos ||
                                    bytes.substr(0, 20).find(kSmimeType) != std::string_view::npos))
    return &kSmime;
  return nullptr;
}

const Known* known_by_name(std::string_view file_name, std::string_view media_type) {
  // Windows drops dots and blanks at the end.
  while (file_name.ends_with('.') || file_name.ends_with(' ')) file_name.remove_suffix(1);
  if (file_name.empty() && (media_type == "text/plain" || media_type == "text/html"))
    return nullptr;
  for (const Named& each : kEndings)
    if (file_name.size() >= each.text.size() &&
        ascii::iequals(file_name.substr(file_name.size() - each.text.size()), each.text))
      return &each.known;
  // Of a file in an archive its folder stands before it.
  const std::string_view name = file_name.substr(file_name.find_last_of("/\\") + 1);
  for (const Named& each : kNames)
    if (ascii::iequals(name, each.text)) return &each.known;
  for (const Named& each : kTypes)
    if (media_type == each.text) return &each.known;
  if (media_type.starts_with("application/vnd.openxmlformats") ||
      media_type.starts_with("application/vnd.oasis.opendocument") ||
      (media_type.starts_with("application/vnd.ms-") &&
       media_type.find("macroenabled") != std::string_view::npos))
    return &kZip;
  return nullptr;
}

bool is_same(const Known& a, const Known& b) { return a.opener == b.opener; }

// Is there what a program of that format looks for, wherever that may stand?
bool has_elsewhere(const Known& known, std::string_view bytes) {
  // APPNOTE 4.3.16: behind it stands a comment at most.
  constexpr std::size_t kBehindMembers = 0x10000 + 22;
  constexpr std::string_view kEndOfMembers = "PK\5\6"sv;
  // ECMA-119 6.2.1, ECMA-167 2/9.1.2: behind the area of the system.
  constexpr std::size_t kDescriptor = 0x8001;
  constexpr std::string_view kDiscs[] = {"CD001", "BEA01"};
  if (is_same(known, kPdf)) return bytes.substr(0, kBytesToRecognise).find("%PDF-") != bytes.npos;
  if (is_same(known, kZip)) {
    const std::size_t from = bytes.size() - std::min(bytes.size(), kBehindMembers);
    return bytes.find(kEndOfMembers, from) != bytes.npos;
  }
  if (!is_same(known, kArchive) || bytes.size() < kDescriptor) return false;
  return std::any_of(std::begin(kDiscs), std::end(kDiscs), [&](std::string_view each) {
    return bytes.substr(kDescriptor).starts_with(each);
  });
}

// Narrows down what it opens to what is asked for; false where that is nothing.
bool narrow(const Known& known, const Kinds& kinds, Format& format) {
  if (is_same(known, kZip)) {
    // What it is shows only inside.
    if (!kinds.has(Kind::archive) && !kinds.has(Kind::office)) return false;
    if (!kinds.has(Kind::archive)) {
      format.kind = Kind::office;
      format.opener = "office";
    } else if (!kinds.has(Kind::office)) {
      format.opener = "archive";
    }
    return true;
  }
  if (is_same(known, kOle)) return kinds.has(Kind::office) || kinds.has(Kind::outlook);
  return kinds.has(format.kind);
}

}  // namespace

std::optional<Format> recognise(std::string_view first_bytes, std::string_view file_name,
                                std::string_view media_type, const Kinds& kinds) {
  const Known* by_bytes = known_by_bytes(first_bytes);
  if (by_bytes == nullptr) by_bytes = known_by_root(first_bytes, !file_name.empty());
  const Known* known = by_bytes != nullptr ? by_bytes : known_by_name(file_name, media_type);
  if (known == nullptr) return std::nullopt;
  Format format{known->kind, known->name, known->opener, by_bytes != nullptr};
  if (!narrow(*known, kinds, format)) return std::nullopt;
  return format;
}

std::optional<Format> recognise_elsewhere(std::string_view bytes, const Format& first,
                                          std::string_view file_name, std::string_view media_type,
                                          const Kinds& kinds) {
  const Known* const known = known_by_name(file_name, media_type);
  if (known == nullptr || !first.by_bytes) return std::nullopt;
  Format format{known->kind, known->name, known->opener, true};
  if (!narrow(*known, kinds, format) || format.opener == first.opener) return std::nullopt;
  if (!has_elsewhere(*known, bytes)) return std::nullopt;
  return format;
}

bool ends_as_disc(std::string_view bytes) {
  constexpr std::size_t kEnd = 512;
  const std::string_view end = bytes.substr(bytes.size() - std::min(bytes.size(), kEnd));
  // The footer of an older VHD is one byte shorter.
  return end.starts_with("conectix") ||
         end.substr(std::min<std::size_t>(end.size(), 1)).starts_with("conectix") ||
         end.starts_with("koly");
}

}  // namespace basewalk::open
