// SPDX-License-Identifier: MIT
//
// Bundles that become folders, and what is told of a message beside its links.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "c/support.h"

static bw_error error = BW_ERROR_INIT;

static const char kBundle[] =
    "Content-Type: multipart/related; type=\"text/html\"; start=\"<nowhere@h>\"; boundary=b\n\n"
    "--b\nContent-Type: text/html\nContent-Location: http://h/\n\n"
    "<script>s()</script><img src=p.png>\n"
    "--b\nContent-Type: image/png\nContent-Location: http://h/p.png\n\n\x89PNG\n--b--\n";

static bw_bundle* bundle_of(const char* bytes) {
  bw_bundle* bundle = NULL;
  CHECK(bw_bundle_new(bytes, BW_TO_NUL, NULL, &bundle, &error) == BW_OK);
  return bundle;
}

static size_t size_of(const char* folder, bw_string name) {
  char path[512];
  struct stat status;
  snprintf(path, sizeof path, "%s/%.*s", folder, (int)name.size, name.data);
  return CHECK(stat(path, &status) == 0) ? (size_t)status.st_size : 0;
}

static int holds(const char* folder, bw_string name, const char* word) {
  char path[512], bytes[4096];
  size_t got;
  FILE* file;
  snprintf(path, sizeof path, "%s/%.*s", folder, (int)name.size, name.data);
  file = fopen(path, "rb");
  if (!CHECK(file != NULL)) return 0;
  got = fread(bytes, 1, sizeof bytes - 1, file);
  bytes[got] = '\0';
  fclose(file);
  return strstr(bytes, word) != NULL;
}

static void remove_folder(const char* folder) {
  struct dirent* entry;
  DIR* all = opendir(folder);
  if (!CHECK(all != NULL)) return;
  while ((entry = readdir(all)) != NULL) {
    char path[512];
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    snprintf(path, sizeof path, "%s/%.200s", folder, entry->d_name);
    CHECK(unlink(path) == 0);
  }
  closedir(all);
  CHECK(rmdir(folder) == 0);
}

static void into_a_folder(void) {
  const char* const folder = "c_test_unpacked";
  bw_bundle* bundle = bundle_of(kBundle);
  bw_unpack_options options;
  bw_unpacked* unpacked = NULL;
  const bw_unpacked_file* const* files;
  size_t i, count, all = 0;
  int with_scripts;
  for (with_scripts = 0; with_scripts < 2; ++with_scripts) {
    bw_unpack_options_init(&options, sizeof options);
    CHECK(options.size == sizeof options && options.keep_scripts == 0 && options.max_bytes == 0);
    options.keep_scripts = with_scripts;
    CHECK(bw_bundle_unpack_folder(bundle, &options, folder, &unpacked, &error) == BW_OK);
    files = bw_unpacked_files(unpacked, &count);
    CHECK(count == 2);
    for (i = 0, all = 0; i < count; ++i) {
      CHECK(size_of(folder, files[i]->name) == files[i]->length);
      all += files[i]->length;
      if (same(files[i]->type, text("text/html")))
        CHECK(holds(folder, files[i]->name, "s()") == with_scripts);
      else
        CHECK_TEXT(files[i]->type, text("image/png"));
    }
    CHECK(bw_unpacked_get_info(unpacked)->length == all);
    bw_unpacked_free(unpacked);
    // What is there is not written over.
    CHECK(bw_bundle_unpack_folder(bundle, &options, folder, &unpacked, &error) == BW_ERROR_OUTPUT);
    CHECK(unpacked == NULL && strcmp(error.code, "exists") == 0);
    remove_folder(folder);
  }
  // Without a word of what was made.
  CHECK(bw_bundle_unpack_folder(bundle, NULL, folder, NULL, &error) == BW_OK);
  remove_folder(folder);
  // Too many bytes: there is no folder then.
  options.max_bytes = 8;
  CHECK(bw_bundle_unpack_folder(bundle, &options, folder, &unpacked, &error) == BW_ERROR_INPUT);
  CHECK(unpacked == NULL && strcmp(error.code, "limit-bytes") == 0);
  CHECK(access(folder, F_OK) != 0);
  CHECK(bw_bundle_unpack_folder(bundle, NULL, "c_test_none/x", &unpacked, &error) ==
        BW_ERROR_OUTPUT);
  CHECK(strcmp(error.code, "missing") == 0);
  CHECK(bw_bundle_unpack_folder(bundle, NULL, "", &unpacked, &error) == BW_ERROR_OUTPUT);
  CHECK(strcmp(error.code, "missing") == 0);
  bw_bundle_free(bundle);
}

