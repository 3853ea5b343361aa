// SPDX-License-Identifier: MIT
#include "rewrite/sign/digest.h"

#include <openssl/err.h>
#include <openssl/evp.h>

#include <new>

#include "text/foreign/openssl_room.h"

namespace basewalk::rewrite {

struct Digest::State {
  EVP_MD_CTX* context = nullptr;  // null: not allowed
  EVP_MD_CTX* spare = nullptr;    // in which value() ends a copy

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    EVP_MD_CTX_free(context);
    EVP_MD_CTX_free(spare);
  }
};

namespace {

// Nothing else can fail where a hash was begun.
[[noreturn]] void lack_memory() {
  ERR_clear_error();
  throw std::bad_alloc();
}

// False where the machine's policy does not allow it.  What OpenSSL says of a failure is the same
// where memory was short; but then SHA-256, which every policy has, fails as well.
bool begin_digest(EVP_MD_CTX* context, const EVP_MD* type) {
  if (EVP_DigestInit_ex(context, type, nullptr) == 1) return true;
  const bool is_good_now = EVP_DigestInit_ex(context, type, nullptr) == 1;
  const bool is_short = !is_good_now && (type == EVP_sha256() ||
                                         EVP_DigestInit_ex(context, EVP_sha256(), nullptr) != 1);
  ERR_clear_error();
  if (is_short) throw std::bad_alloc();
  return is_good_now;
}

}  // namespace

Digest::Digest(HashAlgorithm algorithm) : state_(std::make_unique<State>()) {
  text::expect_room_for_openssl();
  state_->context = EVP_MD_CTX_new();
  state_->spare = EVP_MD_CTX_new();
  if (state_->context == nullptr || state_->spare == nullptr) throw std::bad_alloc();
  const EVP_MD* type = algorithm == HashAlgorithm::sha1 ? EVP_sha1() : EVP_sha256();
  if (begin_digest(state_->context, type)) return;
  EVP_MD_CTX_free(state_->context);
  state_->context = nullptr;
}
Digest::~Digest() = default;
Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;

void Digest::update(std::string_view bytes) {
  if (state_->context != nullptr) EVP_DigestUpdate(state_->context, bytes.data(), bytes.size());
}

void Digest::restart() {
  // No type: the one that it has.
  if (state_->context != nullptr && EVP_DigestInit_ex(state_->context, nullptr, nullptr) != 1)
    lack_memory();
}

std::string Digest::value() const {
  if (state_->context == nullptr) return {};
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  if (EVP_MD_CTX_copy_ex(state_->spare, state_->context) != 1 ||
      EVP_DigestFinal_ex(state_->spare, bytes, &size) != 1)
    lack_memory();
  return std::string(reinterpret_cast<const char*>(bytes), size);
}

}  // namespace basewalk::rewrite
