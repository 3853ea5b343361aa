// SPDX-License-Identifier: MIT
//
// What ends the lines of a message, as its scanner has told in a note.
#ifndef BASEWALK_SRC_MIME_LINE_LINE_ENDS_H_
#define BASEWALK_SRC_MIME_LINE_LINE_ENDS_H_

#include <algorithm>
#include <vector>

#include "basewalk/mime/part.h"
#include "basewalk/note.h"

namespace basewalk::mime {

/// Was it told?  For the codes line-ends-...: they stand behind the first header at the latest,
/// before the notes of other parts, of which there may be very many.
inline bool is_told_of_lines(const Message& message, NoteCode code) {
  const std::vector<Note>& notes = message.notes.all();
  const auto found = std::find_if(notes.begin(), notes.end(), [&](const Note& each) {
    return each.code == code || each.part != 0;
  });
  return found != notes.end() && found->code == code;
}

/// Does a bare CR end them?
inline bool has_cr_lines(const Message& message) {
  return is_told_of_lines(message, NoteCode::line_ends_cr);
}

}  // namespace basewalk::mime

#endif  // BASEWALK_SRC_MIME_LINE_LINE_ENDS_H_
