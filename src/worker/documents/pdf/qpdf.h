// SPDX-License-Identifier: MIT
//
// The headers of libqpdf that most files of this folder need.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_QPDF_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_QPDF_H_

// With the library of GCC, clang cannot read the header of its JSON (a vector of what is not
// complete yet, in C++20), which is named in declarations alone.
#if defined(__clang__) && !defined(JSON_HH)
#define JSON_HH
class JSON;
#endif

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_QPDF_H_
