// SPDX-License-Identifier: MIT
//
// A book in FictionBook 2 (.fb2): its pictures stand in it in base64.
//
// Before this: open_flat_document.cpp has seen the root; what else is in it is found in its text.
// After it: each picture is a part.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_FICTION_BOOK_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_FICTION_BOOK_H_

#include <string>
#include <string_view>

#include "worker/documents/office/session.h"
#include "worker/documents/office/xml.h"

namespace basewalk::worker::office {

class FictionBook final : public XmlHandler {
 public:
  explicit FictionBook(Session& session) : session_(session) {}

  void start(const XmlName& name, const XmlAttributes& attributes) override;
  void end(const XmlName& name) override;
  void text(std::string_view text) override;
  void finish() override { tell(); }

 private:
  void tell();

  Session& session_;
  std::string base64_, id_, type_;
  bool is_binary_ = false;
};

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_FICTION_BOOK_H_
