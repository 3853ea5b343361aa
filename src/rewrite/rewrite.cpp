// SPDX-License-Identifier: MIT
//
// The walk tells of every link; what should become of it is decided at once, and collected as edits
// of the text it stands in.  At the end of a text they are made, part by part, as splices of the
// message.  A message so made is read again: where its tree is another, the part where it begins to
// differ keeps its bytes.
#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "basewalk/bundle/bundle.h"
#include "basewalk/note.h"
#include "basewalk/rewrite/rewrite.h"
#include "extract/html/washed.h"
#include "mime/charset.h"
#include "rewrite/check/other_readings.h"
#include "rewrite/plan/followed.h"
#include "rewrite/plan/ledger.h"
#include "rewrite/plan/policy.h"
#include "rewrite/settle/settle.h"
#include "rewrite/splice/composed.h"
#include "rewrite/splice/data_url.h"
#include "rewrite/splice/marks.h"
#include "rewrite/splice/same_tree.h"
#include "rewrite/splice/text_edits.h"
#include "text/ascii.h"
#include "text/work.h"

namespace basewalk::rewrite {
namespace {

constexpr std::size_t kSmallResult = 1 << 20;
// Doubts and unread things that are listed; all are counted.
constexpr std::size_t kListed = 1000;
// Parts that may be given back one by one before all are.
constexpr int kAttempts = 4;

bool is_signed_type(std::string_view type) {
  return type == "multipart/signed" || type == "application/pkcs7-mime" ||
         type == "application/x-pkcs7-mime" || type == "application/pkcs7-signature" ||
         type == "application/x-pkcs7-signature" || type == "application/pgp-signature";
}
bool is_encrypted_type(std::string_view type) {
  return type == "multipart/encrypted" || type == "application/pgp-encrypted";
}
std::uint8_t closed_by(std::string_view type) {
  return static_cast<std::uint8_t>((is_signed_type(type) ? kSigned : 0) |
                                   (is_encrypted_type(type) ? kEncrypted : 0));
}

}  // namespace

class Rewriter::Impl final : public Visitor {
 public:
  Impl(Options options, Policy policy)
      : options_(std::move(options)),
        policy_(std::move(policy)),
        walker_(options_.walk),
        targets_(options_.walk, bundle::Profile::compat, *this),
        text_(ledger_, options_.walk.linkify),
        other_readings_(options_, policy_, walker_) {}

  Rewritten rewrite(std::string_view bytes);
  Rewritten settled(Rewritten first);
  /// What it has left, somewhere on its way, is of a message that it had no memory for: it cannot
  /// go on, but its options can.
  bool is_given_up() const { return is_at_work_; }
  void set_at_work(bool is) { is_at_work_ = is; }
  const Options& options() const { return options_; }

  Visit part(const PartReport& report) override;
  Visit reading(const ReadingReport& report) override;
  Visit text(const TextReport& report) override;
  Visit link(const Link& link) override;
  Visit text_end(const TextReport& report) override;
  Visit surroundings(const TextReport& report) override;
  Visit surroundings_end(const TextReport& report) override;
  Visit unread(const UnreadReport& report) override;

 private:
  void begin(Rewritten& result);
  std::optional<Kept::Why> reason_to_keep(const TextReport& report, std::uint32_t within) const;
  void link_in_text(const Link& link);
  bool is_wanted(const Link& link);
  void link_in_document(const Link& link);
  void link_elsewhere(const Link& link);
  bool shows_image(const Link& link);
  bool inline_image();
  std::vector<Splice> assemble(const std::vector<Splice>& of_header) const;
  void drop_unsettled();
  void tell_hidden_marks();
  void put_together();
  void mark_again();
  void doubt(const Link& link);

  const Options options_;
  Policy policy_;
  Walker walker_;
  bundle::Targets targets_;  // where images are to be put in
  Ledger ledger_;
  TextEdits text_;
  OtherReadings other_readings_;

  bool is_at_work_ = false;

  // Of the message at hand.
  Rewritten* result_ = nullptr;
  std::vector<std::uint8_t> closed_;  // for each part whether it is signed or encrypted
  BaseList bases_;
  std::uint32_t part_ = 0;  // at hand, or around the message at hand

