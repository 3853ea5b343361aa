// SPDX-License-Identifier: MIT
//
// Where text that is made piece by piece goes, and what may stand in between: a page within an
// attribute of another page, within a data: URL.  Nothing is held but a buffer for each.
#ifndef BASEWALK_BUNDLE_PAGE_OUT_H_
#define BASEWALK_BUNDLE_PAGE_OUT_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace basewalk::bundle {

class Out {
 public:
  Out() = default;
  Out(const Out&) = delete;
  Out& operator=(const Out&) = delete;
  virtual void write(std::string_view text) = 0;

 protected:
  ~Out() = default;
};

class StringOut final : public Out {
 public:
  void write(std::string_view text) override { text_ += text; }
  std::string& text() { return text_; }

 private:
  std::string text_;
};

/// Collects small pieces; flush() it at the end.
class BufferedOut final : public Out {
 public:
  explicit BufferedOut(Out& to) : to_(to) { buffer_.reserve(kFull); }
  void write(std::string_view text) override {
    const bool direct = text.size() >= kFull / 4;
    if (direct || buffer_.size() + text.size() > kFull) flush();
    if (direct)
      to_.write(text);
    else
      buffer_ += text;
  }
  void flush() {
    if (!buffer_.empty()) to_.write(buffer_);
    buffer_.clear();
  }

 private:
  static constexpr std::size_t kFull = 64 * 1024;
  Out& to_;
  std::string buffer_;
};

/// Writes text as the value of an attribute in double quotes, of HTML or of XML.
class AttributeOut final : public Out {
 public:
  explicit AttributeOut(Out& to, bool xml = false) : to_(to), xml_(xml) {}
  void write(std::string_view text) override;

 private:
  Out& to_;
  const bool xml_;
};

/// Writes a style sheet as the content of a style element: nothing in it ends the element.
class StyleOut final : public Out {
 public:
  explicit StyleOut(Out& to) : to_(to) {}
  void write(std::string_view text) override;

 private:
  Out& to_;
  char last_ = '\0';
};

/// Writes bytes in base64; finish() it at the end.
class Base64Out final : public Out {
 public:
  explicit Base64Out(Out& to) : to_(to) {}
  void write(std::string_view bytes) override;
  void finish();

 private:
  void encode(std::string_view bytes);

  Out& to_;
  std::string left_;  // fewer than three bytes, until more come
  std::string encoded_;
};

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_PAGE_OUT_H_
