// SPDX-License-Identifier: MIT
#include "cli/verbs/mhtml/output_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "basewalk/bundle/files.h"
#include "cli/command.h"
#include "text/files/descriptor.h"
#include "text/files/path.h"

namespace basewalk::cli {
namespace {

// Of the name itself, and not of what it leads to; nothing where there is none, with an errno.
std::optional<mode_t> kind_of(const std::string& name) {
  struct stat status {};
  if (::lstat(name.c_str(), &status) != 0) return {};
  return status.st_mode & S_IFMT;
}

// A report of ours is empty, or begins with a record.
bool is_report(const std::string& name) {
  constexpr std::string_view kBegin = "{\"kind\":\"";
  const text::Descriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  char begin[kBegin.size()];
  const ssize_t size = file.number() < 0 ? -1 : ::read(file.number(), begin, sizeof begin);
  return size == 0 ||
         (size > 0 && std::string_view(begin, static_cast<std::size_t>(size)) == kBegin);
}

std::string is_another_thing(const std::string& name, mode_t kind, const char* wanted) {
  return name +
         (kind == S_IFLNK ? ": is a symbolic link, which is not followed"
                          : std::string(": is no ") + wanted) +
         "; name another folder";
}

}  // namespace

bool is_folder(const std::string& name) {
  struct stat status {};
  return ::stat(name.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::string common_folder(const std::vector<std::string>& sources) {
  std::string common;
  bool first = true;
  for (const std::string& source : sources) {
    std::string folder = source;
    if (!is_folder(source))
      folder.resize(source.rfind('/') == std::string::npos ? 0 : source.rfind('/') + 1);
    else if (!folder.ends_with('/'))
      folder += '/';
    if (first) common = folder;
    first = false;
    const auto differs = std::mismatch(common.begin(), common.end(), folder.begin(), folder.end());
    common.resize(static_cast<std::size_t>(differs.first - common.begin()));
    common.resize(common.rfind('/') == std::string::npos ? 0 : common.rfind('/') + 1);
  }
  return common;
}

std::string place_below(std::string_view source, std::string_view common) {
  if (source.starts_with(common)) source.remove_prefix(common.size());
  std::string path = bundle::safe_path(source);
  if (path.empty()) path = "bundle";
  if (path.starts_with(kReportName)) path.insert(0, "_");
  return path;
}

std::string open_output_folder(const std::string& output, bool goes_on, int& status) {
  const auto fail = [&](const std::string& why, int with) {
    status = complain(why, with);
    return std::string();
  };
  if (output.empty() || output == "-")
    return fail("many bundles need a folder to be made in: give it with -o DIR/", kUsage);
  std::string folder = output;
  if (!folder.ends_with('/')) folder += '/';
  const bool is_new = ::mkdir(folder.c_str(), 0777) == 0;
  if (is_new) text::sync_folder_of(folder.substr(0, folder.find_last_not_of('/') + 1));
  if (!is_new && (errno != EEXIST || !is_folder(folder)))
    return fail("-o " + output + ": no folder can be made: " + std::strerror(errno), kIncomplete);
  const std::string report = folder + std::string(kReportName);
  const std::optional<mode_t> kind = kind_of(report);
  if (kind && *kind != S_IFREG)
    return fail(is_another_thing(report, *kind, "regular file"), kUsage);
  if (kind && !goes_on)
    return fail(report +
                    ": an earlier run has left its report here; --restart writes a new one, "
                    "or give another folder",
                kUsage);
  if (kind && !is_report(report))
    return fail(report + ": is no report of such a run; give another folder", kUsage);
  return folder;
}

Standing come_to_place(const std::string& folder, const std::string& place, bool makes_folder) {
  for (std::size_t slash = place.find('/'); slash != std::string::npos;
       slash = place.find('/', slash + 1)) {
    const std::string around = folder + place.substr(0, slash);
    // Another thread may have been faster.
    const int error = ::mkdir(around.c_str(), 0777) == 0 ? 0 : errno;
    const std::optional<mode_t> kind = kind_of(around);
    if (!kind)
      return {false,
              around + ": no folder can be made: " + std::strerror(error == 0 ? errno : error)};
    if (*kind != S_IFDIR) return {false, is_another_thing(around, *kind, "folder")};
  }
  const std::optional<mode_t> kind = kind_of(folder + place);
  if (kind && *kind != (makes_folder ? S_IFDIR : S_IFREG))
    return {false,
            is_another_thing(folder + place, *kind, makes_folder ? "folder" : "regular file")};
  return {kind.has_value(), {}};
}

}  // namespace basewalk::cli
