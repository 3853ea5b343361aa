// SPDX-License-Identifier: MIT
#include "milter/connection/session.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <map>
#include <string_view>

#include "policy/groups.h"

namespace basewalk::milter {
namespace {

using daemon::Level, daemon::log, daemon::LogField, daemon::LogFields;

// By what they are; their number where not all of them are known.
template <class Items, class NameOf>
void add_counts(LogFields& fields, std::string_view title, const Items& items, std::size_t all,
                NameOf name_of) {
  if (all == 0) return;
  if (items.size() != all) {
    fields.push_back({title, std::uint64_t{all}});
    return;
  }
  std::map<std::string_view, std::uint64_t> counts;
  for (const auto& item : items) ++counts[name_of(item)];
  fields.push_back({title, LogField::Counts(counts.begin(), counts.end())});
}

LogField outcome(std::string_view what) { return {"outcome", std::string(what), false}; }

// Nothing was done to a message, and nothing is to be said of it.
bool is_plain(const rewrite::Rewritten& result) {
  return !result.changed() && result.kept_count == 0 && result.verdict == Verdict::clear;
}

// What was done to a message.
LogFields fields_of(const rewrite::Rewritten& result) {
  LogFields fields{{"verdict", std::string(name(result.verdict))},
                   {"links", std::uint64_t{result.links}}};
  add_counts(fields, "edits", result.edits, result.edit_count,
             [](const rewrite::Edit& edit) { return rewrite::name(edit.kind); });
  add_counts(fields, "kept", result.kept, result.kept_count,
             [](const rewrite::Kept& kept) { return rewrite::name(kept.why); });
  add_counts(fields, "doubts", result.doubts, result.doubt_count,
             [](const rewrite::LeftDoubt& doubt) { return name(doubt.doubt); });
  if (result.unread_count > 0) fields.push_back({"unread", std::uint64_t{result.unread_count}});
  if (!result.forged.empty()) fields.push_back({"forged", std::uint64_t{result.forged.size()}});
  if (!result.flags.empty()) {
    LogField::Words names;
    for (const Flag flag : result.flags) names.push_back(name(flag));
    fields.push_back({"flags", std::move(names)});
  }
  return fields;
}

// libmilter sends at most this much at a time.
constexpr std::size_t kChunk = 65'535;

// No mail server takes as many for one message.
constexpr std::size_t kMostRecipients = 50'000;

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

// Counts a message as being looked at, so that a stop can wait for it.
class Busy {
 public:
  explicit Busy(std::atomic<int>& count) : count_(count) { count_.fetch_add(1); }
  ~Busy() { count_.fetch_sub(1); }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  std::atomic<int>& count_;
};

bool changes_body(const rewrite::Rewritten& result) {
  if (result.splices.empty()) return false;
  // Sorted: those of the body come last.  None begins before it and ends in it; one that did would
  // not be left out.
  const rewrite::Splice& last = result.splices.back();
  return last.begin >= result.body || last.end > result.body;
}

// From the last to the first, while the numbers are those that came.
bool remove_fields(const rewrite::Rewritten& result, const Mta& mta) {
  for (auto forged = result.forged.rbegin(); forged != result.forged.rend(); ++forged)
    if (!mta.remove_field(forged->name, forged->occurrence)) return false;
  return true;
}

// Puts pieces together to chunks.
class Chunks {
 public:
  explicit Chunks(const Mta& mta) : mta_(mta) { pending_.reserve(kChunk); }
  bool write(std::string_view piece) {
    while (!piece.empty()) {
      const std::string_view part = piece.substr(0, kChunk - pending_.size());
      if (part.size() == kChunk) {
        if (!mta_.append_to_body(part)) return false;
      } else {
        pending_ += part;
        if (pending_.size() == kChunk && !flush()) return false;
      }
      piece.remove_prefix(part.size());
    }
    return true;
  }
  bool flush() {
    const bool sent = pending_.empty() || mta_.append_to_body(pending_);
    pending_.clear();
    return sent;
  }

