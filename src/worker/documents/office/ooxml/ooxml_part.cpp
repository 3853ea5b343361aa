// SPDX-License-Identifier: MIT
#include "worker/documents/office/ooxml/ooxml_part.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "text/ascii.h"
#include "text/base64.h"
#include "text/utf8.h"
#include "worker/documents/office/formula.h"
#include "worker/documents/office/ooxml/escapes.h"
#include "worker/documents/strings_in.h"
#include "worker/programs.h"

namespace basewalk::worker::office {
namespace {

constexpr std::size_t kMostText = 4096;  // of what a reader sees of one link

// Where formulas stand (18.3.1.40, 18.2.5, 18.3.1.33, 18.3.1.43, of charts 21.2.2.65).
constexpr std::string_view kFormulas[] = {
    "f", "definedName", "formula", "formula1", "formula2", "oldFormula", "calculatedColumnFormula"};
// Runs, notes, and what is printed above and below a sheet.
constexpr std::string_view kShown[] = {"t",          "delText",     "text",
                                       "oddHeader",  "oddFooter",   "evenHeader",
                                       "evenFooter", "firstHeader", "firstFooter"};
// Behind these a line ends: a paragraph, a string, a comment, an inline string.
constexpr std::string_view kLines[] = {
    "p",    "si",        "is",        "comment",    "br",         "cr",          "tc",
    "text", "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"};
constexpr std::string_view kHyperlinks[] = {"hyperlink", "hlink", "hlinkClick", "hlinkHover",
                                            "hlinkMouseOver"};
// Of Word 2003, whose value is a place: what is relationships in OOXML.
constexpr std::string_view kPlaces[] = {"attachedTemplate", "sourceFileName", "dataSource",
                                        "headerSource", "saveThroughXslt"};
// 18.13.1, 18.13.9; of Word 17.14.8, 17.14.26, 17.14.33, whose value it is.
constexpr std::string_view kConnections[] = {"connection", "localConnection"};
constexpr std::string_view kOfMerge[] = {"connectString", "query", "udl"};
// A place of 18.3.1.11 that a formula says, and how Visio names places and formulas.
constexpr std::string_view kVisio = "http://schemas.microsoft.com/office/visio/";
constexpr std::string_view kSheets = "spreadsheetml/";
// Attributes that name a vocabulary, not a place.
constexpr std::string_view kNames[] = {
    "uri",         "ns",           "namespaceuri", "schemaLocation", "Type",
    "ContentType", "namespaceURI", "rootURI",      "prefixMappings"};

constexpr std::string_view kWord[] = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
    "http://schemas.microsoft.com/office/word/2003/wordml"};
constexpr std::string_view kChoices = "http://schemas.openxmlformats.org/markup-compatibility/2006";
// What was taken out, and stays in the file until somebody agrees (17.13.5).
constexpr std::string_view kDeleted[] = {"del", "delInstrText", "moveFrom"};
// What stands apart from the text around it: boxes, and how it is said (17.3.3.24, 18.4.6).
constexpr std::string_view kAside[] = {"txbxContent", "rt", "rPh"};

bool is_of_choice(const XmlName& name) {
  return name.space == kChoices && (name.local == "Choice" || name.local == "Fallback");
}

std::string_view id_of(const XmlAttributes& attributes) {
  for (const XmlAttribute& each : attributes)
    if (each.name.local == "id" && each.name.space.find("elationships") != std::string_view::npos)
      return each.value;
  return {};
}

// Does a formula join texts, or name functions or cells?
bool is_of_others(std::string_view formula) {
  constexpr std::string_view kOthers = "&(!.";
  bool is_quoted = false;
  return std::any_of(formula.begin(), formula.end(), [&](char c) {
    if (c == '"') is_quoted = !is_quoted;
    return !is_quoted && kOthers.find(c) != kOthers.npos;
  });
}

bool is_of_office(std::string_view space) {
  constexpr std::string_view kOffice[] = {
      "http://schemas.openxmlformats.org/", "http://purl.oclc.org/ooxml/",
      "http://schemas.microsoft.com/office/", "urn:schemas-microsoft-com:"};
  return space.empty() ||
         std::any_of(std::begin(kOffice), std::end(kOffice),
                     [&](std::string_view each) { return space.starts_with(each); });
}

bool is_of_sheets(const XmlName& name) { return name.space.find(kSheets) != name.space.npos; }

// Of an attribute, in which a workbook may have escapes; kept in `unescaped` where it has.
std::string_view shown_value(const XmlName& name, std::string_view value, std::string& unescaped) {
  if (!is_of_sheets(name) || value.find("_x") == value.npos) return value;
  unescaped = unescaped_text(std::string(value));
  return unescaped;
}

// Does it ask the queries of the workbook, and say nothing else?  Of a key that stands there twice
// programs take one or the other, and some hold queries themselves.
bool is_of_queries(std::string_view connection) {
  constexpr std::string_view kKeys[] = {"provider", "data source", "location",
                                        "extended properties"};
  std::string rest = ascii::lowered(connection);
  if (rest.starts_with("oledb;")) rest.erase(0, 6);
  bool has_key[std::size(kKeys)] = {};
  for (std::size_t at = 0; at < rest.size();) {
    const std::size_t end = std::min(rest.find(';', at), rest.size());
    const std::string_view part = ascii::trim(std::string_view(rest).substr(at, end - at));
    at = end + 1;
    if (part.empty()) continue;
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view name = ascii::trim(part.substr(0, equals));
    const std::string_view value =
        equals < part.size() ? ascii::trim(part.substr(equals + 1)) : std::string_view();
    const auto key = static_cast<std::size_t>(std::find(std::begin(kKeys), std::end(kKeys), name) -
                                              std::begin(kKeys));
    if (key == std::size(kKeys) || std::exchange(has_key[key], true)) return false;
    if (key == 0 && value != "microsoft.mashup.oledb.1") return false;
    if (key == 1 && value != "$workbook$" && !value.starts_with("$embeddedmashup(")) return false;
  }
  return has_key[0] && has_key[1];
}

}  // namespace

