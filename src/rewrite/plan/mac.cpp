// SPDX-License-Identifier: MIT
#include "rewrite/plan/mac.h"

#include <nettle/hmac.h>

#include <cstdint>

#include "text/hex.h"

namespace basewalk::rewrite {
namespace {

const std::uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

}  // namespace

struct Mac::State {
  hmac_sha256_ctx keyed;
};

Mac::Mac(std::string_view key) {
  const auto state = std::make_shared<State>();
  ::hmac_sha256_set_key(&state->keyed, key.size(), bytes_of(key));
  state_ = state;
}

void Mac::append(std::initializer_list<std::string_view> texts, std::string& out) const {
  hmac_sha256_ctx context = state_->keyed;
  for (const std::string_view text : texts)
    if (!text.empty()) ::hmac_sha256_update(&context, text.size(), bytes_of(text));
  out.reserve(out.size() + kDigits);
  std::uint8_t code[kDigits / 2];
  ::hmac_sha256_digest(&context, sizeof code, code);
  for (const std::uint8_t byte : code) text::append_hex(out, byte);
}

}  // namespace basewalk::rewrite
