// SPDX-License-Identifier: MIT
//
// Mails with their right answers, through the C API; what is kept and what callbacks are told.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c/support.h"

enum { MAIL, PART, WHERE, RAW, BASE, BASE_FROM, BASE_PART, STATUS, URL, CLICKED };

// The message of the rows at hand.
typedef struct cases {
  bw_walker* walker;
  bw_message* message;
  char mail[64];
} cases;

static bw_string trimmed(bw_string raw) {
  while (raw.size != 0 && strchr(" \t\r\n\f", raw.data[0]) != NULL) ++raw.data, --raw.size;
  while (raw.size != 0 && strchr(" \t\r\n\f", raw.data[raw.size - 1]) != NULL) --raw.size;
  return raw;
}

static bw_string of(const bytes* all) {
  bw_string view;
  view.data = all->data;
  view.size = all->size;
  return view;
}

static bw_message* read_file_of(bw_walker* walker, const char* path) {
  bytes mail = read_data(path);
  bw_message* message = NULL;
  CHECK(bw_walker_read(walker, mail.data, mail.size, BW_WANT_ALL, &message, NULL) == BW_OK);
  // The message has its own texts.
  memset(mail.data, '#', mail.size);
  free_bytes(&mail);
  return message;
}

static int is_met(const bw_link* link, const bytes* cells, int with_raw) {
  return same(link->part, of(&cells[PART])) && same(link->where, of(&cells[WHERE])) &&
         (!with_raw || same(trimmed(link->raw), trimmed(of(&cells[RAW])))) &&
         meets(of(&cells[BASE]), link->base) &&
         meets(of(&cells[BASE_FROM]), text(bw_base_from_name(link->base_from))) &&
         meets(of(&cells[BASE_PART]), link->base_part) &&
         meets(of(&cells[STATUS]), text(bw_link_status_name(link->status))) &&
         meets(of(&cells[URL]), link->url) && meets(of(&cells[CLICKED]), link->clicked);
}

static void expected(const row* row, void* context) {
  cases* at = context;
  const bw_link* const* links;
  bytes cells[10];
  size_t i, count;
  int raw_seen = 0, met = 0;
  char mail[64];
  snprintf(mail, sizeof mail, "%.*s", (int)row->cells[MAIL].size, row->cells[MAIL].data);
  if (strcmp(mail, at->mail) != 0) {
    char path[128];
    snprintf(path, sizeof path, "cases/mail/%s.eml", mail);
    bw_message_free(at->message);
    at->message = read_file_of(at->walker, path);
    strcpy(at->mail, mail);
  }
  for (i = 0; i < 10; ++i) cells[i] = unescaped(row->cells[i]);
  links = bw_message_links(at->message, &count);
  for (i = 0; i < count; ++i)
    raw_seen = raw_seen || (same(links[i]->part, of(&cells[PART])) &&
                            same(links[i]->where, of(&cells[WHERE])) &&
                            same(trimmed(links[i]->raw), trimmed(of(&cells[RAW]))));
  for (i = 0; i < count; ++i)
    met = met || is_met(links[i], cells, row->cells[RAW].size != 0 && raw_seen);
  CHECK_ROW(met, row);
  for (i = 0; i < 10; ++i) free_bytes(&cells[i]);
}

static void check_flags(bw_walker* walker) {
  int bit;
  for (bit = 0; bw_flag_name((bw_flag)(1 << bit)) != NULL; ++bit) {
    char path[128];
    bw_message* message;
    const bw_link* const* links;
    size_t i, count;
    int raised = 0;
    snprintf(path, sizeof path, "flags/%s.eml", bw_flag_name((bw_flag)(1 << bit)));
    message = read_file_of(walker, path);
    links = bw_message_links(message, &count);
    for (i = 0; i < count; ++i) raised = raised || (links[i]->flags & (1u << bit)) != 0;
    check(raised, "the flag is raised", __FILE__, __LINE__, path);
    bw_message_free(message);
  }
  CHECK(bit == 18);
}

