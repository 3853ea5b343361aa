// Print every link of a message as an absolute URL, one a line; in C.
//
//     links < message.eml
//
//     cc -std=c99 links.c -o links $(pkg-config --cflags --libs basewalk)
#include <stdio.h>
#include <stdlib.h>

#include <basewalk/basewalk_c.h>

// What standard input has; the caller's to free.
static char* read_all(size_t* size) {
  size_t room = 1 << 16;
  char* all = malloc(room);
  *size = 0;
  while (all != NULL) {
    *size += fread(all + *size, 1, room - *size, stdin);
    if (*size < room) break;
    char* more = realloc(all, room *= 2);
    if (more == NULL) free(all);
    all = more;
  }
  return all;
}

static void print(FILE* to, bw_string part, const char* between, bw_string text) {
  fwrite(part.data, 1, part.size, to);
  fputs(between, to);
  fwrite(text.data, 1, text.size, to);
  fputc('\n', to);
}

int main(void) {
  bw_error error = BW_ERROR_INIT;
  bw_walker* walker = NULL;
  bw_message* message = NULL;
  size_t size, count;
  char* mail = read_all(&size);
  if (mail == NULL) return 1;

  if (bw_walker_new(NULL, &walker, &error) != BW_OK ||
      bw_walker_read(walker, mail, size, BW_WANT_LINKS, &message, &error) != BW_OK)
    fprintf(stderr, "%s\n", error.detail);
  const bw_link* const* links = bw_message_links(message, &count);
  for (size_t i = 0; i < count; ++i)
    if (links[i]->url.data != NULL)
      print(stdout, links[i]->part, "\t", links[i]->url);
    else
      print(stderr, links[i]->part, ": no base for ", links[i]->raw);

  bw_message_free(message);
  bw_walker_free(walker);
  free(mail);
  return error.status == BW_OK ? 0 : 1;
}
