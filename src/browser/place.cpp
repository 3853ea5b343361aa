// SPDX-License-Identifier: MIT
#include "browser/place.h"

#include <nlohmann/json.hpp>
#include <system_error>

#include "browser/chromium.h"
#include "text/ascii.h"
#include "text/files/small_file.h"
#include "text/files/whole_file.h"
#include "text/hex.h"

namespace basewalk::browser {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostRecord = std::size_t{256} << 20;

bool is_page(const fs::path& name) {
  const std::string extension = name.extension().string();
  return extension == ".html" || extension == ".htm" || extension == ".xhtml";
}

// As `pack` takes it: index.html, or the only page in the folder.
std::string common_page_of(const fs::path& folder) {
  std::error_code failed;
  std::string only = "index.html";
  if (fs::exists(folder / only, failed)) return only;
  std::size_t pages = 0;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed))
    if (is_page(at->path()) && ++pages == 1) only = at->path().filename().string();
  return pages == 1 ? only : "index.html";
}

// `unpack` says in bundle.json which file is the page: an index.html beside index.xhtml only leads
// there.
std::string page_of(const fs::path& folder) {
  const Result<text::SmallFile> record =
      text::read_small_file((folder / "bundle.json").string(), kMostRecord);
  if (!record) return common_page_of(folder);
  const nlohmann::json said = nlohmann::json::parse(record->bytes, nullptr, false);
  if (!said.is_object() || !said.contains("files") || !said["files"].is_array())
    return common_page_of(folder);
  const std::string root = text_at(said, "root");
  for (const nlohmann::json& file : said["files"])
    if (text_at(file, "part") == root) {
      const std::string name = text_at(file, "file");
      if (name.starts_with("index.") && name.find('/') == std::string::npos) return name;
    }
  return common_page_of(folder);
}

Error unreadable(const std::string& why) { return Error{"unreadable", 0, why}; }

Result<Place> bundle_in(const std::string& scratch) {
  std::error_code failed;
  const fs::path folder = fs::canonical(scratch, failed);
  if (failed) return unreadable("there is no folder for a copy: " + failed.message());
  const fs::path copy = folder / "bundle.mhtml";
  return Place{file_url(copy), copy};
}

}  // namespace

std::string file_url(const fs::path& path) {
  std::string url = "file://";
  text::append_escaped(url, path.string(), [](char c) {
    return ascii::is_alnum(c) || std::string_view("/-._~").find(c) != std::string_view::npos;
  });
  return url;
}

bool Place::holds(std::string_view file_url) const {
  constexpr std::string_view kScheme = "file:///";
  if (!file_url.starts_with(kScheme)) return false;
  file_url.remove_prefix(kScheme.size() - 1);
  const std::string path = text::unescaped(file_url.substr(0, file_url.find_first_of("?#")));
  if (path.find('\0') != std::string::npos) return false;
  std::error_code failed;
  const fs::path real = fs::weakly_canonical(path, failed);
  if (failed) return false;
  const auto [inner, outer] = std::mismatch(within.begin(), within.end(), real.begin(), real.end());
  if (inner != within.end()) return false;
  const fs::file_status status = fs::status(real, failed);
  return status.type() == fs::file_type::not_found || fs::is_regular_file(status);
}

Result<Place> place_of(const std::string& name, Role role, const std::string& scratch) {
  std::error_code failed;
  const fs::path path = fs::canonical(name, failed);
  if (failed) return unreadable("cannot be opened: " + failed.message());
  if (fs::is_directory(path, failed)) {
    const fs::path page = path / page_of(path);
    if (fs::is_regular_file(page, failed)) return Place{file_url(page), path};
    return unreadable("has no index.html, and no other page alone");
  }
  if (!fs::is_regular_file(path, failed)) return unreadable("is no regular file");
  const std::string extension = path.extension().string();
  if (is_page(path) || extension == ".svg")
    return Place{file_url(path), role == Role::original ? path.parent_path() : path};
  for (const char* known : {".mhtml", ".mht"})
    if (extension == known) return Place{file_url(path), path};
  Result<Place> copy = bundle_in(scratch);
  if (!copy) return copy;
  fs::copy_file(path, copy->within, fs::copy_options::overwrite_existing, failed);
  if (failed) return unreadable("cannot be copied: " + failed.message());
  return copy;
}

Result<Place> place_of_bytes(std::string_view bundle, const std::string& scratch) {
  Result<Place> copy = bundle_in(scratch);
  if (!copy) return copy;
  if (const std::string why = text::write_whole_file(copy->within.string(), bundle); !why.empty())
    return unreadable(why);
  return copy;
}

}  // namespace basewalk::browser