static int refuse_end(void* context) { return ++*(size_t*)context == 2; }
static int begin(void* context, bw_string name) {
  (void)context, (void)name;
  return 0;
}
static int take(void* context, const char* bytes, size_t size) {
  (void)context, (void)bytes, (void)size;
  return 0;
}
static int refuse(void* context, const char* bytes, size_t size) {
  (void)context, (void)bytes, (void)size;
  return 1;
}

// Each callback may say that it wants no more.
static void to_callbacks_that_stop(void) {
  bw_bundle* bundle = bundle_of(kBundle);
  bw_unpacked* unpacked = NULL;
  bw_files files;
  size_t ended = 0;
  memset(&files, 0, sizeof files);
  files.size = sizeof files;
  files.begin = begin;
  files.write = refuse;
  CHECK(bw_bundle_unpack(bundle, NULL, &files, NULL, &unpacked, &error) == BW_ERROR_STOPPED);
  files.write = take;
  files.end = refuse_end;
  CHECK(bw_bundle_unpack(bundle, NULL, &files, &ended, &unpacked, &error) == BW_ERROR_STOPPED);
  CHECK(ended == 2 && unpacked == NULL);
  CHECK(bw_bundle_inline(bundle, NULL, refuse, NULL, &unpacked, &error) == BW_ERROR_STOPPED);
  CHECK(bw_bundle_inline(bundle, NULL, take, NULL, NULL, &error) == BW_OK);
  bw_bundle_free(bundle);
}

static void notes(void) {
  bw_bundle* bundle = bundle_of(kBundle);
  bw_tree* tree = NULL;
  size_t count;
  const bw_note* const* told = bw_bundle_notes(bundle, &count);
  if (CHECK(count == 1)) {
    CHECK(told[0]->code == BW_NOTE_START_UNKNOWN);
    CHECK_TEXT(told[0]->section, text("0"));
    CHECK_TEXT(told[0]->text, text("<nowhere@h>"));
  }
  bw_bundle_free(bundle);
  CHECK(bw_tree_new("A: 1\nno field\n\nx", BW_TO_NUL, NULL, 0, &tree, &error) == BW_OK);
  told = bw_tree_notes(tree, &count);
  if (CHECK(count == 1)) {
    CHECK(told[0]->code == BW_NOTE_HEADER_LINE && told[0]->offset == 5);
    CHECK_TEXT(told[0]->section, text("1"));
  }
  bw_tree_free(tree);
}

// What a limit hides is told by all that is made of a bundle.
static void limits(void) {
  const bw_limit parts = {"parts", 3};
  char mail[sizeof kBundle + 64], odd[sizeof kBundle + 600];
  bw_walk_options options;
  bw_bundle* bundle = NULL;
  bw_check* checked = NULL;
  bw_unpacked* unpacked = NULL;
  const bw_note* const* told;
  size_t i, count, found = 0;
  bw_walk_options_init(&options, sizeof options);
  snprintf(mail, sizeof mail, "%.*s\n\nx\n--b\n\ny\n--b--\n", (int)(sizeof kBundle - 4), kBundle);
  options.limits = &parts;
  options.limit_count = 1;
  CHECK(bw_bundle_new(mail, BW_TO_NUL, &options, &bundle, &error) == BW_OK);
  told = bw_bundle_notes(bundle, &count);
  for (i = 0; i < count; ++i)
    found += told[i]->code == BW_NOTE_LIMIT_PARTS && same(told[i]->section, text("0"));
  CHECK(found == 1);
  CHECK(bw_bundle_inline(bundle, NULL, take, NULL, &unpacked, &error) == BW_OK);
  CHECK(bw_unpacked_get_info(unpacked)->too_long == 1);
  bw_unpacked_free(unpacked);
  bw_bundle_free(bundle);
  CHECK(bw_check_new(mail, BW_TO_NUL, &options, &checked, &error) == BW_OK);
  bw_check_findings(checked, &count);
  for (i = found = 0; i < count; ++i)
    found += bw_check_findings(checked, NULL)[i]->code == BW_FINDING_NOT_READ;
  CHECK(found == 1);
  bw_check_free(checked);
  bundle = bundle_of(mail);
  CHECK(bw_bundle_inline(bundle, NULL, take, NULL, &unpacked, &error) == BW_OK);
  CHECK(bw_unpacked_get_info(unpacked)->too_long == 0);
  bw_unpacked_free(unpacked);
  bw_bundle_free(bundle);
  // Where notes alone are too many, nothing of the bundle is hidden.
  memset(odd, 0, sizeof odd);
  for (i = 0; i < 120; ++i) memcpy(odd + 5 * i, ": x\r\n", 5);
  memcpy(odd + 5 * i, kBundle, sizeof kBundle);
  bundle = bundle_of(odd);
  CHECK(bw_bundle_inline(bundle, NULL, take, NULL, &unpacked, &error) == BW_OK);
  CHECK(bw_unpacked_get_info(unpacked)->too_long == 0);
  bw_unpacked_free(unpacked);
  bw_bundle_free(bundle);
}

