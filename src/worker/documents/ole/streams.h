// SPDX-License-Identifier: MIT
//
// Streams of old Office documents, each by its own reader.
//
// Before this: storage.cpp has the bytes of a stream.  After it: what is found goes to the sink.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OLE_STREAMS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OLE_STREAMS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

/// Properties of the document ([MS-OLEPS], [MS-OSHARED] 2.3.3): the base of its links, the links,
/// and values that have a URL.
void read_property_sets(std::string_view bytes, DocumentSink& sink);

/// Fields and text of [MS-DOC]; `table0` and `table1` are "0Table" and "1Table".
void read_word(std::string_view bytes, std::string_view table0, std::string_view table1,
               const DocumentBounds& bounds, DocumentSink& sink);

/// Strings, formulas and what leads elsewhere of [MS-XLS].  Its links are found by their monikers,
/// and what it has drawn is appended to `art` for find_art().  False where it is encrypted.
bool read_workbook(std::string_view bytes, std::string& art, DocumentSink& sink);

/// Links, text and embedded objects of [MS-PPT].
void read_slides(std::string_view bytes, const DocumentBounds& bounds, DocumentSink& sink);

/// The source text of a module of macros ([MS-OVBA] 2.3.4.3), within its stream; false where there
/// is none.  What it unpacks, and up to one chunk of 4096 bytes more, is taken from `left`.
bool read_macro(std::string_view bytes, std::uint64_t& left, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OLE_STREAMS_H_
