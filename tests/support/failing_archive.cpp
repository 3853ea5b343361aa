// SPDX-License-Identifier: MIT
#include "support/failing_archive.h"

#include <archive.h>
#include <dlfcn.h>

namespace {
int failing_with = 0;
}

extern "C" int archive_write_close(archive* a) {
  if (failing_with != 0) {
    ::archive_set_error(a, failing_with, "the encoder gave up");
    return ARCHIVE_FATAL;
  }
  using Close = int (*)(archive*);
  static const auto real = reinterpret_cast<Close>(::dlsym(RTLD_NEXT, "archive_write_close"));
  return real(a);
}

namespace basewalk::test {

FailingArchive::FailingArchive(int number) { failing_with = number; }
FailingArchive::~FailingArchive() { failing_with = 0; }

}  // namespace basewalk::test
