// SPDX-License-Identifier: MIT
//
// Runs a fuzzer's function over its seeds, where there is no libFuzzer: each file of a folder is
// an input, and each line of a table is one more.
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

std::size_t inputs = 0;

// In a block of exactly its size, so that AddressSanitizer sees one byte too far.
void run(std::string_view input) {
  const std::vector<std::uint8_t> copy(input.begin(), input.end());
  LLVMFuzzerTestOneInput(copy.data(), copy.size());
  ++inputs;
}

void run_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  run(bytes);
  if (path.extension() != ".tsv") return;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
    run(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  run({});
  for (int i = 1; i < argc; ++i) {
    if (!std::filesystem::is_directory(argv[i])) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i]))
      if (entry.is_regular_file()) run_file(entry.path());
  }
  std::cout << inputs << " inputs\n";
  return inputs > 10 ? 0 : 1;
}
