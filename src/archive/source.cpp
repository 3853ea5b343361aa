// SPDX-License-Identifier: MIT
//
// The opener gives streams, the batch maker holds a window of their bytes, and a splitter says
// where in the window a message ends.  Each turn of the loop in next() does one of these: opens a
// stream, finds out what it is, cuts a message off, reads, or gives a batch away.
//
// Before this: what was named on the command line.  After it: mime/scan.cpp, which reads each
// message (run/run.cpp brings it there).
#include "basewalk/archive/source.h"

#include <algorithm>
#include <utility>

#include "archive/batch_maker.h"
#include "archive/mbox_splitter.h"
#include "archive/opener.h"

namespace basewalk::archive {
namespace {

// Read in steps that stay in the cache until they have been searched.
constexpr std::size_t kStep = std::size_t{256} << 10;
// So much is read before it is decided what a stream is.
constexpr std::size_t kHead = 4096;
// A size that is only claimed is believed so far.
constexpr std::size_t kWhole = std::size_t{64} << 20;

SourceReader::NextName names_of(std::vector<std::string> names) {
  return [names = std::move(names), next = std::size_t{0}]() mutable -> std::optional<std::string> {
    if (next == names.size()) return {};
    return std::move(names[next++]);
  };
}

}  // namespace

class SourceReader::Impl {
 public:
  Impl(NextName names, ReadOptions options)
      : options_(std::move(options)), names_(std::move(names)), batch_(options_.batch_bytes) {}

  std::optional<Batch> next();
  Progress progress() const;

  /// Only the message that begins there, in the one source.
  void want(Position at) { at_ = std::move(at); }

 private:
  // How far the stream is that is being read.
  struct Cut {
    std::uint64_t offset = 0;  // of the message at the window's beginning
    std::uint64_t number = 1;
    bool numbered = true;
    MboxSplitter splitter;
    std::uint64_t dropped = 0;  // bytes of a message that is too long
    std::uint64_t skip = 0;     // bytes to be passed over before the next message
    bool is_known = false;      // the next message is the one to go on behind
    bool begun = false;         // it has been found out what it is
    bool ended = false;         // there is nothing more to read
  };

  void open_first();
  void begin();
  void begin_behind(const Position& after);
  void begin_in_slice();
  void begin_at();
  void take_message_at(std::size_t end);
  void finish(std::string problem);
  void skip_to(std::uint64_t offset);
  bool skip_on();
  bool read_on();
  bool take_next();
  void take_message(std::size_t end);
  void give(Item item);
  void drop_what_is_too_long();
  void end_stream();
  void leave_stream();
  void add(Problem problem);

