// SPDX-License-Identifier: MIT
//
// Prints where our tree of a message differs from GMime's.
//
//     compare_gmime KNOWN.tsv FOLDER...
//
// Both trees are written as lines, one a part: depth, type, number of children, and for leaves the
// length and a hash of the body as it stands, undecoded.  Every file whose lines differ is named
// with the first pair that does; the last line counts.  KNOWN.tsv explains the files that differ:
// name, TAB, reason.  Ends with 1 where a file differs without a reason, or has one and does not.
#include <gmime/gmime.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "basewalk/mime/part.h"
#include "mime/gmime_lines.h"
#include "support/files.h"

namespace {

using basewalk::Message;
using basewalk::test::gmime_lines;
using basewalk::test::our_lines;

// True where both agree.
bool compare(const std::filesystem::path& path) {
  const std::string bytes = basewalk::test::read_file(path);
  const Message message = basewalk::read_message(bytes);
  const std::vector<std::string> ours = our_lines(message);
  const std::vector<std::string> theirs = gmime_lines(bytes);
  if (ours == theirs) return true;
  std::size_t i = 0;
  while (i < ours.size() && i < theirs.size() && ours[i] == theirs[i]) ++i;
  std::cout << path.filename().string() << ": parts " << ours.size() << " | " << theirs.size()
            << "\n  ours:  " << (i < ours.size() ? ours[i] : "(no more)")
            << "\n  gmime: " << (i < theirs.size() ? theirs[i] : "(no more)") << '\n';
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  basewalk::test::need_folders(std::span(argv, static_cast<std::size_t>(argc)).subspan(2));
  std::set<std::string> known;
  for (const auto& row : basewalk::test::read_table(argv[1])) known.insert(row[0]);
  g_mime_init();
  std::size_t files = 0, differ = 0, unexplained = 0;
  for (int i = 2; i < argc; ++i) {
    for (const auto& path : basewalk::test::files_below(argv[i])) {
      if (path.extension() == ".tsv") continue;
      ++files;
      const bool same = compare(path);
      if (!same) ++differ;
      if (same != known.contains(path.filename().string())) continue;
      ++unexplained;
      std::cout << path << (same ? " is explained, and agrees\n" : " has no explanation\n");
    }
  }
  std::cout << files << " files, " << differ << " differ, " << unexplained
            << " wrongly explained\n";
  g_mime_shutdown();
  return unexplained > 0 ? 1 : 0;
}
