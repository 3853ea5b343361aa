// SPDX-License-Identifier: MIT
//
// An archive of pages by Safari as XML: a property list whose data stand in base64.  In its binary
// form documents/apple/property_list.cpp reads it.
//
// Before this: open_flat_document.cpp has seen the root.  After it: each file in it is a part.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_WEB_ARCHIVE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_WEB_ARCHIVE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "worker/documents/office/flat/any_xml.h"
#include "worker/documents/office/session.h"
#include "worker/documents/office/xml.h"
#include "worker/documents/web_resource.h"

namespace basewalk::worker::office {

/// Other bytes are parts of which nothing is said; whatever else there is is searched as any XML.
class WebArchive final : public XmlHandler {
 public:
  explicit WebArchive(Session& session)
      : session_(session),
        beside_("property list", session),
        members_left_(session.document.bounds.members) {}

  void start(const XmlName& name, const XmlAttributes& attributes) override;
  void end(const XmlName& name) override;
  void text(std::string_view text) override;
  void finish() override;

 private:
  struct Dictionary {
    WebResource resource;
    std::string key;
    std::vector<std::string> files;  // in base64
  };
  void end_value(std::string_view local);
  void tell(const Dictionary& dictionary);
  void tell_file(const std::string& base64, const WebResource& resource);

  Session& session_;
  AnyXml beside_;
  std::vector<Dictionary> open_;
  std::string text_;
  bool is_in_data_ = false;
  std::uint64_t members_left_;
};

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_WEB_ARCHIVE_H_
