// SPDX-License-Identifier: MIT
#include "worker/documents/office/properties.h"

#include <string>
#include <vector>

#include "text/ascii.h"
#include "worker/documents/office/xml.h"

namespace basewalk::worker::office {
namespace {

class Properties final : public XmlHandler {
 public:
  explicit Properties(Session& session) : session_(session) {}

  void start(const XmlName& name, const XmlAttributes&) override {
    text_.clear();
    if (name.local == "HLinks") is_in_links_ = true;
  }
  void text(std::string_view text) override { text_ += text; }
  void end(const XmlName& name) override {
    const std::string_view value = ascii::trim(text_);
    if (name.local == "HLinks")
      tell_links();
    else if (is_in_links_ && (name.local == "lpwstr" || name.local == "lpstr"))
      links_.emplace_back(value);
    else if (ascii::iequals(name.local, "HyperlinkBase") && !value.empty())
      session_.sink.base(value, "HyperlinkBase");
    else if (may_hold_url(value))
      session_.sink.reference({value, "properties", name_of(name.local), {}, false, true});
    text_.clear();
  }

 private:
  // 22.2.2.12: of each six values the last two are a URL and a place in it.
  void tell_links() {
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

  Session& session_;
  std::string text_;
  std::vector<std::string> links_;
  bool is_in_links_ = false;
};

}  // namespace

void read_properties(Zip& zip, Session& session) {
  Properties properties(session);
  read_xml(zip, session, properties);
}

}  // namespace basewalk::worker::office
