// SPDX-License-Identifier: MIT
//
// Prints where we, GMime and Python's mailbox see the messages of an mbox begin, where they differ.
//
//     mailbox_offsets.py FOLDER... | compare_mbox KNOWN.tsv FOLDER...
//
// KNOWN.tsv explains the differences: file, peer (gmime or python), reason.  Ends with 1 where one
// has no reason, or a reason has no difference.
#include <gmime/gmime.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "basewalk/archive/mbox.h"
#include "support/files.h"

namespace {

using Offsets = std::vector<std::size_t>;

Offsets ours(const std::string& bytes) {
  Offsets offsets;
  if (!basewalk::archive::is_mbox(bytes)) return {0};
  basewalk::archive::MboxReader reader(bytes);
  while (const auto span = reader.next()) offsets.push_back(span->begin);
  return offsets;
}

Offsets of_gmime(const std::string& bytes) {
  GMimeStream* const stream = g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size());
  GMimeParser* const parser = g_mime_parser_new_with_stream(stream);
  g_mime_parser_set_format(parser, GMIME_FORMAT_MBOX);
  Offsets offsets;
  while (!g_mime_parser_eos(parser)) {
    GMimeMessage* const message = g_mime_parser_construct_message(parser, nullptr);
    if (message == nullptr) break;
    offsets.push_back(static_cast<std::size_t>(g_mime_parser_get_mbox_marker_offset(parser)));
    g_object_unref(message);
  }
  g_object_unref(parser);
  g_object_unref(stream);
  return offsets;
}

// path TAB offset ... a line.
std::map<std::string, Offsets> of_python(std::istream& in) {
  std::map<std::string, Offsets> all;
  for (std::string line; std::getline(in, line);) {
    const std::size_t tab = line.find('\t');
    std::istringstream numbers(tab == std::string::npos ? "" : line.substr(tab));
    Offsets& offsets = all[line.substr(0, tab)];
    for (std::size_t offset; numbers >> offset;) offsets.push_back(offset);
  }
  return all;
}

std::string text(const Offsets& offsets) {
  std::string all = std::to_string(offsets.size()) + ":";
  for (std::size_t i = 0; i < offsets.size() && i < 12; ++i)
    all += ' ' + std::to_string(offsets[i]);
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  basewalk::test::need_folders(std::span(argv, static_cast<std::size_t>(argc)).subspan(2));
  std::set<std::pair<std::string, std::string>> known;
  for (const auto& row : basewalk::test::read_table(argv[1])) known.emplace(row[0], row[1]);
  const std::map<std::string, Offsets> python = of_python(std::cin);
  g_mime_init();
  std::size_t files = 0, messages = 0, differ = 0, unexplained = 0;
  const auto compare = [&](const std::string& file, const std::string& peer, const Offsets& our,
                           const Offsets& their) {
    const bool same = our == their;
    if (!same) {
      ++differ;
      std::cout << file << "\n  ours:   " << text(our) << "\n  " << peer << ": " << text(their)
                << '\n';
    }
    if (same != known.contains({file, peer})) return;
    ++unexplained;
    std::cout << file << (same ? " is explained, and agrees with " : " has no explanation for ")
              << peer << '\n';
  };
  for (int i = 2; i < argc; ++i) {
    for (const auto& path : basewalk::test::files_below(argv[i])) {
      const std::string bytes = basewalk::test::read_file(path);
      if (!bytes.starts_with("From ")) continue;
      const Offsets our = ours(bytes);
      const std::string name = path.filename().string();
      ++files;
      messages += our.size();
      compare(name, "gmime", our, of_gmime(bytes));
      const auto of_name = python.find(path.string());
      compare(name, "python", our, of_name == python.end() ? Offsets() : of_name->second);
    }
  }
  std::cout << files << " files, " << messages << " messages, " << differ << " differences, "
            << unexplained << " wrongly explained\n";
  g_mime_shutdown();
  return unexplained > 0 ? 1 : 0;
}
