// SPDX-License-Identifier: MIT
//
// Eight threads with walkers of their own, over different messages at the same time; and one
// message that all of them read.  Each finds what one thread finds alone.
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "basewalk/basewalk_c.h"

enum { THREADS = 8, MOST_MAILS = 64, ROUNDS = 3 };

static char* mails[MOST_MAILS];
static size_t sizes[MOST_MAILS], wanted[MOST_MAILS], mail_count = 0;
static bw_message* shared = NULL;

// Of all texts of all links, and of what rewriting makes.
static size_t digest_of(const bw_message* message) {
  size_t count, i, j, digest = 5381;
  const bw_link* const* links = bw_message_links(message, &count);
  for (i = 0; i < count; ++i) {
    const bw_string texts[3] = {links[i]->raw, links[i]->url, links[i]->where};
    for (j = 0; j < 3 * 64; ++j)
      if (j / 3 < texts[j % 3].size) digest = digest * 33 + (unsigned char)texts[j % 3].data[j / 3];
    digest = digest * 33 + links[i]->flags;
  }
  return digest * 33 + count;
}

static size_t digest_of_mail(bw_walker* walker, bw_rewriter* rewriter, size_t i) {
  bw_message* message = NULL;
  bw_rewritten* rewritten = NULL;
  size_t digest = 0;
  if (bw_walker_read(walker, mails[i], sizes[i], BW_WANT_ALL, &message, NULL) == BW_OK &&
      bw_rewriter_rewrite(rewriter, mails[i], sizes[i], &rewritten, NULL) == BW_OK)
    digest = digest_of(message) + bw_rewritten_get_info(rewritten)->length;
  bw_rewritten_free(rewritten);
  bw_message_free(message);
  return digest;
}

static void* work(void* number) {
  const size_t first = *(const size_t*)number;
  size_t wrong = 0, round, i;
  bw_walker* walker = NULL;
  bw_rewriter* rewriter = NULL;
  if (bw_walker_new(NULL, &walker, NULL) != BW_OK ||
      bw_rewriter_new(NULL, &rewriter, NULL) != BW_OK)
    return (void*)1;
  for (round = 0; round < ROUNDS; ++round) {
    for (i = 0; i < mail_count; ++i) {
      const size_t mail = (i + first * 7) % mail_count;
      if (digest_of_mail(walker, rewriter, mail) != wanted[mail]) ++wrong;
    }
    if (digest_of(shared) != digest_of(shared)) ++wrong;
  }
  bw_rewriter_free(rewriter);
  bw_walker_free(walker);
  return (void*)wrong;
}

static int read_mails(const char* name) {
  DIR* folder = opendir(name);
  struct dirent* entry;
  if (folder == NULL) return 0;
  while ((entry = readdir(folder)) != NULL && mail_count < MOST_MAILS) {
    char path[4096];
    FILE* file;
    long size;
    if (entry->d_name[0] == '.' || strstr(entry->d_name, ".eml") == NULL) continue;
    snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
    file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) <= 0) return 0;
    mails[mail_count] = malloc((size_t)size);
    rewind(file);
    if (mails[mail_count] == NULL ||
        fread(mails[mail_count], 1, (size_t)size, file) != (size_t)size)
      return 0;
    sizes[mail_count++] = (size_t)size;
    fclose(file);
  }
  closedir(folder);
  return mail_count > 10;
}

int main(void) {
  pthread_t threads[THREADS];
  size_t numbers[THREADS], i, wrong = 0;
  bw_walker* walker = NULL;
  bw_rewriter* rewriter = NULL;
  if (!read_mails(BW_TEST_DATA "/cases/mail")) return 1;
  if (bw_walker_new(NULL, &walker, NULL) != BW_OK ||
      bw_rewriter_new(NULL, &rewriter, NULL) != BW_OK ||
      bw_walker_read(walker, mails[0], sizes[0], BW_WANT_ALL, &shared, NULL) != BW_OK)
    return 1;
  for (i = 0; i < mail_count; ++i) wanted[i] = digest_of_mail(walker, rewriter, i);
  bw_rewriter_free(rewriter);
  bw_walker_free(walker);
  for (i = 0; i < THREADS; ++i) {
    numbers[i] = i;
    if (pthread_create(&threads[i], NULL, work, &numbers[i]) != 0) return 1;
  }
  for (i = 0; i < THREADS; ++i) {
    void* counted = NULL;
    pthread_join(threads[i], &counted);
    wrong += (size_t)counted;
  }
  bw_message_free(shared);
  for (i = 0; i < mail_count; ++i) free(mails[i]);
  printf("%d threads, %zu mails each, %zu wrong\n", THREADS, mail_count * ROUNDS, wrong);
  return wrong == 0 ? 0 : 1;
}
