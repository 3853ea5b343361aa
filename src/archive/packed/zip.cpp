// SPDX-License-Identifier: MIT
//
// zip, by APPNOTE.TXT 6.3.
//
// The directory at its end says where each member is (4.3.12), so that damage in one does not reach
// the next; what lies between members is looked through for more.  Where there is no directory to
// be had (a pipe, a zip within an archive, a damaged end) the members are found by the headers
// before them (4.3.7), one after the other.
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <variant>
#include <vector>

#include "archive/packed/packed.h"
#include "archive/packed/zip_directory.h"
#include "text/binary/numbers.h"
#include "worker/unpack/confined_decoder.h"

namespace basewalk::archive {

using worker::Decoder;
using namespace zip;

namespace {

// The archive's bytes, a window of which is held.
class Input {
 public:
  Input(std::unique_ptr<ByteStream> stream, std::string head)
      : stream_(std::move(stream)), held_(std::move(head)) {}

  ByteStream& stream() const { return *stream_; }
  std::uint64_t position() const { return begin_ + at_; }
  std::string_view view() const { return std::string_view(held_).substr(at_); }
  bool ended() const { return ended_; }

  /// Makes sure of so many bytes; false where there are not.
  bool need(std::size_t size) {
    while (view().size() < size && !ended_) {
      if (at_ > kStep) drop();
      const std::size_t before = held_.size();
      held_.resize(before + kStep);
      const std::size_t got = stream_->read(held_.data() + before, kStep);
      held_.resize(before + got);
      if (got > 0) continue;
      if (!stream_->failure()) {
        ended_ = true;
      } else {
        gap_ = stream_->failure();
        ended_ = !stream_->go_on();
        lost_ = gap_->trouble != Trouble::doubtful;
        if (lost_) break;
      }
    }
    return view().size() >= size;
  }
  void take(std::size_t size) { at_ += size; }
  /// Goes to where it has not been.
  bool go_to(std::uint64_t to) {
    if (to < position()) return false;
    if (to - begin_ <= held_.size()) {
      at_ = static_cast<std::size_t>(to - begin_);
      return true;
    }
    if (stream_->seek(to)) {
      begin_ = to;
      held_.clear();
      at_ = 0;
      return true;
    }
    while (position() < to && !lost_) {
      if (view().empty() && !need(1)) return false;
      take(static_cast<std::size_t>(std::min<std::uint64_t>(view().size(), to - position())));
    }
    return position() == to;
  }

  /// Goes to where it has been, which only a file can; false where it cannot.
  bool go_back(std::uint64_t to) {
    if (!stream_->is_file() || !stream_->seek(to)) return false;
    begin_ = to;
    held_.clear();
    at_ = 0;
    ended_ = false;
    return true;
  }

  /// What the archive is read from has failed since this was asked last.
  std::optional<Failure> take_gap() {
    lost_ = false;
    return std::exchange(gap_, {});
  }
  bool has_gap() const { return gap_.has_value(); }
  bool is_lost() const { return lost_; }

 private:
  static constexpr std::size_t kStep = std::size_t{128} << 10;
  void drop() {
    held_.erase(0, at_);
    begin_ += at_;
    at_ = 0;
  }

  std::unique_ptr<ByteStream> stream_;
  std::string held_;
  std::uint64_t begin_ = 0;  // of held_
  std::size_t at_ = 0;
  bool ended_ = false, lost_ = false;
  std::optional<Failure> gap_;
};

// Is there a descriptor of so many bytes here, behind what was packed (4.3.9)?  Its size, or 0.
std::size_t descriptor_at(std::string_view bytes, std::uint64_t packed, std::uint64_t size) {
  for (const std::size_t mark : {std::size_t{4}, std::size_t{0}}) {
    if (mark > 0 && !bytes.starts_with(kDescriptor)) continue;
    for (const std::size_t width : {std::size_t{8}, std::size_t{4}}) {
      const std::size_t whole = mark + 4 + 2 * width;
      if (bytes.size() >= whole && text::little(bytes, mark + 4, width) == packed &&
          text::little(bytes, mark + 4 + width, width) == size)
        return whole;
    }
  }
  return 0;
}
constexpr std::size_t kLongestDescriptor = 24;

// The member that is being unpacked.
class Unzip {
 public:
  Unzip(Input& input, Entry entry, std::unique_ptr<Decoder> decoder, UnpackLimit limit)
      : input_(input),
        entry_(std::move(entry)),
        decoder_(std::move(decoder)),
        limit_(std::move(limit)) {
    begin_ = input_.position();
    if (decoder_) {
      decoder_->begin();
      reach_ = worker::reach(decoder_->packing());
    }
    check_ = ::crc32_z(0, nullptr, 0);
  }

