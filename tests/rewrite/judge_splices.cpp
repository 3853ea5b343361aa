// SPDX-License-Identifier: MIT
//
// Changes a message and says what that does to its signatures, so that a real verifier can be asked
// whether the verdict is right (verify_signatures.py).
//
// Reads cases from standard input: `message SIZE` and a line end, and so many bytes, which the
// cases behind it are about; `splices COUNT`, then COUNT lines `BEGIN END xHEX`, splices of the
// test's own; or `links`, `marks` or `both`, which the rewriter does.  Prints for each case `COUNT
// SIZE`, then COUNT lines, one for each signature, KIND INSTANCE VERDICT REASON with tabs between,
// and the SIZE bytes of what came out.
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basewalk/rewrite/signatures.h"

using namespace basewalk;

namespace {

std::string unhex(std::string_view hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    out += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return out;
}

rewrite::Rewritten splice(std::string_view bytes, std::size_t count) {
  rewrite::Rewritten rewritten;
  rewritten.message = read_message(bytes);
  rewritten.body = rewritten.message.root().body.begin;
  for (std::size_t i = 0; i < count; ++i) {
    rewrite::Splice splice;
    std::string hex;
    std::cin >> splice.begin >> splice.end >> hex;
    splice.bytes = unhex(std::string_view(hex).substr(1));
    rewritten.splices.push_back(std::move(splice));
  }
  return rewritten;
}

rewrite::Rewritten rewrite_links(std::string_view bytes, std::string_view what) {
  rewrite::Options options;
  options.absolute = options.drop_base = what != "marks";
  options.mark = what != "links";
  options.edit_signed = true;
  return rewrite::Rewriter::make(options)->rewrite(bytes);
}

void answer(const rewrite::Rewritten& rewritten) {
  std::string out;
  rewritten.append_to(out);
  const std::vector<rewrite::Signature> signatures = rewrite::signatures(rewritten);
  std::cout << signatures.size() << ' ' << out.size() << '\n';
  for (const rewrite::Signature& signature : signatures)
    std::cout << name(signature.kind) << '\t' << signature.instance << '\t'
              << name(signature.verdict) << '\t' << signature.reason << '\n';
  std::cout << out << std::flush;
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::string message, what;
  std::size_t count = 0;
  while (std::cin >> what) {
    if (what == "message" && std::cin >> count) {
      std::cin.ignore();
      message.resize(count);
      std::cin.read(message.data(), static_cast<std::streamsize>(count));
    } else if (what == "splices" && std::cin >> count) {
      answer(splice(message, count));
    } else {
      answer(rewrite_links(message, what));
    }
  }
  return std::cin.eof() ? 0 : 1;
}
