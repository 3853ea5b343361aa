// SPDX-License-Identifier: MIT
//
// Whatever the boundary was, and to whom: the tree knows where its delimiters are, as they are what
// stands between the children.
#include "rewrite/settle/boundary.h"

#include "rewrite/sign/digest.h"
#include "text/hex.h"

namespace basewalk::rewrite {
namespace {

// The line of a delimiter, and what may stand around it, in bytes [begin, end).
bool append_delimiter(std::string_view bytes, mime::Span between, std::string_view delimiter,
                      std::vector<Splice>& splices) {
  const std::string_view text = between.of(bytes);
  const std::size_t dashes = text.find("--");
  if (dashes == std::string_view::npos || text.find_first_not_of("\r\n") != dashes) return false;
  const std::size_t line_end = text.find_last_not_of("\r\n") + 1;
  splices.push_back({between.begin + dashes, between.begin + line_end, std::string(delimiter)});
  return true;
}

}  // namespace

std::string new_boundary(std::string_view message) {
  for (std::size_t attempt = 0;; ++attempt) {
    Digest digest(HashAlgorithm::sha256);
    digest.update(message);
    std::string name = "=_basewalk.";
    for (const char c : digest.value().substr(0, 12))
      text::append_hex(name, static_cast<unsigned char>(c));
    name.append(".").append(std::to_string(attempt));
    if (message.find(name) == std::string_view::npos) return name;
  }
}

bool append_delimiters(const Message& message, std::uint32_t part, std::string_view boundary,
                       std::vector<Splice>& splices) {
  const mime::Part& multipart = message.parts[part];
  std::string delimiter("--");
  delimiter += boundary;
  std::size_t behind = multipart.preamble.end;  // or the child before
  for (std::uint32_t child = part + 1; child < multipart.subtree_end;
       child = message.parts[child].subtree_end) {
    const mime::Part& next = message.parts[child];
    if (!append_delimiter(message.bytes, {behind, next.header.begin}, delimiter, splices))
      return false;
    behind = next.body.end;
  }
  const std::size_t end =
      multipart.epilogue.empty() ? multipart.body.end : multipart.epilogue.begin;
  if (behind >= end) return true;  // never closed
  return append_delimiter(message.bytes, {behind, end}, delimiter + "--", splices);
}

}  // namespace basewalk::rewrite