  const Entry& entry() const { return entry_; }
  ByteStream& archive() { return input_.stream(); }
  const std::optional<Failure>& failure() const { return failure_; }
  bool is_done() const { return done_; }
  std::uint64_t made() const { return made_; }

  std::size_t read(char* into, std::size_t room) {
    // Where the limit is must not depend on who asks.
    room = std::min(room, kMost);
    while (!done_) {
      const std::size_t made = step(into, room);
      if (made == 0) continue;
      made_ += made;
      check_ = ::crc32_z(check_, reinterpret_cast<const Bytef*>(into), made);
      std::optional<Failure> too_much = limit_.add(made, made_, taken());
      if (too_much && !done_) {
        done_ = true;
        failure_ = std::move(too_much);
      }
      return made;
    }
    return 0;
  }

  /// Goes behind it, whether it was read or not; false where it is not known where that is.
  bool leave() {
    // A folder is to hold nothing.
    if (!done_ && decoder_ && (entry_.packed == kUnknown || entry_.is_folder)) {
      char passed[4096];
      while (read(passed, sizeof passed) > 0) {
      }
    }
    done_ = true;
    if (entry_.packed == kUnknown) return is_whole_;
    if (!input_.go_to(begin_ + entry_.packed)) return false;
    if (!is_whole_) pass_descriptor();
    return true;
  }

 private:
  std::uint64_t taken() const { return input_.position() - begin_; }
  bool is_stored() const { return entry_.method == 0; }

