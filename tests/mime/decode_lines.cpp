// SPDX-License-Identifier: MIT
//
// Reads lines "LABEL HEX" and answers each with the hexadecimal UTF-8 of those bytes in that
// encoding, or with "!" where the standard does not know the label.  For compare_text_decoder.js.
#include <iostream>
#include <string>
#include <string_view>

#include "mime/charset.h"
#include "text/utf8.h"

namespace {

class Text final : public basewalk::mime::CharacterSink {
 public:
  void same(std::string_view bytes, std::size_t) override { text += bytes; }
  void character(char32_t c, std::size_t) override { basewalk::utf8::append(c, text); }
  std::string text;
};

int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

std::string answer(std::string_view line) {
  const std::size_t blank = line.find(' ');
  const basewalk::mime::Charset* const charset =
      basewalk::mime::find_charset(line.substr(0, blank));
  if (charset == nullptr) return "!";
  std::string bytes;
  for (std::size_t i = blank + 1; i + 2 <= line.size(); i += 2)
    bytes += static_cast<char>(digit(line[i]) << 4 | digit(line[i + 1]));
  Text text;
  basewalk::mime::decode_characters(*charset, bytes, text);
  std::string out;
  for (const char c : text.text) {
    out += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4];
    out += "0123456789abcdef"[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) std::cout << answer(line) << '\n';
}
