// SPDX-License-Identifier: MIT
#include "filter/report.h"

#include <utility>

#include "daemon/log.h"

namespace basewalk::filter {

bool Report::open(const std::string& path) {
  if (path.empty()) return true;
  auto file = std::make_unique<text::SharedFile>();
  if (!file->open(path)) {
    daemon::log(daemon::Level::error, {}, "--report " + path + ": " + file->failure());
    return false;
  }
  const std::lock_guard lock(mutex_);
  path_ = path;
  file_ = std::move(file);
  return true;
}

bool Report::is_open() const {
  const std::lock_guard lock(mutex_);
  return file_ != nullptr;
}

std::string Report::append(std::string_view line) {
  const std::lock_guard lock(mutex_);
  return file_->append(line) ? std::string() : "--report " + path_ + ": " + file_->failure();
}

}  // namespace basewalk::filter