typedef struct told {
  size_t notes, readings;
  int stop;
} told;
static int a_note(void* context, const bw_note* note) {
  told* seen = context;
  CHECK(note->size == sizeof *note);
  if (note->code != BW_NOTE_CONTENT_TYPE_DUPLICATE) return 0;
  ++seen->notes;
  return seen->stop;
}
static int a_reading(void* context, const bw_reading* reading) {
  told* seen = context;
  CHECK(reading->size == sizeof *reading && reading->doubt == BW_DOUBT_TYPE_DUPLICATE);
  CHECK_TEXT(reading->section, text("0"));
  ++seen->readings;
  return 0;
}

// Two boundaries: by the second one there is a page, whose link the first reading has not.
static void readings(void) {
  const char* const mail =
      "Content-Type: multipart/mixed; boundary=a\n"
      "Content-Type: multipart/mixed; boundary=b\n\n"
      "--a\n\nx\n--b\nContent-Type: text/html\n\n<a href=\"&#104;ttp://h/\">y</a>\n--b--\n--a--\n";
  bw_walker* walker = NULL;
  bw_message* message = NULL;
  bw_rewriter* rewriter = NULL;
  bw_rewritten* made = NULL;
  bw_visitor visitor;
  bw_summary summary;
  told seen = {0, 0, 0};
  size_t count;
  CHECK(bw_walker_new(NULL, &walker, &error) == BW_OK);
  CHECK(bw_walker_read(walker, mail, BW_TO_NUL, BW_WANT_ALL, &message, &error) == BW_OK);
  if (CHECK(bw_message_readings(message, &count) != NULL && count == 1))
    a_reading(&seen, bw_message_readings(message, NULL)[0]);
  CHECK(bw_message_summary(message)->verdict == BW_VERDICT_DIFFERS);
  bw_message_free(message);
  // What is not asked for is not kept.
  CHECK(bw_walker_read(walker, mail, BW_TO_NUL, 0, &message, &error) == BW_OK);
  CHECK(bw_message_readings(message, &count) == NULL && count == 0);
  CHECK(bw_message_notes(message, &count) == NULL && bw_message_unread(message, &count) == NULL);
  CHECK(bw_message_documents(message, &count) == NULL && count == 0);
  bw_message_free(message);
  memset(&visitor, 0, sizeof visitor);
  visitor.size = sizeof visitor;
  visitor.note = a_note;
  visitor.reading = a_reading;
  summary.size = sizeof summary;
  CHECK(bw_walker_visit(walker, mail, BW_TO_NUL, &visitor, &seen, &summary, &error) == BW_OK);
  CHECK(seen.notes == 1 && seen.readings == 2 && !summary.stopped);
  seen.stop = 1;
  CHECK(bw_walker_visit(walker, mail, BW_TO_NUL, &visitor, &seen, &summary, &error) == BW_OK);
  CHECK(seen.notes == 2 && seen.readings == 2 && summary.stopped);
  bw_walker_free(walker);
  CHECK(bw_rewriter_new(NULL, &rewriter, &error) == BW_OK);
  CHECK(bw_rewriter_rewrite(rewriter, mail, BW_TO_NUL, &made, &error) == BW_OK);
  if (CHECK(bw_rewritten_doubts(made, &count) != NULL && count == 1)) {
    const bw_left_doubt* left = bw_rewritten_doubts(made, NULL)[0];
    CHECK(left->doubt == BW_DOUBT_TYPE_DUPLICATE && left->links == 1);
    CHECK_TEXT(left->section, text("0"));
  }
  CHECK(bw_rewritten_settled(made, &count) == NULL && count == 0);
  CHECK(bw_rewritten_unread(made, &count) == NULL && count == 0);
  bw_rewritten_free(made);
  bw_rewriter_free(rewriter);
}

void test_unpacking(void) {
  into_a_folder();
  to_callbacks_that_stop();
  notes();
  limits();
  readings();
}
