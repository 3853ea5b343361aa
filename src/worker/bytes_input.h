// SPDX-License-Identifier: MIT
//
// A file that lies in memory, for what reads files.
#ifndef BASEWALK_SRC_WORKER_BYTES_INPUT_H_
#define BASEWALK_SRC_WORKER_BYTES_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "worker/job.h"

namespace basewalk::worker {

/// The bytes live as long as it.
class BytesInput final : public Input {
 public:
  explicit BytesInput(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) override {
    return offset < bytes_.size() ? bytes_.copy(into, size, static_cast<std::size_t>(offset)) : 0;
  }

 private:
  std::string_view bytes_;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_BYTES_INPUT_H_
