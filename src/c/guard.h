// SPDX-License-Identifier: MIT
//
// What every function of the C API goes through: no exception leaves it, and errors are told.
//
//     bw_status bw_buffer_new(bw_buffer** buffer, bw_error* error) {
//       return c::make(buffer, error, [](const c::Teller&, std::unique_ptr<bw_buffer>& made) {
//         made = std::make_unique<bw_buffer>();
//         return BW_OK;
//       });
//     }
#ifndef BASEWALK_SRC_C_GUARD_H_
#define BASEWALK_SRC_C_GUARD_H_

#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "basewalk/basewalk_c.h"
#include "basewalk/result.h"

namespace basewalk::c {

/// Writes why a call has failed to the caller's bw_error, if there is one.  Allocates nothing.
class Teller {
 public:
  explicit Teller(bw_error* error) : error_(error) {}

  /// False where the caller's struct is none; nothing may be written to it then.
  bool is_good() const;
  /// Nothing has failed.
  void clear() const;
  /// Returns `status`.
  bw_status fail(bw_status status, std::string_view code, std::string_view detail,
                 std::size_t offset = 0) const;
  bw_status fail(bw_status status, const Error& error) const {
    return fail(status, error.code, error.detail, error.offset);
  }
  /// BW_ERROR_ARGUMENT: `what` is the argument that cannot be.
  bw_status argument(std::string_view what) const;
  /// BW_ERROR_STRUCT: `what` is the struct.
  bw_status structure(std::string_view what) const;

 private:
  bw_error* error_;
};

/// The guard itself: calls `f` with a Teller; `f` returns a bw_status.
template <class F>
bw_status guarded(bw_error* error, F&& f) noexcept {
  const Teller tell(error);
  if (!tell.is_good()) return BW_ERROR_STRUCT;
  try {
    const bw_status status = f(tell);
    if (status == BW_OK) tell.clear();
    return status;
  } catch (const std::bad_alloc&) {
    return tell.fail(BW_ERROR_MEMORY, "memory", "there is no memory left");
  } catch (const std::length_error&) {
    return tell.fail(BW_ERROR_MEMORY, "memory", "it is longer than any memory");
  } catch (...) {
    return tell.fail(BW_ERROR_INTERNAL, "exception", "a fault of the library, or of a callback");
  }
}

/// The same for what makes a handle: `f` is given the Teller and a std::unique_ptr to fill.
/// `*handle` is null where that fails.
template <class Handle, class F>
bw_status make(Handle** handle, bw_error* error, F&& f) noexcept {
  if (handle != nullptr) *handle = nullptr;
  return guarded(error, [&](const Teller& tell) {
    if (handle == nullptr) return tell.argument("the place of the handle");
    std::unique_ptr<Handle> made;
    const bw_status status = f(tell, made);
    if (status == BW_OK) *handle = made.release();
    return status;
  });
}

/// A text that a caller has given; nothing where there can be none.
std::optional<std::string_view> text_of(const char* data, std::size_t size);
inline std::optional<std::string_view> text_of(const bw_string& text) {
  return text_of(text.data, text.size);
}

/// What is appended is taken back, unless done() is called.
class Appending {
 public:
  explicit Appending(std::string& out) : out_(out), before_(out.size()) {}
  Appending(const Appending&) = delete;
  Appending& operator=(const Appending&) = delete;
  ~Appending() {
    if (!done_) out_.resize(before_);
  }
  void done() { done_ = true; }

 private:
  std::string& out_;
  std::size_t before_;
  bool done_ = false;
};

}  // namespace basewalk::c

struct bw_buffer {
  std::string bytes;
};

#endif  // BASEWALK_SRC_C_GUARD_H_
