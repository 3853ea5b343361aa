// SPDX-License-Identifier: MIT
#include "worker/documents/office/flat/spreadsheet_2003.h"

#include "text/ascii.h"
#include "text/utf8.h"
#include "worker/documents/office/flat/word_2003.h"
#include "worker/documents/office/formula.h"
#include "worker/programs.h"

namespace basewalk::worker::office {
namespace {

constexpr std::size_t kMostText = 4096;  // of what a reader sees of one link

// Elements whose text is a place: other workbooks, caches of pivot tables, queries.
constexpr std::string_view kPlaces[] = {"Path", "Href", "CacheFile", "FileName"};
// Formulas without "=": of conditions and of what may be typed into a cell.
constexpr std::string_view kFormulas[] = {"Formula", "Formula1", "Formula2", "Value1", "Value2"};

}  // namespace

void Spreadsheet2003::start(const XmlName& name, const XmlAttributes& attributes) {
  if (within_properties_ > 0 || holds_properties(name)) {
    ++within_properties_;
    properties_.start(name, attributes);
    return;
  }
  // What stands before an element in another.
  setting("Workbook");
  text_.clear();
  if (within_data_ > 0 || name.local == "Data") ++within_data_;
  if (name.local == "Cell") {
    end_cell();
    cell_ = shown_.size();
    href_ = value_of(attributes, "HRef");
  }
  for (const XmlAttribute& each : attributes) attribute(name.local, each);
}

void Spreadsheet2003::attribute(std::string_view element, const XmlAttribute& attribute) {
  const std::string_view local = attribute.name.local, value = attribute.value;
  const std::string where = name_of(element);
  if (local == "HRef") {
    if (element != "Cell" && !value.empty() && !value.starts_with('#'))
      session_.sink.reference({value, where, "HRef"});
  } else if (value.starts_with('=') || local == "Formula") {  // LibreOffice asks for no "="
    formula(value);
  } else if (is_worth_searching(value) && local != "namespaceuri" && local != "schemaLocation") {
    session_.sink.reference({value, where, name_of(local), {}, false, true});
  }
}

void Spreadsheet2003::formula(std::string_view value) {
  const std::vector<FormulaTarget> targets = tell_formula(value, session_.sink);
  if (targets.empty()) tell_text_of_formula(value, session_.sink);
  for (const std::string_view each : lacks_of(targets))
    session_.lack_once(Lack::no_opener, "", each);
}

void Spreadsheet2003::text(std::string_view text) {
  if (within_properties_ > 0)
    properties_.text(text);
  else if (within_data_ > 0)
    shown_ += text;
  else
    text_ += text;
}

void Spreadsheet2003::end(const XmlName& name) {
  if (within_properties_ > 0) {
    --within_properties_;
    properties_.end(name);
    return;
  }
  if (within_data_ > 0) {
    if (--within_data_ == 0) end_line();
    return;
  }
  setting(name.local);
  text_.clear();
  if (name.local == "Cell") end_cell();
}

void Spreadsheet2003::setting(std::string_view element) {
  const std::string_view value = ascii::trim(text_);
  if (value.empty()) return;
  if (element == "Connection" || element == "ConnectionString")
    session_.lack_once(Lack::no_opener, "", kConnection);
  if (ascii::is_one_of(kPlaces, element))
    session_.sink.reference({value, name_of(element), "text"});
  else if (ascii::is_one_of(kFormulas, element))
    formula(value);
  else if (is_worth_searching(value))
    session_.sink.reference({value, name_of(element), "text", {}, false, true});
}

void Spreadsheet2003::end_cell() {
  if (!href_.empty() && !href_.starts_with('#')) {
    DocumentReference reference{href_, "Cell", "HRef"};
    const std::string_view seen = ascii::trim(std::string_view(shown_).substr(cell_));
    if (!seen.empty()) reference.text = utf8::cut(seen, kMostText);
    session_.sink.reference(reference);
  }
  href_.clear();
}

void Spreadsheet2003::end_line() {
  if (!shown_.empty() && shown_.back() != '\n') shown_ += '\n';
}

void Spreadsheet2003::finish() {
  end_cell();
  if (!ascii::trim(shown_).empty()) session_.sink.text({"text/plain", shown_, "Workbook"});
}

}  // namespace basewalk::worker::office
