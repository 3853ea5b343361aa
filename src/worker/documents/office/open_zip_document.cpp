// SPDX-License-Identifier: MIT
#include "worker/documents/office/open_zip_document.h"

#include <string>

#include "text/ascii.h"
#include "worker/documents/office/epub.h"
#include "worker/documents/office/odf.h"
#include "worker/documents/office/ooxml/ooxml.h"
#include "worker/documents/office/session.h"
#include "worker/documents/office/zip.h"
#include "worker/documents/zip/by_directory.h"
#include "worker/documents/zip/layout.h"

namespace basewalk::worker {
namespace {

// Behind so many names it is no document.
constexpr int kMostLooked = 20'000;

}  // namespace

ZipKind zip_kind(std::string_view bytes) {
  office::Zip zip(zip::archive_of(bytes), nullptr);
  bool has_content = false, has_manifest = false;
  for (int i = 0; i < kMostLooked && zip.next(); ++i) {
    const std::string& name = zip.name();
    if (ascii::iequals(name, "[Content_Types].xml")) return ZipKind::ooxml;
    if (name == "META-INF/container.xml") return ZipKind::epub;
    if (name == "mimetype") {
      const std::string type = zip.read_all(128);
      if (type.starts_with("application/epub+zip")) return ZipKind::epub;
      if (type.starts_with("application/vnd.oasis.opendocument") ||
          type.starts_with("application/vnd.sun.xml"))
        return ZipKind::odf;
    }
    has_content = has_content || name == "content.xml";
    has_manifest = has_manifest || name == "META-INF/manifest.xml";
    if (has_content && has_manifest) return ZipKind::odf;
  }
  return ZipKind::other;
}

void open_zip_document(const Document& document, DocumentSink& sink) {
  const zip::Layout layout = zip::layout_of(document.bytes);
  Document archive = document;
  archive.bytes = layout.archive;
  office::Session session(archive, sink);
  const ZipKind kind = zip_kind(document.bytes);
  if (kind == ZipKind::other) {
    sink.lack(Lack::no_opener, "", "is no document, but an archive");
    return;
  }
  const std::string_view password = office::password_of(session).value_or(std::string_view());
  if (kind == ZipKind::ooxml)
    office::open_ooxml(session, password);
  else if (kind == ZipKind::odf)
    office::open_odf(session, password);
  else
    office::open_epub(session, password);
  std::uint64_t left = session.bytes_left();
  zip::tell_by_directory(document, layout, zip::Anew::all, left, sink);
  zip::tell_around(layout, left, sink);
}

}  // namespace basewalk::worker
