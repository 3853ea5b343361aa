// SPDX-License-Identifier: MIT
#include "output/summary.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "text/output.h"
#include "text/partial_file.h"

namespace basewalk::cli {

bool write_summary(const std::string& name, const std::string& text) {
  if (name == "-") {
    Output output;
    output.write(text);
    return output.commit();
  }
  const bool whole = is_replaceable(name);
  const std::string target = target_of(name);
  const std::string path = whole ? target + ".partial" : name;
  const int descriptor =
      ::open(path.c_str(), O_WRONLY | O_CLOEXEC | (whole ? O_CREAT | O_TRUNC : 0), 0666);
  Output output(descriptor, name);
  if (descriptor < 0) {
    output.fail(errno);
    return false;
  }
  output.write(text);
  if (::close(descriptor) != 0) output.fail(errno);
  if (!whole) return !output.failed();
  if (!output.failed() && (sync_file(path) != 0 || ::rename(path.c_str(), target.c_str()) != 0))
    output.fail(errno);
  if (output.failed()) ::unlink(path.c_str());
  return !output.failed();
}

}  // namespace basewalk::cli
