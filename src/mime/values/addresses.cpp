// SPDX-License-Identifier: MIT
//
// A list is read once, from entry to entry.  Of an entry the last angle brackets count, where there
// are any, and all of it where there are none.
#include "mime/values/addresses.h"

#include <utility>

#include "mime/parameters.h"
#include "text/ascii.h"

namespace basewalk::mime {
namespace {

constexpr std::size_t npos = std::string_view::npos;

// Behind a string in quotes or in brackets that begins at `at`; npos where it is not closed.
std::size_t behind(std::string_view text, std::size_t at, char end) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == end)
      return at + 1;
  }
  return npos;
}

}  // namespace

bool Addresses::next() {
  while (at_ < value_.size()) {
    read_entry();
    if (domain_ != npos) return true;
  }
  return false;
}

// Behind what is one token whatever it holds, if such a one begins here; what is never closed is
// looked for once.
std::size_t Addresses::behind_token() {
  const char c = value_[at_];
  if (c == '(' && comments_end_) {
    const std::size_t end = comment_end(value_, at_);
    comments_end_ = end != npos;
    if (comments_end_) return end;
  }
  if (c == '"' && quotes_end_) {
    const std::size_t end = behind(value_, at_, '"');
    quotes_end_ = end != npos;
    if (quotes_end_) return end;
  }
  if (c == '[' && brackets_end_) {
    const std::size_t end = behind(value_, at_, ']');
    brackets_end_ = end != npos;
    if (brackets_end_) return end;
  }
  return at_;
}

// A word more of the entry.  Where a blank stands before it, it begins anew, but for those that
// may stand around "." and "@" (4.4); behind an address nothing is taken.
void Addresses::keep(std::string_view text, bool behind_blank) {
  const bool joins = address_.empty() || address_.back() == '.' || address_.back() == '@' ||
                     text.front() == '.' || text.front() == '@';
  if (behind_blank && !joins) {
    if (domain_ != npos)
      ended_ = true;
    else
      address_.clear();
  }
  if (ended_) return;
  address_ += text;
  if (text == "@") domain_ = address_.size();
}

void Addresses::clear() {
  address_.clear();
  domain_ = npos;
  ended_ = false;
}

void Addresses::read_entry() {
  clear();
  bool in_angle = false, was_angle = false, blank = false;
  while (at_ < value_.size()) {
    const char c = value_[at_];
    const bool counts = in_angle || !was_angle;
    if (const std::size_t end = behind_token(); end != at_) {
      if (c == '(')
        blank = true;
      else if (counts)
        keep(value_.substr(at_, end - at_), std::exchange(blank, false));
      at_ = end;
      continue;
    }
    ++at_;
    if ((c == ',' || c == ';') && !in_angle) break;
    if (c == '<') {
      clear();
      in_angle = was_angle = true;
    } else if (c == '>') {
      in_angle = false;
    } else if (c == ',' || c == ':') {
      if (counts) clear();  // 4.4: a route, "@a,@b:"; or the name of a group
    } else if (c == '(') {
      ended_ = true;  // never closed
    } else if (ascii::is_space(c) || c == '\0') {
      blank = true;
    } else if (c != '"' && counts) {
      keep(value_.substr(at_ - 1, 1), std::exchange(blank, false));
    }
  }
  if (domain_ == npos) return;
  for (std::size_t i = domain_; i < address_.size(); ++i)
    address_[i] = ascii::to_lower(address_[i]);
}

std::string next_message_id(std::string_view value, std::size_t& at) {
  std::string id;
  while (id.empty()) {
    const std::size_t open = value.find('<', at);
    const std::size_t close = open == npos ? npos : value.find('>', open);
    if (close == npos) {
      at = value.size();
      return id;
    }
    at = close + 1;
    for (const char c : value.substr(open + 1, close - open - 1))
      if (!ascii::is_space(c)) id += c;
  }
  return id;
}

}  // namespace basewalk::mime
