// SPDX-License-Identifier: MIT
#include "archive/warc/reader.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "archive/packed/packed.h"
#include "worker/unpack/confined_decoder.h"

namespace basewalk::archive {
namespace {

constexpr std::size_t kStep = std::size_t{128} << 10, kFirstStep = std::size_t{4} << 10;
constexpr std::size_t kToldMost = 1000;
constexpr std::string_view kGzip("\x1F\x8B\x08", 3);
// What seems_to_begin() of gzip wants to see, and the longest that is looked for.
constexpr std::size_t kOverlap = 16;

bool is_line_end(char c) { return c == '\r' || c == '\n'; }

}  // namespace

WarcReader::WarcReader(ByteStream& file, worker::Place place)
    : file_(file), size_(file.size().value_or(0)) {
  char head[3];
  packed_ = file_.read_at(0, head, sizeof head) == sizeof head &&
            std::string_view(head, sizeof head) == kGzip;
  if (!packed_) return;
  auto decoder = worker::decoder_for(worker::Packing::gzip, place);
  if (const auto* reason = std::get_if<worker::Reason>(&decoder)) {
    tell(0, not_unpacked(*reason).problem);
    next_at_ = size_;
  } else {
    decoder_ = std::get<std::unique_ptr<worker::Decoder>>(std::move(decoder));
  }
}

void WarcReader::tell(std::uint64_t at, std::string what) {
  ++trouble_count_;
  if (troubles_.size() < kToldMost) troubles_.push_back({at, std::move(what)});
}

// What is held already is not read again, so that small records cost no more than their bytes.
void WarcReader::begin(std::uint64_t at) {
  std::string& held = packed_ ? in_ : buffer_;
  std::size_t& cursor = packed_ ? in_cursor_ : cursor_;
  const std::uint64_t held_from = read_at_ - (packed_ ? in_cursor_ : buffer_.size());
  if (at >= held_from && at - held_from <= held.size()) {
    cursor = static_cast<std::size_t>(at - held_from);
    if (packed_) read_at_ = at;
  } else {
    held.clear();
    cursor = 0;
    read_at_ = at;
  }
  ended_ = false;
  damage_.clear();
  if (!packed_) return;
  buffer_.clear();
  cursor_ = 0;
  step_ = kFirstStep;
  decoder_->begin();
}

// More of what is packed; false where there is no more.
bool WarcReader::refill_input() {
  in_.erase(0, in_cursor_);
  in_cursor_ = 0;
  const std::size_t held = in_.size();
  in_.resize(held + kStep);
  const std::size_t got = file_.read_at(read_at_ + held, in_.data() + held, kStep);
  in_.resize(held + got);
  return got > 0;
}

// So many bytes, or all that there are, are in view.
bool WarcReader::fill(std::size_t wanted) {
  if (view().size() >= wanted) return true;
  buffer_.erase(0, cursor_);
  cursor_ = 0;
  int idle = 0;
  while (buffer_.size() < wanted && !ended_) {
    const std::size_t held = buffer_.size();
    // Of what is packed first a little: many members are short.
    const std::size_t step_size = packed_ ? step_ : kStep;
    step_ = std::min(2 * step_, kStep);
    buffer_.resize(held + step_size);
    if (!packed_) {
      const std::size_t got = file_.read_at(read_at_, buffer_.data() + held, step_size);
      buffer_.resize(held + got);
      read_at_ += got;
      ended_ = got == 0;
      continue;
    }
    const worker::Decoder::Step step =
        decoder_->step(std::string_view(in_).substr(in_cursor_), buffer_.data() + held, step_size);
    buffer_.resize(held + step.made);
    in_cursor_ += step.taken;
    read_at_ += step.taken;
    if (step.state == worker::Decoder::State::ended) {
      ended_ = true;
    } else if (step.state != worker::Decoder::State::more) {
      ended_ = true;
      damage_ = decoder_->why();
    } else if (step.taken == 0 && step.made == 0 && ++idle >= worker::kIdle) {
      ended_ = !refill_input();
      if (ended_) damage_ = "it is cut off";
      idle = 0;
    }
  }
  return buffer_.size() >= wanted;
}

// How many bytes could be passed over.
std::uint64_t WarcReader::skip(std::uint64_t count) {
  std::uint64_t done = 0;
  while (done < count) {
    if (view().empty() && !fill(1)) break;
    const std::size_t step =
        static_cast<std::size_t>(std::min<std::uint64_t>(count - done, view().size()));
    cursor_ += step;
    done += step;
  }
  return done;
}

// Where at `from` or behind a record or a member begins; the end where none does.
std::uint64_t WarcReader::search(std::uint64_t from) {
  begin(from);
  std::string& held = packed_ ? in_ : buffer_;
  std::size_t& cursor = packed_ ? in_cursor_ : cursor_;
  for (;;) {
    const std::string_view seen = std::string_view(held).substr(cursor);
    const std::uint64_t at = packed_ ? read_at_ : read_at_ - seen.size();
    std::size_t found = packed_ ? decoder_->find(seen, 0) : seen.find("\nWARC/");
    while (!packed_ && found != seen.npos && seen.size() - found > kOverlap &&
           !begins_warc(seen.substr(found + 1)))
      found = seen.find("\nWARC/", found + 1);
    const bool whole = found != seen.npos && seen.size() - found >= kOverlap;
    if (whole) return at + found + (packed_ ? 0 : 1);
    const std::size_t step = seen.size() - std::min(seen.size(), kOverlap);
    cursor += step;
    if (packed_) read_at_ += step;
    const bool more = packed_ ? refill_input() : fill(view().size() + 1);
    if (more) continue;
    // The last bytes, in which nothing whole has room but what is found.
    return found != seen.npos && (packed_ || begins_warc(seen.substr(found + 1)))
               ? at + found + (packed_ ? 0 : 1)
               : size_;
  }
}

// Does a record, or nothing, follow what ends there?
bool WarcReader::leads_on(std::uint64_t end) {
  if (end > size_) return false;
  char bytes[kOverlap];
  std::string_view rest(bytes, file_.read_at(end, bytes, sizeof bytes));
  const std::size_t before = rest.size();
  while (!rest.empty() && is_line_end(rest.front()) && before - rest.size() < 4)
    rest.remove_prefix(1);
  return rest.empty() || begins_warc(rest);
}

std::optional<WarcReader::Found> WarcReader::next_plain() {
  while (next_at_ < size_) {
    begin(next_at_);
    while (fill(1) && is_line_end(view().front())) {
      ++cursor_;
      ++next_at_;
    }
    fill(kLongestWarcHeader);
    if (view().empty()) break;
    std::string why;
    const std::optional<WarcHeader> header = read_warc_header(view(), why);
    const std::uint64_t at = next_at_;
    if (!header) {
      tell(at, std::move(why));
      next_at_ = search(at + 1);
      continue;
    }
    const std::uint64_t end = at + header->size + header->length;
    if (leads_on(end)) {
      next_at_ = end;
      return Found{at, *header};
    }
    tell(at, end > size_ ? "a record that is cut off, or says that it is longer than it is"
                         : "a record whose Content-Length does not lead to the next one");
    next_at_ = search(at + header->size - 1);
  }
  return {};
}

std::optional<WarcReader::Found> WarcReader::next_packed() {
  while (next_at_ < size_ && !shares_members_) {
    const std::uint64_t at = next_at_;
    // Bytes before a damage are looked at again.
    if (trouble_count_ > kToldMost) {
      tell(at, "too much is damaged: what lies behind is not read");
      next_at_ = size_;
      break;
    }
    char head[3];
    if (file_.read_at(at, head, sizeof head) < sizeof head ||
        std::string_view(head, sizeof head) != kGzip) {
      tell(at, "no member of gzip begins here");
      next_at_ = search(at + 1);
      continue;
    }
    begin(at);
    fill(kLongestWarcHeader);
    std::string why;
    const std::optional<WarcHeader> header = read_warc_header(view(), why);
    bool whole = false;
    if (header) {
      whole = skip(header->size) == header->size && skip(header->length) == header->length;
      while (whole && fill(1) && is_line_end(view().front())) ++cursor_;
      shares_members_ = whole && !view().empty() && (fill(8), begins_warc(view()));
      if (shares_members_) break;
      if (!whole) why = "a record that is shorter than it says";
      if (whole && !view().empty()) {
        whole = false;
        why = "a record whose Content-Length does not lead to its end";
      }
    }
    while (!ended_) {
      cursor_ = buffer_.size();
      fill(1);
    }
    if (!damage_.empty()) {
      tell(at, "a member of gzip that is damaged: " + damage_);
      next_at_ = search(decoder_->search_from(at, read_at_));
      continue;
    }
    next_at_ = read_at_;
    if (whole) return Found{at, *header};
    tell(at, std::move(why));
  }
  return {};
}

std::optional<WarcReader::Found> WarcReader::next() {
  return packed_ ? next_packed() : next_plain();
}

Result<std::string> WarcReader::block(std::uint64_t at, std::size_t most) {
  begin(at);
  fill(kLongestWarcHeader);
  std::string why;
  const std::optional<WarcHeader> header = read_warc_header(view(), why);
  if (!header) return Error{"damaged", 0, why};
  cursor_ += header->size;
  const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(header->length, most));
  std::string block;
  while (block.size() < size && fill(1)) {
    const std::string_view piece = view().substr(0, size - block.size());
    block += piece;
    cursor_ += piece.size();
  }
  if (block.size() < size) return Error{"damaged", 0, "a record that is shorter than it says"};
  return block;
}

}  // namespace basewalk::archive
