// SPDX-License-Identifier: MIT
//
// What a program may do wrong: NULL everywhere, sizes that are none, values that no enumerator has,
// structs of other versions.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "c/support.h"

static int take(void* context, const char* bytes, size_t size) {
  (void)context, (void)bytes, (void)size;
  return 0;
}

static void check_frees(void) {
  bw_buffer_free(NULL);
  bw_base_free(NULL);
  bw_url_free(NULL);
  bw_walker_free(NULL);
  bw_message_free(NULL);
  bw_tree_free(NULL);
  bw_rewriter_free(NULL);
  bw_rewritten_free(NULL);
  bw_bundle_free(NULL);
  bw_check_free(NULL);
  bw_unpacked_free(NULL);
  bw_archive_free(NULL);
  bw_batch_free(NULL);
}

static void check_nulls(void) {
  bw_buffer* out = NULL;
  bw_base* base = NULL;
  bw_walker* walker = NULL;
  bw_message* message = NULL;
  bw_tree* tree = NULL;
  bw_rewritten* rewritten = NULL;
  bw_unpacked* unpacked = NULL;
  bw_batch* batch = NULL;
  size_t count = 7;
  CHECK(bw_buffer_new(NULL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_base_new("a", 1, BW_RULES_RFC1808, NULL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_walker_new(NULL, NULL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_walker_read(NULL, "", 0, BW_WANT_ALL, &message, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_walker_visit(NULL, "", 0, NULL, NULL, NULL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_tree_decode(NULL, 0, take, NULL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_rewriter_rewrite(NULL, "", 0, &rewritten, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_rewritten_append(NULL, NULL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_rewritten_write(NULL, take, NULL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_bundle_unpack(NULL, NULL, NULL, NULL, &unpacked, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_bundle_unpack_folder(NULL, NULL, "x", &unpacked, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_bundle_inline(NULL, NULL, NULL, NULL, NULL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_archive_next(NULL, &batch, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_archive_progress(NULL, NULL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_message_at(NULL, 3, 0, NULL, &batch, NULL) == BW_ERROR_ARGUMENT);
  CHECK(message == NULL && rewritten == NULL && unpacked == NULL && batch == NULL);
  CHECK(bw_message_links(NULL, &count) == NULL && count == 0);
  CHECK(bw_message_summary(NULL) == NULL && bw_url_get_info(NULL) == NULL);
  CHECK(bw_rewritten_get_info(NULL) == NULL && bw_bundle_get_info(NULL) == NULL);
  CHECK(bw_tree_entities(NULL, NULL) == NULL && bw_batch_items(NULL, NULL) == NULL);
  CHECK(bw_buffer_bytes(NULL).data == NULL);
  bw_buffer_clear(NULL);
  bw_walk_options_init(NULL, 8);
  CHECK(bw_base_text(NULL).data == NULL && !bw_base_is_absolute(NULL));
  // No bytes is a message, NULL with a size is none.
  CHECK(bw_walker_new(NULL, &walker, NULL) == BW_OK);
  CHECK(bw_walker_read(walker, NULL, 0, BW_WANT_ALL, &message, NULL) == BW_OK);
  CHECK(bw_message_summary(message)->parts == 1);
  bw_message_free(message);
  CHECK(bw_walker_read(walker, NULL, 1, BW_WANT_ALL, &message, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_walker_read(walker, NULL, BW_TO_NUL, BW_WANT_ALL, &message, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_tree_new(NULL, 5, NULL, 0, &tree, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_tree_new("", 0, NULL, 5, &tree, NULL) == BW_ERROR_ARGUMENT);
  // A length that no memory has.
  CHECK(bw_walker_read(walker, "x", SIZE_MAX - 1, BW_WANT_ALL, &message, NULL) ==
        BW_ERROR_ARGUMENT);
  CHECK(bw_tree_new("x", (size_t)PTRDIFF_MAX + 1, NULL, 0, &tree, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_walker_read(walker, "x", 1, 64, &message, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_walker_read(walker, "x", 1, BW_WANT_ALL, NULL, NULL) == BW_ERROR_ARGUMENT);
  // Without callbacks, and without a place for the counts.
  CHECK(bw_walker_visit(walker, "x", 1, NULL, NULL, NULL, NULL) == BW_OK);
  CHECK(bw_base_new("http://h/", BW_TO_NUL, (bw_rules)4, &base, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_base_new("http://h/", BW_TO_NUL, (bw_rules)-1, &base, NULL) == BW_ERROR_ARGUMENT);
  CHECK(base == NULL);
  CHECK(bw_base_new("http://h/", BW_TO_NUL, BW_RULES_RFC3986, &base, NULL) == BW_OK);
  CHECK(bw_base_resolve(base, "x", 1, NULL, NULL, NULL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_buffer_new(&out, NULL) == BW_OK);
  CHECK(bw_base_resolve(NULL, "x", 1, NULL, out, NULL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_normalize("http://h/", BW_TO_NUL, 16, out, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_split("x", 1, BW_RULES_WHATWG, NULL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_rules_named("rfc9999", BW_TO_NUL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_buffer_bytes(out).size == 0);
  bw_buffer_free(out);
  bw_base_free(base);
  bw_walker_free(walker);
}

// A text in the buffer that is appended to, which moves while it grows.
static void check_own_bytes(void) {
  char url[10000];
  bw_base* base = NULL;
  size_t size, i;
  int function;
  CHECK(bw_base_new("http://h/", BW_TO_NUL, BW_RULES_RFC3986, &base, NULL) == BW_OK);
  memcpy(url, "http://h/", 9);
  for (i = 9; i < sizeof url; ++i) url[i] = i % 7 == 0 ? '/' : 'x';
  for (function = 0; function < 3; ++function)
    for (size = 100; size < sizeof url; size = size * 3 / 2) {
      bw_buffer* out = NULL;
      CHECK(bw_buffer_new(&out, NULL) == BW_OK);
      CHECK(bw_unwrap(url, size, out, NULL) == BW_OK);
      for (i = 1; i < 9; ++i) {
        bw_string all = bw_buffer_bytes(out);
        const char* const last = all.data + (i - 1) * size;
        if (function == 0)
          CHECK(bw_normalize(last, size, BW_NORMAL_DOT_SEGMENTS, out, NULL) == BW_OK);
        else if (function == 1)
          CHECK(bw_unwrap(last, size, out, NULL) == BW_OK);
        else
          CHECK(bw_base_resolve(base, last, size, NULL, out, NULL, NULL) == BW_OK);
        all = bw_buffer_bytes(out);
        if (!CHECK(all.size == (i + 1) * size && memcmp(all.data + i * size, url, size) == 0))
          break;
      }
      bw_buffer_free(out);
    }
  bw_base_free(base);
}

// What rules leave a choice of.
static const struct {
  bw_rules rules;
  bw_surplus_dots dots;
  int same_scheme, has_choice;
} kChoices[] = {
    {BW_RULES_RFC1808, BW_DOTS_DROP, 0, 0},  {BW_RULES_RFC2396, BW_DOTS_DROP, 0, 1},
    {BW_RULES_RFC3986, BW_DOTS_ERROR, 0, 0}, {BW_RULES_RFC2396, BW_DOTS_ERROR, 0, 1},
    {BW_RULES_WHATWG, BW_DOTS_DROP, 0, 0},   {BW_RULES_RFC1808, BW_DOTS_KEEP, 1, 0},
    {BW_RULES_RFC2396, BW_DOTS_KEEP, 1, 1},  {BW_RULES_RFC3986, BW_DOTS_KEEP, 1, 1},
    {BW_RULES_WHATWG, BW_DOTS_KEEP, 1, 0},   {BW_RULES_WHATWG, BW_DOTS_KEEP, 0, 1},
};

static void check_options(void) {
  bw_walk_options options;
  bw_buffer* answer = NULL;
  size_t i;
  bw_walker* walker = NULL;
  bw_error error = BW_ERROR_INIT;
  bw_limit limits[2] = {{"links", 1}, {"linx", 1}};
  bw_walk_options_init(&options, sizeof options);
  options.limits = limits;
  options.limit_count = 2;
  CHECK(bw_walker_new(&options, &walker, &error) == BW_ERROR_OPTION && walker == NULL);
  CHECK(error.status == BW_ERROR_OPTION && strcmp(error.code, "limit") == 0);
  CHECK(strstr(error.detail, "linx") != NULL);
  limits[1].name = NULL;
  CHECK(bw_walker_new(&options, &walker, &error) == BW_ERROR_ARGUMENT);
  options.limits = NULL;
  CHECK(bw_walker_new(&options, &walker, &error) == BW_ERROR_ARGUMENT);
  options.limit_count = 0;
  options.retrieved = text("a/b");
  CHECK(bw_walker_new(&options, &walker, &error) == BW_ERROR_OPTION);
  CHECK(strcmp(error.code, "not-absolute") == 0);
  options.retrieved = text("mailto:a@b.example");
  CHECK(bw_walker_new(&options, &walker, &error) == BW_ERROR_OPTION);
  CHECK(strcmp(error.code, "not-hierarchical") == 0);
  options.retrieved.data = NULL;
  CHECK(bw_walker_new(&options, &walker, &error) == BW_ERROR_ARGUMENT);
  options.retrieved.size = 0;
  options.assume_scheme = text("1x");
  CHECK(bw_walker_new(&options, &walker, &error) == BW_ERROR_OPTION);
  options.assume_scheme.size = 0;
  options.open = 1u << 20;
  CHECK(bw_walker_new(&options, &walker, &error) == BW_ERROR_ARGUMENT);
  options.open = 0;
  options.honor = 1u << 8;
  CHECK(bw_walker_new(&options, &walker, &error) == BW_ERROR_ARGUMENT);
  options.honor = BW_HONOR_DEFAULT;
  options.surplus_dots = (bw_surplus_dots)3;
  CHECK(bw_walker_new(&options, &walker, &error) == BW_ERROR_ARGUMENT);
  CHECK(bw_buffer_new(&answer, NULL) == BW_OK);
  for (i = 0; i < sizeof kChoices / sizeof *kChoices; ++i) {
    bw_base* base = NULL;
    bw_resolve_options how;
    const bw_status wanted = kChoices[i].has_choice ? BW_OK : BW_ERROR_OPTION;
    bw_resolve_options_init(&how, sizeof how);
    options.rules = kChoices[i].rules;
    options.surplus_dots = how.surplus_dots = kChoices[i].dots;
    options.same_scheme_is_relative = how.same_scheme_is_relative = kChoices[i].same_scheme;
    CHECK(bw_walker_new(&options, &walker, &error) == wanted);
    CHECK(wanted == BW_OK || strcmp(error.code, "rules") == 0);
    bw_walker_free(walker);
    CHECK(bw_base_new("http://a/b", BW_TO_NUL, kChoices[i].rules, &base, NULL) == BW_OK);
    CHECK(bw_base_resolve(base, "g", 1, &how, answer, NULL, &error) == wanted);
    CHECK(wanted == BW_OK || strcmp(error.code, "rules") == 0);
    bw_base_free(base);
  }
  bw_buffer_free(answer);
  options.rules = BW_RULES_RFC1808;
  options.same_scheme_is_relative = 0;
  options.surplus_dots = BW_DOTS_KEEP;
  options.profile = (bw_profile)2;
  CHECK(bw_walker_new(&options, &walker, &error) == BW_ERROR_ARGUMENT);
  options.profile = BW_PROFILE_STRICT;
  CHECK(bw_walker_new(&options, &walker, &error) == BW_OK && error.status == BW_OK);
  CHECK(error.code[0] == '\0' && error.detail[0] == '\0');
  bw_walker_free(walker);
}

// A program that was built with a later header, and one that forgot the size.
static void check_sizes(void) {
  struct later {
    bw_walk_options options;
    size_t unknown;
  } later;
  struct later_summary {
    bw_summary summary;
    size_t unknown;
  } summary;
  struct later_error {
    bw_error error;
    size_t unknown;
  } error;
  bw_walker* walker = NULL;
  memset(&later, 0xFF, sizeof later);
  bw_walk_options_init(&later.options, sizeof later);
  CHECK(later.options.size == sizeof later && later.unknown == 0);
  CHECK(bw_walker_new(&later.options, &walker, NULL) == BW_OK);
  later.unknown = 1;
  bw_walker_free(walker);
  CHECK(bw_walker_new(&later.options, &walker, NULL) == BW_ERROR_STRUCT && walker == NULL);
  later.options.size = 0;
  CHECK(bw_walker_new(&later.options, &walker, NULL) == BW_ERROR_STRUCT);
  later.options.size = sizeof later.options - 1;
  CHECK(bw_walker_new(&later.options, &walker, NULL) == BW_ERROR_STRUCT);
  later.options.size = SIZE_MAX;
  CHECK(bw_walker_new(&later.options, &walker, NULL) == BW_ERROR_STRUCT);

  CHECK(bw_walker_new(NULL, &walker, NULL) == BW_OK);
  memset(&summary, 0xFF, sizeof summary);
  summary.summary.size = sizeof summary;
  CHECK(bw_walker_visit(walker, "", 0, NULL, NULL, &summary.summary, NULL) == BW_OK);
  CHECK(summary.summary.parts == 1 && summary.unknown == 0);
  CHECK(summary.summary.size == sizeof summary);
  summary.summary.size = 8;
  CHECK(bw_walker_visit(walker, "", 0, NULL, NULL, &summary.summary, NULL) == BW_ERROR_STRUCT);

  memset(&error, 0xFF, sizeof error);
  error.error.size = sizeof error;
  CHECK(bw_walker_visit(NULL, "", 0, NULL, NULL, NULL, &error.error) == BW_ERROR_ARGUMENT);
  CHECK(strcmp(error.error.code, "argument") == 0 && error.unknown == 0);
  error.error.size = 0;
  error.error.code[0] = '#';
  CHECK(bw_walker_visit(walker, "", 0, NULL, NULL, NULL, &error.error) == BW_ERROR_STRUCT);
  CHECK(error.error.code[0] == '#');
  bw_walker_free(walker);
}

static int call_again(void* context, const bw_part* part) {
  (void)part;
  CHECK(bw_walker_visit(context, "", 0, NULL, NULL, NULL, NULL) == BW_ERROR_ARGUMENT);
  return 0;
}

// A callback may use other handles, but not the walker that calls it.
static void check_reentrance(void) {
  bw_walker* walker = NULL;
  bw_visitor visitor;
  bw_summary summary;
  memset(&visitor, 0, sizeof visitor);
  visitor.size = sizeof visitor;
  visitor.part = call_again;
  summary.size = sizeof summary;
  CHECK(bw_walker_new(NULL, &walker, NULL) == BW_OK);
  CHECK(bw_walker_visit(walker, "x", 1, &visitor, walker, &summary, NULL) == BW_OK);
  CHECK(summary.parts == 1);
  CHECK(bw_walker_visit(walker, "x", 1, NULL, NULL, NULL, NULL) == BW_OK);
  bw_walker_free(walker);
}

void test_misuse(void) {
  check_frees();
  check_nulls();
  check_own_bytes();
  check_options();
  check_sizes();
  check_reentrance();
}
