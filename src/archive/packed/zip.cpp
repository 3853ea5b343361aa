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
#include "worker/unpack/confined_decoder.h"

namespace basewalk::archive {

using worker::Decoder;

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kLocal = "PK\x03\x04"sv, kCentral = "PK\x01\x02"sv,
                           kDescriptor = "PK\x07\x08"sv, kEnd = "PK\x05\x06"sv,
                           kEnd64 = "PK\x06\x06"sv, kLocator64 = "PK\x06\x07"sv;
constexpr std::size_t kLocalBytes = 30, kCentralBytes = 46, kEndBytes = 22, kEnd64Bytes = 56;
// A directory is held in memory up to this size.
constexpr std::uint64_t kLongestDirectory = std::uint64_t{64} << 20;
constexpr std::uint64_t kUnknown = ~std::uint64_t{0};
constexpr unsigned kEncrypted = 1, kHasDescriptor = 8;

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// What a header says of a member.
struct Entry {
  std::uint64_t begin = 0;  // of its local header
  std::uint64_t packed = kUnknown, size = kUnknown;
  std::uint32_t check = 0;
  bool has_check = false;
  unsigned method = 0, flags = 0;
  bool is_folder = false, is_link = false;
  std::string name;
};

// Sizes that do not fit stand in an extra field (4.5.3), in this order, those that are ~0 only.
void read_zip64(std::string_view extra, Entry& entry, std::uint64_t* begin) {
  while (extra.size() >= 4) {
    const std::size_t size = static_cast<std::size_t>(number(extra, 2, 2));
    std::string_view field = extra.substr(4, size);
    const bool is_it = number(extra, 0, 2) == 1;
    extra.remove_prefix(std::min(extra.size(), 4 + size));
    if (!is_it) continue;
    const auto take = [&](std::uint64_t& value) {
      if (value != 0xFFFFFFFFU || field.size() < 8) return;
      value = number(field, 0, 8);
      field.remove_prefix(8);
    };
    take(entry.size);
    take(entry.packed);
    if (begin != nullptr) take(*begin);
    return;
  }
}

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
      if (bytes.size() >= whole && number(bytes, mark + 4, width) == packed &&
          number(bytes, mark + 4 + width, width) == size)
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
    if (!done_ && entry_.packed == kUnknown && decoder_) {
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
        fail(bytes.size() > reach_ + kMost ? "its bytes are damaged" : "it is cut off");
      } else {
        wanted_ = bytes.size() * 2 + 1;
      }
    } else if (step.state == Decoder::State::ended) {
      // What was made is counted by who reads; then the end is looked at.
      ended_ = true;
    } else {
      fail(decoder_->why(), decoder_->is_worth_a_retry());
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
      entry_.check = static_cast<std::uint32_t>(
          number(descriptor,
                 descriptor.starts_with(kDescriptor) && (size == 16 || size == 24) ? 4 : 0, 4));
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

  void fail(const std::string& why, bool worth_a_retry = false) {
    done_ = true;
    const std::uint64_t missing =
        entry_.size == kUnknown || entry_.size < made_ ? 0 : entry_.size - made_;
    failure_ = Failure{"is damaged in its archive: " + why + "; " +
                           (entry_.size == kUnknown ? std::string("what is")
                                                    : std::to_string(missing) + " bytes") +
                           " behind " + std::to_string(made_) + " of its bytes are missing",
                       worth_a_retry, Trouble::damaged, Extent{made_, missing}};
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

// The directory, in the order in which the members lie in the file.
struct Directory {
  std::vector<Entry> entries;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // of all that belongs to the zip
};

std::string read_at(ByteStream& file, std::uint64_t begin, std::uint64_t size) {
  std::string bytes(static_cast<std::size_t>(size), '\0');
  std::size_t got = 0;
  while (got < bytes.size()) {
    const std::size_t more = file.read_at(begin + got, bytes.data() + got, bytes.size() - got);
    if (more == 0) break;
    got += more;
  }
  bytes.resize(got);
  return bytes;
}

// Takes the entries apart; false where they are not what they should be.
bool parse_directory(std::string_view bytes, std::uint64_t base, std::vector<Entry>& entries) {
  while (!bytes.empty()) {
    if (bytes.starts_with("PK\x05\x05"sv)) break;  // a signature of it all (4.3.13)
    if (bytes.size() < kCentralBytes || !bytes.starts_with(kCentral)) return false;
    const std::size_t name = static_cast<std::size_t>(number(bytes, 28, 2));
    const std::size_t extra = static_cast<std::size_t>(number(bytes, 30, 2));
    const std::size_t whole =
        kCentralBytes + name + extra + static_cast<std::size_t>(number(bytes, 32, 2));
    if (bytes.size() < whole) return false;
    Entry entry;
    entry.flags = static_cast<unsigned>(number(bytes, 8, 2));
    entry.method = static_cast<unsigned>(number(bytes, 10, 2));
    entry.check = static_cast<std::uint32_t>(number(bytes, 16, 4));
    entry.has_check = true;
    entry.packed = number(bytes, 20, 4);
    entry.size = number(bytes, 24, 4);
    entry.begin = number(bytes, 42, 4);
    entry.name = bytes.substr(kCentralBytes, name);
    read_zip64(bytes.substr(kCentralBytes + name, extra), entry, &entry.begin);
    entry.begin += base;
    entry.is_folder = entry.name.ends_with('/');
    // Made on Unix, with the mode of a symbolic link.
    entry.is_link = bytes[5] == 3 && (number(bytes, 40, 2) & 0170000U) == 0120000U;
    entries.push_back(std::move(entry));
    bytes.remove_prefix(whole);
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.begin < b.begin; });
  return true;
}

// What makes it impossible to read one is a clause in `why`.
std::optional<Directory> read_directory(ByteStream& file, std::string& why) {
  const std::uint64_t file_size = file.size().value_or(0);
  const std::uint64_t tail_size =
      std::min<std::uint64_t>(file_size, kEndBytes + 65535 + 20 + kEnd64Bytes);
  const std::uint64_t tail_begin = file_size - tail_size;
  const std::string tail = read_at(file, tail_begin, tail_size);
  why = "the end of its directory is missing";
  std::size_t at = tail.rfind(kEnd);
  while (at != std::string::npos) {
    if (at + kEndBytes <= tail.size() && at + kEndBytes + number(tail, at + 20, 2) <= tail.size())
      break;
    if (at == 0) return {};
    at = tail.rfind(kEnd, at - 1);
  }
  if (at == std::string::npos) return {};
  Directory directory;
  directory.end = tail_begin + at + kEndBytes + number(tail, at + 20, 2);
  std::uint64_t count = number(tail, at + 10, 2), size = number(tail, at + 12, 4),
                begin = number(tail, at + 16, 4), behind = tail_begin + at;
  if (at >= 20 && std::string_view(tail).substr(at - 20, 4) == kLocator64) {
    const std::uint64_t where = number(tail, at - 12, 8);
    const std::string end = where < file_size && file_size - where >= kEnd64Bytes
                                ? read_at(file, where, kEnd64Bytes)
                                : std::string();
    if (end.size() < kEnd64Bytes || !end.starts_with(kEnd64)) return {};
    count = number(end, 32, 8);
    size = number(end, 40, 8);
    begin = number(end, 48, 8);
    behind = where;
  }
  why = "its directory is damaged";
  if (size > behind || size > kLongestDirectory) {
    if (size > kLongestDirectory) why = "its directory is too long to be held in memory";
    return {};
  }
  // Something may stand before the zip, which offsets need not count.
  directory.begin = behind - size;
  if (begin > directory.begin) return {};
  const std::string bytes = read_at(file, directory.begin, size);
  if (bytes.size() != size || !parse_directory(bytes, directory.begin - begin, directory.entries))
    return {};
  if (directory.entries.size() != count && (directory.entries.size() & 0xFFFFU) != count)
    why = "its directory says that it has " + std::to_string(count) + " members, and has " +
          std::to_string(directory.entries.size());
  else
    why.clear();
  return directory;
}

class ZipMembers final : public Members {
 public:
  ZipMembers(Begun stream, UnpackLimit limit)
      : input_(std::move(stream.rest), std::move(stream.head)), limit_(std::move(limit)) {
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

  Input input_;
  UnpackLimit limit_;
  std::optional<Directory> directory_;
  std::size_t next_ = 0;      // of the directory's entries
  std::uint64_t reread_ = 0;  // so many bytes may still be read again
  std::unique_ptr<Unzip> member_;
  std::vector<Failure> told_;  // the last one first
  std::optional<Found> waiting_;
  std::uint64_t unnamed_ = 0;
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
        false, begin == 0 ? Trouble::not_mail : Trouble::damaged, Extent{begin, end - begin}});
}

