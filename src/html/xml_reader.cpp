// SPDX-License-Identifier: MIT
//
// Expat calls for each thing that it has read; what it said of one block waits in a list until it
// was asked for, and expat is suspended where that grows long.
//
// What would let a small document take much time or memory ends the reading like an error: more
// text out of entities than expat's limit on amplification allows, entities in one another,
// many declared attributes.
//
// Before this: html/reader.cpp knows that a text is XML.  After it: extract/html/xml.cpp finds
// references in what is read.
#include "html/xml_reader.h"

// Its limits on amplification are declared for a library with document types, which all are.
#define XML_DTD
#include <expat.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

#include "html/character_references.h"
#include "html/doctype.h"
#include "html/xml_subset.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/foreign/expat_names.h"
#include "text/work.h"

namespace basewalk::html {

using text::find_byte;
using text::kNone;

namespace {

constexpr std::size_t kBlock = 65536;
constexpr std::size_t kLargestBlock = std::size_t{1} << 29;
constexpr std::size_t kItems = 256;

// How much of what is parsed may come out of entities: twice as much as was written, and what
// small documents need.
constexpr float kAmplification = 3;
constexpr std::size_t kSmall = 8192;
// Expat follows entities in one another by recursion; no chain is longer than those that hold
// references are many.
constexpr std::size_t kReferences = 256;
// Expat compares the attributes that are declared for one element with each other.
constexpr std::size_t kAttlist = 2048;

// How many errors among the declarations are passed over.
constexpr int kTries = 1024;

constexpr std::string_view kStyleSheet = "xml-stylesheet";
// Where the form of InfoPath lies that the document is shown in.
constexpr std::string_view kForm = "mso-infoPathSolution";

bool leads_somewhere(std::string_view target) { return target == kStyleSheet || target == kForm; }

// Calls take(name, value) for each attribute in what stands behind the name of a tag.  Of a tag
// that is well-formed these are its attributes; what is none is passed over.
template <class Take>
void for_each_attribute(std::string_view text, const Take& take) {
  const auto is_quote = [](char c) { return c == '"' || c == '\''; };
  std::size_t pos = 0;
  while (true) {
    while (pos < text.size() && (ascii::is_space(text[pos]) || text[pos] == '/')) ++pos;
    const std::size_t begin = pos;
    while (pos < text.size() && text[pos] != '=' && !ascii::is_space(text[pos])) ++pos;
    const std::string_view name = text.substr(begin, pos - begin);
    while (pos < text.size() && ascii::is_space(text[pos])) ++pos;
    if (pos == text.size()) return;
    if (text[pos] != '=') continue;
    ++pos;
    while (pos < text.size() && ascii::is_space(text[pos])) ++pos;
    if (pos == text.size()) return;
    if (!is_quote(text[pos])) continue;
    const std::size_t end = find_byte(text, text[pos], pos + 1);
    if (end == text.size()) return;
    take(name, text.substr(pos + 1, end - pos - 1));
    pos = end + 1;
  }
}

bool is_predefined(std::string_view name) {
  constexpr std::string_view kNames[] = {"amp", "lt", "gt", "quot", "apos"};
  return ascii::is_one_of(kNames, name);
}

}  // namespace

void XmlReader::ParserDeleter::operator()(XML_ParserStruct* parser) const {
  XML_ParserFree(parser);
}

XmlReader::~XmlReader() = default;

// Expat is C: what it calls is static.
struct XmlReader::Handlers {
  static XmlReader& of(void* data) { return *static_cast<XmlReader*>(data); }

  // Nothing is thrown through it, either: the parser is stopped, and whoever has called it goes on
  // with what was thrown.
  template <class F>
  static void guarded(void* data, F&& f) noexcept {
    XmlReader& reader = of(data);
    if (reader.thrown_) return;
    try {
      f(reader);
    } catch (...) {
      reader.thrown_ = std::current_exception();
      XML_StopParser(reader.active_, XML_FALSE);
    }
  }

