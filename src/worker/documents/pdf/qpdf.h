// SPDX-License-Identifier: MIT
//
// The headers of libqpdf that most files of this folder need.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_QPDF_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_QPDF_H_

// With the library of GCC, clang-tidy 14 cannot read the header of its JSON, which is named in
// declarations alone.
#if defined(__clang_analyzer__) && __clang_major__ < 15 && !defined(JSON_HH)
#define JSON_HH
class JSON;
#endif

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_QPDF_H_
