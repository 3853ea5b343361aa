// SPDX-License-Identifier: MIT
#include "c/guard.h"

#include <algorithm>
#include <cstdint>

#include "c/versioned.h"
#include "text/utf8.h"

namespace basewalk::c {
namespace {

// Cut between characters.
template <std::size_t size>
void copy_text(std::string_view text, char (&to)[size]) {
  const std::string_view whole = utf8::cut(text, size - 1);
  std::fill(std::copy(whole.begin(), whole.end(), to), to + size, '\0');
}

}  // namespace

bool Teller::is_good() const { return error_ == nullptr || is_size_of<bw_error>(error_->size); }

void Teller::clear() const { fail(BW_OK, {}, {}); }

bw_status Teller::fail(bw_status status, std::string_view code, std::string_view detail,
                       std::size_t offset) const {
  if (error_ == nullptr) return status;
  bw_error told{};
  told.status = status;
  told.offset = offset;
  copy_text(code, told.code);
  copy_text(detail, told.detail);
  write_struct(told, error_);
  return status;
}

bw_status Teller::argument(std::string_view what) const {
  return fail(BW_ERROR_ARGUMENT, "argument", what);
}

bw_status Teller::structure(std::string_view what) const {
  return fail(BW_ERROR_STRUCT, "struct", what);
}

std::optional<std::string_view> text_of(const char* data, std::size_t size) {
  if (data == nullptr) return size == 0 ? std::optional<std::string_view>("") : std::nullopt;
  if (size == BW_TO_NUL) return std::string_view(data);
  if (size > static_cast<std::size_t>(PTRDIFF_MAX)) return std::nullopt;
  return std::string_view(data, size);
}

}  // namespace basewalk::c

using namespace basewalk;

bw_status bw_buffer_new(bw_buffer** buffer, bw_error* error) {
  return c::make(buffer, error, [](const c::Teller&, std::unique_ptr<bw_buffer>& made) {
    made = std::make_unique<bw_buffer>();
    return BW_OK;
  });
}

void bw_buffer_free(bw_buffer* buffer) { delete buffer; }

bw_string bw_buffer_bytes(const bw_buffer* buffer) {
  if (buffer == nullptr) return {nullptr, 0};
  return {buffer->bytes.data(), buffer->bytes.size()};
}

void bw_buffer_clear(bw_buffer* buffer) {
  if (buffer != nullptr) buffer->bytes.clear();
}
