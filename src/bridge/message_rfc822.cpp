// SPDX-License-Identifier: MIT
//
// mimetic::MessageRfc822 keeps the message inside to itself: it is no part of the tree, and only
// the writer gives it out, behind the entity's own header and without the empty line between the
// two. The writer recurses, so it is stopped when it has gone too deep.

// Headers of mimetic want it and do not include it.
#include <cstdint>

#include <mimetic/message.h>

#include <ostream>
#include <stdexcept>
#include <streambuf>

#include "bridge/entity_reader.h"

namespace basewalk::bridge {
namespace {

// Of the stack; mimetic's writer takes some 160 bytes for each level.
constexpr std::uintptr_t kMostStack = 512 * 1024;

struct TooDeep : std::runtime_error {
  TooDeep() : std::runtime_error("nested too deeply") {}
};

// Appends to a string, and throws when it is called from too far down the stack.
class StringWriter : public std::streambuf {
 public:
  explicit StringWriter(std::string& out) : out_(out) {}

 protected:
  int_type overflow(int_type c) override {
    check_depth();
    if (c != traits_type::eof()) out_ += traits_type::to_char_type(c);
    return traits_type::not_eof(c);
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    check_depth();
    out_.append(text, static_cast<std::size_t>(size));
    return size;
  }

 private:
  static std::uintptr_t stack() {
    return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  }
  void check_depth() const {
    const std::uintptr_t here = stack();
    if ((here < start_ ? start_ - here : here - start_) > kMostStack) throw TooDeep();
  }

  std::string& out_;
  std::uintptr_t start_ = stack();
};

}  // namespace

bool written_inside(const mimetic::MimeEntity& entity, std::string& out, bool& deep) {
  const auto* message = dynamic_cast<const mimetic::MessageRfc822*>(&entity);
  if (message == nullptr) return false;
  constexpr unsigned kFoldAt = 76;  // as mimetic::MimeEntity::write() does
  StringWriter writer(out);
  std::ostream stream(&writer);
  stream.exceptions(std::ios::badbit);  // lets what the writer throws through
  try {
    for (const mimetic::Field& field : entity.header())
      field.write(stream, kFoldAt) << mimetic::crlf;
    const std::string header = out;
    out.clear();
    stream << *message;
    if (!out.starts_with(header)) return false;  // a derived class writes something else
    out.erase(0, header.size());
    // Where the type was changed the writer adds the end of the header, and the text.
    const std::string text = "\r\n" + entity.body();
    if (out.starts_with(text)) out.erase(0, text.size());
  } catch (const TooDeep&) {
    deep = true;
  }
  return true;
}

}  // namespace basewalk::bridge
