// SPDX-License-Identifier: MIT
//
// What a reader sees of a message: bounded, and a page that can do nothing.
#include <cstddef>
#include <cstdint>
#include <string>

#include "basewalk/bundle/shown.h"
#include "basewalk/mime/decode.h"
#include "shown_properties.h"

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

class AllNumbers final : public bundle::LinkNumbers {
 public:
  std::size_t number(std::uint32_t, std::size_t begin) const override { return begin + 1; }
};

void check(bool holds) {
  if (!holds) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Message message = read_message({reinterpret_cast<const char*>(data), size});
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  bundle::ShownOptions options;
  options.max_bytes = kMost;
  for (const std::uint32_t part : bundle::shown_bodies(bundle)) {
    StringSink sink;
    const Result<bundle::ShownSummary> summary =
        bundle::show_body(bundle, part, AllNumbers(), options, sink);
    check(sink.text.size() <= kMost);
    if (!summary) {
      check(summary.error().code == "limit-bytes");
      continue;
    }
    check(summary->bytes == sink.text.size());
    check(mime::is_utf8(sink.text));
    check(test::what_it_does(sink.text).empty());
  }
  return 0;
}
