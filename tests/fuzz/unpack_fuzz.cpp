// SPDX-License-Identifier: MIT
//
// A message is unpacked into a scratch folder: nothing appears outside it, names are safe and
// unique, and no page of it would ask the network.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "basewalk/bundle/unpack.h"
#include "bundle/file_names.h"
#include "bundle_properties.h"

namespace fs = std::filesystem;
using namespace basewalk;

namespace {

// A folder that only we use, gone at the end.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "basewalk-fuzz-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = pattern;
    fs::create_directory(path_ / "in");
  }
  ~Scratch() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

void check(bool holds) {
  if (!holds) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Scratch scratch;
  const fs::path out = scratch.path() / "in" / "out";
  const Message message = read_message({reinterpret_cast<const char*>(data), size});
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  bundle::UnpackOptions options;
  options.max_bytes = 4 << 20;
  {
    Result<bundle::NewFolder> folder = bundle::NewFolder::create(out.string());
    check(folder.has_value());
    const Result<bundle::UnpackSummary> summary = bundle::unpack(bundle, options, *folder);
    if (summary) {
      check(folder->commit().has_value());
      std::set<std::string> names;
      for (const bundle::UnpackedFile& file : summary->files) {
        check(bundle::is_safe_name(file.name));
        check(file.name.size() <= bundle::kLongestFileName);
        check(names.insert(bundle::folded_name(file.name)).second);
        check(fs::is_regular_file(fs::symlink_status(out / file.name)));
        if (!file.name.ends_with(".html")) continue;
        std::ifstream stream(out / file.name, std::ios::binary);
        const std::string page(std::istreambuf_iterator<char>(stream), {});
        check(page.size() == file.bytes);
        check(!test::asks_the_network(page));
      }
      check(entries(out) >= names.size() && entries(out) <= names.size() + 1);
    } else {
      check(summary.error().code == "no-page" || summary.error().code == "limit-bytes");
    }
  }
  check(entries(scratch.path()) == 1);
  check(entries(scratch.path() / "in") == (fs::exists(out) ? 1U : 0U));
  fs::remove_all(out);
  return 0;
}
