// SPDX-License-Identifier: MIT
#include "bridge/trees.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "basewalk/bridge/mimetic.h"
#include "basewalk/mime/headers.h"

namespace basewalk::test {
namespace {

std::string_view name_of(mime::PartKind kind) {
  if (kind == mime::PartKind::leaf) return "leaf";
  return kind == mime::PartKind::multipart ? "multipart" : "message";
}

std::string_view name_of(mime::Encoding encoding) {
  constexpr std::string_view kNames[] = {"identity", "base64", "qp", "uu", "unknown"};
  return kNames[static_cast<std::size_t>(encoding)];
}

void put_part(std::ostream& out, const Message& message, std::uint32_t index) {
  const mime::Part& part = message.parts[index];
  out << message.section(index) << ' ' << name_of(part.kind) << ' ' << part.media_type;
  if (part.encoding != mime::Encoding::identity) out << ' ' << name_of(part.encoding);
  if (part.gap) out << " gap";
  if (part.kind == mime::PartKind::leaf) out << " [" << message.body_of(part) << ']';
  out << '\n';
}

class LinkLines : public Visitor {
 public:
  Visit link(const Link& link) override {
    // What other readers see hangs on bytes that the first reading leaves out, and so do trees.
    if (link.reading) return Visit::go_on;
    out << link.part << '\t' << link.type << '\t' << extract::where(link.place) << '\t' << link.raw
        << '\t' << link.base.value_or("-") << '\t' << base::name(link.base_from) << '\t'
        << link.base_part << '\t' << name(link.status) << '\t' << link.url.value_or("-") << '\t';
    for (const Flag flag : link.flags) out << name(flag) << ' ';
    out << '\n';
    return Visit::go_on;
  }
  std::ostringstream out;
};

bool inside(const mime::Span& inner, const mime::Span& outer) {
  return inner.begin <= inner.end && outer.begin <= inner.begin && inner.end <= outer.end;
}

std::string broken_rule(const Message& message, std::uint32_t index) {
  const mime::Part& part = message.parts[index];
  const mime::Span whole{0, message.bytes.size()};
  if (!inside(part.header, whole) || !inside(part.body, whole)) return "spans lie in the bytes";
  if (part.header.end > part.body.begin) return "the body follows the header";
  if (part.first_field > part.fields_end || part.fields_end > message.fields.size())
    return "fields are in range";
  for (std::uint32_t i = part.first_field; i < part.fields_end; ++i) {
    const mime::HeaderField& field = message.fields[i];
    if (!inside(field.name, part.header) || !inside(field.value, part.header) ||
        field.end > part.header.end)
      return "fields lie in the header";
  }
  if (part.subtree_end <= index || part.subtree_end > message.parts.size())
    return "the subtree is in range";
  if (index == 0)
    return part.parent == mime::kNone && part.depth == 0 ? "" : "parts[0] is the root";
  if (part.parent >= index) return "parents come first";
  const mime::Part& parent = message.parts[part.parent];
  if (parent.kind == mime::PartKind::leaf) return "a leaf has no parts";
  if (part.depth != parent.depth + 1) return "depth counts";
  if (part.subtree_end > parent.subtree_end) return "a subtree lies in its parent's";
  const bool first = index == part.parent + 1;
  if (first ? part.ordinal != 1 : part.ordinal == 1) return "ordinals begin at 1";
  if (parent.kind == mime::PartKind::message && part.ordinal != 1) return "a message has one part";
  if (!inside(part.header, parent.body) || !inside(part.body, parent.body))
    return "a part lies in its parent's body";
  return {};
}

}  // namespace

Entity entity(std::initializer_list<std::string_view> fields, std::string_view text) {
  auto made = std::make_unique<mimetic::MimeEntity>();
  for (std::string_view field : fields) {
    const std::size_t colon = field.find(": ");
    made->header().emplace_back(std::string(field.substr(0, colon)),
                                std::string(field.substr(colon + 2)));
  }
  made->body().set(std::string(text));
  return made;
}

mimetic::MimeEntity& add(mimetic::MimeEntity& outer, Entity part) {
  outer.body().parts().push_back(part.get());
  return *part.release();
}

Entity nested(std::size_t levels) {
  Entity root = entity({"Content-Type: multipart/mixed; boundary=b"});
  mimetic::MimeEntity* innermost = root.get();
  for (std::size_t i = 1; i < levels; ++i)
    innermost = &add(*innermost, entity({"Content-Type: multipart/mixed; boundary=b"}));
  add(*innermost, entity({"Content-Type: text/plain"}, "http://a.example/"));
  return root;
}

std::string outline(const Message& message) {
  std::ostringstream out;
  for (std::uint32_t i = 0; i < message.parts.size(); ++i) put_part(out, message, i);
  return out.str();
}

std::string all_of(const Message& message) {
  std::ostringstream out;
  for (std::uint32_t i = 0; i < message.parts.size(); ++i) {
    const mime::Part& part = message.parts[i];
    put_part(out, message, i);
    for (std::uint32_t f = part.first_field; f < part.fields_end; ++f) {
      out << (f == part.content_type_field ? " * " : "   ") << message.name_of(message.fields[f])
          << ": " << mime::unfold(message.value_of(message.fields[f])) << '\n';
    }
    if (part.kind == mime::PartKind::multipart)
      out << "   preamble [" << part.preamble.of(message.bytes) << "] epilogue ["
          << part.epilogue.of(message.bytes) << "]\n";
    for (const mime::Reading& reading : message.other_readings(i))
      out << "   or " << reading.media_type << ' ' << name_of(reading.encoding) << '\n';
  }
  return out.str();
}

std::string links_of(const Message& message) {
  LinkLines lines;
  walk(message, {}, static_cast<Visitor&>(lines));
  return lines.out.str();
}

std::string links_of(const mimetic::MimeEntity& entity) {
  LinkLines lines;
  walk(entity, {}, static_cast<Visitor&>(lines));
  return lines.out.str();
}

std::string codes_of(const Notes& notes) {
  std::multiset<std::string_view> codes;
  for (const Note& note : notes.all()) codes.insert(name(note.code));
  std::string out;
  for (std::string_view code : codes) out.append(out.empty() ? "" : " ").append(code);
  return out;
}

std::string broken_rule(const Message& message) {
  if (message.parts.empty()) return "there is a root";
  if (message.root().subtree_end != message.parts.size()) return "the root holds all";
  for (std::uint32_t i = 0; i < message.parts.size(); ++i) {
    const std::string broken = broken_rule(message, i);
    if (!broken.empty()) return "part " + std::to_string(i) + ": " + broken;
  }
  for (const Note& note : message.notes.all())
    if (note.part >= message.parts.size() || note.offset > message.bytes.size())
      return "notes lie in the message";
  return {};
}

std::string with_crlf(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

}  // namespace basewalk::test
