// SPDX-License-Identifier: MIT
//
// Rewrites files, and gives what another reader of mail needs to judge the result.
//
//     compare_rewritten absolute|wrap FILE...
//
// For each file, on stdout: a line "FILE <bytes of the result> <leaves>", the result, a line end,
// and a line for each leaf, "<media type> <edited> <SHA-256 of its body, decoded> <that of the
// result>". A file in which nothing changed gives "FILE 0 0".
#include <openssl/evp.h>

#include <algorithm>
#include <iostream>
#include <string>

#include "basewalk/mime/decode.h"
#include "basewalk/rewrite/rewrite.h"
#include "support/files.h"

using namespace basewalk;

namespace {

std::string sha256(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha256(), nullptr);
  std::string out;
  for (unsigned i = 0; i < size; ++i) {
    out += "0123456789abcdef"[digest[i] >> 4];
    out += "0123456789abcdef"[digest[i] & 15];
  }
  return out;
}

std::string digest_of(const Message& message, std::uint32_t part) {
  Notes ignored;
  std::string decoded;
  mime::decode_transfer(message.body_of(message.parts[part]), message.parts[part].encoding, decoded,
                        {ignored});
  return sha256(decoded);
}

std::string leaves_of(const Message& message, const rewrite::Rewritten& result,
                      std::size_t& count) {
  std::string lines;
  for (std::uint32_t i = 0; i < message.parts.size(); ++i) {
    const mime::Part& part = message.parts[i];
    if (part.kind != mime::PartKind::leaf) continue;
    const bool edited = std::any_of(result.edits.begin(), result.edits.end(),
                                    [&](const rewrite::Edit& edit) { return edit.part == i; });
    lines.append(part.media_type).append(edited ? " 1 " : " 0 ");
    lines.append(digest_of(result.message, i)).append(" ").append(digest_of(message, i) + "\n");
    ++count;
  }
  return lines;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  rewrite::Options options;
  options.edit_signed = true;
  options.walk.retrieved = "http://retrieved.example/dir/page?q";
  if (std::string_view(argv[1]) == "wrap")
    options.wrap = "https://guard.example/?u={url}";
  else
    options.drop_base = true;
  Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(options);
  if (!rewriter) return 2;
  for (int i = 2; i < argc; ++i) {
    const std::string bytes = test::read_file(argv[i]);
    const rewrite::Rewritten result = rewriter->rewrite(bytes);
    if (!result.changed()) {
      std::cout << "FILE 0 0\n";
      continue;
    }
    std::string after;
    result.append_to(after);
    std::size_t leaves = 0;
    const std::string lines = leaves_of(read_message(after), result, leaves);
    std::cout << "FILE " << after.size() << ' ' << leaves << '\n' << after << '\n' << lines;
  }
  std::cout.flush();
  return std::cout ? 0 : 1;
}
