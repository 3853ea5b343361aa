// SPDX-License-Identifier: MIT
//
// What opens documents, as far as the program was built with it.
//
// Before this: serve.cpp is asked for one by its name (open/recognise.cpp has the names).  After
// it: the opener.
#if BASEWALK_OPENS_OFFICE
#include "worker/documents/office/open_zip_document.h"
#endif
#if BASEWALK_OPENS_ONENOTE
#include "worker/documents/onenote/onenote.h"
#endif
#if BASEWALK_OPENS_OUTLOOK
#include "worker/documents/outlook/outlook.h"
#endif
#if BASEWALK_OPENS_PDF
#include "worker/documents/pdf/open_pdf.h"
#endif
#if BASEWALK_OPENS_PICTURE
#include "worker/documents/picture/picture.h"
#endif
#if BASEWALK_OPENS_RTF
#include "worker/documents/rtf/rtf.h"
#endif
#if BASEWALK_OPENS_SHORTCUT
#include "worker/documents/shortcut/shortcut.h"
#endif
#if BASEWALK_OPENS_SMIME || BASEWALK_OPENS_OPENPGP
#include "worker/documents/wrapped/wrapped.h"
#endif
#include "worker/program/archives/document_archive.h"
#include "worker/program/drawn_module.h"
#include "worker/program/jobs.h"

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
#if BASEWALK_OPENS_PDF
    {"pdf", open_pdf},
#endif
#if BASEWALK_OPENS_ARCHIVE && BASEWALK_OPENS_OFFICE
    {"zip", open_zip},
#endif
#if BASEWALK_OPENS_ARCHIVE
    {"archive", open_archive},
#endif
#if BASEWALK_OPENS_OFFICE
    {"office", open_zip_document},
    {"flat-odf", open_flat_odf},
#endif
#if BASEWALK_OPENS_OUTLOOK
    {"cfb", open_cfb},
    {"tnef", open_tnef},
#endif
#if BASEWALK_OPENS_RTF
    {"rtf", open_rtf},
#endif
#if BASEWALK_OPENS_PICTURE
    {"picture", open_picture},
#endif
#if BASEWALK_OPENS_DRAWING
    {"drawn-page", open_page_by_module, load_drawn_module},
    {"drawn-text", open_text_by_module, load_drawn_module},
    {"drawn-svg", open_svg_by_module, load_drawn_module},
#endif
#if BASEWALK_OPENS_ONENOTE
    {"onenote", open_onenote},
#endif
#if BASEWALK_OPENS_SMIME
    {"smime", open_smime},
#endif
#if BASEWALK_OPENS_OPENPGP
    {"openpgp", open_openpgp},
#endif
#if BASEWALK_OPENS_SHORTCUT
    {"lnk", open_shell_link},
    {"shortcut", open_shortcut},
#endif
};

}  // namespace

std::span<const Opener> openers() { return kOpeners; }

}  // namespace basewalk::worker
