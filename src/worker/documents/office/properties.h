// SPDX-License-Identifier: MIT
//
// Properties of an Office document (ECMA-376 part 1, 22): HyperlinkBase and HLinks among them.
//
// Before this: ooxml.cpp has found the member, or flat/ the element.  After it: what is found is
// told.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_PROPERTIES_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_PROPERTIES_H_

#include <string>
#include <string_view>
#include <vector>

#include "worker/documents/office/session.h"
#include "worker/documents/office/xml.h"

namespace basewalk::worker::office {

class Properties final : public XmlHandler {
 public:
  explicit Properties(Session& session) : session_(session) {}

  void start(const XmlName& name, const XmlAttributes& attributes) override;
  void text(std::string_view text) override { text_ += text; }
  void end(const XmlName& name) override;

 private:
  void tell_links();

  Session& session_;
  std::string text_;
  std::vector<std::string> links_;
  bool is_in_links_ = false;
};

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_PROPERTIES_H_