// What the part begins with says which vocabulary it is in.
bool OoxmlPart::is_of_word(const XmlName& name) const {
  return name.space == vocabulary_ || ascii::is_one_of(kWord, name.space);
}

// Who reads what is in it as a part of the instructions of the field around it?  ECMA-376 part 3,
// 7.5, 7.2: of a choice the first that a program knows, and nothing of what it may ignore.
Version OoxmlPart::version_of(const XmlName& name) const {
  if (is_of_word(name))
    return ascii::is_one_of(kDeleted, name.local) ? Version::others : Version::all;
  if (name.space != kChoices) return Version::others;
  if (!is_of_choice(name)) return Version::all;
  return name.local == "Choice" ? Version::newest : Version::others;
}

void OoxmlPart::start(const XmlName& name, const XmlAttributes& attributes) {
  const std::string_view local = name.local;
  is_empty_ = true;
  if (!vocabulary_) {
    vocabulary_ = name.space;
    is_of_word_ = ascii::is_one_of(kWord, name.space);
  }
  has_page_ = has_page_ || is_of_page(name.space);
  begin_version(name);
  begin_shown(name, attributes);
  counter_.start(local, attributes);
  if (is_in_note_ && (local == "r" || local == "t")) kind_ = Kind::none;
  is_in_note_ = is_in_note_ || local == "text";
  kinds_.push_back(kind_);
  start_text(name, attributes);
  if (ascii::is_one_of(kHyperlinks, local))
    start_hyperlink(name, attributes);
  else if (local == "fldChar" && is_of_word(name))
    field_mark(value_of(attributes, "fldCharType"));
  else if (local == "fldChar")
    session_.lack_once(Lack::no_opener, "", kDivided);
  else if (local == "ddeLink")  // 18.14.4
    session_.lack_once(Lack::no_opener, "", kCommand);
  else if (local == "webextension")  // [MS-OWEXML] 2.2
    session_.lack_once(Lack::no_opener, "", kAddIn);
  else if (local == "r")
    ++runs_;
  else if (local == "Cell" && name.space.starts_with(kVisio))
    return visio_cell(attributes);
  if (!attributes.empty()) other_attributes(name, attributes);
}

// What stands in an element that not all programs read, of a field that began before it.
void OoxmlPart::begin_version(const XmlName& name) {
  if (is_of_choice(name)) depths_of_choices_.push_back(fields_.depth());
  if (in_version_ > 0) {
    ++in_version_;
    return;
  }
  if (!fields_.is_in_code()) return;
  version_ = version_of(name);
  if (version_ == Version::all) return;
  in_version_ = 1;
  fields_around_version_ = fields_.depth();
  is_deletion_ = is_of_word(name);
}

