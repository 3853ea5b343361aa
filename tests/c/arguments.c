// SPDX-License-Identifier: MIT
//
// One argument at a time that cannot be: each is told by its name, and nothing is made.
#include <string.h>

#include "c/support.h"

static bw_error error = BW_ERROR_INIT;

#define REFUSES(call, what)                \
  do {                                     \
    CHECK((call) == BW_ERROR_ARGUMENT);    \
    CHECK_TEXT(text(error.code), text("argument")); \
    CHECK_TEXT(text(error.detail), text(what));     \
  } while (0)
#define IS_NO_STRUCT(call, what)            \
  do {                                      \
    CHECK((call) == BW_ERROR_STRUCT);       \
    CHECK(strncmp(error.detail, what, strlen(what)) == 0); \
  } while (0)

// What has no bytes but a size, and what holds a NUL.
static const bw_string kNone = {NULL, 3};
static const bw_string kWithNul = {"a\0b", 3};

static int take(void* context, const char* bytes, size_t size) {
  (void)context, (void)bytes, (void)size;
  return 0;
}
static int begin(void* context, bw_string name) {
  (void)context, (void)name;
  return 0;
}

static void of_urls(bw_buffer* out) {
  bw_base* base = NULL;
  bw_url* url = NULL;
  bw_resolve_options how;
  bw_resolution resolution;
  bw_components components;
  bw_rules rules = BW_RULES_WHATWG;
  uint32_t flags = 7;
  const bw_string written = text("http://h/");
  REFUSES(bw_base_new(NULL, 3, BW_RULES_RFC3986, &base, &error), "the base: no text");
  CHECK(bw_base_new("http://h/", BW_TO_NUL, BW_RULES_RFC3986, &base, &error) == BW_OK);
  CHECK(bw_base_failure(base) == BW_FAILURE_NONE && bw_base_failure(NULL) == BW_FAILURE_NONE);
  REFUSES(bw_base_resolve(base, NULL, 3, NULL, out, NULL, &error), "no text");
  REFUSES(bw_base_resolve(base, "x", 1, NULL, NULL, NULL, &error), "no buffer");
  REFUSES(bw_base_resolve(NULL, "x", 1, NULL, out, NULL, &error), "no base");
  memset(&how, 0, sizeof how);
  IS_NO_STRUCT(bw_base_resolve(base, "x", 1, &how, out, NULL, &error), "bw_resolve_options");
  how.size = sizeof how;
  how.surplus_dots = (bw_surplus_dots)9;
  REFUSES(bw_base_resolve(base, "x", 1, &how, out, NULL, &error),
          "surplus_dots: no bw_surplus_dots");
  memset(&resolution, 0, sizeof resolution);
  IS_NO_STRUCT(bw_base_resolve(base, "x", 1, NULL, out, &resolution, &error), "bw_resolution");
  REFUSES(bw_base_relate(NULL, "x", 1, out, NULL, &error), "no base");
  REFUSES(bw_base_relate(base, NULL, 1, out, NULL, &error), "no text");
  REFUSES(bw_base_relate(base, "x", 1, NULL, NULL, &error), "no buffer");
  // Whether it could be is nobody's question then.
  CHECK(bw_base_relate(base, "http://h/x", BW_TO_NUL, out, NULL, &error) == BW_OK);
  CHECK_TEXT(bw_buffer_bytes(out), text("x"));
  bw_buffer_clear(out);
  REFUSES(bw_normalize(NULL, 3, 0, out, &error), "no text");
  REFUSES(bw_normalize("x", 1, 0, NULL, &error), "no buffer");
  REFUSES(bw_unwrap(NULL, 3, out, &error), "no text");
  REFUSES(bw_unwrap("x", 1, NULL, &error), "no buffer");
  REFUSES(bw_seen_host(NULL, 3, out, &error), "no text");
  REFUSES(bw_seen_host("x", 1, NULL, &error), "no buffer");
  REFUSES(bw_split(NULL, 3, BW_RULES_WHATWG, &components, &error), "no text");
  REFUSES(bw_split("x", 1, (bw_rules)9, &components, &error), "rules: no bw_rules");
  REFUSES(bw_split("x", 1, BW_RULES_WHATWG, NULL, &error), "no components");
  memset(&components, 0, sizeof components);
  IS_NO_STRUCT(bw_split("x", 1, BW_RULES_WHATWG, &components, &error), "bw_components");
  REFUSES(bw_url_new(NULL, 3, &url, &error), "no text");
  REFUSES(bw_url_new("x", 1, NULL, &error), "the place of the handle");
  REFUSES(bw_url_flags(kNone, written, written, &flags, &error), "no text");
  REFUSES(bw_url_flags(written, kNone, written, &flags, &error), "no text");
  REFUSES(bw_url_flags(written, written, kNone, &flags, &error), "no text");
  REFUSES(bw_url_flags(written, written, written, NULL, &error), "no flags");
  CHECK(bw_rules_named(NULL, 3, &rules) == BW_ERROR_ARGUMENT);
  CHECK(bw_rules_named("rfc1808", BW_TO_NUL, NULL) == BW_ERROR_ARGUMENT);
  CHECK(bw_rules_named("rfc9999", BW_TO_NUL, &rules) == BW_ERROR_ARGUMENT);
  CHECK(rules == BW_RULES_WHATWG && flags == 7 && url == NULL);
  CHECK(bw_rules_named("rfc1808", BW_TO_NUL, &rules) == BW_OK && rules == BW_RULES_RFC1808);
  CHECK(bw_buffer_bytes(out).size == 0);
  bw_base_free(base);
}

