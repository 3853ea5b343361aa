// SPDX-License-Identifier: MIT
#include "text/foreign/archive_calls.h"

#include "text/foreign/late_library.h"

#define FIND(name) BASEWALK_FIND(library, calls.name, archive_##name)

namespace basewalk::text {

const ArchiveCalls& libarchive() {
  static const ArchiveCalls all = [] {
    ArchiveCalls calls;
    text::LateLibrary library(BASEWALK_LATE_NAME);
    FIND(entry_clear);
    FIND(entry_filetype);
    FIND(entry_free);
    FIND(entry_hardlink);
    FIND(entry_new);
    FIND(entry_nlink);
    FIND(entry_pathname);
    FIND(entry_pathname_utf8);
    FIND(entry_set_filetype);
    FIND(entry_set_pathname_utf8);
    FIND(entry_set_perm);
    FIND(entry_size);
    FIND(entry_size_is_set);
    FIND(entry_sparse_reset);
    BASEWALK_FIND(library, calls.error_number, archive_errno);
    FIND(error_string);
    FIND(filter_bytes);
    FIND(filter_count);
    FIND(format);
    FIND(read_data_block);
    FIND(read_free);
    FIND(read_header_position);
    FIND(read_new);
    FIND(read_next_header2);
    FIND(read_open1);
    FIND(read_open_filename);
    FIND(read_set_callback_data);
    FIND(read_set_format_option);
    FIND(read_set_read_callback);
    FIND(read_set_skip_callback);
    FIND(read_support_filter_compress);
    FIND(read_support_filter_gzip);
    FIND(read_support_filter_zstd);
    FIND(read_support_format_cpio);
    FIND(read_support_format_empty);
    FIND(read_support_format_raw);
    FIND(read_support_format_tar);
    FIND(set_error);
    FIND(write_close);
    FIND(write_data);
    FIND(write_free);
    FIND(write_header);
    FIND(write_new);
    FIND(write_open);
    FIND(write_set_bytes_per_block);
    FIND(write_set_format_zip);
    FIND(write_set_options);
    calls.missing = library.why();
    return calls;
  }();
  return all;
}

}  // namespace basewalk::text
