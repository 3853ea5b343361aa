// SPDX-License-Identifier: MIT
#include "worker/documents/office/ooxml/ooxml.h"

#include <map>
#include <string>

#include "text/ascii.h"
#include "worker/documents/office/ooxml/cells.h"
#include "worker/documents/office/ooxml/ooxml_part.h"
#include "worker/documents/office/ooxml/queries.h"
#include "worker/documents/office/ooxml/relationships.h"
#include "worker/documents/office/properties.h"
#include "worker/documents/office/xml.h"
#include "worker/documents/office/zip.h"
#include "worker/programs.h"

namespace basewalk::worker::office {
namespace {

// ECMA-376 part 2, 7.2.3: the types of parts, by name or by ending.
class ContentTypes final : public XmlHandler {
 public:
  void start(const XmlName& name, const XmlAttributes& attributes) override {
    const std::string type = ascii::lowered(value_of(attributes, "ContentType"));
    if (name.local == "Default")
      by_ending_[ascii::lowered(value_of(attributes, "Extension"))] = type;
    else if (name.local == "Override" && value_of(attributes, "PartName").starts_with('/'))
      by_name_[key_of_part(value_of(attributes, "PartName").substr(1))] = type;
  }
  void end(const XmlName&) override {}
  void text(std::string_view) override {}

  std::string of(const std::string& part) const {
    const auto named = by_name_.find(key_of_part(part));
    if (named != by_name_.end()) return named->second;
    const auto ending = by_ending_.find(ascii::lowered(ending_of(part)));
    return ending != by_ending_.end() ? ending->second : std::string();
  }
  static std::string_view ending_of(std::string_view part) {
    const std::size_t dot = part.rfind('.');
    return dot == part.npos ? std::string_view() : part.substr(dot + 1);
  }

 private:
  std::map<std::string, std::string> by_ending_, by_name_;
};

constexpr std::string_view kContentTypes = "[Content_Types].xml";
constexpr std::string_view kOfOffice = "application/vnd.openxmlformats-officedocument.";
constexpr std::string_view kOfMicrosoft = "application/vnd.ms-";
constexpr std::string_view kXml[] = {"xml", "vml", "rels"};
// Fonts, settings of printers, sounds, films, what a picture was made of.
constexpr std::string_view kNothing[] = {"odttf", "fntdata", "wdp", "mp3",  "mp4", "wav",
                                         "m4a",   "avi",     "mov", "mpeg", "wma", "wmv"};
// Of XML that is read as a whole.
constexpr std::size_t kMostOfXml = std::size_t{4} << 20;
constexpr std::string_view kMetafiles[] = {"wmf", "emf", "wmz", "emz"};

// ECMA-376 part 2, 6.5.2.3: they stand in a folder of their own.
bool is_of_relationships(std::string_view name) {
  const std::string lowered = ascii::lowered(name);
  return lowered.ends_with(".rels") && ("/" + lowered).find("/_rels/") != std::string::npos;
}

// Has a part the type of one of the parts of a document?
bool is_of_document(std::string_view type) {
  return (type.starts_with(kOfOffice) || type.starts_with(kOfMicrosoft)) && type.ends_with("+xml");
}

// What `xl/` has in .bin, and the rest of it.
PartUse use_of_binary(std::string_view whole, std::string_view type) {
  const std::string name = ascii::lowered(whole);
  // Macros are a compound file.
  if (name.ends_with("vbaproject.bin") || type.ends_with(".vbaproject")) return PartUse::file;
  if (name.find("activex") != name.npos) return PartUse::control;
  if (name.find("/embeddings/") != name.npos || name.find("oleobject") != name.npos)
    return PartUse::file;
  return name.starts_with("xl/") && name.find("printersettings") == name.npos ? PartUse::cells
                                                                              : PartUse::nothing;
}

class Package {
 public:
  Package(Session& session, std::string_view password) : session_(session), password_(password) {}

