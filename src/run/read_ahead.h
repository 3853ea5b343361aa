// SPDX-License-Identifier: MIT
//
// Reads batches in a thread of its own while the caller works on earlier ones.
#ifndef BASEWALK_RUN_READ_AHEAD_H_
#define BASEWALK_RUN_READ_AHEAD_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "basewalk/archive/source.h"

namespace basewalk::run {

class ReadAhead {
 public:
  /// Keeps batches of about `most` bytes at hand, what the caller has in hand included.
  ReadAhead(archive::SourceReader& reader, std::uint64_t most);
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;
  ~ReadAhead();

  std::optional<archive::Batch> next();

 private:
  void read();

  archive::SourceReader& reader_;
  const std::uint64_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<archive::Batch> ready_;
  std::uint64_t bytes_ = 0;  // of what is ready, and of what was given last
  std::uint64_t given_ = 0;
  bool ended_ = false, given_up_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace basewalk::run

#endif  // BASEWALK_RUN_READ_AHEAD_H_
