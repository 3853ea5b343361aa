// SPDX-License-Identifier: MIT
//
// A message becomes one page: bounded, and one that would not ask the network.
#include <cstddef>
#include <cstdint>
#include <string>

#include "basewalk/bundle/unpack.h"
#include "basewalk/mime/decode.h"
#include "bundle_properties.h"

using namespace basewalk;

namespace {

constexpr std::size_t kMost = 1 << 20;

class StringSink final : public Sink {
 public:
  bool write(std::string_view bytes) override {
    text += bytes;
    return true;
  }
  std::string text;
};

void check(bool holds) {
  if (!holds) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Message message = read_message({reinterpret_cast<const char*>(data), size});
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  bundle::UnpackOptions options;
  options.max_bytes = kMost;
  StringSink sink;
  const Result<bundle::UnpackSummary> summary = bundle::inline_page(bundle, options, sink);
  check(sink.text.size() <= 2 * kMost);
  if (!summary) {
    check(summary.error().code == "no-page" || summary.error().code == "limit-bytes");
    return 0;
  }
  check(summary->bytes == sink.text.size());
  if (message.parts[summary->root].media_type == "text/html") {
    check(mime::is_utf8(sink.text));
    check(!test::asks_the_network(sink.text));
  }
  return 0;
}
