// SPDX-License-Identifier: MIT
#include "rewrite/sign/digest.h"

#include <nettle/sha1.h>
#include <nettle/sha2.h>

#include <variant>

namespace basewalk::rewrite {
namespace {

const std::uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

}  // namespace

struct Digest::State {
  std::variant<sha1_ctx, sha256_ctx> context;
};

Digest::Digest(HashAlgorithm algorithm) : state_(std::make_unique<State>()) {
  if (algorithm == HashAlgorithm::sha256) state_->context.emplace<sha256_ctx>();
  restart();
}
Digest::~Digest() = default;
Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;

void Digest::update(std::string_view bytes) {
  if (bytes.empty()) return;
  if (auto* const sha1 = std::get_if<sha1_ctx>(&state_->context))
    ::sha1_update(sha1, bytes.size(), bytes_of(bytes));
  else
    ::sha256_update(std::get_if<sha256_ctx>(&state_->context), bytes.size(), bytes_of(bytes));
}

void Digest::restart() {
  if (auto* const sha1 = std::get_if<sha1_ctx>(&state_->context))
    ::sha1_init(sha1);
  else
    ::sha256_init(std::get_if<sha256_ctx>(&state_->context));
}

std::string Digest::value() const {
  std::uint8_t bytes[SHA256_DIGEST_SIZE];
  std::size_t size = SHA256_DIGEST_SIZE;
  // nettle begins anew where it has told: a copy is asked.
  State ended = *state_;
  if (auto* const sha1 = std::get_if<sha1_ctx>(&ended.context)) {
    size = SHA1_DIGEST_SIZE;
    ::sha1_digest(sha1, size, bytes);
  } else {
    ::sha256_digest(std::get_if<sha256_ctx>(&ended.context), size, bytes);
  }
  return std::string(reinterpret_cast<const char*>(bytes), size);
}

}  // namespace basewalk::rewrite
