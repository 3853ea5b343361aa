// SPDX-License-Identifier: MIT
//
// Streams of a PDF, decoded within bounds: those that we ask for, and those that libqpdf decodes
// for itself.
//
// Before this: session.h has what may be spent.  After it: the bytes are read by those who asked.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_STREAM_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_STREAM_H_

#include <string>

#include "worker/documents/pdf/qpdf.h"
#include "worker/documents/pdf/session.h"

namespace basewalk::worker::pdf {

/// While it lives, what libqpdf inflates counts for a session.
class BoundedFlate {
 public:
  explicit BoundedFlate(Session& session);
  ~BoundedFlate();
  BoundedFlate(const BoundedFlate&) = delete;
  BoundedFlate& operator=(const BoundedFlate&) = delete;
};

/// What a stream decodes to.
struct StreamBytes {
  std::string bytes;
  bool is_decoded = false;  ///< else it has a filter that is not ours, which was passed over
  bool is_whole = true;     ///< else `bytes` is what there is
};

/// Decodes all filters but those of pictures.  What is lacking is told.
StreamBytes decoded(Session& session, QPDFObjectHandle stream);
/// The same; that a filter was passed over is told, too.
std::string bytes_of(Session& session, QPDFObjectHandle stream);
/// All filters, JPEG among them.
StreamBytes decoded_with_jpeg(Session& session, QPDFObjectHandle stream);
/// Its bytes as they stand in the file (decrypted).
StreamBytes stored(Session& session, QPDFObjectHandle stream);

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_STREAM_H_
