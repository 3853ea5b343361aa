// SPDX-License-Identifier: MIT
//
// Relationships of an OOXML package (ECMA-376 part 2, 8.3): what its parts lead to.
//
// Before this: ooxml.cpp has found the members that hold them.  After it: ooxml_part.cpp tells
// those that something refers to, with its text; the others are told at the end.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_RELATIONSHIPS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_RELATIONSHIPS_H_

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

  /// Is a part one that is taken over as a whole (17.17.2.1)?
  bool is_chunk(std::string_view part) const { return chunks_.find(part) != chunks_.end(); }

 private:
  friend class RelationshipHandler;
  void add(std::string_view part, const XmlAttributes& attributes);

  std::vector<Relationship> all_;
  std::unordered_map<std::string, std::size_t> by_id_;  // "part\nid"
  std::set<std::string, std::less<>> chunks_;
};

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_RELATIONSHIPS_H_
