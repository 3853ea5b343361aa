// SPDX-License-Identifier: MIT
#include "archive/recode.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "archive/box/mbox_splitter.h"
#include "archive/box/splitter.h"
#include "archive/content.h"
#include "mime/line/separator.h"

namespace basewalk::archive {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kChunk = std::size_t{64} << 10;
// A place is known to so many bytes.
constexpr std::size_t kPlaceBytes = 4096;

// Bytes as they come, into bytes as they should be.  What is left over of one call is part of the
// next.
class Recoder {
 public:
  virtual ~Recoder() = default;
  virtual void recode(std::string_view bytes, std::string& into) = 0;
  virtual void end(std::string& into) = 0;
};

class FromCr final : public Recoder {
 public:
  void recode(std::string_view bytes, std::string& into) override {
    for (const char c : bytes) {
      if (std::exchange(cr_, c == '\r')) into += c == '\n' ? '\r' : '\n';
      if (c != '\r') into += c;
    }
  }
  void end(std::string& into) override {
    if (std::exchange(cr_, false)) into += '\n';
  }

 private:
  bool cr_ = false;  // was the last, and is not given yet
};

class FromUtf16 final : public Recoder {
 public:
  explicit FromUtf16(bool big) : big_(big) {}

  void recode(std::string_view bytes, std::string& into) override {
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      if (!std::exchange(odd_, !odd_)) {
        first_ = byte;
        continue;
      }
      const unsigned unit = big_ ? first_ * 256U + byte : byte * 256U + first_;
      if (std::exchange(begun_, true) || unit != 0xFEFF) put_unit(unit, into);
    }
  }
  void end(std::string& into) override {
    if (std::exchange(high_, 0) != 0 || std::exchange(odd_, false)) put(0xFFFD, into);
  }

 private:
  void put_unit(unsigned unit, std::string& into) {
    const bool is_low = unit >= 0xDC00 && unit < 0xE000;
    if (const unsigned high = std::exchange(high_, 0); high != 0) {
      if (is_low) return put(0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00), into);
      put(0xFFFD, into);
    }
    if (unit >= 0xD800 && unit < 0xDC00)
      high_ = unit;
    else
      put(is_low ? 0xFFFD : unit, into);
  }

  static void put(unsigned code, std::string& into) {
    const auto more = [&](unsigned bits) { into += static_cast<char>(0x80 | (bits & 0x3F)); };
    if (code < 0x80) {
      into += static_cast<char>(code);
    } else if (code < 0x800) {
      into += static_cast<char>(0xC0 | (code >> 6));
      more(code);
    } else if (code < 0x10000) {
      into += static_cast<char>(0xE0 | (code >> 12));
      more(code >> 6);
      more(code);
    } else {
      into += static_cast<char>(0xF0 | (code >> 18));
      more(code >> 12);
      more(code >> 6);
      more(code);
    }
  }

  bool big_;
  bool begun_ = false;
  bool odd_ = false;  // there is the first byte of a unit
  unsigned first_ = 0;
  unsigned high_ = 0;  // the first half of a pair; 0: none
};

std::unique_ptr<Recoder> make_recoder(Recoding how) {
  if (how == Recoding::cr) return std::make_unique<FromCr>();
  return std::make_unique<FromUtf16>(how == Recoding::utf16_be);
}

std::string recoded(std::string_view head, Recoding how) {
  std::string text;
  make_recoder(how)->recode(head, text);
  return text;
}

class RecodedStream final : public ByteStream {
 public:
  RecodedStream(Begun stream, Recoding how)
      : head_(std::move(stream.head)), rest_(std::move(stream.rest)), recoder_(make_recoder(how)) {}

  std::size_t read(char* into, std::size_t size) override {
    while (at_ == text_.size() && !ended_) read_on();
    const std::size_t count = std::min(size, text_.size() - at_);
    std::memcpy(into, text_.data() + at_, count);
    at_ += count;
    return count;
  }

  bool go_on() override {
    if (!failure_) return false;
    failure_.reset();
    ended_ = !rest_->go_on();
    return !ended_;
  }
  bool is_unpacked() const override { return rest_->is_unpacked(); }
  bool is_checked() const override { return rest_->is_checked(); }
  std::uint64_t lies() const override { return rest_->lies(); }

  std::uint64_t place(std::uint64_t offset) override {
    while (places_.size() > 1 && places_[1].given <= offset) places_.pop_front();
    return rest_->place(places_.front().read);
  }

 private:
  struct Place {
    std::uint64_t given;  // an offset in what is given ...
    std::uint64_t read;   // ... comes from behind this one
  };

  void read_on() {
    given_ += text_.size();
    text_.clear();
    at_ = 0;
    std::size_t size = std::min(head_.size(), chunk_.size());
    if (size > 0) {
      head_.copy(chunk_.data(), size);
      head_.erase(0, size);
    } else {
      size = rest_->read(chunk_.data(), chunk_.size());
      failure_ = rest_->failure();
    }
    ended_ = size == 0;
    if (ended_) return recoder_->end(text_);
    // The same places however much is read at a time.
    std::string_view bytes(chunk_.data(), size);
    while (!bytes.empty()) {
      const std::size_t step =
          std::min<std::size_t>(bytes.size(), kPlaceBytes - read_ % kPlaceBytes);
      recoder_->recode(bytes.substr(0, step), text_);
      bytes.remove_prefix(step);
      read_ += step;
      if (read_ % kPlaceBytes == 0) places_.push_back({given_ + text_.size(), read_});
    }
  }

  std::string head_;
  std::unique_ptr<ByteStream> rest_;
  std::unique_ptr<Recoder> recoder_;
  std::vector<char> chunk_ = std::vector<char>(kChunk);
  std::string text_;  // to be given, from at_ on
  std::size_t at_ = 0;
  bool ended_ = false;
  std::uint64_t given_ = 0;  // before text_
  std::uint64_t read_ = 0;
  std::deque<Place> places_ = {{0, 0}};
};

}  // namespace

Recoding recoding_of(std::string_view head) {
  for (const Recoding how : {Recoding::utf16_le, Recoding::utf16_be}) {
    const bool big = how == Recoding::utf16_be;
    if (head.starts_with(big ? "\xFE\xFF"sv : "\xFF\xFE"sv)) {
      const std::string text = recoded(head, how);
      return form_of(text) != Form::message || could_be_mail(text) ? how : Recoding::none;
    }
    if (head.starts_with(big ? "\0F\0r\0o\0m\0 "sv : "F\0r\0o\0m\0 \0"sv)) return how;
  }
  if (head.find('\r') != head.npos && head.find('\n') == head.npos &&
      mbox_begin(recoded(head, Recoding::cr)) != mime::kNowhere)
    return Recoding::cr;
  return Recoding::none;
}

std::unique_ptr<ByteStream> recode(Begun stream, Recoding how) {
  return std::make_unique<RecodedStream>(std::move(stream), how);
}

}  // namespace basewalk::archive
