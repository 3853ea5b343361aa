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
#include <iterator>
#include <limits>
#include <utility>

#include "archive/batch_maker.h"
#include "archive/box/mbox_splitter.h"
#include "archive/box/splitter.h"
#include "archive/content.h"
#include "archive/find/line.h"
#include "archive/opener.h"
#include "mime/line/separator.h"

namespace basewalk::archive {
namespace {

// Read in steps that stay in the cache until they have been searched.
constexpr std::size_t kStep = std::size_t{256} << 10;
// So much is read before it is decided what a stream is.
constexpr std::size_t kHead = 4096;
// A size that is only claimed is believed so far.
constexpr std::size_t kWhole = std::size_t{64} << 20;

// The message that c-client (IMAP servers, Alpine) puts first into an mbox for itself.
bool is_folder_data(std::string_view message) {
  return message.substr(0, 2048).find(
             "\nSubject: DON'T DELETE THIS MESSAGE -- FOLDER INTERNAL DATA") != message.npos;
}

SourceReader::NextName names_of(std::vector<std::string> names) {
  return [names = std::move(names), next = std::size_t{0}]() mutable -> std::optional<std::string> {
    if (next == names.size()) return {};
    return std::move(names[next++]);
  };
}

}  // namespace

class SourceReader::Impl {
 public:
  using LineUp = std::function<Line(const ReadOptions&)>;
  Impl(LineUp line_up, ReadOptions options)
      : options_(std::move(options)),
        line_up_(std::move(line_up)),
        batch_(options_.batch_bytes, options_.message_bytes) {}

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
    std::unique_ptr<Splitter> splitter;  // of a mailbox
    std::uint64_t dropped = 0;           // bytes of a message that is too long
    std::uint64_t skip = 0;              // bytes to be passed over before the next message
    bool is_known = false;               // what begins at `known` is to be gone on behind
    std::uint64_t known = 0;
    bool is_sure = false;          // a message begins there, as it should
    bool begun = false;            // it has been found out what it is
    bool ended = false;            // there is nothing more to read
    bool lost = false;             // behind bytes that are missing: no message begins here for sure
    std::size_t search = 0;        // where in the window to look for one then
    std::uint64_t passed = 0;      // bytes that were none
    bool failed = false;           // once, and that was told
    bool drained = false;          // it is no mail, and only read to its end
    bool is_behind_known = false;  // `known` was no message, and is passed
    std::optional<Item> open;      // a problem that may be about what comes next, too

    // Has the run before told what is wrong at this offset?
    bool is_told(std::uint64_t at) const { return is_known && at <= known; }
  };

  void open_first();
  void begin();
  void begin_behind(const Position& after);
  void begin_in_slice();
  void begin_at();
  bool can_begin_at(std::uint64_t offset);
  void finish(std::string problem);
  void skip_to(std::uint64_t offset);
  bool skip_on();
  [[nodiscard]] bool read_on();
  bool take_next();
  void take_piece(const Piece& piece);
  void take_message(const Piece& piece);
  void give(Item item);
  void give_at(std::uint64_t offset, Item item);
  void give_open();
  void count_and_give(Item item);
  bool is_at_its_place() const;
  void tell_lost_place(std::string problem);
  void drop_what_is_too_long();
  bool find_beginning();
  void tell_passed();
  void stream_failed();
  void begin_behind_loss();
  bool drain();
  Problem problem_here();
  void end_stream();
  void leave_stream(bool is_told = false);  // its end, or all of it
  void add(Problem problem);

  ReadOptions options_;
  LineUp line_up_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> total_ = 0;
  std::atomic<bool> total_known_ = false;
  BatchMaker batch_;
  std::optional<Opener> opener_;
  std::optional<Stream> stream_;
  Cut cut_;
  std::uint64_t given_ = 0;  // messages of the stream
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
  opener_.emplace(std::exchange(line_up_, {})(options_), options_, done_,
                  [this](Problem problem) { add(std::move(problem)); });
  if (const std::optional<std::uint64_t> total = opener_->total()) {
    total_.store(*total, std::memory_order_relaxed);
    total_known_.store(true, std::memory_order_release);
  }
}

