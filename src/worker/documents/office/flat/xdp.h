// SPDX-License-Identifier: MIT
//
// An XML Data Package (XDP of Adobe's XFA): a form whose PDF stands in it in base64, which Acrobat
// opens as it opens the PDF itself.
//
// Before this: open_flat_document.cpp has seen the root.  After it: the PDF is opened as a part.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_XDP_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_XDP_H_

#include <string>
#include <string_view>

#include "worker/documents/office/flat/any_xml.h"
#include "worker/documents/office/session.h"
#include "worker/documents/office/xml.h"

namespace basewalk::worker::office {

/// What is no chunk, the form's template and its data, is searched as any XML.
class Xdp final : public XmlHandler {
 public:
  explicit Xdp(Session& session) : session_(session), form_("xdp", session) {}

  void start(const XmlName& name, const XmlAttributes& attributes) override;
  void end(const XmlName& name) override;
  void text(std::string_view text) override;
  void finish() override;

 private:
  void tell_chunk();

  Session& session_;
  AnyXml form_;
  std::string chunk_;
  bool is_chunk_ = false;
};

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_XDP_H_
