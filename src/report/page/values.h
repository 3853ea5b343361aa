// SPDX-License-Identifier: MIT
//
// The values that a template is filled with.
#ifndef BASEWALK_REPORT_VALUES_H_
#define BASEWALK_REPORT_VALUES_H_

#include <ctemplate/template_dictionary.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "text/amounts.h"
#include "text/json.h"
#include "text/visible.h"

namespace basewalk::report {

/// A section of a template, or all of it.
class Values {
 public:
  explicit Values(ctemplate::TemplateDictionary& dictionary) : dictionary_(&dictionary) {}

  /// A text that a mail may have: what drives terminals or turns lines around is spelt out, and
  /// what is no UTF-8, as in names of files and of fields, is U+FFFD, as browsers have it.
  void text(const char* name, std::string_view text) {
    std::string shown;
    text::append_utf8(shown, text::visible(text));
    set(name, shown);
  }
  /// A text of ours.
  void set(const char* name, std::string_view text) {
    dictionary_->SetValue(name, ctemplate::TemplateString(text.data(), text.size()));
  }
  void number(const char* name, std::uint64_t number) { set(name, std::to_string(number)); }
  /// "12,345"
  void count(const char* name, std::uint64_t number) { set(name, text::number_text(number)); }
  void show(const char* section) { dictionary_->ShowSection(section); }
  void show_if(const char* section, bool is_so) {
    if (is_so) show(section);
  }
  /// The section of that name is shown once more, with values of its own and those around it.
  Values add(const char* section) { return Values(*dictionary_->AddSectionDictionary(section)); }
  /// The text in a section of its own, which is not shown where there is none.
  void text_in(const char* section, const char* name, std::string_view text) {
    if (!text.empty()) add(section).text(name, text);
  }
  /// A template within the template.
  Values include(const char* name, const char* file) {
    ctemplate::TemplateDictionary* const inner = dictionary_->AddIncludeDictionary(name);
    inner->SetFilename(file);
    return Values(*inner);
  }

 private:
  ctemplate::TemplateDictionary* dictionary_;
};

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_VALUES_H_