static void each_limit(const row* row, void* context) {
  char name[64], path[128], limit_name[64];
  bw_limit limit = {limit_name, 0};
  bw_walk_options options;
  bw_walker* walker = NULL;
  bw_message* message;
  const bw_note* const* notes;
  size_t i, count;
  int caused = 0;
  (void)context;
  snprintf(name, sizeof name, "%.*s", (int)row->cells[0].size, row->cells[0].data);
  snprintf(limit_name, sizeof limit_name, "%.*s", (int)row->cells[1].size, row->cells[1].data);
  snprintf(path, sizeof path, "notes/%s.eml", name);
  limit.value = (size_t)strtoul(row->cells[2].data, NULL, 10);
  bw_walk_options_init(&options, sizeof options);
  options.limits = &limit;
  options.limit_count = 1;
  // The limit is reached before anything is opened.
  if (strcmp(name, "limit-documents") == 0) options.open = bw_open_all();
  CHECK_ROW(bw_walker_new(&options, &walker, NULL) == BW_OK, row);
  message = read_file_of(walker, path);
  notes = bw_message_notes(message, &count);
  for (i = 0; i < count; ++i) caused = caused || strcmp(bw_note_name(notes[i]->code), name) == 0;
  CHECK_ROW(caused, row);
  bw_message_free(message);
  bw_walker_free(walker);
}

static int is_too_long(void* context, const bw_unread* unread) {
  CHECK_TEXT(unread->section, text("1"));
  CHECK_TEXT(unread->name, text("limit-message-bytes"));
  CHECK(unread->why == BW_UNREAD_LIMIT && (int)unread->limit == -1);
  CHECK(unread->offset == 0);
  *(size_t*)context += unread->length;
  return 1;
}

// Of a message that is longer than the limit nothing is looked at, and that is told.
static void check_message_bytes(void) {
  static const char kMail[] = "Subject: s\n\nhttp://h/\n";
  const size_t size = sizeof kMail - 1;
  bw_limit limit = {"message-bytes", sizeof kMail - 1};
  bw_walk_options options;
  bw_walker* walker = NULL;
  bw_message* message = NULL;
  bw_visitor visitor;
  bw_summary summary;
  size_t count = 0, told = 0;
  bw_walk_options_init(&options, sizeof options);
  options.limits = &limit;
  options.limit_count = 1;
  CHECK(bw_walker_new(&options, &walker, NULL) == BW_OK);
  CHECK(bw_walker_read(walker, kMail, size, BW_WANT_ALL, &message, NULL) == BW_OK);
  CHECK(bw_message_links(message, &count) != NULL && count == 1);
  bw_message_free(message);
  bw_walker_free(walker);
  --limit.value;
  CHECK(bw_walker_new(&options, &walker, NULL) == BW_OK);
  CHECK(bw_walker_read(walker, kMail, size, BW_WANT_ALL, &message, NULL) == BW_OK);
  CHECK(bw_message_links(message, &count) == NULL && count == 0);
  CHECK(bw_message_unread(message, &count) != NULL && count == 1);
  is_too_long(&told, bw_message_unread(message, NULL)[0]);
  CHECK(bw_message_summary(message)->verdict == BW_VERDICT_UNREAD);
  bw_message_free(message);
  memset(&visitor, 0, sizeof visitor);
  visitor.size = sizeof visitor;
  visitor.unread = is_too_long;
  summary.size = sizeof summary;
  CHECK(bw_walker_visit(walker, kMail, size, &visitor, &told, &summary, NULL) == BW_OK);
  CHECK(told == 2 * size && summary.unread == 1 && summary.stopped == 1);
  bw_walker_free(walker);
}

static void check_notes(bw_walker* walker) {
  int code;
  for (code = 0; bw_note_name((bw_note_code)code) != NULL; ++code) {
    char path[128];
    bw_message* message;
    const bw_note* const* notes;
    size_t i, count;
    int caused = 0;
    const char* name = bw_note_name((bw_note_code)code);
    // Those of limits that options set have a table, and those of bundles, of trees in memory and
    // of documents come from elsewhere.
    if ((strncmp(name, "limit-", 6) == 0 && code != BW_NOTE_LIMIT_ENTITIES &&
         code != BW_NOTE_LIMIT_READINGS) ||
        code == BW_NOTE_LABEL_DUPLICATE || code == BW_NOTE_START_UNKNOWN ||
        code == BW_NOTE_ENTITY_PARTS || code == BW_NOTE_ENTITY_TEXT ||
        code == BW_NOTE_FIELD_LINE_END || code == BW_NOTE_DOCUMENT_REPAIRED)
      continue;
    snprintf(path, sizeof path, "notes/%s.eml", name);
    message = read_file_of(walker, path);
    notes = bw_message_notes(message, &count);
    for (i = 0; i < count; ++i) caused = caused || (int)notes[i]->code == code;
    check(caused, "the note is caused", __FILE__, __LINE__, path);
    bw_message_free(message);
  }
  CHECK(code == BW_NOTE_ENVELOPE_LATER + 1);
}

