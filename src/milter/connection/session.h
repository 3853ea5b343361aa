// SPDX-License-Identifier: MIT
//
// One connection of the mail server: messages, one after the other.
//
// A message is put together byte for byte as the mail server shows it, and looked at when it is
// complete.  The first thing sent back is sent then; before it, nothing can have been cut.
#ifndef BASEWALK_MILTER_CONNECTION_SESSION_H_
#define BASEWALK_MILTER_CONNECTION_SESSION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basewalk/rewrite/rewrite.h"
#include "daemon/log.h"
#include "milter/connection/buffer.h"
#include "milter/connection/mta.h"
#include "milter/service.h"
#include "policy/facts.h"

struct sockaddr;

namespace basewalk::milter {

class Session {
 public:
  enum class Answer : std::uint8_t { pass, tempfail, reject };

  /// `exact_headers`: values come with all that stands behind the colon (SMFIP_HDR_LEADSPC).
  Session(Service& service, std::shared_ptr<Treating> treating, bool exact_headers, bool refused)
      : service_(service),
        treating_(std::move(treating)),
        exact_headers_(exact_headers),
        refused_(refused) {
    service_.counters.open_connection();
  }
  /// A message that is not complete by now never will be.
  ~Session() {
    abort();
    service_.counters.close_connection();
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// It is one connection too many: nothing of it is looked at.
  bool refused() const { return refused_; }
  Answer refuse(const Mta& mta) noexcept;

  /// What a policy asks of the connection and of the envelope; without one they do nothing.  A null
  /// `address` is one that the mail server does not know.
  void connect(const sockaddr* address, const Mta& mta) noexcept;
  void mail(std::string_view sender, const Mta& mta) noexcept;
  void recipient(std::string_view path, const Mta& mta) noexcept;

  void field(std::string_view name, std::string_view value) noexcept;
  void body(std::string_view bytes) noexcept;
  /// The message is complete.
  Answer end(const Mta& mta) noexcept;
  /// It never will be.
  void abort() noexcept;

 private:
  void append(std::string_view bytes) noexcept;
  void finish_header() noexcept;
  void forget() noexcept;
  Answer judge(const Mta& mta);
  /// Which way the message goes, by the policy.
  void choose();
  Answer look(const Mta& mta);
  /// A rule says that it is not looked at.
  Answer pass_off(const Mta& mta);
  /// Marks that came with the message go, where it gets none of ours but others do.
  bool remove_forged(const Mta& mta, daemon::LogFields& fields);
  daemon::LogFields with_rule(daemon::LogFields fields) const;
  /// What --on-doubt says of a message that is not clear, of which nothing was sent yet, or all.
  Answer doubt_before(const Mta& mta);
  bool hold(const Mta& mta, Verdict verdict);
  Answer pass_oversize(const Mta& mta);
  Answer fail(const Mta& mta, std::string_view why);
  Answer answer_failure(const Mta& mta) noexcept;
  bool apply(const rewrite::Rewritten& result, const Mta& mta);
  bool send_body(const rewrite::Rewritten& result, const Mta& mta);
  void count(const rewrite::Rewritten& result, bool body_changed);
  rewrite::Rewritten rewrite(std::string_view bytes, const Mta& mta);

  Service& service_;
  const std::shared_ptr<Treating> treating_;
  const bool exact_headers_;
  const bool refused_;
  // Of the connection, and from MAIL on of the message.
  policy::Facts facts_;
  std::vector<policy::Address> recipients_;
  Way* way_ = &treating_->own;
  daemon::LogFields rule_;  // for the log: rule=staff
  Buffer message_;
  std::size_t total_ = 0;        // bytes that came, kept or not
  std::size_t header_size_ = 0;  // with the empty line; 0 where it is not complete, or too large
  bool header_done_ = false, no_memory_ = false, oversize_ = false, too_many_ = false;
  bool connection_lost_ = false;  // there was no memory to know whose it is
  bool body_begun_ = false;       // of the new body, something was sent
};

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_CONNECTION_SESSION_H_
