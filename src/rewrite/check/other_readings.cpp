// SPDX-License-Identifier: MIT
#include "rewrite/check/other_readings.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "basewalk/note.h"
#include "mime/line/field_name.h"
#include "rewrite/splice/composed.h"
#include "rewrite/splice/marks.h"
#include "rewrite/splice/same_tree.h"
#include "rewrite/splice/text_edits.h"
#include "text/siphash.h"
#include "text/work.h"

namespace basewalk::rewrite {
namespace {

// So many texts are tried one after the other where not all fit together.
constexpr std::size_t kMostTries = 4;

// What a link is reported by.
std::string key_of(std::string_view where, std::string_view from) {
  return std::string(where) + '\n' + cut(from);
}
Edit edit_of(std::string_view key) {
  const std::size_t end = key.find('\n');
  Edit edit;
  edit.where = key.substr(0, end);
  edit.from = key.substr(end + 1);
  return edit;
}

// Does the first reading show it?  What stands between the parts, or in a line of a header that is
// no field, is the text of nobody but a reader who sees a part there.
bool is_shown(const Link& link) {
  return (link.find != nullptr && !link.beside_parts) ||
         (link.place.role == extract::Role::header && mime::is_field_name(link.place.element));
}

bool lies_in(std::string_view piece, std::string_view whole) {
  const std::less_equal<> not_behind;
  return not_behind(whole.data(), piece.data()) &&
         not_behind(piece.data() + piece.size(), whole.data() + whole.size());
}

// The innermost part of the first reading that holds [begin, end).
std::uint32_t part_around(const Message& message, std::size_t begin, std::size_t end) {
  const std::vector<mime::Part>& parts = message.parts;
  const auto behind = std::upper_bound(
      parts.begin(), parts.end(), begin,
      [](std::size_t at, const mime::Part& part) { return at < part.header.begin; });
  if (behind == parts.begin()) return 0;
  auto index = static_cast<std::uint32_t>(behind - parts.begin() - 1);
  while (index != 0 && parts[index].body.end < end) index = parts[index].parent;
  return index;
}

// Takes what was there before, and is no more, from what is kept for that reason.
void drop_edited(Kept::Why why, const std::vector<std::string>& before,
                 const std::vector<std::string>& after, Rewritten& result) {
  std::vector<std::string> gone;
  std::set_difference(before.begin(), before.end(), after.begin(), after.end(),
                      std::back_inserter(gone));
  std::unordered_map<std::string, std::size_t> counts;
  for (const std::string& each : gone) ++counts[each];
  result.kept_count -= std::erase_if(result.kept, [&](const Kept& kept) {
    if (kept.why != why) return false;
    const auto found = counts.find(key_of(kept.where, kept.from));
    if (found == counts.end() || found->second == 0) return false;
    --found->second;
    return true;
  });
}

}  // namespace

std::string key_of(const Link& link) { return key_of(extract::where(link.place), link.raw); }

std::uint64_t answer_of(const Link& link) {
  std::uint64_t answer = 0;
  for (const std::string_view each :
       {link.part, link.raw, link.url.value_or("-"), link.clicked.value_or("-")})
    answer = (answer ^ siphash(each)) * 0x9e3779b97f4a7c15u;
  return answer;
}

bool has_inline_signature(std::string_view text) {
  constexpr std::string_view kLine = "-----BEGIN PGP SIGNED MESSAGE-----";
  for (std::size_t at = text.find(kLine); at != std::string_view::npos;
       at = text.find(kLine, at + 1))
    if (at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r') return true;
  return false;
}

// The links of all readings of a message.
class OtherReadings::Seen : public Visitor {
 public:
  enum class Keeps : unsigned char { nothing, links };
  Seen(const Options& options, Policy& policy, Keeps keeps = Keeps::nothing)
      : has_marks_(options.mark),
        wrapper_(std::string_view(options.wrap).substr(0, options.wrap.find('{'))),
        policy_(policy),
        keeps_(keeps) {}

  Visit link(const Link& link) override {
    look_at(link);
    return Visit::go_on;
  }
  Visit unread(const UnreadReport& report) override {
    ran_out_ = ran_out_ || (report.why == Unread::limit && report.limit == NoteCode::limit_work);
    return Visit::go_on;
  }

  void walk(Walker& walker, const Message& message) {
    unread_ = walker.walk(message, *this).unread;
    work::charge(4 * (first_.size() + left_.size()));
    std::sort(first_.begin(), first_.end());
    std::sort(left_.begin(), left_.end());
  }

  /// Those that should have been changed, by key_of(), sorted.
  const std::vector<std::string>& left() const { return left_; }
  bool ran_out() const { return ran_out_; }
  /// Is there a link that is what an edit has made of it?  Two readings may have edited what lies
  /// in one another.
  bool reads(const Edit& edit) const {
    return edit.kind == Edit::Kind::defang || edit.kind == Edit::Kind::drop_base ||
           links_.contains(key_of(edit.where, edit.to));
  }

  /// Is it the message that `other` is, but for links that were changed in it?
  bool is_better_than(const Seen& other) const {
    return !ran_out_ && unread_ <= other.unread_ && left_.size() < other.left_.size() &&
           std::includes(other.left_.begin(), other.left_.end(), left_.begin(), left_.end()) &&
           std::includes(first_.begin(), first_.end(), other.first_.begin(), other.first_.end());
  }

 protected:
  /// What it should become, which is in to().
  std::optional<Edit::Kind> look_at(const Link& link) {
    work::charge(link.raw.size() + 1);
    if (!link.reading && is_shown(link)) first_.push_back(answer_of(link));
    if (keeps_ == Keeps::links && link.reading) {
      const std::string where = extract::where(link.place);
      for (const std::string_view each :
           {link.raw, link.url.value_or(""), link.clicked.value_or("")})
        links_.insert(key_of(where, each));
    }
    // Of what stands in documents the first round has told.
    if (link.place.is_derived() || link.in_document || is_mark(link)) return std::nullopt;
    const std::optional<Edit::Kind> kind = policy_.wish(link, to_);
    // Another reading may spoil what stands behind it: it leads to the wrapper all the same.
    if (!kind || (!wrapper_.empty() && link.clicked && link.clicked->starts_with(wrapper_)))
      return std::nullopt;
    left_.push_back(key_of(link));
    return policy_.refused() ? std::nullopt : kind;
  }
  const std::string& to() const { return to_; }

 private:
  // One that came with the message is gone, or told.
  bool is_mark(const Link& link) const {
    return has_marks_ && !link.reading && link.place.role == extract::Role::header &&
           link.place.element == kBasesMark;
  }

  const bool has_marks_;
  const std::string_view wrapper_;
  Policy& policy_;
  const Keeps keeps_;
  std::string to_;
  std::unordered_set<std::string> links_;  // of other readings, by key_of()
  std::vector<std::uint64_t> first_;       // what the first reading answers
  std::vector<std::string> left_;
  std::size_t unread_ = 0;
  bool ran_out_ = false;
};

// What edits make of the message.
struct OtherReadings::Tried {
  std::vector<Splice> composed;
  std::optional<Seen> after;
};

// Edits the texts of other readings.
class OtherReadings::Editing final : public Seen {
 public:
  Editing(const Options& options, Policy& policy, Message made, std::size_t budget,
          const std::vector<std::uint8_t>& closed)
      : Seen(options, policy),
        may_edit_signed_(options.edit_signed),
        closed_(closed),
        edits_(ledger_, options.walk.linkify) {
    stays_.message = std::move(made);
    ledger_.begin(stays_, budget);
  }
  const Message& message() const { return made_; }

  Visit part(const PartReport& report) override {
    if (report.message == &made_) part_ = report.index;
    return Visit::go_on;
  }
  Visit reading(const ReadingReport& report) override {
    if (report.message == &made_) part_ = report.index;
    return Visit::go_on;
  }
  Visit text(const TextReport& report) override {
    const bool can_be_written = report.encoding != mime::Encoding::unknown &&
                                report.encoding != mime::Encoding::uuencode &&
                                lies_in(report.message->bytes, made_.bytes);
    edits_now_ = report.reading && !report.behind_limit && !report.in_document && can_be_written &&
                 !report.finds->finds.empty() &&
                 (may_edit_signed_ || !has_inline_signature(report.text));
    if (edits_now_) edits_.begin(report, part_, std::nullopt);
    return Visit::go_on;
  }
  Visit link(const Link& link) override {
    const std::optional<Edit::Kind> kind = look_at(link);
    if (!edits_now_ || link.find == nullptr || link.beside_parts) return Visit::go_on;
    if (kind)
      edits_.edit(link, *kind, to());
    else
      edits_.keep(link, std::nullopt);
    return Visit::go_on;
  }
  Visit text_end(const TextReport& report) override {
    if (!edits_now_) return Visit::go_on;
    const std::size_t before = ledger_.done.size();
    edits_.end(false);
    if (ledger_.done.size() == before) return Visit::go_on;
    Done& done = ledger_.done.back();
    const auto of_message =
        static_cast<std::size_t>(report.message->bytes.data() - made_.bytes.data());
    for (Edit& each : done.edits) {
      each.offset += of_message;
      each.reading = report.reading;
    }
    for (Splice& each : done.splices) {
      each.begin += of_message;
      each.end += of_message;
    }
    const auto may_edit = [&](const Splice& each) { return may_be_put_in(each, report); };
    if (!std::all_of(done.splices.begin(), done.splices.end(), may_edit) || !is_free(done))
      ledger_.done.pop_back();
    return Visit::go_on;
  }

  std::vector<Done> take() { return std::move(ledger_.done); }

 private:
  // Does the first reading show the same, or nothing?
  bool may_be_put_in(const Splice& splice, const TextReport& report) {
    if (splice.begin < made_.root().body.begin) return false;
    const std::uint32_t around = part_around(made_, splice.begin, splice.end);
    const mime::Part& part = made_.parts[around];
    if ((closed_[around] & kEncrypted) != 0) return false;
    if (!may_edit_signed_ && ((closed_[around] & kSigned) != 0 || is_clear_signed(around)))
      return false;
    if (splice.begin < part.body.begin || part.encoding == mime::Encoding::identity) return true;
    const mime::Part& other = report.message->parts[report.part];
    const std::string_view here = made_.body_of(part), there = report.message->body_of(other);
    return report.encoding == part.encoding && here.data() == there.data() &&
           here.size() == there.size();
  }

  bool is_clear_signed(std::uint32_t index) {
    if (made_.parts[index].kind != mime::PartKind::leaf) return false;
    const auto [at, is_new] = clear_signed_.try_emplace(index, false);
    if (is_new) {
      const std::string_view body = made_.body_of(made_.parts[index]);
      work::charge(body.size());
      at->second = has_inline_signature(body);
    }
    return at->second;
  }

  // Has no reading before this one edited the same bytes?
  bool is_free(const Done& done) {
    const auto is_taken = [&](const Splice& each) {
      const auto next = taken_.lower_bound(each.begin);
      return (next != taken_.end() && (next->first < each.end || next->first == each.begin)) ||
             (next != taken_.begin() && std::prev(next)->second > each.begin);
    };
    if (std::any_of(done.splices.begin(), done.splices.end(), is_taken)) return false;
    for (const Splice& each : done.splices) taken_.emplace(each.begin, each.end);
    return true;
  }

  const bool may_edit_signed_;
  const std::vector<std::uint8_t>& closed_;
  Rewritten stays_;  // nobody asks why: what stays is seen at the end
  const Message& made_ = stays_.message;
  Ledger ledger_;
  TextEdits edits_;
  std::uint32_t part_ = 0;
  bool edits_now_ = false;
  std::map<std::size_t, std::size_t> taken_;
  std::unordered_map<std::uint32_t, bool> clear_signed_;
};

void OtherReadings::check(Rewritten& result, Ledger& ledger,
                          const std::vector<std::uint8_t>& closed,
                          std::vector<std::string> wanted) {
  // More stayed than is known one by one.
  if (result.kept_count > result.kept.size()) {
    if (result.changed()) ledger.keep(Kept::Why::check, Edit{}, 0);
    return;
  }
  std::string bytes;
  result.append_to(bytes);
  Editing seen(options_, policy_, read_message(bytes, options_.walk.limits), ledger.left(), closed);
  seen.walk(walker_, seen.message());
  std::vector<Done> done = seen.take();
  Tried tried;
  const bool is_edited =
      !done.empty() && edit(result, seen.message(), seen, std::move(done), tried);
  if (!result.changed()) return;
  const Seen& last = is_edited ? *tried.after : seen;
  std::sort(wanted.begin(), wanted.end());
  drop_edited(Kept::Why::ambiguous, wanted, last.left(), result);
  if (is_edited) drop_edited(Kept::Why::header, seen.left(), last.left(), result);
  report(result, ledger, last);
}

// Are these edits of use, and do no harm?
bool OtherReadings::fits(const Rewritten& result, const Message& made, const Seen& before,
                         const std::vector<Done>& done, Tried& tried) {
  std::vector<Splice> splices;
  for (const Done& each : done)
    splices.insert(splices.end(), each.splices.begin(), each.splices.end());
  work::charge(made.bytes.size() + 4 * splices.size());
  std::sort(splices.begin(), splices.end(),
            [](const Splice& a, const Splice& b) { return a.begin < b.begin; });
  tried.composed = FirstRound(result.message.bytes, result.splices).followed_by(splices);
  std::string bytes;
  append_spliced(made.bytes, splices, bytes);
  const Message again = read_message(bytes, options_.walk.limits);
  if (first_difference(result.message, tried.composed, again, result.marks.size(), result.forged))
    return false;
  Seen& after = tried.after.emplace(options_, policy_, Seen::Keeps::links);
  after.walk(walker_, again);
  return after.is_better_than(before) &&
         std::all_of(done.begin(), done.end(), [&](const Done& each) {
           return std::all_of(each.edits.begin(), each.edits.end(),
                              [&](const Edit& edit) { return after.reads(edit); });
         });
}

// Puts edits in, all of them or those of the first texts.
bool OtherReadings::edit(Rewritten& result, const Message& made, const Seen& before,
                         std::vector<Done> done, Tried& tried) {
  if (!fits(result, made, before, done, tried)) {
    if (done.size() == 1) return false;
    std::vector<Done> some;
    bool is_last = false;
    for (std::size_t i = 0; i < std::min(done.size(), kMostTries); ++i) {
      some.push_back(std::move(done[i]));
      is_last = fits(result, made, before, some, tried);
      if (!is_last) some.pop_back();
    }
    if (some.empty() || (!is_last && !fits(result, made, before, some, tried))) return false;
    done = std::move(some);
  }
  const FirstRound round(result.message.bytes, result.splices);
  for (Done& each : done) {
    result.edit_count += each.edit_count;
    for (Edit& edit : each.edits) {
      if (result.edits.size() == Ledger::kListed) break;
      edit.offset = round.place_before(edit.offset);
      result.edits.push_back(std::move(edit));
    }
  }
  result.splices = std::move(tried.composed);
  return true;
}

// Whatever a reading of the result has that should have been changed was told, or it is now.
void OtherReadings::report(Rewritten& result, Ledger& ledger, const Seen& seen) {
  std::unordered_map<std::string, std::size_t> told;
  for (const Kept& kept : result.kept) ++told[key_of(kept.where, kept.from)];
  for (const std::string& each : seen.left()) {
    const auto found = told.find(each);
    if (found != told.end() && found->second > 0)
      --found->second;
    else
      ledger.keep(Kept::Why::check, edit_of(each), 0);
  }
  // Not all of the result was looked at.
  if (!seen.ran_out() || result.unread_count > 0) return;
  result.unread.push_back(
      {"1", "", "", std::string(name(NoteCode::limit_work)), 0, result.message.bytes.size()});
  result.unread_count = 1;
  if (result.verdict == Verdict::clear) result.verdict = Verdict::unread;
}

}  // namespace basewalk::rewrite
