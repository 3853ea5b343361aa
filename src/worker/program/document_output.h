// SPDX-License-Identifier: MIT
//
// What an opener tells, written to the pipe as frames.
//
// Before this: an opener (document.h).  After it: document_frame.cpp's other half, in the process
// that asked.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_DOCUMENT_OUTPUT_H_
#define BASEWALK_SRC_WORKER_PROGRAM_DOCUMENT_OUTPUT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "worker/document.h"
#include "worker/frame.h"

namespace basewalk::worker {

class DocumentOutput final : public DocumentSink {
 public:
  explicit DocumentOutput(int descriptor) : descriptor_(descriptor) {}

  void ready();
  void refused(std::string_view why);
  void done();

  void base(std::string_view url, std::string_view where) override;
  void reference(const DocumentReference& reference) override;
  void text(const DocumentText& text) override;
  void begin(const DocumentPart& part) override;
  void bytes(std::string_view bytes) override;
  void end() override;
  void lack(Lack why, std::string_view what, std::string_view sentence) override;
  void opened_with(OpenedWith how, std::size_t word) override;

 private:
  void frame(Frame::Kind kind, std::string_view payload);
  void told();
  void flush();

  int descriptor_;
  std::size_t told_ = 0;
  std::string held_, payload_;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_DOCUMENT_OUTPUT_H_
