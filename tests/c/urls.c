// SPDX-License-Identifier: MIT
//
// The tables of tests/data/url through the C API.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c/support.h"

static bw_rules rules_named(bw_string name) {
  bw_rules rules = BW_RULES_RFC1808;
  CHECK(bw_rules_named(name.data, name.size, &rules) == BW_OK);
  return rules;
}

// What a reference means, as the tables write it: "(current document)#s", "!error".  The caller's
// to free.
static bytes resolved(bw_string base_text, bw_string reference, bw_rules rules,
                      const bw_resolve_options* options, bw_resolution* resolution) {
  bytes exact_base = copy_of(base_text), exact = copy_of(reference), answer;
  bw_base* base = NULL;
  bw_buffer* out = NULL;
  bw_error error = BW_ERROR_INIT;
  sheet all = {NULL, 0, 0};
  bw_status status;
  resolution->size = sizeof *resolution;
  CHECK(bw_base_new(exact_base.data, exact_base.size, rules, &base, &error) == BW_OK);
  CHECK(bw_buffer_new(&out, &error) == BW_OK);
  status = bw_base_resolve(base, exact.data, exact.size, options, out, resolution, &error);
  if (status == BW_ERROR_NO_ANSWER) {
    CHECK(resolution->outcome == BW_OUTCOME_ERROR);
    CHECK(bw_buffer_bytes(out).size == 0);
    CHECK(strcmp(error.code, bw_failure_name(resolution->failure)) == 0);
    CHECK(error.offset == resolution->failure_offset);
    put_text(&all, rules == BW_RULES_WHATWG ? "!fail" : "!error");
  } else {
    CHECK(status == BW_OK && error.status == BW_OK && error.code[0] == '\0');
    if (resolution->current_document) {
      put_text(&all, "(current document)");
      put(&all, reference);
    } else {
      put(&all, bw_buffer_bytes(out));
    }
  }
  answer = copy_of(sheet_text(&all));
  free_sheet(&all);
  bw_buffer_free(out);
  bw_base_free(base);
  free_bytes(&exact);
  free_bytes(&exact_base);
  return answer;
}

static bw_string of(const bytes* all) {
  bw_string view;
  view.data = all->data;
  view.size = all->size;
  return view;
}

static void by_rules(const row* row, void* context) {
  bw_resolve_options options;
  bw_resolution resolution;
  bw_string name = row->cells[0], option = {NULL, 0};
  const char* plus = memchr(name.data, '+', name.size);
  bytes answer;
  (void)context;
  bw_resolve_options_init(&options, sizeof options);
  if (plus != NULL) {
    option.data = plus + 1;
    option.size = name.size - (size_t)(plus + 1 - name.data);
    name.size = (size_t)(plus - name.data);
    if (same(option, text("discard")))
      options.surplus_dots = BW_DOTS_DROP;
    else if (same(option, text("error")))
      options.surplus_dots = BW_DOTS_ERROR;
    else
      options.same_scheme_is_relative = 1;
  }
  answer = resolved(row->cells[1], row->cells[2], rules_named(name), &options, &resolution);
  CHECK_TEXT_ROW(of(&answer), row->cells[3], row);
  free_bytes(&answer);
}

static void check_answer(const row* row, size_t column, bw_rules rules) {
  bytes base = unescaped(row->cells[0]), reference = unescaped(row->cells[1]);
  bytes wanted = unescaped(row->cells[column]);
  bw_resolution resolution;
  bytes answer = resolved(of(&base), of(&reference), rules, NULL, &resolution);
  CHECK_TEXT_ROW(of(&answer), of(&wanted), row);
  free_bytes(&answer);
  free_bytes(&wanted);
  free_bytes(&reference);
  free_bytes(&base);
}

static void by_all_rules(const row* row, void* context) {
  (void)context;
  check_answer(row, 3, BW_RULES_RFC1808);
  check_answer(row, 4, BW_RULES_RFC2396);
  check_answer(row, 5, BW_RULES_RFC3986);
  check_answer(row, 6, BW_RULES_WHATWG);
}

static void as_browsers(const row* row, void* context) {
  (void)context;
  check_answer(row, 2, BW_RULES_WHATWG);
}

