// SPDX-License-Identifier: MIT
//
// What is done to a message before it is sent on.  Before: filter/judge.h says what.  After:
// message.h gives the message with these changes.
#ifndef BASEWALK_PROXY_CHANGES_H_
#define BASEWALK_PROXY_CHANGES_H_

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "filter/judge.h"

namespace basewalk::proxy {

/// Nothing of them is sent while they are made, so that all can be taken back.
class Changes final : public filter::Changes {
 public:
  explicit Changes(std::string id) : id_(std::move(id)) {}

  std::string id() const override { return id_; }
  void progress() noexcept override {}
  bool edit_header(const rewrite::Rewritten& header, std::span<const rewrite::Mark> marks) override;
  bool apply(const rewrite::Rewritten& result) override;
  bool replaces_body() const noexcept override { return false; }
  bool begun() const noexcept override { return false; }
  bool hold(const std::string& reason) override;
  void explain(filter::Answer answer, const char* text) noexcept override;

  /// Sorted, not overlapping.
  std::span<const rewrite::Splice> splices() const { return splices_; }
  /// The reply to a message that is not sent on.
  const char* reply() const { return reply_; }
  const char* words() const { return words_; }

 private:
  const std::string id_;
  std::vector<rewrite::Splice> splices_;
  const char* reply_ = "451 4.3.0";
  const char* words_ = "";
};

}  // namespace basewalk::proxy

#endif  // BASEWALK_PROXY_CHANGES_H_
