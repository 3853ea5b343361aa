// SPDX-License-Identifier: MIT
#include "bundle/local_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <utility>

#include "bundle/file_names.h"
#include "text/files/path.h"
#include "text/files/regular_file.h"

namespace basewalk::bundle {
namespace {

namespace fs = std::filesystem;

// Why nothing is where a path leads.
LocalFile nothing_there(const std::string& path, int number) {
  struct stat status {};
  switch (number) {
    case ENOENT:
      if (::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode))
        return {{}, NotPacked::broken_link, {}};
      return {{}, NotPacked::missing, {}};
    case ENOTDIR:
      return {{}, NotPacked::missing, {}};
    case ELOOP:
      return {{}, NotPacked::broken_link, std::strerror(number)};
    case ENAMETOOLONG:
      return {{}, NotPacked::name_too_long, {}};
    default:
      return {{}, NotPacked::unreadable, std::strerror(number)};
  }
}

}  // namespace

bool is_below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) &&
         (folder.ends_with('/') || (path.size() > folder.size() && path[folder.size()] == '/'));
}

std::string real_path(const std::string& path) {
  struct Free {
    void operator()(char* text) const { std::free(text); }
  };
  const std::unique_ptr<char, Free> resolved(::realpath(path.c_str(), nullptr));
  if (resolved == nullptr && errno == ENOMEM) throw std::bad_alloc();
  return resolved == nullptr ? std::string() : std::string(resolved.get());
}

LocalFile LocalFiles::find(const std::string& path) {
  if (path.find('\0') != std::string::npos) return {{}, NotPacked::missing, {}};
  LocalFile file;
  file.path = real_path(path);
  if (file.path.empty()) {
    const int number = errno;
    file = nothing_there(path, number);
    if (*file.why_not != NotPacked::missing) return file;
    file.detail = in_other_case(path);
    if (!file.detail.empty()) file.why_not = NotPacked::letter_case;
    return file;
  }
  struct stat status {};
  if (::stat(file.path.c_str(), &status) != 0) return nothing_there(path, errno);
  if (S_ISDIR(status.st_mode)) return {std::move(file.path), NotPacked::folder, {}};
  if (!S_ISREG(status.st_mode))
    return {{}, NotPacked::not_regular, std::string(text::kind_of_file(status.st_mode))};
  if (!outside_ && !is_below(file.path, folder_)) return {{}, NotPacked::outside, {}};
  return file;
}

// The path of a regular file below the folder whose name is the same but for letter case.  None is
// called "a/".
std::string LocalFiles::in_other_case(std::string_view path) {
  if (!is_below(path, folder_) || path.ends_with('/')) return {};
  std::string at = folder_;
  path.remove_prefix(folder_.size());
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string name(path.substr(0, slash));
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (name.empty() || name == ".") continue;
    if (name == "..") return {};
    std::string next = at + (at.ends_with('/') ? "" : "/");
    struct stat status {};
    if (::lstat((next + name).c_str(), &status) == 0) {
      next += name;
    } else {
      const std::map<std::string, std::string>& names = names_in(at);
      const auto found = names.find(folded_name(name));
      if (found == names.end()) return {};
      next += found->second;
    }
    at = std::move(next);
  }
  struct stat status {};
  const std::string real = real_path(at);
  if (real.empty() || !is_below(real, folder_) || ::stat(real.c_str(), &status) != 0 ||
      !S_ISREG(status.st_mode))
    return {};
  return at;
}

const std::map<std::string, std::string>& LocalFiles::names_in(const std::string& folder) {
  const auto [known, added] = names_.try_emplace(folder);
  if (!added) return known->second;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end && left_ > 0;
       entry.increment(error), --left_) {
    std::string name = entry->path().filename().string();
    std::string folded = folded_name(name);
    // Of several the first in order, however the folder gives them.
    const auto [place, is_new] = known->second.try_emplace(std::move(folded), name);
    if (!is_new && name < place->second) place->second = std::move(name);
  }
  text::need_memory(error);
  return known->second;
}

}  // namespace basewalk::bundle