void OoxmlPart::end_version(const XmlName& name) {
  // One that begins, or ends, for some programs alone.
  if (is_of_choice(name) && !depths_of_choices_.empty()) {
    if (depths_of_choices_.back() != fields_.depth())
      session_.lack_once(Lack::no_opener, "", kDivided);
    depths_of_choices_.pop_back();
  }
  if (in_version_ > 0 && --in_version_ == 0) version_ = Version::all;
}

// Of text for the innermost field, where so many are open.
Version OoxmlPart::version_at(std::size_t depth) const {
  return in_version_ > 0 && depth <= fields_around_version_ ? version_ : Version::all;
}

void OoxmlPart::begin_of_run(const XmlName& name, const XmlAttributes& attributes) {
  if (name.local == "r") {
    is_vanished_ = false;
  } else if (name.local == "vanish" && runs_ > 0) {
    const std::string_view value = value_of(attributes, "val");
    is_vanished_ = value != "0" && value != "false" && value != "off";
  } else if (name.local == "noBreakHyphen") {
    // What is copied, or pasted where it is not known, has a hyphen.
    show("\u2011", Version::newest);
    show("-", Version::others);
    if (fields_.is_in_code()) fields_.text("\u2011", Version::others);
  }
}

// Who shows what is in it?
Version OoxmlPart::shown_version_of(const XmlName& name) const {
  if (is_of_choice(name)) return name.local == "Choice" ? Version::newest : Version::others;
  // What somebody else has put between is dropped, or not.
  if (!is_of_word_)
    return name.space == vocabulary_ || is_of_office(name.space) ? Version::all : Version::newest;
  if (name.space == kChoices) return Version::all;
  const bool is_doubted = !is_of_word(name) || name.local == "del" || name.local == "moveFrom" ||
                          name.local == "delText";
  return is_doubted ? Version::newest : Version::all;
}

bool OoxmlPart::is_aside(const XmlName& name) const {
  return is_of_word(name) && ascii::is_one_of(kAside, name.local);
}

void OoxmlPart::begin_shown(const XmlName& name, const XmlAttributes& attributes) {
  if (is_aside(name)) {
    outer_.push_back({std::move(shown_), std::move(others_), in_shown_version_, shown_version_});
    shown_.clear();
    others_ = {};
    in_shown_version_ = 0;
    shown_version_ = Version::all;
  } else if (is_of_word_ && is_of_word(name)) {
    begin_of_run(name, attributes);
  }
  if (in_shown_version_ > 0) {
    ++in_shown_version_;
    return;
  }
  shown_version_ = shown_version_of(name);
  if (shown_version_ != Version::all) in_shown_version_ = 1;
}

void OoxmlPart::end_shown(const XmlName& name) {
  if (in_shown_version_ > 0 && --in_shown_version_ == 0) shown_version_ = Version::all;
  if (is_of_word(name) && name.local == "r") is_vanished_ = false;
  if (!outer_.empty() && is_aside(name)) end_aside();
}

void OoxmlPart::end_aside() {
  end_line();
  const OtherReading::Words words = others_.words(shown_);
  if (words.is_divided) session_.lack_once(Lack::no_opener, "", kDividedText);
  aside_ += shown_;
  others_aside_ += words.others;
  shown_ = std::move(outer_.back().shown);
  others_ = std::move(outer_.back().others);
  in_shown_version_ = outer_.back().in_shown_version;
  shown_version_ = outer_.back().shown_version;
  outer_.pop_back();
}

void OoxmlPart::show(std::string_view text, Version version) {
  if (!fields_.is_shown()) return;
  const Version around =
      shown_version_ == Version::all && is_vanished_ ? Version::newest : shown_version_;
  if (around != Version::all)
    version = version == Version::all || version == around ? around : Version::others;
  others_.append(shown_, text, version);
}

void OoxmlPart::start_text(const XmlName& name, const XmlAttributes& attributes) {
  const std::string_view local = name.local;
  if (kind_ == Kind::none) shown_from_ = shown_.size();
  if (ascii::is_one_of(kShown, local)) {
    kind_ = Kind::shown;
  } else if (local == "instrText" || local == "delInstrText") {
    kind_ = Kind::instructions;
  } else if (local == "fldSimple") {
    fields_.begin(targets_);
    tell_targets(targets_, session_.sink, session_.told_of_fields);
    fields_.text(value_of(attributes, "instr"));
    fields_.separate();
  } else if (local == "tab") {
    others_.append(shown_, "\t", shown_version_);
  } else if (ascii::is_one_of(kFormulas, local)) {
    if (std::exchange(kind_, Kind::formula) == Kind::formula) return;
    formula_.clear();
    shared_ = value_of(attributes, "si");
  } else if (local == "c") {
    is_string_cell_ = value_of(attributes, "t") == "str";
  } else if (local == "v" && is_string_cell_) {
    kind_ = Kind::value;
  }
}