  static void start(void* data, const XML_Char* name, const XML_Char** attributes) {
    guarded(data, [&](XmlReader& reader) { reader.on_start(name, attributes); });
  }
  static void end(void* data, const XML_Char* name) {
    guarded(data, [&](XmlReader& reader) { reader.on_end(name); });
  }
  static void text(void* data, const XML_Char* text, int size) {
    guarded(data, [&](XmlReader& reader) {
      reader.on_text({text, static_cast<std::size_t>(size)});
    });
  }
  static void instruction(void* data, const XML_Char* target, const XML_Char* content) {
    guarded(data, [&](XmlReader& reader) { reader.on_instruction(target, content); });
  }
  static void comment(void* data, const XML_Char*) {
    guarded(data, [](XmlReader& reader) {
      reader.flush_text();
      reader.passed(reader.place());
    });
  }
  static void start_cdata(void* data) {
    guarded(data, [](XmlReader& reader) {
      reader.flush_text();
      reader.in_cdata_ = true;
      reader.cdata_in_place_ = reader.place().in_place;
      reader.passed(reader.place());
    });
  }
  static void end_cdata(void* data) {
    guarded(data, [](XmlReader& reader) {
      reader.flush_text();
      reader.in_cdata_ = false;
      reader.passed(reader.place());
    });
  }
  static void declaration(void* data, const XML_Char* version, const XML_Char*, int standalone) {
    if (version == nullptr) return;
    guarded(data, [&](XmlReader& reader) {
      reader.standalone_ = standalone == 1;
      reader.on_instruction("xml", {});
    });
  }
  static void start_doctype(void* data, const XML_Char*, const XML_Char*, const XML_Char* public_id,
                            int has_subset) {
    guarded(data, [&](XmlReader& reader) {
      reader.in_doctype_ = true;
      if (public_id != nullptr && has_html_names(public_id)) reader.html_names_ = true;
      if (has_subset != 0) reader.has_declarations_ = true;
      // Such a document may not use what is declared elsewhere (XML 1.0 2.9).  Browsers let it.
      if (reader.standalone_) reader.stop(Fault::Kind::none, {});
    });
  }
  static void end_doctype(void* data) {
    guarded(data, [](XmlReader& reader) {
      reader.in_doctype_ = false;
      reader.passed(reader.place());
    });
  }
  static void entity(void* data, const XML_Char* name, int is_parameter, const XML_Char* value,
                     int size, const XML_Char*, const XML_Char*, const XML_Char*, const XML_Char*) {
    guarded(data, [&](XmlReader& reader) {
      reader.on_entity(name, is_parameter != 0, value, static_cast<std::size_t>(size));
    });
  }
  static void attlist(void* data, const XML_Char* element, const XML_Char* name, const XML_Char*,
                      const XML_Char* value, int) {
    guarded(data, [&](XmlReader& reader) { reader.on_attlist(element, name, value); });
  }
  static void skipped(void* data, const XML_Char*, int) {
    // Expat lets it pass where something was not read that may declare it.
    constexpr std::string_view kWhy = "an entity that is not declared";
    guarded(data, [&](XmlReader& reader) {
      if (reader.is_forgiving())
        reader.forgive(reader.passed_, kWhy);
      else
        reader.stop(Fault::Kind::syntax, kWhy);
    });
  }
  static int external(XML_Parser parser, const XML_Char* context, const XML_Char*, const XML_Char*,
                      const XML_Char* public_id) {
    bool goes_on = false;
    guarded(XML_GetUserData(parser),
            [&](XmlReader& reader) { goes_on = reader.on_external(parser, context, public_id); });
    return goes_on ? 1 : 0;
  }
};

void XmlReader::reset(std::string_view text) {
  text_ = text;
  parser_.reset();
  thrown_ = nullptr;
  suspended_ = ended_ = stopped_ = lenient_ = false;
  root_seen_ = is_xhtml_ = began_again_ = has_declarations_ = standalone_ = in_doctype_ = false;
  html_names_ = in_cdata_ = cdata_in_place_ = empty_element_ = false;
  subset_ = {};
  names_.clear();
  names_made_ = false;
  entities_.clear();
  references_ = defaults_ = 0;
  attlists_.clear();
  budget_ = 2 * text.size() + 4096;
  passed_ = instructions_ = 0;
  fault_ = {};
  items_.clear();
  cursor_ = 0;
  values_.clear();
  arena_.clear();
  interned_.clear();
  expanded_.clear();
  is_expanded_ = false;
  pending_.clear();
  has_pending_ = false;
  tree_.reset();
  token_ = {};
  token_in_place_ = is_empty_element_ = false;
  attributes_.clear();
  shown_.clear();
  text_meaning_ = {};
  begin_parser(0);
  ended_ = ascii::trim(text).empty();
}

void XmlReader::begin_parser(std::size_t base) {
  parser_.reset(XML_ParserCreate("UTF-8"));
  if (!parser_) throw std::bad_alloc();
  XML_Parser parser = parser_.get();
  XML_SetUserData(parser, this);
  XML_SetElementHandler(parser, Handlers::start, Handlers::end);
  XML_SetCharacterDataHandler(parser, Handlers::text);
  XML_SetProcessingInstructionHandler(parser, Handlers::instruction);
  XML_SetCommentHandler(parser, Handlers::comment);
  XML_SetCdataSectionHandler(parser, Handlers::start_cdata, Handlers::end_cdata);
  XML_SetXmlDeclHandler(parser, Handlers::declaration);
  XML_SetDoctypeDeclHandler(parser, Handlers::start_doctype, Handlers::end_doctype);
  XML_SetEntityDeclHandler(parser, Handlers::entity);
  XML_SetAttlistDeclHandler(parser, Handlers::attlist);
  XML_SetSkippedEntityHandler(parser, Handlers::skipped);
  XML_SetExternalEntityRefHandler(parser, Handlers::external);
  XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
  XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, kAmplification);
  XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, kSmall + 2 * subset_.size());
  active_ = parser;
  active_base_ = base_ = fed_ = base;
  block_ = kBlock;
  suspended_ = ended_ = stopped_ = false;
}

