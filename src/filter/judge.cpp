// SPDX-License-Identifier: MIT
#include "filter/judge.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>
#include <variant>

#include "output/rewrite_report.h"
#include "policy/groups.h"
#include "text/ascii.h"

namespace basewalk::filter {
namespace {

using daemon::Level, daemon::log, daemon::LogField, daemon::LogFields;
using policy::OnDoubt;

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

// Of a header alone: marks that came with it and stay, as only another reading has them, or as the
// header cannot be changed.
std::vector<rewrite::Kept> kept_marks(const rewrite::Rewritten& header) {
  std::vector<rewrite::Kept> marks;
  std::ranges::copy_if(header.kept, std::back_inserter(marks), [](const rewrite::Kept& each) {
    return each.why == rewrite::Kept::Why::check ||
           (each.why == rewrite::Kept::Why::ambiguous &&
            ascii::istarts_with(each.from, rewrite::kMarkPrefix));
  });
  return marks;
}

void add_kept(LogFields& fields, const std::vector<rewrite::Kept>& kept, std::size_t all) {
  add_counts(fields, "kept", kept, all,
             [](const rewrite::Kept& each) { return rewrite::name(each.why); });
}

void add_kept_marks(LogFields& fields, const rewrite::Rewritten& header) {
  const std::vector<rewrite::Kept> marks = kept_marks(header);
  add_kept(fields, marks, marks.size());
}

// What was done to a message.
LogFields fields_of(const rewrite::Rewritten& result) {
  LogFields fields{{"verdict", std::string(name(result.verdict))},
                   {"links", std::uint64_t{result.links}}};
  add_counts(fields, "edits", result.edits, result.edit_count,
             [](const rewrite::Edit& edit) { return rewrite::name(edit.kind); });
  add_kept(fields, result.kept, result.kept_count);
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

LogFields with(LogFields fields, const LogFields& more) {
  fields.insert(fields.end(), more.begin(), more.end());
  return fields;
}

// Nobody is known where the mail server shows no envelope; rules that ask for it do not match then.
std::vector<policy::Group> groups_of(const policy::Policy& policy, const Received& message,
                                     policy::Facts facts,
                                     std::span<const policy::Address> recipients) {
  facts.size = message.total;
  policy::read_header(message.bytes.substr(0, message.header), policy.trusted, facts);
  return policy::groups_of(policy, facts, recipients);
}

// Rewriting would say of it that it was not read, and leave its header alone.
bool is_too_large(const Received& message, const Way& way) {
  return message.oversize || message.total > way.treatment.rewriting.walk.limits.message_bytes;
}

// Of a message that was too large, as rewriting has it beyond its own limit.
constexpr std::string_view kTooLarge = "limit-message-bytes";
rewrite::Mark unread_mark() {
  return {"X-Basewalk-Verdict",
          std::string(name(Verdict::unread)) + "; not read " + std::string(kTooLarge) + " 1"};
}

// All that is known of a message that is too large, for its report: what the header alone has of
// links and flags is not told as if it were all.
rewrite::Rewritten unread(const Received& message, const std::optional<rewrite::Rewritten>& header,
                          const std::vector<rewrite::Mark>& marks) {
  rewrite::Rewritten told;
  told.message = read_message(message.bytes);
  if (header) {
    told.forged = header->forged;
    told.kept = kept_marks(*header);
    told.kept_count = told.kept.size();
    told.splices = header_splices(*header, marks);
  }
  told.marks = marks;
  told.verdict = Verdict::unread;
  told.unread = {{"1", "", "", std::string(kTooLarge), 0, message.total}};
  told.unread_count = 1;
  return told;
}

LogField rule_of(const policy::Group& group) {
  return {"rule", std::string(policy::name_of(group))};
}

}  // namespace

std::vector<rewrite::Splice> header_splices(const rewrite::Rewritten& header,
                                            std::span<const rewrite::Mark> marks) {
  std::vector<rewrite::Splice> splices;
  if (!marks.empty()) {
    const std::size_t top = header.message.root().header.begin;
    std::string fields;
    for (const rewrite::Mark& each : marks)
      fields.append(each.name).append(": ").append(each.value).append("\r\n");
    splices.push_back({top, top, std::move(fields)});
  }
  for (const rewrite::ForgedMark& each : header.forged) {
    const mime::HeaderField& field = header.message.fields[each.field];
    splices.push_back({field.name.begin, field.end, {}});
  }
  return splices;
}

bool changes_body(const rewrite::Rewritten& result) {
  if (result.splices.empty()) return false;
  // Sorted: those of the body come last.  None begins before it and ends in it; one that did would
  // not be left out.
  const rewrite::Splice& last = result.splices.back();
  return last.begin >= result.body || last.end > result.body;
}

Chosen choose_one(Treating& treating, const Received& message, policy::Facts facts,
                  std::span<const policy::Address> recipients) {
  const policy::Policy* policy = treating.policy.get();
  if (policy == nullptr) return {&treating.own};
  const std::vector<policy::Group> groups =
      groups_of(*policy, message, std::move(facts), recipients);
  const policy::Group& taken = policy::taken(*policy, treating.own.treatment, groups);
  Chosen chosen{&treating.way_of(taken.rule), {rule_of(taken)}};
  if (groups.size() == 1) return chosen;
  LogField::Counts rules;
  for (const policy::Group& group : groups)
    rules.emplace_back(policy::name_of(group), group.recipients.size());
  chosen.rule.push_back({"rules", std::move(rules)});
  chosen.rule.push_back({"by", std::string(policy::name(policy->recipients))});
  return chosen;
}

std::vector<Chosen> choose_each(Treating& treating, const Received& message, policy::Facts facts,
                                std::span<const policy::Address> recipients) {
  const auto all = [&] {
    std::vector<std::size_t> numbers(recipients.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    return numbers;
  };
  const policy::Policy* policy = treating.policy.get();
  std::vector<Chosen> chosen;
  if (policy == nullptr) {
    chosen.push_back({&treating.own, {}, all()});
    return chosen;
  }
  std::vector<policy::Group> groups = groups_of(*policy, message, std::move(facts), recipients);
  for (policy::Group& group : groups)
    chosen.push_back({&treating.way_of(group.rule),
                      {rule_of(group)},
                      group.recipients.empty() ? all() : std::move(group.recipients)});
  return chosen;
}

Answer Judge::postpone(const char* why) noexcept {
  service_.counters.add(Count::tempfailed);
  changes_.explain(Answer::tempfail, why);
  return Answer::tempfail;
}

Answer Judge::decide(const Received& message, const Chosen& chosen) {
  try {
    if (chosen.way->treatment.off) return pass_off(message, chosen);
    return is_too_large(message, *chosen.way) ? pass_oversize(message, chosen)
                                              : look(message, chosen);
  } catch (const std::exception& error) {
    return fail(error.what(), chosen);
  }
}

// A message of which half is replaced already can only be refused.
Answer Judge::answer_failure() noexcept {
  if (treating_.accept_on_error && !changes_.begun()) {
    service_.counters.add(Count::accepted);
    return Answer::pass;
  }
  return postpone("Cannot look at this message now, try again later");
}

Answer Judge::fail(std::string_view why, const Chosen& chosen) {
  const bool accept = treating_.accept_on_error && !changes_.begun();
  log(Level::error, changes_.id(),
      std::string(why) + (accept ? "; accepted unchanged" : "; answered: try again later"),
      with({outcome(accept ? "accepted" : "tempfailed")}, chosen.rule));
  return answer_failure();
}

rewrite::Rewritten Judge::rewrite(Way& way, std::string_view bytes) {
  return way.rewriters.rewrite(bytes, [this] { changes_.progress(); });
}

std::optional<rewrite::Rewritten> Judge::header_with_forged(const Received& message) {
  Way* marking = treating_.marking;
  if (marking == nullptr || message.header == 0) return {};
  if (message.header > marking->treatment.rewriting.walk.limits.message_bytes)
    throw std::length_error("the header alone is larger than --limit message-bytes");
  return rewrite(*marking, message.bytes.substr(0, message.header));
}

// Marks that came with the message go, where it gets none of ours but others do.
bool Judge::remove_forged(const std::optional<rewrite::Rewritten>& header,
                          std::span<const rewrite::Mark> marks, LogFields& fields) {
  if (!header) return true;
  if (!treating_.marking->treatment.dry_run && !changes_.edit_header(*header, marks)) return false;
  service_.counters.add(Count::forged_marks, header->forged.size());
  if (!header->forged.empty()) fields.push_back({"forged", std::uint64_t{header->forged.size()}});
  return true;
}

// A rule says that it is not looked at.
Answer Judge::pass_off(const Received& message, const Chosen& chosen) {
  LogFields fields{outcome("off")};
  const std::optional<rewrite::Rewritten> header = header_with_forged(message);
  if (!remove_forged(header, {}, fields)) return fail("the change could not be made", chosen);
  if (header) add_kept_marks(fields, *header);
  service_.counters.add(Count::unchanged);
  service_.counters.add(Count::bytes, message.total);
  log(Level::info, changes_.id(), "off", with(std::move(fields), chosen.rule));
  return Answer::pass;
}

std::string Judge::report(const rewrite::Rewritten& result, const Chosen& chosen,
                          std::span<const rewrite::ForgedMark> forged,
                          std::optional<std::size_t> size) {
  if (!service_.report.is_open()) return {};
  const std::string time = daemon::time_now();
  std::string_view rule;
  if (!chosen.rule.empty()) rule = std::get<std::string>(chosen.rule.front().value);
  return service_.report.append(
      output::rewrite_report(result, changes_.id(), {}, {time, rule, forged, size}));
}

Answer Judge::look(const Received& message, const Chosen& chosen) {
  const policy::Treatment& treatment = chosen.way->treatment;
  const auto start = std::chrono::steady_clock::now();
  rewrite::Rewritten result = rewrite(*chosen.way, message.bytes);
  const auto spent = std::chrono::steady_clock::now() - start;
  service_.counters.add_time(spent);
  service_.counters.add_verdict(result.verdict);
  // A first line that ends with a bare CR makes our header end sooner.
  if (!treatment.dry_run && changes_.replaces_body() && changes_body(result) &&
      result.body != message.header)
    return fail("a body that begins elsewhere than the mail server's cannot be changed", chosen);
  std::optional<rewrite::Rewritten> header;
  if (!treatment.rewriting.mark) header = header_with_forged(message);
  std::span<const rewrite::ForgedMark> of_others;
  if (header) {
    of_others = header->forged;
    const std::vector<rewrite::Kept> marks = kept_marks(*header);
    result.kept.insert(result.kept.end(), marks.begin(), marks.end());
    result.kept_count += marks.size();
  }
  if (const std::string why = report(result, chosen, of_others); !why.empty())
    return fail(why, chosen);
  const bool dry_run = treatment.dry_run;
  const bool doubtful = result.verdict != Verdict::clear;
  LogFields forged;
  const auto tell = [&](std::string_view what, std::string_view text) {
    if (is_plain(result) && chosen.rule.empty()) return;
    LogFields fields = with(fields_of(result), forged);
    fields.push_back(outcome(what));
    fields.push_back({"bytes", std::uint64_t{message.total}, false});
    fields.push_back({"microseconds",
                      static_cast<std::uint64_t>(
                          std::chrono::duration_cast<std::chrono::microseconds>(spent).count()),
                      false});
    log(Level::info, changes_.id(), text, with(std::move(fields), chosen.rule));
  };
  if (doubtful && !dry_run)
    if (const Answer answer = doubt_before(chosen); answer != Answer::pass) {
      if (answer == Answer::reject)
        tell("rejected", "rejected: ");
      else
        tell("tempfailed", "answered: try again later: ");
      return answer;
    }
  if (treating_.marking != nullptr && !treating_.marking->treatment.dry_run) {
    const bool marks = treatment.rewriting.mark;
    if (marks && dry_run ? !changes_.edit_header(result, {}) : !remove_forged(header, {}, forged))
      return fail("the change could not be made", chosen);
  }
  if (!dry_run && !changes_.apply(result)) return fail("the change could not be made", chosen);
  const bool held = doubtful && !dry_run && treatment.on_doubt == OnDoubt::quarantine;
  if (held && !hold(result.verdict)) return fail("it could not be quarantined", chosen);
  count(message, result);
  if (held)
    tell("quarantined", "quarantined: ");
  else
    tell(changes_body(result) ? "rewritten"
         : result.changed()   ? "marked"
                              : "unchanged",
         dry_run ? "would be: " : "");
  return Answer::pass;
}

// What --on-doubt says of a message that is not clear, of which nothing was sent yet.
Answer Judge::doubt_before(const Chosen& chosen) {
  constexpr const char* kWhy = "Cannot tell where all links of this message lead";
  switch (chosen.way->treatment.on_doubt) {
    case OnDoubt::tempfail:
      return postpone(kWhy);
    case OnDoubt::reject:
      service_.counters.add(Count::rejected);
      changes_.explain(Answer::reject, kWhy);
      return Answer::reject;
    case OnDoubt::pass:
    case OnDoubt::quarantine:
      break;
  }
  return Answer::pass;
}

bool Judge::hold(Verdict verdict) {
  if (!changes_.hold("basewalk: verdict " + std::string(name(verdict)))) return false;
  service_.counters.add(Count::quarantined);
  return true;
}

void Judge::count(const Received& message, const rewrite::Rewritten& result) {
  Counters& counters = service_.counters;
  counters.add(changes_body(result) ? Count::rewritten
               : result.changed()   ? Count::marked
                                    : Count::unchanged);
  counters.add(Count::bytes, message.total);
  counters.add(Count::links, result.links);
  counters.add_flags(result.flagged);
  counters.add(Count::edits, result.edit_count);
  counters.add(Count::kept, result.kept_count);
  counters.add(Count::forged_marks, result.forged.size());
}

// Forged marks go even then, as a reader would believe them, and the verdict comes, which is all
// that is known.
Answer Judge::pass_oversize(const Received& message, const Chosen& chosen) {
  const policy::Treatment& treatment = chosen.way->treatment;
  std::string text = std::string("verdict=unread: larger than ") +
                     (message.oversize ? "--max-bytes" : "--limit message-bytes") + ": " +
                     std::to_string(message.total) + " bytes; not looked at";
  service_.counters.add_verdict(Verdict::unread);
  std::vector<rewrite::Mark> marks;
  if (treatment.rewriting.mark && !treatment.dry_run) marks.push_back(unread_mark());
  const std::optional<rewrite::Rewritten> header = header_with_forged(message);
  if (service_.report.is_open())
    if (const std::string why = report(unread(message, header, marks), chosen, {}, message.total);
        !why.empty())
      return fail(why, chosen);
  const auto tell = [&](std::string_view what, LogFields fields) {
    fields.push_back(outcome(what));
    fields.push_back({"verdict", std::string(name(Verdict::unread)), false});
    fields.push_back({"bytes", std::uint64_t{message.total}, false});
    log(Level::warning, changes_.id(), text, with(std::move(fields), chosen.rule));
  };
  if (!treatment.dry_run)
    if (const Answer answer = doubt_before(chosen); answer != Answer::pass) {
      tell(answer == Answer::reject ? "rejected" : "tempfailed", {});
      return answer;
    }
  LogFields forged;
  if (treating_.marking != nullptr) {
    if (message.header == 0) return fail("the header alone is larger than --max-bytes", chosen);
    if (!remove_forged(header, marks, forged)) return fail("the change could not be made", chosen);
    if (header) add_kept_marks(forged, *header);
    if (!forged.empty()) text += ";";
  }
  if (!treatment.dry_run && treatment.on_doubt == OnDoubt::quarantine) {
    if (!hold(Verdict::unread)) return fail("it could not be quarantined", chosen);
    text += forged.empty() ? "; quarantined" : " quarantined;";
  }
  service_.counters.add(Count::oversize);
  tell("oversize", std::move(forged));
  return Answer::pass;
}

}  // namespace basewalk::filter