static void of_messages(bw_buffer* out) {
  bw_walker* walker = NULL;
  bw_walk_options options;
  bw_visitor visitor;
  bw_tree* tree = NULL;
  CHECK(bw_walker_new(NULL, &walker, &error) == BW_OK);
  REFUSES(bw_walker_visit(walker, NULL, 3, NULL, NULL, NULL, &error), "the message: no bytes");
  memset(&visitor, 0, sizeof visitor);
  IS_NO_STRUCT(bw_walker_visit(walker, "x", 1, &visitor, NULL, NULL, &error), "bw_visitor");
  bw_walker_free(walker);
  bw_walk_options_init(&options, sizeof options);
  options.assume_scheme = kNone;
  REFUSES(bw_walker_new(&options, &walker, &error), "assume_scheme: no text");
  options.assume_scheme = text("");
  options.retrieved = kNone;
  REFUSES(bw_walker_new(&options, &walker, &error), "retrieved: no text");
  CHECK(bw_tree_new("x", 1, NULL, 0, &tree, &error) == BW_OK);
  REFUSES(bw_tree_decode(tree, 0, NULL, NULL, &error), "no callback");
  CHECK(bw_tree_find(tree, 0, NULL, 3) == NULL && bw_tree_find(NULL, 0, "x", 1) == NULL);
  REFUSES(bw_decode_field(NULL, 3, out, &error), "no text");
  REFUSES(bw_decode_field("x", 1, NULL, &error), "no buffer");
  bw_tree_free(tree);
}

static void of_rewriting(void) {
  bw_rewriter* rewriter = NULL;
  bw_rewritten* made = NULL;
  bw_rewrite_options options;
  memset(&options, 0, sizeof options);
  IS_NO_STRUCT(bw_rewriter_new(&options, &rewriter, &error), "bw_rewrite_options");
  bw_rewrite_options_init(&options, sizeof options);
  options.wrap = kNone;
  REFUSES(bw_rewriter_new(&options, &rewriter, &error), "wrap: no text");
  options.wrap = text("");
  options.wrap_key = kNone;
  REFUSES(bw_rewriter_new(&options, &rewriter, &error), "wrap_key: no text");
  options.wrap_key = text("");
  options.previous_key_count = 1;
  REFUSES(bw_rewriter_new(&options, &rewriter, &error), "previous_keys: NULL");
  options.previous_keys = &kNone;
  REFUSES(bw_rewriter_new(&options, &rewriter, &error), "previous_keys: no text");
  options.previous_key_count = 0;
  options.unwrap_from_count = 1;
  REFUSES(bw_rewriter_new(&options, &rewriter, &error), "unwrap_from: NULL");
  options.unwrap_from = &kNone;
  REFUSES(bw_rewriter_new(&options, &rewriter, &error), "unwrap_from: no text");
  options.unwrap_from_count = 0;
  options.only = &kNone;
  options.only_count = 1;
  REFUSES(bw_rewriter_new(&options, &rewriter, &error), "only: no text");
  CHECK(rewriter == NULL);
  CHECK(bw_rewriter_new(NULL, &rewriter, &error) == BW_OK);
  REFUSES(bw_rewriter_rewrite(rewriter, NULL, 3, &made, &error), "the message: no bytes");
  CHECK(made == NULL);
  CHECK(bw_rewriter_rewrite(rewriter, "x", 1, &made, &error) == BW_OK);
  REFUSES(bw_rewritten_append(made, NULL, &error), "no buffer");
  REFUSES(bw_rewritten_write(made, NULL, NULL, &error), "no callback");
  bw_rewritten_free(made);
  // Nothing comes of nothing, and that is all of it.
  CHECK(bw_rewriter_rewrite(rewriter, NULL, 0, &made, &error) == BW_OK);
  CHECK(bw_rewritten_write(made, take, NULL, &error) == BW_OK);
  CHECK(bw_rewritten_get_info(made)->length == 0);
  bw_rewritten_free(made);
  bw_rewriter_free(rewriter);
}

