// SPDX-License-Identifier: MIT
#include "text/files/compress.h"

#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <new>

namespace basewalk::text {
namespace {

// libarchive is C: nothing is thrown through it.
la_ssize_t append_to_string(archive* a, void* to, const void* bytes, std::size_t size) {
  try {
    static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), size);
  } catch (const std::bad_alloc&) {
    ::archive_set_error(a, ENOMEM, "there is not enough memory");
    return ARCHIVE_FATAL;
  }
  return static_cast<la_ssize_t>(size);
}

std::string why_of(archive* a, std::string_view otherwise) {
  const char* why = ::archive_error_string(a);
  return why != nullptr ? std::string(why) : std::string(otherwise);
}

struct FreeWrite {
  void operator()(archive* a) const { ::archive_write_free(a); }
};
struct FreeRead {
  void operator()(archive* a) const { ::archive_read_free(a); }
};
struct FreeEntry {
  void operator()(archive_entry* e) const { ::archive_entry_free(e); }
};

// Of a failure: throws where that was memory, of which libarchive says nothing at times.
void expect_memory(archive* a) {
  if (::archive_errno(a) == ENOMEM || ::archive_error_string(a) == nullptr) throw std::bad_alloc();
}

}  // namespace

Compression compression_of(std::string_view name) {
  if (name.ends_with(".gz")) return Compression::gzip;
  if (name.ends_with(".zst")) return Compression::zstd;
  return Compression::none;
}

std::string_view extension(Compression compression) {
  switch (compression) {
    case Compression::gzip:
      return ".gz";
    case Compression::zstd:
      return ".zst";
    case Compression::none:
      break;
  }
  return {};
}

// To memory, which is no warrant: a library without the filter starts a program for it, and what
// compresses may fail itself.
std::string append_compressed(std::string& out, std::string_view text, Compression compression) {
  if (text.empty()) return {};
  if (compression == Compression::none) {
    out += text;
    return {};
  }
  const std::size_t before = out.size();
  std::unique_ptr<archive, FreeWrite> writer(::archive_write_new());
  const std::unique_ptr<archive_entry, FreeEntry> entry(::archive_entry_new());
  if (!writer || !entry) throw std::bad_alloc();
  archive* a = writer.get();
  const int added = compression == Compression::gzip ? ::archive_write_add_filter_gzip(a)
                                                     : ::archive_write_add_filter_zstd(a);
  // Without a time in the header (RFC 1952 2.3.1) the same records give the same bytes.
  if (compression == Compression::gzip)
    ::archive_write_set_filter_option(a, "gzip", "timestamp", nullptr);
  const int formed = ::archive_write_set_format_raw(a);
  if (::archive_errno(a) == ENOMEM) throw std::bad_alloc();  // without the option, too
  ::archive_write_set_bytes_per_block(a, 0);
  ::archive_entry_set_filetype(entry.get(), AE_IFREG);
  if (added == ARCHIVE_OK && formed == ARCHIVE_OK &&
      ::archive_write_open(a, &out, nullptr, append_to_string, nullptr) == ARCHIVE_OK &&
      ::archive_write_header(a, entry.get()) == ARCHIVE_OK &&
      ::archive_write_data(a, text.data(), text.size()) == static_cast<la_ssize_t>(text.size()) &&
      ::archive_write_close(a) == ARCHIVE_OK)
    return {};
  if (::archive_errno(a) == ENOMEM) throw std::bad_alloc();
  std::string why = why_of(a, "it cannot be compressed");
  writer.reset();  // which may write what it holds
  out.resize(before);
  return why;
}

struct PlainReader::Archive {
  std::unique_ptr<archive, FreeRead> reader{::archive_read_new()};
  // libarchive would write to one of its own without a look whether there was memory for that.
  std::unique_ptr<archive_entry, FreeEntry> entry{::archive_entry_new()};
};

PlainReader::PlainReader() : archive_(std::make_unique<Archive>()) {
  if (!archive_->reader || !archive_->entry) throw std::bad_alloc();
}
PlainReader::~PlainReader() = default;

bool PlainReader::open(const std::string& name) {
  struct stat status {};
  if (::stat(name.c_str(), &status) != 0) {
    problem_ = std::strerror(errno);
    return false;
  }
  // An empty file has no format, not even the raw one.
  empty_ = S_ISREG(status.st_mode) && status.st_size == 0;
  if (empty_) return true;
  archive* a = archive_->reader.get();
  ::archive_read_support_filter_gzip(a);
  ::archive_read_support_filter_zstd(a);
  ::archive_read_support_format_raw(a);
  if (::archive_errno(a) == ENOMEM) throw std::bad_alloc();
  if (::archive_read_open_filename(a, name.c_str(), 1 << 18) != ARCHIVE_OK ||
      ::archive_read_next_header2(a, archive_->entry.get()) != ARCHIVE_OK) {
    expect_memory(a);
    problem_ = why_of(a, "unreadable");
    return false;
  }
  return true;
}

std::string_view PlainReader::next() {
  if (empty_ || !problem_.empty()) return {};
  archive* a = archive_->reader.get();
  for (;;) {
    const void* bytes = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int result = ::archive_read_data_block(a, &bytes, &size, &offset);
    if (result == ARCHIVE_RETRY) continue;
    if (result == ARCHIVE_EOF) return {};
    if (result != ARCHIVE_OK) {
      expect_memory(a);
      problem_ = why_of(a, "unreadable");
      return {};
    }
    if (size != 0) return {static_cast<const char*>(bytes), size};
  }
}

}  // namespace basewalk::text
