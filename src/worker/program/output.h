// SPDX-License-Identifier: MIT
//
// What a job tells, written to the pipe as frames.
//
// Before this: a job (job.h).  After it: frame.cpp reads them in the process that asked.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_OUTPUT_H_
#define BASEWALK_SRC_WORKER_PROGRAM_OUTPUT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "worker/frame.h"
#include "worker/job.h"

namespace basewalk::worker {

class Output final : public MemberSink {
 public:
  /// Members before `first` have been given by another worker.
  Output(int descriptor, std::uint64_t first) : descriptor_(descriptor), first_(first) {}

  void ready();
  void refused(std::string_view why);
  void done();

  bool begin(const Member& member) override;
  void bytes(std::string_view bytes) override;
  void end() override;
  void failure(std::string_view sentence, Trouble trouble, std::optional<Extent> extent) override;

 private:
  void frame(Frame::Kind kind, std::string_view payload);
  void flush();

  int descriptor_;
  std::uint64_t first_;
  std::uint64_t next_ = 0;  // index of the member that begins next
  bool is_in_member_ = false;
  std::string frame_, held_;  // bytes of the member that were not yet written
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_OUTPUT_H_
