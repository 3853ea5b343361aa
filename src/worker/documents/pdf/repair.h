// SPDX-License-Identifier: MIT
//
// What libqpdf does not do for damaged files: one without a trailer, and objects in streams whose
// table is lost.
//
// Before this: open_pdf.cpp could not open it, or only with warnings.  After it: walker.cpp.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_REPAIR_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_REPAIR_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/documents/pdf/qpdf.h"
#include "worker/documents/pdf/session.h"

namespace basewalk::worker::pdf {

/// "7 0" before `end`, where an object begins; empty where no two numbers stand there.
std::string_view number_before(std::string_view file, std::size_t end);

/// The file with a trailer that leads to its catalog, as far as one can be seen; empty where there
/// is no object.
std::string with_trailer(std::string_view file);

bool is_stream_of_objects(QPDFObjectHandle object);
/// An object of a stream of objects (7.5.7), and its place among these.
struct Compressed {
  int id = 0, index = 0;
  QPDFObjectHandle object;
};
/// Those that are wanted, as far as they can be read; else that is told.
std::vector<Compressed> objects_in(QPDF& pdf, Session& session, QPDFObjectHandle stream,
                                   const std::function<bool(int id, int index)>& is_wanted);

/// Makes objects of object streams known that the table of the file does not have.
void add_compressed_objects(QPDF& pdf, Session& session);

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_REPAIR_H_
