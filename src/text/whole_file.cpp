// SPDX-License-Identifier: MIT
#include "text/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "cli/command.h"
#include "text/partial_file.h"

namespace basewalk::cli {

WholeFile::~WholeFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

bool WholeFile::open(const std::string& name) {
  if (name.empty() || name == "-") {
    output_.emplace();
    return true;
  }
  name_ = target_of(name);
  const bool replaceable = is_replaceable(name);
  std::string pattern = name_ + ".XXXXXX";
  descriptor_ =
      replaceable ? ::mkstemp(pattern.data()) : ::open(name_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) {
    complain(name + ": cannot be written: " + std::strerror(errno));
    return false;
  }
  output_.emplace(descriptor_, name);
  if (!replaceable) return true;
  temporary_ = pattern;
  // mkstemp makes files that only their owner may read; a result is as readable as others.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor_, 0666 & ~mask);
  return true;
}

bool WholeFile::commit() {
  if (!output_->commit()) return false;
  if (temporary_.empty()) return true;
  if (::fsync(descriptor_) != 0 || ::rename(temporary_.c_str(), name_.c_str()) != 0) {
    output_->fail(errno);
    return false;
  }
  temporary_.clear();
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) != 0 || sync_folder_of(name_) != 0) {
    output_->fail(errno);
    return false;
  }
  return true;
}

}  // namespace basewalk::cli
