// SPDX-License-Identifier: MIT
#include "text/files/compress.h"

#include <sys/stat.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>

#include "text/foreign/archive_calls.h"

namespace basewalk::text {
namespace {

std::string why_of(archive* a, std::string_view otherwise) {
  const char* why = libarchive().error_string(a);
  return why != nullptr ? std::string(why) : std::string(otherwise);
}

struct FreeRead {
  void operator()(archive* a) const { libarchive().read_free(a); }
};
struct FreeEntry {
  void operator()(archive_entry* e) const { libarchive().entry_free(e); }
};

// Of a failure: throws where that was memory, of which libarchive says nothing at times.
void expect_memory(archive* a) {
  if (libarchive().error_number(a) == ENOMEM || libarchive().error_string(a) == nullptr)
    throw std::bad_alloc();
}

struct EndDeflate {
  void operator()(z_stream* stream) const { ::deflateEnd(stream); }
};

// A member (RFC 1952) without a time, so that the same records give the same bytes.
std::string append_gzip(std::string& out, std::string_view text) {
  z_stream stream{};
  const int begun = ::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8,
                                   Z_DEFAULT_STRATEGY);
  if (begun == Z_MEM_ERROR) throw std::bad_alloc();
  if (begun != Z_OK) return ::zError(begun);
  const std::unique_ptr<z_stream, EndDeflate> end(&stream);
  std::array<char, std::size_t{32} << 10> piece;
  for (int result = Z_OK; result != Z_STREAM_END;) {
    if (stream.avail_in == 0) {
      // What it can be given at once.
      const std::size_t more = std::min(text.size(), std::size_t{1} << 30);
      stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text.data()));
      stream.avail_in = static_cast<uInt>(more);
      text.remove_prefix(more);
    }
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    result = ::deflate(&stream, text.empty() ? Z_FINISH : Z_NO_FLUSH);
    if (result != Z_OK && result != Z_STREAM_END) return ::zError(result);
    out.append(piece.data(), piece.size() - stream.avail_out);
  }
  return {};
}

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ::ZSTD_freeCCtx(context); }
};

// A frame (RFC 8878).
std::string append_zstd(std::string& out, std::string_view text) {
  const std::unique_ptr<ZSTD_CCtx, FreeContext> context(::ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  ZSTD_inBuffer in{text.data(), text.size(), 0};
  std::string piece(::ZSTD_CStreamOutSize(), '\0');
  for (const ZSTD_EndDirective how : {ZSTD_e_continue, ZSTD_e_end}) {
    bool is_done = false;
    while (!is_done) {
      ZSTD_outBuffer made{piece.data(), piece.size(), 0};
      const std::size_t left = ::ZSTD_compressStream2(context.get(), &made, &in, how);
      if (::ZSTD_isError(left) != 0) {
        if (::ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation) throw std::bad_alloc();
        return ::ZSTD_getErrorName(left);
      }
      out.append(piece.data(), made.pos);
      is_done = how == ZSTD_e_end ? left == 0 : in.pos == in.size;
    }
  }
  return {};
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

std::string append_compressed(std::string& out, std::string_view text, Compression compression) {
  if (text.empty()) return {};
  if (compression == Compression::none) {
    out += text;
    return {};
  }
  const std::size_t before = out.size();
  try {
    std::string why =
        compression == Compression::gzip ? append_gzip(out, text) : append_zstd(out, text);
    if (!why.empty()) out.resize(before);
    return why;
  } catch (...) {
    out.resize(before);
    throw;
  }
}

struct PlainReader::Archive {
  std::unique_ptr<archive, FreeRead> reader{libarchive().read_new()};
  // libarchive would write to one of its own without a look whether there was memory for that.
  std::unique_ptr<archive_entry, FreeEntry> entry{libarchive().entry_new()};
};

PlainReader::PlainReader() {
  if (!libarchive().missing.empty()) {
    problem_ = libarchive().missing;
    return;
  }
  archive_ = std::make_unique<Archive>();
  if (!archive_->reader || !archive_->entry) throw std::bad_alloc();
}
PlainReader::~PlainReader() = default;

bool PlainReader::open(const std::string& name) {
  if (!problem_.empty()) return false;
  struct stat status {};
  if (::stat(name.c_str(), &status) != 0) {
    problem_ = std::strerror(errno);
    return false;
  }
  // An empty file has no format, not even the raw one.
  empty_ = S_ISREG(status.st_mode) && status.st_size == 0;
  if (empty_) return true;
  archive* a = archive_->reader.get();
  libarchive().read_support_filter_gzip(a);
  libarchive().read_support_filter_zstd(a);
  libarchive().read_support_format_raw(a);
  if (libarchive().error_number(a) == ENOMEM) throw std::bad_alloc();
  // It may have read so far that a read failed, and say nothing of that: the next call forgets it.
  if (libarchive().read_open_filename(a, name.c_str(), 1 << 18) != ARCHIVE_OK ||
      libarchive().error_number(a) != 0 ||
      libarchive().read_next_header2(a, archive_->entry.get()) != ARCHIVE_OK) {
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
    const int result = libarchive().read_data_block(a, &bytes, &size, &offset);
    if (result == ARCHIVE_RETRY) continue;
    // Where a member ends and no more can be read it says that this is the end.
    if (result == ARCHIVE_EOF && libarchive().error_number(a) == 0) return {};
    if (result != ARCHIVE_OK) {
      expect_memory(a);
      problem_ = why_of(a, "unreadable");
      return {};
    }
    if (size != 0) return {static_cast<const char*>(bytes), size};
  }
}

}  // namespace basewalk::text
