// SPDX-License-Identifier: MIT
//
// basewalk-compound.so: archives, and documents that are archives, or hold such.
#if BASEWALK_OPENS_ARCHIVE
#include "worker/documents/apple/apple.h"
#endif
#if BASEWALK_OPENS_OFFICE
#include "worker/documents/office/flat/open_flat_document.h"
#include "worker/documents/office/open_zip_document.h"
#endif
#if BASEWALK_OPENS_OUTLOOK
#include "worker/documents/outlook/outlook.h"
#endif
#if BASEWALK_OPENS_RTF
#include "worker/documents/rtf/rtf.h"
#endif
#include "worker/program/archives/archives.h"
#include "worker/program/archives/document_archive.h"
#include "worker/program/module.h"

namespace basewalk::worker {
namespace {

#if BASEWALK_OPENS_ARCHIVE && BASEWALK_OPENS_OFFICE
// What a ZIP is shows only inside.
void open_zip(const Document& document, DocumentSink& sink) {
  if (zip_kind(document.bytes) == ZipKind::other)
    open_archive(document, sink);
  else
    open_zip_document(document, sink);
}
#endif

constexpr Opener kOpeners[] = {
#if BASEWALK_OPENS_ARCHIVE && BASEWALK_OPENS_OFFICE
    {"zip", open_zip},
    {"webarchive", open_web_archive},
#endif
#if BASEWALK_OPENS_ARCHIVE
    {"archive", open_archive},
    {"apple", open_apple_file},
    {"plist", open_property_list},
    {"folder-store", open_folder_store},
#endif
#if BASEWALK_OPENS_OFFICE
    {"office", open_zip_document},
    {"flat", open_flat_document},
#endif
#if BASEWALK_OPENS_OUTLOOK
    {"cfb", open_cfb},
    {"tnef", open_tnef},
#endif
#if BASEWALK_OPENS_RTF
    {"rtf", open_rtf},
#endif
    {},
};

constexpr Job kJobs[] = {{"7z", read_7z}, {"rar", read_rar}};

}  // namespace
}  // namespace basewalk::worker

extern "C"
    [[gnu::visibility("default")]] constinit const basewalk::worker::Module basewalk_module = {
        .openers = basewalk::worker::kOpeners,
        .jobs = basewalk::worker::kJobs,
        .prepare = basewalk::worker::prepare_libarchive};
