// SPDX-License-Identifier: MIT
//
// The XML of Word 2003 (WordprocessingML): what OOXML made of it later, without relationships, and
// with pictures and macros in base64.
//
// Before this: open_flat_document.cpp has seen the root.  After it: what is found is told;
// ooxml_part.cpp has what both have.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_WORD_2003_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_WORD_2003_H_

#include <string>
#include <string_view>

#include "worker/documents/office/ooxml/ooxml_part.h"
#include "worker/documents/office/ooxml/relationships.h"
#include "worker/documents/office/properties.h"
#include "worker/documents/office/xml.h"

namespace basewalk::worker::office {

/// Is it the element that holds the properties of a document of Office 2003?
bool holds_properties(const XmlName& name);

class Word2003 final : public XmlHandler {
 public:
  explicit Word2003(Session& session)
      : session_(session), properties_(session), part_("document.xml", none_, cells_, session) {}

  void start(const XmlName& name, const XmlAttributes& attributes) override;
  void end(const XmlName& name) override;
  void text(std::string_view text) override;
  void finish() override;

 private:
  void tell_binary();

  Session& session_;
  Relationships none_;
  Cells cells_;  // of what should be in no text
  Properties properties_;
  OoxmlPart part_;
  std::string binary_, binary_name_;
  int within_properties_ = 0;  // elements that are open
  bool is_binary_ = false;
};

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_WORD_2003_H_
