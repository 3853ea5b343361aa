// SPDX-License-Identifier: MIT
//
// A message of Outlook as a MIME message.
//
// It is made anew: the fields of the header that it came with, each body as a part, attachments
// behind them.  Bodies and attachments are encoded in base64 and given as they are read, so that
// one of a gigabyte takes no memory.  An attached message is a part with a message, which may have
// attachments: a stack holds those that are open.
//
// Before this: pst.cpp has found the item.
#ifndef BASEWALK_SRC_WORKER_JOBS_OUTLOOK_MESSAGE_H_
#define BASEWALK_SRC_WORKER_JOBS_OUTLOOK_MESSAGE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "worker/job.h"
#include "worker/jobs/pst_context.h"

namespace basewalk::worker {

class OutlookMessage {
 public:
  OutlookMessage(PstFile& file, MemberSink& sink) : file_(file), sink_(sink) {}

  /// Gives the bytes of a message whose properties have been read.  What is missing is told by the
  /// file (PstFile::take_wrongs).
  void give(PstContext context, std::uint64_t data);

 private:
  // A message that is written: its attachments are behind.
  struct Open {
    PstContext context;
    std::uint64_t data;  // the block that it begins in
    std::string boundary;
    std::vector<PstSubnode> attachments;
    std::size_t next = 0;
  };
  struct Body {
    const Property* property;
    std::string type;
    bool is_rtf = false;
  };

  void begin(PstContext context, std::uint64_t data);
  std::vector<Body> bodies_of(const PstContext& context);
  void give_bodies(Open& open, const std::vector<Body>& bodies);
  void give_body(PstContext& context, const Body& body);
  void give_attachment(Open& open);
  void give_data(PstContext& attachment, const Property& data);
  bool give_embedded(const Open& open, PstContext& attachment, const Property& data,
                     std::size_t number);
  std::string part_fields(PstContext& attachment, std::string_view charset, std::string& type);

  void put(std::string_view text);
  void encode(std::string_view bytes);
  void end_encoding();
  void flush();

  PstFile& file_;
  MemberSink& sink_;
  std::vector<Open> open_;
  std::string out_;
  std::string line_;  // bytes of a line of base64 that is not full
  unsigned boundaries_ = 0;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_JOBS_OUTLOOK_MESSAGE_H_
