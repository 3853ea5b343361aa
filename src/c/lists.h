// SPDX-License-Identifier: MIT
//
// What handles hold for their callers: lists of structs, and the texts in them.
#ifndef BASEWALK_SRC_C_LISTS_H_
#define BASEWALK_SRC_C_LISTS_H_

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "basewalk/basewalk_c.h"

namespace basewalk::c {

/// A text as C has it; never absent.
inline bw_string text(std::string_view text) {
  return {text.data() == nullptr ? "" : text.data(), text.size()};
}
inline bw_string text_or_absent(std::optional<std::string_view> maybe) {
  return maybe ? text(*maybe) : bw_string{nullptr, 0};
}
inline std::string_view view(const bw_string& text) {
  return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.size);
}

/// Structs in their order.  Callers see pointers, as later libraries have longer structs.
template <class T>
class List {
 public:
  T& add() {
    T& added = items_.emplace_back();
    added.size = sizeof(T);
    return added;
  }
  void add(const T& item) { items_.push_back(item); }
  std::vector<T>& items() { return items_; }
  std::size_t count() const { return items_.size(); }

  /// Nothing more is added.
  void end() {
    pointers_.reserve(items_.size());
    for (const T& item : items_) pointers_.push_back(&item);
  }
  const T* const* all(std::size_t* count) const {
    if (count != nullptr) *count = pointers_.size();
    return pointers_.empty() ? nullptr : pointers_.data();
  }

 private:
  std::vector<T> items_;
  std::vector<const T*> pointers_;
};

/// The list of a handle that may be null.
template <class Handle, class T>
const T* const* all_of(const Handle* handle, const List<T> Handle::*list, std::size_t* count) {
  if (handle != nullptr) return (handle->*list).all(count);
  if (count != nullptr) *count = 0;
  return nullptr;
}

/// Copies of texts, which live as long as it does.
class Texts {
 public:
  bw_string keep(std::string_view text);
  bw_string keep(const bw_string& absent_or_text) {
    return absent_or_text.data == nullptr ? absent_or_text : keep(view(absent_or_text));
  }
  /// The copy that `last` is, where it is the same text.
  bw_string keep(const bw_string& absent_or_text, const bw_string& last) {
    if (absent_or_text.data != nullptr && last.data != nullptr &&
        view(last) == view(absent_or_text))
      return last;
    return keep(absent_or_text);
  }

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t left_ = 0;
  char* to_ = nullptr;
  std::size_t next_block_ = 1024;
};

}  // namespace basewalk::c

#endif  // BASEWALK_SRC_C_LISTS_H_
