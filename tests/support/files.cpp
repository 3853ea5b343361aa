// SPDX-License-Identifier: MIT
#include "support/files.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <ostream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace basewalk::test {

namespace fs = std::filesystem;

fs::path data_dir() { return BASEWALK_TEST_DATA; }

void need_folders(std::span<const char* const> folders) {
  for (const char* folder : folders) {
    if (fs::is_directory(folder)) continue;
    std::cout << "skipped: there is no folder " << folder << std::endl;
    std::exit(kSkipped);
  }
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  std::string bytes;
  std::vector<char> block(std::size_t{1} << 16);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0)
    bytes.append(block.data(), static_cast<std::size_t>(in.gcount()));
  return bytes;
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

const std::string& Row::operator[](std::size_t i) const {
  static const std::string kEmpty;
  return i < cells.size() ? cells[i] : kEmpty;
}

std::ostream& operator<<(std::ostream& out, const Row& row) {
  out << row.file << ':' << row.line << ':';
  for (const std::string& cell : row.cells) out << " [" << cell << ']';
  return out;
}

std::vector<Row> read_table(const fs::path& name) {
  const fs::path path = data_dir() / name;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  std::vector<Row> rows;
  bool head = true;
  int line = 0;
  for (std::string text; std::getline(in, text);) {
    ++line;
    if (text.empty() || text.starts_with("# ")) continue;
    if (std::exchange(head, false)) continue;
    Row row{path.filename().string(), line, {}};
    std::size_t begin = 0;
    for (std::size_t tab; (tab = text.find('\t', begin)) != std::string::npos; begin = tab + 1)
      row.cells.push_back(text.substr(begin, tab - begin));
    row.cells.push_back(text.substr(begin));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string unescape(std::string_view cell) {
  std::string out;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] != '\\' || i + 1 == cell.size()) {
      out += cell[i];
      continue;
    }
    switch (cell[++i]) {
      case 't':
        out += '\t';
        break;
      case 'n':
        out += '\n';
        break;
      case 'r':
        out += '\r';
        break;
      case '0':
        out += '\0';
        break;
      case 'x':
        out += static_cast<char>(std::stoi(std::string(cell.substr(i + 1, 2)), nullptr, 16));
        i += 2;
        break;
      default:
        out += cell[i];
    }
  }
  return out;
}

ExactCopy::ExactCopy(std::string_view text) : bytes_(new char[text.size()]), size_(text.size()) {
  if (!text.empty()) std::memcpy(bytes_.get(), text.data(), text.size());
}

}  // namespace basewalk::test
