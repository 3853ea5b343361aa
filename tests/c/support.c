// SPDX-License-Identifier: MIT
#include "c/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t checks = 0, failures = 0;

int check(int holds, const char* what, const char* file, int line, const char* row) {
  ++checks;
  if (holds) return 1;
  ++failures;
  fprintf(stderr, "%s:%d: %s%s%s\n", file, line, what, row != NULL ? "  " : "",
          row != NULL ? row : "");
  return 0;
}

int check_text(bw_string found, bw_string wanted, const char* what, const char* file, int line,
               const char* row) {
  if (check(same(found, wanted), what, file, line, row)) return 1;
  fprintf(stderr, "  is [%.*s]\n  not [%.*s]\n", (int)found.size, found.data ? found.data : "",
          (int)wanted.size, wanted.data ? wanted.data : "");
  return 0;
}

bw_string text(const char* data) {
  bw_string made = {data, strlen(data)};
  return made;
}

int same(bw_string a, bw_string b) {
  return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

int meets(bw_string wanted, bw_string found) {
  if (wanted.size == 0) return 1;
  if (same(wanted, text("none"))) return found.size == 0 || same(found, wanted);
  return same(wanted, found);
}

static void* memory(size_t size) {
  void* made = malloc(size == 0 ? 1 : size);
  if (made == NULL) abort();
  return made;
}

bytes copy_of(bw_string from) {
  bytes copy = {memory(from.size), from.size};
  if (from.size != 0) memcpy(copy.data, from.data, from.size);
  return copy;
}

void free_bytes(bytes* all) {
  free(all->data);
  all->data = NULL;
}

bytes read_data(const char* name) {
  char path[4096];
  bytes all = {NULL, 0};
  long size;
  FILE* file;
  snprintf(path, sizeof path, "%s/%s", BW_TEST_DATA, name);
  file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 ||
      fseek(file, 0, SEEK_SET) != 0) {
    fprintf(stderr, "cannot read %s\n", path);
    exit(1);
  }
  all.size = (size_t)size;
  all.data = memory(all.size);
  if (fread(all.data, 1, all.size, file) != all.size) exit(1);
  fclose(file);
  return all;
}

void each_row(const char* name, void (*f)(const row* row, void* context), void* context) {
  bytes all = read_data(name);
  size_t begin = 0, rows = 0;
  int line = 0, is_head = 1;
  while (begin < all.size) {
    size_t end = begin;
    row one;
    ++line;
    while (end < all.size && all.data[end] != '\n') ++end;
    memset(&one, 0, sizeof one);
    if (end > begin && !(end - begin > 1 && all.data[begin] == '#' && all.data[begin + 1] == ' ')) {
      size_t at = begin;
      if (is_head) {
        is_head = 0;
      } else {
        snprintf(one.shown, sizeof one.shown, "%s:%d", name, line);
        for (;;) {
          size_t cell = at;
          while (at < end && all.data[at] != '\t') ++at;
          if (one.count < MOST_CELLS) {
            one.cells[one.count].data = all.data + cell;
            one.cells[one.count++].size = at - cell;
          }
          if (at++ >= end) break;
        }
        ++rows;
        f(&one, context);
      }
    }
    begin = end + 1;
  }
  check(rows > 0, "a table has rows", __FILE__, __LINE__, name);
  free_bytes(&all);
}

static char hex(char c) {
  return (char)(c >= '0' && c <= '9' ? c - '0' : (c >= 'a' ? c - 'a' : c - 'A') + 10);
}

bytes unescaped(bw_string cell) {
  bytes out = {memory(cell.size), 0};
  size_t i;
  for (i = 0; i < cell.size; ++i) {
    char c = cell.data[i];
    if (c == '\\' && i + 1 < cell.size) {
      c = cell.data[++i];
      if (c == 't') c = '\t';
      if (c == 'n') c = '\n';
      if (c == 'r') c = '\r';
      if (c == '0') c = '\0';
      if (c == 'x' && i + 2 < cell.size) {
        c = (char)(hex(cell.data[i + 1]) * 16 + hex(cell.data[i + 2]));
        i += 2;
      }
    }
    out.data[out.size++] = c;
  }
  return out;
}

void put(sheet* to, bw_string piece) {
  if (to->room - to->size < piece.size + 1) {
    size_t room = (to->room + piece.size) * 2 + 64;
    char* more = realloc(to->data, room);
    if (more == NULL) abort();
    to->data = more;
    to->room = room;
  }
  if (piece.size != 0) memcpy(to->data + to->size, piece.data, piece.size);
  to->size += piece.size;
}

void put_text(sheet* to, const char* piece) { put(to, text(piece)); }

bw_string sheet_text(const sheet* from) {
  bw_string all = {from->data, from->size};
  return all;
}

void free_sheet(sheet* all) {
  free(all->data);
  memset(all, 0, sizeof *all);
}

int main(void) {
  test_names();
  test_urls();
  test_trees();
  test_walks();
  test_rewriting();
  test_bundles();
  test_unpacking();
  test_archives();
  test_misuse();
  test_arguments();
  printf("%zu checks, %zu failed\n", checks, failures);
  return failures == 0 && checks > 1000 ? 0 : 1;
}
