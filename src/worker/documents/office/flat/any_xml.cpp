// SPDX-License-Identifier: MIT
#include "worker/documents/office/flat/any_xml.h"

namespace basewalk::worker::office {

void AnyXml::start(const XmlName& name, const XmlAttributes& attributes) {
  tell(around_, text_, "text");
  text_.clear();
  for (const XmlAttribute& each : attributes) tell(name.local, each.value, each.name.local);
}

void AnyXml::end(const XmlName& name) {
  tell(name.local, text_, "text");
  text_.clear();
}

void AnyXml::tell(std::string_view element, std::string_view value, std::string_view place) {
  if (is_worth_searching(value))
    session_.sink.reference({value, name_of(element), name_of(place), {}, false, true});
}

}  // namespace basewalk::worker::office
