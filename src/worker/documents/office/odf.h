// SPDX-License-Identifier: MIT
//
// OpenDocument (ODF 1.3): packages, and single XML files.
//
// Before this: open_zip_document.cpp has seen what it is.  After it: what is found is told.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_ODF_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_ODF_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "worker/documents/office/session.h"
#include "worker/documents/office/xml.h"
#include "worker/documents/two_readings.h"

namespace basewalk::worker::office {

void open_odf(Session& session, std::string_view password);

/// One XML file of OpenDocument.
class OdfXml final : public XmlHandler {
 public:
  /// `member` is its path in a package; none of a file that is not in one.
  OdfXml(std::optional<std::string_view> member, Session& session)
      : member_(member), session_(session) {}

  void start(const XmlName& name, const XmlAttributes& attributes) override;
  void end(const XmlName& name) override;
  void text(std::string_view text) override;
  bool has_page() const override { return has_page_; }
  void finish() override;

  /// What LibreOffice makes of the first page.
  static constexpr std::string_view kPreview = "Thumbnails/thumbnail.png";
  /// Does something in it lead there, so that a page shows it?
  bool shows_preview() const { return shows_preview_; }

 private:
  struct Link {
    std::string raw, element;
    std::size_t from = 0;  // in shown_
  };

  // What stands in an element that is shown apart from the paragraph around it.
  struct Outer {
    std::string shown;
    OtherReading others;
    int in_paragraph, in_field, depth;
  };

  void begin_shown(const XmlName& name);
  void begin_change(const XmlName& name, const XmlAttributes& attributes);
  void end_shown(const XmlName& name);
  void end_aside();
  void show(std::string_view text);
  void attribute(std::string_view local, const std::string& element, const XmlAttribute& attribute);
  void href(const std::string& element, std::string_view value);
  bool formula(std::string_view value);
  void end_link();
  void end_hidden(const XmlName& name);
  void end_binary();

  std::optional<std::string_view> member_;
  Session& session_;
  std::vector<Link> links_;
  std::string shown_, hidden_text_, binary_;
  OtherReading others_;  // of shown_
  std::vector<Outer> outer_;
  std::string aside_, others_aside_;
  // Elements that are open: all, from a paragraph on, from a field in it on.
  std::unordered_map<std::string, std::string> deleted_;  // by what a place in the text names
  std::string region_;                                    // what is at hand of these
  std::size_t deleted_from_ = 0;                          // in shown_
  int depth_ = 0, in_paragraph_ = 0, in_field_ = 0;
  int hidden_ = 0;  // elements whose text is not shown
  bool is_binary_ = false, shows_preview_ = false, has_page_ = false;
};

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_ODF_H_
