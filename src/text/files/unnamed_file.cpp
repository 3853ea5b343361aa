// SPDX-License-Identifier: MIT
#include "text/files/unnamed_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "text/environment.h"

namespace basewalk::text {

std::string temporary_folder() {
  const char* named = environment("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

int unnamed_file() {
#if defined(O_TMPFILE)
  if (const int file = ::open(temporary_folder().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
      file >= 0)
    return file;
#endif
  std::string name = temporary_folder() + "/basewalk-XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file >= 0) ::unlink(name.c_str());
  return file;
}

}  // namespace basewalk::text
