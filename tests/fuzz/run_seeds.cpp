// SPDX-License-Identifier: MIT
//
// Runs a fuzzer's function over its seeds, where there is no libFuzzer: each file of a folder is
// an input, and each line of a table is one more.  A file that ends in `.seeds` has inputs alone,
// one a line, in which \n, \r, \t, \0, \\ and \xHH stand for bytes; a line that begins with # is a
// comment.  seeds.py writes the same inputs as files.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::size_t inputs = 0;

// In a block of exactly its size, so that AddressSanitizer sees one byte too far.
void run(std::string_view input) {
  const std::vector<std::uint8_t> copy(input.begin(), input.end());
  LLVMFuzzerTestOneInput(copy.data(), copy.size());
  ++inputs;
}

std::string unescaped(std::string_view line) {
  std::string out;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\\' || at + 1 == line.size()) {
      out += line[at];
      continue;
    }
    const char letter = line[++at];
    const std::size_t known = std::string_view("nrt0").find(letter);
    if (letter == 'x' && at + 2 < line.size()) {
      out += static_cast<char>(std::stoi(std::string(line.substr(at + 1, 2)), nullptr, 16));
      at += 2;
    } else {
      out += known == std::string_view::npos ? letter : "\n\r\t\0"[known];
    }
  }
  return out;
}

void run_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  const bool are_seeds = path.extension() == ".seeds";
  if (!are_seeds) run(bytes);
  if (!are_seeds && path.extension() != ".tsv") return;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (!are_seeds)
      run(line);
    else if (!line.starts_with('#'))
      run(unescaped(line));
  }
}

}  // namespace

int main(int argc, char** argv) {
  run({});
  for (int i = 1; i < argc; ++i) {
    if (!fs::exists(argv[i])) {
      std::cerr << argv[i] << " is not there\n";
      return 1;
    }
    if (fs::is_regular_file(argv[i])) run_file(argv[i]);
    if (!fs::is_directory(argv[i])) continue;
    for (const auto& entry : fs::recursive_directory_iterator(argv[i]))
      if (entry.is_regular_file()) run_file(entry.path());
  }
  std::cout << inputs << " inputs\n";
  return inputs > 10 ? 0 : 1;
}
