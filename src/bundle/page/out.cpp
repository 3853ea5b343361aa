// SPDX-License-Identifier: MIT
#include "bundle/page/out.h"

#include <algorithm>

#include "text/base64.h"
#include "text/find.h"

namespace basewalk::bundle {
namespace {

constexpr std::size_t kAtATime = 48 * 1024;  // a multiple of three

}  // namespace

void AttributeOut::write(std::string_view text) {
  while (!text.empty()) {
    const std::size_t special =
        xml_ ? text::find_any<'&', '"', '<'>(text, 0) : text::find_any<'&', '"'>(text, 0);
    if (special > 0) to_.write(text.substr(0, special));
    if (special == text.size()) return;
    to_.write(text[special] == '&' ? "&amp;" : text[special] == '<' ? "&lt;" : "&quot;");
    text.remove_prefix(special + 1);
  }
}

// "</style" means nothing in CSS outside strings, comments and url(), where "<\/style" is the same.
void StyleOut::write(std::string_view text) {
  if (text.empty()) return;
  if (last_ == '<' && text.front() == '/') to_.write("\\");
  last_ = text.back();
  while (true) {
    const std::size_t end_tag = text.find("</");
    if (end_tag == std::string_view::npos) break;
    to_.write(text.substr(0, end_tag + 1));
    to_.write("\\");
    text.remove_prefix(end_tag + 1);
  }
  to_.write(text);
}

void Base64Out::write(std::string_view bytes) {
  if (!left_.empty()) {
    const std::size_t missing = std::min(3 - left_.size(), bytes.size());
    left_ += bytes.substr(0, missing);
    bytes.remove_prefix(missing);
    if (left_.size() < 3) return;
    finish();
  }
  const std::size_t whole = bytes.size() / 3 * 3;
  left_ = bytes.substr(whole);
  bytes = bytes.substr(0, whole);
  while (!bytes.empty()) {
    const std::string_view now = bytes.substr(0, kAtATime);
    bytes.remove_prefix(now.size());
    encode(now);
  }
}

void Base64Out::encode(std::string_view bytes) {
  encoded_.clear();
  text::append_base64(encoded_, bytes);
  to_.write(encoded_);
}

void Base64Out::finish() {
  if (!left_.empty()) encode(left_);
  left_.clear();
}

}  // namespace basewalk::bundle
