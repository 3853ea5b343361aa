// SPDX-License-Identifier: MIT
//
// OOXML packages (ECMA-376, ISO/IEC 29500; transitional and strict).
//
// Before this: open_zip_document.cpp has seen what it is.  After it: ooxml_part.cpp reads the
// parts.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_OOXML_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_OOXML_H_

#include <cstdint>
#include <string_view>

#include "worker/documents/office/session.h"

namespace basewalk::worker::office {

void open_ooxml(Session& session, std::string_view password);

class Relationships;

/// What becomes of a part of a package.
enum class PartUse : std::uint8_t {
  nothing,        ///< it holds no links: fonts, sounds, films, settings of printers
  relationships,  ///< what leads out of a part
  properties,     ///< of the document
  custom,         ///< XML of somebody's own
  xml,            ///< of the document: fields, hyperlinks, text
  metafile,       ///< a drawing, which may show a code, and is not read
  control,        ///< which is not read
  cells,          ///< of a binary workbook, which are not read
  file,           ///< something of its own: a picture, what is embedded
  chunk,          ///< a file that is taken over as a whole, of the type that the package says
};

/// By what refers to it, its type, and its name in the package.
PartUse use_in_package(std::string_view name, std::string_view type,
                       const Relationships& relationships);
/// Programs go by what refers to a part: is one whose type or name makes it another thing a part of
/// the document as well?
bool is_read_anyhow(std::string_view name, PartUse use, const Relationships& relationships);
/// Tells what is not read of one, if so.
void tell_unread(PartUse use, std::string_view name, Session& session);
/// The media type that a file of a package is told with.
std::string_view type_of_file(std::string_view name, std::string_view type);

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_OOXML_H_
