// SPDX-License-Identifier: MIT
//
// What is done to a message at its end, told to the mail server piece by piece.  Before:
// filter/judge.h says what; after: mta.h sends it.
#ifndef BASEWALK_MILTER_CONNECTION_CHANGES_H_
#define BASEWALK_MILTER_CONNECTION_CHANGES_H_

#include <span>
#include <string>

#include "filter/judge.h"
#include "milter/connection/mta.h"

namespace basewalk::milter {

class MtaChanges final : public filter::Changes {
 public:
  /// `exact_headers`: a value is all that stands behind the colon (SMFIP_HDR_LEADSPC).
  MtaChanges(const Mta& mta, bool exact_headers) : mta_(mta), exact_headers_(exact_headers) {}

  std::string id() const override { return mta_.queue_id(); }
  void progress() noexcept override { mta_.progress(); }
  bool edit_header(const rewrite::Rewritten& header, std::span<const rewrite::Mark> marks) override;
  bool apply(const rewrite::Rewritten& result) override;
  bool replaces_body() const noexcept override { return true; }
  /// A part of the new body.
  bool begun() const noexcept override { return body_begun_; }
  bool hold(const std::string& reason) override { return mta_.quarantine(reason); }
  void explain(filter::Answer answer, const char* text) noexcept override;

 private:
  bool remove_forged(const rewrite::Rewritten& result);
  bool add_marks(std::span<const rewrite::Mark> marks);
  bool send_body(const rewrite::Rewritten& result);

  const Mta& mta_;
  const bool exact_headers_;
  bool body_begun_ = false;
};

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_CONNECTION_CHANGES_H_
