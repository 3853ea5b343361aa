// SPDX-License-Identifier: MIT
//
// Names of enumerators, and what the library says of itself.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c/support.h"

// In lower case, with "-" between words, and not NULL where there is an enumerator.
static void check_name(const char* name) {
  size_t i;
  if (!CHECK(name != NULL && name[0] != '\0')) return;
  for (i = 0; name[i] != '\0'; ++i)
    CHECK((name[i] >= 'a' && name[i] <= 'z') || (name[i] >= '0' && name[i] <= '9') ||
          name[i] == '-');
}

static void check_sentence(const char* sentence) {
  CHECK(sentence != NULL && strlen(sentence) > 5 && strlen(sentence) < 200);
}

#define EACH(type, last, call)                                    \
  do {                                                            \
    int i;                                                        \
    for (i = 0; i <= (int)(last); ++i) check_name(call((type)i)); \
    CHECK(call((type)i) == NULL);                                 \
    CHECK(call((type)-1) == NULL);                                \
  } while (0)
#define EACH_SENTENCE(type, last, call)                               \
  do {                                                                \
    int i;                                                            \
    for (i = 0; i <= (int)(last); ++i) check_sentence(call((type)i)); \
    CHECK(call((type)i) == NULL);                                     \
  } while (0)

void test_names(void) {
  char version[32];
  int i, level = 0;
  snprintf(version, sizeof version, "%d.%d.%d", BW_VERSION_MAJOR, BW_VERSION_MINOR,
           BW_VERSION_PATCH);
  CHECK(strcmp(bw_version(), version) == 0);
  EACH(bw_status, BW_ERROR_INTERNAL, bw_status_name);
  EACH(bw_rules, BW_RULES_WHATWG, bw_rules_name);
  EACH(bw_failure, BW_FAILURE_PORT_INVALID, bw_failure_name);
  EACH_SENTENCE(bw_failure, BW_FAILURE_PORT_INVALID, bw_failure_meaning);
  EACH(bw_scheme_kind, BW_SCHEME_OTHER, bw_scheme_kind_name);
  EACH(bw_relative_use, BW_RELATIVE_UNKNOWN, bw_relative_use_name);
  EACH(bw_profile, BW_PROFILE_COMPAT, bw_profile_name);
  EACH(bw_link_status, BW_LINK_INVALID, bw_link_status_name);
  EACH(bw_base_from, BW_BASE_DOCUMENT, bw_base_from_name);
  EACH(bw_doubt, BW_DOUBT_MESSAGE_END, bw_doubt_name);
  EACH_SENTENCE(bw_doubt, BW_DOUBT_MESSAGE_END, bw_doubt_meaning);
  EACH(bw_level, BW_LEVEL_DIFFER, bw_level_name);
  EACH(bw_note_code, BW_NOTE_ENVELOPE_LATER, bw_note_name);
  EACH_SENTENCE(bw_note_code, BW_NOTE_ENVELOPE_LATER, bw_note_meaning);
  EACH(bw_unread_why, BW_UNREAD_DAMAGED, bw_unread_why_name);
  EACH_SENTENCE(bw_unread_why, BW_UNREAD_DAMAGED, bw_unread_why_meaning);
  EACH(bw_verdict, BW_VERDICT_UNREAD, bw_verdict_name);
  EACH(bw_edit_kind, BW_EDIT_WRAP, bw_edit_kind_name);
  EACH(bw_kept_why, BW_KEPT_SCHEME, bw_kept_why_name);
  EACH_SENTENCE(bw_kept_why, BW_KEPT_SCHEME, bw_kept_why_meaning);
  EACH(bw_signature_kind, BW_SIGNATURE_OTHER, bw_signature_kind_name);
  EACH(bw_signature_verdict, BW_SIGNATURE_UNKNOWN, bw_signature_verdict_name);
  EACH(bw_severity, BW_SEVERITY_ERROR, bw_severity_name);
  EACH(bw_finding_code, BW_FINDING_BASE_RELATIVE, bw_finding_name);
  EACH_SENTENCE(bw_finding_code, BW_FINDING_BASE_RELATIVE, bw_finding_meaning);
  EACH_SENTENCE(bw_finding_code, BW_FINDING_BASE_RELATIVE, bw_finding_clause);
  EACH(bw_trouble, BW_TROUBLE_AGAIN, bw_trouble_name);
  CHECK(strcmp(bw_flag_name(BW_FLAG_HOST_DIFFERS), "host-differs") == 0);
  CHECK(bw_flag_name((bw_flag)3) == NULL && bw_flag_name((bw_flag)0) == NULL);
  CHECK(strcmp(bw_open_name(BW_OPEN_DRAWING), "drawing") == 0);
  CHECK(bw_open_name((bw_open)(1 << 11)) == NULL);
  for (i = 0; i <= BW_NOTE_ENVELOPE_LATER; ++i) level += (int)bw_note_level((bw_note_code)i);
  CHECK(level > 10 && level < BW_NOTE_ENVELOPE_LATER);
  CHECK(bw_note_level(BW_NOTE_HEADER_NUL) == BW_LEVEL_DIFFER);
  CHECK(bw_finding_severity(BW_FINDING_NO_PAGE) == BW_SEVERITY_ERROR);
  CHECK(bw_finding_is_refused(BW_FINDING_NO_PAGE));
  CHECK(!bw_finding_is_refused(BW_FINDING_CID_ESCAPED));
  for (i = 0; bw_limit_at((size_t)i).name != NULL; ++i) check_name(bw_limit_at((size_t)i).name);
  CHECK(i == 17 && bw_limit_at((size_t)-1).name == NULL);
  CHECK(strcmp(bw_limit_at(0).name, "depth") == 0 && bw_limit_at(0).value == 100);
}
