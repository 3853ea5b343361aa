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

namespace {

ZipKind kind_of_type(std::string_view type) {
  if (type.starts_with("application/epub+zip")) return ZipKind::epub;
  return type.starts_with("application/vnd.oasis.opendocument") ||
                 type.starts_with("application/vnd.sun.xml")
             ? ZipKind::odf
             : ZipKind::other;
}

struct Kinds {
  ZipKind first = ZipKind::other;
  bool has_others = false;  // whichever comes first, some programs open another

  void add(ZipKind kind) {
    if (kind == ZipKind::other) return;
    if (first == ZipKind::other) first = kind;
    has_others = has_others || kind != first;
  }
};

// `is_first_enough`: the others are not looked for.
Kinds kinds_of(std::string_view bytes, bool is_first_enough) {
  office::Zip zip(zip::archive_of(bytes), nullptr);
  bool has_content = false, has_manifest = false;
  Kinds kinds;
  for (int i = 0; i < kMostLooked && zip.next(); ++i) {
    const std::string& name = zip.name();
    // Some programs ask for one of the others alone.
    constexpr std::string_view kOfOoxml[] = {"[Content_Types].xml", "_rels/.rels",
                                             "xl/workbook.xml"};
    if (ascii::iis_one_of(kOfOoxml, name)) kinds.add(ZipKind::ooxml);
    if (name == "META-INF/container.xml") kinds.add(ZipKind::epub);
    if (name == "mimetype") kinds.add(kind_of_type(zip.read_all(128)));
    has_content = has_content || name == "content.xml";
    has_manifest = has_manifest || name == "META-INF/manifest.xml";
    if (has_content && has_manifest) kinds.add(ZipKind::odf);
    if (kinds.has_others || (is_first_enough && kinds.first != ZipKind::other)) break;
  }
  return kinds;
}

}  // namespace

ZipKind zip_kind(std::string_view bytes) { return kinds_of(bytes, true).first; }

void open_zip_document(const Document& document, DocumentSink& sink) {
  const zip::Layout layout = zip::layout_of(document.bytes);
  Document archive = document;
  archive.bytes = layout.archive;
  office::Session session(archive, sink);
  const Kinds kinds = kinds_of(document.bytes, false);
  const ZipKind kind = kinds.first;
  if (kind == ZipKind::other) {
    sink.lack(Lack::no_opener, "", "is no document, but an archive");
    return;
  }
  if (kinds.has_others)
    session.lack_once(Lack::no_opener, "",
                      "is a document of another kind to other programs, which is not read");
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
