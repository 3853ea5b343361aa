// SPDX-License-Identifier: MIT
//
// What the tests of the C API share: checks, files, tables of rows.
#ifndef BASEWALK_TESTS_C_SUPPORT_H_
#define BASEWALK_TESTS_C_SUPPORT_H_

#include <stddef.h>

#include "basewalk/basewalk_c.h"

/// How many checks there were, and how many of them failed.
extern size_t checks, failures;

/// Counts a check, and says where it failed; `row` may be NULL.
int check(int holds, const char* what, const char* file, int line, const char* row);
#define CHECK(holds) check((holds) != 0, #holds, __FILE__, __LINE__, NULL)
#define CHECK_ROW(holds, row) check((holds) != 0, #holds, __FILE__, __LINE__, (row)->shown)
/// Is it that text?  Says what it is where not.
int check_text(bw_string found, bw_string wanted, const char* what, const char* file, int line,
               const char* row);
#define CHECK_TEXT(found, wanted) check_text(found, wanted, #found, __FILE__, __LINE__, NULL)
#define CHECK_TEXT_ROW(found, wanted, row) \
  check_text(found, wanted, #found, __FILE__, __LINE__, (row)->shown)

/// A literal, or any text that ends with a NUL.
bw_string text(const char* data);
int same(bw_string a, bw_string b);
/// An empty cell is not checked; "none" is nothing.
int meets(bw_string wanted, bw_string found);

/// Bytes of the caller's, in a block of exactly their size, so that AddressSanitizer sees one too
/// far.
typedef struct bytes {
  char* data;
  size_t size;
} bytes;
bytes copy_of(bw_string from);
/// A file below tests/data.  The program ends where it is not there.
bytes read_data(const char* name);
void free_bytes(bytes* all);

#define MOST_CELLS 16

/// A line of a table; an absent cell is empty.
typedef struct row {
  char shown[64];  // "url/more.tsv:7"
  size_t count;
  bw_string cells[MOST_CELLS];
} row;
/// Calls `f` with each row of a table below tests/data, but for its first line.
void each_row(const char* name, void (*f)(const row* row, void* context), void* context);
/// \t \n \r \0 \\ and \xHH replaced; the caller's to free.
bytes unescaped(bw_string cell);

/// A buffer that grows, for texts that tests put together.
typedef struct sheet {
  char* data;
  size_t size, room;
} sheet;
void put(sheet* to, bw_string piece);
void put_text(sheet* to, const char* piece);
bw_string sheet_text(const sheet* from);
void free_sheet(sheet* all);

/// The suites, one in each file.
void test_urls(void);
void test_walks(void);
void test_trees(void);
void test_bundles(void);
void test_unpacking(void);
void test_rewriting(void);
void test_archives(void);
void test_names(void);
void test_misuse(void);
void test_arguments(void);

#endif  // BASEWALK_TESTS_C_SUPPORT_H_