static void failures_of_browsers(const row* row, void* context) {
  bytes base = unescaped(row->cells[0]), reference = unescaped(row->cells[1]);
  bw_resolution resolution;
  bytes answer = resolved(of(&base), of(&reference), BW_RULES_WHATWG, NULL, &resolution);
  char offset[32];
  (void)context;
  CHECK_ROW(resolution.outcome == BW_OUTCOME_ERROR, row);
  CHECK_TEXT_ROW(text(bw_failure_name(resolution.failure)), row->cells[2], row);
  snprintf(offset, sizeof offset, "%zu", resolution.failure_offset);
  CHECK_TEXT_ROW(text(offset), row->cells[3], row);
  free_bytes(&answer);
  free_bytes(&reference);
  free_bytes(&base);
}

// "-" is absent.
static void check_component(bw_string found, bw_string wanted, const row* row) {
  if (same(wanted, text("-")))
    CHECK_ROW(found.data == NULL, row);
  else if (CHECK_ROW(found.data != NULL, row))
    CHECK_TEXT_ROW(found, wanted, row);
}

static void splits(const row* row, void* context) {
  bytes exact = copy_of(row->cells[1]);
  bw_components parts;
  (void)context;
  parts.size = sizeof parts;
  CHECK_ROW(bw_split(exact.data, exact.size, rules_named(row->cells[0]), &parts, NULL) == BW_OK,
            row);
  check_component(parts.scheme, row->cells[2], row);
  check_component(parts.authority, row->cells[3], row);
  CHECK_TEXT_ROW(parts.path, row->cells[4], row);
  check_component(parts.params, row->cells[5], row);
  check_component(parts.query, row->cells[6], row);
  check_component(parts.fragment, row->cells[7], row);
  free_bytes(&exact);
}

static void normal_forms(const row* row, void* context) {
  bw_buffer* out = context;
  size_t i;
  for (i = 0; i < 2; ++i) {
    bytes exact = copy_of(row->cells[i]);
    bw_buffer_clear(out);
    CHECK_ROW(bw_normalize(exact.data, exact.size, BW_NORMAL_ALL, out, NULL) == BW_OK, row);
    CHECK_TEXT_ROW(bw_buffer_bytes(out), row->cells[1], row);
    free_bytes(&exact);
  }
}

static void references(const row* row, void* context) {
  bw_buffer* out = context;
  bytes exact = copy_of(row->cells[2]);
  bw_base* base = NULL;
  int found = 0;
  bw_buffer_clear(out);
  CHECK_ROW(bw_base_new(row->cells[1].data, row->cells[1].size, rules_named(row->cells[0]), &base,
                        NULL) == BW_OK,
            row);
  CHECK_ROW(bw_base_relate(base, exact.data, exact.size, out, &found, NULL) == BW_OK && found, row);
  CHECK_TEXT_ROW(bw_buffer_bytes(out), row->cells[3], row);
  bw_base_free(base);
  free_bytes(&exact);
}

static void wrappings(const row* row, void* context) {
  bw_buffer* out = context;
  bytes given = unescaped(row->cells[2]);
  const char* bracket = memchr(given.data, '<', given.size);
  const char* begin = bracket != NULL ? bracket : given.data;
  bw_buffer_clear(out);
  CHECK_ROW(bw_unwrap(begin, given.size - (size_t)(begin - given.data), out, NULL) == BW_OK, row);
  CHECK_TEXT_ROW(bw_buffer_bytes(out), row->cells[3], row);
  free_bytes(&given);
}

static void flags(const row* row, void* context) {
  bytes raw = unescaped(row->cells[1]), by_rfc, clicked;
  bw_string reference = of(&raw);
  bw_resolution resolution;
  uint32_t found = 0, bit;
  sheet names = {NULL, 0, 0};
  (void)context;
  while (reference.size != 0 && reference.data[0] == ' ') ++reference.data, --reference.size;
  while (reference.size != 0 && reference.data[reference.size - 1] == ' ') --reference.size;
  by_rfc = resolved(row->cells[0], reference, BW_RULES_RFC3986, NULL, &resolution);
  clicked = resolved(row->cells[0], of(&raw), BW_RULES_WHATWG, NULL, &resolution);
  if (resolution.outcome == BW_OUTCOME_ERROR) clicked.size = 0;
  CHECK_ROW(bw_url_flags(of(&raw), of(&by_rfc), of(&clicked), &found, NULL) == BW_OK, row);
  for (bit = 1; bit != 0; bit <<= 1) {
    if ((found & bit) == 0) continue;
    if (names.size != 0) put_text(&names, " ");
    put_text(&names, bw_flag_name((bw_flag)bit));
  }
  CHECK_TEXT_ROW(sheet_text(&names), row->cells[2], row);
  free_sheet(&names);
  free_bytes(&clicked);
  free_bytes(&by_rfc);
  free_bytes(&raw);
}