// What could not be read becomes an item, if it is this slice that is to tell.  Where another try
// may read it, each slice tells: it was cut without that, and another one may have been cut with
// it.
void SourceReader::Impl::add(Problem problem) {
  if (!opener_->share().has(problem.place) && !problem.failure.worth_a_retry) return;
  Item item;
  item.source = std::move(problem.source);
  item.number = problem.number;
  item.offset = problem.offset;
  item.name_number = opener_->name_number();
  item.files = opener_->files();
  item.problem = std::move(problem.failure.problem);
  item.worth_a_retry = problem.failure.worth_a_retry;
  item.trouble = problem.failure.trouble;
  item.extent = problem.failure.extent;
  item.limit = problem.failure.limit;
  item.is_all = problem.is_all;
  item.end = problem.end;
  item.member = problem.member;
  batch_.add(std::move(item));
}

void SourceReader::Impl::leave_stream(bool is_told) {
  if (options_.account && !is_told) {
    Problem end = problem_here();
    end.end = SourceEnd{stream_->bytes->lies(), given_, name(stream_->form)};
    add(std::move(end));
  }
  given_ = 0;
  batch_.discard_window();
  stream_.reset();
}

// Finds out what the stream is whose first bytes are in the window.
void SourceReader::Impl::begin() {
  const std::optional<Failure>& failure = stream_->bytes->failure();
  if (batch_.window().empty() && failure && failure->trouble != Trouble::doubtful)
    return stream_failed();
  // What is asked for by its name is mail; but not where damage may lie before what is asked for.
  const Opener::Head head =
      opener_->look(*stream_, batch_.window(), at_.has_value() && at_->offset == 0);
  if (head == Opener::Head::no_mail) {
    cut_.begun = cut_.drained = true;
    return;
  }
  if (head != Opener::Head::mail) {
    batch_.discard_window();
    cut_ = Cut();
    if (head == Opener::Head::nothing) stream_.reset();
    return;
  }
  cut_.begun = true;
  cut_.splitter = make_splitter(stream_->form);
  if (at_)
    begin_at();
  else if (const std::optional<Position> after = opener_->take_after())
    begin_behind(*after);
  else if (!opener_->share().is_all())
    begin_in_slice();
  if (stream_ && cut_.offset == 0 && cut_.skip == 0) cut_.skip = stream_->first;
}

// Only an mbox can be read from anywhere; of other mailboxes the messages before are passed over.
void SourceReader::Impl::begin_behind(const Position& after) {
  cut_.is_known = true;
  cut_.known = after.offset;
  if (stream_->form != Form::mbox) return;
  cut_.numbered = after.number.has_value();
  cut_.number = after.number.value_or(1);
  skip_to(after.offset);
}

void SourceReader::Impl::begin_in_slice() {
  const Share& share = opener_->share();
  if (stream_->form == Form::message && !share.has(opener_->place(*stream_, 0)))
    return leave_stream();
  if (stream_->form != Form::mbox) return;
  const std::uint64_t file = opener_->file_begin();
  if (!stream_->bytes->is_file() || share.begin() <= file) return;
  // What the file has grown by belongs to whoever has its last byte.
  const std::uint64_t end = share.end() >= opener_->file_end()
                                ? std::numeric_limits<std::uint64_t>::max()
                                : share.end() - file;
  const std::optional<std::uint64_t> sure = sure_begin(*stream_->bytes, share.begin() - file, end);
  if (!sure) return leave_stream();
  cut_.numbered = false;
  skip_to(*sure);
}

void SourceReader::Impl::begin_at() {
  if (*stream_->source != at_->source)
    return finish("holds more than one source; give the name of the one with the message");
  if (stream_->form == Form::message && at_->offset != 0) return finish("");
  if (stream_->form != Form::mbox) return;
  cut_.numbered = at_->offset == 0;
  skip_to(at_->offset);
}

