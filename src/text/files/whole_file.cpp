// SPDX-License-Identifier: MIT
#include "text/files/whole_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "text/files/path.h"

namespace basewalk::text {

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
  std::string path = name_;
  // A result is as readable as other files: open() heeds the umask.
  do {
    if (replaceable) path = name_ + unique_suffix();
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | (replaceable ? O_CREAT | O_EXCL : 0),
                         mode_until_named(name_));
  } while (descriptor_ < 0 && replaceable && errno == EEXIST);
  if (descriptor_ < 0) {
    failure_ = name + ": cannot be written: " + std::strerror(errno);
    return false;
  }
  if (replaceable) temporary_ = std::move(path);  // from here on it is removed
  output_.emplace(descriptor_, name);
  return true;
}

bool WholeFile::commit(Existing existing) {
  if (!output_->commit()) return false;
  if (temporary_.empty()) return true;
  if (existing == Existing::replace) take_rights_of(name_, descriptor_);
  if (::fsync(descriptor_) != 0) {
    output_->fail(errno);
    return false;
  }
  // A second name is given only where there is none: nobody can come between.  Some file systems
  // have no second names.
  const bool keeps = existing == Existing::keep;
  bool named = keeps && ::link(temporary_.c_str(), name_.c_str()) == 0;
  if (named) {
    ::unlink(temporary_.c_str());
  } else if (keeps && (errno == EEXIST || text::exists(name_))) {
    output_->fail("is there already; name a file that is not");
    return false;
  } else {
    named = ::rename(temporary_.c_str(), name_.c_str()) == 0;
  }
  if (!named) {
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

std::string write_whole_file(const std::string& name, std::string_view bytes) {
  WholeFile file;
  if (file.open(name)) {
    file.output().write(bytes);
    file.commit();
  }
  return file.failure();
}

}  // namespace basewalk::text
