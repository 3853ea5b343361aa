// SPDX-License-Identifier: MIT
#include "cli/verbs/mhtml/output_folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "basewalk/bundle/files.h"
#include "cli/command.h"
#include "text/files/path.h"

namespace basewalk::cli {

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
  if (const std::string report = folder + std::string(kReportName);
      !goes_on && text::exists(report))
    return fail(report +
                    ": an earlier run has left its report here; --restart writes a new one, "
                    "or give another folder",
                kUsage);
  return folder;
}

}  // namespace basewalk::cli
