// SPDX-License-Identifier: MIT
//
// One connection of a client, and the one to the next hop that belongs to it: commands and replies
// pass, messages stop on their way and go on as they are to be.
//
// The proxy keeps nothing.  A client is told that a message was taken when the next hop has taken
// it, and not before; whatever ends in between, the client still has the message.
#ifndef BASEWALK_PROXY_SESSION_H_
#define BASEWALK_PROXY_SESSION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "filter/judge.h"
#include "filter/service.h"
#include "policy/facts.h"
#include "proxy/changes.h"
#include "proxy/command.h"
#include "proxy/message.h"
#include "proxy/next_hop.h"
#include "proxy/reply.h"
#include "proxy/stream.h"

namespace basewalk::proxy {

class Session {
 public:
  /// Owns the socket of the client.
  Session(filter::Service& service, int client);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Serves until one of the three ends it: the client, the next hop, the proxy.
  void run();

 private:
  struct Recipient {
    std::string line;  // "RCPT TO:<bob@example.org>"
    policy::Address address;
  };

  bool open_next_hop();
  /// What one line asks for.  False where the connection ends.
  bool obey(std::string_view line);
  bool say_hello(Verb verb, std::string_view line, std::string_view argument);
  bool take_attributes(std::string_view argument);
  bool begin_anew();
  bool begin_mail(std::string_view line, std::string_view argument);
  bool add_recipient(std::string_view line, std::string_view argument);
  bool take_message();
  bool read_message();
  bool end_message();
  std::vector<std::size_t> all_recipients() const;
  std::vector<filter::Chosen> choose();
  filter::Answer judge(const filter::Chosen& chosen, std::string_view failure, Changes& changes);
  /// Sends the message, in a copy for each group of recipients that have one rule, and collects
  /// what each is told.  False where the next hop is gone, as below.
  bool send_each(std::vector<std::string>& replies);
  bool begin_again(const std::vector<std::size_t>& wanted, std::vector<std::size_t>& accepted,
                   std::vector<std::string>& replies);
  bool stays_one(std::span<const rewrite::Splice> splices) const;
  bool send_one(const std::vector<std::size_t>& recipients,
                std::span<const rewrite::Splice> splices, std::vector<std::string>& replies);

  /// Passes a line on, and the reply back.  Nothing where the next hop is gone.
  std::optional<Reply> pass(std::string_view line);
  bool reply(std::string_view text);
  bool hang_up();
  bool next_hop_is_gone();
  /// Takes back what was begun there.  False where the connection has to end.
  bool reset_next_hop();
  bool lost();
  bool is_lmtp() const;
  void forget();

  filter::Service& service_;
  const std::shared_ptr<filter::Treating> treating_;
  Stream client_;
  std::unique_ptr<NextHop> next_;
  std::set<std::string, std::less<>> attributes_of_next_;  // of XFORWARD, that it takes
  bool says_lhlo_ = false;
  // Of the message, and of the client's client who sent it.
  std::vector<std::string> attributes_;  // lines of XFORWARD, as they were passed on
  std::string id_;
  policy::Facts facts_;
  std::string mail_;  // the line; empty where there is none under way
  std::vector<Recipient> recipients_;
  Message message_;
  bool has_bare_lf_ = false, has_stray_dot_ = false;
};

}  // namespace basewalk::proxy

#endif  // BASEWALK_PROXY_SESSION_H_
