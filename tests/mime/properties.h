// SPDX-License-Identifier: MIT
//
// The properties that every tree has, whatever the message: for tests and fuzzers.
#ifndef BASEWALK_TESTS_MIME_PROPERTIES_H_
#define BASEWALK_TESTS_MIME_PROPERTIES_H_

#include <cstdint>
#include <string>

#include "basewalk/mime/part.h"

namespace basewalk::test {

class TreeChecker {
 public:
  explicit TreeChecker(const Message& message) : m_(message) {}

  std::string run() {
    require(!m_.parts.empty(), 0, "no part at all");
    std::uint32_t field = 0;
    for (std::uint32_t i = 0; i < m_.parts.size() && why_.empty(); ++i) {
      part(i);
      require(m_.parts[i].first_field == field, i, "fields are not in order");
      field = m_.parts[i].fields_end;
    }
    require(field == m_.fields.size(), 0, "fields that belong to no part");
    for (const Note& note : m_.notes.all()) {
      require(note.part < m_.parts.size(), note.part, "a note of no part");
      require(note.offset <= m_.bytes.size(), note.part, "a note outside");
    }
    for (std::size_t i = 0; i < m_.readings.size(); ++i)
      require(i == 0 || m_.readings[i - 1].part <= m_.readings[i].part, 0, "readings out of order");
    return why_;
  }

 private:
  void require(bool holds, std::uint32_t index, const char* what) {
    if (!holds && why_.empty()) why_ = "part " + std::to_string(index) + ": " + what;
  }

  void part(std::uint32_t i) {
    const mime::Part& p = m_.parts[i];
    require(p.header.begin <= p.header.end && p.header.end <= p.body.begin &&
                p.body.begin <= p.body.end && p.body.end <= m_.bytes.size(),
            i, "offsets are not in order");
    require(p.first_field <= p.fields_end && p.fields_end <= m_.fields.size(), i, "fields");
    std::size_t at = p.header.begin;
    for (std::uint32_t f = p.first_field; f < p.fields_end && why_.empty(); ++f) {
      const mime::HeaderField& field = m_.fields[f];
      require(at <= field.name.begin && field.name.begin <= field.name.end &&
                  field.name.end <= field.value.begin && field.value.begin <= field.value.end &&
                  field.value.end <= field.end && field.end <= p.header.end,
              i, "a field outside of its header");
      at = field.end;
    }
    require(p.content_type_field == mime::kNone ||
                (p.content_type_field >= p.first_field && p.content_type_field < p.fields_end),
            i, "content_type_field");
    require(p.subtree_end > i && p.subtree_end <= m_.parts.size(), i, "subtree_end");
    require((i == 0) == (p.parent == mime::kNone), i, "root");
    if (i > 0 && why_.empty()) inside_parent(i, p);
    children(i, p);
  }

  void inside_parent(std::uint32_t i, const mime::Part& p) {
    require(p.parent < i, i, "a parent behind its child");
    const mime::Part& parent = m_.parts[p.parent];
    require(parent.kind != mime::PartKind::leaf, i, "a leaf with a child");
    require(p.depth == parent.depth + 1, i, "depth");
    require(parent.body.begin <= p.header.begin && p.body.end <= parent.body.end, i,
            "outside of its parent");
    require(p.subtree_end <= parent.subtree_end, i, "subtree outside of its parent's");
  }

  void children(std::uint32_t i, const mime::Part& p) {
    std::uint32_t count = 0;
    std::size_t at = p.body.begin;
    for (std::uint32_t c = i + 1; c < p.subtree_end && why_.empty(); c = m_.parts[c].subtree_end) {
      require(m_.parts[c].parent == i, c, "not the child of the part around it");
      require(m_.parts[c].ordinal == ++count, c, "ordinal");
      require(at <= m_.parts[c].header.begin, c, "over its sibling");
      at = m_.parts[c].body.end;
    }
    if (p.kind == mime::PartKind::leaf) require(count == 0, i, "a leaf with children");
    if (p.kind == mime::PartKind::message)
      require(count == 1, i, "a message without its one child");
    if (p.kind == mime::PartKind::multipart) {
      require(p.body.begin == p.preamble.begin && p.preamble.begin <= p.preamble.end &&
                  p.preamble.end <= p.epilogue.begin && p.epilogue.begin <= p.epilogue.end &&
                  p.epilogue.end == p.body.end,
              i, "preamble and epilogue");
    }
  }

  const Message& m_;
  std::string why_;
};

/// What is wrong with the tree; empty where every property holds: offsets inside the bytes and in
/// order, parts nested in their parents, siblings one behind another, kinds with their children.
inline std::string broken_property(const Message& message) { return TreeChecker(message).run(); }

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_MIME_PROPERTIES_H_