  Verdict marked_ = Verdict::clear;  // that the marks say
  bool in_doubt_ = false;            // it has other readings, or could have
  std::size_t pages_ = 0;
  std::optional<std::size_t> doubt_offset_;  // of the structure that is read otherwise

  std::vector<std::string> of_others_;  // links of other readings that should change, by key_of()
  std::vector<SettledDoubt> settled_;   // before
  std::vector<LeftDoubt> of_marks_;     // readings that have marks which came with the message
  std::uint64_t answers_ = 0;           // of the first reading, as a hash

  std::string to_;  // used again from link to link
};

// A message that is settled is rewritten as if it had come so; what is told of it is told of the
// one that came.
Rewritten Rewriter::Impl::settled(Rewritten first) {
  std::vector<LeftDoubt> doubts = first.doubts;
  doubts.insert(doubts.end(), of_marks_.begin(), of_marks_.end());
  if (!options_.settle || doubts.empty()) return first;
  const std::size_t wanted_fewer = first.doubt_count + of_marks_.size();
  const std::string_view bytes = first.message.bytes;
  Settled settled = [&] {
    const work::Budget budget(work::steps_of(options_.walk.limits.work, bytes.size()));
    std::vector<std::uint8_t> closed = closed_;
    if (options_.edit_signed)
      for (std::uint8_t& each : closed) each = static_cast<std::uint8_t>(each & kEncrypted);
    return settle(first.message, doubts, closed, options_.walk.limits);
  }();
  if (settled.splices.empty()) return first;
  std::string as_if;
  const FirstRound round(bytes, settled.splices);
  append_spliced(bytes, settled.splices, as_if);
  settled_ = settled.doubts;
  const std::uint64_t wanted = answers_;
  Rewritten again = rewrite(as_if);
  settled_.clear();
  // It was of no use, or has harmed the first reading.
  if (again.doubt_count + of_marks_.size() >= wanted_fewer || answers_ != wanted) return first;
  again.splices = round.followed_by(again.splices);
  again.message = std::move(first.message);
  again.body = first.body;
  const auto move_back = [&](auto& list) {
    for (auto& each : list) each.offset = round.place_before(each.offset);
  };
  move_back(again.edits);
  move_back(again.kept);
  move_back(again.doubts);
  move_back(again.unread);
  return again;
}

Rewritten Rewriter::Impl::rewrite(std::string_view bytes) {
  Rewritten result;
  // What is done between the walks has a budget as each of them has.
  const work::Budget budget(work::steps_of(options_.walk.limits.work, bytes.size()));
  const bool too_long = bytes.size() > options_.walk.limits.message_bytes;
  result.message = read_message(too_long ? std::string_view() : bytes, options_.walk.limits);
  begin(result);
  if (too_long) {
    result.message.bytes = bytes;
    result.message.parts[0].body = {0, bytes.size()};
    ledger_.keep(Kept::Why::limit, 0, {}, {}, 0);
    result.unread.push_back({"1", "", "", "limit-message-bytes", 0, bytes.size()});
    result.unread_count = 1;
    result.verdict = Verdict::unread;  // nothing of it was looked at
    return result;
  }
  result.body = result.message.root().body.begin;
  Visitor& visitor = options_.cid_inline ? static_cast<Visitor&>(targets_) : *this;
  const WalkSummary summary = walker_.walk(result.message, visitor);
  result.links = summary.links;
  result.unread_count = summary.unread;
  if (result.verdict == Verdict::clear) result.verdict = summary.verdict();
  drop_unsettled();
  put_together();
  if (in_doubt_ && (result.changed() || result.doubt_count > 0))
    other_readings_.check(result, ledger_, closed_, std::move(of_others_));
  if (options_.mark && result.verdict != marked_) mark_again();
  return result;
}

void Rewriter::Impl::begin(Rewritten& result) {
  const std::size_t size = result.message.bytes.size();
  const std::size_t most = std::max(options_.walk.limits.output_factor * size, kSmallResult);
  ledger_.begin(result, most - std::min(most, size));
  result_ = &result;
  result.settled = settled_;
  answers_ = 0;
  of_others_.clear();
  of_marks_.clear();
  part_ = 0;
  pages_ = 0;
  in_doubt_ = !result.message.doubts.empty();
  bases_.clear();
  const std::vector<mime::Part>& parts = result.message.parts;
  closed_.assign(parts.size(), 0);
  // Whichever of its types a reader goes by.
  for (const mime::Reading& other : result.message.readings)
    closed_[other.part] |= closed_by(other.media_type);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].parent != mime::kNone) closed_[i] |= closed_[parts[i].parent];
    closed_[i] |= closed_by(parts[i].media_type);
  }
}

