// SPDX-License-Identifier: MIT
//
// What the C API says of texts, beside what C++ says: the input is two texts with a NUL between,
// and the first byte says by which rules.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/basewalk_c.h"
#include "basewalk/mime/headers.h"
#include "basewalk/url/flags.h"
#include "basewalk/url/normalize.h"
#include "basewalk/url/relative.h"
#include "basewalk/url/resolve.h"
#include "fuzz/fuzzing.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;

bw_string string_of(std::string_view text) { return {text.data(), text.size()}; }
std::string_view view_of(const bw_string& text) { return {text.data, text.size}; }

// A buffer that one call has written to.
class Buffer {
 public:
  Buffer() { require(bw_buffer_new(&buffer_, nullptr) == BW_OK); }
  ~Buffer() { bw_buffer_free(buffer_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  bw_buffer* get() { return buffer_; }
  std::string_view text() const { return view_of(bw_buffer_bytes(buffer_)); }

 private:
  bw_buffer* buffer_ = nullptr;
};

void check_split(std::string_view text, url::Rules rules) {
  bw_components parts{};
  parts.size = sizeof parts;
  require(bw_split(text.data(), text.size(), static_cast<bw_rules>(rules), &parts, nullptr) ==
          BW_OK);
  const url::Components same = url::split(text, rules);
  require((parts.scheme.data != nullptr) == same.scheme.present);
  require(view_of(parts.scheme) == same.scheme.text && view_of(parts.path) == same.path);
  require(view_of(parts.authority) == same.authority.text);
  require(view_of(parts.query) == same.query.text);
  require(view_of(parts.fragment) == same.fragment.text);
}

void check_one(std::string_view text) {
  Buffer normal, inner, host, decoded;
  require(bw_normalize(text.data(), text.size(), 0, normal.get(), nullptr) == BW_OK);
  require(bw_unwrap(text.data(), text.size(), inner.get(), nullptr) == BW_OK);
  std::string same;
  url::unwrap(text, same);
  require(inner.text() == same);
  require(bw_seen_host(text.data(), text.size(), host.get(), nullptr) == BW_OK);
  require(host.text() == url::seen_host(text));
  require(bw_decode_field(text.data(), text.size(), decoded.get(), nullptr) == BW_OK);
  require(mime::decode_words(mime::unfold(text)) == decoded.text());
  bw_rules rules{};
  require((bw_rules_named(text.data(), text.size(), &rules) == BW_OK) ==
          url::rules_named(text).has_value());
}

void check_pair(std::string_view base_text, std::string_view url, url::Rules rules) {
  bw_base* base = nullptr;
  require(bw_base_new(base_text.data(), base_text.size(), static_cast<bw_rules>(rules), &base,
                      nullptr) == BW_OK);
  Buffer relative;
  int found = -1;
  require(bw_base_relate(base, url.data(), url.size(), relative.get(), &found, nullptr) == BW_OK);
  std::string same;
  const url::Base again(base_text, rules);
  require(url::append_relative(again, url, same) == (found == 1) && relative.text() == same);
  bw_base_free(base);
  std::uint32_t flags = 0;
  require(bw_url_flags(string_of(url), string_of(base_text), string_of(url), &flags, nullptr) ==
          BW_OK);
  const Flags all = url::flags_of(url, base_text, url);
  require((flags == 0) == all.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const auto rules = static_cast<url::Rules>(input.byte() % 4);
  const std::string_view first = input.up_to('\0'), second = input.rest();
  if (first.size() + second.size() > 10'000) return 0;
  // By the rules whatwg only what resolving has written is taken apart.
  if (rules != url::Rules::whatwg) check_split(first, rules);
  check_one(first);
  check_one(second);
  check_pair(first, second, rules);
  return 0;
}
