// SPDX-License-Identifier: MIT
//
// The bundles of tests/data/cases/mhtml through the C API, checked and unpacked.
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "c/support.h"

enum { PART, BASE, BASE_FROM, BASE_PART, RAW, RESOLVED, STRICT, COMPAT };

typedef struct bundle_case {
  bytes mail;
  bw_message* messages[2];  // by profile
  bw_bundle* bundles[2];
} bundle_case;

static bw_string trimmed(bw_string raw) {
  while (raw.size != 0 && strchr(" \t\r\n\f", raw.data[0]) != NULL) ++raw.data, --raw.size;
  while (raw.size != 0 && strchr(" \t\r\n\f", raw.data[raw.size - 1]) != NULL) --raw.size;
  return raw;
}

static void expected(const row* row, void* context) {
  bundle_case* at = context;
  int profile;
  if (same(row->cells[PART], text("part"))) return;
  for (profile = 0; profile < 2; ++profile) {
    bw_string target = row->cells[profile == BW_PROFILE_STRICT ? STRICT : COMPAT];
    size_t i, count;
    int met = 0;
    if (same(row->cells[PART], text("(root)"))) {
      const bw_bundle_part* const* parts = bw_bundle_parts(at->bundles[profile], &count);
      size_t root = bw_bundle_get_info(at->bundles[profile])->root;
      if (CHECK_ROW(root < count, row)) {
        CHECK_TEXT_ROW(parts[root]->section, target, row);
        CHECK_ROW(parts[root]->is_root, row);
      }
      continue;
    }
    {
      const bw_link* const* links = bw_message_links(at->messages[profile], &count);
      for (i = 0; i < count; ++i)
        met =
            met || (same(links[i]->part, row->cells[PART]) &&
                    same(trimmed(links[i]->raw), trimmed(row->cells[RAW])) &&
                    meets(row->cells[BASE], links[i]->base) &&
                    meets(row->cells[BASE_FROM], text(bw_base_from_name(links[i]->base_from))) &&
                    meets(row->cells[BASE_PART], links[i]->base_part) &&
                    meets(row->cells[RESOLVED], links[i]->url) && meets(target, links[i]->target));
    }
    CHECK_ROW(met, row);
  }
}

// Files as callbacks take them.
typedef struct files {
  size_t begun, ended, bytes, refuse_at;
} files;
static int begin(void* context, bw_string name) {
  files* seen = context;
  CHECK(name.size != 0 && memchr(name.data, '/', name.size) == NULL && name.data[0] != '.');
  return ++seen->begun == seen->refuse_at;
}
static int a_write(void* context, const char* bytes, size_t size) {
  CHECK(bytes != NULL);
  ((files*)context)->bytes += size;
  return 0;
}
static int end(void* context) {
  ++((files*)context)->ended;
  return 0;
}

static void unpack(bw_bundle* bundle) {
  bw_files to;
  bw_unpacked* unpacked = NULL;
  bw_error error = BW_ERROR_INIT;
  files seen = {0, 0, 0, 0};
  size_t count;
  bw_status status;
  memset(&to, 0, sizeof to);
  to.size = sizeof to;
  to.begin = begin;
  to.write = a_write;
  to.end = end;
  status = bw_bundle_unpack(bundle, NULL, &to, &seen, &unpacked, &error);
  if (status == BW_ERROR_INPUT) {
    CHECK(strcmp(error.code, "no-page") == 0 && unpacked == NULL);
    return;
  }
  CHECK(status == BW_OK && seen.begun == seen.ended && seen.begun > 0);
  CHECK(bw_unpacked_files(unpacked, &count) != NULL && count <= seen.begun);
  CHECK(bw_unpacked_get_info(unpacked)->length == seen.bytes);
  bw_unpacked_left_out(unpacked, &count);
  CHECK(count == bw_unpacked_get_info(unpacked)->left_out_count);
  bw_unpacked_free(unpacked);
  seen.begun = 0;
  seen.refuse_at = 1;
  CHECK(bw_bundle_unpack(bundle, NULL, &to, &seen, NULL, &error) == BW_ERROR_STOPPED);
  seen.bytes = 0;
  CHECK(bw_bundle_inline(bundle, NULL, a_write, &seen, &unpacked, &error) == BW_OK);
  CHECK(seen.bytes > 0 && bw_unpacked_get_info(unpacked)->length == seen.bytes);
  bw_unpacked_free(unpacked);
}

static void check_case(const char* name) {
  char path[512];
  bundle_case at;
  bw_check* check_of = NULL;
  size_t count;
  int profile;
  snprintf(path, sizeof path, "cases/mhtml/%s/input.mhtml", name);
  at.mail = read_data(path);
  for (profile = 0; profile < 2; ++profile) {
    bw_walk_options options;
    bw_walker* walker = NULL;
    bw_walk_options_init(&options, sizeof options);
    options.rules = BW_RULES_RFC3986;
    options.honor |= BW_HONOR_THISMESSAGE;
    options.targets = 1;
    options.profile = (bw_profile)profile;
    CHECK(bw_walker_new(&options, &walker, NULL) == BW_OK);
    CHECK(bw_walker_read(walker, at.mail.data, at.mail.size, BW_WANT_LINKS, &at.messages[profile],
                         NULL) == BW_OK);
    CHECK(bw_bundle_new(at.mail.data, at.mail.size, &options, &at.bundles[profile], NULL) == BW_OK);
    bw_walker_free(walker);
  }
  snprintf(path, sizeof path, "cases/mhtml/%s/expected.tsv", name);
  each_row(path, expected, &at);
  CHECK(bw_check_new(at.mail.data, at.mail.size, NULL, &check_of, NULL) == BW_OK);
  bw_check_findings(check_of, &count);
  CHECK(count == bw_check_get_info(check_of)->errors + bw_check_get_info(check_of)->warnings);
  CHECK(bw_check_get_info(check_of)->is_bundle);
  bw_check_free(check_of);
  unpack(at.bundles[BW_PROFILE_COMPAT]);
  for (profile = 0; profile < 2; ++profile) {
    bw_message_free(at.messages[profile]);
    bw_bundle_free(at.bundles[profile]);
  }
  free_bytes(&at.mail);
}

void test_bundles(void) {
  DIR* folder = opendir(BW_TEST_DATA "/cases/mhtml");
  struct dirent* entry;
  size_t count = 0;
  if (!CHECK(folder != NULL)) return;
  while ((entry = readdir(folder)) != NULL) {
    if (entry->d_name[0] == '.') continue;
    check_case(entry->d_name);
    ++count;
  }
  closedir(folder);
  CHECK(count == 11);
}
