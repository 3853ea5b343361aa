// SPDX-License-Identifier: MIT
//
// What is called of libarchive, which brings libxml2 along.  Most of what it reads is read by a
// program of its own (worker/unpack/), which is linked with it.
#ifndef BASEWALK_TEXT_FOREIGN_ARCHIVE_CALLS_H_
#define BASEWALK_TEXT_FOREIGN_ARCHIVE_CALLS_H_

#include <archive.h>
#include <archive_entry.h>

#include <string>

namespace basewalk::text {

struct ArchiveCalls {
  decltype(&::archive_entry_clear) entry_clear = nullptr;
  decltype(&::archive_entry_filetype) entry_filetype = nullptr;
  decltype(&::archive_entry_free) entry_free = nullptr;
  decltype(&::archive_entry_hardlink) entry_hardlink = nullptr;
  decltype(&::archive_entry_new) entry_new = nullptr;
  decltype(&::archive_entry_nlink) entry_nlink = nullptr;
  decltype(&::archive_entry_pathname) entry_pathname = nullptr;
  decltype(&::archive_entry_pathname_utf8) entry_pathname_utf8 = nullptr;
  decltype(&::archive_entry_set_filetype) entry_set_filetype = nullptr;
  decltype(&::archive_entry_set_pathname_utf8) entry_set_pathname_utf8 = nullptr;
  decltype(&::archive_entry_set_perm) entry_set_perm = nullptr;
  decltype(&::archive_entry_size) entry_size = nullptr;
  decltype(&::archive_entry_size_is_set) entry_size_is_set = nullptr;
  decltype(&::archive_entry_sparse_reset) entry_sparse_reset = nullptr;
  decltype(&::archive_errno) error_number = nullptr;
  decltype(&::archive_error_string) error_string = nullptr;
  decltype(&::archive_filter_bytes) filter_bytes = nullptr;
  decltype(&::archive_filter_count) filter_count = nullptr;
  decltype(&::archive_format) format = nullptr;
  decltype(&::archive_read_data_block) read_data_block = nullptr;
  decltype(&::archive_read_free) read_free = nullptr;
  decltype(&::archive_read_header_position) read_header_position = nullptr;
  decltype(&::archive_read_new) read_new = nullptr;
  decltype(&::archive_read_next_header2) read_next_header2 = nullptr;
  decltype(&::archive_read_open1) read_open1 = nullptr;
  decltype(&::archive_read_open_filename) read_open_filename = nullptr;
  decltype(&::archive_read_set_callback_data) read_set_callback_data = nullptr;
  decltype(&::archive_read_set_format_option) read_set_format_option = nullptr;
  decltype(&::archive_read_set_read_callback) read_set_read_callback = nullptr;
  decltype(&::archive_read_set_skip_callback) read_set_skip_callback = nullptr;
  decltype(&::archive_read_support_filter_compress) read_support_filter_compress = nullptr;
  decltype(&::archive_read_support_filter_gzip) read_support_filter_gzip = nullptr;
  decltype(&::archive_read_support_filter_zstd) read_support_filter_zstd = nullptr;
  decltype(&::archive_read_support_format_cpio) read_support_format_cpio = nullptr;
  decltype(&::archive_read_support_format_empty) read_support_format_empty = nullptr;
  decltype(&::archive_read_support_format_raw) read_support_format_raw = nullptr;
  decltype(&::archive_read_support_format_tar) read_support_format_tar = nullptr;
  decltype(&::archive_set_error) set_error = nullptr;
  decltype(&::archive_write_close) write_close = nullptr;
  decltype(&::archive_write_data) write_data = nullptr;
  decltype(&::archive_write_free) write_free = nullptr;
  decltype(&::archive_write_header) write_header = nullptr;
  decltype(&::archive_write_new) write_new = nullptr;
  decltype(&::archive_write_open) write_open = nullptr;
  decltype(&::archive_write_set_bytes_per_block) write_set_bytes_per_block = nullptr;
  decltype(&::archive_write_set_format_zip) write_set_format_zip = nullptr;
  decltype(&::archive_write_set_options) write_set_options = nullptr;

  /// Why none of them may be called; empty where all may.
  std::string missing;
};

/// The first call loads them.
const ArchiveCalls& libarchive();

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FOREIGN_ARCHIVE_CALLS_H_
