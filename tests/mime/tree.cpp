// SPDX-License-Identifier: MIT
#include "mime/tree.h"

#include <sstream>

namespace basewalk::test {

using mime::Encoding;
using mime::HeaderField;
using mime::kNone;
using mime::Part;
using mime::PartKind;

std::string_view encoding_name(Encoding encoding) {
  switch (encoding) {
    case Encoding::identity:
      return "identity";
    case Encoding::base64:
      return "base64";
    case Encoding::quoted_printable:
      return "quoted-printable";
    case Encoding::uuencode:
      return "uuencode";
    case Encoding::unknown:
      break;
  }
  return "unknown";
}

std::string tree_text(const Message& message) {
  std::ostringstream out;
  for (std::uint32_t i = 0; i < message.parts.size(); ++i) {
    const Part& part = message.parts[i];
    out << message.section(i) << '\t' << part.media_type << '\t' << encoding_name(part.encoding)
        << '\t' << part.body.begin << '-' << part.body.end;
    if (part.kind == PartKind::multipart) out << "\tmultipart";
    if (part.kind == PartKind::message) out << "\tmessage";
    if (part.gap) out << "\tgap";
    out << '\n';
  }
  return out.str();
}

std::string notes_text(const Message& message) {
  std::ostringstream out;
  for (const Note& note : message.notes.all())
    out << name(note.code) << '\t' << message.section(note.part) << '\t' << note.offset << '\n';
  return out.str();
}

namespace {

class Checker {
 public:
  explicit Checker(const Message& message) : m_(message) {}

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
    const Part& p = m_.parts[i];
    require(p.header.begin <= p.header.end && p.header.end <= p.body.begin &&
                p.body.begin <= p.body.end && p.body.end <= m_.bytes.size(),
            i, "offsets are not in order");
    require(p.first_field <= p.fields_end && p.fields_end <= m_.fields.size(), i, "fields");
    std::size_t at = p.header.begin;
    for (std::uint32_t f = p.first_field; f < p.fields_end && why_.empty(); ++f) {
      const HeaderField& field = m_.fields[f];
      require(at <= field.name.begin && field.name.begin <= field.name.end &&
                  field.name.end <= field.value.begin && field.value.begin <= field.value.end &&
                  field.value.end <= field.end && field.end <= p.header.end,
              i, "a field outside of its header");
      at = field.end;
    }
    require(p.content_type_field == kNone ||
                (p.content_type_field >= p.first_field && p.content_type_field < p.fields_end),
            i, "content_type_field");
    require(p.subtree_end > i && p.subtree_end <= m_.parts.size(), i, "subtree_end");
    require((i == 0) == (p.parent == kNone), i, "root");
    if (i > 0 && why_.empty()) inside_parent(i, p);
    children(i, p);
  }

  void inside_parent(std::uint32_t i, const Part& p) {
    require(p.parent < i, i, "a parent behind its child");
    const Part& parent = m_.parts[p.parent];
    require(parent.kind != PartKind::leaf, i, "a leaf with a child");
    require(p.depth == parent.depth + 1, i, "depth");
    require(parent.body.begin <= p.header.begin && p.body.end <= parent.body.end, i,
            "outside of its parent");
    require(p.subtree_end <= parent.subtree_end, i, "subtree outside of its parent's");
  }

  void children(std::uint32_t i, const Part& p) {
    std::uint32_t count = 0;
    std::size_t at = p.body.begin;
    for (std::uint32_t c = i + 1; c < p.subtree_end && why_.empty(); c = m_.parts[c].subtree_end) {
      require(m_.parts[c].parent == i, c, "not the child of the part around it");
      require(m_.parts[c].ordinal == ++count, c, "ordinal");
      require(at <= m_.parts[c].header.begin, c, "over its sibling");
      at = m_.parts[c].body.end;
    }
    if (p.kind == PartKind::leaf) require(count == 0, i, "a leaf with children");
    if (p.kind == PartKind::message) require(count == 1, i, "a message without its one child");
    if (p.kind == PartKind::multipart) {
      require(p.body.begin == p.preamble.begin && p.preamble.begin <= p.preamble.end &&
                  p.preamble.end <= p.epilogue.begin && p.epilogue.begin <= p.epilogue.end &&
                  p.epilogue.end == p.body.end,
              i, "preamble and epilogue");
    }
  }

  const Message& m_;
  std::string why_;
};

}  // namespace

std::string broken_property(const Message& message) { return Checker(message).run(); }

std::string with_lf(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') out += text[i];
  return out;
}

std::string with_crlf(std::string_view text) {
  std::string out;
  for (char c : with_lf(text)) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

}  // namespace basewalk::test
