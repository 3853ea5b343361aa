// SPDX-License-Identifier: MIT
//
// A zip whose members lie in it as they are, so that readers can begin anywhere in them.  It has no
// times: the same members give the same bytes.
#ifndef BASEWALK_OUTPUT_WARC_STORED_ZIP_H_
#define BASEWALK_OUTPUT_WARC_STORED_ZIP_H_

#include <memory>
#include <string>
#include <string_view>

#include "basewalk/sink.h"

namespace basewalk::output {

class StoredZip {
 public:
  explicit StoredZip(Sink& to);
  ~StoredZip();
  StoredZip(const StoredZip&) = delete;
  StoredZip& operator=(const StoredZip&) = delete;

  /// A member begins; the one before ends.
  void begin(const std::string& name);
  void write(std::string_view bytes);
  /// Nothing follows.  False where it could not be written: see failure().
  bool finish();
  /// What failed first; empty where nothing did, or where the sink took nothing more.
  const std::string& failure() const { return failure_; }
  bool failed() const { return failed_; }

 private:
  struct State;
  void check(long result);

  std::unique_ptr<State> state_;
  std::string failure_;
  bool failed_ = false;
};

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_WARC_STORED_ZIP_H_
