// SPDX-License-Identifier: MIT
#include "worker/unpack/archive_session.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <new>
#include <utility>

namespace basewalk::worker {
namespace {

using Result = ArchiveState::Result;

void prepare(::archive* archive, ArchiveKind kind) {
  switch (kind) {
    case ArchiveKind::tar:
      ::archive_read_support_format_tar(archive);
      // What is behind the two empty blocks is read as well, and names are the bytes that they are.
      ::archive_read_set_format_option(archive, "tar", "read_concatenated_archives", "1");
      ::archive_read_set_format_option(archive, "tar", "hdrcharset", "BINARY");
      break;
    case ArchiveKind::cpio:
      ::archive_read_support_format_cpio(archive);
      ::archive_read_set_format_option(archive, "cpio", "hdrcharset", "BINARY");
      break;
    case ArchiveKind::compress:
      ::archive_read_support_filter_compress(archive);
      ::archive_read_support_format_raw(archive);
      break;
  }
}

Result result_of(int result) {
  switch (result) {
    case ARCHIVE_OK:
      return Result::ok;
    case ARCHIVE_WARN:
      return Result::odd;
    case ARCHIVE_RETRY:
      return Result::again;
    case ARCHIVE_EOF:
      return Result::end;
    default:
      return Result::failed;
  }
}

std::uint64_t place(la_int64_t at) {
  return static_cast<std::uint64_t>(std::max<la_int64_t>(at, 0));
}

class SessionHere final : public ArchiveSession {
 public:
  SessionHere(ArchiveKind kind, ArchiveFeed& feed)
      : feed_(feed), archive_(::archive_read_new()), entry_(::archive_entry_new()) {
    if (archive_ == nullptr || entry_ == nullptr) throw std::bad_alloc();
    prepare(archive_.get(), kind);
    if (::archive_errno(archive_.get()) == ENOMEM) throw std::bad_alloc();
    // What is cut off in its first header is no archive, but no failure of ours either.
    ::archive_read_support_format_empty(archive_.get());
    ::archive_read_set_read_callback(archive_.get(), &SessionHere::read_more);
    ::archive_read_set_skip_callback(archive_.get(), &SessionHere::skip);
    // Where that had no memory the next call crashes.
    if (::archive_read_set_callback_data(archive_.get(), this) != ARCHIVE_OK)
      throw std::bad_alloc();
    note(::archive_read_open1(archive_.get()));
    // Anything but ok is the end of it.
    if (state_.result != Result::ok) state_.result = Result::failed;
  }

  const ArchiveState& next_header(ArchiveEntry& entry) override {
    note(::archive_read_next_header2(archive_.get(), entry_.get()));
    if (state_.result == Result::odd && is_of_another_locale()) {
      state_.result = Result::ok;
      state_.why.clear();
    }
    if (state_.result == Result::ok || state_.result == Result::odd) entry = told();
    return state_;
  }

  const ArchiveState& next_block(std::string_view& bytes) override {
    const void* block = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    note(::archive_read_data_block(archive_.get(), &block, &size, &offset));
    const bool is_told = state_.result == Result::ok || state_.result == Result::odd;
    bytes = is_told && size > 0 ? std::string_view(static_cast<const char*>(block), size)
                                : std::string_view();
    return state_;
  }

  const ArchiveState& state() const override { return state_; }

 private:
  void note(int result) {
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
    ::archive* const archive = archive_.get();
    state_.result = result_of(result);
    state_.header_begin = place(::archive_read_header_position(archive));
    state_.consumed = place(::archive_filter_bytes(archive, -1));
    state_.is_packed = ::archive_filter_count(archive) > 1;
    const char* why = state_.result == Result::ok ? "" : ::archive_error_string(archive);
    state_.may_be_memory = why == nullptr || ::archive_errno(archive) == ENOMEM;
    state_.why = why != nullptr ? why : "it is damaged, or there was not enough memory";
  }

  // Only that the locale has no letters for a name in UTF-8, as pax has them: it is had all the
  // same.
  bool is_of_another_locale() const {
    return state_.why.ends_with("can't be converted from UTF-8 to current locale.") &&
           name() != nullptr;
  }

  // In the C locale only UTF-8 may be had of some.
  const char* name() const {
    const char* const name = ::archive_entry_pathname(entry_.get());
    return name != nullptr ? name : ::archive_entry_pathname_utf8(entry_.get());
  }

  ArchiveEntry told() const {
    ArchiveEntry entry;
    ::archive_entry* const from = entry_.get();
    entry.is_file = ::archive_entry_filetype(from) == AE_IFREG;
    entry.is_second_name = is_second_name();
    // GNU tar's type 'M', of which libarchive does not say what it is.
    entry.is_rest = ::archive_entry_filetype(from) == 0;
    if (const char* const text = name()) entry.name = text;
    if (::archive_entry_size_is_set(from) != 0) entry.size = place(::archive_entry_size(from));
    entry.has_holes = ::archive_entry_sparse_reset(from) > 0;
    return entry;
  }

  // In a cpio of SVR4 the bytes of a file stand behind the last of its names, in older ones behind
  // each.
  bool is_second_name() const {
    ::archive_entry* const entry = entry_.get();
    if (::archive_entry_filetype(entry) == AE_IFLNK) return true;
    const int format = ::archive_format(archive_.get());
    const bool is_svr4 =
        format == ARCHIVE_FORMAT_CPIO_SVR4_NOCRC || format == ARCHIVE_FORMAT_CPIO_SVR4_CRC;
    if (!is_svr4) return ::archive_entry_hardlink(entry) != nullptr;
    return ::archive_entry_nlink(entry) > 1 && ::archive_entry_size(entry) == 0;
  }

  // libarchive is C: nothing is thrown through it.
  static la_ssize_t read_more(::archive* archive, void* self, const void** bytes) noexcept {
    SessionHere& session = *static_cast<SessionHere*>(self);
    try {
      const std::string_view more = session.feed_.more();
      *bytes = more.data();
      if (!more.empty() || !session.feed_.has_failed()) return static_cast<la_ssize_t>(more.size());
      ::archive_set_error(archive, EIO, "%s", "it cannot be read");
    } catch (...) {
      session.thrown_ = std::current_exception();
    }
    return -1;
  }

  // What need not be read is jumped over in a file.
  static la_int64_t skip(::archive*, void* self, la_int64_t count) noexcept {
    SessionHere& session = *static_cast<SessionHere*>(self);
    try {
      return count > 0 && session.feed_.skip(static_cast<std::uint64_t>(count)) ? count : 0;
    } catch (...) {
      session.thrown_ = std::current_exception();
      return 0;
    }
  }

  struct Free {
    void operator()(::archive* archive) const { ::archive_read_free(archive); }
    void operator()(archive_entry* entry) const { ::archive_entry_free(entry); }
  };
  ArchiveFeed& feed_;
  std::exception_ptr thrown_;  // by what libarchive has called
  std::unique_ptr<::archive, Free> archive_;
  // libarchive would write to one of its own without a look whether there was memory for that.
  std::unique_ptr<archive_entry, Free> entry_;
  ArchiveState state_;
};

}  // namespace

std::unique_ptr<ArchiveSession> archive_session_here(ArchiveKind kind, ArchiveFeed& feed) {
  return std::make_unique<SessionHere>(kind, feed);
}

}  // namespace basewalk::worker
