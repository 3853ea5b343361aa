// SPDX-License-Identifier: MIT
//
// The predictors of FlateDecode (ISO 32000-2 7.4.4.4): differences of PNG and of TIFF.
//
// Before this: stream.cpp inflates.  After it: the bytes as they were before.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PREDICTOR_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PREDICTOR_H_

#include <memory>
#include <qpdf/Pipeline.hh>

#include "worker/documents/pdf/qpdf.h"

namespace basewalk::worker::pdf {

/// The last one of 7.4.4.4; one more stands for all that are none.
inline constexpr long long kPredictors = 15;

struct Predictor {
  long long kind = 1, colors = 1, bits = 8, columns = 1;
};

Predictor predictor_of(QPDFObjectHandle parameters);

std::unique_ptr<Pipeline> undo_predictor(const Predictor& predictor, Pipeline* next);

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PREDICTOR_H_
