// SPDX-License-Identifier: MIT
//
// A message of Outlook as the one part of a document, and what is wrong with it.
//
// Before this: msg.cpp and tnef.cpp have the item.  After it: jobs/outlook_message.cpp.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_MESSAGE_PART_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_MESSAGE_PART_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "worker/document.h"
#include "worker/jobs/outlook_item.h"

namespace basewalk::worker {

/// Tells a sink what is wrong, up to a number of times, and counts what lies in the document.
class Teller {
 public:
  Teller(const Document& document, DocumentSink& sink)
      : sink_(sink), left_(document.bounds.members) {}
  /// One more message or attachment.
  void count_member();
  /// There were too many of them: no more are to be read.
  bool is_over() const { return is_over_; }
  void tell(Lack why, std::string_view what, std::string_view sentence);
  /// Of the message.
  void tell(std::string_view sentence, Trouble trouble);
  /// Keeps a text that nothing shows, if it may have a URL, until the message was given.
  void keep(std::string_view text);
  void tell_kept();

 private:
  DocumentSink& sink_;
  std::size_t count_ = 0;
  std::uint64_t left_;
  bool is_over_ = false;
  std::string kept_;
};

/// Keeps what of an item within the message may have a URL and is no part of it.
void keep_properties(OutlookItem& item, Teller& teller);
/// Gives the message as a part.
void give_message(std::unique_ptr<OutlookItem> item, Teller& teller, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_MESSAGE_PART_H_
