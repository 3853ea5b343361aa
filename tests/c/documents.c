// SPDX-License-Identifier: MIT
//
// A mail with a document, opened by the worker, through the C API.
//
//     documents MAIL
#include <stdio.h>
#include <string.h>

#include "basewalk/basewalk_c.h"

static int wrong(const char* what) {
  fprintf(stderr, "%s\n", what);
  return 1;
}

int main(int argc, char** argv) {
  static char mail[1 << 20];
  size_t size, count, i, inside = 0;
  bw_walk_options options;
  bw_walker* walker = NULL;
  bw_message* message = NULL;
  const bw_document* const* documents;
  const bw_link* const* links;
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (file == NULL) return wrong("no mail");
  size = fread(mail, 1, sizeof mail, file);
  fclose(file);

  // The library may be built without what opens PDF.
  if ((bw_open_all() & BW_OPEN_PDF) == 0) return 77;
  bw_walk_options_init(&options, sizeof options);
  options.open = BW_OPEN_PDF;
  if (bw_walker_new(&options, &walker, NULL) != BW_OK ||
      bw_walker_read(walker, mail, size, BW_WANT_ALL, &message, NULL) != BW_OK)
    return wrong("no message");
  bw_walker_free(walker);
  documents = bw_message_documents(message, &count);
  if (count != 1 || bw_message_summary(message)->documents != 1) return wrong("no document");
  if (documents[0]->format.size != 3 || memcmp(documents[0]->format.data, "pdf", 3) != 0)
    return wrong("no PDF");
  if (documents[0]->references == 0 || documents[0]->length == 0) return wrong("nothing in it");
  links = bw_message_links(message, &count);
  for (i = 0; i < count; ++i)
    if (links[i]->in_document && links[i]->role == BW_ROLE_DOCUMENT) ++inside;
  if (inside == 0) return wrong("no link in it");
  bw_message_free(message);
  return 0;
}