  // What the parts are, then their base, then they themselves.
  void read() {
    bool has_no_directory = false;
    for_each([&](Zip& zip) {
      has_no_directory = has_no_directory || zip.has_no_directory();
      what_parts_are(zip);
    });
    if (has_no_directory) session_.lack_once(Lack::damaged, "", "has no directory of its members");
    for_each([&](Zip& zip) {
      if (use_of(zip.name()) != PartUse::properties) return;
      Properties properties(session_);
      read_xml(zip, session_, properties);
    });
    for_each([&](Zip& zip) { member(zip); });
    cells_.tell([&](const Cells::Read& read) { for_each(read); },
                [&](const std::string& part) { return types_.of(part); }, relationships_, session_);
    relationships_.tell_rest(session_);
  }

 private:
  template <class Read>
  void for_each(const Read& read) {
    Zip zip(session_.document.bytes, &session_, password_);
    while (!session_.is_spent() && zip.next()) read(zip);
  }
  PartUse use_of(const std::string& name) const {
    return use_in_package(name, types_.of(name), relationships_);
  }
  void what_parts_are(Zip& zip) {
    if (ascii::iequals(zip.name(), kContentTypes))
      read_xml(zip, session_, types_);
    else if (is_of_relationships(zip.name()))
      read_xml(zip, session_, *relationships_.reader(zip.name()));
  }
  void member(Zip& zip) {
    const std::string name = zip.name();
    const std::string type = types_.of(name);
    const PartUse use = use_of(name);
    if (use == PartUse::chunk) return chunk(zip, name, type);
    if (use == PartUse::custom && !is_read_anyhow(name, use, relationships_)) return custom(zip);
    if ((use == PartUse::file || use == PartUse::metafile || use == PartUse::nothing) &&
        relationships_.is_of_xml(name))
      return other_part(zip, name, type_of_file(name, type), use);
    if (use == PartUse::file) return file(zip, name, type_of_file(name, type));
    if (use == PartUse::properties && !is_read_anyhow(name, use, relationships_)) {
      const std::string xml = zip.read_all(kMostOfXml);
      if (may_be_page(xml)) tell_page(xml, name, session_);
      return;
    }
    if (use != PartUse::xml && !is_read_anyhow(name, use, relationships_))
      return tell_unread(use, name, session_);
    // Formulas that are a program of Excel 4.
    if (type.find(".macrosheet") != type.npos || type.find(".intlmacrosheet") != type.npos ||
        ascii::lowered(name).find("macrosheets/") != std::string::npos)
      session_.lack_once(Lack::no_opener, "", kMacros);
    OoxmlPart part(name, relationships_, cells_, session_);
    read_xml(zip, session_, part);
  }
  // A document that is taken over has the type of what is in it; one that lies open is none.
  void chunk(Zip& zip, const std::string& name, const std::string& type) {
    if (!is_of_document(type)) return file(zip, name, type);
    const std::string bytes = all_of(zip);
    if (!bytes.starts_with("PK")) {
      OoxmlPart part(name, relationships_, cells_, session_);
      return read_xml(bytes, name, session_, part);
    }
    tell_file(name, {}, bytes);
  }
  // LibreOffice goes by what refers to a part alone, and not by its type.
  void other_part(Zip& zip, const std::string& name, std::string_view type, PartUse use) {
    const std::string bytes = all_of(zip);
    if (may_be_xml(bytes)) {
      OoxmlPart part(name, relationships_, cells_, session_);
      read_xml(bytes, name, session_, part);
    }
    if (use == PartUse::file) return tell_file(name, type, bytes);
    tell_unread(use, name, session_);
  }
  static bool may_be_xml(std::string_view bytes) {
    constexpr std::string_view kMarks[] = {"\xEF\xBB\xBF", "\xFF\xFE", "\xFE\xFF"};
    for (const std::string_view mark : kMarks)
      if (bytes.starts_with(mark)) bytes.remove_prefix(mark.size());
    bytes = ascii::trim_left(bytes);
    return bytes.starts_with('<') || bytes.starts_with(std::string_view("\0<", 2));
  }
  static std::string all_of(Zip& zip) {
    std::string bytes;
    zip.read([&](std::string_view piece) {
      bytes += piece;
      return true;
    });
    return bytes;
  }
  void custom(Zip& zip) {
    const std::string name = zip.name();
    const std::string xml = zip.read_all(kMostOfXml + 1);
    if (xml.size() > kMostOfXml)
      session_.lack_once(Lack::limit, name, "is longer than what is read of somebody's own XML");
    if (is_worth_searching(xml)) session_.sink.text({"application/xml", xml, "customXml"});
    tell_queries(xml, session_);
    if (may_be_page(xml)) tell_page(xml, name, session_);
  }
  static DocumentPart part_of(const std::string& name, std::string_view type) {
    DocumentPart part;
    part.name = name;
    // Those of the package itself say nothing of the bytes.
    if (type.find("openxmlformats") == type.npos) part.type = type;
    return part;
  }
  void tell_file(const std::string& name, std::string_view type, std::string_view bytes) {
    session_.sink.begin(part_of(name, type));
    session_.sink.bytes(bytes);
    session_.sink.end();
  }
  void file(Zip& zip, const std::string& name, std::string_view type) {
    session_.sink.begin(part_of(name, type));
    zip.read([&](std::string_view piece) {
      session_.sink.bytes(piece);
      return true;
    });
    session_.sink.end();
  }