// 17.16.22, 18.3.1.47, 21.1.2.3.5; `hlink` in the XML of Word 2003.
void OoxmlPart::start_hyperlink(const XmlName& name, const XmlAttributes& attributes) {
  const std::string_view id = id_of(attributes);
  // [MS-OE376] 2.1.1180
  if (ascii::istarts_with(value_of(attributes, "action"), "ppaction://program"))
    session_.lack_once(Lack::no_opener, "", kCommand);
  if (name.local == "hyperlink") {
    std::string_view place = value_of(attributes, "anchor");
    if (place.empty()) place = value_of(attributes, "docLocation");
    std::string unescaped_place, unescaped_display;
    if (place.empty()) place = shown_value(name, value_of(attributes, "location"), unescaped_place);
    // A cell's has what is shown beside it.
    const std::string_view display =
        shown_value(name, value_of(attributes, "display"), unescaped_display);
    if (!display.empty()) end_line();
    links_.push_back({std::string(id), std::string(place), shown_.size(), false, !display.empty()});
    shown_ += display;
    return;
  }
  if (name.local == "hlink") {
    links_.push_back({{},
                      std::string(value_of(attributes, "bookmark")),
                      shown_.size(),
                      false,
                      false,
                      std::string(value_of(attributes, "dest"))});
    return;
  }
  if (runs_ > 0 && name.local == "hlinkClick")
    links_.push_back({std::string(id), {}, shown_.size(), true});
  else
    relationships_.tell(name_, id, {}, {}, session_);
}

void OoxmlPart::field_mark(std::string_view mark) {
  // So does one whose instructions end for some alone.
  if (in_version_ > 0 && !is_deletion_ && mark != "begin" &&
      fields_.depth() <= fields_around_version_)
    session_.lack_once(Lack::no_opener, "", kDivided);
  if (mark == "begin")
    fields_.begin(targets_);
  else if (mark == "separate")
    fields_.separate();
  else if (mark == "end")
    fields_.end(targets_, version_at(std::max<std::size_t>(fields_.depth(), 1) - 1));
  tell_targets(targets_, session_.sink, session_.told_of_fields);
}

// One to tables of the workbook itself, or to its queries (queries.cpp), leads nowhere.
void OoxmlPart::tell_connection(std::string_view connection) {
  const bool is_own = connection.starts_with("WORKSHEET;") ||
                      connection == "Data Model Connection" || is_of_queries(connection);
  if (!is_own) session_.lack_once(Lack::no_opener, "", kConnection);
}

// VML, connections (18.13), and what else holds a URL.
void OoxmlPart::other_attributes(const XmlName& name, const XmlAttributes& attributes) {
  std::string unescaped;
  for (const XmlAttribute& attribute : attributes) {
    const std::string_view local = attribute.name.local;
    const std::string_view value = shown_value(name, attribute.value, unescaped);
    if (value.size() < 4 || local == "instr" || local == "display") continue;
    // A part of the same file, and what start_hyperlink() has.
    if (value.starts_with("wordml://") || (local == "dest" && name.local == "hlink")) continue;
    if ((local == "val" && ascii::is_one_of(kOfMerge, name.local)) ||
        ascii::is_one_of(kConnections, local))
      tell_connection(value);
    // [MS-DOCX] 2.9.3: the page of a film, which Word shows.
    if (local == "embeddedHtml" && tell_film(value)) continue;
    // 18.3.1.11
    if (local == "val" && name.local == "cfvo" && tell_formula_of(value)) continue;
    if (local == "val" && ascii::is_one_of(kPlaces, name.local)) {
      session_.sink.reference({value, name_of(name.local), "val"});
      continue;
    }
    const bool is_place = local == "href" || local == "src" || local == "url" ||
                          local == "sourceFile" || local == "destinationFile";
    // Where it was saved last leads nowhere.
    if (is_place && !value.starts_with('#') && name.local != "absPath") {
      const bool is_vml = name.space == "urn:schemas-microsoft-com:vml";
      const std::string element =
          is_vml ? std::string("VML ").append(name_of(name.local)) : name_of(name.local);
      session_.sink.reference({value, element, name_of(local)});
    } else if (local == "ddeTopic" || local == "connection" || local == "command") {
      session_.sink.reference({value, name_of(name.local), name_of(local), {}, false, true});
    } else if (is_worth_searching(value) && !ascii::is_one_of(kNames, local) &&
               !is_vocabulary(value)) {
      session_.sink.reference({value, name_of(name.local), name_of(local), {}, false, true});
    }
  }
}

