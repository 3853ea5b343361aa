// SPDX-License-Identifier: MIT
//
// One message at its end: which way it goes by the policy, what is done to it, what its sender is
// told, and what the log says of that.
//
// Before: service.h has the ways; a connection has the bytes.  After: what carries the changes out
// (Changes) is the connection's, as each kind of mail server takes them in another form.
#ifndef BASEWALK_FILTER_JUDGE_H_
#define BASEWALK_FILTER_JUDGE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"
#include "daemon/log.h"
#include "filter/service.h"
#include "policy/facts.h"

namespace basewalk::filter {

/// No mail server takes as many for one message.
inline constexpr std::size_t kMostRecipients = 50'000;

/// A message as it came, with the line ends of SMTP.
struct Received {
  std::string_view bytes;  ///< of an oversize one its header alone; it outlives what is done here
  std::size_t header = 0;  ///< its size with the empty line; 0 where that alone is too large
  std::size_t total = 0;   ///< bytes that came, kept or not
  bool oversize = false;   ///< more than Treatment::max_bytes
};

/// The way of a message, or of a copy of it for some recipients.
struct Chosen {
  Way* way = nullptr;
  daemon::LogFields rule{};               ///< for the log: rule=staff; none without a policy
  std::vector<std::size_t> recipients{};  ///< their numbers; of choose_each() alone
};

/// Of a message that stays one.  `facts` lacks the size and what stands in the header.
Chosen choose_one(Treating& treating, const Received& message, policy::Facts facts,
                  std::span<const policy::Address> recipients);
/// Of one that is sent on in a copy for each group of recipients that have the same rule.
std::vector<Chosen> choose_each(Treating& treating, const Received& message, policy::Facts facts,
                                std::span<const policy::Address> recipients);

enum class Answer : std::uint8_t { pass, tempfail, reject };

/// What can be done to one message.  What returns a bool is false where it could not be done.
class Changes {
 public:
  virtual ~Changes() = default;
  /// The mail server's name for the message, for the log; empty where it does not say.
  virtual std::string id() const = 0;
  /// It takes a while: called now and then.
  virtual void progress() noexcept = 0;
  /// The forged marks of `header` go, which is of the message or of its header alone, and these
  /// marks stand at the top.
  virtual bool edit_header(const rewrite::Rewritten& header,
                           std::span<const rewrite::Mark> marks) = 0;
  /// All of `result`, its forged marks and marks included.  What edit_header() did before stays.
  virtual bool apply(const rewrite::Rewritten& result) = 0;
  /// A new body goes in whole, from the place on at which the mail server has it begin: what stands
  /// before that stays.
  virtual bool replaces_body() const noexcept = 0;
  /// Something was sent that cannot be taken back: the message can only be refused.
  virtual bool begun() const noexcept = 0;
  /// To be looked at by somebody, for that reason.
  virtual bool hold(const std::string& reason) = 0;
  /// The words of an answer that is not `pass`.
  virtual void explain(Answer answer, const char* text) noexcept = 0;
};

class Judge {
 public:
  Judge(Service& service, Treating& treating, Changes& changes)
      : service_(service), treating_(treating), changes_(changes) {}

  /// Looks at the message and does what is to be done.  Where that fails, the answer is that of
  /// fail().  Throws where there is no memory even for that.
  Answer decide(const Received& message, const Chosen& chosen);
  /// It could not be looked at, or not be changed: --on-error says what becomes of it.
  Answer fail(std::string_view why, const Chosen& chosen);
  /// The same where there is no memory to say why.
  Answer answer_failure() noexcept;
  /// Nothing is looked at: there is no room, or no time.
  Answer postpone(const char* why) noexcept;

 private:
  Answer look(const Received& message, const Chosen& chosen);
  Answer pass_off(const Received& message, const Chosen& chosen);
  Answer pass_oversize(const Received& message, const Chosen& chosen);
  Answer doubt_before(const Chosen& chosen);
  /// For --report.  Half a sentence where that cannot be done, else empty.
  std::string report(const rewrite::Rewritten& result, const Chosen& chosen,
                     std::span<const rewrite::ForgedMark> forged,
                     std::optional<std::size_t> size = {});
  bool hold(Verdict verdict);
  /// The header as a way that marks sees it, where there is one; for marks that came with a
  /// message.
  std::optional<rewrite::Rewritten> header_with_forged(const Received& message);
  bool remove_forged(const std::optional<rewrite::Rewritten>& header,
                     std::span<const rewrite::Mark> marks, daemon::LogFields& fields);
  void count(const Received& message, const rewrite::Rewritten& result);
  rewrite::Rewritten rewrite(Way& way, std::string_view bytes);

  Service& service_;
  Treating& treating_;
  Changes& changes_;
};

/// Counts a message as being looked at, so that a stop can wait for it.
class Busy {
 public:
  explicit Busy(Service& service) : count_(service.busy) { count_.fetch_add(1); }
  ~Busy() { count_.fetch_sub(1); }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  std::atomic<int>& count_;
};

/// A new body comes with the change, and not marks alone.
bool changes_body(const rewrite::Rewritten& result);

/// Changes::edit_header() as changes of bytes, sorted.
std::vector<rewrite::Splice> header_splices(const rewrite::Rewritten& header,
                                            std::span<const rewrite::Mark> marks);

}  // namespace basewalk::filter

#endif  // BASEWALK_FILTER_JUDGE_H_
