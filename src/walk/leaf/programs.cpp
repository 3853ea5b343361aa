// SPDX-License-Identifier: MIT
#include "walk/leaf/programs.h"

#include <algorithm>
#include <iterator>

#include "text/ascii.h"
#include "walk/leaf/attached.h"

namespace basewalk {

bool is_opened_by_browser(const Message& message, std::uint32_t index, std::string_view type) {
  const mime::Part& part = message.parts[index];
  // What is declared as a text of another kind mail programs show, too, as whatever it looks like.
  if (text_kind(type) != mime::TextKind::html || !part.media_type.starts_with("text/")) return true;
  // RFC 2183 2.8: what nobody knows is as "attachment".
  for (std::uint32_t i = part.first_field; i < part.fields_end; ++i) {
    const mime::HeaderField& field = message.fields[i];
    if (ascii::iequals(message.name_of(field), "content-disposition") &&
        mime::parse_parameterized(message.value_of(field)).value != "inline")
      return true;
  }
  // Beside what is shown first, Outlook has it as an attachment.
  if (part.parent == mime::kNone || part.parent + 1 == index) return false;
  const std::string_view around = message.parts[part.parent].media_type;
  return around.starts_with("multipart/") && around != "multipart/alternative" &&
         around != "multipart/related";
}

namespace {

template <std::size_t types, std::size_t endings>
bool is_one_of(const std::string_view (&of_types)[types],
               const std::string_view (&of_names)[endings], std::string_view media_type,
               std::string_view file_name) {
  return ascii::is_one_of(of_types, media_type) ||
         std::any_of(std::begin(of_names), std::end(of_names),
                     [&](std::string_view ending) { return has_ending(file_name, ending); });
}

}  // namespace

bool is_program(std::string_view media_type, std::string_view file_name) {
  constexpr std::string_view kTypes[] = {"text/javascript", "text/ecmascript",  "text/x-javascript",
                                         "text/jscript",    "text/vbscript",    "text/vbs",
                                         "text/scriptlet",  "text/x-powershell"};
  // .js and the like by Windows Script Host, .msc by its console, commands in XML by its settings
  // and its sandbox and by the terminal of macOS, .reg by its registry, .py by Python where that is
  // installed, .xba by LibreOffice, whose extension it lies in; queries of Excel and connections,
  // which ask a server that they name.
  constexpr std::string_view kEndings[] = {
      ".js",       ".jse",  ".vbs",          ".vbe",  ".ws",
      ".wsf",      ".wsh",  ".wsc",          ".sct",  ".bat",
      ".cmd",      ".ps1",  ".exe",          ".reg",  ".msp",
      ".mst",      ".xbap", ".py",           ".pyw",  ".pyz",
      ".pyzw",     ".ahk",  ".au3",          ".odc",  ".dqy",
      ".oqy",      ".rqy",  ".udl",          ".ica",  ".scr",
      ".pif",      ".cpl",  ".jar",          ".msi",  ".msc",
      ".xll",      ".wll",  ".shb",          ".shs",  ".command",
      ".terminal", ".tool", ".gadget",       ".vsto", ".settingcontent-ms",
      ".wsb",      ".xba",  ".appcontent-ms"};
  return is_one_of(kTypes, kEndings, media_type, file_name);
}

bool is_name_without_ending(std::string_view, std::string_view file_name) {
  return !file_name.empty() && ending_of(file_name).empty();
}

bool is_web_archive(std::string_view media_type, std::string_view file_name) {
  constexpr std::string_view kTypes[] = {"application/x-webarchive"};
  constexpr std::string_view kEndings[] = {".webarchive"};
  return is_one_of(kTypes, kEndings, media_type, file_name);
}

bool is_encoded_file(std::string_view media_type, std::string_view file_name) {
  constexpr std::string_view kTypes[] = {"application/mac-binhex", "application/mac-binhex40",
                                         "application/x-binhex", "application/x-uuencode",
                                         "application/x-yencode"};
  constexpr std::string_view kEndings[] = {".uu",  ".uue", ".hqx", ".yenc", ".ync",
                                           ".bhx", ".xxe", ".b64", ".mim"};
  return is_one_of(kTypes, kEndings, media_type, file_name);
}

bool is_table(std::string_view media_type, std::string_view file_name) {
  constexpr std::string_view kTypes[] = {"text/csv",           "text/tab-separated-values",
                                         "application/csv",    "application/x-csv",
                                         "application/x-sylk", "application/vnd.ms-excel"};
  // A page or a text that is called a workbook is opened as one, too.
  constexpr std::string_view kEndings[] = {".csv", ".tsv", ".tab", ".slk", ".dif", ".xls", ".xlt"};
  return is_one_of(kTypes, kEndings, media_type, file_name);
}

bool is_named_otherwise(std::string_view, std::string_view file_name) {
  constexpr std::string_view kMedia[] = {
      // sounds and films
      "3g2", "3gp", "3gpp", "aac", "ac3", "adts", "aif", "aifc", "aiff", "amr", "ape", "asf", "au",
      "avi", "caf", "dss", "f4v", "flac", "flv", "gsm", "kar", "m1a", "m1v", "m2a", "m2ts", "m2v",
      "m4a", "m4b", "m4p", "m4r", "m4v", "mid", "midi", "mka", "mkv", "mov", "mp2", "mp3", "mp4",
      "mpa", "mpe", "mpeg", "mpg", "mpga", "mpv", "mts", "oga", "ogg", "ogv", "opus", "qt", "ra",
      "rm", "rmi", "rmvb", "snd", "spx", "ts", "vob", "wav", "wave", "weba", "webm", "wma", "wmv",
      // fonts
      "afm", "eot", "fntdata", "fon", "odttf", "otc", "otf", "pfa", "pfb", "pfm", "ttc", "ttf",
      "woff", "woff2",
      // signatures and keys
      "asc", "gpg", "key", "p7c", "p7m", "p7s", "pgp", "pub", "sig", "sign"};
  const std::string_view ending = ending_of(file_name);
  return !ending.empty() && std::all_of(ending.begin(), ending.end(), [](char c) {
    return ascii::is_alnum(c) || c == '-' || c == '_';
  }) && std::none_of(std::begin(kMedia), std::end(kMedia), [&](std::string_view each) {
    return ascii::iequals(each, ending);
  });
}

bool is_binary(std::string_view text) {
  return !looks_like_text(text) || text.find('\0') != text.npos;
}

bool is_no_name_of_text(std::string_view, std::string_view file_name) {
  return !file_name.empty() && !is_name_of_text(file_name);
}

}  // namespace basewalk
