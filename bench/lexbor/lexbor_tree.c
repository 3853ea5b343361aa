/* SPDX-License-Identifier: MIT
 *
 * How fast lexbor builds the trees of pages: lexbor_tree FILE...; megabytes a second of processor
 * time, best of five rounds over all of them.  links.cpp is the same for ours, links included.
 *
 *     cc -O3 lexbor_tree.c -llexbor -o lexbor_tree
 */
#include <lexbor/html/html.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct page {
  unsigned char* bytes;
  size_t size;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char** argv) {
  struct page* pages = calloc((size_t)argc, sizeof *pages);
  double size = 0, best = 0;
  for (int i = 1; i < argc; ++i) {
    FILE* file = fopen(argv[i], "rb");
    if (file == NULL || pages == NULL) return 1;
    fseek(file, 0, SEEK_END);
    pages[i].size = (size_t)ftell(file);
    rewind(file);
    pages[i].bytes = malloc(pages[i].size + 1);
    if (fread(pages[i].bytes, 1, pages[i].size, file) != pages[i].size) return 1;
    fclose(file);
    size += (double)pages[i].size;
  }
  for (int round = 0; round < 5; ++round) {
    const double begin = now();
    lxb_html_parser_t* parser = lxb_html_parser_create();
    if (lxb_html_parser_init(parser) != LXB_STATUS_OK) return 1;
    for (int i = 1; i < argc; ++i) {
      lxb_html_document_t* document = lxb_html_parse(parser, pages[i].bytes, pages[i].size);
      if (document == NULL) return 1;
      lxb_html_document_destroy(document);
    }
    lxb_html_parser_destroy(parser);
    const double speed = size / 1e6 / (now() - begin);
    if (speed > best) best = speed;
  }
  printf("lexbor: %.0f MB/s\n", best);
  return 0;
}
