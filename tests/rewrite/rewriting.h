// SPDX-License-Identifier: MIT
//
// What the tests of the rewriter share.
#ifndef BASEWALK_TESTS_REWRITE_REWRITING_H_
#define BASEWALK_TESTS_REWRITE_REWRITING_H_

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"
#include "support/files.h"

namespace basewalk::test {

inline rewrite::Rewriter rewriter(const rewrite::Options& options) {
  Result<rewrite::Rewriter> made = rewrite::Rewriter::make(options);
  if (!made) throw std::runtime_error(made.error().code + ": " + made.error().detail);
  return std::move(*made);
}

/// What becomes of a message, and why something stayed.
struct Outcome {
  std::string bytes;
  std::vector<rewrite::Edit> edits;
  std::vector<rewrite::Kept> kept;
  Verdict verdict = Verdict::clear;
  bool changed = false;

  bool has_kept(rewrite::Kept::Why why) const {
    for (const rewrite::Kept& each : kept)
      if (each.why == why) return true;
    return false;
  }
};

inline Outcome rewritten(std::string_view bytes, const rewrite::Options& options) {
  const ExactCopy copy(bytes);
  rewrite::Rewriter made = rewriter(options);
  const rewrite::Rewritten result = made.rewrite(copy.view());
  Outcome outcome;
  result.append_to(outcome.bytes);
  outcome.edits = result.edits;
  outcome.kept = result.kept;
  outcome.verdict = result.verdict;
  outcome.changed = result.changed();
  if (outcome.bytes.size() != result.size()) throw std::runtime_error("size() is wrong");
  return outcome;
}

/// One HTML part, in lines that end with `line_end`.
inline std::string html_mail(std::string_view body, std::string_view more = {},
                             std::string_view line_end = "\r\n") {
  std::string mail = "From: a@example.org\nMIME-Version: 1.0\nContent-Type: text/html\n";
  mail.append(more).append("\n").append(body);
  std::string out;
  for (const char c : mail) {
    if (c == '\n')
      out += line_end;
    else
      out += c;
  }
  return out;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_REWRITE_REWRITING_H_