  std::size_t step(char* into, std::size_t room) {
    const std::uint64_t left = entry_.packed == kUnknown ? kUnknown : entry_.packed - taken();
    if (is_stored() && left == 0) return end();
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(wanted_, left));
    input_.need(wanted);
    std::string_view bytes = input_.view();
    bytes = bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), left)));
    if (is_stored() && left == kUnknown) {
      const std::optional<std::size_t> before = before_descriptor();
      if (!before) return end();
      bytes = input_.view().substr(0, *before);
    }
    const Decoder::Step step = decoder_->step(bytes, into, room);
    input_.take(step.taken);
    if (step.state == Decoder::State::more) {
      if (step.taken > 0 || step.made > 0) {
        wanted_ = 1;
        idle_ = 0;
      } else if (++idle_ < worker::kIdle) {
        // It may pass from one thing to the next.
      } else if (bytes.size() == left || bytes.size() < wanted || bytes.size() > reach_ + kMost) {
        fail(bytes.size() > reach_ + kMost ? "its bytes are damaged" : "it is cut off", made_);
      } else {
        wanted_ = bytes.size() * 2 + 1;
      }
    } else if (step.state == Decoder::State::ended) {
      // What was made is counted by who reads; then the end is looked at.
      ended_ = true;
    } else {
      fail(decoder_->why(), made_ + step.made, decoder_->is_worth_a_retry());
    }
    if (ended_ && !done_) {
      const std::uint64_t whole = made_ + step.made;
      const std::uint32_t check =
          step.made > 0 ? static_cast<std::uint32_t>(
                              ::crc32_z(check_, reinterpret_cast<const Bytef*>(into), step.made))
                        : static_cast<std::uint32_t>(check_);
      finish(whole, check);
    }
    return step.made;
  }

  std::size_t end() {
    finish(made_, static_cast<std::uint32_t>(check_));
    return 0;
  }

  // Of what is stored, and tells its length behind: so many bytes stand before that; none at it.
  std::optional<std::size_t> before_descriptor() {
    input_.need(kMost);
    const std::string_view view = input_.view();
    if (view.empty()) return 0;
    std::size_t at = view.find(kDescriptor);
    if (at == 0) {
      if (descriptor_at(view, made_, made_) > 0) return {};
      at = view.find(kDescriptor, 1);
    }
    if (at == std::string_view::npos)
      at = view.size() > 3 && !input_.ended() ? view.size() - 3 : view.size();
    return at;
  }

  void finish(std::uint64_t made, std::uint32_t check) {
    done_ = is_whole_ = true;
    const std::uint64_t packed = taken();
    std::string why;
    if (entry_.packed != kUnknown && packed != entry_.packed)
      why = "it is packed in " + std::to_string(packed) + " bytes, and not in " +
            std::to_string(entry_.packed);
    std::string_view descriptor;
    std::size_t size = 0;
    if ((entry_.flags & kHasDescriptor) != 0 && why.empty()) {
      input_.need(kLongestDescriptor);
      size = descriptor_at(input_.view(), packed, made);
      descriptor = input_.view().substr(0, size);
      if (!entry_.has_check && size == 0) why = "the lengths behind it are other ones";
    }
    if (size > 0 && !entry_.has_check) {
      entry_.check = static_cast<std::uint32_t>(text::little(
          descriptor, descriptor.starts_with(kDescriptor) && (size == 16 || size == 24) ? 4 : 0,
          4));
      entry_.has_check = true;
    }
    if (entry_.packed == kUnknown) entry_.packed = packed;
    input_.take(size);
    if (why.empty() && entry_.size != kUnknown && entry_.size != made)
      why = "it has " + std::to_string(made) + " bytes, and not " + std::to_string(entry_.size);
    if (why.empty() && entry_.has_check && entry_.check != check)
      why = "its check sum is another one (CRC-32)";
    if (!why.empty())
      failure_ = Failure{"is not what it was when it was packed: " + why, false, Trouble::doubtful,
                         Extent{0, made}};
  }

  void pass_descriptor() {
    if ((entry_.flags & kHasDescriptor) == 0) return;
    input_.need(kLongestDescriptor);
    const std::uint64_t size = entry_.size == kUnknown ? made_ : entry_.size;
    input_.take(descriptor_at(input_.view(), entry_.packed, size));
  }

  void fail(const std::string& why, std::uint64_t made, bool worth_a_retry = false) {
    done_ = true;
    const std::uint64_t missing =
        entry_.size == kUnknown || entry_.size < made ? 0 : entry_.size - made;
    failure_ = Failure{"is damaged in its archive: " + why + "; " +
                           (entry_.size == kUnknown ? std::string("what is")
                                                    : std::to_string(missing) + " bytes") +
                           " behind " + std::to_string(made) + " of its bytes are missing",
                       worth_a_retry, Trouble::damaged, Extent{made, missing}};
  }

  static constexpr std::size_t kMost = std::size_t{64} << 10;
  Input& input_;
  Entry entry_;
  std::unique_ptr<Decoder> decoder_;
  std::size_t reach_ = 0;  // worker::reach()
  UnpackLimit limit_;
  std::uint64_t begin_ = 0;  // of what is packed
  std::uint64_t made_ = 0;
  unsigned long check_ = 0;
  std::size_t wanted_ = 1;
  int idle_ = 0;  // steps that did nothing
  bool ended_ = false, done_ = false, is_whole_ = false;
  std::optional<Failure> failure_;
};

class ZipMember final : public ByteStream {
 public:
  explicit ZipMember(Unzip& unzip) : unzip_(unzip) {}
  std::size_t read(char* into, std::size_t size) override {
    if (failure_) return 0;
    const std::size_t got = unzip_.read(into, size);
    if (got == 0 && !told_) {
      failure_ = unzip_.failure();
      told_ = true;
    }
    return got;
  }
  bool go_on() override {
    failure_.reset();
    return false;  // nothing is behind a doubt, or damage
  }
  std::optional<std::uint64_t> size() const override {
    if (unzip_.entry().size == kUnknown) return {};
    return unzip_.entry().size;
  }
  bool is_checked() const override { return true; }
  std::uint64_t lies() const override { return std::max(unzip_.made(), size().value_or(0)); }
  std::uint64_t place(std::uint64_t) override {
    return unzip_.archive().place(unzip_.entry().begin);
  }

 private:
  Unzip& unzip_;
  bool told_ = false;
};

class ZipMembers final : public Members {
 public:
  ZipMembers(Begun stream, UnpackLimit limit)
      : input_(std::move(stream.rest), std::move(stream.head)),
        limit_(std::move(limit)),
        is_zip_(input_.view().starts_with("PK")) {
    ByteStream& file = input_.stream();
    if (!file.is_file() || !file.size()) return;
    std::string why;
    directory_ = read_directory(file, why);
    reread_ = *file.size();
    if (why.empty()) return;
    tell({"is damaged: " + why +
              (directory_ ? "" : "; its members are read in the order in which they lie there"),
          false,
          Trouble::doubtful,
          {}});
  }

