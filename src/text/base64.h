// SPDX-License-Identifier: MIT
//
// base64 (RFC 4648 4 and 5, RFC 2045 6.8): the digits, one way there and one way back.  Decoding
// can be done in pieces: what one piece leaves over goes with the next.
#ifndef BASEWALK_TEXT_BASE64_H_
#define BASEWALK_TEXT_BASE64_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace basewalk::text {

inline constexpr std::string_view kBase64Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Does it carry six bits?  "-" and "_" do so in another alphabet only.
constexpr bool is_base64_digit(char c) {
  constexpr auto kIsDigit = [] {
    std::array<bool, 256> table{};
    for (const char digit : kBase64Digits) table[static_cast<unsigned char>(digit)] = true;
    return table;
  }();
  return kIsDigit[static_cast<unsigned char>(c)];
}

/// Behind the run of digits that begins at `at`: sixteen bytes at once.  `url`: "-" and "_" are
/// digits, too.
std::size_t skip_base64_digits(std::string_view text, std::size_t at, bool url);

/// Appends bytes in base64, padded, without line breaks.
void append_base64(std::string& out, std::string_view bytes);

/// What was met while decoding.  Offsets are into the body; npos: not met.
struct Base64Damage {
  static constexpr std::size_t kNot = std::string_view::npos;
  std::size_t junk = kNot;       ///< the first byte that is neither of the alphabet nor white space
  std::size_t padding = kNot;    ///< where padding is wrong
  std::size_t truncated = kNot;  ///< where six bits were left over
  std::size_t run = kNot;        ///< the first digit behind padding
  std::size_t url = kNot;        ///< the first "-" or "_" taken as a digit
};

/// Is a body in the URL-safe alphabet (RFC 4648 5), in which "-" and "_" are digits and "+" and "/"
/// none?  Where it has neither of those, and a line of digits alone has one of the others: a footer
/// behind base64 may well have them.
bool has_url_alphabet(std::string_view body);

/// When "-" and "_" are digits: in a body that has_url_alphabet(), always, or never.
enum class UrlDigits : std::uint8_t { where_no_others_are, always, never };

/// Passes over whatever is no digit.
class Base64Reader {
 public:
  explicit Base64Reader(std::string_view body, UrlDigits url = UrlDigits::where_no_others_are)
      : body_(body),
        url_(url == UrlDigits::always  ? Url::yes
             : url == UrlDigits::never ? Url::no
                                       : Url::not_known) {}

  /// Decodes up to (not including) byte `end` of the body, which nothing before it was given for.
  /// There must be room for three bytes for each four, and six more.  Returns behind the last one.
  char* run(std::size_t end, char* out);
  /// What is left at the end of the body; up to two bytes.
  char* finish(char* out);

  Base64Damage damage;

 private:
  static void meet(std::size_t& where, std::size_t i) {
    if (where == Base64Damage::kNot) where = i;
  }
  void groups(std::size_t end);
  void put(std::uint32_t bits, unsigned bytes);
  void step(std::size_t i);
  void flush(std::size_t i, bool padding);
  bool url_alphabet();

  enum class Url { not_known, no, yes };

  std::string_view body_;
  std::size_t at_ = 0;
  char* out_ = nullptr;
  std::uint32_t bits_ = 0;
  unsigned count_ = 0;   // digits in bits_
  unsigned wanted_ = 0;  // "=" that the padding at hand still needs
  bool padded_ = false;  // padding was seen
  Url url_;
};

/// Appends what a whole body stands for.
Base64Damage append_base64_decoded(std::string& out, std::string_view body,
                                   UrlDigits url = UrlDigits::where_no_others_are);

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_BASE64_H_
