// SPDX-License-Identifier: MIT
#include "report/page/theme.h"

#include <ctemplate/template_dictionary.h>
#include <ctemplate/template_enums.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "output/facts/digests.h"
#include "report/page/embedded.h"
#include "text/files/path.h"
#include "text/files/small_file.h"

namespace basewalk::report {
namespace {

constexpr std::string_view kEscapes = "{{%AUTOESCAPE context=\"HTML\"}}";

std::string_view base_name(std::string_view name) { return name.substr(name.rfind('/') + 1); }

}  // namespace

std::vector<std::string_view> Theme::names() {
  std::vector<std::string_view> names;
  for (const EmbeddedFile& file : kEmbedded) names.push_back(base_name(file.name));
  return names;
}

std::string_view Theme::built_in(std::string_view name) {
  for (const EmbeddedFile& file : kEmbedded)
    if (base_name(file.name) == name) return file.bytes;
  return {};
}

// A file that no page uses, or a folder without any, is more often mistyped than meant.
std::string Theme::why_no_theme(const std::string& folder) {
  std::error_code error;
  std::size_t known = 0;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const std::vector<std::string_view> all = names();
    if (std::ranges::find(all, name) != all.end())
      ++known;
    else if (name.ends_with(".html") || name.ends_with(".css") || name.ends_with(".js"))
      return folder + "/" + name + ": a theme has no such file; --write-theme writes those it has";
  }
  if (error) return folder + ": " + error.message();
  return known > 0 ? std::string()
                   : folder + ": no file of a theme is in it; --write-theme writes all";
}

std::string Theme::open(const std::string& folder) {
  if (!folder.empty())
    if (std::string why = why_no_theme(folder); !why.empty()) return why;
  for (const std::string_view name : names()) {
    std::string bytes(built_in(name));
    if (const std::string path = folder + "/" + std::string(name);
        !folder.empty() && text::exists(path)) {
      Result<text::SmallFile> file = text::read_small_file(path, kMostBytes);
      if (!file) return path + ": " + file.error().detail;
      bytes = std::move(file->bytes);
    }
    if (name.ends_with(".html") && !bytes.starts_with(kEscapes))
      return folder + "/" + std::string(name) + ": a template begins with " +
             std::string(kEscapes) + ", or values of mails would be markup";
    if (name.ends_with(".html") &&
        !cache_.StringToTemplateCache(std::string(name), bytes, ctemplate::STRIP_WHITESPACE))
      return (folder.empty() ? std::string() : folder + "/") + std::string(name) +
             ": this is no template of ctemplate (what it says is above)";
    files_.emplace(name, std::move(bytes));
  }
  script_hash_ = output::policy_hash(file("report.js"));
  // From here on nothing looks for files.
  cache_.Freeze();
  return {};
}

bool Theme::fill(const std::string& name, const ctemplate::TemplateDictionary& values,
                 std::string& out) const {
  return cache_.ExpandNoLoad(name, ctemplate::STRIP_WHITESPACE, &values, nullptr, &out);
}

const std::string& Theme::file(std::string_view name) const { return files_.find(name)->second; }

}  // namespace basewalk::report
