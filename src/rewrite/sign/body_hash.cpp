// SPDX-License-Identifier: MIT
#include "rewrite/sign/body_hash.h"

#include <algorithm>

namespace basewalk::rewrite {

// One form and algorithm, with the lengths at which its hash is wanted.
class BodyHashes::Stream {
 public:
  Stream(Canon canon, HashAlgorithm algorithm, std::vector<BodyHash>& hashes)
      : digest_(algorithm),
        canonicalizer_(canon, [this](std::string_view bytes) { hash(bytes); }),
        hashes_(hashes) {}

  void add(std::size_t length, std::size_t number) { wanted_.push_back({length, number}); }

  bool feed(std::string_view piece) {
    sort();
    if (next_ == wanted_.size()) return false;
    canonicalizer_.feed(piece);
    return next_ < wanted_.size();
  }

  void finish() {
    sort();
    if (next_ == wanted_.size()) return;
    canonicalizer_.finish();
    for (; next_ < wanted_.size(); ++next_)
      hashes_[wanted_[next_].number] = {digest_.value(), wanted_[next_].length != kWholeBody};
  }

 private:
  struct Wanted {
    std::size_t length, number;
  };

  void sort() {
    if (sorted_) return;
    std::sort(wanted_.begin(), wanted_.end(),
              [](const Wanted& x, const Wanted& y) { return x.length < y.length; });
    sorted_ = true;
    read_off();
  }

  void hash(std::string_view bytes) {
    while (next_ < wanted_.size() && wanted_[next_].length - length_ <= bytes.size()) {
      const std::size_t head = wanted_[next_].length - length_;
      update(bytes.substr(0, head));
      bytes.remove_prefix(head);
      read_off();
    }
    if (next_ < wanted_.size()) update(bytes);
  }

  void update(std::string_view bytes) {
    digest_.update(bytes);
    length_ += bytes.size();
  }

  void read_off() {
    if (next_ == wanted_.size() || wanted_[next_].length != length_) return;
    const std::string value = digest_.value();
    for (; next_ < wanted_.size() && wanted_[next_].length == length_; ++next_)
      hashes_[wanted_[next_].number] = {value, false};
  }

  Digest digest_;
  BodyCanonicalizer canonicalizer_;
  std::vector<BodyHash>& hashes_;
  std::vector<Wanted> wanted_;  // by length; those before next_ are done
  std::size_t next_ = 0;
  std::size_t length_ = 0;  // hashed so far
  bool sorted_ = false;
};

BodyHashes::BodyHashes() = default;
BodyHashes::~BodyHashes() = default;

std::size_t BodyHashes::add(const BodyHashKey& key) {
  auto& stream =
      streams_[static_cast<std::size_t>(key.canon)][static_cast<std::size_t>(key.algorithm)];
  if (!stream) stream = std::make_unique<Stream>(key.canon, key.algorithm, hashes_);
  hashes_.emplace_back();
  stream->add(key.length, hashes_.size() - 1);
  return hashes_.size() - 1;
}

bool BodyHashes::feed(std::string_view piece) {
  bool more = false;
  for (auto& by_algorithm : streams_)
    for (auto& stream : by_algorithm)
      if (stream && stream->feed(piece)) more = true;
  return more;
}

void BodyHashes::finish() {
  for (auto& by_algorithm : streams_)
    for (auto& stream : by_algorithm)
      if (stream) stream->finish();
}

}  // namespace basewalk::rewrite
