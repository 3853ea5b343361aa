// SPDX-License-Identifier: MIT
//
// The other end of an exchange (worker/exchange.h): reads what is asked from descriptor 0, and
// writes answers to descriptor 1.
//
// Before this: run.cpp has confined the process.  After it: modules/, which answer.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_TALK_H_
#define BASEWALK_SRC_WORKER_PROGRAM_TALK_H_

#include <unistd.h>

#include <string>

#include "text/files/descriptor.h"
#include "worker/frame.h"
#include "worker/status.h"

namespace basewalk::worker {

class Talk {
 public:
  /// The next frame, which is good until the next is asked for.  Ends the process where nobody asks
  /// any more.
  Frame next() {
    Frame frame;
    if (frames_.next(frame) != FrameReader::Got::frame) ::_exit(kNobodyAsks);
    return frame;
  }

  /// An answer is written behind begin_answer() and sent by send_answer().
  std::string& begin_answer() {
    answer_.clear();
    append_frame_head(answer_, Frame::Kind::answer, 0);
    return answer_;
  }
  void send_answer() {
    std::string head;
    append_frame_head(head, Frame::Kind::answer, answer_.size() - Frame::kHead);
    answer_.replace(0, Frame::kHead, head);
    if (text::write_all(STDOUT_FILENO, answer_) != 0) ::_exit(kNobodyAsks);
  }

 private:
  FrameReader frames_{STDIN_FILENO};
  std::string answer_;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_TALK_H_
