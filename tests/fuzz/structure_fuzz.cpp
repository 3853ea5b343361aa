// SPDX-License-Identifier: MIT
//
// A tree of parts that the input builds, written plainly as a message: the tree that is read is the
// one that was meant, leaf by leaf, byte for byte; and GMime, where it is there, reads the same.
//
// Each byte is an order: a multipart or a message begins, a leaf is there, the innermost ends.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/mime/part.h"
#include "fuzz/fuzzing.h"
#include "mime/properties.h"
#ifdef BASEWALK_HAS_GMIME
#include "mime/gmime_lines.h"
#endif

namespace {

using namespace basewalk;
using basewalk::fuzz::require;

constexpr std::string_view kLeaves[] = {"text/plain", "text/html", "image/png",
                                        "application/octet-stream"};
constexpr std::string_view kMultiparts[] = {"multipart/mixed", "multipart/alternative",
                                            "multipart/related"};

struct Meant {
  std::size_t depth = 0;
  std::string type, body;  // the body of a leaf
  std::size_t children = 0;
  bool is_leaf = false;
};

// What a body may hold and stay itself: no line begins like a delimiter, and none like a header's
// end would be moved.
std::string plain_body(std::string_view bytes, std::string_view line_end) {
  std::string body;
  for (const char c : bytes) {
    if (c == '\r' || c == '\0') continue;
    const bool begins_line = body.empty() || body.back() == '\n';
    if (begins_line && (c == '-' || c == 'F')) body += ' ';
    if (c == '\n')
      body += line_end;
    else
      body += c;
  }
  return body;
}

class Builder {
 public:
  explicit Builder(std::string_view line_end) : end_(line_end) {}

  void build(fuzz::Input& input) {
    header("From", "a@b.example");
    entity(input);
    while (!input.rest().empty() && !open_.empty() && meant_.size() < 60) {
      const unsigned order = input.byte();
      if (order % 4 == 3) {
        close();
        continue;
      }
      // A message has one child.
      if (meant_[open_.back().index].type == "message/rfc822") {
        close();
        continue;
      }
      delimiter(open_.back(), "");
      entity(input, order);
    }
    while (!open_.empty()) close();
  }
  const std::string& bytes() const { return bytes_; }
  const std::vector<Meant>& meant() const { return meant_; }

 private:
  struct Open {
    std::size_t index;
    std::string boundary;  // of a multipart
  };

  void header(std::string_view name, std::string_view value) {
    bytes_.append(name).append(": ").append(value).append(end_);
  }
  void delimiter(const Open& multipart, std::string_view behind) {
    bytes_.append(end_).append("--").append(multipart.boundary).append(behind).append(end_);
  }
  // One entity, whose header is to be written; a message's stands in it at once.
  void entity(fuzz::Input& input, unsigned order = 0) {
    const std::size_t index = meant_.size();
    if (!open_.empty()) ++meant_[open_.back().index].children;
    Meant part;
    part.depth = open_.size();
    const unsigned how = input.byte();
    const bool may_open = open_.size() < 20;
    if (may_open && (order % 4 == 1 || index == 0)) {
      part.type = kMultiparts[how % std::size(kMultiparts)];
      const std::string boundary = "=_" + std::to_string(index) + "_=";
      header("Content-Type", part.type + "; boundary=\"" + boundary + "\"");
      bytes_ += end_;
      bytes_ += "preamble";
      meant_.push_back(part);
      open_.push_back({index, boundary});
    } else if (may_open && order % 4 == 2) {
      part.type = "message/rfc822";
      header("Content-Type", part.type);
      bytes_ += end_;
      meant_.push_back(part);
      open_.push_back({index, {}});
      header("Subject", "inner");
      entity(input, how % 2);
      if (meant_.back().is_leaf) close();
    } else {
      part.type = kLeaves[how % std::size(kLeaves)];
      part.is_leaf = true;
      part.body = plain_body(input.line(), end_);
      header("Content-Type", part.type);
      header("X-Other", "y");
      bytes_.append(end_).append(part.body);
      meant_.push_back(part);
    }
  }
  void close() {
    if (!open_.back().boundary.empty()) {
      // A multipart has a part at least.
      if (meant_[open_.back().index].children == 0) {
        delimiter(open_.back(), "");
        fuzz::Input none(nullptr, 0);
        entity(none);
      }
      delimiter(open_.back(), "--");
      bytes_ += "epilogue";
    }
    open_.pop_back();
    // What holds a message alone ends with it.
    while (!open_.empty() && open_.back().boundary.empty()) open_.pop_back();
  }

  const std::string_view end_;
  std::string bytes_;
  std::vector<Meant> meant_;
  std::vector<Open> open_;
};

std::size_t children_of(const Message& message, std::size_t index) {
  std::size_t count = 0;
  for (const mime::Part& part : message.parts)
    if (part.parent == index) ++count;
  return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  Builder builder(input.byte() % 2 == 0 ? "\n" : "\r\n");
  builder.build(input);
  const std::vector<Meant>& meant = builder.meant();
  const Message message = read_message(builder.bytes());
  require(test::broken_property(message).empty());
  require(message.parts.size() == meant.size());
  for (std::size_t i = 0; i < meant.size(); ++i) {
    const mime::Part& part = message.parts[i];
    require(part.media_type == meant[i].type && part.depth == meant[i].depth);
    require((part.kind == mime::PartKind::leaf) == meant[i].is_leaf);
    if (meant[i].is_leaf)
      require(message.body_of(part) == meant[i].body);
    else
      require(children_of(message, i) == meant[i].children);
  }
  require(message.doubts.empty());
#ifdef BASEWALK_HAS_GMIME
  static const bool is_ready = (g_mime_init(), true);
  require(is_ready);
  require(test::our_lines(message) == test::gmime_lines(builder.bytes()));
#endif
  return 0;
}
