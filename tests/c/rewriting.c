// SPDX-License-Identifier: MIT
//
// Messages rewritten through the C API.
#include <stdlib.h>
#include <string.h>

#include "c/support.h"

static const char kMail[] =
    "Base: <URL:http://a/b/>\nContent-Type: text/html\n\n"
    "<a href=\"../c\">x</a> <a href=\"http://h/\">y</a>\n";

static int take(void* context, const char* bytes, size_t size) {
  bw_string piece;
  piece.data = bytes;
  piece.size = size;
  put(context, piece);
  return 0;
}
static int refuse(void* context, const char* bytes, size_t size) {
  (void)bytes, (void)size;
  return ++*(size_t*)context == 2;
}

static bw_rewritten* rewrite(const bw_rewrite_options* options, const bytes* mail) {
  bw_rewriter* rewriter = NULL;
  bw_rewritten* made = NULL;
  bw_error error = BW_ERROR_INIT;
  CHECK(bw_rewriter_new(options, &rewriter, &error) == BW_OK);
  CHECK(bw_rewriter_rewrite(rewriter, mail->data, mail->size, &made, &error) == BW_OK);
  bw_rewriter_free(rewriter);
  return made;
}

static void check_result(const bw_rewritten* made, const char* wanted) {
  bw_buffer* out = NULL;
  sheet written = {NULL, 0, 0};
  CHECK(bw_buffer_new(&out, NULL) == BW_OK);
  CHECK(bw_rewritten_append(made, out, NULL) == BW_OK);
  CHECK_TEXT(bw_buffer_bytes(out), text(wanted));
  CHECK(bw_rewritten_write(made, take, &written, NULL) == BW_OK);
  CHECK_TEXT(sheet_text(&written), text(wanted));
  CHECK(bw_rewritten_get_info(made)->length == strlen(wanted));
  free_sheet(&written);
  bw_buffer_free(out);
}

static bytes result_of(const bw_rewritten* made) {
  bw_buffer* out = NULL;
  bytes all;
  CHECK(bw_buffer_new(&out, NULL) == BW_OK);
  CHECK(bw_rewritten_append(made, out, NULL) == BW_OK);
  all = copy_of(bw_buffer_bytes(out));
  bw_buffer_free(out);
  return all;
}

static void absolute(const bytes* mail) {
  bw_rewritten* made = rewrite(NULL, mail);
  const bw_rewritten_info* info = bw_rewritten_get_info(made);
  const bw_edit* const* edits;
  const bw_splice* const* splices;
  size_t count, calls = 0;
  CHECK(info->changed && info->edit_count == 1 && info->kept_count == 0 && info->links == 2);
  CHECK(info->verdict == BW_VERDICT_CLEAR);
  edits = bw_rewritten_edits(made, &count);
  if (CHECK(count == 1)) {
    CHECK(edits[0]->kind == BW_EDIT_ABSOLUTE && edits[0]->reading == BW_DOUBT_NONE);
    CHECK_TEXT(edits[0]->from, text("../c"));
    CHECK_TEXT(edits[0]->to, text("http://a/c"));
    CHECK_TEXT(edits[0]->where, text("a[href]"));
    CHECK_TEXT(edits[0]->section, text("1"));
  }
  splices = bw_rewritten_splices(made, &count);
  CHECK(count == 1 && splices[0]->begin <= splices[0]->end && splices[0]->end <= mail->size);
  check_result(made,
               "Base: <URL:http://a/b/>\nContent-Type: text/html\n\n"
               "<a href=\"http://a/c\">x</a> <a href=\"http://h/\">y</a>\n");
  CHECK(bw_rewritten_write(made, refuse, &calls, NULL) == BW_ERROR_STOPPED && calls == 2);
  bw_rewritten_free(made);
}

static void wrapped(const bytes* mail) {
  bw_rewrite_options options;
  bw_rewritten* made;
  bw_string only = text("host=h");
  size_t count;
  bw_rewrite_options_init(&options, sizeof options);
  options.absolute = 0;
  options.wrap = text("https://guard.example/?u={url}");
  options.only = &only;
  options.only_count = 1;
  made = rewrite(&options, mail);
  check_result(made,
               "Base: <URL:http://a/b/>\nContent-Type: text/html\n\n<a href=\"../c\">x</a> "
               "<a href=\"https://guard.example/?u=http%3A%2F%2Fh%2F\">y</a>\n");
  CHECK(bw_rewritten_edits(made, &count)[0]->kind == BW_EDIT_WRAP && count == 1);
  bw_rewritten_free(made);
}

