// SPDX-License-Identifier: MIT
//
// What RTF is made of: groups, control words, control symbols, text.
//
// Before this: the bytes of a document.  After it: reader.cpp.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_RTF_TOKENS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_RTF_TOKENS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace basewalk::worker::rtf {

struct Token {
  enum class Kind : std::uint8_t {
    end,
    open,    ///< {
    close,   ///< }
    word,    ///< \name, with a number or without
    symbol,  ///< \ and what is no letter, in `text`
    byte,    ///< \'hh, in `number`
    text,    ///< without what ends a line
    binary,  ///< the bytes of \bin
  };
  Kind kind = Kind::end;
  std::string_view text;
  std::optional<std::int32_t> number;
};

class Tokens {
 public:
  explicit Tokens(std::string_view bytes) : bytes_(bytes) {}

  Token next();
  /// What has not been read.
  std::string_view rest() const { return bytes_.substr(at_); }
  /// Bytes of \bin were not all there.
  bool is_cut_off() const { return is_cut_off_; }

 private:
  Token word();
  std::optional<std::int32_t> number();

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool is_cut_off_ = false;
};

}  // namespace basewalk::worker::rtf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_RTF_TOKENS_H_