  Session& session_;
  std::string_view password_;
  ContentTypes types_;
  Relationships relationships_;
  Cells cells_;
};

PartUse use_of_part(std::string_view name, std::string_view type) {
  if (ascii::iequals(name, kContentTypes)) return PartUse::nothing;
  if (is_of_relationships(name)) return PartUse::relationships;
  // The parts of a document may be anywhere.
  if (type.ends_with("-properties+xml")) return PartUse::properties;
  if (is_of_document(type)) return PartUse::xml;
  const std::string ending = ascii::lowered(ContentTypes::ending_of(name));
  if (ascii::istarts_with(name, "docProps/"))
    return ending == "xml" ? PartUse::properties : PartUse::nothing;
  if (ascii::istarts_with(name, "customXml/") && ending == "xml") return PartUse::custom;
  if (ascii::is_one_of(kXml, ending) || type.ends_with("+xml")) return PartUse::xml;
  if (ending == "bin") return use_of_binary(name, type);
  if (ascii::is_one_of(kMetafiles, ending)) return PartUse::metafile;
  return ascii::is_one_of(kNothing, ending) ? PartUse::nothing : PartUse::file;
}

}  // namespace

void open_ooxml(Session& session, std::string_view password) { Package(session, password).read(); }

PartUse use_in_package(std::string_view name, std::string_view type,
                       const Relationships& relationships) {
  const PartUse use = use_of_part(name, type);
  // What is of the document stays that, whatever else refers to it.
  if (use == PartUse::relationships || use == PartUse::properties ||
      (use == PartUse::xml && is_of_document(type) && !relationships.is_chunk(name)))
    return use;
  if (relationships.is_chunk(name)) return PartUse::chunk;
  if (use == PartUse::metafile) return use;
  // Programs go by what refers to a part.
  if (relationships.is_file(name)) return PartUse::file;
  if (use != PartUse::nothing || ascii::iequals(name, kContentTypes)) return use;
  // A font, a sound or the settings of a printer is one by what refers to it.
  return relationships.is_in_use(name) || !relationships.is_named(name) ? PartUse::file : use;
}

bool is_read_anyhow(std::string_view name, PartUse use, const Relationships& relationships) {
  return (use == PartUse::properties || use == PartUse::custom) &&
         relationships.is_of_document(name);
}

void tell_unread(PartUse use, std::string_view name, Session& session) {
  if (use == PartUse::control)
    session.lack_once(Lack::no_opener, name, "holds a control, which is not read");
  else if (use == PartUse::metafile)
    session.lack_once(Lack::no_opener, "", "has metafiles, in which no codes are looked for");
  else if (use == PartUse::cells)
    session.lack_once(Lack::no_opener, "", "is a binary workbook, whose cells are not read");
}

std::string_view type_of_file(std::string_view name, std::string_view type) {
  const std::string_view by_name = type_by_name(name);
  return is_picture(by_name) ? by_name : type;
}

}  // namespace basewalk::worker::office