// --- what expat says

XmlReader::Place XmlReader::place() const {
  const auto index = static_cast<std::size_t>(text::expat_index(active_));
  const auto count = static_cast<std::size_t>(text::expat_count(active_));
  const std::size_t begin = std::min(active_base_ + index, text_.size());
  if (count == 0) return suspended_at_;  // in an entity, and expat has forgotten which
  // Within an entity what stands there is its reference.
  return {begin, std::min(begin + count, text_.size()),
          begin < text_.size() && text_[begin] == '<'};
}

void XmlReader::passed(const Place& place) {
  if (!in_doctype_) passed_ = std::max(passed_, place.end);
}

// Names of what has no place are few, but the elements that have them may stay open for long.
std::string_view XmlReader::intern(std::string_view name) {
  const auto known = interned_.find(name);
  return known != interned_.end() ? *known : *interned_.emplace(name).first;
}

XmlReader::Held XmlReader::hold(std::string_view text) {
  const Held held{{}, arena_.size(), text.size(), true};
  arena_ += text;
  return held;
}

std::string_view XmlReader::view_of(const Held& held) const {
  return held.in_arena ? std::string_view(arena_).substr(held.begin, held.size) : held.view;
}

void XmlReader::suspend(const Place& place) {
  if (root_seen_ && active_ == parser_.get() && items_.size() >= kItems)
    if (XML_StopParser(active_, XML_TRUE) == XML_STATUS_OK) suspended_at_ = place;
}

void XmlReader::forgive(std::size_t place, std::string_view why) {
  if (fault_.kind == Fault::Kind::none) fault_ = {Fault::Kind::syntax, place, why};
}

