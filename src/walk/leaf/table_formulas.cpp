// SPDX-License-Identifier: MIT
#include "walk/leaf/table_formulas.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "html/reader.h"
#include "text/ascii.h"

namespace basewalk {
namespace {

// Of Excel, LibreOffice and Google; what a text in them leads to is found as a text.  In a text
// names are those of the language that Excel speaks.
constexpr std::string_view kFunctions[] = {
    "HYPERLINK",
    "IMAGE",
    "WEBSERVICE",
    "IMPORTDATA",
    "IMPORTFEED",
    "IMPORTHTML",
    "IMPORTXML",
    "IMPORTRANGE",
    "COLLEG.IPERTESTUALE",
    "HIPERLINK",
    "HIPERVINCULO",
    "HIPERV\u00CDNCULO",
    "HIPERV\u00EDNCULO",
    "HIPERLIGA\u00C7\u00C3O",
    "HIPERLIGA\u00E7\u00E3O",
    "HIPERHIVATKOZ\u00C1S",
    "HIPERHIVATKOZ\u00E1S",
    "HIPER\u0141\u0104CZE",
    "HIPER\u0142\u0105CZE",
    "HYPERKOBLING",
    "HYPERL\u00C4NK",
    "HYPERL\u00E4NK",
    "HYPERLINKKI",
    "HYPERTEXTOV\u00DD.ODKAZ",
    "HYPERTEXTOV\u00FD.ODKAZ",
    "K\u00D6PR\u00DC",
    "K\u00F6PR\u00FC",
    "LIEN_HYPERTEXTE",
    "NETTJENESTE",
    "SERVICEWEB",
    "SERVICIOWEB",
    "SERVIZIO.WEB",
    "SERVI\u00C7OWEB",
    "SERVI\u00E7OWEB",
    "VERKKOPALVELU",
    "WEBBTJ\u00C4NST",
    "WEBBTJ\u00E4NST",
    "WEBDIENST",
    "WEBH\u0130ZMET\u0130",
    "WEBSZOLG\u00C1LTAT\u00C1S",
    "WEBSZOLG\u00E1LTAT\u00E1S",
    "WEBTJENESTE",
    "\u0412\u0415\u0411\u0421\u041B\u0423\u0416\u0411\u0410",
    "\u0432\u0435\u0431\u0441\u043B\u0443\u0436\u0431\u0430",
    "\u0413\u0418\u041F\u0415\u0420\u0421\u0421\u042B\u041B\u041A\u0410",
    "\u0433\u0438\u043F\u0435\u0440\u0441\u0441\u044B\u043B\u043A\u0430"};
// Written before the name of a function that came later (ECMA-376 has it in files).
constexpr std::string_view kLater = "_xlfn.";
// Servers and programs that a formula asks; macros have more.
constexpr std::string_view kCommands[] = {"CALL", "DDE", "REGISTER.ID", "RTD", "SQL.REQUEST"};
constexpr std::string_view kOfMacros[] = {"EVALUATE", "EXEC",     "FOPEN", "FORMULA",
                                          "INITIATE", "REGISTER", "RUN"};
// No name is longer.
constexpr std::size_t kLongest = 40;

// Of SYLK a field E is a formula, without a sign.
constexpr bool is_sylk(std::string_view table) { return table.starts_with("ID;"); }

constexpr bool is_of_name(char c) {
  return ascii::is_alnum(c) || c == '_' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view behind_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

// Is the first argument one text, or nothing?  Within a cell that has quotes each quote is written
// twice.
bool is_one_text(std::string_view arguments) {
  std::string_view rest = behind_blanks(arguments);
  const std::string_view quote = rest.starts_with("\"\"") ? "\"\"" : "\"";
  if (rest.starts_with(quote)) {
    const std::size_t end = rest.find('"', quote.size());
    if (end == rest.npos || !rest.substr(end).starts_with(quote)) return false;
    rest = behind_blanks(rest.substr(end + quote.size()));
  }
  return rest.starts_with(',') || rest.starts_with(';') || rest.starts_with(')');
}

struct Call {
  std::string_view name;
  char before = '\0';  // what stands before the name, blanks as well
};

// The function whose arguments begin there.
Call call_at(std::string_view table, std::size_t parenthesis) {
  const std::string_view before = ascii::trim_right(table.substr(0, parenthesis));
  std::size_t begin = before.size();
  while (begin > 0 && before.size() - begin < kLongest && is_of_name(before[begin - 1])) --begin;
  Call call{before.substr(begin), begin > 0 ? before[begin - 1] : '\0'};
  if (is_sylk(table) && call.before == ';' && call.name.starts_with('E')) {
    call.name.remove_prefix(1);
    call.before = '=';
  }
  if (ascii::istarts_with(call.name, kLater)) call.name.remove_prefix(kLater.size());
  return call;
}

// Some are words as well: "Call (555) 0100", "DDT, DDE (ppm)".
bool calls_command(std::string_view table, std::size_t parenthesis) {
  constexpr std::string_view kOperators = "=+-@(,;&*/^<>";
  const Call call = call_at(table, parenthesis);
  if (!ascii::iis_one_of(kCommands, call.name) &&
      !(is_sylk(table) && ascii::iis_one_of(kOfMacros, call.name)))
    return false;
  const bool is_glued = parenthesis > 0 && !ascii::is_space(table[parenthesis - 1]);
  return behind_blanks(table.substr(parenthesis + 1)).starts_with('"') ||
         (is_glued && kOperators.find(call.before) != kOperators.npos);
}

}  // namespace

bool makes_links(std::string_view table) {
  for (std::size_t at = 0; (at = table.find('(', at)) != table.npos; ++at)
    if (ascii::iis_one_of(kFunctions, call_at(table, at).name) &&
        !is_one_text(table.substr(at + 1)))
      return true;
  return false;
}

bool has_macros(std::string_view table) {
  if (!is_sylk(table)) return false;
  for (std::size_t at = 0; (at = table.find("O;", at)) != table.npos; ++at) {
    if (at > 0 && table[at - 1] != '\n' && table[at - 1] != '\r') continue;
    const std::string_view line = table.substr(at, table.find_first_of("\r\n", at) - at);
    if (line.ends_with(";E") || line.find(";E;") != line.npos) return true;
  }
  return false;
}

// "=cmd|'/c x'!A0", "=1+cmd|x!A0", "='cmd|/c x'!A0".
bool has_command(std::string_view table) {
  constexpr std::string_view kBegin = "+-@", kBetween = ",;\t\r\n\"", kEndsTopic = "!| ,;\t\r\n\"";
  bool is_between = true, has_formula = false, begins_formula = false;
  bool is_quoted = false, has_topic = false;  // behind a quote, and behind "|" behind it
  char before = '\0';
  for (std::size_t at = 0; at < table.size(); ++at) {
    const char c = table[at];
    if (ascii::is_blank(c) && c != '\t') continue;
    const bool begins =
        is_between && (kBegin.find(c) != kBegin.npos || c == '=' || (is_sylk(table) && c == 'E'));
    begins_formula = begins_formula || begins;
    // A formula may have commas and line ends in it: where it ends is not looked at.
    // Of a table that says itself what divides its cells ("sep=x") any letter may do so.
    has_formula = has_formula || c == '=' || begins;
    is_between = kBetween.find(c) != kBetween.npos;
    if (c == '(' && begins_formula && calls_command(table, at)) return true;
    if (c == '\'') {
      const std::string_view behind = table.substr(at + 1, 2);
      if (is_quoted && has_topic && has_formula && behind.size() > 1 && behind[0] == '!' &&
          !ascii::is_space(behind[1]))
        return true;
      is_quoted = true;
      has_topic = false;
    }
    has_topic = has_topic || c == '|';
    if (c == '|' && has_formula && is_of_name(before)) {
      std::string_view rest = table.substr(at + 1);
      std::size_t end = rest.starts_with('\'') ? rest.find('\'', 1) : rest.npos;
      end = end != rest.npos ? end + 1 : rest.find_first_of(kEndsTopic);
      rest = rest.substr(std::min(end, rest.size()));
      if (rest.size() > 1 && rest[0] == '!' && !ascii::is_space(rest[1])) return true;
    }
    before = c;
  }
  return false;
}

std::string cells_of_page(std::string_view page) {
  using html::TokenKind;
  html::Reader reader(page, html::Reader::Kind::html, html::Tokenizer::Keep::all);
  std::string text;
  for (;;) {
    const html::Token& token = reader.next();
    if (token.kind == TokenKind::end_of_text) break;
    if (token.kind == TokenKind::text) html::decode_token_text(token, html::Nul::drop, text);
    if (token.kind != TokenKind::start_tag) continue;
    const html::Element element = reader.opened().element;
    if (element == html::Element::td || element == html::Element::th) text += ",\n";
    // Where Excel keeps the formula of a cell.
    for (const html::TagAttribute& each : reader.attributes())
      if (ascii::iequals(each.name, "x:fmla")) text.append(reader.meaning_of(each)).append(",\n");
  }
  return text;
}

}  // namespace basewalk
