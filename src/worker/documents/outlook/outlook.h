// SPDX-License-Identifier: MIT
//
// Messages that Outlook writes as files, and winmail.dat.
//
// Before this: the bytes of a document.  After it: one part that is a message of MIME, made by
// jobs/outlook_message.cpp.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_OUTLOOK_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_OUTLOOK_H_

#include "worker/document.h"

namespace basewalk::worker {

/// A message in a compound file ([MS-OXMSG]).
void open_msg(const Document& document, DocumentSink& sink);
/// Any compound file: a message, or what ole/ole.h reads.
void open_cfb(const Document& document, DocumentSink& sink);
/// [MS-OXTNEF]
void open_tnef(const Document& document, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_OUTLOOK_H_
