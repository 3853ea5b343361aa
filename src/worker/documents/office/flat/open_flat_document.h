// SPDX-License-Identifier: MIT
//
// Opens documents that are one XML file: OpenDocument (.fodt ...), Word 2003 and Excel 2003 (.xml,
// and .doc and .xls, by whose names Office opens them as well), packages of OOXML written as XML
// ("Flat OPC"), and forms with their PDF (.xdp).
//
// Before this: open/recognise.cpp has seen the name of the root.  After it: references, texts,
// files and pictures of the document are told.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_OPEN_FLAT_DOCUMENT_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_OPEN_FLAT_DOCUMENT_H_

#include "worker/document.h"

namespace basewalk::worker {

/// The root decides by its namespace.  Of what is none of these Lack::damaged alone is told.
void open_flat_document(const Document& document, DocumentSink& sink);
/// An archive of pages by Safari, by its name.  A property list in another form than XML, or what
/// is none, is told as not read.
void open_web_archive(const Document& document, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_OPEN_FLAT_DOCUMENT_H_
