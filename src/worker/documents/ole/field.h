// SPDX-License-Identifier: MIT
//
// Fields of Word, as RTF and old documents have them (ECMA-376 part 1, 17.16): an instruction, and
// what it gave when it was carried out.
//
// Before this: rtf/reader.cpp, word.cpp have the text of both.  After it: references go to the
// sink.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OLE_FIELD_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OLE_FIELD_H_

#include <optional>
#include <string>
#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

struct Field {
  std::string instruction;
  std::optional<std::string> result;
};

/// Tells where the field leads, if anywhere.
void tell_field(const Field& field, DocumentSink& sink);

/// What stands for a field within the instruction of another: its result, or what it is made of
/// where it is a QUOTE of character codes.
std::string value_of(const Field& field);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OLE_FIELD_H_
