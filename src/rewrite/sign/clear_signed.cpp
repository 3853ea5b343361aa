// SPDX-License-Identifier: MIT
#include "rewrite/sign/clear_signed.h"

#include "text/ascii.h"

namespace basewalk::rewrite {
namespace {

// Longer than every line of the armor with some blanks behind it.
constexpr std::size_t kHead = 64;

}  // namespace

void ClearSigned::feed(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t end = piece.find('\n');
    add(piece.substr(0, end));
    if (end == std::string_view::npos) return;
    end_line();
    piece.remove_prefix(end + 1);
  }
}

void ClearSigned::add(std::string_view bytes) {
  if (head_.size() < kHead) head_ += bytes.substr(0, kHead - head_.size());
  if (place_ == Place::outside) return;
  const std::string_view inked = ascii::trim_right(bytes);
  if (!inked.empty()) {
    digest_.update(pending_);
    pending_.clear();
    digest_.update(inked);
  }
  pending_ += bytes.substr(inked.size());
}

void ClearSigned::end_line() {
  const std::string_view line = head_.size() < kHead ? ascii::trim_right(head_) : head_;
  if (place_ != Place::outside) digest_.update("\n");
  if (place_ == Place::outside && line == "-----BEGIN PGP SIGNED MESSAGE-----") {
    place_ = Place::text;
  } else if (place_ == Place::text && line == "-----BEGIN PGP SIGNATURE-----") {
    place_ = Place::signature;
  } else if (place_ == Place::signature && line == "-----END PGP SIGNATURE-----") {
    place_ = Place::outside;
    ++texts_;
  }
  head_.clear();
  pending_.clear();
}

}  // namespace basewalk::rewrite
