// SPDX-License-Identifier: MIT
//
// What a walk reports, as C has it.  All texts are views.
#ifndef BASEWALK_SRC_C_REPORTS_H_
#define BASEWALK_SRC_C_REPORTS_H_

#include <string_view>

#include "basewalk/basewalk_c.h"
#include "basewalk/walk/walk.h"

namespace basewalk::c {

/// `where` is the place in words.
bw_link link_of(const Link& link, std::string_view where);
bw_part part_of(const PartReport& part);
bw_text text_report_of(const TextReport& text);
bw_reading reading_of(const ReadingReport& reading);
bw_note note_of(const NoteReport& note);
/// Of a part whose section is known.
bw_note note_of(const Note& note, const bw_string& section);
bw_unread unread_of(const UnreadReport& unread);
bw_document document_of(const DocumentReport& document);
bw_summary summary_of(const WalkSummary& summary);

}  // namespace basewalk::c

#endif  // BASEWALK_SRC_C_REPORTS_H_
