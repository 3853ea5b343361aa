// SPDX-License-Identifier: MIT
//
// tar and cpio, by libarchive (libarchive_reader.h).  Where a header of a tar is damaged, or bytes
// are missing in what the tar is read from, another reader begins at the next header that can be
// found, at whatever byte (POSIX pax, "ustar Interchange Format"); what is passed over is told.  In
// a cpio libarchive looks for the next header itself.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <deque>
#include <utility>

#include "archive/packed/libarchive_reader.h"
#include "archive/packed/packed.h"

namespace basewalk::archive {
namespace {

constexpr std::size_t kBlock = 512;
constexpr std::size_t kMagicAt = 257;  // of "ustar" in a header
constexpr std::size_t kCpioHeader = 110;
// The member that ends a cpio, "TRAILER!!!", with what pads its name.
constexpr std::size_t kLongestTrailer = 124;

// So many cpios are read that stand behind each other.
constexpr int kMostBehind = 1000;

// So often another process goes on behind what has ended one.
constexpr int kMostGone = 8;

using Result = LibarchiveReader::Result;

class TarMember final : public ByteStream {
 public:
  /// `check` is the sum of its bytes, where the archive has it.
  TarMember(LibarchiveReader& reader, ByteStream& archive, std::optional<std::uint64_t> size,
            std::uint64_t begin, std::optional<std::uint32_t> check)
      : reader_(reader), archive_(archive), size_(size), begin_(begin), check_(check) {}

  std::size_t read(char* into, std::size_t size) override {
    if (failure_) return 0;
    if (reader_.has_block()) {
      const std::size_t got = reader_.take(into, size);
      at_ += got;
      if (check_)
        for (const char c : std::string_view(into, got)) sum_ += static_cast<unsigned char>(c);
      return got;
    }
    if (check_ && at_ == size_ && std::exchange(check_, sum_) != sum_)
      failure_ = Failure{"is not what it was when it was packed: its check sum is another one",
                         false, Trouble::doubtful, Extent{0, at_}};
    if (failure_) return 0;
    // What is missing behind it is not its own.
    if (!reader_.failure() || at_ == size_) return 0;
    const std::uint64_t whole = std::max(size_.value_or(at_), at_);
    failure_ =
        Failure{"is not complete in its archive: " + std::to_string(whole - at_) +
                    " of its bytes are missing, from " + std::to_string(at_) + " on",
                reader_.failure()->worth_a_retry, Trouble::damaged, Extent{at_, whole - at_}};
    return 0;
  }
  std::optional<std::uint64_t> size() const override { return size_; }
  // Nothing is behind a doubt, and all is before it.
  bool go_on() override {
    if (failure_ && failure_->trouble == Trouble::doubtful) failure_.reset();
    return false;
  }
  bool is_checked() const override { return check_.has_value(); }
  std::uint64_t lies() const override { return std::max(at_, size_.value_or(0)); }
  std::uint64_t place(std::uint64_t offset) override { return archive_.place(begin_ + offset); }

 private:
  LibarchiveReader& reader_;
  ByteStream& archive_;
  std::optional<std::uint64_t> size_;
  std::uint64_t begin_;
  std::optional<std::uint32_t> check_;
  std::uint32_t sum_ = 0;
  std::uint64_t at_ = 0;
};

// What a cpio of SVR4 with check sums says is the sum of the bytes of a member (cpio(5), "070702"),
// which libarchive does not look at.
std::optional<std::uint32_t> check_of(std::string_view header) {
  constexpr std::size_t kCheckAt = 102, kDigits = 8;
  if (!header.starts_with("070702")) return {};
  std::uint32_t check = 0;
  const char* const begin = header.data() + kCheckAt;
  const auto [end, error] = std::from_chars(begin, begin + kDigits, check, 16);
  if (error != std::errc() || end != begin + kDigits) return {};
  return check;
}

class TarMembers final : public Members {
 public:
  TarMembers(Begun stream, worker::ArchiveKind kind, worker::Place place)
      : stream_(std::move(stream.rest)), is_tar_(kind == worker::ArchiveKind::tar), place_(place) {
    reader_.emplace(*stream_, std::move(stream.head), 0, kind, place);
  }

  std::optional<Found> next() override;
  std::uint64_t lies() const override { return stream_->lies(); }

 private:
  void tell(Failure failure);
  bool give_up(Result result);
  void end_cpio();
  void tell_before_trailer();
  bool begin_behind_trailer();
  bool read_more(std::string& window);
  void tell_odd_header();
  bool find_header(std::string bytes, std::uint64_t from);
  std::optional<Found> member(const worker::ArchiveEntry& entry);

