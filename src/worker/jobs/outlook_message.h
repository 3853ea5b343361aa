// SPDX-License-Identifier: MIT
//
// A message of Outlook as a MIME message.
//
// It is made anew: the fields of the header that it came with, each body as a part, attachments
// behind them.  Bodies and attachments are encoded in base64 and given as they are read, so that
// one of a gigabyte takes no memory.  An attached message is a part with a message, which may have
// attachments: a stack holds those that are open.
//
// Before this: pst.cpp, documents/outlook/msg.cpp or documents/outlook/tnef.cpp has found the item.
#ifndef BASEWALK_SRC_WORKER_JOBS_OUTLOOK_MESSAGE_H_
#define BASEWALK_SRC_WORKER_JOBS_OUTLOOK_MESSAGE_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "worker/jobs/outlook_item.h"

namespace basewalk::worker {

/// Which bodies of a message are given where it has several ([MS-OXBBODY] 2.1.3).
enum class Bodies : unsigned char {
  shown,  ///< RTF, as text, only where there is no HTML, which says the same
  all,    ///< RTF as a document
};

class OutlookMessage {
 public:
  using Take = std::function<void(std::string_view)>;

  OutlookMessage(Bodies which, Take take) : which_(which), take_(std::move(take)) {}

  /// Gives the bytes of a message.  What is missing the item is told.
  void give(std::unique_ptr<OutlookItem> item);

 private:
  // A message that is written: its attachments are behind.
  struct Open {
    std::unique_ptr<OutlookItem> item;
    std::string boundary;
    std::size_t next = 0;  // attachment
  };
  struct Body {
    const Property* property;
    std::string type;
    bool is_rtf = false;
  };
  // An attachment, and what is said of it where something is wrong.
  struct Attachment {
    OutlookItem& item;
    std::string what;
    std::string charset;
  };

  void begin(std::unique_ptr<OutlookItem> item);
  std::vector<Body> bodies_of(OutlookItem& item) const;
  void give_bodies(Open& open, const std::vector<Body>& bodies);
  void give_body(OutlookItem& item, const Body& body);
  void give_attachment(Open& open);
  void give_data(const Open& open, const Attachment& attachment, const Property& data);
  void give_object(const Open& open, const Attachment& attachment, const Property& data);
  void give_place(const Open& open, const Attachment& attachment);
  bool give_embedded(const Open& open, const Attachment& attachment, const Property& data);
  void put_head(const Open& open, const std::string& fields);

  void put(std::string_view text);
  void encode(std::string_view bytes);
  void end_encoding();
  void flush();

  Bodies which_;
  Take take_;
  std::vector<Open> open_;
  std::string out_;
  std::string line_;  // bytes of a line of base64 that is not full
  unsigned boundaries_ = 0;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_JOBS_OUTLOOK_MESSAGE_H_
