// SPDX-License-Identifier: MIT
//
// The trees of tests/data/mime through the C API.
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "c/support.h"

static const char* encoding_name(bw_encoding encoding) {
  switch (encoding) {
    case BW_ENCODING_IDENTITY:
      return "identity";
    case BW_ENCODING_BASE64:
      return "base64";
    case BW_ENCODING_QUOTED_PRINTABLE:
      return "quoted-printable";
    case BW_ENCODING_UUENCODE:
      return "uuencode";
    case BW_ENCODING_UNKNOWN:
      break;
  }
  return "unknown";
}

static void check_tree(const char* name) {
  char path[512], line[128];
  bytes mail, wanted;
  bw_string shown;
  bw_tree* tree = NULL;
  const bw_entity* const* entities;
  const bw_field* const* fields;
  sheet found = {NULL, 0, 0};
  size_t i, count, field_count;
  snprintf(path, sizeof path, "mime/%s.eml", name);
  mail = read_data(path);
  snprintf(path, sizeof path, "mime/%s.tree", name);
  wanted = read_data(path);
  CHECK(bw_tree_new(mail.data, mail.size, NULL, 0, &tree, NULL) == BW_OK);
  entities = bw_tree_entities(tree, &count);
  fields = bw_tree_fields(tree, &field_count);
  for (i = 0; i < count; ++i) {
    const bw_entity* entity = entities[i];
    size_t field;
    put(&found, entity->section);
    put_text(&found, "\t");
    put(&found, entity->media_type);
    snprintf(line, sizeof line, "\t%s\t%zu-%zu", encoding_name(entity->encoding),
             entity->body.begin, entity->body.end);
    put_text(&found, line);
    if (entity->kind == BW_PART_MULTIPART) put_text(&found, "\tmultipart");
    if (entity->kind == BW_PART_MESSAGE) put_text(&found, "\tmessage");
    if (entity->gap) put_text(&found, "\tgap");
    put_text(&found, "\n");
    CHECK(entity->parent == BW_NONE ? i == 0 : entity->parent < i);
    CHECK(entity->fields_end <= field_count && entity->subtree_end <= count);
    for (field = entity->first_field; field < entity->fields_end; ++field) {
      const bw_field* one = fields[field];
      CHECK(one->offset <= one->end && one->end <= mail.size);
      if (one->name.size != 0) CHECK(bw_tree_find(tree, i, one->name.data, one->name.size) != NULL);
    }
  }
  shown.data = wanted.data;
  shown.size = wanted.size;
  check_text(sheet_text(&found), shown, "tree", __FILE__, __LINE__, path);
  free_sheet(&found);
  bw_tree_free(tree);
  free_bytes(&wanted);
  free_bytes(&mail);
}

static int take(void* context, const char* bytes, size_t size) {
  bw_string piece;
  piece.data = bytes;
  piece.size = size;
  put(context, piece);
  return 0;
}
static int refuse(void* context, const char* bytes, size_t size) {
  (void)context, (void)bytes, (void)size;
  return 1;
}

static void check_bodies(void) {
  const char* mail =
      "Subject: =?utf-8?q?caf=C3=A9?=\n =?utf-8?q?s?=\nContent-Transfer-Encoding: base64\n\n"
      "aGVsbG8sIHdvcmxk\n";
  bw_tree* tree = NULL;
  bw_buffer* out = NULL;
  const bw_field* subject;
  sheet body = {NULL, 0, 0};
  CHECK(bw_buffer_new(&out, NULL) == BW_OK);
  CHECK(bw_tree_new(mail, BW_TO_NUL, NULL, 0, &tree, NULL) == BW_OK);
  CHECK(bw_tree_decode(tree, 0, take, &body, NULL) == BW_OK);
  CHECK_TEXT(sheet_text(&body), text("hello, world"));
  CHECK(bw_tree_decode(tree, 0, refuse, NULL, NULL) == BW_ERROR_STOPPED);
  CHECK(bw_tree_decode(tree, 1, take, &body, NULL) == BW_ERROR_ARGUMENT);
  subject = bw_tree_find(tree, 0, "SUBJECT", BW_TO_NUL);
  if (CHECK(subject != NULL)) {
    CHECK(bw_decode_field(subject->value.data, subject->value.size, out, NULL) == BW_OK);
    CHECK_TEXT(bw_buffer_bytes(out), text("caf\xC3\xA9s"));
  }
  CHECK(bw_tree_find(tree, 0, "nothing", BW_TO_NUL) == NULL);
  CHECK(bw_tree_find(tree, 7, "subject", BW_TO_NUL) == NULL);
  free_sheet(&body);
  bw_tree_free(tree);
  bw_buffer_free(out);
}

void test_trees(void) {
  DIR* folder = opendir(BW_TEST_DATA "/mime");
  struct dirent* entry;
  size_t count = 0;
  if (!CHECK(folder != NULL)) return;
  while ((entry = readdir(folder)) != NULL) {
    char name[256];
    const char* end = strstr(entry->d_name, ".tree");
    if (end == NULL || end[5] != '\0' || (size_t)(end - entry->d_name) >= sizeof name) continue;
    memcpy(name, entry->d_name, (size_t)(end - entry->d_name));
    name[end - entry->d_name] = '\0';
    check_tree(name);
    ++count;
  }
  closedir(folder);
  CHECK(count > 30);
  check_bodies();
}