// A link that an earlier key has wrapped is not wrapped again, and one that this site has wrapped by
// another template is unwrapped.
static void wrapped_earlier(const bytes* mail) {
  const bw_string earlier = text("old"), other = text("https://guard.example/?u={url}&m={mac}");
  bw_rewrite_options options;
  bw_rewritten *made, *again;
  bw_rewriter* rewriter = NULL;
  bw_error error = BW_ERROR_INIT;
  bytes once;
  size_t count;
  bw_rewrite_options_init(&options, sizeof options);
  options.wrap = text("https://guard.example/?u={url}&m={mac}");
  options.wrap_key = earlier;
  made = rewrite(&options, mail);
  once = result_of(made);
  CHECK(bw_rewritten_edits(made, &count) != NULL && count == 2);
  options.wrap_key = text("new");
  again = rewrite(&options, &once);
  CHECK(bw_rewritten_get_info(again)->edit_count == 2);
  bw_rewritten_free(again);
  options.previous_keys = &earlier;
  options.previous_key_count = 1;
  again = rewrite(&options, &once);
  CHECK(bw_rewritten_get_info(again)->edit_count == 0);
  bw_rewritten_free(again);
  options.wrap = text("");
  options.unwrap_from = &other;
  options.unwrap_from_count = 1;
  again = rewrite(&options, &once);
  check_result(again,
               "Base: <URL:http://a/b/>\nContent-Type: text/html\n\n"
               "<a href=\"http://a/c\">x</a> <a href=\"http://h/\">y</a>\n");
  bw_rewritten_free(again);
  bw_rewritten_free(made);
  free_bytes(&once);
  options.unwrap_from_count = 0;
  options.wrap = text("https://guard.example/{expires}/{mac}/{url}");
  CHECK(bw_rewriter_new(&options, &rewriter, &error) == BW_ERROR_OPTION && rewriter == NULL);
  CHECK(strcmp(error.code, "lifetime") == 0);
  options.wrap_lifetime = 36501;
  CHECK(bw_rewriter_new(&options, &rewriter, &error) == BW_ERROR_OPTION && rewriter == NULL);
  CHECK(strcmp(error.code, "lifetime") == 0);
  options.wrap_lifetime = 30;
  made = rewrite(&options, mail);
  CHECK(bw_rewritten_get_info(made)->edit_count == 2);
  bw_rewritten_free(made);
}

static void kept(void) {
  // What is signed stays, and is told.
  const char* given =
      "Base: <URL:http://a/>\nContent-Type: multipart/signed; boundary=b;\n"
      " protocol=\"application/pgp-signature\"\n\n--b\nContent-Type: text/html\n\n"
      "<a href=\"x\">\n--b\nContent-Type: application/pgp-signature\n\nx\n--b--\n";
  bytes mail = copy_of(text(given));
  bw_rewrite_options options;
  bw_rewritten* made;
  const bw_kept* const* stays;
  const bw_signature* const* signatures;
  size_t count;
  bw_rewrite_options_init(&options, sizeof options);
  options.signatures = 1;
  made = rewrite(&options, &mail);
  CHECK(!bw_rewritten_get_info(made)->changed);
  stays = bw_rewritten_kept(made, &count);
  if (CHECK(count >= 1)) CHECK(stays[0]->why == BW_KEPT_SIGNED_PART);
  check_result(made, given);
  signatures = bw_rewritten_signatures(made, &count);
  if (CHECK(count == 1)) {
    CHECK(signatures[0]->kind == BW_SIGNATURE_PGP);
    CHECK(signatures[0]->verdict == BW_SIGNATURE_KEPT);
  }
  bw_rewritten_free(made);
  options.edit_signed = 1;
  options.mark = 1;
  made = rewrite(&options, &mail);
  CHECK(bw_rewritten_get_info(made)->changed);
  CHECK(bw_rewritten_marks(made, &count) != NULL && count == 4);
  signatures = bw_rewritten_signatures(made, &count);
  CHECK(count == 1 && signatures[0]->verdict == BW_SIGNATURE_BROKEN);
  bw_rewritten_free(made);
  free_bytes(&mail);
}

static void refused(void) {
  bw_rewrite_options options;
  bw_walk_options walk;
  bw_rewriter* rewriter = NULL;
  bw_error error = BW_ERROR_INIT;
  bw_string only = text("colour=red");
  bw_rewrite_options_init(&options, sizeof options);
  options.wrap = text("https://guard.example/");
  CHECK(bw_rewriter_new(&options, &rewriter, &error) == BW_ERROR_OPTION && rewriter == NULL);
  CHECK(strcmp(error.code, "template") == 0 && error.detail[0] != '\0');
  options.wrap = text("https://guard.example/?u={url}&m={mac}");
  CHECK(bw_rewriter_new(&options, &rewriter, &error) == BW_ERROR_OPTION);
  CHECK(strcmp(error.code, "key") == 0);
  options.wrap_key = text("k");
  options.defang = 1;
  CHECK(bw_rewriter_new(&options, &rewriter, &error) == BW_ERROR_OPTION);
  CHECK(strcmp(error.code, "options") == 0);
  options.defang = 0;
  options.only = &only;
  options.only_count = 1;
  CHECK(bw_rewriter_new(&options, &rewriter, &error) == BW_ERROR_OPTION);
  CHECK(strcmp(error.code, "condition") == 0);
  options.only = NULL;
  CHECK(bw_rewriter_new(&options, &rewriter, &error) == BW_ERROR_ARGUMENT);
  options.only_count = 0;
  bw_walk_options_init(&walk, sizeof walk);
  walk.rules = (bw_rules)77;
  options.walk = &walk;
  CHECK(bw_rewriter_new(&options, &rewriter, &error) == BW_ERROR_ARGUMENT);
}

void test_rewriting(void) {
  bytes mail = copy_of(text(kMail));
  absolute(&mail);
  wrapped(&mail);
  wrapped_earlier(&mail);
  free_bytes(&mail);
  kept();
  refused();
}
