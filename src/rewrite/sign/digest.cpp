// SPDX-License-Identifier: MIT
#include "rewrite/sign/digest.h"

#include <openssl/evp.h>

namespace basewalk::rewrite {

struct Digest::State {
  EVP_MD_CTX* context = nullptr;  // null: not allowed, or no memory
  EVP_MD_CTX* spare = nullptr;    // in which value() ends a copy

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    EVP_MD_CTX_free(context);
    EVP_MD_CTX_free(spare);
  }
};

Digest::Digest(HashAlgorithm algorithm) : state_(std::make_unique<State>()) {
  state_->context = EVP_MD_CTX_new();
  state_->spare = EVP_MD_CTX_new();
  const EVP_MD* type = algorithm == HashAlgorithm::sha1 ? EVP_sha1() : EVP_sha256();
  if (state_->spare == nullptr || EVP_DigestInit_ex(state_->context, type, nullptr) != 1) {
    EVP_MD_CTX_free(state_->context);
    state_->context = nullptr;
  }
}
Digest::~Digest() = default;
Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;

void Digest::update(std::string_view bytes) {
  if (state_->context != nullptr) EVP_DigestUpdate(state_->context, bytes.data(), bytes.size());
}

void Digest::restart() {
  // No type: the one that it has.
  if (state_->context != nullptr && EVP_DigestInit_ex(state_->context, nullptr, nullptr) != 1) {
    EVP_MD_CTX_free(state_->context);
    state_->context = nullptr;
  }
}

std::string Digest::value() const {
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  if (state_->context == nullptr || EVP_MD_CTX_copy_ex(state_->spare, state_->context) != 1 ||
      EVP_DigestFinal_ex(state_->spare, bytes, &size) != 1)
    return {};
  return std::string(reinterpret_cast<const char*>(bytes), size);
}

}  // namespace basewalk::rewrite