void XmlReader::stop(Fault::Kind kind, std::string_view why) {
  if (stopped_) return;
  flush_text();
  stopped_ = true;
  fault_ = {kind, passed_, why};
  XML_StopParser(active_, XML_FALSE);
}

XmlReader::Value XmlReader::written_value(std::string_view name, std::string_view written,
                                          std::string_view meaning, XmlText kind) {
  Value value{name, written, {written, 0, 0, false}, true, true};
  if (meaning == written) return value;
  scratch_.clear();
  decode_xml(written, kind, html_names_, scratch_);
  value.in_place = scratch_ == meaning;
  const bool has_breaks = kind == XmlText::attribute && !value.in_place &&
                          entities_.restore_breaks(written, meaning, html_names_, scratch_);
  value.meaning = hold(has_breaks ? std::string_view(scratch_) : meaning);
  return value;
}

void XmlReader::on_start(const char* name, const char** attributes) {
  if (stopped_) return;
  flush_text();
  const bool is_root = !std::exchange(root_seen_, true);
  const Place here = place();
  Item item;
  item.kind = TokenKind::start_tag;
  item.in_place = here.in_place;
  item.begin = here.begin;
  item.end = here.end;
  const std::size_t size = std::strlen(name);
  item.name = here.in_place ? text_.substr(here.begin + 1, size) : intern({name, size});
  if (is_root) is_xhtml_ = item.name == "html" || item.name.ends_with(":html");
  item.self_closing = here.in_place && here.end >= 2 && text_[here.end - 2] == '/';
  item.first_value = values_.size();
  const char** const specified = attributes + XML_GetSpecifiedAttributeCount(active_);
  const char** each = attributes;
  if (here.in_place) {
    const std::size_t behind = here.begin + 1 + size;
    for_each_attribute(
        text_.substr(behind, here.end - 1 - behind),
        [&](std::string_view written_name, std::string_view written) {
          if (each == specified) return;
          values_.push_back(written_value(written_name, written, each[1], XmlText::attribute));
          each += 2;
        });
  }
  const std::string_view whole = text_.substr(here.begin, here.end - here.begin);
  for (; *each != nullptr; each += 2) {
    if (each >= specified) ++defaults_;
    values_.push_back({intern(each[0]), whole, hold(each[1]), false, false});
  }
  item.values_end = values_.size();
  empty_element_ = item.self_closing;
  if (defaults_ > text_.size() / 2 + kSmall) {
    values_.resize(item.first_value);
    stop(Fault::Kind::limit, {});
    return;
  }
  items_.push_back(item);
  passed(here);
  suspend(here);
}

void XmlReader::on_end(const char* name) {
  if (stopped_) return;
  flush_text();
  if (std::exchange(empty_element_, false)) return;
  const Place here = place();
  Item item;
  item.kind = TokenKind::end_tag;
  item.in_place = here.in_place;
  item.begin = here.begin;
  item.end = here.end;
  const std::size_t size = std::strlen(name);
  item.name = here.in_place ? text_.substr(here.begin + 2, size) : intern({name, size});
  items_.push_back(item);
  passed(here);
  suspend(here);
}

void XmlReader::on_text(std::string_view text) {
  if (stopped_) return;
  const Place here = place();
  if (!has_pending_) {
    has_pending_ = true;
    pending_.clear();
    pending_place_ = here;
  }
  pending_ += text;
  pending_place_.end = std::max(pending_place_.end, here.end);
  passed(here);
}

void XmlReader::flush_text() {
  if (!has_pending_) return;
  has_pending_ = false;
  Item item;
  item.kind = TokenKind::text;
  item.state = in_cdata_ ? TextState::cdata_section : TextState::data;
  item.begin = pending_place_.begin;
  item.end = pending_place_.end;
  const Value value = written_value({}, text_.substr(item.begin, item.end - item.begin), pending_,
                                    in_cdata_ ? XmlText::cdata : XmlText::content);
  item.name = value.place;
  item.meaning = value.meaning;
  item.in_place = value.in_place && (!in_cdata_ || cdata_in_place_);
  items_.push_back(item);
}

