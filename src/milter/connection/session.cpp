// SPDX-License-Identifier: MIT
#include "milter/connection/session.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>
#include <exception>
#include <optional>
#include <string_view>

#include "milter/connection/changes.h"

namespace basewalk::milter {
namespace {

using filter::Answer;

std::optional<policy::Ip> ip_of(const sockaddr* address) {
  char text[INET6_ADDRSTRLEN] = "";
  if (address == nullptr) return {};
  if (address->sa_family == AF_INET) {
    sockaddr_in found{};
    std::memcpy(&found, address, sizeof found);
    ::inet_ntop(AF_INET, &found.sin_addr, text, sizeof text);
  } else if (address->sa_family == AF_INET6) {
    sockaddr_in6 found{};
    std::memcpy(&found, address, sizeof found);
    ::inet_ntop(AF_INET6, &found.sin6_addr, text, sizeof text);
  }
  return policy::read_ip(text);
}

// Servers show an address as it was given, and in the macro whom they send to, which may be an
// alias (sendmail), or lack its domain: it counts where they alone know whom the address means.
policy::Address address_of(std::string_view path, std::string_view macro) {
  policy::Address given = policy::read_address(path);
  if (!policy::may_be_elsewhere(given)) return given;
  policy::Address sent_to = policy::read_address(macro);
  return sent_to.domain_part().empty() ? given : sent_to;
}

}  // namespace

void Session::append(std::string_view bytes) noexcept {
  total_ += bytes.size();
  if (no_memory_ || oversize_) return;
  if (total_ > treating_->max_bytes) {
    oversize_ = true;
    message_.shrink(header_size_);  // marks are removed from a header that is known
    return;
  }
  no_memory_ = !message_.append(bytes);
}

// A fold is a single LF here, whatever came over SMTP.
void Session::field(std::string_view name, std::string_view value) noexcept {
  append(name);
  append(exact_headers_ ? ":" : ": ");
  for (;;) {
    const std::size_t end = value.find('\n');
    append(value.substr(0, end));
    if (end == std::string_view::npos) break;
    append(end > 0 && value[end - 1] == '\r' ? "\n" : "\r\n");
    value.remove_prefix(end + 1);
  }
  append("\r\n");
}

void Session::finish_header() noexcept {
  if (header_done_) return;
  header_done_ = true;
  append("\r\n");
  if (!oversize_) header_size_ = total_;
}

void Session::body(std::string_view bytes) noexcept {
  finish_header();
  append(bytes);
}

void Session::connect(const sockaddr* address, const Mta& mta) noexcept try {
  if (!treating_->policy) return;
  facts_.client = ip_of(address);
  facts_.listener = {mta.macro("{daemon_name}"), policy::read_ip(mta.macro("{daemon_addr}")),
                     mta.macro("{daemon_port}")};
} catch (const std::exception&) {
  connection_lost_ = true;
}

void Session::mail(std::string_view sender, const Mta& mta) noexcept try {
  if (!treating_->policy) return;
  forget();
  facts_.sender = address_of(sender, mta.macro("{mail_addr}"));
  facts_.authenticated = !mta.macro("{auth_authen}").empty();
} catch (const std::exception&) {
  no_memory_ = true;
}

void Session::recipient(std::string_view path, const Mta& mta) noexcept try {
  if (!treating_->policy || mta.macro("{rcpt_mailer}") == "error") return;
  too_many_ = too_many_ || recipients_.size() == filter::kMostRecipients;
  if (!too_many_) recipients_.push_back(address_of(path, mta.macro("{rcpt_addr}")));
} catch (const std::exception&) {
  no_memory_ = true;
}

void Session::forget() noexcept {
  message_.clear();
  total_ = header_size_ = 0;
  header_done_ = no_memory_ = oversize_ = too_many_ = false;
  facts_.sender.reset();
  facts_.authenticated = false;
  recipients_.clear();
}

void Session::abort() noexcept {
  if (total_ > 0) service_.counters.add(filter::Count::aborted);
  forget();
}

Answer Session::refuse(const Mta& mta) noexcept {
  if (treating_->accept_on_error) {
    service_.counters.add(filter::Count::accepted);
    return Answer::pass;
  }
  MtaChanges changes(mta, exact_headers_);
  return filter::Judge(service_, *treating_, changes).postpone("Too much to do, try again later");
}

Answer Session::end(const Mta& mta) noexcept {
  const filter::Busy busy(service_);
  MtaChanges changes(mta, exact_headers_);
  filter::Judge judge(service_, *treating_, changes);
  Answer answer = Answer::tempfail;
  try {
    answer = decide(judge);
  } catch (...) {
    answer = judge.answer_failure();  // no memory even to say so
  }
  forget();
  return answer;
}

// A server that goes on with another connection over the same socket shows no envelope where there
// was no policy when it began.  Then nobody is known, and rules that ask for them do not match.
Answer Session::decide(filter::Judge& judge) {
  if (service_.stopping) return judge.postpone("Stopping, try again later");
  finish_header();
  if (no_memory_ || connection_lost_) return judge.fail("out of memory", {});
  if (too_many_)
    return judge.fail("more than " + std::to_string(filter::kMostRecipients) + " recipients", {});
  const filter::Received message{message_.bytes(), header_size_, total_, oversize_};
  filter::Chosen chosen;
  try {
    chosen = filter::choose_one(*treating_, message, facts_, recipients_);
  } catch (const std::exception& error) {
    return judge.fail(error.what(), {});
  }
  return judge.decide(message, chosen);
}

}  // namespace basewalk::milter
