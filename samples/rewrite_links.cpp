// Make the relative links of a message absolute, and leave every other byte as it came.
//
//     rewrite_links < message.eml > rewritten.eml
#include <iostream>
#include <iterator>
#include <string>

#include "basewalk/rewrite/rewrite.h"

int main() {
  const std::string mail(std::istreambuf_iterator<char>(std::cin), {});

  basewalk::rewrite::Options options;
  options.drop_base = true;
  auto rewriter = basewalk::rewrite::Rewriter::make(options);
  if (!rewriter) {
    std::cerr << rewriter.error().detail << '\n';
    return 2;
  }
  const basewalk::rewrite::Rewritten result = rewriter->rewrite(mail);
  for (const basewalk::rewrite::Kept& kept : result.kept)
    std::cerr << kept.where << ' ' << kept.from << " stays: " << meaning(kept.why) << '\n';
  std::string out;
  result.append_to(out);  // whole, before its first byte is written
  std::cout.write(out.data(), static_cast<std::streamsize>(out.size()));
  std::cout.flush();
  return std::cout ? 0 : 75;
}