// "Associating Style Sheets with XML documents": pseudo-attributes are written as attributes are.
// Of other instructions the declaration is given, which names the charset.
void XmlReader::on_instruction(std::string_view target, std::string_view data) {
  if (stopped_) return;
  flush_text();
  const Place here = place();
  passed(here);
  if (!leads_somewhere(target) && target != "xml") return;
  // Declarations may be read twice.
  if (here.begin < instructions_) return;
  instructions_ = here.end;
  Item item;
  item.kind = TokenKind::comment;
  item.in_place = here.in_place;
  item.begin = here.begin;
  item.end = here.end;
  item.first_value = values_.size();
  if (here.in_place) {
    item.name = text_.substr(here.begin + 1, here.end - here.begin - 2);
    data = item.name.substr(std::min(item.name.size(), 1 + target.size()));
    if (data.ends_with('?')) data.remove_suffix(1);
  } else {
    item.name = target == kStyleSheet ? "?xml-stylesheet" : "?mso-infoPathSolution";
  }
  if (leads_somewhere(target)) {
    const std::string_view whole = text_.substr(here.begin, here.end - here.begin);
    for_each_attribute(data, [&](std::string_view name, std::string_view written) {
      std::string meaning;
      decode_xml(written, XmlText::attribute, false, meaning);
      if (here.in_place)
        values_.push_back(written_value(name, written, meaning, XmlText::attribute));
      else
        values_.push_back({intern(name), whole, hold(meaning), false, false});
    });
  }
  item.values_end = values_.size();
  items_.push_back(item);
  suspend(here);
}

void XmlReader::on_entity(const char* name, bool is_parameter, const char* value,
                          std::size_t size) {
  if (stopped_) return;
  const std::string_view text(value != nullptr ? value : "", value != nullptr ? size : 0);
  bool refers = text.find('%') != kNone;
  for (std::size_t at = 0; !refers && (at = find_byte(text, '&', at)) < text.size(); ++at)
    refers = at + 1 < text.size() && text[at + 1] != '#';
  if (refers && ++references_ > kReferences) {
    stop(Fault::Kind::limit, {});
    return;
  }
  if (!is_parameter) entities_.declare(name, text);
}

void XmlReader::on_attlist(const char* element, const char* name, const char* value) {
  if (stopped_) return;
  Attlist& list = attlists_[element];
  if (++list.count > kAttlist) stop(Fault::Kind::limit, {});
  if (value != nullptr) list.defaults.try_emplace(name, value);
}

// What lies elsewhere is never opened.  A declaration of a type that browsers know brings the names
// of HTML, and declarations behind a reference to what was not read still count.
bool XmlReader::on_external(XML_ParserStruct* parser, const char* context, const char* public_id) {
  if (context != nullptr) return true;
  // The place of an error; the end where there is none.
  const auto read = [&](std::string_view text, std::size_t base) {
    const Parser inner(XML_ExternalEntityParserCreate(parser, nullptr, "UTF-8"));
    if (!inner) throw std::bad_alloc();
    XML_Parser const outer = std::exchange(active_, inner.get());
    const std::size_t outer_base = std::exchange(active_base_, base);
    const auto status = XML_Parse(inner.get(), text.data(),
                                  static_cast<int>(std::min(text.size(), kLargestBlock)), 1);
    active_ = outer;
    active_base_ = outer_base;
    pass_on(inner.get());
    if (status == XML_STATUS_OK) return text.size();
    const std::int64_t error = text::expat_index(inner.get());  // -1 for the very first
    return std::min(static_cast<std::size_t>(std::max<std::int64_t>(error, 0)), text.size());
  };
  if (parser == parser_.get()) {
    if (!subset_.empty()) read(declarations_of_missing(subset_), text_.size());
    // A declaration that is none is left out.
    for (int tries = 0; !subset_.empty() && !stopped_ && tries < kTries; ++tries) {
      if (!work::charge(subset_.size())) break;
      const std::size_t error =
          read(subset_, static_cast<std::size_t>(subset_.data() - text_.data()));
      std::size_t next = error < subset_.size() ? find_byte(subset_, '<', error + 1) : error;
      while (next + 1 < subset_.size() && subset_[next + 1] != '!' && subset_[next + 1] != '?')
        next = find_byte(subset_, '<', next + 1);
      subset_ = subset_.substr(next);
    }
    subset_ = {};
  }
  const bool named = public_id != nullptr ? has_html_names(public_id) : html_names_;
  if (named && !std::exchange(names_made_, true)) names_ = declarations_of_names(text_);
  if (!stopped_) read(named ? std::string_view(names_) : std::string_view(), text_.size());
  return !stopped_;
}

