// SPDX-License-Identifier: MIT
//
// What can be done to a message at its end, through libmilter.
#ifndef BASEWALK_MILTER_CONNECTION_MTA_H_
#define BASEWALK_MILTER_CONNECTION_MTA_H_

#include <libmilter/mfapi.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace basewalk::milter {

/// Each is false where the mail server cannot be told, or there is no memory.
class Mta {
 public:
  explicit Mta(SMFICTX* context) : context_(context) {}

  /// Its name for the message; empty where it does not say.
  std::string queue_id() const { return macro("i"); }
  /// What it says of the connection or the message: "{daemon_name}"; empty where it does not.
  std::string macro(std::string name) const;
  /// The `occurrence`-th field of that name, from 1; the case of letters does not matter.
  bool remove_field(std::string name, std::size_t occurrence) const;
  /// Above all others.  `value` is what stands behind the colon.
  bool insert_field(std::string name, std::string value) const;
  /// Each call adds to the new body.
  bool append_to_body(std::string_view bytes) const;
  /// "Still at it": its patience starts again.
  void progress() const noexcept { static_cast<void>(::smfi_progress(context_)); }
  /// Into the hold queue, with a reason for the log.
  bool quarantine(std::string reason) const;
  /// The words of a temporary failure.
  void explain(const char* text) const noexcept;
  /// The words of a refusal for good.
  void explain_rejection(const char* text) const noexcept;

 private:
  SMFICTX* context_;
};

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_CONNECTION_MTA_H_