  std::unique_ptr<ByteStream> stream_;
  bool is_tar_;
  worker::Place place_;
  int gone_ = 0;    // so many who have read it
  int behind_ = 0;  // so many cpios behind the first
  std::optional<LibarchiveReader> reader_;
  std::deque<Failure> told_;
  std::uint64_t unnamed_ = 0;
  bool ended_ = false;
  std::uint64_t end_ = 0;  // of what could be read
  std::optional<Found> waiting_;
};

void TarMembers::tell(Failure failure) {
  if (stream_->is_unpacked() && failure.trouble != Trouble::doubtful) failure.extent.reset();
  told_.push_back(std::move(failure));
}

std::optional<Members::Found> TarMembers::next() {
  for (;;) {
    if (!told_.empty()) {
      Failure failure = std::move(told_.front());
      told_.pop_front();
      return Found{{}, 0, nullptr, std::move(failure)};
    }
    if (waiting_) return std::exchange(waiting_, {});
    if (ended_) return {};
    worker::ArchiveEntry entry;
    const Result result = reader_->next_header(entry);
    for (Failure& doubt : reader_->take_doubts()) told_.push_back(std::move(doubt));
    switch (result) {
      case Result::again:
      case Result::failed:
      case Result::gone:
        ended_ = !give_up(result);
        continue;
      case Result::end:
        ended_ = true;
        if (is_tar_ && reader_->header_begin() >= reader_->read())
          tell({"ends without the two empty blocks that end a tar; it may have been cut off", false,
                Trouble::doubtful, Extent{reader_->read(), 0}});
        if (!is_tar_) {
          tell_before_trailer();
          ended_ = !begin_behind_trailer();
        }
        continue;
      case Result::ok:
      case Result::odd:
        break;
    }
    if (result == Result::odd) tell_odd_header();
    // What is to be told comes first.
    waiting_ = member(entry);
  }
}

void TarMembers::tell_odd_header() {
  const std::string at = std::to_string(reader_->header_begin());
  // What it says of a cpio where it has looked for a header.
  if (!is_tar_ && reader_->state().why.starts_with("Skipped"))
    tell({"is damaged before the header at " + at + ": " + reader_->state().why,
          false,
          Trouble::damaged,
          {}});
  else
    tell({"has an odd header at " + at + ": " + reader_->state().why, false, Trouble::doubtful,
          Extent{reader_->header_begin(), kBlock}});
}

std::optional<Members::Found> TarMembers::member(const worker::ArchiveEntry& entry) {
  if (!entry.is_second_name && !entry.is_file && !entry.is_rest) return {};
  Found found;
  found.name = member_path(entry.name, unnamed_);
  found.begin = reader_->header_begin();
  if (entry.is_second_name) {
    found.failure = Failure{"is a second name of another file", false, Trouble::again};
    return found;
  }
  std::optional<std::uint64_t> size = entry.size;
  if (entry.is_rest) {
    found.failure = Failure{
        "is the rest of a file that begins in another volume of its archive; it was not "
        "read",
        false,
        Trouble::incomplete,
        {}};
    if (size) found.failure->extent = Extent{0, *size};
    return found;
  }
  if (entry.has_holes) {
    size.reset();
    found.failure =
        Failure{"was packed with holes, which are left out", false, Trouble::doubtful, {}};
  }
  std::optional<std::uint32_t> check;
  if (!is_tar_) check = check_of(reader_->given_at(found.begin, kCpioHeader));
  found.bytes = std::make_unique<TarMember>(*reader_, *stream_, size, found.begin, check);
  return found;
}

// libarchive does not get over this: is there a header for another to begin with?
bool TarMembers::give_up(Result result) {
  if (reader_->is_refused()) {
    Failure failure = *reader_->failure();
    failure.extent = Extent{0, stream_->lies()};
    tell(std::move(failure));
    return false;
  }
  if (stream_->failure()) {
    told_.push_back(*stream_->failure());
    end_ = reader_->read();
    return stream_->go_on() && find_header("", end_);
  }
  if (!is_tar_) {
    end_cpio();
    return false;
  }
  std::string given = reader_->last_given();
  std::uint64_t from = reader_->read() - given.size();
  // Not the header that it stands at.
  std::uint64_t begin = reader_->header_begin(), search = begin + 1;
  if (result != Result::again) {
    begin = std::max(begin, reader_->consumed());
    search = std::max(search, begin);
  }
  if (from < search) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(search - from, given.size()));
    given.erase(0, count);
    from += count;
  }
  const worker::ArchiveState state = reader_->state();
  const bool is_gone = state.result == Result::gone;
  const bool goes_on = !is_gone || ++gone_ < kMostGone;
  const bool found = goes_on && find_header(std::move(given), from);
  if (!goes_on) end_ = std::max({begin, reader_->read(), stream_->lies()});
  const std::uint64_t end = found ? reader_->header_begin() : end_;
  const std::uint64_t length = end - std::min(begin, end);
  tell({"is damaged: " + state.why + "; " + std::to_string(length) + " bytes from " +
            std::to_string(begin) + " on are left out",
        is_gone && state.worth_a_retry,
        is_gone ? static_cast<Trouble>(state.trouble) : Trouble::damaged, Extent{begin, length}});
  return found;
}

// What libarchive has passed over in search of a header it does not say where that was the last.
void TarMembers::tell_before_trailer() {
  const std::uint64_t begin = reader_->header_begin(), end = reader_->consumed();
  if (end <= begin + kLongestTrailer) return;
  tell({"is damaged before its end: " + std::to_string(end - begin - kLongestTrailer) +
            " bytes or some more from " + std::to_string(begin) + " on are left out",
        false, Trouble::damaged, Extent{begin, end - begin}});
}

