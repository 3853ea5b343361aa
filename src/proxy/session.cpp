// SPDX-License-Identifier: MIT
#include "proxy/session.h"

#include <exception>
#include <numeric>
#include <utility>

#include "daemon/log.h"
#include "proxy/changes.h"
#include "proxy/data.h"
#include "text/ascii.h"

namespace basewalk::proxy {
namespace {

using daemon::Level, daemon::log;
using filter::Answer, filter::Count;

// RFC 5321 4.5.3.1.4 has 512, extensions (DSN, SMTPUTF8, XFORWARD) add to it.
constexpr std::size_t kLongestCommand = 8192;

// What may pass: extensions that change neither how commands follow each other nor how a message is
// sent.  PIPELINING and XFORWARD are the proxy's own.
constexpr std::string_view kPassed[] = {"SIZE", "8BITMIME", "SMTPUTF8", "DSN",
                                        "ENHANCEDSTATUSCODES"};
constexpr std::string_view kAttributes[] = {"NAME", "ADDR",  "PORT",  "PROTO",
                                            "HELO", "IDENT", "SOURCE"};

// For one message; Postfix says all in two.
constexpr std::size_t kMostAttributeLines = 100;

std::string_view first_word(std::string_view text) { return text.substr(0, text.find(' ')); }

}  // namespace

Session::Session(filter::Service& service, int client)
    : service_(service),
      treating_(service.treating()),
      client_(client, std::chrono::seconds(service.options.timeout)) {
  service_.counters.open_connection();
}

Session::~Session() { service_.counters.close_connection(); }

bool Session::is_lmtp() const { return service_.options.next->lmtp; }

bool Session::reply(std::string_view text) {
  return client_.write(text) && client_.write("\r\n") && client_.flush();
}

bool Session::next_hop_is_gone() {
  lost();
  static_cast<void>(reply("421 4.3.0 The next mail server is gone, try again later"));
  return false;
}

bool Session::open_next_hop() {
  std::string why;
  next_ = NextHop::connect(service_.options.next->address,
                           std::chrono::seconds(service_.options.timeout), why);
  if (!next_) {
    log(Level::error, {}, "--next: " + why);
    static_cast<void>(reply("421 4.3.0 The next mail server is not there, try again later"));
    return false;
  }
  const std::optional<Reply> greeting = next_->greeting();
  if (!greeting) return next_hop_is_gone();
  const bool is_ready = greeting->code == 220;
  if (!is_ready) log(Level::warning, {}, "--next: " + greeting->text());
  if (!client_.write(greeting->text()) || !client_.flush()) return false;
  return is_ready;
}

void Session::run() {
  if (!open_next_hop()) return;
  std::string line;
  for (;;) {
    switch (client_.read_line(line, kLongestCommand)) {
      case Stream::Line::ended:
        if (!mail_.empty()) service_.counters.add(Count::aborted);
        return;
      case Stream::Line::malformed:
        if (!reply("500 5.5.2 A line is too long, or has a CR or NUL in it")) return;
        continue;
      case Stream::Line::bare_lf:
        // What follows may be meant as the end of an address: it is no command of the client's.
        log(Level::warning, id_,
            "a line of a client ends with a bare LF; the connection was ended");
        static_cast<void>(reply("521 5.5.2 A line ends with a bare LF"));
        if (!mail_.empty()) service_.counters.add(Count::aborted);
        return;
      case Stream::Line::whole:
        break;
    }
    if (service_.stopping) {
      static_cast<void>(reply("421 4.3.2 Stopping, try again later"));
      return;
    }
    if (!obey(line)) return;
  }
}

bool Session::obey(std::string_view line) {
  const Command command = read_command(line);
  switch (command.verb) {
    case Verb::helo:
    case Verb::ehlo:
    case Verb::lhlo:
      return say_hello(command.verb, line, command.argument);
    case Verb::xforward:
      return take_attributes(command.argument);
    case Verb::mail:
      return begin_mail(line, command.argument);
    case Verb::rcpt:
      return add_recipient(line, command.argument);
    case Verb::data:
      return take_message();
    case Verb::rset:
      return begin_anew();
    case Verb::noop:
      return reply("250 2.0.0 Ok");
    case Verb::vrfy:
      return reply("252 2.0.0 Send a message and see");
    case Verb::quit:
      static_cast<void>(next_->command("QUIT"));
      static_cast<void>(reply("221 2.0.0 Bye"));
      return false;
    case Verb::other:
      break;
  }
  if (brings_bytes(command) || is_of_http(command)) return hang_up();
  return reply("502 5.5.1 The proxy does not know this command");
}

// What follows is no command of a client's.
bool Session::hang_up() {
  log(Level::warning, id_, "a client says BDAT, or speaks HTTP; the connection was ended");
  static_cast<void>(reply("521 5.5.1 This is SMTP, without BDAT"));
  if (!mail_.empty()) service_.counters.add(Count::aborted);
  return false;
}

std::optional<Reply> Session::pass(std::string_view line) {
  std::optional<Reply> got = next_->command(line);
  if (!got) {
    next_hop_is_gone();
    return {};
  }
  if (!client_.write(got->text()) || !client_.flush() || got->code == 421) return {};
  return got;
}

// Who does not obey it goes on with what was begun.
bool Session::begin_anew() {
  const std::optional<Reply> got = pass("RSET");
  if (got && got->is_positive()) forget();
  return got.has_value();
}

// A client of LMTP may stand before a server of SMTP, whose one reply is that of each recipient;
// the other way round there would be several replies and one that asks.
bool Session::say_hello(Verb verb, std::string_view line, std::string_view argument) {
  if (is_lmtp() && verb != Verb::lhlo) return reply("500 5.5.1 This is LMTP: say LHLO");
  forget();
  says_lhlo_ = verb == Verb::lhlo;
  if (verb == Verb::helo) return pass(line).has_value();
  std::optional<Reply> got =
      next_->command((is_lmtp() ? "LHLO " : "EHLO ") + std::string(argument));
  if (!got) return next_hop_is_gone();
  attributes_of_next_.clear();
  if (got->is_positive()) {
    Reply ours{got->code, {got->lines.front()}};
    for (std::size_t i = 1; i < got->lines.size(); ++i) {
      std::string_view extension = got->lines[i];
      const std::string_view name = first_word(extension);
      if (ascii::iis_one_of(kPassed, name)) ours.lines.push_back(got->lines[i]);
      if (!ascii::iequals(name, "XFORWARD")) continue;
      while (extension.size() > first_word(extension).size()) {
        extension.remove_prefix(first_word(extension).size() + 1);
        attributes_of_next_.insert(ascii::lowered(first_word(extension)));
      }
    }
    ours.lines.emplace_back("PIPELINING");
    std::string forward = "XFORWARD";
    for (const std::string_view each : kAttributes) forward.append(" ").append(each);
    ours.lines.push_back(std::move(forward));
    got = std::move(ours);
  }
  return client_.write(got->text()) && client_.flush() && got->code != 421;
}

// What the next hop takes of them is passed on; the policy asks for some.
bool Session::take_attributes(std::string_view argument) {
  if (!mail_.empty()) return reply("503 5.5.1 A message is under way");
  const auto given = read_attributes(argument);
  if (!given) return reply("501 5.5.4 XFORWARD NAME=value ...");
  std::string line = "XFORWARD";
  for (const auto& [name, value] : *given) {
    if (ascii::iequals(name, "ADDR")) facts_.client = policy::read_ip(read_value(value));
    if (ascii::iequals(name, "IDENT")) id_ = read_value(value);
    if (attributes_of_next_.contains(ascii::lowered(name)))
      line.append(" ").append(name).append("=").append(value);
  }
  if (line == "XFORWARD") return reply("250 2.0.0 Ok");
  if (attributes_.size() == kMostAttributeLines) return reply("503 5.5.1 XFORWARD comes too often");
  attributes_.push_back(line);
  return pass(line).has_value();
}

bool Session::begin_mail(std::string_view line, std::string_view argument) {
  const std::optional<std::string_view> path = behind(argument, "FROM:");
  if (!path) return reply("501 5.5.4 MAIL FROM:<address>");
  // Without it this would be SMTP, with one of several replies for the client.
  if (is_lmtp() && !says_lhlo_) return reply("503 5.5.1 LHLO first");
  // Not every server refuses it: ours and the client's message would be two.
  if (!mail_.empty()) return reply("503 5.5.1 A message is under way");
  const std::optional<Reply> got = pass(line);
  if (!got) return false;
  if (!got->is_positive()) return true;
  mail_ = line;
  facts_.sender = policy::read_address(*path);
  return true;
}

bool Session::add_recipient(std::string_view line, std::string_view argument) {
  const std::optional<std::string_view> path = behind(argument, "TO:");
  if (!path) return reply("501 5.5.4 RCPT TO:<address>");
  if (mail_.empty()) return reply("503 5.5.1 MAIL first");
  if (recipients_.size() == filter::kMostRecipients) return reply("452 4.5.3 Too many recipients");
  const std::optional<Reply> got = pass(line);
  if (!got) return false;
  if (got->is_positive()) recipients_.push_back({std::string(line), policy::read_address(*path)});
  return true;
}

// XFORWARD holds for one transaction: Postfix's servers forget it with RSET and with the end of a
// message, and its clients leave out what they do not know of the next one.
void Session::forget() {
  mail_.clear();
  recipients_.clear();
  facts_ = {};
  id_.clear();
  attributes_.clear();
  message_.begin(treating_->max_bytes);
}

bool Session::take_message() {
  if (mail_.empty()) return reply("503 5.5.1 MAIL first");
  if (recipients_.empty())
    return reply(says_lhlo_ ? "503 5.5.1 No valid recipients" : "554 5.5.1 No valid recipients");
  if (!reply("354 End data with <CR><LF>.<CR><LF>")) return false;
  message_.begin(treating_->max_bytes);
  if (!read_message()) {
    service_.counters.add(Count::aborted);
    return false;
  }
  const filter::Busy busy(service_);
  const bool goes_on = end_message();
  forget();
  return goes_on;
}

bool Session::read_message() {
  DataReader reader;
  StrayDot dot;
  while (!reader.done()) {
    const std::string_view bytes = client_.peek();
    if (bytes.empty()) return false;
    client_.use(reader.feed(bytes, [&](std::string_view piece) {
      dot.feed(piece);
      message_.append(piece);
    }));
  }
  has_bare_lf_ = reader.has_bare_lf();
  has_stray_dot_ = dot.was_seen();
  return true;
}

std::vector<std::size_t> Session::all_recipients() const {
  std::vector<std::size_t> numbers(recipients_.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

// SMTP has one reply for all recipients, so that the message stays one; LMTP has one for each.
std::vector<filter::Chosen> Session::choose() {
  std::vector<policy::Address> recipients;
  if (treating_->policy)
    for (const Recipient& each : recipients_) recipients.push_back(each.address);
  else
    recipients.resize(recipients_.size());
  const filter::Received received = message_.received();
  if (says_lhlo_) return filter::choose_each(*treating_, received, facts_, recipients);
  filter::Chosen chosen = filter::choose_one(*treating_, received, facts_, recipients);
  chosen.recipients = all_recipients();
  std::vector<filter::Chosen> all;
  all.push_back(std::move(chosen));
  return all;
}

bool Session::end_message() {
  std::vector<std::string> replies(recipients_.size());
  const auto all_get = [&](std::string_view text) {
    for (std::string& each : replies) each.assign(text).append("\r\n");
  };
  bool goes_on = true;
  if (service_.stopping) {
    service_.counters.add(Count::tempfailed);
    all_get("421 4.3.2 Stopping, try again later");
    goes_on = false;
  } else if (has_bare_lf_) {
    service_.counters.add(Count::rejected);
    log(Level::warning, id_, "refused: a line of it ends with a bare LF");
    all_get("550 5.5.2 A line of the message ends with a bare LF");
    goes_on = reset_next_hop();
  } else if (has_stray_dot_) {
    service_.counters.add(Count::rejected);
    log(Level::warning, id_, "refused: a dot stands alone between bare CRs or NULs");
    all_get("550 5.5.2 A dot of the message stands alone between bare CRs or NULs");
    goes_on = reset_next_hop();
  } else if (!message_.failure().empty()) {
    service_.counters.add(Count::tempfailed);
    log(Level::error, id_, message_.failure() + "; answered: try again later");
    all_get("452 4.3.1 No room for this message now, try again later");
    goes_on = reset_next_hop();
  } else {
    goes_on = send_each(replies);
  }
  // A next hop that is gone has told of no recipient that is left.
  for (std::string& each : replies)
    if (each.empty()) each = "421 4.3.0 The next mail server is gone, try again later\r\n";
  const std::size_t count = says_lhlo_ ? replies.size() : 1;
  for (std::size_t i = 0; i < count; ++i)
    if (!client_.write(replies[i])) return false;
  return client_.flush() && goes_on;
}

Answer Session::judge(const filter::Chosen& chosen, std::string_view failure, Changes& changes) {
  filter::Judge judge(service_, *treating_, changes);
  try {
    return failure.empty() ? judge.decide(message_.received(), chosen)
                           : judge.fail(failure, chosen);
  } catch (...) {
    return judge.answer_failure();  // no memory even to say so
  }
}

// The client's own commands have begun one transaction at the next hop, with all recipients.
bool Session::send_each(std::vector<std::string>& replies) {
  std::string failure;
  std::vector<filter::Chosen> all;
  try {
    all = choose();
  } catch (const std::exception& error) {
    failure = error.what();
    all = {{&treating_->own, {}, all_recipients()}};
  }
  bool is_open = true;
  for (const filter::Chosen& chosen : all) {
    Changes changes(id_);
    if (judge(chosen, failure, changes) != Answer::pass) {
      for (const std::size_t i : chosen.recipients)
        replies[i] = std::string(changes.reply()) + " " + changes.words() + "\r\n";
      continue;
    }
    std::vector<std::size_t> accepted = chosen.recipients;
    if (!is_open || accepted.size() != recipients_.size()) {
      accepted.clear();
      if (!begin_again(chosen.recipients, accepted, replies)) return lost();
      is_open = true;
    }
    if (accepted.empty()) continue;
    if (!send_one(accepted, changes.splices(), replies)) return lost();
    is_open = false;
  }
  return !is_open || reset_next_hop() || lost();
}

// Where it went on with what was begun, recipients of this message, or of this rule, would get
// another one.
bool Session::reset_next_hop() {
  const std::optional<Reply> got = next_->command("RSET");
  if (got && !got->is_positive())
    log(Level::warning, id_, "the next hop refuses RSET; the connection was ended");
  return got && got->is_positive();
}

bool Session::lost() {
  log(Level::warning, id_, "the next hop ended the connection, or said what is no reply");
  return false;
}

// For some of the recipients; those that are refused now have their reply.
bool Session::begin_again(const std::vector<std::size_t>& wanted,
                          std::vector<std::size_t>& accepted, std::vector<std::string>& replies) {
  if (!reset_next_hop()) return false;
  for (const std::string& line : attributes_)
    if (!next_->command(line)) return false;
  const std::optional<Reply> begun = next_->command(mail_);
  if (!begun) return false;
  for (const std::size_t i : wanted) {
    std::optional<Reply> got = begun;
    if (begun->is_positive()) got = next_->command(recipients_[i].line);
    if (!got) return false;
    if (got->is_positive())
      accepted.push_back(i);
    else
      replies[i] = got->text();
  }
  return true;
}

// A splice of ours that put an LF where there is no CR, or took what stood beside a dot, would make
// two messages of one at some servers, as read_message() has it.
bool Session::stays_one(std::span<const rewrite::Splice> splices) const {
  if (splices.empty() || message_.received().oversize) return true;
  DataWriter writer;
  StrayDot dot;
  const auto nowhere = [](std::string_view) { return true; };
  message_.write_to(splices, [&](std::string_view piece) {
    dot.feed(piece);
    return writer.write(piece, nowhere);
  });
  return !writer.has_bare_lf() && !dot.was_seen();
}

bool Session::send_one(const std::vector<std::size_t>& recipients,
                       std::span<const rewrite::Splice> splices,
                       std::vector<std::string>& replies) {
  const auto all_get = [&](const std::string& text) {
    for (const std::size_t i : recipients) replies[i] = text;
  };
  if (!stays_one(splices)) {
    log(Level::error, id_,
        "what it was changed to has a bare LF, or a dot alone between bare CRs or NULs; answered: "
        "try again later");
    all_get("451 4.3.0 Cannot look at this message now, try again later\r\n");
    return reset_next_hop();
  }
  const std::optional<Reply> begun = next_->data();
  if (!begun) return false;
  if (begun->is_refusal()) {
    all_get(begun->text());
    return reset_next_hop();
  }
  Stream& to = next_->stream();
  bool is_taken = true;
  const auto send = [&](std::string_view piece) { return is_taken = to.write(piece); };
  DataWriter writer;
  if (!message_.write_to(splices,
                         [&](std::string_view piece) { return writer.write(piece, send); })) {
    // What was begun cannot be taken back but by an end of the connection.
    if (is_taken) log(Level::error, id_, "the temporary file of a large message cannot be read");
    return false;
  }
  if (!writer.finish(send) || !to.flush()) return false;
  std::optional<Reply> got;
  for (std::size_t i = 0; i < recipients.size(); ++i) {
    if (i == 0 || is_lmtp()) got = next_->outcome();
    if (!got) return false;
    replies[recipients[i]] = got->text();
    if (!got->is_positive())
      log(Level::info, id_,
          "the next hop answered: " + std::to_string(got->code) + " " + got->lines.front());
  }
  return true;
}

}  // namespace basewalk::proxy