// A message, and "part where url" of its links.
static void attachments(const row* row, void* context) {
  bw_walker* walker = context;
  bytes mail = unescaped(row->cells[0]);
  bw_message* message = NULL;
  sheet found = {NULL, 0, 0}, wanted = {NULL, 0, 0};
  const bw_link* const* links;
  size_t i, count;
  for (i = 1; i < row->count; ++i) {
    if (row->cells[i].size == 0) continue;
    put(&wanted, row->cells[i]);
    put_text(&wanted, "\n");
  }
  CHECK_ROW(bw_walker_read(walker, mail.data, mail.size, BW_WANT_LINKS, &message, NULL) == BW_OK,
            row);
  links = bw_message_links(message, &count);
  for (i = 0; i < count; ++i) {
    put(&found, links[i]->part);
    put_text(&found, " ");
    put(&found, links[i]->where);
    put_text(&found, " ");
    put(&found, links[i]->url);
    put_text(&found, "\n");
  }
  CHECK_TEXT_ROW(sheet_text(&found), sheet_text(&wanted), row);
  free_sheet(&wanted);
  free_sheet(&found);
  bw_message_free(message);
  free_bytes(&mail);
}

static const char kMail[] =
    "Base: <URL:http://a/b/>\nContent-Type: multipart/mixed; boundary=x\n\n"
    "--x\nContent-Type: text/html\n\n<a href=../c>see</a> <a href=http://h/?q>\n"
    "--x\nContent-Type: application/pdf; name=a.pdf\n\n%PDF\n--x--\n";

typedef struct told {
  size_t parts, texts, links, notes, unread, documents, readings, stop_at;
  const char* begin;
} told;

static int part(void* context, const bw_part* part) {
  told* seen = context;
  CHECK(part->size == sizeof *part && part->section.size != 0);
  return ++seen->parts == seen->stop_at;
}
static int a_text(void* context, const bw_text* text) {
  told* seen = context;
  CHECK(text->size == sizeof *text && text->reading == BW_DOUBT_NONE);
  ++seen->texts;
  return 0;
}
static int a_link(void* context, const bw_link* link) {
  told* seen = context;
  CHECK(link->size == sizeof *link && link->element.size == 1 && *link->element.data == 'a');
  CHECK_TEXT(link->attribute, text("href"));
  CHECK(link->role == BW_ROLE_ATTRIBUTE && link->space == BW_SPACE_HTML);
  if (seen->links == 0) {
    CHECK_TEXT(link->raw, text("../c"));
    CHECK_TEXT(link->base, text("http://a/b/"));
    CHECK_TEXT(link->base_part, text("0"));
    CHECK_TEXT(link->url, text("http://a/c"));
    CHECK_TEXT(link->text, text("see"));
    CHECK(link->at < sizeof kMail && strncmp(seen->begin + link->at, "../c", 4) == 0);
    CHECK(link->target.data == NULL);
  }
  ++seen->links;
  return 0;
}
static int a_note(void* context, const bw_note* note) {
  (void)note;
  ++((told*)context)->notes;
  return 0;
}
static int an_unread(void* context, const bw_unread* unread) {
  CHECK_TEXT(unread->name, text("no-opener"));
  CHECK_TEXT(unread->file_name, text("a.pdf"));
  CHECK(unread->why == BW_UNREAD_NO_OPENER && unread->length == 4);
  ++((told*)context)->unread;
  return 0;
}

