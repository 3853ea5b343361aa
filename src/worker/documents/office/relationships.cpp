// SPDX-License-Identifier: MIT
#include "worker/documents/office/relationships.h"

#include <utility>

#include "text/ascii.h"

namespace basewalk::worker::office {
namespace {

// "word/_rels/document.xml.rels" belongs to "word/document.xml".
std::string part_of(std::string_view member) {
  const std::size_t folder = member.rfind("_rels/");
  if (folder == member.npos) return {};
  std::string part(member.substr(0, folder));
  std::string_view name = member.substr(folder + 6);
  if (name.ends_with(".rels")) name.remove_suffix(5);
  return part.append(name);
}

std::string key_of(std::string_view part, std::string_view id) {
  return std::string(part).append("\n").append(id);
}

std::string_view last_segment(std::string_view type) { return type.substr(type.rfind('/') + 1); }

}  // namespace

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
  // The mode is what says it, but what has a host leads out without.
  const bool leads_out = ascii::iequals(value_of(attributes, "TargetMode"), "External") ||
                         target.find("://") != target.npos || target.starts_with("\\\\");
  if (!leads_out) {
    if (type == "aFChunk") chunks_.insert(path_in_package(part, target));
    return;
  }
  if (target.empty()) return;
  by_id_.emplace(key_of(part, value_of(attributes, "Id")), all_.size());
  all_.push_back({std::string(target), name_of(type)});
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
