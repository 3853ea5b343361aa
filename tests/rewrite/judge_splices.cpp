// SPDX-License-Identifier: MIT
//
// Changes a message and says what that does to its signatures, so that a real verifier can be asked
// whether the verdict is right (verify_signatures.py).
//
// Reads cases from standard input: a line `PATH RESULT COUNT` with tabs between, then COUNT lines
// `BEGIN END HEX`, splices of the test's own; or `PATH RESULT links`, `marks` or `both`, which the
// rewriter does.  Writes what came out to RESULT, and prints a line for each signature, KIND
// INSTANCE VERDICT REASON with tabs between, and an empty one.
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>

#include "basewalk/rewrite/signatures.h"
#include "support/files.h"

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

void run(const std::string& path, const std::string& result, const std::string& what) {
  const std::string bytes = test::read_file(path);
  const rewrite::Rewritten rewritten = what.find_first_not_of("0123456789") == std::string::npos
                                           ? splice(bytes, std::stoul(what))
                                           : rewrite_links(bytes, what);
  std::string out;
  rewritten.append_to(out);
  std::ofstream(result, std::ios::binary) << out;
  for (const rewrite::Signature& signature : rewrite::signatures(rewritten))
    std::cout << name(signature.kind) << '\t' << signature.instance << '\t'
              << name(signature.verdict) << '\t' << signature.reason << '\n';
  std::cout << '\n';
}

}  // namespace

int main() {
  std::string path, result, what;
  while (std::getline(std::cin >> std::ws, path, '\t') && std::getline(std::cin, result, '\t') &&
         std::cin >> what)
    run(path, result, what);
  return std::cin.eof() ? 0 : 1;
}