static void put_json(sheet* to, bw_string value) {
  size_t i;
  put_text(to, "\"");
  for (i = 0; i < value.size; ++i) {
    bw_string one;
    one.data = value.data + i;
    one.size = 1;
    if (*one.data == '"' || *one.data == '\\') put_text(to, "\\");
    put(to, one);
  }
  put_text(to, "\"");
}

static void put_field(sheet* to, const bw_scheme_field* field) {
  size_t i, step = field->kind == BW_FIELD_PAIRS ? 2 : 1;
  put_json(to, field->name);
  put_text(to, ": ");
  if (field->kind == BW_FIELD_NUMBER) {
    // 0021 is 21
    bw_string number = field->text;
    while (number.size > 1 && number.data[0] == '0') ++number.data, --number.size;
    put(to, number);
  } else if (field->kind == BW_FIELD_TEXT) {
    put_json(to, field->text);
  } else {
    put_text(to, "[");
    for (i = 0; i + step <= field->item_count; i += step) {
      if (i != 0) put_text(to, ", ");
      if (step == 2) put_text(to, "[");
      put_json(to, field->items[i]);
      if (step == 2) put_text(to, ", ");
      if (step == 2) put_json(to, field->items[i + 1]);
      if (step == 2) put_text(to, "]");
    }
    put_text(to, "]");
  }
}

static int by_name(const void* a, const void* b) {
  const bw_scheme_field* one = *(const bw_scheme_field* const*)a;
  const bw_scheme_field* other = *(const bw_scheme_field* const*)b;
  size_t size = one->name.size < other->name.size ? one->name.size : other->name.size;
  int order = memcmp(one->name.data, other->name.data, size);
  return order != 0 ? order
                    : (one->name.size > other->name.size) - (one->name.size < other->name.size);
}

// `valid {"cwd": [], "host": "h", ...}`, the names in their order, the scheme among them.
static void schemes(const row* row, void* context) {
  bytes exact = copy_of(row->cells[2]);
  bw_url* url = NULL;
  const bw_url_info* info;
  (void)context;
  CHECK_ROW(bw_url_new(exact.data, exact.size, &url, NULL) == BW_OK, row);
  free_bytes(&exact);  // it has a copy
  info = bw_url_get_info(url);
  if (!info->valid_1738) {
    CHECK_TEXT_ROW(text("invalid"), row->cells[3], row);
    CHECK_ROW(info->clause_1738.size != 0 && info->what_1738.size != 0, row);
    CHECK_ROW(info->offset_1738 <= info->text.size, row);
  } else {
    const bw_scheme_field* fields[32];
    bw_scheme_field scheme;
    sheet all = {NULL, 0, 0};
    char lower[32];
    size_t i, count = info->field_count;
    memset(&scheme, 0, sizeof scheme);
    scheme.size = sizeof scheme;
    scheme.name = text("scheme");
    for (i = 0; i < info->components->scheme.size && i < sizeof lower; ++i)
      lower[i] =
          (char)(info->components->scheme.data[i] |
                 (info->components->scheme.data[i] >= 'A' && info->components->scheme.data[i] <= 'Z'
                      ? 0x20
                      : 0));
    scheme.text.data = lower;
    scheme.text.size = i;
    if (count > 31) count = 31;
    memcpy(fields, info->fields, count * sizeof *fields);
    fields[count++] = &scheme;
    qsort(fields, count, sizeof *fields, by_name);
    put_text(&all, "valid {");
    for (i = 0; i < count; ++i) {
      if (i != 0) put_text(&all, ", ");
      put_field(&all, fields[i]);
    }
    put_text(&all, "}");
    CHECK_TEXT_ROW(sheet_text(&all), row->cells[3], row);
    free_sheet(&all);
  }
  bw_url_free(url);
}