 private:
  const Mta& mta_;
  std::string pending_;
};

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
  facts_.sender = policy::read_address(sender);
  facts_.authenticated = !mta.macro("{auth_authen}").empty();
} catch (const std::exception&) {
  no_memory_ = true;
}

void Session::recipient(std::string_view path, const Mta& mta) noexcept try {
  if (!treating_->policy || mta.macro("{rcpt_mailer}") == "error") return;
  too_many_ = too_many_ || recipients_.size() == kMostRecipients;
  if (!too_many_) recipients_.push_back(policy::read_address(path));
} catch (const std::exception&) {
  no_memory_ = true;
}

void Session::forget() noexcept {
  message_.clear();
  total_ = header_size_ = 0;
  header_done_ = no_memory_ = oversize_ = body_begun_ = too_many_ = false;
  facts_.sender.reset();
  facts_.authenticated = false;
  recipients_.clear();
  way_ = &treating_->own;
  rule_.clear();
}

void Session::abort() noexcept {
  if (total_ > 0) service_.counters.add(Count::aborted);
  forget();
}

Session::Answer Session::refuse(const Mta& mta) noexcept {
  if (treating_->accept_on_error) {
    service_.counters.add(Count::accepted);
    return Answer::pass;
  }
  service_.counters.add(Count::tempfailed);
  mta.explain("Too much to do, try again later");
  return Answer::tempfail;
}

Session::Answer Session::end(const Mta& mta) noexcept {
  const Busy busy(service_.busy);
  Answer answer = Answer::tempfail;
  try {
    answer = judge(mta);
  } catch (...) {
    answer = answer_failure(mta);  // no memory even to say so
  }
  forget();
  return answer;
}

Session::Answer Session::judge(const Mta& mta) {
  if (service_.stopping) {
    service_.counters.add(Count::tempfailed);
    mta.explain("Stopping, try again later");
    return Answer::tempfail;
  }
  finish_header();
  if (no_memory_ || connection_lost_) return fail(mta, "out of memory");
  if (too_many_) return fail(mta, "more than " + std::to_string(kMostRecipients) + " recipients");
  try {
    choose();
    if (way_->treatment.off) return pass_off(mta);
    return oversize_ ? pass_oversize(mta) : look(mta);
  } catch (const std::exception& error) {
    return fail(mta, error.what());
  }
}

// A message of which half is replaced already can only be refused.
Session::Answer Session::answer_failure(const Mta& mta) noexcept {
  if (treating_->accept_on_error && !body_begun_) {
    service_.counters.add(Count::accepted);
    return Answer::pass;
  }
  service_.counters.add(Count::tempfailed);
  mta.explain("Cannot look at this message now, try again later");
  return Answer::tempfail;
}

Session::Answer Session::fail(const Mta& mta, std::string_view why) {
  const bool accept = treating_->accept_on_error && !body_begun_;
  log(Level::error, mta.queue_id(),
      std::string(why) + (accept ? "; accepted unchanged" : "; answered: try again later"),
      with_rule({outcome(accept ? "accepted" : "tempfailed")}));
  return answer_failure(mta);
}

rewrite::Rewritten Session::rewrite(std::string_view bytes, const Mta& mta) {
  return way_->rewriters.rewrite(bytes, [&mta] { mta.progress(); });
}

// A server that goes on with another connection over the same socket shows no envelope where there
// was no policy when it began.  Then nobody is known, and rules that ask for them do not match.
void Session::choose() {
  const policy::Policy* policy = treating_->policy.get();
  if (policy == nullptr) return;
  policy::Facts facts = facts_;
  facts.size = total_;
  policy::read_header(message_.bytes().substr(0, header_size_), policy->trusted, facts);
  const std::vector<policy::Group> groups = policy::groups_of(*policy, facts, recipients_);
  const policy::Group& taken = policy::taken(*policy, treating_->own.treatment, groups);
  way_ = &treating_->way_of(taken.rule);
  rule_ = {{"rule", std::string(policy::name_of(taken))}};
  if (groups.size() == 1) return;
  LogField::Counts rules;
  for (const policy::Group& group : groups)
    rules.emplace_back(policy::name_of(group), group.recipients.size());
  rule_.push_back({"rules", std::move(rules)});
  rule_.push_back({"by", std::string(policy::name(policy->recipients))});
}

bool Session::remove_forged(const Mta& mta, LogFields& fields) {
  Way* marking = treating_->marking;
  if (marking == nullptr || header_size_ == 0) return true;
  const rewrite::Rewritten header = marking->rewriters.rewrite(
      message_.bytes().substr(0, header_size_), [&mta] { mta.progress(); });
  if (!marking->treatment.dry_run && !remove_fields(header, mta)) return false;
  service_.counters.add(Count::forged_marks, header.forged.size());
  if (!header.forged.empty()) fields.push_back({"forged", std::uint64_t{header.forged.size()}});
  return true;
}

Session::Answer Session::pass_off(const Mta& mta) {
  LogFields fields{outcome("off")};
  if (!remove_forged(mta, fields)) return fail(mta, "the change could not be sent");
  service_.counters.add(Count::unchanged);
  service_.counters.add(Count::bytes, total_);
  log(Level::info, mta.queue_id(), "off", with_rule(std::move(fields)));
  return Answer::pass;
}

LogFields Session::with_rule(LogFields fields) const {
  fields.insert(fields.end(), rule_.begin(), rule_.end());
  return fields;
}

Session::Answer Session::look(const Mta& mta) {
  const auto start = std::chrono::steady_clock::now();
  const rewrite::Rewritten result = rewrite(message_.bytes(), mta);
  const auto spent = std::chrono::steady_clock::now() - start;
  service_.counters.add_time(spent);
  service_.counters.add_verdict(result.verdict);
  const bool dry_run = way_->treatment.dry_run;
  const bool doubtful = result.verdict != Verdict::clear;
  LogFields forged;
  const auto tell = [&](std::string_view what, std::string_view text) {
    if (is_plain(result) && rule_.empty()) return;
    LogFields fields = fields_of(result);
    fields.insert(fields.end(), forged.begin(), forged.end());
    fields.push_back(outcome(what));
    fields.push_back({"bytes", std::uint64_t{total_}, false});
    fields.push_back({"microseconds",
                      static_cast<std::uint64_t>(
                          std::chrono::duration_cast<std::chrono::microseconds>(spent).count()),
                      false});
    log(Level::info, mta.queue_id(), text, with_rule(std::move(fields)));
  };
  if (doubtful && !dry_run)
    if (const Answer answer = doubt_before(mta); answer != Answer::pass) {
      if (answer == Answer::reject)
        tell("rejected", "rejected: ");
      else
        tell("tempfailed", "answered: try again later: ");
      return answer;
    }
  if (treating_->marking != nullptr && !treating_->marking->treatment.dry_run) {
    const bool marks = way_->treatment.rewriting.mark;
    if (marks && dry_run ? !remove_fields(result, mta) : !marks && !remove_forged(mta, forged))
      return fail(mta, "the change could not be sent");
  }
  if (!dry_run && !apply(result, mta)) return fail(mta, "the change could not be sent");
  const bool held = doubtful && !dry_run && way_->treatment.on_doubt == OnDoubt::quarantine;
  if (held && !hold(mta, result.verdict)) return fail(mta, "it could not be quarantined");
  const bool body_changed = changes_body(result);
  count(result, body_changed);
  if (held)
    tell("quarantined", "quarantined: ");
  else
    tell(body_changed       ? "rewritten"
         : result.changed() ? "marked"
                            : "unchanged",
         dry_run ? "would be: " : "");
  return Answer::pass;
}

Session::Answer Session::doubt_before(const Mta& mta) {
  switch (way_->treatment.on_doubt) {
    case OnDoubt::tempfail:
      service_.counters.add(Count::tempfailed);
      mta.explain("Cannot tell where all links of this message lead");
      return Answer::tempfail;
    case OnDoubt::reject:
      service_.counters.add(Count::rejected);
      mta.explain_rejection("Cannot tell where all links of this message lead");
      return Answer::reject;
    case OnDoubt::pass:
    case OnDoubt::quarantine:
      break;
  }
  return Answer::pass;
}

bool Session::hold(const Mta& mta, Verdict verdict) {
  if (!mta.quarantine("basewalk: verdict " + std::string(name(verdict)))) return false;
  service_.counters.add(Count::quarantined);
  return true;
}

void Session::count(const rewrite::Rewritten& result, bool body_changed) {
  Counters& counters = service_.counters;
  counters.add(body_changed       ? Count::rewritten
               : result.changed() ? Count::marked
                                  : Count::unchanged);
  counters.add(Count::bytes, total_);
  counters.add(Count::links, result.links);
  counters.add_flags(result.flagged);
  counters.add(Count::edits, result.edit_count);
  counters.add(Count::kept, result.kept_count);
  counters.add(Count::forged_marks, result.forged.size());
}

// Forged marks go even then: a reader would believe them.
Session::Answer Session::pass_oversize(const Mta& mta) {
  const policy::Treatment& treatment = way_->treatment;
  std::string text = "verdict=unread: larger than --max-bytes: " + std::to_string(total_) +
                     " bytes; not looked at";
  service_.counters.add_verdict(Verdict::unread);
  if (!treatment.dry_run)
    if (const Answer answer = doubt_before(mta); answer != Answer::pass) {
      log(Level::warning, mta.queue_id(), text,
          with_rule({outcome(answer == Answer::reject ? "rejected" : "tempfailed"),
                     {"verdict", std::string(name(Verdict::unread)), false},
                     {"bytes", std::uint64_t{total_}, false}}));
      return answer;
    }
  LogFields forged;
  if (treating_->marking != nullptr) {
    if (header_size_ == 0) return fail(mta, "the header alone is larger than --max-bytes");
    if (!remove_forged(mta, forged)) return fail(mta, "the change could not be sent");
    if (!forged.empty()) text += ";";
  }
  if (!treatment.dry_run && treatment.on_doubt == OnDoubt::quarantine) {
    if (!hold(mta, Verdict::unread)) return fail(mta, "it could not be quarantined");
    text += forged.empty() ? "; quarantined" : " quarantined;";
  }
  service_.counters.add(Count::oversize);
  forged.push_back(outcome("oversize"));
  forged.push_back({"verdict", std::string(name(Verdict::unread)), false});
  forged.push_back({"bytes", std::uint64_t{total_}, false});
  log(Level::warning, mta.queue_id(), text, with_rule(std::move(forged)));
  return Answer::pass;
}

// Removing goes first.
bool Session::apply(const rewrite::Rewritten& result, const Mta& mta) {
  if (!remove_fields(result, mta)) return false;
  if (changes_body(result) && !send_body(result, mta)) return false;
  for (auto mark = result.marks.rbegin(); mark != result.marks.rend(); ++mark)
    if (!mta.insert_field(mark->name, (exact_headers_ ? " " : "") + mark->value)) return false;
  return true;
}

bool Session::send_body(const rewrite::Rewritten& result, const Mta& mta) {
  Chunks chunks(mta);
  body_begun_ = true;
  const bool sent =
      result.write_to([&](std::string_view piece) { return chunks.write(piece); }, result.body) &&
      chunks.flush();
  if (sent) body_begun_ = false;  // it is whole now
  return sent;
}

}  // namespace basewalk::milter