// May what the window begins with be the message that is wanted?  0 is the first.
bool SourceReader::Impl::can_begin_at(std::uint64_t offset) {
  if (offset == 0) return cut_.offset == 0 || !cut_.failed;
  if (cut_.offset != offset) return false;
  return stream_->form != Form::mbox || mime::is_separator(batch_.window(), 0);
}

// Ends with the one problem: that there is no message at the offset, if it is not another.
void SourceReader::Impl::finish(std::string problem) {
  if (problem.empty()) problem = "no message begins at offset " + std::to_string(at_->offset);
  add({std::make_shared<const std::string>(at_->source),
       {},
       at_->offset,
       {std::move(problem), false, Trouble::misused},
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
    cut_.skip = offset - std::min(offset, cut_.offset);
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
  const bool is_message = cut_.begun && stream_->form == Form::message;
  const std::size_t held = batch_.window().size();
  std::size_t wanted = kHead;
  std::size_t step = kStep;
  if (!cut_.begun && (!opener_->share().is_all() || !bytes.is_file())) {
    // The same head for every slice, and for all of it: what is unpacked from where, and what is
    // told of that before which message, depends on it.
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
    // A file that grows is read in blocks behind the end that it had.
    const bool is_known = read <= *size;
    if (is_known && (is_message || left <= kStep) &&
        left <= std::min(options_.message_bytes, kWhole))
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
  } while (!cut_.ended && !cut_.begun && held + got < kHead && got < std::max(step, wanted) &&
           batch_.room_size() > 0);
  return true;
}

void SourceReader::Impl::count_and_give(Item item) {
  give(std::move(item));
  ++cut_.number;
}

void SourceReader::Impl::give(Item item) { give_at(cut_.offset, std::move(item)); }

// The problem whose end is known now.
void SourceReader::Impl::give_open() {
  if (std::optional<Item> item = std::exchange(cut_.open, {}))
    give_at(item->extent->begin, std::move(*item));
}

void SourceReader::Impl::give_at(std::uint64_t offset, Item item) {
  item.source = stream_->source;
  item.offset = offset;
  item.name_number = opener_->name_number();
  item.files = opener_->files();
  item.member = stream_->member;
  if (cut_.numbered) item.number = cut_.number;
  // Asked for each message, given or not: a stream forgets the places before.
  const bool is_ours = opener_->share().has(opener_->place(*stream_, offset));
  if (cut_.is_known && offset < cut_.known) return;
  const bool is_known = std::exchange(cut_.is_known, false) && offset == cut_.known;
  if (is_known || !is_ours) return;
  if (item.problem.empty()) ++given_;
  batch_.add(std::move(item));
}

// Takes the piece from the window, and gives what it holds.
void SourceReader::Impl::take_piece(const Piece& piece) {
  if (cut_.open && piece.is_of_last_problem)
    cut_.open->extent->length += piece.end;
  else
    give_open();
  if (piece.is_message) {
    take_message(piece);
  } else if (!piece.problem.empty() && !at_) {
    Item item;
    item.problem = piece.problem;
    item.trouble = piece.trouble;
    item.extent = Extent{cut_.offset, cut_.dropped + piece.end};
    cut_.open = std::move(item);
  }
  batch_.take(piece.end);
  cut_.offset += cut_.dropped + piece.end;
  cut_.dropped = 0;
}

void SourceReader::Impl::take_message(const Piece& piece) {
  const std::uint64_t whole = cut_.dropped + piece.size;
  if (whole == 0) return;
  Item item;
  if (whole > options_.message_bytes) {
    item.problem = "the message is longer than the limit (" + std::to_string(whole) +
                   " bytes) and was passed over";
    item.limit = "message-bytes";
    item.trouble = Trouble::limit;
    item.extent = Extent{cut_.offset, whole};
  } else {
    item.bytes = batch_.window().substr(0, piece.size);
    if (cut_.offset == stream_->first && cut_.splitter && is_folder_data(item.bytes)) {
      item.bytes = {};
      item.problem = "is what a mail program keeps in its mailbox, and no message";
      item.trouble = Trouble::index;
      item.extent = Extent{cut_.offset, whole};
    } else if (stream_->form == Form::dbox && content_of(item.bytes) == Content::compressed) {
      item.bytes = {};
      item.problem = "is compressed within its mailbox; have Dovecot export it (doveadm backup)";
      item.trouble = Trouble::no_reader;
      item.extent = Extent{cut_.offset, whole};
    }
  }
  count_and_give(std::move(item));
}

// Where an mbox is another one than that of the run before, no message begins at the place to go on
// behind.  What was told of missing bytes may have such a place, too.
bool SourceReader::Impl::is_at_its_place() const {
  return cut_.is_known && !cut_.is_sure && cut_.offset == cut_.known && cut_.known > 0 &&
         stream_->form == Form::mbox && !cut_.failed;
}

void SourceReader::Impl::tell_lost_place(std::string problem) {
  Problem lost = problem_here();
  lost.failure.problem = std::move(problem);
  lost.failure.trouble = Trouble::changed;
  add(std::move(lost));
}

// Cuts the next piece off the window, if it ends there.
bool SourceReader::Impl::take_next() {
  const std::size_t size = batch_.window().size();
  if (cut_.ended && size == 0 && cut_.dropped == 0) return false;
  if (is_at_its_place()) {
    if (!cut_.ended && size < mime::kSeparatorBytes) return false;
    if (mime::is_separator(batch_.window(), 0)) cut_.is_sure = true;
  }
  if (is_at_its_place()) {
    tell_lost_place("has changed; there is no message here to go on behind");
    leave_stream(true);
    return true;
  }
  Piece piece{true, size, size};
  if (cut_.splitter) {
    const std::optional<Piece> found = cut_.splitter->next(batch_.window_bytes(), size, cut_.ended);
    if (!found) return false;
    piece = *found;
  } else if (!cut_.ended) {
    return false;
  }
  // What ends where reading failed may go on behind.
  if (piece.end == size && stream_->bytes->failure()) return false;
  if (!at_ || !piece.is_message) {
    take_piece(piece);
  } else if (can_begin_at(at_->offset)) {
    take_piece(piece);
    leave_stream();
    finished_ = true;
  } else if (cut_.offset >= at_->offset) {
    finish("");
  } else {
    batch_.take(piece.end);
    cut_.offset += cut_.dropped + piece.end;
    cut_.dropped = 0;
    ++cut_.number;
  }
  return true;
}

void SourceReader::Impl::drop_what_is_too_long() {
  std::size_t done = batch_.window().size();
  if (cut_.splitter) done = std::min(done, cut_.splitter->done_with());
  // All of this and more belongs to the message, but for a line end or two.
  if (cut_.dropped + done <= options_.message_bytes + 2) return;
  if (cut_.splitter) cut_.splitter->drop(done);
  batch_.take(done);
  cut_.dropped += done;
}

Problem SourceReader::Impl::problem_here() {
  Problem problem;
  problem.source = stream_->source;
  problem.place = opener_->place(*stream_, cut_.offset);
  if (cut_.numbered)
    problem.number = cut_.number;
  else
    problem.number.reset();
  problem.offset = cut_.offset;
  problem.member = stream_->member;
  return problem;
}

// Behind missing bytes: what is there up to the next separator is the rest of a message.  False
// where more must be read.
bool SourceReader::Impl::find_beginning() {
  const std::string_view window = batch_.window();
  std::optional<std::size_t> found;
  // A doubt about what has been read is no end of it: the message goes on behind.
  const std::optional<Failure>& failure = stream_->bytes->failure();
  const bool is_end = cut_.ended && (!failure || failure->trouble != Trouble::doubtful);
  // What was packed for itself may begin with a message.
  if (cut_.search == 0 && cut_.passed == 0) {
    if (!is_end && window.size() < mime::kSeparatorBytes) return false;
    if (mime::is_separator(window, 0)) found = 0;
  }
  if (!found) found = mime::find_separator(window, cut_.search, is_end);
  std::size_t passed = window.size();
  if (!found)
    passed = cut_.search > mime::kBytesBefore ? cut_.search - mime::kBytesBefore : 0;
  else if (*found != mime::kNowhere)
    passed = *found;
  batch_.take(passed);
  cut_.offset += passed;
  cut_.passed += passed;
  cut_.search -= std::min(cut_.search, passed);
  if (found) tell_passed();
  return found.has_value();
}

void SourceReader::Impl::tell_passed() {
  cut_.lost = false;
  cut_.search = 0;
  if (const std::uint64_t passed = std::exchange(cut_.passed, 0); passed > 0) {
    Problem problem = problem_here();
    problem.offset -= passed;
    problem.failure = {
        "the beginning of the message that ends here is missing; its rest was left "
        "out (" +
            std::to_string(passed) + " bytes)",
        false,
        Trouble::incomplete,
        {}};
    if (!cut_.is_told(problem.offset)) add(std::move(problem));
  }
}

// By its first bytes it would be told what it is, and these are lost.
void SourceReader::Impl::begin_behind_loss() {
  batch_.discard_window();
  const std::uint64_t read = cut_.offset;
  const Opener::Head head = opener_->look_behind(*stream_);
  cut_ = Cut();
  if (head != Opener::Head::mail) {
    if (head == Opener::Head::nothing) stream_.reset();
    return;
  }
  cut_.offset = read;
  cut_.begun = cut_.lost = cut_.failed = true;
  cut_.splitter = make_splitter(stream_->form);
  // A place to go on at, or a slice, is found by reading.
  if (const std::optional<Position> after = opener_->take_after()) {
    begin_behind(*after);
    // No message was given of what is lost: there the run before has told what is wrong.
    cut_.is_behind_known = after->offset <= read;
  }
}

// Tells why, and goes on behind what cannot be read where that can be done.
void SourceReader::Impl::stream_failed() {
  ByteStream& bytes = *stream_->bytes;
  give_open();
  Problem problem = problem_here();
  problem.failure = *bytes.failure();
  const bool is_known = cut_.is_told(cut_.offset) ||
                        (cut_.drained ? opener_->is_told(*stream_, cut_.offset)
                                      : !cut_.begun && opener_->leads_to_after(*stream_));
  const bool is_doubt = problem.failure.trouble == Trouble::doubtful;
  const std::uint64_t read = cut_.dropped + batch_.window().size();
  const bool is_passing = cut_.skip > 0 || cut_.lost || cut_.drained;
  if (!is_doubt && read > 0 && !is_passing)
    problem.failure.problem += "; the message that begins here is not complete and was left out (" +
                               std::to_string(read) + " bytes)";
  const bool goes_on = bytes.go_on();
  const bool is_found_again = stream_->form == Form::mbox || !cut_.begun || cut_.drained;
  if (!is_doubt && goes_on && !is_found_again) {
    problem.failure.problem += "; nothing behind it was read";
    if (std::optional<Extent>& extent = problem.failure.extent)
      extent->length = std::max(bytes.lies(), extent->begin) - extent->begin;
  }
  // The run before has told it; but not an end before the place that it came to.
  const bool is_too_short = cut_.is_known && !goes_on && cut_.offset < cut_.known;
  if (!is_known || is_too_short) add(std::move(problem));
  cut_.failed = true;
  cut_.ended = !goes_on;
  if (is_doubt && !cut_.drained) return;
  if (!goes_on || !is_found_again) {
    if (!cut_.begun || cut_.drained) opener_->leave_after(*stream_);
    return leave_stream();
  }
  cut_.offset += read;
  batch_.discard_window();
  if (cut_.skip > 0) {
    cut_.skip -= std::min(cut_.skip, read);
    return;
  }
  if (!cut_.begun || cut_.drained) return begin_behind_loss();
  if (read > 0 && !cut_.lost) ++cut_.number;
  cut_.passed += cut_.lost ? read : 0;
  cut_.lost = true;
  cut_.search = 0;
  cut_.dropped = 0;
  cut_.splitter = make_splitter(stream_->form);
}

// What is no mail, and is packed: whether that is damage is seen at its end.  False where the batch
// must be given away first.
bool SourceReader::Impl::drain() {
  if (const std::size_t size = batch_.window().size(); size > 0) {
    cut_.offset += size;
    batch_.discard_window();
  } else if (!cut_.ended) {
    return read_on();
  } else if (stream_->bytes->failure()) {
    stream_failed();
  } else {
    opener_->pass_over_no_mail(*stream_);
    leave_stream(true);
  }
  return true;
}

void SourceReader::Impl::end_stream() {
  give_open();
  if (cut_.lost) tell_passed();
  if (at_ && at_->offset != 0) return finish("");
  Problem problem = problem_here();
  if (cut_.splitter && !cut_.splitter->lack().empty()) {
    problem.failure = {std::string(cut_.splitter->lack()), false, Trouble::incomplete};
    // The run before has told it.
    if (!cut_.is_told(cut_.offset)) add(std::move(problem));
  } else if (cut_.is_known &&
             (cut_.is_behind_known ||
              (cut_.offset == cut_.known &&
               (cut_.offset == 0 || (stream_->form != Form::mbox && cut_.number == 1))))) {
    // There was nothing behind then, either, and that has been told.
  } else if (cut_.is_known) {
    tell_lost_place("has become shorter; there is no message here to go on behind");
  } else if (cut_.numbered && cut_.number == 1 && !cut_.failed) {
    problem.failure.problem = "is empty; there is no message in it";
    problem.failure.trouble = Trouble::empty;
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
    if (cut_.drained) {
      if (!drain()) return batch_.give(false);
      continue;
    }
    if (cut_.begun && cut_.skip == 0 && !cut_.open &&
        opener_->share().ends_before(opener_->place(*stream_, cut_.offset))) {
      leave_stream();
      opener_->leave_file();
      continue;
    }
    if (cut_.skip > 0 ? skip_on() : cut_.lost ? find_beginning() : cut_.begun && take_next())
      continue;
    if (cut_.ended) {
      if (stream_->bytes->failure())
        stream_failed();
      else
        end_stream();
    } else {
      if (cut_.begun && cut_.skip == 0 && !cut_.lost) drop_what_is_too_long();
      if (!read_on()) return batch_.give(false);
    }
  }
  if (batch_.has_items()) return batch_.give(true);
  return {};
}

SourceReader::SourceReader(std::vector<std::string> names, ReadOptions options)
    : SourceReader(names_of(std::move(names)), std::move(options)) {}
SourceReader::SourceReader(NextName names, ReadOptions options)
    : impl_(std::make_unique<Impl>(
          [names = std::move(names)](const ReadOptions& read) mutable {
            return line_of(std::move(names), read);
          },
          std::move(options))) {}
SourceReader::SourceReader(const Plan& plan, ReadOptions options)
    : impl_(std::make_unique<Impl>([plan](const ReadOptions& read) { return line_of(plan, read); },
                                   std::move(options))) {}
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
  // What is in doubt about it may come before it, in a batch of its own.
  std::vector<Item> before;
  while (std::optional<Batch> batch = reader.next()) {
    if (std::all_of(batch->items.begin(), batch->items.end(),
                    [](const Item& each) { return !each.problem.empty(); })) {
      std::move(batch->items.begin(), batch->items.end(), std::back_inserter(before));
      continue;
    }
    batch->items.insert(batch->items.begin(), std::make_move_iterator(before.begin()),
                        std::make_move_iterator(before.end()));
    // What was lost before it says nothing about it.
    std::erase_if(batch->items, [](const Item& each) {
      return !each.problem.empty() && each.trouble != Trouble::doubtful;
    });
    return std::move(*batch);
  }
  if (!before.empty()) {
    Batch problems;
    problems.items = std::move(before);
    problems.last = true;
    return problems;
  }
  Batch none;
  Item item;
  item.source = std::make_shared<const std::string>(name);
  item.offset = offset;
  item.problem = "there is no message in it";
  item.trouble = Trouble::misused;
  none.items.push_back(std::move(item));
  none.last = true;
  return none;
}

std::optional<Batch> SourceReader::next() { return impl_->next(); }
Progress SourceReader::progress() const { return impl_->progress(); }

}  // namespace basewalk::archive
