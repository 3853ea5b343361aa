// SPDX-License-Identifier: MIT
//
// Relationships of an OOXML package (ECMA-376 part 2, 8.3): what its parts lead to.
//
// Before this: ooxml.cpp has found the members that hold them.  After it: ooxml_part.cpp tells
// those that something refers to, with its text; the others are told at the end.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_RELATIONSHIPS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_RELATIONSHIPS_H_

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "worker/documents/office/session.h"
#include "worker/documents/office/xml.h"

namespace basewalk::worker::office {

/// What stands for a name of a part: they are the same without regard to case, and may have escapes
/// (ECMA-376 part 2, 6.2.2.3).
std::string key_of_part(std::string_view part);

struct Relationship {
  std::string target, type;
  bool is_told = false;
};

class Relationships {
 public:
  /// What reads those of the part that `member` ("word/_rels/document.xml.rels") belongs to.
  std::unique_ptr<XmlHandler> reader(std::string_view member);

  /// Tells the one with an id of a part, with what a reader sees and a place in what it leads to;
  /// false where it is none that leads out.
  bool tell(std::string_view part, std::string_view id, std::string_view place,
            const std::optional<std::string>& text, Session& session);
  /// Those that nothing referred to.
  void tell_rest(Session& session);

  /// The part that is a sheet of a workbook, as key_of_part() has it; empty where there is none.
  std::string sheet(std::string_view part, std::string_view id) const;
  /// Is a part one that is taken over as a whole (17.17.2.1)?
  bool is_chunk(std::string_view part) const { return is_meant(part, chunks_); }
  /// Is it the table of texts of a workbook (18.4), or is it not known which part is?
  bool is_strings(std::string_view part, std::string_view type) const;
  /// Is it that to some program, which goes by types or by names?
  bool may_be_strings(std::string_view part, std::string_view type) const;
  /// Does anything refer to it as to a part of the document, and not to its properties or
  /// somebody's own XML?
  bool is_of_document(std::string_view part) const { return is_meant(part, of_document_); }
  /// Does anything refer to it as to a part that programs read as XML, whatever its type is?
  bool is_of_xml(std::string_view part) const { return is_meant(part, of_xml_); }
  /// Is it a picture, or something embedded, whatever it is called?
  bool is_file(std::string_view part) const { return is_meant(part, files_); }
  /// Does anything refer to it, though nobody sees or opens it by that?
  bool is_named(std::string_view part) const { return is_meant(part, named_); }
  /// Does anything refer to it by which it may be seen or opened?
  bool is_in_use(std::string_view part) const { return is_meant(part, in_use_); }

 private:
  // Parts, as key_of_part() has them.
  using Parts = std::set<std::string, std::less<>>;

  friend class RelationshipHandler;
  void add(std::string_view part, const XmlAttributes& attributes);
  void add_inner(std::string_view part, std::string_view id, std::string_view target,
                 std::string_view type);
  static bool is_meant(std::string_view part, const Parts& parts);

  std::vector<Relationship> all_;
  std::unordered_map<std::string, std::size_t> by_id_;   // "part\nid"
  std::unordered_map<std::string, std::string> sheets_;  // "part\nid"
  Parts chunks_, files_, in_use_, named_, strings_, of_document_, of_xml_;
};

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_RELATIONSHIPS_H_