  std::optional<Found> next() override;
  std::uint64_t lies() const override { return input_.stream().lies(); }

 private:
  enum class Mark : unsigned char { none, local, end };

  void tell(Failure failure);
  void tell_gap();
  void tell_between(std::uint64_t begin, std::uint64_t end, bool zeros);
  std::optional<Found> take_told();
  void leave_member();
  std::optional<Found> next_between(std::uint64_t limit);
  std::optional<Found> next_in_directory();
  std::optional<Found> next_in_stream();
  Mark search(std::uint64_t limit);
  std::optional<Entry> read_local();
  std::optional<Found> open(Entry entry);
  void pass_end();
  void compare(std::uint64_t claimed);

  Input input_;
  UnpackLimit limit_;
  const bool is_zip_;  // it begins as one, and not with what stands before
  std::optional<Directory> directory_;
  std::size_t next_ = 0;      // of the directory's entries
  std::uint64_t reread_ = 0;  // so many bytes may still be read again
  std::unique_ptr<Unzip> member_;
  std::vector<Failure> told_;  // the last one first
  std::optional<Found> waiting_;
  std::uint64_t unnamed_ = 0;
  Comparison comparison_;                         // without the directory
  std::optional<std::uint64_t> directory_begin_;  // where its end has not come yet
  std::optional<std::uint64_t> claimed64_;
  bool ended_ = false, has_end_ = false;
};

void ZipMembers::tell(Failure failure) {
  if (input_.stream().is_unpacked()) failure.extent.reset();
  told_.insert(told_.begin(), std::move(failure));
}

// What the zip is read from has failed.
void ZipMembers::tell_gap() {
  if (std::optional<Failure> gap = input_.take_gap()) told_.insert(told_.begin(), std::move(*gap));
}

void ZipMembers::tell_between(std::uint64_t begin, std::uint64_t end, bool zeros) {
  if (begin >= end || zeros) return;
  tell({"has " + std::to_string(end - begin) + " bytes from " + std::to_string(begin) +
            " on that belong to no member",
        false, begin == 0 && !is_zip_ ? Trouble::not_mail : Trouble::damaged,
        Extent{begin, end - begin}});
}

std::optional<Members::Found> ZipMembers::take_told() {
  if (told_.empty()) return std::exchange(waiting_, {});
  Failure failure = std::move(told_.back());
  told_.pop_back();
  return Found{{}, 0, nullptr, std::move(failure)};
}

void ZipMembers::leave_member() {
  if (!member_) return;
  member_->leave();
  const std::uint64_t made = member_->made();
  if (member_->entry().is_folder && made > 0)
    tell({"has a folder that holds " + std::to_string(made) + " bytes, which were not read, at " +
              std::to_string(member_->entry().begin),
          false,
          Trouble::damaged,
          {}});
  member_.reset();
  tell_gap();
}

std::optional<Members::Found> ZipMembers::next() {
  for (;;) {
    if (std::optional<Found> found = take_told()) return found;
    leave_member();
    if (!told_.empty()) continue;
    if (ended_) return {};
    waiting_ = directory_ ? next_in_directory() : next_in_stream();
    tell_gap();
  }
}

// Looks for the header of a member, or of the directory, up to `limit`, and stands there.
ZipMembers::Mark ZipMembers::search(std::uint64_t limit) {
  constexpr std::size_t kStep = std::size_t{64} << 10;
  const std::uint64_t begin = input_.position();
  bool zeros = true;
  const auto done = [&](Mark mark) {
    tell_between(begin, input_.position(), zeros);
    return mark;
  };
  for (;;) {
    input_.need(kStep);
    if (input_.has_gap()) {
      tell_gap();
      if (input_.view().empty() && !input_.ended()) continue;
    }
    std::string_view view = input_.view();
    const std::uint64_t room = limit - std::min(limit, input_.position());
    view = view.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(view.size(), room)));
    if (view.empty()) return done(Mark::none);
    std::size_t at = 0;
    for (; (at = view.find("PK", at)) != std::string_view::npos; ++at) {
      const std::string_view mark = view.substr(at, 4);
      const bool is_local = mark == kLocal && view.size() - at >= kLocalBytes &&
                            text::little(view, at + 8, 2) < 100 &&
                            (text::little(view, at + 26, 2) > 0 || input_.position() + at == begin);
      const bool is_end = mark == kCentral || mark == kEnd || mark == kEnd64;
      if (!is_local && !(is_end && limit == kUnknown)) continue;
      zeros = zeros && view.substr(0, at).find_first_not_of('\0') == std::string_view::npos;
      input_.take(at);
      return done(is_local ? Mark::local : Mark::end);
    }
    // A header may begin at the end of what is there.
    const bool final = view.size() == room || view.size() < kStep;
    const std::size_t passed = final ? view.size() : view.size() - kLocalBytes;
    zeros = zeros && view.substr(0, passed).find_first_not_of('\0') == std::string_view::npos;
    input_.take(passed);
  }
}

