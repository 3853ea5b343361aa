// SPDX-License-Identifier: MIT
//
// XML of a vocabulary that is not known: the texts and attributes in which a URL may stand.
//
// Before this: flat_package.cpp has a part in which somebody keeps something, xdp.cpp a form. After
// it: each is told, and searched as a text.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_ANY_XML_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_ANY_XML_H_

#include <string>
#include <string_view>

#include "worker/documents/office/session.h"
#include "worker/documents/office/xml.h"

namespace basewalk::worker::office {

class AnyXml final : public XmlHandler {
 public:
  /// `around` is where a text stands before an element in another; it outlives this.
  AnyXml(std::string_view around, Session& session) : around_(around), session_(session) {}

  void start(const XmlName& name, const XmlAttributes& attributes) override;
  void end(const XmlName& name) override;
  void text(std::string_view text) override { text_ += text; }

 private:
  void tell(std::string_view element, std::string_view value, std::string_view place);

  std::string_view around_;
  Session& session_;
  std::string text_;
};

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_ANY_XML_H_