// --- what the caller asks for

// What ended the parser and is no error of the text.
void XmlReader::pass_on(XML_ParserStruct* parser) {
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  if (XML_GetErrorCode(parser) == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
}

// The next block, or what is left of the last.
void XmlReader::parse_on() {
  const std::size_t before = items_.size();
  XML_Status status;
  if (suspended_) {
    status = XML_ResumeParser(parser_.get());
  } else {
    const std::string_view block = text_.substr(fed_, block_);
    work::charge(block.size());
    fed_ += block.size();
    status = XML_Parse(parser_.get(), block.data(), static_cast<int>(block.size()),
                       fed_ == text_.size() ? 1 : 0);
  }
  pass_on(parser_.get());
  suspended_ = status == XML_STATUS_SUSPENDED;
  if (suspended_) return;
  // What is long and not at its end yet would be looked at with every block.
  block_ = items_.size() == before ? std::min(2 * block_, kLargestBlock) : kBlock;
  if (status == XML_STATUS_OK) {
    ended_ = fed_ == text_.size();
    return;
  }
  flush_text();
  ended_ = true;
  if (stopped_) return;
  stopped_ = true;
  const XML_Error error = XML_GetErrorCode(parser_.get());
  const bool limit =
      error == XML_ERROR_AMPLIFICATION_LIMIT_BREACH || error == XML_ERROR_RECURSIVE_ENTITY_REF;
  fault_ = {limit ? Fault::Kind::limit : Fault::Kind::syntax, passed_, XML_ErrorString(error)};
}

// Where nothing but the declarations is wrong, or what stands before them, what was declared counts
// for the lenient reading, as readers have it that know more of declarations or less.
bool XmlReader::begins_again() {
  if (root_seen_ || began_again_) return false;
  began_again_ = true;
  const std::size_t doctype = text_.find(kDoctype, passed_);
  if (doctype == kNone) return false;
  const Declarations found = find_subset(text_, doctype);
  if (found.end == kNone) return false;
  Tokenizer tokenizer(text_);
  tokenizer.resume_at(doctype);
  const std::optional<std::string> public_id = parse_doctype(tokenizer.next()).public_id;
  html_names_ = public_id && has_html_names(*public_id);
  has_declarations_ = has_declarations_ || !found.subset.empty();
  subset_ = found.subset;
  entities_.clear();
  references_ = 0;
  attlists_.clear();
  standalone_ = in_doctype_ = false;
  begin_parser(found.end);
  XML_UseForeignDTD(parser_.get(), XML_TRUE);
  passed_ = found.end;
  return true;
}

bool XmlReader::fill() {
  items_.clear();
  values_.clear();
  arena_.clear();
  cursor_ = 0;
  while (items_.empty()) {
    if (ended_) {
      if (!stopped_ || !begins_again()) return false;
      continue;
    }
    const Fault first = fault_;
    parse_on();
    if (first.kind != Fault::Kind::none && fault_.kind != Fault::Kind::limit) fault_ = first;
  }
  return true;
}

const Token& XmlReader::next() {
  if (is_empty_element_) close_empty_element();
  attributes_.clear();
  shown_.clear();
  if (lenient_) return lenient();
  if (cursor_ == items_.size() && !fill()) {
    parser_.reset();
    if (stopped_) return fail_at(passed_, {});
    token_ = {};
    token_.begin = token_.end = text_.size();
    return token_;
  }
  const Item& item = items_[cursor_++];
  token_ = {};
  token_.kind = item.kind;
  token_.state = item.state;
  token_.self_closing = item.self_closing;
  token_.text = item.name;
  token_.begin = item.begin;
  token_.end = item.end;
  token_in_place_ = item.in_place;
  if (item.kind == TokenKind::end_tag) {
    tree_.close_last();
  } else if (item.kind == TokenKind::text) {
    text_meaning_ = item.meaning;
  } else {
    shown_.assign(values_.begin() + static_cast<std::ptrdiff_t>(item.first_value),
                  values_.begin() + static_cast<std::ptrdiff_t>(item.values_end));
    if (item.kind == TokenKind::start_tag) {
      std::string_view why;
      if (!settle_names(item, why)) {
        tree_.close_last();
        return fail_at(item.begin, why);
      }
      is_empty_element_ = item.self_closing;
    } else {
      for (const Value& value : shown_)
        attributes_.push_back({attribute_named(value.name), false, value.name,
                               value.written ? value.place : view_of(value.meaning)});
    }
  }
  return token_;
}

// Expat leaves a reference to what may be declared elsewhere out of a value; browsers do not take
// it.
bool XmlReader::is_undefined_in(const Value& value) const {
  work::charge(value.place.size());
  for (std::size_t at = 0; (at = find_byte(value.place, '&', at)) < value.place.size(); ++at) {
    const std::size_t end = find_byte(value.place, ';', at);
    const std::string_view name = value.place.substr(at + 1, end - at - 1);
    if (end == value.place.size() || name.starts_with('#') || is_predefined(name)) continue;
    if (!entities_.declares(name)) return true;
  }
  return false;
}

// Opens the element; false where its names break the rules of namespaces.
bool XmlReader::settle_names(const Item& item, std::string_view& why) {
  work::charge(shown_.size());
  tree_.open(item.name);
  bool good = true;
  for (const Value& value : shown_)
    if (declares_namespace(value.name) && !tree_.bind(value.name, view_of(value.meaning)))
      good = false;
  good = tree_.settle() && good;
  if (!good) why = "a prefix that is not bound to a namespace";
  bool fatal = false;
  std::vector<std::pair<std::uint32_t, std::string_view>> prefixed;
  for (const Value& value : shown_) {
    const XmlTree::Name name = tree_.attribute(value.name);
    attributes_.push_back(
        {name.id, false, value.name, value.written ? value.place : view_of(value.meaning)});
    if (!name.bound) {
      fatal = true;
      why = "a prefix that is not bound to a namespace";
    }
    if (name.local.size() != value.name.size()) prefixed.emplace_back(name.uri, name.local);
    if (value.written && !value.in_place && is_undefined_in(value)) {
      good = false;
      why = "an entity that is not declared";
    }
  }
  if (fatal) return false;
  if (!good && is_forgiving()) {
    forgive(item.begin, why);
    good = true;
  }
  std::sort(prefixed.begin(), prefixed.end());
  if (std::adjacent_find(prefixed.begin(), prefixed.end()) != prefixed.end()) {
    good = false;
    why = "an attribute twice";
  }
  return good;
}

// From here on the document is read as HTML's tokenizer does, its entities replaced before: they
// may hold tags.
const Token& XmlReader::fail_at(std::size_t place, std::string_view why) {
  if (!why.empty() && fault_.kind == Fault::Kind::none) fault_ = {Fault::Kind::syntax, place, why};
  parser_.reset();
  lenient_ = true;
  rest_ = place;
  if (!entities_.empty()) entities_.expand(text_.substr(place), budget_, expanded_);
  is_expanded_ = !expanded_.empty() && expanded_ != text_.substr(place);
  tokenizer_.reset(is_expanded_ ? std::string_view(expanded_) : text_);
  tokenizer_.keep(Tokenizer::Keep::all);
  tokenizer_.allow_cdata(true);
  tokenizer_.resume_at(is_expanded_ ? 0 : place);
  attributes_.clear();
  shown_.clear();
  return lenient();
}

const Token& XmlReader::lenient() {
  token_ = tokenizer_.next();
  token_in_place_ = !is_expanded_;
  if (is_expanded_) {
    token_.begin = token_.kind == TokenKind::end_of_text ? text_.size() : rest_;
    token_.end = text_.size();
  }
  if (token_.kind == TokenKind::end_tag && !token_.unterminated) tree_.end_tag(token_);
  if (token_.kind == TokenKind::comment && token_.text.starts_with('?')) {
    for_each_attribute(token_.text, [&](std::string_view name, std::string_view value) {
      attributes_.push_back({attribute_named(name), false, name, value});
    });
  }
  if (token_.kind != TokenKind::start_tag) return token_;
  tree_.open(token_.text);
  for (const TagAttribute& attribute : tokenizer_.attributes()) {
    if (!declares_namespace(attribute.name)) continue;
    tree_.bind(attribute.name, lenient_meaning(attribute.value, XmlText::attribute).text);
  }
  tree_.settle();
  attributes_ = tokenizer_.attributes();
  add_defaults();
  for (TagAttribute& attribute : attributes_) attribute.id = tree_.attribute(attribute.name).id;
  is_empty_element_ = token_.self_closing;
  return token_;
}

void XmlReader::add_defaults() {
  const auto list = attlists_.find(token_.text);
  if (list == attlists_.end() || defaults_ > text_.size() / 2 + kSmall) return;
  defaults_ += list->second.defaults.size();
  std::set<std::string_view> written;
  for (const TagAttribute& attribute : attributes_) written.insert(attribute.name);
  for (const auto& [name, value] : list->second.defaults)
    if (!written.contains(name)) attributes_.push_back({Attribute::other, false, name, value});
}

void XmlReader::close_empty_element() {
  if (is_empty_element_) tree_.close_last();
  is_empty_element_ = false;
}

void XmlReader::decode(std::string_view place, XmlText kind, std::string& out,
                       text::Offsets* offsets) const {
  if (!lenient_) {
    decode_xml(place, kind, html_names_, out, offsets);
    return;
  }
  decode_html(place,
              kind == XmlText::attribute ? References::decode_in_attribute
              : kind == XmlText::content ? References::decode
                                         : References::keep,
              kind == XmlText::attribute ? Nul::replace : Nul::drop, out, offsets);
}

XmlMeaning XmlReader::meaning_of(const TagAttribute& attribute) {
  if (!lenient_) {
    const Value& value = shown_[static_cast<std::size_t>(&attribute - attributes_.data())];
    return {view_of(value.meaning), value.place, value.in_place};
  }
  const auto index = static_cast<std::size_t>(&attribute - attributes_.data());
  const std::string_view tag = text_.substr(token_.begin, token_.end - token_.begin);
  const bool is_default =
      token_.kind == TokenKind::start_tag && index >= tokenizer_.attributes().size();
  if (is_default && index < attributes_.size()) return {attribute.value, tag, false};
  return lenient_meaning(attribute.value, XmlText::attribute);
}

XmlMeaning XmlReader::text_meaning() {
  if (!lenient_) return {view_of(text_meaning_), token_.text, token_in_place_};
  return lenient_meaning(
      token_.text, token_.state == TextState::cdata_section ? XmlText::cdata : XmlText::content);
}

XmlMeaning XmlReader::lenient_meaning(std::string_view written, XmlText kind) {
  XmlMeaning meaning{written, is_expanded_ ? text_.substr(rest_) : written, !is_expanded_};
  if (is_literal(written)) return meaning;
  scratch_.clear();
  decode(written, kind, scratch_, nullptr);
  meaning.text = scratch_;
  return meaning;
}

}  // namespace basewalk::html
