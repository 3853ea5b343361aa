// SPDX-License-Identifier: MIT
//
// Words of a mail that may be the password of what is attached to it: who sends an encrypted
// document to strangers has to tell them how to open it.  And those that Office takes by itself:
// what is encrypted with them is opened by everybody, but by few that look for malware.
//
// Before this: walk/documents.cpp keeps the texts of the message.  After it: opener.cpp tries them.
#ifndef BASEWALK_SRC_OPEN_PASSWORDS_H_
#define BASEWALK_SRC_OPEN_PASSWORDS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::open {

/// Where a word was found; `format`: it is one that the format has by default.
enum class WordOf : unsigned char { subject, body, file_name, format };

struct Word {
  std::string text;
  WordOf of = WordOf::body;
};

/// Collects words, each once.
class Words {
 public:
  static constexpr std::size_t kMost = 250;

  /// Of a text in UTF-8; of markup what stands between the tags.  Looks at its first 64 KiB.
  void add(std::string_view text, WordOf of, bool is_markup = false);
  /// Those that formats have by default; then at most kMost, those with digits first, each kind in
  /// the order in which it was found.
  std::vector<Word> best() const;
  void clear() { words_.clear(); }

 private:
  void add_word(std::string_view word, WordOf of);

  std::vector<Word> words_;
};

/// "word of the body".
std::string_view meaning(WordOf of);

}  // namespace basewalk::open

#endif  // BASEWALK_SRC_OPEN_PASSWORDS_H_
