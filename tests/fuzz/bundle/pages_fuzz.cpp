// SPDX-License-Identifier: MIT
//
// Pages that are made of any message: as one file, which would not ask the network, and as a reader
// is shown each body of it, which can do nothing at all.  Both are bounded and UTF-8.
#include <cstddef>
#include <cstdint>
#include <string>

#include "basewalk/bundle/shown.h"
#include "basewalk/bundle/unpack.h"
#include "basewalk/mime/decode.h"
#include "fuzz/bundle/page_properties.h"
#include "fuzz/bundle/shown_properties.h"
#include "fuzz/fuzzing.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;
using basewalk::fuzz::StringSink;

constexpr std::size_t kMost = 1 << 20;

class AllNumbers final : public bundle::LinkNumbers {
 public:
  std::size_t number(std::uint32_t, std::size_t begin) const override { return begin + 1; }
};

void inline_page(const bundle::Bundle& bundle) {
  bundle::UnpackOptions options;
  options.max_bytes = kMost;
  StringSink page;
  const Result<bundle::UnpackSummary> summary = bundle::inline_page(bundle, options, page);
  require(page.text.size() <= 2 * kMost);
  if (!summary) {
    require(summary.error().code == "no-page" || summary.error().code == "limit-bytes");
    return;
  }
  require(summary->bytes == page.text.size());
  if (bundle::page_ending(bundle) != ".html") return;
  require(mime::is_utf8(page.text));
  require(!test::asks_the_network(page.text));
}

void show_bodies(const bundle::Bundle& bundle) {
  bundle::ShownOptions options;
  options.max_bytes = kMost;
  for (const std::uint32_t part : bundle::shown_bodies(bundle)) {
    StringSink page;
    const Result<bundle::ShownSummary> summary =
        bundle::show_body(bundle, part, AllNumbers(), options, page);
    require(page.text.size() <= kMost);
    if (!summary) {
      require(summary.error().code == "limit-bytes");
      continue;
    }
    require(summary->bytes == page.text.size());
    require(mime::is_utf8(page.text));
    require(test::what_it_does(page.text).empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Message message = read_message(fuzz::view(data, size));
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  inline_page(bundle);
  show_bodies(bundle);
  return 0;
}
