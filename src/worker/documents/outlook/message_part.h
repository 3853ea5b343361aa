// SPDX-License-Identifier: MIT
//
// A message of Outlook as the one part of a document, and what is wrong with it.
//
// Before this: msg.cpp and tnef.cpp have the item.  After it: jobs/outlook_message.cpp.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_MESSAGE_PART_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_MESSAGE_PART_H_

#include <cstddef>
#include <memory>
#include <string_view>

#include "worker/document.h"
#include "worker/jobs/outlook_item.h"

namespace basewalk::worker {

/// Tells a sink what is wrong, up to a number of times.
class Teller {
 public:
  explicit Teller(DocumentSink& sink) : sink_(sink) {}
  void tell(Lack why, std::string_view what, std::string_view sentence);
  /// Of the message.
  void tell(std::string_view sentence, Trouble trouble);

 private:
  DocumentSink& sink_;
  std::size_t count_ = 0;
};

/// Gives the message as a part.
void give_message(std::unique_ptr<OutlookItem> item, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_MESSAGE_PART_H_
