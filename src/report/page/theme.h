// SPDX-License-Identifier: MIT
//
// The templates of a report's pages, its style and its script: files that the tool has with it
// (theme/), of which a site can have others in a folder.
//
// ctemplate fills them, and escapes each value as its place in the HTML wants it; the tool's own
// templates show which values each is given.
#ifndef BASEWALK_REPORT_THEME_H_
#define BASEWALK_REPORT_THEME_H_

#include <ctemplate/template_cache.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ctemplate {
class TemplateDictionary;
}

namespace basewalk::report {

class Theme {
 public:
  /// The longest file of a theme that is taken, in bytes.
  static constexpr std::size_t kMostBytes = std::size_t{4} << 20;

  /// Those of a folder where it has them, else the tool's own; the folder may be empty.  Empty, or
  /// what is wrong with a file.
  std::string open(const std::string& folder);

  /// Appends a page.  Threads may ask at the same time.  False where the template cannot be filled.
  bool fill(const std::string& name, const ctemplate::TemplateDictionary& values,
            std::string& out) const;
  /// "style.css", "report.js".
  const std::string& file(std::string_view name) const;
  /// Of report.js, for a policy.
  const std::string& script_hash() const { return script_hash_; }

  /// All files that a theme has.
  static std::vector<std::string_view> names();
  /// The tool's own.
  static std::string_view built_in(std::string_view name);

 private:
  static std::string why_no_theme(const std::string& folder);

  mutable ctemplate::TemplateCache cache_;
  std::map<std::string, std::string, std::less<>> files_;
  std::string script_hash_;
};

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_THEME_H_