std::optional<Members::Found> ZipMembers::take_told() {
  if (told_.empty()) return std::exchange(waiting_, {});
  Found found;
  found.failure = std::move(told_.back());
  told_.pop_back();
  return found;
}

void ZipMembers::leave_member() {
  if (!member_) return;
  member_->leave();
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
                            number(view, at + 8, 2) < 100 && number(view, at + 26, 2) > 0;
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
  Entry entry;
  entry.begin = input_.position();
  if (!input_.need(kLocalBytes)) return {};
  std::string_view header = input_.view();
  const std::size_t name = static_cast<std::size_t>(number(header, 26, 2));
  const std::size_t extra = static_cast<std::size_t>(number(header, 28, 2));
  if (!header.starts_with(kLocal) || !input_.need(kLocalBytes + name + extra)) return {};
  header = input_.view();
  entry.flags = static_cast<unsigned>(number(header, 6, 2));
  entry.method = static_cast<unsigned>(number(header, 8, 2));
  entry.check = static_cast<std::uint32_t>(number(header, 14, 4));
  entry.packed = number(header, 18, 4);
  entry.size = number(header, 22, 4);
  entry.name = header.substr(kLocalBytes, name);
  read_zip64(header.substr(kLocalBytes + name, extra), entry, nullptr);
  entry.has_check = (entry.flags & kHasDescriptor) == 0;
  // They stand behind it then.
  if (!entry.has_check) entry.packed = entry.size = kUnknown;
  entry.is_folder = entry.name.ends_with('/');
  input_.take(kLocalBytes + name + extra);
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
  if (local->name != entry.name)
    tell({"names a member otherwise in its directory and before its bytes, at " +
              std::to_string(entry.begin),
          false, Trouble::doubtful, Extent{entry.begin, kLocalBytes}});
  if ((local->flags & kHasDescriptor) == 0 && local->packed != entry.packed)
    tell({"gives another length of a member in its directory than before its bytes, at " +
              std::to_string(entry.begin),
          false, Trouble::doubtful, Extent{entry.begin, kLocalBytes}});
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
  if (entry) return open(*std::move(entry));
  input_.take(std::min<std::size_t>(4, input_.view().size()));
  return {};
}