Visit Rewriter::Impl::part(const PartReport& report) {
  if (options_.mark && report.base) bases_.add(report.base_from, *report.base);
  if (report.message == &result_->message) part_ = report.index;
  doubt_offset_.reset();
  return Visit::go_on;
}

Visit Rewriter::Impl::reading(const ReadingReport& report) {
  in_doubt_ = true;
  if (report.message == &result_->message) part_ = report.index;
  doubt_offset_ = report.offset;
  return Visit::go_on;
}

Visit Rewriter::Impl::unread(const UnreadReport& report) {
  if (result_->unread.size() < kListed)
    result_->unread.push_back({std::string(report.section), std::string(report.type),
                               cut(report.file_name), std::string(name(report)), report.offset,
                               report.size});
  return Visit::go_on;
}

// A link that only another reading has.
void Rewriter::Impl::doubt(const Link& link) {
  in_doubt_ = true;
  const mime::Part& part = result_->message.parts[part_];
  const std::size_t offset = doubt_offset_.value_or(part.body.begin);
  std::vector<LeftDoubt>& doubts = result_->doubts;
  if (!doubts.empty() && doubts.back().doubt == *link.reading && doubts.back().part == part_ &&
      doubts.back().offset == offset) {
    ++doubts.back().links;
    return;
  }
  ++result_->doubt_count;
  if (doubts.size() < kListed) doubts.push_back({*link.reading, part_, offset, 1});
}

// `within`: the part of the message by which it is known whether the text is signed or encrypted.
std::optional<Kept::Why> Rewriter::Impl::reason_to_keep(const TextReport& report,
                                                        std::uint32_t within) const {
  if (report.reading) return Kept::Why::ambiguous;
  if (report.behind_limit) return Kept::Why::limit;
  if (report.message != &result_->message) return Kept::Why::decoded;
  const std::uint8_t closed = within == mime::kNone ? std::uint8_t{0} : closed_[within];
  if ((closed & kEncrypted) != 0) return Kept::Why::encrypted;
  const bool is_signed = (closed & kSigned) != 0 || has_inline_signature(report.text);
  if (is_signed && !options_.edit_signed) return Kept::Why::signed_part;
  if (report.encoding == mime::Encoding::unknown || report.encoding == mime::Encoding::uuencode)
    return Kept::Why::encoding;
  return std::nullopt;
}

Visit Rewriter::Impl::text(const TextReport& report) {
  if (report.in_document) return Visit::go_on;
  if (report.type == "text/html") ++pages_;
  // What the walk need not read again may have to be once it is edited.
  in_doubt_ =
      in_doubt_ || report.reading || report.finds->has_noscript || pages_ > 1 ||
      (report.type == "text/html" && extract::may_have_washed_base(report.text, *report.finds));
  const bool has_finds = !report.finds->finds.empty();
  text_.begin(report, part_, has_finds ? reason_to_keep(report, report.part) : std::nullopt);
  return Visit::go_on;
}

Visit Rewriter::Impl::text_end(const TextReport& report) {
  if (report.in_document) return Visit::go_on;
  text_.end(options_.drop_base);
  return Visit::go_on;
}

// Who sees no boundary, or another one, shows it.  What multipart/signed signs is a part of it (RFC
// 1847 2.1).
Visit Rewriter::Impl::surroundings(const TextReport& report) {
  if (report.in_document) return Visit::go_on;
  const std::uint32_t around = report.message->parts[report.part].parent;
  text_.begin(report, part_, reason_to_keep(report, around));
  return Visit::go_on;
}

Visit Rewriter::Impl::surroundings_end(const TextReport& report) {
  if (!report.in_document) text_.end(false);
  return Visit::go_on;
}

