// SPDX-License-Identifier: MIT
//
// Reads lines, each the name of a file with a message, and writes for each body that is shown of it
// a JSON object: the file, the part, the page.  For tests/chromium/shown.js.
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "basewalk/bundle/shown.h"
#include "bundle/made_bundle.h"

using namespace basewalk;

namespace {

// Every link has a number.
class AllNumbers final : public bundle::LinkNumbers {
 public:
  std::size_t number(std::uint32_t, std::size_t begin) const override { return begin + 1; }
};

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string name; std::getline(std::cin, name);) {
    std::ifstream file(name, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    const Message message = read_message(bytes);
    const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
    for (const std::uint32_t part : bundle::shown_bodies(bundle)) {
      test::MemoryPage page;
      const Result<bundle::ShownSummary> summary =
          bundle::show_body(bundle, part, AllNumbers(), {}, page);
      nlohmann::json out = {{"file", name}, {"part", message.section(part)}};
      if (summary) {
        out["page"] = page.text;
        out["left_out"] = summary->left_out;
        out["removed"] = summary->removed;
        out["losses"] = summary->loss_count;
      } else {
        out["error"] = summary.error().code;
      }
      std::cout << out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
    }
  }
}
