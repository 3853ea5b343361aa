// SPDX-License-Identifier: MIT
//
// JSON as the records need it: appended to a buffer, without a tree in between (docs/performance.md
// has what a library costs here).
#ifndef BASEWALK_TEXT_JSON_H_
#define BASEWALK_TEXT_JSON_H_

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace basewalk::text {

/// Appends a JSON string with its quotes.  What is not UTF-8 becomes U+FFFD, so that the line is
/// always valid JSON.
void append_json(std::string& out, std::string_view text);
/// The same, or null.
void append_json_or_null(std::string& out, const std::optional<std::string_view>& text);
void append_number(std::string& out, std::uint64_t number);
void append_number_or_null(std::string& out, const std::optional<std::uint64_t>& number);
/// Appends a text with what is not UTF-8 replaced by U+FFFD.
void append_utf8(std::string& out, std::string_view text);

/// Is a text what stands between the quotes of its JSON?
bool is_plain_json(std::string_view text);

/// Is a text one JSON object, as records are: of valid UTF-8, without blanks between its tokens,
/// and not many deep?
bool is_json_object(std::string_view text);

/// The pieces of a record, which are mostly some bytes long: gathered on the stack, and appended
/// many at once.  Whoever has put the last one in calls flush().
class JsonPieces {
 public:
  explicit JsonPieces(std::string& out) : out_(out) {}
  JsonPieces(const JsonPieces&) = delete;
  JsonPieces& operator=(const JsonPieces&) = delete;

  /// JSON that is written already.
  void raw(std::string_view piece) {
    if (piece.size() > kRoom - used_) return raw_elsewhere(piece);
    used_ += piece.copy(room_ + used_, piece.size());
  }
  template <std::size_t kSize>
  void raw(const std::array<char, kSize>& piece) {
    static_assert(kSize <= kRoom);
    if (kSize > kRoom - used_) flush();
    std::memcpy(room_ + used_, piece.data(), kSize);
    used_ += kSize;
  }
  /// A text with its quotes that is_plain_json().
  void plain(std::string_view text) {
    if (text.size() + 2 > kRoom - used_) return plain_elsewhere(text);
    room_[used_++] = '"';
    used_ += text.copy(room_ + used_, text.size());
    room_[used_++] = '"';
  }
  void number(std::uint64_t number) {
    if (kDigits > kRoom - used_) flush();
    used_ =
        static_cast<std::size_t>(std::to_chars(room_ + used_, room_ + kRoom, number).ptr - room_);
  }
  /// For what appends itself.
  std::string& direct() {
    flush();
    return out_;
  }
  void flush() {
    out_.append(room_, used_);
    used_ = 0;
  }

 private:
  static constexpr std::size_t kRoom = 1024, kDigits = 20;

  void raw_elsewhere(std::string_view piece);
  void plain_elsewhere(std::string_view text);

  std::string& out_;
  std::size_t used_ = 0;
  char room_[kRoom];
};

/// How the entries of a list stand: all in one line, or one below the other.
enum class JsonLines : std::uint8_t { one_line, one_a_line };

/// An object that is being written.  Keys are names of ours.
class JsonObject {
 public:
  explicit JsonObject(std::string& out) : out_(out) { out_ += '{'; }
  JsonObject(const JsonObject&) = delete;
  JsonObject& operator=(const JsonObject&) = delete;

  void text(std::string_view key, std::string_view value) { append_json(begin(key), value); }
  void text_or_null(std::string_view key, const std::optional<std::string_view>& value) {
    append_json_or_null(begin(key), value);
  }
  void number(std::string_view key, std::uint64_t value) { append_number(begin(key), value); }
  void number_or_null(std::string_view key, const std::optional<std::uint64_t>& value) {
    append_number_or_null(begin(key), value);
  }
  void truth(std::string_view key, bool value) { begin(key) += value ? "true" : "false"; }
  /// A value that is JSON already.
  void raw(std::string_view key, std::string_view json) { begin(key) += json; }
  /// An object in it: `write` writes its members.
  template <class F>
  void object(std::string_view key, F&& write) {
    JsonObject inner(begin(key));
    write(inner);
    inner.end();
  }
  /// A list of texts.
  template <class List>
  void texts(std::string_view key, const List& list) {
    begin(key) += '[';
    bool first = true;
    for (const auto& entry : list) {
      if (!first) out_ += ',';
      first = false;
      append_json(out_, entry);
    }
    out_ += ']';
  }
  /// A list of objects: `write` writes the members of one.
  template <class List, class F>
  void objects(std::string_view key, const List& list, F&& write,
               JsonLines lines = JsonLines::one_line) {
    begin(key) += '[';
    bool first = true;
    for (const auto& entry : list) {
      if (!first) out_ += ',';
      if (lines == JsonLines::one_a_line) out_ += '\n';
      first = false;
      JsonObject inner(out_);
      write(inner, entry);
      inner.end();
    }
    out_ += ']';
  }
  void end() { out_ += '}'; }

 private:
  std::string& begin(std::string_view key) {
    if (any_) out_ += ',';
    any_ = true;
    out_ += '"';
    out_ += key;
    out_ += "\":";
    return out_;
  }

  std::string& out_;
  bool any_ = false;
};

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_JSON_H_