// [MS-VSDX] 2.2.5.3: a value, and the formula that it is from.
void OoxmlPart::visio_cell(const XmlAttributes& attributes) {
  const std::string_view value = value_of(attributes, "V");
  const std::string_view formula = value_of(attributes, "F");
  const bool is_address = value_of(attributes, "N") == "Address";
  // One that is made of others, which a program computes again.
  const bool is_made = is_address && is_of_others(formula);
  const bool leads = is_made ? tell_formula_of("HYPERLINK(" + std::string(formula) + ")")
                             : tell_formula_of(formula);
  if (!leads && (value.empty() || formula.find(value) == formula.npos))
    tell_text_of_formula(formula, session_.sink);
  if (is_address) {
    if (!value.empty()) session_.sink.reference({value, "Cell", "Address"});
  } else if (is_worth_searching(value)) {
    session_.sink.reference({value, "Cell", "V", {}, false, true});
  }
}

// False where it leads nowhere.
bool OoxmlPart::tell_formula_of(std::string_view formula) {
  const std::vector<FormulaTarget> targets = tell_formula(formula, session_.sink);
  for (const std::string_view each : lacks_of(targets))
    session_.lack_once(Lack::no_opener, "", each);
  return !targets.empty();
}

bool OoxmlPart::tell_film(std::string_view page) {
  if (!session_.may_tell_page(name_)) return false;
  if (!session_.spend(page.size())) return true;
  const std::string name = "film " + std::to_string(++films_) + ".html";
  DocumentPart part;
  part.name = name;
  part.type = "text/html";
  session_.sink.begin(part);
  session_.sink.bytes(page);
  session_.sink.end();
  return true;
}

// 17.16.18: what a program keeps of a field for itself, as the moniker of a link.
void OoxmlPart::tell_field_data() {
  std::string bytes;
  text::append_base64_decoded(bytes, other_);
  const std::string text = text_in(bytes);
  if (!text.empty()) session_.sink.text({"text/plain", text, "fldData"});
}

void OoxmlPart::text(std::string_view text) {
  is_empty_ = false;
  switch (kind_) {
    case Kind::none:
      other_ += text;
      return;
    case Kind::instructions:
      fields_.text(text, version_at(fields_.depth()));
      return;
    case Kind::formula:
      formula_ += text;
      return;
    case Kind::value:
      shown_ += text;
      return;
    case Kind::shown:
      break;
  }
  // Of text in instructions, which LibreOffice takes for a part of them and others do not.
  const Version version = version_at(fields_.depth());
  fields_.text(text, fields_.is_in_code() && version == Version::all ? Version::newest : version);
  show(text);
}

void OoxmlPart::end(const XmlName& name) {
  const std::string_view local = name.local;
  // What has no text of its own does not divide that around it.
  if (kind_ == Kind::none && !std::exchange(is_empty_, false)) {
    if (local == "fldData") tell_field_data();
    if (is_of_sheets(name)) other_ = unescaped_text(std::move(other_));
    end_other(local);
  }
  // Behind an element within a text, the text goes on.
  const Kind around = kinds_.empty() ? Kind::none : kinds_.back();
  if (!kinds_.empty()) kinds_.pop_back();
  if (kind_ != around) {
    if (kind_ == Kind::shown || kind_ == Kind::value) unescape(name);
    if (kind_ == Kind::formula) {
      formula_ = unescaped_text(std::move(formula_));
      end_formula();
    }
    if (kind_ == Kind::value) shown_ += '\n';
    kind_ = around;
  }
  if (local == "text") is_in_note_ = false;
  if (local == "r" && runs_ > 0) --runs_;
  if (!links_.empty() &&
      (local == "hyperlink" || local == "hlink" || (local == "r" && links_.back().is_of_run)))
    end_link();
  if (local == "fldSimple") {
    fields_.end(targets_);
    tell_targets(targets_, session_.sink, session_.told_of_fields);
  }
  if (ascii::is_one_of(kLines, local)) end_line();
  end_version(name);
  end_shown(name);
}