Visit Rewriter::Impl::link(const Link& link) {
  work::charge(link.raw.size() + 1);
  result_->flags |= link.flags;
  for (const Flag flag : link.flags) ++result_->flagged[static_cast<std::size_t>(flag)];
  if (link.reading) doubt(link);
  if (options_.settle && !link.reading)
    answers_ = (answers_ ^ answer_of(link)) * 0x9e3779b97f4a7c15u;
  if (options_.mark && link.base) bases_.add(link.base_from, *link.base);
  if (link.in_document)
    link_in_document(link);
  else if (link.find != nullptr)
    link_in_text(link);
  else
    link_elsewhere(link);
  return Visit::go_on;
}

// Would it be changed if it stood where that can be done?
bool Rewriter::Impl::is_wanted(const Link& link) {
  return policy_.wish(link, to_).has_value() || policy_.refused() == Kept::Why::limit;
}

// Nothing is edited in documents, and in what lies in them.
void Rewriter::Impl::link_in_document(const Link& link) {
  if (link.place.is_derived() || link.reading) return;
  if (!is_wanted(link) && policy_.refused() != Kept::Why::scheme) return;
  ledger_.keep(Kept::Why::document, part_, link.place, link.raw,
               result_->message.parts[part_].body.begin);
}

// Nothing is edited in headers; what lies within another URL goes with that.
void Rewriter::Impl::link_elsewhere(const Link& link) {
  if (link.place.is_derived() || !is_wanted(link)) return;
  if (link.reading) of_others_.push_back(key_of(link));
  const mime::Part& part = result_->message.parts[part_];
  const bool header = link.place.role == extract::Role::header;
  ledger_.keep(link.reading ? Kept::Why::ambiguous : Kept::Why::header, part_, link.place, link.raw,
               header ? part.header.begin : part.body.begin);
}

void Rewriter::Impl::link_in_text(const Link& link) {
  std::optional<Edit::Kind> kind = policy_.wish(link, to_);
  if (kind && link.reading) of_others_.push_back(key_of(link));
  std::optional<Kept::Why> why;
  if (link.target && shows_image(link)) {
    kind = Edit::Kind::cid_inline;
    if (text_.can_be_edited() && !inline_image()) {
      kind = std::nullopt;
      why = Kept::Why::limit;
    }
  } else if (!kind && options_.absolute && link.status == Status::resolved) {
    if (Policy::is_same_document(link)) why = Kept::Why::same_document;
    if (!link.url) why = Kept::Why::limit;
  }
  if (!why) why = policy_.refused();
  if (!kind) return text_.keep(link, why);
  if (why && text_.can_be_edited()) text_.say_kept(link, *why);
  text_.edit(link, *kind, to_);
}

// Does the link show an image of the message that may stand in its place?
bool Rewriter::Impl::shows_image(const Link& link) {
  const std::optional<bundle::Match>& match = targets_.match();
  if (!options_.cid_inline || !match || targets_.bundle() == nullptr) return false;
  // What is only preloaded is shown elsewhere; Chromium shows no image of a data: URL that is.
  if (link.place.element == "link" || link.place.element == "meta") return false;
  const mime::Part& part = targets_.bundle()->message().parts[match->part];
  return part.kind == mime::PartKind::leaf && part.media_type.starts_with("image/") &&
         !is_followed(link.place, link.type) && policy_.may_edit(link);
}

// Sets to_ to it; false where it would be too much.
bool Rewriter::Impl::inline_image() {
  const bundle::Bundle& images = *targets_.bundle();
  const std::uint32_t part = targets_.match()->part;
  const mime::Part& image = images.message().parts[part];
  if (image.body.size() / 3 * 4 > ledger_.left()) return false;
  Notes ignored;
  std::string bytes;
  images.decode(part, bytes, ignored);
  to_.clear();
  append_data_url(image.media_type, bytes, to_);
  return true;
}

std::vector<Splice> Rewriter::Impl::assemble(const std::vector<Splice>& of_header) const {
  std::vector<Splice> splices(of_header);
  for (const Done& each : ledger_.done)
    splices.insert(splices.end(), each.splices.begin(), each.splices.end());
  // What stands behind the parts of a multipart is told before these.
  const auto before = [](const Splice& a, const Splice& b) { return a.begin < b.begin; };
  if (!std::is_sorted(splices.begin(), splices.end(), before))
    std::stable_sort(splices.begin(), splices.end(), before);
  return splices;
}