// The local header here; none where it is cut off.
std::optional<Entry> ZipMembers::read_local() {
  if (!input_.need(kLocalBytes) || !input_.view().starts_with(kLocal)) return {};
  const std::uint64_t begin = input_.position();
  const std::size_t whole = local_bytes(input_.view());
  if (!input_.need(whole)) return {};
  Entry entry = local_entry(input_.view().substr(0, whole), begin);
  input_.take(whole);
  return entry;
}

// What lies between members: one that the directory does not name is read all the same where it
// says how long it is, and leaves the next one alone.
std::optional<Members::Found> ZipMembers::next_between(std::uint64_t limit) {
  if (search(limit) != Mark::local) return {};
  const std::uint64_t begin = input_.position();
  std::optional<Entry> entry = read_local();
  const bool fits = entry && entry->packed != kUnknown && input_.position() <= limit &&
                    entry->packed <= limit - input_.position();
  if (!fits) {
    const std::uint64_t behind = std::min(limit, std::max(input_.position(), begin + 4));
    tell_between(begin, behind, false);
    if (input_.position() < behind) input_.go_to(behind);
    return {};
  }
  std::optional<Found> found = open(*std::move(entry));
  if (found && !found->failure)
    found->failure =
        Failure{"is not in the directory of its archive", false, Trouble::doubtful, {}};
  return found;
}

std::optional<Members::Found> ZipMembers::next_in_directory() {
  const bool at_end = next_ == directory_->entries.size();
  const std::uint64_t limit = at_end ? directory_->begin : directory_->entries[next_].begin;
  const bool is_at_end = input_.ended() && input_.view().empty();
  if (input_.position() < limit && !is_at_end) return next_between(limit);
  if (at_end) {
    ended_ = true;
    tell_between(directory_->end, input_.stream().size().value_or(0), false);
    return {};
  }
  Entry& entry = directory_->entries[next_++];
  Found found;
  found.name = member_path(entry.name, unnamed_);
  found.begin = entry.begin;
  const auto cannot = [&](const char* why) {
    found.failure = Failure{why, false, Trouble::damaged, Extent{0, entry.size}};
    return std::move(found);
  };
  if (input_.position() > entry.begin) {
    // Others who open it go by the directory.  All that is read twice is as long as the file.
    const std::uint64_t back = input_.position() - entry.begin;
    if (back > reread_) return cannot("lies where other members lie; it was not read");
    reread_ -= back;
    tell({"has members that lie in one another, at " + std::to_string(entry.begin), false,
          Trouble::doubtful, Extent{entry.begin, back}});
    if (!input_.go_back(entry.begin)) return cannot("lies where another member lies");
  }
  const std::optional<Entry> local = input_.position() == entry.begin ? read_local() : std::nullopt;
  if (!local) return cannot("has no header where its archive's directory says");
  if (const std::string why = difference(*local, entry); !why.empty())
    tell({why + ", at " + std::to_string(entry.begin), false, Trouble::doubtful,
          Extent{entry.begin, kLocalBytes}});
  entry.flags |= local->flags & kHasDescriptor;
  return open(std::move(entry));
}

std::optional<Members::Found> ZipMembers::next_in_stream() {
  switch (search(kUnknown)) {
    case Mark::none:
      ended_ = true;
      if (!has_end_)
        tell({"ends without its directory; it may have been cut off", false, Trouble::doubtful,
              Extent{input_.position(), 0}});
      return {};
    case Mark::end:
      pass_end();
      return {};
    case Mark::local:
      break;
  }
  std::optional<Entry> entry = read_local();
  if (entry) {
    comparison_.found(*entry);
    return open(*std::move(entry));
  }
  input_.take(std::min<std::size_t>(4, input_.view().size()));
  return {};
}