static void of_bundles(void) {
  bw_bundle* bundle = NULL;
  bw_check* check_of = NULL;
  bw_unpacked* unpacked = NULL;
  bw_unpack_options options;
  bw_files files;
  bw_walk_options walk;
  REFUSES(bw_bundle_new(NULL, 3, NULL, &bundle, &error), "the bundle: no bytes");
  REFUSES(bw_check_new(NULL, 3, NULL, &check_of, &error), "the bundle: no bytes");
  memset(&walk, 0, sizeof walk);
  IS_NO_STRUCT(bw_bundle_new("x", 1, &walk, &bundle, &error), "bw_walk_options");
  IS_NO_STRUCT(bw_check_new("x", 1, &walk, &check_of, &error), "bw_walk_options");
  CHECK(bundle == NULL && check_of == NULL);
  CHECK(bw_check_get_info(NULL) == NULL && bw_unpacked_get_info(NULL) == NULL);
  CHECK(bw_bundle_new("Content-Type: text/html\n\n<p>", BW_TO_NUL, NULL, &bundle, &error) == BW_OK);
  REFUSES(bw_bundle_unpack_folder(bundle, NULL, NULL, &unpacked, &error), "no folder");
  REFUSES(bw_bundle_unpack_folder(NULL, NULL, "x", NULL, &error), "no bundle");
  REFUSES(bw_bundle_unpack(bundle, NULL, NULL, NULL, &unpacked, &error), "no files");
  memset(&files, 0, sizeof files);
  IS_NO_STRUCT(bw_bundle_unpack(bundle, NULL, &files, NULL, &unpacked, &error), "bw_files");
  files.size = sizeof files;
  files.begin = begin;
  REFUSES(bw_bundle_unpack(bundle, NULL, &files, NULL, &unpacked, &error), "no callback");
  files.begin = NULL;
  files.write = take;
  REFUSES(bw_bundle_unpack(bundle, NULL, &files, NULL, &unpacked, &error), "no callback");
  files.begin = begin;
  REFUSES(bw_bundle_unpack(NULL, NULL, &files, NULL, &unpacked, &error), "no bundle");
  REFUSES(bw_bundle_inline(bundle, NULL, NULL, NULL, &unpacked, &error), "no callback");
  REFUSES(bw_bundle_inline(NULL, NULL, take, NULL, &unpacked, &error), "no bundle");
  memset(&options, 0, sizeof options);
  IS_NO_STRUCT(bw_bundle_unpack(bundle, &options, &files, NULL, &unpacked, &error),
               "bw_unpack_options");
  IS_NO_STRUCT(bw_bundle_inline(bundle, &options, take, NULL, &unpacked, &error),
               "bw_unpack_options");
  // Nobody has to be told when a file is whole, or what was made.
  CHECK(bw_bundle_unpack(bundle, NULL, &files, NULL, NULL, &error) == BW_OK);
  CHECK(unpacked == NULL);
  bw_bundle_free(bundle);
}

static void of_archives(void) {
  bw_archive* archive = NULL;
  bw_batch* batch = NULL;
  bw_archive_options options;
  bw_progress progress;
  const bw_string name = text("x");
  REFUSES(bw_archive_new(NULL, 1, NULL, &archive, &error), "names: NULL");
  REFUSES(bw_archive_new(&kNone, 1, NULL, &archive, &error), "names: not a name");
  REFUSES(bw_archive_new(&kWithNul, 1, NULL, &archive, &error), "names: not a name");
  REFUSES(bw_message_at(NULL, 3, 0, NULL, &batch, &error), "source: not a name");
  REFUSES(bw_message_at(kWithNul.data, kWithNul.size, 0, NULL, &batch, &error),
          "source: not a name");
  memset(&options, 0, sizeof options);
  IS_NO_STRUCT(bw_archive_new(&name, 1, &options, &archive, &error), "bw_archive_options");
  IS_NO_STRUCT(bw_message_at("x", 1, 0, &options, &batch, &error), "bw_archive_options");
  bw_archive_options_init(&options, sizeof options);
  options.after_source = kNone;
  REFUSES(bw_archive_new(&name, 1, &options, &archive, &error), "after_source: no text");
  options.after_source = text("");
  options.as = (bw_archive_kind)99;
  REFUSES(bw_archive_new(&name, 1, &options, &archive, &error), "as: no bw_archive_kind");
  CHECK(archive == NULL && batch == NULL);
  CHECK(bw_archive_new(NULL, 0, NULL, &archive, &error) == BW_OK);
  REFUSES(bw_archive_progress(archive, NULL, &error), "no progress");
  memset(&progress, 0, sizeof progress);
  IS_NO_STRUCT(bw_archive_progress(archive, &progress, &error), "bw_progress");
  bw_archive_free(archive);
}

void test_arguments(void) {
  bw_buffer* out = NULL;
  CHECK(bw_buffer_new(&out, &error) == BW_OK);
  of_urls(out);
  of_messages(out);
  of_rewriting();
  of_bundles();
  of_archives();
  CHECK(bw_buffer_bytes(out).size == 0);
  bw_buffer_free(out);
}
