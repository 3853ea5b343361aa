// SPDX-License-Identifier: MIT
#include "c/reports.h"

#include "c/lists.h"
#include "c/names.h"

namespace basewalk::c {

bw_link link_of(const Link& link, std::string_view where) {
  bw_link told{};
  told.size = sizeof told;
  told.part = text(link.part);
  told.type = text(link.type);
  told.where = text(where);
  told.element = text(link.place.element);
  told.attribute = text(link.place.attribute);
  told.around = text(link.place.around);
  told.raw = text(link.raw);
  told.base = text_or_absent(link.base);
  told.base_part = text(link.base_part);
  told.url = text_or_absent(link.url);
  told.clicked = text_or_absent(link.clicked);
  told.target = text_or_absent(link.target);
  told.text = text_or_absent(link.text);
  told.at = link.at.value_or(BW_NONE);
  told.flags = bits_of(link.flags);
  told.status = same<bw_link_status>(link.status);
  told.base_from = same<bw_base_from>(link.base_from);
  told.reading = same_doubt(link.reading);
  told.role = same<bw_role>(link.place.role);
  told.space = same<bw_space>(link.place.space);
  told.conditional = link.place.conditional ? 1 : 0;
  told.loaded = link.place.loaded ? 1 : 0;
  told.in_document = link.in_document ? 1 : 0;
  return told;
}

bw_part part_of(const PartReport& part) {
  bw_part told{};
  told.size = sizeof told;
  told.section = text(part.section);
  told.type = text(part.type);
  told.base = text_or_absent(part.base);
  told.base_part = text(part.base_part);
  told.depth = part.depth;
  told.offset = part.offset;
  told.length = part.size;
  told.index = part.decoded || part.in_document ? BW_NONE : part.index;
  told.kind = same<bw_part_kind>(part.kind);
  told.base_from = same<bw_base_from>(part.base_from);
  told.decoded = part.decoded ? 1 : 0;
  told.in_document = part.in_document ? 1 : 0;
  return told;
}

bw_text text_report_of(const TextReport& report) {
  bw_text told{};
  told.size = sizeof told;
  told.section = text(report.section);
  told.type = text(report.type);
  told.text = text(report.text);
  told.charset = text(report.charset);
  told.encoding = same<bw_encoding>(report.encoding);
  told.reading = same_doubt(report.reading);
  told.in_document = report.in_document ? 1 : 0;
  return told;
}

bw_reading reading_of(const ReadingReport& reading) {
  bw_reading told{};
  told.size = sizeof told;
  told.section = text(reading.section);
  told.offset = reading.offset;
  told.doubt = same<bw_doubt>(reading.doubt);
  return told;
}

bw_note note_of(const NoteReport& note) {
  bw_note told{};
  told.size = sizeof told;
  told.section = text(note.part);
  told.text = text(note.text);
  told.offset = note.offset;
  told.code = same<bw_note_code>(note.code);
  return told;
}

bw_note note_of(const Note& note, const bw_string& section) {
  bw_note told{};
  told.size = sizeof told;
  told.section = section;
  told.text = text(note.text);
  told.offset = note.offset;
  told.code = same<bw_note_code>(note.code);
  return told;
}

bw_unread unread_of(const UnreadReport& unread) {
  bw_unread told{};
  told.size = sizeof told;
  told.section = text(unread.section);
  told.type = text(unread.type);
  told.file_name = text(unread.file_name);
  told.name = text(name(unread));
  told.text = text(unread.text);
  told.offset = unread.offset;
  told.length = unread.size;
  told.why = same<bw_unread_why>(unread.why);
  told.limit = same<bw_note_code>(unread.limit);
  return told;
}

bw_document document_of(const DocumentReport& document) {
  bw_document told{};
  told.size = sizeof told;
  told.section = text(document.section);
  told.format = text(document.format);
  told.file_name = text(document.file_name);
  told.base = text_or_absent(document.base);
  told.opened_with = text_or_absent(document.opened_with);
  told.password = text(document.password);
  told.offset = document.offset;
  told.length = document.size;
  told.references = document.references;
  told.texts = document.texts;
  told.parts = document.parts;
  told.in_document = document.in_document ? 1 : 0;
  return told;
}

bw_summary summary_of(const WalkSummary& summary) {
  bw_summary told{};
  told.size = sizeof told;
  told.parts = summary.parts;
  told.links = summary.links;
  told.other_links = summary.other_links;
  told.notes = summary.notes;
  told.unread = summary.unread;
  told.documents = summary.documents;
  told.verdict = same<bw_verdict>(summary.verdict());
  told.stopped = summary.stopped ? 1 : 0;
  return told;
}

}  // namespace basewalk::c