// The directory and what ends it, which tells nothing that has not been read.
void ZipMembers::pass_end() {
  for (;;) {
    input_.need(kEnd64Bytes);
    const std::string_view view = input_.view();
    const auto pass = [&](std::size_t header, std::uint64_t more) {
      input_.take(std::min(header, view.size()));
      input_.go_to(input_.position() + more);
    };
    if (view.starts_with(kCentral) && view.size() >= kCentralBytes) {
      pass(kCentralBytes, number(view, 28, 2) + number(view, 30, 2) + number(view, 32, 2));
    } else if (view.starts_with(kEnd64) && view.size() >= 12) {
      pass(12, std::min<std::uint64_t>(number(view, 4, 8), std::uint64_t{1} << 40));
    } else if (view.starts_with(kLocator64) && view.size() >= 20) {
      pass(20, 0);
    } else if (view.starts_with(kEnd) && view.size() >= kEndBytes) {
      pass(kEndBytes, number(view, 20, 2));
      has_end_ = true;
      return;
    } else {
      // Not to be found here again.
      if (view.starts_with("PK")) input_.take(4 < view.size() ? 4 : view.size());
      return;
    }
  }
}

std::optional<Members::Found> ZipMembers::open(Entry entry) {
  Found found;
  found.name = member_path(entry.name, unnamed_);
  found.begin = entry.begin;
  const bool is_folder = entry.is_folder, is_link = entry.is_link;
  const bool is_encrypted = (entry.flags & kEncrypted) != 0 || entry.method == 99;
  const unsigned method = entry.method;
  const std::optional<worker::Packing> packing = worker::packing_of_zip(method);
  std::unique_ptr<Decoder> decoder;
  std::optional<Failure> failure;
  if (packing && !is_encrypted && !is_link && !is_folder) {
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