static void check_one_url(void) {
  bw_url* url = NULL;
  const bw_url_info* info;
  const char* given = "ftp://u:p@H.example:21/pub/doc;type=d";
  CHECK(bw_url_new(given, BW_TO_NUL, &url, NULL) == BW_OK);
  info = bw_url_get_info(url);
  CHECK(info->size == sizeof *info && BW_HAS(info, bw_url_info, warnings));
  CHECK_TEXT(info->text, text(given));
  CHECK(info->scheme_kind == BW_SCHEME_DEFINED && info->relative_use == BW_RELATIVE_ALWAYS);
  CHECK(info->is_url && info->valid_1738 && info->valid_1808 && info->generic_1808);
  CHECK_TEXT(info->normal_form, text("ftp://u:p@h.example/pub/doc;type=d"));
  CHECK_TEXT(info->href, text("ftp://u:p@h.example/pub/doc;type=d"));
  CHECK(info->invalid_character == BW_NONE);
  CHECK(info->warnings == (BW_WARNING_PASSWORD_IN_URL | BW_WARNING_DIRECTORY_TYPE));
  bw_url_free(url);
  CHECK(bw_url_new("http://h:99999/ x", BW_TO_NUL, &url, NULL) == BW_OK);
  info = bw_url_get_info(url);
  CHECK(info->href.data == NULL && info->failure == BW_FAILURE_PORT_OUT_OF_RANGE);
  CHECK(info->invalid_character == 15 && !info->is_url);
  bw_url_free(url);
}

static void check_bases(void) {
  bw_base* base = NULL;
  bw_buffer* out = NULL;
  CHECK(bw_base_new("http://a b/", BW_TO_NUL, BW_RULES_WHATWG, &base, NULL) == BW_OK);
  CHECK(!bw_base_is_absolute(base));
  CHECK(bw_base_failure(base) == BW_FAILURE_DOMAIN_INVALID_CODE_POINT);
  bw_base_free(base);
  CHECK(bw_base_new(" HTTP://Host:80/a/../b", BW_TO_NUL, BW_RULES_WHATWG, &base, NULL) == BW_OK);
  CHECK(bw_base_is_absolute(base) && bw_base_failure(base) == BW_FAILURE_NONE);
  CHECK_TEXT(bw_base_text(base), text("http://host/b"));
  // What is appended stands behind what was there.
  CHECK(bw_buffer_new(&out, NULL) == BW_OK);
  CHECK(bw_base_resolve(base, "c", 1, NULL, out, NULL, NULL) == BW_OK);
  CHECK(bw_base_resolve(base, "http://[", BW_TO_NUL, NULL, out, NULL, NULL) == BW_ERROR_NO_ANSWER);
  CHECK(bw_base_resolve(base, "?q", BW_TO_NUL, NULL, out, NULL, NULL) == BW_OK);
  CHECK_TEXT(bw_buffer_bytes(out), text("http://host/chttp://host/b?q"));
  CHECK(bw_buffer_bytes(out).data[bw_buffer_bytes(out).size] == '\0');
  bw_buffer_clear(out);
  CHECK(bw_seen_host("http://u@Host.Example:8/x", BW_TO_NUL, out, NULL) == BW_OK);
  CHECK_TEXT(bw_buffer_bytes(out), text("host.example"));
  bw_buffer_free(out);
  bw_base_free(base);
}

void test_urls(void) {
  bw_buffer* out = NULL;
  CHECK(bw_buffer_new(&out, NULL) == BW_OK);
  each_row("url/rfc1808.tsv", by_rules, NULL);
  each_row("url/rfc2396.tsv", by_rules, NULL);
  each_row("url/rfc3986.tsv", by_rules, NULL);
  each_row("url/rfc3986_deviations.tsv", by_rules, NULL);
  each_row("url/more.tsv", by_rules, NULL);
  each_row("url/diff4.tsv", by_all_rules, NULL);
  each_row("url/whatwg.tsv", as_browsers, NULL);
  each_row("url/whatwg_failures.tsv", failures_of_browsers, NULL);
  each_row("url/split.tsv", splits, NULL);
  each_row("url/normalize.tsv", normal_forms, out);
  each_row("url/relative.tsv", references, out);
  each_row("url/wrappers.tsv", wrappings, out);
  each_row("url/flags.tsv", flags, NULL);
  each_row("url/rfc1738.tsv", schemes, NULL);
  each_row("url/rfc1738_more.tsv", schemes, NULL);
  check_one_url();
  check_bases();
  bw_buffer_free(out);
}
