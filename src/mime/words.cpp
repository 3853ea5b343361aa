// SPDX-License-Identifier: MIT
//
// Encoded words (RFC 2047): =?charset?B?base64?= and =?charset?Q?quoted?=.
//
// Words that follow one another with nothing but white space between them are one text.  Those of
// the same charset are joined as bytes before they are decoded, because many writers cut
// characters in two.  Some readers join them before that, as they are written, so that four digits
// or an escape may be cut in two as well (GMime, libmime); and some decode what is in a charset
// that they do not know, or that has no name (Python, GMime).
#include <algorithm>

#include "basewalk/mime/decode.h"
#include "basewalk/mime/headers.h"
#include "mime/charset.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/hex.h"
#include "text/work.h"

namespace basewalk::mime {
namespace {

constexpr std::size_t npos = std::string_view::npos;
// Of a charset, with what stands before it: where blanks may stand in it, any text is one.
constexpr std::size_t kLongestLabel = 80;

struct Word {
  std::string_view charset;
  std::string_view text;
  bool base64 = false;
  std::size_t end = 0;
};

enum class Words : std::uint8_t {
  known,   // of known charsets
  any,     // of any charset
  joined,  // the same, and without a name, too; joined as they are written
};

class WordDecoder {
 public:
  WordDecoder(std::string_view value, Words words, std::string& out)
      : value_(value), words_(words), out_(out) {}

  void run() {
    std::size_t text = 0;  // what has not been written yet
    bool behind_word = false;
    std::size_t at = 0;
    // Behind the budget of work words stay as they are written.
    while ((at = value_.find("=?", at)) != npos && work::charge(1)) {
      Word word;
      if (!read_word(at, word)) {
        at += 2;
        continue;
      }
      const std::string_view between = value_.substr(text, at - text);
      if (!behind_word || !ascii::trim(between).empty()) {
        flush();
        append_repaired_utf8(between, out_);
      }
      if (!ascii::iequals(word.charset, charset_)) flush();
      charset_ = word.charset;
      const bool is_padded = written_base64_ && written_.ends_with('=');
      if (written_base64_ != word.base64 || words_ != Words::joined || is_padded) decode_written();
      written_base64_ = word.base64;
      written_ += word.text;
      text = at = word.end;
      behind_word = true;
    }
    flush();
    append_repaired_utf8(value_.substr(text), out_);
  }

 private:
  // The word that begins at `at` with "=?".
  bool read_word(std::size_t at, Word& word) {
    if (no_more_ends_) return false;
    std::size_t i = at + 2;
    while (i < value_.size() && value_[i] != '?' &&
           (words_ == Words::joined ? i - at < kLongestLabel : !ascii::is_space(value_[i])))
      ++i;
    work::charge(i - at);
    if (i + 2 >= value_.size() || value_[i] != '?' || value_[i + 2] != '?') return false;
    if (i == at + 2 && words_ != Words::joined) return false;
    word.charset = ascii::trim(value_.substr(at + 2, i - at - 2));
    word.charset = word.charset.substr(0, word.charset.find('*'));  // RFC 2231 5: a language
    const char encoding = ascii::to_lower(value_[i + 1]);
    if (encoding != 'b' && encoding != 'q') return false;
    word.base64 = encoding == 'b';
    const std::size_t begin = i + 3;
    // The end is the same for all words that begin before it.
    if (next_end_ < begin) {
      next_end_ = value_.find("?=", begin);
      work::charge(std::min(next_end_, value_.size()) - begin);
    }
    const std::size_t end = next_end_;
    if (end == npos) {
      no_more_ends_ = true;
      return false;
    }
    word.text = value_.substr(begin, end - begin);
    word.end = end + 2;
    work::charge(word.text.size());
    return word.text.find("=?") == npos &&
           (words_ != Words::known || is_known_charset(word.charset));
  }

  // RFC 2047 4.2.  Line ends are no part of a word; where they are, they come from folding.
  void append_q(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '_') {
        pending_ += ' ';
      } else if (const std::optional<unsigned char> byte = text::escaped_byte(text, i, '=')) {
        pending_ += static_cast<char>(*byte);
        i += 2;
      } else if (c != '\r' && c != '\n') {
        pending_ += c;
      }
    }
  }

  void decode_written() {
    if (written_base64_)
      text::append_base64_decoded(pending_, written_);
    else
      append_q(written_);
    written_.clear();
  }

  void flush() {
    decode_written();
    if (pending_.empty()) return;
    if (decoder_ == nullptr) decoder_ = std::make_unique<CharsetDecoder>();
    append_header_text(pending_, charset_, *decoder_, out_);
    pending_.clear();
  }

  std::string_view value_;
  Words words_;
  std::string& out_;
  std::string written_;          // of words, not decoded yet
  bool written_base64_ = false;  // in which encoding
  std::string pending_;
  std::string_view charset_;
  std::unique_ptr<CharsetDecoder> decoder_;
  std::size_t next_end_ = 0;  // of a word, as far as was looked
  bool no_more_ends_ = false;
};

}  // namespace

void append_header_text(std::string_view bytes, std::string_view charset, CharsetDecoder& decoder,
                        std::string& out) {
  Notes unused;
  const std::string_view text = decoder.to_utf8(bytes, charset, TextKind::plain, {unused});
  if (const std::optional<std::string_view> other = decoder.next_other())
    out += *other;
  else if (decoder.used() == "utf-8" && !is_utf8(bytes))
    append_repaired_utf8(bytes, out);
  else
    out += text;
}

void decode_words(std::string_view value, std::string& out) {
  if (value.find("=?") == npos)
    append_repaired_utf8(value, out);
  else
    WordDecoder(value, Words::known, out).run();
}

std::string decode_words(std::string_view value) {
  std::string out;
  decode_words(value, out);
  return out;
}

std::string decode_words_of_name(std::string_view value) {
  std::string out;
  WordDecoder(value, Words::any, out).run();
  return out;
}

std::string decode_words_as_others(std::string_view value) {
  std::string out;
  WordDecoder(value, Words::joined, out).run();
  return out;
}

}  // namespace basewalk::mime
