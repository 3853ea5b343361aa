// SPDX-License-Identifier: MIT
#include "proxy/command.h"

#include "text/ascii.h"

namespace basewalk::proxy {
namespace {

constexpr std::pair<std::string_view, Verb> kVerbs[] = {
    {"HELO", Verb::helo}, {"EHLO", Verb::ehlo}, {"LHLO", Verb::lhlo}, {"XFORWARD", Verb::xforward},
    {"MAIL", Verb::mail}, {"RCPT", Verb::rcpt}, {"DATA", Verb::data}, {"RSET", Verb::rset},
    {"NOOP", Verb::noop}, {"VRFY", Verb::vrfy}, {"QUIT", Verb::quit},
};

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t"));
}

}  // namespace

Command read_command(std::string_view line) {
  line = ascii::trim(line);
  const std::string_view word = first_word(line);
  for (const auto& [name, verb] : kVerbs)
    if (ascii::iequals(word, name)) return {verb, ascii::trim(line.substr(word.size()))};
  return {Verb::other, line};
}

bool brings_bytes(const Command& command) {
  return command.verb == Verb::other && ascii::iequals(first_word(command.argument), "BDAT");
}

bool is_of_http(const Command& command) {
  constexpr std::string_view kMethods[] = {"CONNECT", "DELETE", "GET", "HEAD", "OPTIONS",
                                           "PATCH",   "POST",   "PRI", "PUT",  "TRACE"};
  const std::string_view line = command.argument;
  return command.verb == Verb::other && (ascii::iis_one_of(kMethods, first_word(line)) ||
                                         line.find(" HTTP/") != std::string_view::npos);
}

std::optional<std::string_view> behind(std::string_view argument, std::string_view word) {
  if (!ascii::istarts_with(argument, word)) return {};
  return ascii::trim(argument.substr(word.size()));
}

std::optional<std::vector<std::pair<std::string_view, std::string_view>>> read_attributes(
    std::string_view argument) {
  std::vector<std::pair<std::string_view, std::string_view>> attributes;
  while (!argument.empty()) {
    const std::string_view word = argument.substr(0, argument.find_first_of(" \t"));
    const std::size_t sign = word.find('=');
    if (sign == 0 || sign == std::string_view::npos) return {};
    attributes.emplace_back(word.substr(0, sign), word.substr(sign + 1));
    argument = ascii::trim(argument.substr(word.size()));
  }
  if (attributes.empty()) return {};
  return attributes;
}

std::string read_value(std::string_view xtext) {
  std::string value;
  if (ascii::iequals(xtext, "[UNAVAILABLE]")) return value;
  for (std::size_t i = 0; i < xtext.size(); ++i) {
    if (xtext[i] != '+') {
      value += xtext[i];
    } else {
      if (i + 2 >= xtext.size() || !ascii::is_hex(xtext[i + 1]) || !ascii::is_hex(xtext[i + 2]))
        return {};
      value +=
          static_cast<char>(ascii::hex_value(xtext[i + 1]) * 16 + ascii::hex_value(xtext[i + 2]));
      i += 2;
    }
  }
  return value;
}

}  // namespace basewalk::proxy
