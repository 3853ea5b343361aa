// SPDX-License-Identifier: MIT
#include "worker/unpack/archive_session.h"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <new>
#include <utility>

#include "text/foreign/archive_calls.h"

namespace basewalk::worker {
namespace {

using Result = ArchiveState::Result;

void prepare(::archive* archive, ArchiveKind kind) {
  switch (kind) {
    case ArchiveKind::tar:
      text::libarchive().read_support_format_tar(archive);
      // What is behind the two empty blocks is read as well, and names are the bytes that they are.
      text::libarchive().read_set_format_option(archive, "tar", "read_concatenated_archives", "1");
      text::libarchive().read_set_format_option(archive, "tar", "hdrcharset", "BINARY");
      break;
    case ArchiveKind::cpio:
      text::libarchive().read_support_format_cpio(archive);
      text::libarchive().read_set_format_option(archive, "cpio", "hdrcharset", "BINARY");
      break;
    case ArchiveKind::compress:
      text::libarchive().read_support_filter_compress(archive);
      text::libarchive().read_support_format_raw(archive);
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
      : feed_(feed),
        archive_(text::libarchive().read_new()),
        entry_(text::libarchive().entry_new()) {
    if (archive_ == nullptr || entry_ == nullptr) throw std::bad_alloc();
    prepare(archive_.get(), kind);
    if (text::libarchive().error_number(archive_.get()) == ENOMEM) throw std::bad_alloc();
    // What is cut off in its first header is no archive, but no failure of ours either.
    text::libarchive().read_support_format_empty(archive_.get());
    text::libarchive().read_set_read_callback(archive_.get(), &SessionHere::read_more);
    text::libarchive().read_set_skip_callback(archive_.get(), &SessionHere::skip);
    // Where that had no memory the next call crashes.
    if (text::libarchive().read_set_callback_data(archive_.get(), this) != ARCHIVE_OK)
      throw std::bad_alloc();
    note(text::libarchive().read_open1(archive_.get()));
    // Anything but ok is the end of it.
    if (state_.result != Result::ok) state_.result = Result::failed;
  }

  const ArchiveState& next_header(ArchiveEntry& entry) override {
    note(text::libarchive().read_next_header2(archive_.get(), entry_.get()));
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
    note(text::libarchive().read_data_block(archive_.get(), &block, &size, &offset));
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
    state_.header_begin = place(text::libarchive().read_header_position(archive));
    state_.consumed = place(text::libarchive().filter_bytes(archive, -1));
    state_.is_packed = text::libarchive().filter_count(archive) > 1;
    const char* why = state_.result == Result::ok ? "" : text::libarchive().error_string(archive);
    // Of an end within a member of a cpio it says nothing.
    const bool is_cut_off = why == nullptr && has_ended_;
    state_.may_be_memory =
        (why == nullptr && !is_cut_off) || text::libarchive().error_number(archive) == ENOMEM;
    state_.why = why != nullptr ? why
                 : is_cut_off   ? "it is cut off"
                                : "it is damaged, or there was not enough memory";
  }

  // Only that the locale has no letters for a name in UTF-8, as pax has them: it is had all the
  // same.
  bool is_of_another_locale() const {
    return state_.why.ends_with("can't be converted from UTF-8 to current locale.") &&
           name() != nullptr;
  }

  // In the C locale only UTF-8 may be had of some.
  const char* name() const {
    const char* const name = text::libarchive().entry_pathname(entry_.get());
    return name != nullptr ? name : text::libarchive().entry_pathname_utf8(entry_.get());
  }

  ArchiveEntry told() const {
    ArchiveEntry entry;
    ::archive_entry* const from = entry_.get();
    entry.is_file = text::libarchive().entry_filetype(from) == AE_IFREG;
    entry.is_second_name = is_second_name();
    // GNU tar's type 'M', of which libarchive does not say what it is.
    entry.is_rest = text::libarchive().entry_filetype(from) == 0;
    if (const char* const text = name()) entry.name = text;
    if (text::libarchive().entry_size_is_set(from) != 0)
      entry.size = place(text::libarchive().entry_size(from));
    entry.has_holes = text::libarchive().entry_sparse_reset(from) > 0;
    return entry;
  }

  // In a cpio of SVR4 the bytes of a file stand behind the last of its names, in older ones behind
  // each.
  bool is_second_name() const {
    ::archive_entry* const entry = entry_.get();
    if (text::libarchive().entry_filetype(entry) == AE_IFLNK) return true;
    const int format = text::libarchive().format(archive_.get());
    const bool is_svr4 =
        format == ARCHIVE_FORMAT_CPIO_SVR4_NOCRC || format == ARCHIVE_FORMAT_CPIO_SVR4_CRC;
    if (!is_svr4) return text::libarchive().entry_hardlink(entry) != nullptr;
    return text::libarchive().entry_nlink(entry) > 1 && text::libarchive().entry_size(entry) == 0;
  }

  // libarchive is C: nothing is thrown through it.
  static la_ssize_t read_more(::archive* archive, void* self, const void** bytes) noexcept {
    SessionHere& session = *static_cast<SessionHere*>(self);
    try {
      const std::string_view more = session.feed_.more();
      *bytes = more.data();
      session.has_ended_ = more.empty() && !session.feed_.has_failed();
      if (!more.empty() || !session.feed_.has_failed()) return static_cast<la_ssize_t>(more.size());
      text::libarchive().set_error(archive, EIO, "%s", "it cannot be read");
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
    void operator()(::archive* archive) const { text::libarchive().read_free(archive); }
    void operator()(archive_entry* entry) const { text::libarchive().entry_free(entry); }
  };
  ArchiveFeed& feed_;
  std::exception_ptr thrown_;  // by what libarchive has called
  bool has_ended_ = false;     // what it reads, and that is known
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