// Of what a reader sees, as a workbook has it.
void OoxmlPart::unescape(const XmlName& name) {
  if (!is_of_sheets(name) || shown_from_ >= shown_.size()) return;
  std::string text = unescaped_text(shown_.substr(shown_from_));
  shown_.replace(shown_from_, shown_.size() - shown_from_, text);
}

// Of no kind that is known: what a chart has kept of cells, a page of a drawing.
void OoxmlPart::end_other(std::string_view element) {
  const std::string_view text = ascii::trim(other_);
  if (is_worth_searching(text) && !is_vocabulary(text))
    session_.sink.reference({text, name_of(element), "text", {}, false, true});
  other_.clear();
}

void OoxmlPart::end_line() {
  if (shown_version_ == Version::others || (!shown_.empty() && shown_.back() != '\n'))
    others_.append(shown_, "\n", shown_version_);
}

void OoxmlPart::end_link() {
  const Link link = std::move(links_.back());
  links_.pop_back();
  const std::string seen(utf8::cut(
      ascii::trim(std::string_view(shown_).substr(std::min(link.from, shown_.size()))), kMostText));
  if (link.is_line) end_line();
  if (link.raw.empty()) {
    relationships_.tell(name_, link.id, link.place, seen, session_);
    return;
  }
  std::string raw = link.raw;
  if (!link.place.empty() && raw.find('#') == raw.npos) raw.append("#").append(link.place);
  DocumentReference reference{raw, "hlink", "dest"};
  if (!seen.empty()) reference.text = seen;
  session_.sink.reference(reference);
}

void OoxmlPart::end_formula() {
  const CellPlace at = counter_.at();
  SharedFormulas::Shared* const shared =
      shared_.empty() ? nullptr : shared_formulas_.find(shared_, formula_, at);
  if (!shared_.empty() && formula_.empty()) {
    if (shared == nullptr) {
      if (shared_formulas_.is_full() || !shared_formulas_.wait(shared_, at))
        tell_more_formulas(session_);
      return;
    }
    // It leads elsewhere than in the cell that it was written for only by what other cells say.
    if (shared->is_open && !cells_.keep(name_, shared->formula, shared->of, at))
      tell_more_formulas(session_);
    return;
  }
  const std::vector<FormulaTarget> targets = formula_targets(formula_);
  if (shared != nullptr) shared->is_open = has_open(targets);
  if (has_open(targets)) {
    bool are_kept = cells_.keep(name_, formula_, at, at);
    if (shared != nullptr)
      for (const CellPlace each : shared_formulas_.take_waiting(shared_))
        are_kept = cells_.keep(name_, formula_, at, each) && are_kept;
    if (!are_kept) tell_more_formulas(session_);
    return;
  }
  tell_targets_of_formula(targets, session_.sink);
  if (targets.empty()) tell_text_of_formula(formula_, session_.sink);
  for (const std::string_view each : lacks_of(targets))
    session_.lack_once(Lack::no_opener, "", each);
}

void OoxmlPart::finish() {
  end_other("damaged");
  while (!links_.empty()) end_link();
  fields_.finish(targets_);
  tell_targets(targets_, session_.sink, session_.told_of_fields);
  session_.spend(fields_.put());
  if (fields_.is_cut())
    session_.lack_once(Lack::limit, name_, "has more fields in fields than are put together");
  while (!outer_.empty()) end_aside();
  const OtherReading::Words words = others_.words(shown_);
  if (words.is_divided) session_.lack_once(Lack::no_opener, "", kDividedText);
  if (words.is_cut_short)
    session_.lack_once(Lack::limit, name_, "is not read alike in more places than are compared");
  others_aside_ += words.others;
  if (!aside_.empty() && !shown_.empty() && shown_.back() != '\n') shown_ += '\n';
  shown_ += aside_;
  const std::string part = name_of(name_.substr(name_.rfind('/') + 1));
  if (!ascii::trim(shown_).empty()) session_.sink.text({"text/plain", shown_, part});
  if (is_worth_searching(others_aside_))
    session_.sink.text({"text/plain", others_aside_, "others"});
}

}  // namespace basewalk::worker::office