// The directory and what ends it.  That it names what lies elsewhere is seen, and told, only now.
void ZipMembers::pass_end() {
  if (!directory_begin_) directory_begin_ = input_.position();
  for (;;) {
    input_.need(kEnd64Bytes);
    const std::string_view view = input_.view();
    const auto pass = [&](std::size_t header, std::uint64_t more) {
      input_.take(std::min(header, view.size()));
      input_.go_to(input_.position() + more);
    };
    if (view.starts_with(kCentral) && view.size() >= kCentralBytes) {
      const std::size_t whole = central_bytes(view);
      if (input_.need(whole)) comparison_.named(central_entry(input_.view().substr(0, whole)));
      pass(0, whole);
    } else if (view.starts_with(kEnd64) && view.size() >= 12) {
      if (view.size() >= kEnd64Bytes) claimed64_ = text::little(view, 48, 8);
      pass(12, std::min<std::uint64_t>(text::little(view, 4, 8), std::uint64_t{1} << 40));
    } else if (view.starts_with(kLocator64) && view.size() >= 20) {
      pass(20, 0);
    } else if (view.starts_with(kEnd) && view.size() >= kEndBytes) {
      const std::uint64_t claimed = text::little(view, 16, 4);
      pass(kEndBytes, text::little(view, 20, 2));
      has_end_ = true;
      compare(claimed);
      return;
    } else {
      directory_begin_.reset();
      claimed64_.reset();
      comparison_.forget_named();
      // Not to be found here again.
      if (view.starts_with("PK")) input_.take(4 < view.size() ? 4 : view.size());
      return;
    }
  }
}

// Of a zip that is read in the order in which its members lie there.
void ZipMembers::compare(std::uint64_t claimed) {
  const std::uint64_t begin = *std::exchange(directory_begin_, {});
  const std::optional<std::uint64_t> claimed64 = std::exchange(claimed64_, {});
  if (claimed == 0xFFFFFFFFU) claimed = claimed64.value_or(claimed);
  const Comparison::Result result = comparison_.end(begin, claimed);
  const Extent extent{begin, input_.position() - begin};
  if (!result.missing.empty()) tell({result.missing, false, Trouble::damaged, extent});
  if (!result.otherwise.empty()) tell({result.otherwise, false, Trouble::doubtful, extent});
}

std::optional<Members::Found> ZipMembers::open(Entry entry) {
  Found found;
  found.name = member_path(entry.name, unnamed_);
  found.begin = entry.begin;
  const bool is_folder = entry.is_folder, is_link = entry.is_link;
  const bool is_encrypted = entry.is_encrypted();
  const unsigned method = entry.method;
  const std::optional<worker::Packing> packing = worker::packing_of_zip(method);
  std::unique_ptr<Decoder> decoder;
  std::optional<Failure> failure;
  if (packing && !is_encrypted && !is_link && (!is_folder || entry.packed > 0)) {
    auto had = worker::decoder_for(*packing, limit_.place());
    if (const auto* reason = std::get_if<worker::Reason>(&had))
      failure = not_unpacked(*reason);
    else
      decoder = std::get<std::unique_ptr<Decoder>>(std::move(had));
  }
  member_ = std::make_unique<Unzip>(input_, std::move(entry), std::move(decoder), limit_);
  if (is_folder) return {};
  if (is_link)
    found.failure = Failure{"is a second name of another file", false, Trouble::again};
  else if (is_encrypted)
    found.failure = Failure{"is encrypted; it was not read", false, Trouble::encrypted};
  else if (!packing)
    found.failure = Failure{"is packed by a method that is not read here (number " +
                                std::to_string(method) + "); unpack it first",
                            false, Trouble::no_reader};
  else if (failure)
    found.failure = std::move(failure);
  else
    found.bytes = std::make_unique<ZipMember>(*member_);
  return found;
}

}  // namespace

std::unique_ptr<Members> members_of_zip(Begun stream, UnpackLimit limit) {
  return std::make_unique<ZipMembers>(std::move(stream), std::move(limit));
}

}  // namespace basewalk::archive