// Behind its trailer and zeros another cpio may begin, as the images have it that Linux starts
// with.
bool TarMembers::begin_behind_trailer() {
  std::string window = reader_->last_given();
  std::uint64_t begin = reader_->read() - window.size();
  const auto pass = [&](std::uint64_t count) {
    count = std::min<std::uint64_t>(count, window.size());
    window.erase(0, static_cast<std::size_t>(count));
    begin += count;
  };
  pass(reader_->consumed() - std::min(begin, reader_->consumed()));
  do {
    pass(window.find_first_not_of('\0'));
  } while (window.size() < kBlock && read_more(window));
  if (window.empty()) return false;
  const bool is_one = content_of(window) == Content::cpio;
  if (is_one && ++behind_ < kMostBehind) {
    reader_.emplace(*stream_, std::move(window), begin, worker::ArchiveKind::cpio, place_);
    return true;
  }
  std::uint64_t end = begin;
  do {
    end += window.size();
    window.clear();
  } while (read_more(window));
  tell(
      {"has " + std::to_string(end - begin) + " bytes from " + std::to_string(begin) +
           (is_one ? " on in more than " + std::to_string(kMostBehind) + " cpios one behind another"
                   : " on behind its end") +
           "; they were not read",
       false, is_one ? Trouble::limit : Trouble::damaged, Extent{begin, end - begin}});
  return false;
}

// False at the end of what can be read; what is wrong there is told.
bool TarMembers::read_more(std::string& window) {
  constexpr std::size_t kStep = std::size_t{128} << 10;
  const std::size_t held = window.size();
  for (;;) {
    window.resize(held + kStep);
    const std::size_t got = stream_->read(window.data() + held, kStep);
    window.resize(held + got);
    if (got > 0) return true;
    if (!stream_->failure()) return false;
    const bool is_doubt = stream_->failure()->trouble == Trouble::doubtful;
    told_.push_back(*stream_->failure());
    if (!is_doubt || !stream_->go_on()) return false;
  }
}

// It cannot be told where the next header would be.
void TarMembers::end_cpio() {
  const std::uint64_t begin = std::max(reader_->header_begin(), reader_->consumed());
  const std::uint64_t end = std::max({begin, reader_->read(), stream_->size().value_or(0)});
  tell({"is damaged: " + reader_->state().why + "; nothing is read from " + std::to_string(begin) +
            " on",
        false, Trouble::damaged, Extent{begin, end - begin}});
}

bool is_header(std::string_view window, std::size_t at) {
  return at + kBlock <= window.size() && content_of(window.substr(at, kBlock)) == Content::tar;
}

// The first header of the window, whose first byte is at `begin`; npos where there is none.
std::size_t header_in(std::string_view window, std::uint64_t begin) {
  // Old headers have no name of their format: they are looked for where blocks begin.
  std::size_t old = static_cast<std::size_t>((kBlock - begin % kBlock) % kBlock);
  while (old + kBlock <= window.size() && !is_header(window, old)) old += kBlock;
  if (old + kBlock > window.size()) old = std::string_view::npos;
  std::size_t magic = window.find("ustar", kMagicAt);
  while (magic != std::string_view::npos && !is_header(window, magic - kMagicAt))
    magic = window.find("ustar", magic + 1);
  return magic == std::string_view::npos ? old : std::min(old, magic - kMagicAt);
}

// Reads on up to a header: how many bytes are missing, or are too many, is not known.
bool TarMembers::find_header(std::string window, std::uint64_t begin) {
  constexpr std::size_t kStep = std::size_t{128} << 10;
  for (;;) {
    if (const std::size_t at = header_in(window, begin); at != std::string::npos) {
      reader_.emplace(*stream_, window.substr(at), begin + at, worker::ArchiveKind::tar, place_);
      return true;
    }
    // One may begin at the end of what is there.
    const std::size_t passed = window.size() - std::min(window.size(), kBlock - 1);
    begin += passed;
    window.erase(0, passed);
    const std::size_t held = window.size();
    window.resize(held + kStep);
    const std::size_t got = stream_->read(window.data() + held, kStep);
    window.resize(held + got);
    if (got > 0) continue;
    end_ = begin + window.size();
    if (!stream_->failure()) return false;
    told_.push_back(*stream_->failure());
    if (stream_->failure()->trouble != Trouble::doubtful) {
      begin = end_;
      window.clear();
    }
    if (!stream_->go_on()) return false;
  }
}

}  // namespace

std::unique_ptr<Members> members_of_tar(Begun stream, worker::Place place) {
  return std::make_unique<TarMembers>(std::move(stream), worker::ArchiveKind::tar, place);
}

std::unique_ptr<Members> members_of_cpio(Begun stream, worker::Place place) {
  return std::make_unique<TarMembers>(std::move(stream), worker::ArchiveKind::cpio, place);
}

}  // namespace basewalk::archive
