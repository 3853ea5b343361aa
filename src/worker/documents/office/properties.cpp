// SPDX-License-Identifier: MIT
#include "worker/documents/office/properties.h"

#include "text/ascii.h"

namespace basewalk::worker::office {

void Properties::start(const XmlName& name, const XmlAttributes& attributes) {
  text_.clear();
  for (const XmlAttribute& each : attributes)
    if (is_worth_searching(each.value) && !is_vocabulary(each.value))
      session_.sink.reference(
          {each.value, "properties", name_of(each.name.local), {}, false, true});
  if (name.local == "HLinks") is_in_links_ = true;
}

void Properties::end(const XmlName& name) {
  const std::string_view value = ascii::trim(text_);
  if (name.local == "HLinks")
    tell_links();
  else if (is_in_links_ && (name.local == "lpwstr" || name.local == "lpstr"))
    links_.emplace_back(value);
  else if (ascii::iequals(name.local, "HyperlinkBase") && !value.empty())
    session_.sink.base(value, "HyperlinkBase");
  else if (is_worth_searching(value))
    session_.sink.reference({value, "properties", name_of(name.local), {}, false, true});
  text_.clear();
}

// 22.2.2.12: of each six values the last two are a URL and a place in it.
void Properties::tell_links() {
  is_in_links_ = false;
  for (std::size_t i = 0; i < links_.size(); i += 2) {
    std::string raw = links_[i];
    if (raw.empty()) continue;
    if (i + 1 < links_.size() && !links_[i + 1].empty() && raw.find('#') == raw.npos)
      raw.append("#").append(links_[i + 1]);
    session_.sink.reference({raw, "properties", "HLinks"});
  }
  links_.clear();
}

}  // namespace basewalk::worker::office
