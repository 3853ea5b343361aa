// SPDX-License-Identifier: MIT
//
// Follows a walk.  The walker goes into a message that was decoded out of a part as soon as that
// part is done, so the messages at hand are a stack, each with its bundle, which is made where the
// header of some part has a label.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "basewalk/bundle/bundle.h"
#include "bundle/match/label.h"
#include "text/ascii.h"

namespace basewalk::bundle {
namespace {

bool has_own_base(BaseFrom from) { return from != BaseFrom::none && from != BaseFrom::thismessage; }

// One message at hand.
struct Frame {
  const Message* message = nullptr;
  std::string prefix;  // of its section numbers
  std::optional<Bundle> bundle;
  std::vector<std::uint32_t> notes;  // indices of bundle->notes(), by part
  std::size_t next_note = 0;
  // The base of the page that first referred to a part which has none of its own.
  std::unordered_map<std::uint32_t, std::string> referrers;
  std::vector<bool> judged;  // parts for which that was looked at
  std::string root_base;     // once the root was reported

  bool is_decoded() const { return !prefix.empty(); }
};

}  // namespace

class Targets::Impl {
 public:
  Impl(const WalkOptions& the_options, Profile the_profile, Visitor& the_next)
      : next(the_next), options_(the_options), profile_(the_profile) {}

  Visit part(const PartReport& report);
  Visit reading(const ReadingReport& report);
  Visit link(const Link& link);

  Frame* frame() { return frames_.empty() ? nullptr : frames_.back().get(); }

  Visitor& next;
  std::size_t notes = 0;
  std::optional<Match> match;  // of the link at hand

 private:
  void push(const PartReport& report);
  void make_bundle(Frame& frame);
  Visit report_notes(const PartReport& report);
  bool find(const Link& link);
  std::string_view referrer_base(Frame& frame);
  void learn_referrer(Frame& frame, std::uint32_t target, const Link& link);

  const WalkOptions options_;
  const Profile profile_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::uint32_t part_ = 0;  // at hand, in the last frame
  std::string target_, url_;
};

void Targets::Impl::push(const PartReport& report) {
  auto frame = std::make_unique<Frame>();
  frame->message = report.message;
  // "2.1.0": the section within its own message is at the end.
  const std::size_t own = report.message->section(0).size();
  frame->prefix = report.section.substr(0, report.section.size() - own);
  if (Bundle::has_labels(*report.message)) make_bundle(*frame);
  frames_.push_back(std::move(frame));
}

void Targets::Impl::make_bundle(Frame& frame) {
  frame.bundle.emplace(*frame.message, options_, profile_);
  const std::vector<Note>& all = frame.bundle->notes().all();
  frame.notes.resize(all.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) frame.notes[i] = i;
  std::stable_sort(frame.notes.begin(), frame.notes.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return all[a].part < all[b].part; });
}

Visit Targets::Impl::part(const PartReport& report) {
  if (report.index == 0) {
    if (!report.decoded) frames_.clear(), notes = 0;
    push(report);
  }
  while (frames_.back()->message != report.message) frames_.pop_back();
  part_ = report.index;
  Frame& frame = *frames_.back();
  if (frame.bundle && has_own_base(report.base_from) && frame.bundle->root() == part_)
    frame.root_base = report.base.value_or("");
  if (next.part(report) == Visit::stop) return Visit::stop;
  return frame.bundle ? report_notes(report) : Visit::go_on;
}

Visit Targets::Impl::reading(const ReadingReport& report) {
  const auto is_it = [&](const auto& frame) { return frame->message == report.message; };
  const auto found = std::find_if(frames_.rbegin(), frames_.rend(), is_it);
  if (found != frames_.rend()) frames_.erase(found.base(), frames_.end());
  part_ = report.index;
  return next.reading(report);
}

Visit Targets::Impl::report_notes(const PartReport& report) {
  Frame& frame = *frames_.back();
  const std::vector<Note>& all = frame.bundle->notes().all();
  for (; frame.next_note < frame.notes.size(); ++frame.next_note) {
    const Note& note = all[frame.notes[frame.next_note]];
    if (note.part > part_) break;
    ++notes;
    const std::size_t offset = frame.is_decoded() ? report.offset : note.offset;
    if (next.note({note.code, report.section, offset, note.text}) == Visit::stop)
      return Visit::stop;
  }
  return Visit::go_on;
}

