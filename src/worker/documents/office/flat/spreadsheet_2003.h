// SPDX-License-Identifier: MIT
//
// The XML of Excel 2003 (SpreadsheetML, "XML Spreadsheet 2003"), which OOXML's is not made of.
//
// Before this: open_flat_document.cpp has seen the root.  After it: what is found is told.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_SPREADSHEET_2003_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_SPREADSHEET_2003_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "worker/documents/office/properties.h"
#include "worker/documents/office/session.h"
#include "worker/documents/office/xml.h"

namespace basewalk::worker::office {

class Spreadsheet2003 final : public XmlHandler {
 public:
  explicit Spreadsheet2003(Session& session) : session_(session), properties_(session) {}

  void start(const XmlName& name, const XmlAttributes& attributes) override;
  void end(const XmlName& name) override;
  void text(std::string_view text) override;
  void finish() override;

 private:
  void attribute(std::string_view element, const XmlAttribute& attribute);
  void formula(std::string_view value);
  void setting(std::string_view element);
  void end_cell();
  void end_line();

  Session& session_;
  Properties properties_;
  std::string shown_, href_, text_;
  std::size_t cell_ = 0;       // where in shown_ the cell begins
  int within_properties_ = 0;  // elements that are open
  int within_data_ = 0;        // of cells and comments, whose text is shown
};

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_SPREADSHEET_2003_H_
