// SPDX-License-Identifier: MIT
#include "worker/documents/office/flat/open_flat_document.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "text/number.h"
#include "worker/documents/office/flat/fiction_book.h"
#include "worker/documents/office/flat/flat_package.h"
#include "worker/documents/office/flat/spreadsheet_2003.h"
#include "worker/documents/office/flat/web_archive.h"
#include "worker/documents/office/flat/word_2003.h"
#include "worker/documents/office/flat/xdp.h"
#include "worker/documents/office/odf.h"
#include "worker/documents/office/session.h"
#include "worker/documents/office/xml.h"

namespace basewalk::worker {
namespace {

constexpr std::size_t kStep = 4096;

// The first element, if there is one.
class Root final : public office::XmlHandler {
 public:
  void start(const office::XmlName& name, const office::XmlAttributes&) override {
    if (is_known) return;
    is_known = true;
    space = name.space;
    local = name.local;
  }
  void end(const office::XmlName&) override {}
  void text(std::string_view) override {}

  bool is_known = false;
  std::string space, local;
};

Root root_of(std::string_view bytes) {
  Root root;
  office::Xml xml(root);
  while (!bytes.empty() && !root.is_known && !xml.is_damaged()) {
    xml.feed(bytes.substr(0, kStep));
    bytes.remove_prefix(std::min(kStep, bytes.size()));
  }
  // Expat may put off what it has begun with until it knows that no more comes.
  if (bytes.empty() && !root.is_known) xml.finish();
  return root;
}

}  // namespace

void open_flat_document(const Document& document, DocumentSink& sink) {
  office::Session session(document, sink);
  const std::string_view bytes = document.bytes.substr(0, text::capped(document.bounds.bytes));
  const Root root = root_of(bytes);
  const auto read = [&](office::XmlHandler&& reader) {
    office::read_xml(bytes, document.name, session, reader);
  };
  if (root.space == "urn:oasis:names:tc:opendocument:xmlns:office:1.0" ||
      root.space == "http://openoffice.org/2000/office")
    read(office::OdfXml({}, session));
  else if (root.space == "http://schemas.microsoft.com/office/word/2003/wordml")
    read(office::Word2003(session));
  else if (root.space == "urn:schemas-microsoft-com:office:spreadsheet")
    read(office::Spreadsheet2003(session));
  else if (root.space == "http://schemas.microsoft.com/office/2006/xmlPackage")
    office::open_flat_package(bytes, session);
  else if (root.space == "http://ns.adobe.com/xdp/")
    read(office::Xdp(session));
  else if (root.local == "FictionBook")
    read(office::FictionBook(session));
  else if (root.local == "plist")
    read(office::WebArchive(session));
  else
    session.lack_once(Lack::damaged, "", "is no document of Office, or damaged before its root");
}

void open_web_archive(const Document& document, DocumentSink& sink) {
  office::Session session(document, sink);
  const std::string_view bytes = document.bytes.substr(0, text::capped(document.bounds.bytes));
  if (root_of(bytes).local != "plist")
    return session.lack_once(Lack::no_opener, "",
                             "is no archive of pages in a form that is known here");
  office::WebArchive archive(session);
  office::read_xml(bytes, document.name, session, archive);
}

}  // namespace basewalk::worker
