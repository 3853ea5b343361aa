// SPDX-License-Identifier: MIT
#include "bundle/page/sinks.h"

#include <algorithm>

#include "text/base64.h"
#include "text/find.h"
#include "text/references.h"

namespace basewalk::bundle {
namespace {

constexpr std::size_t kAtATime = 48 * 1024;  // a multiple of three

}  // namespace

bool BoundedSink::write(std::string_view bytes) {
  if (failed_) return false;
  full_ = bytes.size() > left_;
  failed_ = full_ || !to_.write(bytes);
  if (failed_) return false;
  left_ -= bytes.size();
  written_ += bytes.size();
  return true;
}

bool AttributeSink::write(std::string_view text) {
  while (true) {
    const std::size_t special =
        xml_ ? text::find_any<'&', '"', '<'>(text, 0) : text::find_any<'&', '"'>(text, 0);
    if (special > 0 && !to_.write(text.substr(0, special))) return false;
    if (special == text.size()) return true;
    if (!to_.write(text::reference_of(text[special]))) return false;
    text.remove_prefix(special + 1);
  }
}

// "</style" means nothing in CSS outside strings, comments and url(), where "<\/style" is the same.
bool StyleSink::write(std::string_view text) {
  if (text.empty()) return true;
  if (last_ == '<' && text.front() == '/' && !to_.write("\\")) return false;
  last_ = text.back();
  while (true) {
    const std::size_t end_tag = text.find("</");
    if (end_tag == std::string_view::npos) return to_.write(text);
    if (!to_.write(text.substr(0, end_tag + 1)) || !to_.write("\\")) return false;
    text.remove_prefix(end_tag + 1);
  }
}

bool Base64Sink::write(std::string_view bytes) {
  if (!left_.empty()) {
    const std::size_t missing = std::min(3 - left_.size(), bytes.size());
    left_ += bytes.substr(0, missing);
    bytes.remove_prefix(missing);
    if (left_.size() < 3) return true;
    if (!finish()) return false;
  }
  const std::size_t whole = bytes.size() / 3 * 3;
  left_ = bytes.substr(whole);
  bytes = bytes.substr(0, whole);
  while (!bytes.empty()) {
    const std::string_view now = bytes.substr(0, kAtATime);
    bytes.remove_prefix(now.size());
    if (!encode(now)) return false;
  }
  return true;
}

bool Base64Sink::encode(std::string_view bytes) {
  encoded_.clear();
  text::append_base64(encoded_, bytes);
  return to_.write(encoded_);
}

bool Base64Sink::finish() {
  const bool taken = left_.empty() || encode(left_);
  left_.clear();
  return taken;
}

}  // namespace basewalk::bundle