Visit Targets::Impl::link(const Link& link) {
  match.reset();
  if (frames_.empty() || !find(link)) return next.link(link);
  Link found = link;
  found.target = target_;
  // An identifier has one written form, whatever the rules; its scheme is in lower case (RFC 3986
  // 3.1).
  if (link.url && (after_scheme(*link.url, "cid") || after_scheme(*link.url, "mid"))) {
    url_ = *link.url;
    for (std::size_t i = 0; i < 3; ++i) url_[i] = ascii::to_lower(url_[i]);
    found.url = url_;
  }
  return next.link(found);
}

// Sets target_.
bool Targets::Impl::find(const Link& link) {
  if (after_scheme(ascii::trim(link.raw), "mid")) {
    // [M3]: every message at hand, from the inside out.
    for (std::size_t i = frames_.size(); i-- > 0;) {
      Frame& frame = *frames_[i];
      if (!frame.bundle) make_bundle(frame);
      const std::uint32_t from = i + 1 == frames_.size() ? part_ : 0;
      if (const auto found = frame.bundle->match(Bundle::reference(from, link))) {
        target_ = frame.prefix + frame.message->section(found->part);
        if (i + 1 == frames_.size()) match = found;
        return true;
      }
    }
    return false;
  }
  Frame& frame = *frames_.back();
  if (!frame.bundle) return false;
  Reference reference = Bundle::reference(part_, link);
  if (profile_ == Profile::compat && !has_own_base(link.base_from))
    reference.referrer_base = referrer_base(frame);
  match = frame.bundle->match(reference);
  if (!match) return false;
  target_ = frame.prefix + frame.message->section(match->part);
  if (profile_ == Profile::compat) learn_referrer(frame, match->part, link);
  return true;
}

// The page that referred to the part at hand; where none has been seen, the root.
std::string_view Targets::Impl::referrer_base(Frame& frame) {
  const auto known = frame.referrers.find(part_);
  return known != frame.referrers.end() ? known->second : frame.root_base;
}

// A part is looked at once, and then takes the base of one link with it: what is kept is bounded as
// what a walk reports of bases is.
void Targets::Impl::learn_referrer(Frame& frame, std::uint32_t target, const Link& link) {
  if (!link.base || !has_own_base(link.base_from)) return;
  frame.judged.resize(frame.message->parts.size());
  if (frame.judged[target]) return;
  frame.judged[target] = true;
  if (!has_own_base(frame.bundle->scope(target).from()))
    frame.referrers.emplace(target, *link.base);
}

Targets::Targets(const WalkOptions& options, Profile profile, Visitor& next)
    : impl_(std::make_unique<Impl>(options, profile, next)) {}
Targets::~Targets() = default;

Visit Targets::part(const PartReport& report) { return impl_->part(report); }
Visit Targets::text_end(const TextReport& report) { return impl_->next.text_end(report); }
Visit Targets::text(const TextReport& report) { return impl_->next.text(report); }
Visit Targets::surroundings(const TextReport& report) { return impl_->next.surroundings(report); }
Visit Targets::surroundings_end(const TextReport& report) {
  return impl_->next.surroundings_end(report);
}
Visit Targets::link(const Link& link) { return impl_->link(link); }
Visit Targets::reading(const ReadingReport& report) { return impl_->reading(report); }
Visit Targets::unread(const UnreadReport& report) { return impl_->next.unread(report); }
Visit Targets::document(const DocumentReport& report) { return impl_->next.document(report); }
Visit Targets::note(const NoteReport& note) { return impl_->next.note(note); }
std::size_t Targets::notes() const { return impl_->notes; }
const std::optional<Match>& Targets::match() const { return impl_->match; }

const Bundle* Targets::bundle() const {
  const Frame* frame = impl_->frame();
  return frame != nullptr && frame->bundle ? &*frame->bundle : nullptr;
}

}  // namespace basewalk::bundle