static void check_visitor(bw_walker* walker) {
  bw_visitor visitor;
  bw_summary summary;
  bw_message* message = NULL;
  const bw_part* const* parts;
  size_t count;
  told seen;
  bytes mail = copy_of(text(kMail));
  memset(&visitor, 0, sizeof visitor);
  visitor.size = sizeof visitor;
  visitor.part = part;
  visitor.text = a_text;
  visitor.link = a_link;
  visitor.note = a_note;
  visitor.unread = an_unread;
  summary.size = sizeof summary;
  memset(&seen, 0, sizeof seen);
  seen.begin = mail.data;
  CHECK(bw_walker_visit(walker, mail.data, mail.size, &visitor, &seen, &summary, NULL) == BW_OK);
  CHECK(seen.parts == 3 && seen.texts == 1 && seen.links == 2 && seen.unread == 1);
  CHECK(summary.parts == 3 && summary.links == 2 && summary.unread == 1 && !summary.stopped);
  CHECK(summary.verdict == BW_VERDICT_UNREAD && summary.notes == seen.notes);
  memset(&seen, 0, sizeof seen);
  seen.stop_at = 2;
  CHECK(bw_walker_visit(walker, mail.data, mail.size, &visitor, &seen, &summary, NULL) == BW_OK);
  CHECK(summary.stopped && seen.parts == 2 && seen.links == 0);
  // What is kept is the same.
  CHECK(bw_walker_read(walker, mail.data, mail.size, BW_WANT_PARTS, &message, NULL) == BW_OK);
  CHECK(bw_message_links(message, &count) == NULL && count == 0);
  CHECK(bw_message_notes(message, NULL) == NULL);
  CHECK(bw_message_summary(message)->links == 2);
  parts = bw_message_parts(message, &count);
  CHECK(count == 3 && parts[2]->index == 2 && parts[2]->depth == 1);
  CHECK(parts[0]->kind == BW_PART_MULTIPART && parts[0]->base_from == BW_BASE_BASE_HEADER);
  CHECK_TEXT(parts[1]->type, text("text/html"));
  bw_message_free(message);
  free_bytes(&mail);
}

static void check_options(void) {
  const char* html = "Content-Type: text/html\n\n<a href=c> <a href=//h/>\n";
  bw_walk_options options;
  bw_walker* walker = NULL;
  bw_message* message = NULL;
  const bw_link* const* links;
  size_t count;
  bw_walk_options_init(&options, sizeof options);
  options.rules = BW_RULES_RFC3986;
  options.assume_scheme = text("https");
  CHECK(bw_walker_new(&options, &walker, NULL) == BW_OK);
  CHECK(bw_walker_read(walker, html, BW_TO_NUL, BW_WANT_LINKS, &message, NULL) == BW_OK);
  links = bw_message_links(message, &count);
  CHECK(count == 2 && links[0]->status == BW_LINK_UNRESOLVED && links[0]->url.data == NULL);
  CHECK_TEXT(links[1]->url, text("https://h/"));
  bw_message_free(message);
  bw_walker_free(walker);
  options.retrieved = text("http://h/a/b");
  CHECK(bw_walker_new(&options, &walker, NULL) == BW_OK);
  CHECK(bw_walker_read(walker, html, BW_TO_NUL, BW_WANT_LINKS, &message, NULL) == BW_OK);
  links = bw_message_links(message, &count);
  CHECK_TEXT(links[0]->url, text("http://h/a/c"));
  CHECK(links[0]->base_from == BW_BASE_RETRIEVAL);
  bw_message_free(message);
  bw_walker_free(walker);
  options.honor = 0;
  CHECK(bw_walker_new(&options, &walker, NULL) == BW_OK);
  CHECK(bw_walker_read(walker, html, BW_TO_NUL, BW_WANT_LINKS, &message, NULL) == BW_OK);
  CHECK(bw_message_links(message, NULL)[0]->status == BW_LINK_UNRESOLVED);
  bw_message_free(message);
  bw_walker_free(walker);
}

void test_walks(void) {
  cases at;
  memset(&at, 0, sizeof at);
  CHECK(bw_walker_new(NULL, &at.walker, NULL) == BW_OK);
  each_row("cases/mail/expected.tsv", expected, &at);
  bw_message_free(at.message);
  each_row("walk/attachments.tsv", attachments, at.walker);
  check_flags(at.walker);
  each_row("notes/limits.tsv", each_limit, NULL);
  check_notes(at.walker);
  check_message_bytes();
  check_visitor(at.walker);
  bw_walker_free(at.walker);
  check_options();
}
