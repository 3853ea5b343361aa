// SPDX-License-Identifier: MIT
//
// Any bytes as a document of Office, OpenDocument or EPUB, as one that is one XML file, and as an
// archive of pages in XML.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents/checked.h"
#include "worker/documents/office/flat/open_flat_document.h"
#include "worker/documents/office/open_zip_document.h"
#include "worker/documents/office/session.h"
#include "worker/documents/zip/layout.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  const std::string_view bytes = fuzz::view(data, size);
  constexpr std::uint64_t kPages = office::Session::kMostPages;
  // Who has a ZIP asks first what it is.
  if (zip_kind(bytes) == ZipKind::other) {
    fuzz::open(open_web_archive, bytes, "a.webarchive", {.beside = kPages + 1});
    return fuzz::open(open_flat_document, bytes, "a.fodt", {.beside = kPages + 1});
  }
  // Archives behind one another, what stands around each, and one that is written anew.
  return fuzz::open(open_zip_document, bytes, "a.docx",
                    {.beside = kPages + 2 * zip::kMostPieces + 3});
}
