// SPDX-License-Identifier: MIT
//
// What is drawn in old documents of Office ([MS-ODRAW]): pictures, those that lie elsewhere, and
// the text of WordArt.
//
// The records are looked for by what they begin with, wherever they stand: in streams of their own,
// between the texts of slides, in the tables of Word, in records of workbooks that were put
// together.
//
// Before this: storage.cpp has the stream.  After it: what is found goes to the sink.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OLE_OFFICE_ART_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OLE_OFFICE_ART_H_

#include <functional>
#include <string>
#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

struct ArtPicture {
  std::string_view type;  ///< "image/png"
  std::string bytes;      ///< a file of that type
  bool is_whole = true;
};

/// Gives each picture, and tells what lies elsewhere and what is written.  True where there is any
/// record of a picture, metafiles among them, which are told to be unread.  Cost: linear.
bool find_art(std::string_view bytes, const std::function<void(const ArtPicture&)>& give,
              DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OLE_OFFICE_ART_H_
