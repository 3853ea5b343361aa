// SPDX-License-Identifier: MIT
//
// Objects that stand in the file and that no table names: those that a later revision has replaced
// (ISO 32000-2 7.5.6), or that were never named.  Programs that find a table odd look for objects
// themselves, and take what stands last.
//
// Before this: walker.cpp has been at all objects with a name.  After it: it goes over these, too.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_UNNAMED_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_UNNAMED_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/documents/pdf/qpdf.h"
#include "worker/documents/pdf/session.h"

namespace basewalk::worker::pdf {

struct Unnamed {
  QPDFObjectHandle object;
  /// Its number, where programs that look for objects have it by that: it stands behind what the
  /// table has for it, or the table has nothing in the file.
  QPDFObjGen id{};
};

/// In the order of the file, and then those of streams of objects.  What cannot be read of them is
/// told.  Linear in the file.
std::vector<Unnamed> unnamed_objects(QPDF& pdf, std::string_view file, Session& session);

/// Puts those with a number where that leads to, the last ones of each; false where none has one.
bool put_in_place(QPDF& pdf, const std::vector<Unnamed>& unnamed);

using OnString = std::function<void(std::string_view key, const std::string& bytes)>;

/// The strings of one object or of several behind one another, each with the name that stands last
/// before it, whatever they are part of; up to a stream.  Returns where it ended.
std::size_t loose_strings(std::string_view objects, const OnString& tell);
/// The same of all objects that begin somewhere in a file.
void loose_strings_of_file(std::string_view file, const OnString& tell);

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_UNNAMED_H_
