// SPDX-License-Identifier: MIT
//
// One part of an OOXML package that is XML: fields, hyperlinks, formulas, shapes and running text.
//
// Before this: ooxml.cpp goes over the members.  After it: what is found is told.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_OOXML_PART_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_OOXML_PART_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/documents/field_code.h"
#include "worker/documents/office/ooxml/cells.h"
#include "worker/documents/office/ooxml/relationships.h"
#include "worker/documents/office/session.h"
#include "worker/documents/office/xml.h"
#include "worker/documents/two_readings.h"

namespace basewalk::worker::office {

class OoxmlPart final : public XmlHandler {
 public:
  OoxmlPart(std::string_view name, Relationships& relationships, Cells& cells, Session& session)
      : name_(name),
        relationships_(relationships),
        cells_(cells),
        session_(session),
        fields_(session.bytes_left()) {}

  void start(const XmlName& name, const XmlAttributes& attributes) override;
  void end(const XmlName& name) override;
  void text(std::string_view text) override;
  bool has_page() const override { return has_page_; }
  void finish() override;

 private:
  // What the text of an element is.
  enum class Kind { none, shown, instructions, formula, value };
  // A hyperlink that ends where its element does, or a run does.
  struct Link {
    std::string id, place;
    std::size_t from = 0;  // in shown_
    bool is_of_run = false;
    bool is_line = false;  // what a cell shows: no text goes on behind it
    std::string raw{};     // where it leads without a relationship
  };

  // What stands in an element that is shown apart from the text around it.
  struct Outer {
    std::string shown;
    OtherReading others;
    int in_shown_version;
    Version shown_version;
  };

  Version shown_version_of(const XmlName& name) const;
  bool is_aside(const XmlName& name) const;
  void begin_of_run(const XmlName& name, const XmlAttributes& attributes);
  void begin_shown(const XmlName& name, const XmlAttributes& attributes);
  void end_shown(const XmlName& name);
  void end_aside();
  void show(std::string_view text, Version version = Version::all);
  void start_text(const XmlName& name, const XmlAttributes& attributes);
  void start_hyperlink(const XmlName& name, const XmlAttributes& attributes);
  bool is_of_word(const XmlName& name) const;
  Version version_of(const XmlName& name) const;
  void begin_version(const XmlName& name);
  void end_version(const XmlName& name);
  Version version_at(std::size_t depth) const;
  void field_mark(std::string_view mark);
  void tell_field_data();
  void visio_cell(const XmlAttributes& attributes);
  bool tell_formula_of(std::string_view formula);
  bool tell_film(std::string_view page);
  void unescape(const XmlName& name);
  void tell_connection(std::string_view connection);
  void other_attributes(const XmlName& name, const XmlAttributes& attributes);
  void end_link();
  void end_line();
  void end_other(std::string_view element);
  void end_formula();

  std::string_view name_;
  Relationships& relationships_;
  Cells& cells_;
  Session& session_;
  FieldReader fields_;
  std::vector<FieldTarget> targets_;
  std::vector<Link> links_;
  std::string shown_, formula_, other_;
  OtherReading others_;  // of shown_
  std::vector<Outer> outer_;
  std::string aside_, others_aside_;
  // Elements around that not all programs show.
  int in_shown_version_ = 0;
  Version shown_version_ = Version::all;
  bool is_vanished_ = false, is_of_word_ = false;
  CellCounter counter_;
  SharedFormulas shared_formulas_;
  std::string shared_;  // number of the formula at hand, if it stands for several cells
  Kind kind_ = Kind::none;
  std::vector<Kind> kinds_;  // that of each element around
  int runs_ = 0;
  std::optional<std::string> vocabulary_;  // of the first element
  // Elements around that not all programs read in instructions, the first with so many fields open.
  int in_version_ = 0;
  Version version_ = Version::all;
  std::size_t fields_around_version_ = 0;
  std::vector<std::size_t> depths_of_choices_;  // fields that were open where they begin
  bool is_deletion_ = false;
  bool has_page_ = false;
  std::size_t shown_from_ = 0;  // in shown_, of the element at hand
  std::size_t films_ = 0;
  bool is_string_cell_ = false;
  bool is_in_note_ = false;  // of a cell, whose runs have the text
  bool is_empty_ = false;    // nothing stands behind the last tag
};

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_OOXML_PART_H_
