// SPDX-License-Identifier: MIT
#include "worker/documents/office/ooxml.h"

#include <map>
#include <string>

#include "text/ascii.h"
#include "worker/documents/office/ooxml_part.h"
#include "worker/documents/office/properties.h"
#include "worker/documents/office/relationships.h"
#include "worker/documents/office/xml.h"
#include "worker/documents/office/zip.h"

namespace basewalk::worker::office {
namespace {

// ECMA-376 part 2, 7.2.3: the types of parts, by name or by ending.
class ContentTypes final : public XmlHandler {
 public:
  void start(const XmlName& name, const XmlAttributes& attributes) override {
    if (name.local == "Default")
      by_ending_[ascii::lowered(value_of(attributes, "Extension"))] =
          value_of(attributes, "ContentType");
    else if (name.local == "Override" && value_of(attributes, "PartName").starts_with('/'))
      by_name_[std::string(value_of(attributes, "PartName").substr(1))] =
          value_of(attributes, "ContentType");
  }
  void end(const XmlName&) override {}
  void text(std::string_view) override {}

  std::string of(const std::string& part) const {
    const auto named = by_name_.find(part);
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

constexpr std::string_view kXml[] = {"xml", "vml", "rels"};
// Fonts, settings of printers, sounds, films, what a picture was made of.
constexpr std::string_view kNothing[] = {"odttf", "fntdata", "wdp", "mp3",  "mp4", "wav",
                                         "m4a",   "avi",     "mov", "mpeg", "wma", "wmv"};
constexpr std::string_view kMetafiles[] = {"wmf", "emf", "wmz", "emz"};

// What `xl/` has in .bin, and the rest of it.
PartUse use_of_binary(std::string_view whole) {
  const std::string name = ascii::lowered(whole);
  if (name.ends_with("vbaproject.bin")) return PartUse::macros;
  if (name.find("activex") != name.npos) return PartUse::control;
  if (name.find("/embeddings/") != name.npos || name.find("oleobject") != name.npos)
    return PartUse::file;
  return name.starts_with("xl/") && name.find("printersettings") == name.npos ? PartUse::cells
                                                                              : PartUse::nothing;
}

class Package {
 public:
  Package(Session& session, std::string_view password) : session_(session), password_(password) {}

  void read() {
    first_pass();
    second_pass();
    relationships_.tell_rest(session_);
  }

 private:
  // What the parts are read by.
  void first_pass() {
    Zip zip(session_.document.bytes, &session_, password_);
    if (zip.has_no_directory())
      session_.lack_once(Lack::damaged, "", "has no directory of its members");
    while (zip.next()) {
      const PartUse use = use_of_part(zip.name(), {});
      if (ascii::iequals(zip.name(), "[Content_Types].xml")) {
        read_xml(zip, session_, types_);
      } else if (use == PartUse::relationships) {
        read_xml(zip, session_, *relationships_.reader(zip.name()));
      } else if (use == PartUse::properties) {
        Properties properties(session_);
        read_xml(zip, session_, properties);
      }
    }
  }
  void second_pass() {
    Zip zip(session_.document.bytes, &session_, password_);
    while (!session_.is_spent() && zip.next()) member(zip);
  }
  void member(Zip& zip) {
    const std::string name = zip.name();
    const std::string type = types_.of(name);
    const PartUse use = use_of_part(name, type);
    if (relationships_.is_chunk(name)) return file(zip, name, type);
    if (use == PartUse::custom) return custom(zip);
    if (use == PartUse::file) return file(zip, name, type_of_file(name, type));
    if (use != PartUse::xml) return tell_unread(use, name, session_);
    OoxmlPart part(name, relationships_, session_);
    read_xml(zip, session_, part);
  }
  void custom(Zip& zip) {
    const std::string xml = zip.read_all(std::size_t{4} << 20);
    if (is_worth_searching(xml)) session_.sink.text({"application/xml", xml, "customXml"});
  }
  void file(Zip& zip, const std::string& name, std::string_view type) {
    DocumentPart part;
    part.name = name;
    // Those of the package itself say nothing of the bytes.
    if (type.find("openxmlformats") == type.npos) part.type = type;
    session_.sink.begin(part);
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
};

}  // namespace

void open_ooxml(Session& session, std::string_view password) { Package(session, password).read(); }

PartUse use_of_part(std::string_view name, std::string_view type) {
  const std::string ending = ascii::lowered(ContentTypes::ending_of(name));
  if (ending == "rels") return PartUse::relationships;
  if (ascii::iequals(name, "[Content_Types].xml")) return PartUse::nothing;
  if (ascii::istarts_with(name, "docProps/"))
    return ending == "xml" ? PartUse::properties : PartUse::nothing;
  if (ascii::istarts_with(name, "customXml/") && ending == "xml") return PartUse::custom;
  if (ascii::is_one_of(kXml, ending) || type.ends_with("+xml")) return PartUse::xml;
  if (ending == "bin") return use_of_binary(name);
  if (ascii::is_one_of(kMetafiles, ending)) return PartUse::metafile;
  return ascii::is_one_of(kNothing, ending) ? PartUse::nothing : PartUse::file;
}

void tell_unread(PartUse use, std::string_view name, Session& session) {
  if (use == PartUse::macros)
    session.lack_once(Lack::no_opener, name, "holds macros, which are not read");
  else if (use == PartUse::control)
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
