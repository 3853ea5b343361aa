// SPDX-License-Identifier: MIT
//
// One connection of the mail server: messages, one after the other.
//
// A message is put together byte for byte as the mail server shows it, and looked at when it is
// complete (filter/judge.h).  The first thing sent back is sent then; before it, nothing can have
// been cut.
#ifndef BASEWALK_MILTER_CONNECTION_SESSION_H_
#define BASEWALK_MILTER_CONNECTION_SESSION_H_

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "filter/buffer.h"
#include "filter/judge.h"
#include "filter/service.h"
#include "milter/connection/mta.h"
#include "policy/facts.h"

struct sockaddr;

namespace basewalk::milter {

class Session {
 public:
  /// `exact_headers`: values come with all that stands behind the colon (SMFIP_HDR_LEADSPC).
  Session(filter::Service& service, std::shared_ptr<filter::Treating> treating, bool exact_headers,
          bool refused)
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
  filter::Answer refuse(const Mta& mta) noexcept;

  /// What a policy asks of the connection and of the envelope; without one they do nothing.  A null
  /// `address` is one that the mail server does not know.
  void connect(const sockaddr* address, const Mta& mta) noexcept;
  void mail(std::string_view sender, const Mta& mta) noexcept;
  void recipient(std::string_view path, const Mta& mta) noexcept;

  void field(std::string_view name, std::string_view value) noexcept;
  void body(std::string_view bytes) noexcept;
  /// The message is complete.
  filter::Answer end(const Mta& mta) noexcept;
  /// It never will be.
  void abort() noexcept;

 private:
  void append(std::string_view bytes) noexcept;
  void finish_header() noexcept;
  void forget() noexcept;
  filter::Answer decide(filter::Judge& judge);

  filter::Service& service_;
  const std::shared_ptr<filter::Treating> treating_;
  const bool exact_headers_;
  const bool refused_;
  // Of the connection, and from MAIL on of the message.
  policy::Facts facts_;
  std::vector<policy::Address> recipients_;
  filter::Buffer message_;
  std::size_t total_ = 0;        // bytes that came, kept or not
  std::size_t header_size_ = 0;  // with the empty line; 0 where it is not complete, or too large
  bool header_done_ = false, no_memory_ = false, oversize_ = false, too_many_ = false;
  bool connection_lost_ = false;  // there was no memory to know whose it is
};

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_CONNECTION_SESSION_H_
