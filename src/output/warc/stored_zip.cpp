// SPDX-License-Identifier: MIT
#include "output/warc/stored_zip.h"

#include <new>

#include "text/foreign/archive_calls.h"

namespace basewalk::output {
namespace {

la_ssize_t write_to_sink(archive*, void* to, const void* bytes, std::size_t size) {
  try {
    return static_cast<Sink*>(to)->write({static_cast<const char*>(bytes), size})
               ? static_cast<la_ssize_t>(size)
               : la_ssize_t{-1};
  } catch (const std::bad_alloc&) {  // libarchive is C: nothing is thrown through it
    return -1;
  }
}

struct FreeWrite {
  void operator()(archive* a) const { text::libarchive().write_free(a); }
};
struct FreeEntry {
  void operator()(archive_entry* e) const { text::libarchive().entry_free(e); }
};

}  // namespace

struct StoredZip::State {
  std::unique_ptr<archive, FreeWrite> writer{text::libarchive().write_new()};
  std::unique_ptr<archive_entry, FreeEntry> entry{text::libarchive().entry_new()};
};

StoredZip::StoredZip(Sink& to) {
  if (failure_ = text::libarchive().missing; !failure_.empty()) {
    failed_ = true;
    return;
  }
  state_ = std::make_unique<State>();
  if (!state_->writer || !state_->entry) throw std::bad_alloc();
  archive* a = state_->writer.get();
  check(text::libarchive().write_set_format_zip(a));
  check(text::libarchive().write_set_options(a, "zip:compression=store"));
  text::libarchive().write_set_bytes_per_block(a, 0);
  check(text::libarchive().write_open(a, &to, nullptr, write_to_sink, nullptr));
}

StoredZip::~StoredZip() = default;

void StoredZip::begin(const std::string& name) {
  if (failed_) return;
  archive_entry* entry = state_->entry.get();
  text::libarchive().entry_clear(entry);
  text::libarchive().entry_set_pathname_utf8(entry, name.c_str());
  text::libarchive().entry_set_filetype(entry, AE_IFREG);
  text::libarchive().entry_set_perm(entry, 0644);
  check(text::libarchive().write_header(state_->writer.get(), entry));
}

void StoredZip::write(std::string_view bytes) {
  while (!failed_ && !bytes.empty()) {
    const la_ssize_t written =
        text::libarchive().write_data(state_->writer.get(), bytes.data(), bytes.size());
    check(written > 0 ? ARCHIVE_OK : ARCHIVE_FATAL);
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

bool StoredZip::finish() {
  if (!failed_) check(text::libarchive().write_close(state_->writer.get()));
  return !failed_;
}

void StoredZip::check(long result) {
  if (result == ARCHIVE_OK || failed_) return;
  failed_ = true;
  const char* const why = text::libarchive().error_string(state_->writer.get());
  failure_ = why != nullptr ? why : "";
}

}  // namespace basewalk::output
