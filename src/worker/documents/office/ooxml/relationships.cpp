// SPDX-License-Identifier: MIT
#include "worker/documents/office/ooxml/relationships.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/hex.h"
#include "worker/documents/may_have_url.h"

namespace basewalk::worker::office {
namespace {

// "word/_rels/document.xml.rels" belongs to "word/document.xml".
std::string part_of(std::string_view member) {
  constexpr std::string_view kFolder = "_rels/", kEnding = ".rels";
  const std::string lowered = ascii::lowered(member);
  const std::size_t folder = lowered.rfind(kFolder);
  if (folder == lowered.npos) return {};
  std::string part(member.substr(0, folder));
  std::string_view name = member.substr(folder + kFolder.size());
  if (lowered.ends_with(kEnding) && name.size() >= kEnding.size())
    name.remove_suffix(kEnding.size());
  return part.append(name);
}

std::string key_of(std::string_view part, std::string_view id) {
  return std::string(part).append("\n").append(id);
}

std::string_view last_segment(std::string_view type) { return type.substr(type.rfind('/') + 1); }

// What is a file of its own, whatever its name and its content type are.
constexpr std::string_view kFiles[] = {"image", "oleObject", "package"};
// What is XML by that.
constexpr std::string_view kOfXml[] = {"officeDocument",
                                       "slide",
                                       "slideLayout",
                                       "slideMaster",
                                       "notesSlide",
                                       "notesMaster",
                                       "handoutMaster",
                                       "comments",
                                       "diagramData",
                                       "diagramDrawing",
                                       "drawing",
                                       "vmlDrawing",
                                       "chart",
                                       "chartUserShapes",
                                       "worksheet",
                                       "chartsheet",
                                       "dialogsheet",
                                       "xlMacrosheet",
                                       "xlIntlMacrosheet",
                                       "sharedStrings",
                                       "table",
                                       "externalLink",
                                       "connections",
                                       "queryTable",
                                       "pivotCacheDefinition",
                                       "threadedComment",
                                       "header",
                                       "footer",
                                       "footnotes",
                                       "endnotes",
                                       "settings",
                                       "webSettings",
                                       "glossaryDocument"};
// What holds no links and shows nothing.
constexpr std::string_view kSilent[] = {"font",      "audio",           "video",
                                        "media",     "hdphoto",         "printerSettings",
                                        "thumbnail", "attachedToolbars"};

}  // namespace

std::string key_of_part(std::string_view part) {
  std::string key = ascii::lowered(text::unescaped(part));
  std::replace(key.begin(), key.end(), '\\', '/');
  return key;
}

class RelationshipHandler final : public XmlHandler {
 public:
  RelationshipHandler(Relationships& to, std::string part) : to_(to), part_(std::move(part)) {}
  void start(const XmlName& name, const XmlAttributes& attributes) override {
    if (name.local == "Relationship") to_.add(part_, attributes);
  }
  void end(const XmlName&) override {}
  void text(std::string_view) override {}

 private:
  Relationships& to_;
  std::string part_;
};

std::unique_ptr<XmlHandler> Relationships::reader(std::string_view member) {
  return std::make_unique<RelationshipHandler>(*this, part_of(member));
}

void Relationships::add(std::string_view part, const XmlAttributes& attributes) {
  const std::string_view target = value_of(attributes, "Target");
  const std::string_view type = last_segment(value_of(attributes, "Type"));
  // The mode is what says it, but what has a host or a scheme leads out without.
  const std::string_view mode = ascii::trim(value_of(attributes, "TargetMode"));
  const bool leads_out = ascii::iequals(mode, "External") || has_scheme(ascii::trim(target)) ||
                         target.find("://") != target.npos || target.starts_with("\\\\") ||
                         ascii::trim(target).starts_with("//");
  if (!leads_out) return add_inner(part, value_of(attributes, "Id"), target, type);
  if (target.empty()) return;
  by_id_.emplace(key_of(part, value_of(attributes, "Id")), all_.size());
  all_.push_back({std::string(target), name_of(type)});
}

void Relationships::add_inner(std::string_view part, std::string_view id, std::string_view target,
                              std::string_view type) {
  const std::string path = path_in_package(part, key_of_part(target));
  if (ascii::lowered(type).ends_with("sheet"))  // also of dialogues and macros
    sheets_.emplace(key_of(part, id), key_of_part(path));
  if (ascii::iequals(type, "aFChunk")) chunks_.insert(key_of_part(path));
  if (ascii::is_one_of(kFiles, type)) files_.insert(key_of_part(path));
  if (ascii::iequals(type, "sharedStrings")) strings_.insert(key_of_part(path));
  const std::string kind = ascii::lowered(type);
  if (!kind.ends_with("properties") && !kind.starts_with("customxml")) {
    of_document_.insert(key_of_part(path));
    if (ascii::iis_one_of(kOfXml, type)) of_xml_.insert(key_of_part(path));
  }
  named_.insert(key_of_part(path));
  if (!ascii::is_one_of(kSilent, type)) in_use_.insert(key_of_part(path));
}

bool Relationships::is_strings(std::string_view part, std::string_view type) const {
  return strings_.empty() ? may_be_strings(part, type) : is_meant(part, strings_);
}

bool Relationships::may_be_strings(std::string_view part, std::string_view type) const {
  return type.find(".sharedstrings+xml") != type.npos || is_meant(part, strings_) ||
         key_of_part(part) == "xl/sharedstrings.xml";
}

bool Relationships::is_meant(std::string_view part, const Parts& parts) {
  return !parts.empty() && parts.find(key_of_part(part)) != parts.end();
}

std::string Relationships::sheet(std::string_view part, std::string_view id) const {
  const auto found = sheets_.find(key_of(part, id));
  return found != sheets_.end() ? found->second : std::string();
}

bool Relationships::tell(std::string_view part, std::string_view id, std::string_view place,
                         const std::optional<std::string>& text, Session& session) {
  const auto found = by_id_.find(key_of(part, id));
  if (found == by_id_.end()) return false;
  Relationship& relationship = all_[found->second];
  // Many may refer to one that is long.
  if (std::exchange(relationship.is_told, true) && !session.spend(relationship.target.size()))
    return true;
  std::string raw = relationship.target;
  if (!place.empty() && raw.find('#') == raw.npos) raw.append("#").append(place);
  DocumentReference reference{raw, "relationship", relationship.type};
  if (text && !text->empty()) reference.text = *text;
  session.sink.reference(reference);
  return true;
}

void Relationships::tell_rest(Session& session) {
  for (const Relationship& each : all_)
    if (!each.is_told) session.sink.reference({each.target, "relationship", each.type});
}

}  // namespace basewalk::worker::office
