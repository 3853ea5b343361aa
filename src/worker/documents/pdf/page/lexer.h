// SPDX-License-Identifier: MIT
//
// The tokens of a content stream (ISO 32000-2 7.2, 7.8.2).
//
// Before this: stream.cpp decodes it.  After it: content.cpp does what the operators say.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_LEXER_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_LEXER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace basewalk::worker::pdf {

enum class TokenKind : std::uint8_t { number, name, string, bracket, word, end };

struct Token {
  TokenKind kind = TokenKind::end;
  double number = 0;
  std::string_view text{};  ///< of a name (without slash, escapes as they are), a bracket, a word
};

class Lexer {
 public:
  explicit Lexer(std::string_view stream) : stream_(stream) {}

  /// The bytes of a string are appended to `strings`.
  Token next(std::string& strings);
  /// Behind ID: the bytes of a picture (8.9.7), which it goes behind.
  std::string_view picture();
  /// So many bytes are read once more.
  void back(std::size_t bytes) { at_ -= bytes; }
  /// What stands between two places.
  std::size_t at() const { return at_; }
  std::string_view between(std::size_t begin, std::size_t end) const {
    return stream_.substr(begin, end - begin);
  }

 private:
  void skip_space();
  void literal(std::string& out);
  void escape(std::string& out);
  void hexadecimal(std::string& out);
  Token number_or_word();

  std::string_view stream_;
  std::size_t at_ = 0;
  std::size_t regular_end_ = 0;  // of the last word or number, and what stands behind it at once
};

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_LEXER_H_