// What still is in doubt was not settled.
void Rewriter::Impl::drop_unsettled() {
  if (settled_.empty()) return;
  std::set<std::pair<std::uint32_t, Doubt>> left;
  for (const LeftDoubt& each : result_->doubts) left.emplace(each.part, each.doubt);
  std::erase_if(result_->settled, [&](const SettledDoubt& each) {
    return left.contains({each.part, each.doubt});
  });
}

// Nothing is edited within a field.  Our own marks stand before them, and say that readers differ.
void Rewriter::Impl::tell_hidden_marks() {
  Rewritten& result = *result_;
  for (const HiddenMark& each : hidden_marks(result.message)) {
    if (of_marks_.empty()) of_marks_.push_back({each.doubt, 0, each.offset, 0});
    ledger_.keep(Kept::Why::ambiguous, 0, {.role = extract::Role::header}, each.name, each.offset);
    if (result.verdict != Verdict::differs) result.verdict = Verdict::differs;
  }
}

// Puts the parts together, and looks at the result as another reader would.
void Rewriter::Impl::put_together() {
  Rewritten& result = *result_;
  const mime::Part& root = result.message.root();
  if (options_.mark) tell_hidden_marks();
  // A message without a header has no place for marks.
  if (options_.mark && !root.header.empty()) {
    result.marks = marks_of(result, bases_);
    marked_ = result.verdict;
    result.forged = forged_marks(result.message);
  }
  std::vector<Splice> of_header = splices_of(result.message, result.marks, result.forged);
  std::string bytes;
  for (int attempt = 0;; ++attempt) {
    result.splices = assemble(of_header);
    if (result.splices.empty()) break;
    bytes.clear();
    result.append_to(bytes);
    work::charge(bytes.size());
    const Message again = read_message(bytes, options_.walk.limits);
    in_doubt_ = in_doubt_ || !again.doubts.empty();
    const std::optional<std::uint32_t> differs =
        first_difference(result.message, result.splices, again, result.marks.size(), result.forged);
    if (!differs) break;
    std::vector<Done>& done = ledger_.done;
    if (done.empty()) {  // it must be the header
      if (result.marks.empty()) {
        result.forged.clear();
      } else {
        // Marks that came with it may go all the same: who reads them would believe them.
        ledger_.keep(Kept::Why::check, 0, {}, {}, 0);
        result.marks.clear();
        leave_marks_of_all(result.message, result.forged);
      }
      of_header = splices_of(result.message, result.marks, result.forged);
      continue;
    }
    // The part itself, or the last one that was edited before it.
    auto at = std::find_if(done.rbegin(), done.rend(),
                           [&](const Done& each) { return each.part <= *differs; });
    if (at == done.rend() || attempt >= kAttempts) {
      for (Done& each : done) ledger_.give_back(each, Kept::Why::check);
      done.clear();
    } else {
      ledger_.give_back(*at, Kept::Why::check);
      done.erase(std::next(at).base());
    }
  }
  ledger_.finish();
}

// What stayed behind the marks were made has changed the verdict.
void Rewriter::Impl::mark_again() {
  Rewritten& result = *result_;
  if (result.marks.empty()) return;
  result.marks = marks_of(result, bases_);
  std::vector<Splice> splices = splices_of(result.message, result.marks, result.forged);
  std::copy_if(std::make_move_iterator(result.splices.begin()),
               std::make_move_iterator(result.splices.end()), std::back_inserter(splices),
               [&](const Splice& each) { return each.begin >= result.body; });
  result.splices = std::move(splices);
}

Result<Rewriter> Rewriter::make(Options options) {
  Result<Policy> policy = Policy::make(options);
  if (!policy) return policy.error();
  return Rewriter(std::make_unique<Impl>(std::move(options), std::move(*policy)));
}

Rewriter::Rewriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Rewriter::~Rewriter() = default;
Rewriter::Rewriter(Rewriter&&) noexcept = default;
Rewriter& Rewriter::operator=(Rewriter&&) noexcept = default;

Rewritten Rewriter::rewrite(std::string_view bytes) {
  if (impl_->is_given_up()) {
    // The options were good before.
    Options options = impl_->options();
    Policy policy = *Policy::make(options);
    impl_ = std::make_unique<Impl>(std::move(options), std::move(policy));
  }
  impl_->set_at_work(true);
  Rewritten rewritten = impl_->settled(impl_->rewrite(bytes));
  impl_->set_at_work(false);
  return rewritten;
}

}  // namespace basewalk::rewrite
