// SPDX-License-Identifier: MIT
//
// SHA-256 of messages, parts and texts, in digits.
#ifndef BASEWALK_OUTPUT_FACTS_DIGESTS_H_
#define BASEWALK_OUTPUT_FACTS_DIGESTS_H_

#include <optional>
#include <string>
#include <string_view>

#include "basewalk/mime/part.h"
#include "rewrite/sign/digest.h"

namespace basewalk::output {

/// One after the other, with the same memory.
class Sha256 {
 public:
  void begin() { digest_.restart(); }
  void add(std::string_view bytes) { digest_.update(bytes); }
  /// 64 digits.
  std::string end() const;

  std::string of(std::string_view bytes) {
    begin();
    add(bytes);
    return end();
  }
  /// Of what a body is once its transfer encoding is taken off.
  std::string of_body(std::string_view body, mime::Encoding encoding);

 private:
  rewrite::Digest digest_{rewrite::HashAlgorithm::sha256};
};

/// "sha256-...": of a style or a script, as a Content-Security-Policy has it (CSP 3, 2.3.1).
std::string policy_hash(std::string_view bytes);

/// Of texts, with every run of white space as one blank, none at either end of a text, and a line
/// end behind each: the same for copies that were wrapped otherwise.
class TextDigest {
 public:
  void begin();
  void add(std::string_view text);
  /// Nothing where there was no text but white space.
  std::optional<std::string> end() const;

 private:
  Sha256 sha256_;
  bool is_begun_ = false, any_ = false;
};

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_FACTS_DIGESTS_H_
