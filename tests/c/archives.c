// SPDX-License-Identifier: MIT
//
// Mailboxes and what is none, through the C API.
#include <stdio.h>
#include <string.h>

#include "c/support.h"

static void write_file(const char* name, const char* bytes) {
  FILE* file = fopen(name, "wb");
  if (!CHECK(file != NULL)) return;
  CHECK(fwrite(bytes, 1, strlen(bytes), file) == strlen(bytes));
  CHECK(fclose(file) == 0);
}

static const char kFirst[] = "From a@b Sat Nov 21 08:00:00 2026\nSubject: 1\n\nhttp://h/1\n";
static const char kSecond[] = "From a@b Sat Nov 21 08:00:01 2026\nSubject: 2\n\nhttp://h/2\n";

static void check_reading(void) {
  bw_string names[2];
  bw_archive_options options;
  bw_archive* archive = NULL;
  bw_batch* batch = NULL;
  bw_progress progress;
  bw_error error = BW_ERROR_INIT;
  size_t messages = 0, problems = 0, ends = 0;
  names[0] = text("c_test.mbox");
  names[1] = text("c_test_that_is_not_there");
  bw_archive_options_init(&options, sizeof options);
  options.account = 1;
  options.measure = 1;
  CHECK(bw_archive_new(names, 2, &options, &archive, &error) == BW_OK);
  while (bw_archive_next(archive, &batch, &error) == BW_OK && batch != NULL) {
    size_t i, count;
    const bw_item* const* items = bw_batch_items(batch, &count);
    for (i = 0; i < count; ++i) {
      const bw_item* item = items[i];
      CHECK(item->size == sizeof *item && item->source.size != 0);
      if (item->kind == BW_ITEM_MESSAGE) {
        CHECK_TEXT(item->source, names[0]);
        CHECK(item->number == ++messages && item->problem.size == 0);
        CHECK(item->offset == (messages == 1 ? 0 : strlen(kFirst) + 1));
        CHECK_TEXT(item->bytes, text(messages == 1 ? kFirst : kSecond));
      } else if (item->kind == BW_ITEM_PROBLEM) {
        ++problems;
        CHECK_TEXT(item->source, names[1]);
        CHECK(item->trouble == BW_TROUBLE_MISSING && item->name_number == 1);
        CHECK(item->problem.size != 0 && item->bytes.size == 0);
      } else if (CHECK(item->kind == BW_ITEM_END)) {
        if (same(item->source, names[0])) {
          ++ends;
          CHECK_TEXT(item->end_kind, text("mbox"));
          CHECK(item->end_messages == 2);
          CHECK(item->end_bytes == strlen(kFirst) + 1 + strlen(kSecond));
        }
      }
    }
    bw_batch_free(batch);
  }
  CHECK(batch == NULL && messages == 2 && problems == 1 && ends == 1);
  progress.size = sizeof progress;
  CHECK(bw_archive_progress(archive, &progress, &error) == BW_OK);
  CHECK(progress.done == progress.total && progress.done == strlen(kFirst) + 1 + strlen(kSecond));
  bw_archive_free(archive);
}

// Good after the archive is gone.
static void check_places(void) {
  bw_string name = text("c_test.mbox");
  bw_archive_options options;
  bw_archive* archive = NULL;
  bw_batch* batch = NULL;
  size_t count;
  CHECK(bw_message_at("c_test.mbox", BW_TO_NUL, strlen(kFirst) + 1, NULL, &batch, NULL) == BW_OK);
  CHECK_TEXT(bw_batch_items(batch, &count)[0]->bytes, text(kSecond));
  CHECK(count == 1);
  bw_batch_free(batch);
  bw_archive_options_init(&options, sizeof options);
  options.after_source = name;
  options.after_offset = 0;
  CHECK(bw_archive_new(&name, 1, &options, &archive, NULL) == BW_OK);
  CHECK(bw_archive_next(archive, &batch, NULL) == BW_OK);
  bw_archive_free(archive);
  if (CHECK(batch != NULL)) {
    const bw_item* const* items = bw_batch_items(batch, &count);
    if (CHECK(count == 1)) CHECK_TEXT(items[0]->bytes, text(kSecond));
  }
  bw_batch_free(batch);
}

static void check_options(void) {
  bw_string name = text("c_test.mbox"), odd = {"a\0b", 3};
  bw_archive_options options;
  bw_archive* archive = NULL;
  bw_archive_options_init(&options, sizeof options);
  options.shard_index = 2;
  options.shard_count = 2;
  CHECK(bw_archive_new(&name, 1, &options, &archive, NULL) == BW_ERROR_ARGUMENT);
  options.shard_count = 0;
  CHECK(bw_archive_new(&name, 1, &options, &archive, NULL) == BW_ERROR_ARGUMENT);
  options.shard_index = 0;
  options.as = (bw_archive_kind)5;
  CHECK(bw_archive_new(&name, 1, &options, &archive, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_archive_new(&odd, 1, NULL, &archive, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_archive_new(NULL, 1, NULL, &archive, NULL) == BW_ERROR_ARGUMENT && archive == NULL);
}

void test_archives(void) {
  char all[sizeof kFirst + sizeof kSecond + 1];
  snprintf(all, sizeof all, "%s\n%s", kFirst, kSecond);
  write_file("c_test.mbox", all);
  check_reading();
  check_places();
  check_options();
  remove("c_test.mbox");
}
