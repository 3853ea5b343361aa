// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/predictor.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace basewalk::worker::pdf {
namespace {

unsigned char paeth(int left, int above, int corner) {
  const int estimate = left + above - corner;
  const int to_left = std::abs(estimate - left);
  const int to_above = std::abs(estimate - above);
  const int to_corner = std::abs(estimate - corner);
  if (to_left <= to_above && to_left <= to_corner) return static_cast<unsigned char>(left);
  return static_cast<unsigned char>(to_above <= to_corner ? above : corner);
}

class Undo final : public Pipeline {
 public:
  Undo(const Predictor& predictor, Pipeline* to)
      : Pipeline("predictor", to),
        is_png_(predictor.kind >= 10),
        has_bytes_(predictor.bits == 8),
        pixel_(static_cast<std::size_t>(std::max(predictor.colors * predictor.bits / 8, 1LL))),
        row_(static_cast<std::size_t>((predictor.colors * predictor.bits * predictor.columns + 7) /
                                      8)),
        before_(row_),
        now_(row_ + (is_png_ ? 1 : 0)) {}

  void write(unsigned char const* data, std::size_t size) override {
    while (size > 0) {
      const std::size_t step = std::min(size, now_.size() - filled_);
      std::memcpy(now_.data() + filled_, data, step);
      data += step;
      size -= step;
      filled_ += step;
      if (filled_ == now_.size()) put_row();
    }
  }
  void finish() override {
    if (filled_ > (is_png_ ? 1U : 0U)) {
      std::fill(now_.begin() + static_cast<std::ptrdiff_t>(filled_), now_.end(), '\0');
      put_row();
    }
    getNext()->finish();
  }

 private:
  void put_row() {
    filled_ = 0;
    if (!is_png_) {
      // Other depths are those of pictures, where it does no harm.
      if (has_bytes_)
        for (std::size_t i = pixel_; i < row_; ++i)
          now_[i] = static_cast<unsigned char>(now_[i] + now_[i - pixel_]);
      getNext()->write(now_.data(), row_);
      return;
    }
    unsigned char* row = now_.data() + 1;
    for (std::size_t i = 0; i < row_; ++i) row[i] = static_cast<unsigned char>(row[i] + guess(i));
    std::memcpy(before_.data(), row, row_);
    getNext()->write(row, row_);
  }
  unsigned char guess(std::size_t i) const {
    const unsigned char* row = now_.data() + 1;
    const unsigned left = i < pixel_ ? 0U : row[i - pixel_];
    const unsigned above = before_[i];
    switch (now_[0]) {
      case 1:
        return static_cast<unsigned char>(left);
      case 2:
        return static_cast<unsigned char>(above);
      case 3:
        return static_cast<unsigned char>((left + above) / 2);
      case 4:
        return paeth(static_cast<int>(left), static_cast<int>(above),
                     i < pixel_ ? 0 : before_[i - pixel_]);
      default:
        return 0;
    }
  }

  bool is_png_, has_bytes_;
  std::size_t pixel_, row_, filled_ = 0;
  std::vector<unsigned char> before_, now_;
};

long long number_in(QPDFObjectHandle parameters, const char* key, long long otherwise,
                    long long most) {
  QPDFObjectHandle value = parameters.getKey(key);
  if (!value.isInteger()) return otherwise;
  return std::clamp(value.getIntValue(), 1LL, most);
}

}  // namespace

Predictor predictor_of(QPDFObjectHandle parameters) {
  Predictor predictor;
  predictor.kind = number_in(parameters, "/Predictor", 1, kPredictors + 1);
  predictor.colors = number_in(parameters, "/Colors", 1, 32);
  predictor.bits = number_in(parameters, "/BitsPerComponent", 8, 16);
  predictor.columns = number_in(parameters, "/Columns", 1, 1 << 18);
  return predictor;
}

std::unique_ptr<Pipeline> undo_predictor(const Predictor& predictor, Pipeline* next) {
  return std::make_unique<Undo>(predictor, next);
}

}  // namespace basewalk::worker::pdf
