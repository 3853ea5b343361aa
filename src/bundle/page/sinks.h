// SPDX-License-Identifier: MIT
//
// What may stand between text that is made piece by piece and the Sink that it goes to: a page
// within an attribute of another page, within a data: URL.  Nothing is held but a buffer for each.
// At the end of every chain stands a BoundedSink, which takes nothing more behind a failure; the
// others pass on what it says, and whoever writes asks it when all is done.
#ifndef BASEWALK_BUNDLE_PAGE_SINKS_H_
#define BASEWALK_BUNDLE_PAGE_SINKS_H_

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "basewalk/sink.h"

namespace basewalk::bundle {

/// Counts what goes to a sink, and ends where that fails or it becomes too much.
class BoundedSink final : public Sink {
 public:
  explicit BoundedSink(Sink& to, std::size_t limit = std::numeric_limits<std::size_t>::max())
      : to_(to), left_(limit) {}
  bool write(std::string_view bytes) override;

  /// Bytes that were taken.
  std::size_t written() const { return written_; }
  /// It was too much.
  bool is_full() const { return full_; }
  /// It was too much, or the other sink did not take it.
  bool has_failed() const { return failed_; }

 private:
  Sink& to_;
  std::size_t left_;
  std::size_t written_ = 0;
  bool full_ = false;
  bool failed_ = false;
};

class StringSink final : public Sink {
 public:
  bool write(std::string_view bytes) override {
    text_ += bytes;
    return true;
  }
  std::string& text() { return text_; }

 private:
  std::string text_;
};

/// Collects small pieces; flush() it at the end.
class BufferedSink final : public Sink {
 public:
  explicit BufferedSink(Sink& to) : to_(to) { buffer_.reserve(kFull); }
  bool write(std::string_view bytes) override {
    const bool direct = bytes.size() >= kFull / 4;
    if ((direct || buffer_.size() + bytes.size() > kFull) && !flush()) return false;
    if (direct) return to_.write(bytes);
    buffer_ += bytes;
    return true;
  }
  /// Bytes that wait to be handed on.
  std::size_t held() const { return buffer_.size(); }
  bool flush() {
    const bool taken = buffer_.empty() || to_.write(buffer_);
    buffer_.clear();
    return taken;
  }

 private:
  static constexpr std::size_t kFull = 64 * 1024;
  Sink& to_;
  std::string buffer_;
};

/// Writes text as the value of an attribute in double quotes, of HTML or of XML.
class AttributeSink final : public Sink {
 public:
  explicit AttributeSink(Sink& to, bool xml = false) : to_(to), xml_(xml) {}
  bool write(std::string_view text) override;

 private:
  Sink& to_;
  const bool xml_;
};

/// Writes a style sheet as the content of a style element: nothing in it ends the element.
class StyleSink final : public Sink {
 public:
  explicit StyleSink(Sink& to) : to_(to) {}
  bool write(std::string_view text) override;

 private:
  Sink& to_;
  char last_ = '\0';
};

/// Writes bytes in base64; finish() it at the end.
class Base64Sink final : public Sink {
 public:
  explicit Base64Sink(Sink& to) : to_(to) {}
  bool write(std::string_view bytes) override;
  bool finish();

 private:
  bool encode(std::string_view bytes);

  Sink& to_;
  std::string left_;  // fewer than three bytes, until more come
  std::string encoded_;
};

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_PAGE_SINKS_H_