  ReadOptions options_;
  NextName names_;  // until the opener has them
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> total_ = 0;
  std::atomic<bool> total_known_ = false;
  BatchMaker batch_;
  std::optional<Opener> opener_;
  std::optional<Stream> stream_;
  Cut cut_;
  std::optional<Position> at_;
  bool finished_ = false;
};

Progress SourceReader::Impl::progress() const {
  Progress progress;
  progress.done = done_.load(std::memory_order_relaxed);
  if (total_known_.load(std::memory_order_acquire))
    progress.total = total_.load(std::memory_order_relaxed);
  return progress;
}

// Not in the constructor: slices look at every file first.
void SourceReader::Impl::open_first() {
  opener_.emplace(std::move(names_), options_, done_,
                  [this](Problem problem) { add(std::move(problem)); });
  if (const std::optional<std::uint64_t> total = opener_->total()) {
    total_.store(*total, std::memory_order_relaxed);
    total_known_.store(true, std::memory_order_release);
  }
}

// What could not be read becomes an item, if it is this slice that is to tell.
void SourceReader::Impl::add(Problem problem) {
  if (!opener_->share().has(problem.place)) return;
  Item item;
  item.source = std::move(problem.source);
  item.number = problem.number;
  item.offset = problem.offset;
  item.name_number = opener_->name_number();
  item.problem = std::move(problem.failure.problem);
  item.worth_a_retry = problem.failure.worth_a_retry;
  batch_.add(std::move(item));
}

void SourceReader::Impl::leave_stream() {
  batch_.discard_window();
  stream_.reset();
}

// Finds out what the stream is whose first bytes are in the window.
void SourceReader::Impl::begin() {
  const Opener::Head head = opener_->look(*stream_, batch_.window());
  if (head != Opener::Head::mail) {
    batch_.discard_window();
    cut_ = Cut();
    if (head == Opener::Head::nothing) stream_.reset();
    return;
  }
  cut_.begun = true;
  if (at_) return begin_at();
  if (const std::optional<Position> after = opener_->take_after())
    begin_behind(*after);
  else if (!opener_->share().is_all())
    begin_in_slice();
}

void SourceReader::Impl::begin_behind(const Position& after) {
  cut_.is_known = true;
  cut_.numbered = after.number.has_value();
  cut_.number = after.number.value_or(1);
  if (stream_->kind == Kind::mbox) skip_to(after.offset);
}

void SourceReader::Impl::begin_in_slice() {
  const Share& share = opener_->share();
  if (stream_->kind == Kind::eml) {
    if (!share.has(opener_->place(*stream_, 0))) leave_stream();
    return;
  }
  const std::uint64_t file = opener_->file_begin();
  if (!stream_->bytes->is_file() || share.begin() <= file) return;
  const std::optional<std::uint64_t> sure =
      sure_begin(*stream_->bytes, share.begin() - file, share.end() - file);
  if (!sure) return leave_stream();
  cut_.numbered = false;
  skip_to(*sure);
}

void SourceReader::Impl::begin_at() {
  if (*stream_->source != at_->source)
    return finish("holds more than one source; give the name of the one with the message");
  if (stream_->kind == Kind::eml && at_->offset != 0) return finish("");
  cut_.numbered = at_->offset == 0;
  skip_to(at_->offset);
}

void SourceReader::Impl::take_message_at(std::size_t end) {
  if (at_->offset != 0 && !is_separator(batch_.window(), 0)) return finish("");
  take_message(end);
  leave_stream();
  finished_ = true;
}

// Ends with the one problem: that there is no message at the offset, if it is not another.
void SourceReader::Impl::finish(std::string problem) {
  if (problem.empty()) problem = "no message begins at offset " + std::to_string(at_->offset);
  add({std::make_shared<const std::string>(at_->source),
       {},
       at_->offset,
       {std::move(problem), false},
       0});
  leave_stream();
  finished_ = true;
}

// Goes on at an offset in the stream: at once in a file, in others by reading.
void SourceReader::Impl::skip_to(std::uint64_t offset) {
  if (stream_->bytes->is_file() && stream_->bytes->seek(offset)) {
    batch_.discard_window();
    cut_.offset = offset;
    cut_.ended = false;
  } else {
    cut_.skip = offset;
  }
}

// True where there was something in the window to pass over.
bool SourceReader::Impl::skip_on() {
  const std::size_t count =
      static_cast<std::size_t>(std::min<std::uint64_t>(cut_.skip, batch_.window().size()));
  batch_.take(count);
  cut_.skip -= count;
  cut_.offset += count;
  return count > 0;
}

// Reads more into the window; false where the batch must be given away first.
bool SourceReader::Impl::read_on() {
  ByteStream& bytes = *stream_->bytes;
  const bool is_message = cut_.begun && stream_->kind == Kind::eml;
  const std::size_t held = batch_.window().size();
  std::size_t wanted = kHead;
  std::size_t step = kStep;
  if (!opener_->share().is_all() && !cut_.begun) {
    // The same head for every slice: what is unpacked from where depends on it.
    wanted = step = kHead - held;
  } else if (const std::optional<std::uint64_t> size = bytes.size(); size) {
    if (is_message && *size > options_.message_bytes && bytes.seek(*size)) {
      batch_.take(held);
      cut_.dropped = *size;
      cut_.ended = true;
      return true;
    }
    // One byte more than there should be: then the end is seen.
    const std::uint64_t read = cut_.offset + cut_.dropped + held;
    const std::uint64_t left = *size - std::min(*size, read) + 1;
    if ((is_message || left <= kStep) && left <= std::min(options_.message_bytes, kWhole))
      wanted = step = static_cast<std::size_t>(left);
  }
  if (!batch_.make_room(wanted)) return false;
  std::size_t got = 0;
  do {
    const std::size_t room = std::min(batch_.room_size(), std::max(step, wanted) - got);
    const std::size_t more = bytes.read(batch_.room(), room);
    cut_.ended = more == 0;
    batch_.filled(more);
    got += more;
  } while (!cut_.ended && !cut_.begun && held + got < kHead && batch_.room_size() > 0);
  return true;
}

void SourceReader::Impl::give(Item item) {
  item.source = stream_->source;
  item.offset = cut_.offset;
  item.name_number = opener_->name_number();
  if (cut_.numbered) item.number = cut_.number;
  ++cut_.number;
  // Asked for each message, given or not: a stream forgets the places before.
  const bool is_ours = opener_->share().has(opener_->place(*stream_, cut_.offset));
  if (std::exchange(cut_.is_known, false) || !is_ours) return;
  batch_.add(std::move(item));
}

void SourceReader::Impl::take_message(std::size_t end) {
  const std::string_view window = batch_.window();
  const std::size_t size = without_blank_line(window, end);
  const std::uint64_t whole = cut_.dropped + size;
  Item item;
  if (whole > options_.message_bytes) {
    item.problem = "the message is longer than the limit (" + std::to_string(whole) +
                   " bytes) and was passed over";
    item.limit = "message-bytes";
  } else {
    item.bytes = window.substr(0, size);
  }
  if (whole > 0) give(std::move(item));
  batch_.take(end);
  cut_.offset += cut_.dropped + end;
  cut_.dropped = 0;
  cut_.splitter.begin_message();
}

// Cuts the next message off the window, if it ends there.
bool SourceReader::Impl::take_next() {
  const std::string_view window = batch_.window();
  if (cut_.ended && window.empty() && cut_.dropped == 0) return false;
  std::size_t end = window.size();
  if (stream_->kind == Kind::mbox) {
    const std::optional<std::size_t> found = cut_.splitter.end(window, cut_.ended);
    if (!found) return false;
    end = *found;
  } else if (!cut_.ended) {
    return false;
  }
  // What ends where reading failed may go on behind.
  if (end == window.size() && stream_->bytes->failure()) return false;
  if (at_)
    take_message_at(end);
  else
    take_message(end);
  return true;
}

void SourceReader::Impl::drop_what_is_too_long() {
  std::size_t done = batch_.window().size();
  if (stream_->kind == Kind::mbox) done = std::min(done, cut_.splitter.done_with());
  // All of this and more belongs to the message, but for a line end or two.
  if (cut_.dropped + done <= options_.message_bytes + 2) return;
  if (stream_->kind == Kind::mbox) cut_.splitter.drop(done);
  batch_.take(done);
  cut_.dropped += done;
}

void SourceReader::Impl::end_stream() {
  if (at_ && !stream_->bytes->failure() && at_->offset != 0) return finish("");
  Problem problem;
  problem.source = stream_->source;
  problem.place = opener_->place(*stream_, cut_.offset);
  if (cut_.numbered)
    problem.number = cut_.number;
  else
    problem.number.reset();
  problem.offset = cut_.offset;
  if (stream_->bytes->failure()) {
    problem.failure = *stream_->bytes->failure();
    const std::uint64_t read = cut_.dropped + batch_.window().size();
    if (read > 0)
      problem.failure.problem +=
          "; the message that begins here is not complete and was left out (" +
          std::to_string(read) + " bytes)";
    // The run before has told it if that is where it ended.
    if (!cut_.is_known) add(std::move(problem));
    opener_->told_failure();
  } else if (cut_.is_known && cut_.offset == 0) {
    // It was empty then, too, and that has been told.
  } else if (cut_.is_known) {
    problem.failure.problem = "has become shorter; there is no message here to go on behind";
    add(std::move(problem));
  } else if (cut_.offset == 0 && cut_.number == 1) {
    problem.failure.problem = "is empty; there is no message in it";
    add(std::move(problem));
  }
  leave_stream();
}

std::optional<Batch> SourceReader::Impl::next() {
  if (!opener_) open_first();
  while (!finished_) {
    if (batch_.is_full()) return batch_.give(false);
    if (!stream_) {
      stream_ = opener_->next();
      cut_ = Cut();
      finished_ = !stream_;
      continue;
    }
    if (!cut_.begun && (cut_.ended || batch_.window().size() >= kHead)) {
      begin();
      continue;
    }
    if (cut_.begun && cut_.skip == 0 &&
        opener_->share().ends_before(opener_->place(*stream_, cut_.offset))) {
      leave_stream();
      opener_->leave_file();
      continue;
    }
    if (cut_.skip > 0 ? skip_on() : cut_.begun && take_next()) continue;
    if (cut_.ended) {
      end_stream();
    } else {
      if (cut_.begun && cut_.skip == 0) drop_what_is_too_long();
      if (!read_on()) return batch_.give(false);
    }
  }
  if (batch_.has_items()) return batch_.give(true);
  return {};
}

SourceReader::SourceReader(std::vector<std::string> names, ReadOptions options)
    : SourceReader(names_of(std::move(names)), std::move(options)) {}
SourceReader::SourceReader(NextName names, ReadOptions options)
    : impl_(std::make_unique<Impl>(std::move(names), std::move(options))) {}
SourceReader::~SourceReader() = default;
SourceReader::SourceReader(SourceReader&&) noexcept = default;
SourceReader& SourceReader::operator=(SourceReader&&) noexcept = default;

Batch message_at(const std::string& source, std::uint64_t offset, ReadOptions options) {
  options.shard = {};
  options.after.reset();
  // The name is a source: what it leads to is named so.
  std::string name = source;
  while (name.size() > 1 && name.ends_with('/')) name.pop_back();
  SourceReader reader({name}, std::move(options));
  reader.impl_->want({name, offset});
  std::optional<Batch> batch = reader.next();
  if (batch && !batch->items.empty()) return std::move(*batch);
  Batch none;
  Item item;
  item.source = std::make_shared<const std::string>(name);
  item.offset = offset;
  item.problem = "there is no message in it";
  none.items.push_back(std::move(item));
  none.last = true;
  return none;
}

std::optional<Batch> SourceReader::next() { return impl_->next(); }
Progress SourceReader::progress() const { return impl_->progress(); }

}  // namespace basewalk::archive
