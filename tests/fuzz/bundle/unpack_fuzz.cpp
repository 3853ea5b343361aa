// SPDX-License-Identifier: MIT
//
// A message is unpacked into a scratch folder: nothing appears outside it, names are safe and
// unique, and no page of it would ask the network.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>

#include "basewalk/bundle/unpack.h"
#include "bundle/file_names.h"
#include "fuzz/bundle/page_properties.h"
#include "fuzz/fuzzing.h"

namespace fs = std::filesystem;
using namespace basewalk;

namespace {

using basewalk::fuzz::require;
using basewalk::fuzz::Scratch;
using basewalk::fuzz::view;

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Scratch scratch;
  fs::create_directory(scratch.path() / "in");
  const fs::path out = scratch.path() / "in" / "out";
  const Message message = read_message(view(data, size));
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  bundle::UnpackOptions options;
  options.max_bytes = 4 << 20;
  {
    Result<bundle::NewFolder> folder = bundle::NewFolder::create(out.string());
    require(folder.has_value());
    const Result<bundle::UnpackSummary> summary = bundle::unpack(bundle, options, *folder);
    if (summary) {
      require(folder->commit().has_value());
      std::set<std::string> names;
      for (const bundle::UnpackedFile& file : summary->files) {
        require(bundle::is_safe_name(file.name));
        require(file.name.size() <= bundle::kLongestFileName);
        require(names.insert(bundle::folded_name(file.name)).second);
        require(fs::is_regular_file(fs::symlink_status(out / file.name)));
        if (!file.name.ends_with(".html")) continue;
        const std::string page = Scratch::read_file(out / file.name);
        require(page.size() == file.bytes);
        require(!test::asks_the_network(page));
      }
      require(entries(out) >= names.size() && entries(out) <= names.size() + 1);
    } else {
      require(summary.error().code == "no-page" || summary.error().code == "limit-bytes");
    }
  }
  require(entries(scratch.path()) == 1);
  require(entries(scratch.path() / "in") == (fs::exists(out) ? 1U : 0U));
  fs::remove_all(out);
  return 0;
}
