// SPDX-License-Identifier: MIT
//
// A mail with a document, opened by the worker, through the C API: also by the children of a process
// that has opened one, at the same time as by that.
//
//     documents MAIL
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "basewalk/basewalk_c.h"

static int wrong(const char* what) {
  fprintf(stderr, "%s\n", what);
  return 1;
}

enum { kChildren = 3, kTimes = 10, kSeconds = 300 };

static int read_mail(const char* mail, size_t size) {
  size_t count, i, inside = 0;
  bw_walk_options options;
  bw_walker* walker = NULL;
  bw_message* message = NULL;
  const bw_document* const* documents;
  const bw_link* const* links;

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

static int read_often(const char* mail, size_t size) {
  int i, result = 0;
  for (i = 0; i < kTimes && result == 0; ++i) result = read_mail(mail, size);
  return result;
}

int main(int argc, char** argv) {
  static char mail[1 << 20];
  size_t size;
  int i, status, result;
  pid_t children[kChildren];
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (file == NULL) return wrong("no mail");
  size = fread(mail, 1, sizeof mail, file);
  fclose(file);

  // The library may be built without what opens PDF.
  if ((bw_open_all() & BW_OPEN_PDF) == 0) return 77;
  // Whoever waits for an answer that another process has taken is ended.
  alarm(kSeconds);
  result = read_mail(mail, size);
  for (i = 0; i < kChildren; ++i) {
    children[i] = fork();
    if (children[i] != 0) continue;
    alarm(kSeconds);
    exit(read_often(mail, size));
  }
  if (read_often(mail, size) != 0) result = 1;
  for (i = 0; i < kChildren; ++i)
    if (waitpid(children[i], &status, 0) != children[i] || status != 0)
      result = wrong("a child has not read all");
  if (read_mail(mail, size) != 0) result = wrong("behind the children");
  return result;
}
