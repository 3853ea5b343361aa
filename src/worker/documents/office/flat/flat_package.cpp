// SPDX-License-Identifier: MIT
//
// The file is read twice, as packages are: what leads out of a part may stand behind it.
#include "worker/documents/office/flat/flat_package.h"

#include <memory>
#include <string>

#include "text/ascii.h"
#include "worker/documents/office/flat/any_xml.h"
#include "worker/documents/office/ooxml/ooxml.h"
#include "worker/documents/office/ooxml/ooxml_part.h"
#include "worker/documents/office/ooxml/relationships.h"
#include "worker/documents/office/properties.h"
#include "worker/documents/office/xml.h"

namespace basewalk::worker::office {
namespace {

enum class Pass { relations, parts };

class FlatPackage final : public XmlHandler {
 public:
  FlatPackage(Relationships& relationships, Cells& cells, Pass pass, Session& session)
      : relationships_(relationships), cells_(cells), pass_(pass), session_(session) {}

  // package > part > xmlData or binaryData
  void start(const XmlName& name, const XmlAttributes& attributes) override {
    ++depth_;
    if (reader_ != nullptr && depth_ > kOfData)
      reader_->start(name, attributes);
    else if (depth_ == kOfPart)
      begin_part(attributes);
    else if (depth_ == kOfData && name.local == "xmlData")
      begin_xml();
    else if (depth_ == kOfData && name.local == "binaryData")
      binary_.clear();
  }
  void text(std::string_view text) override {
    if (reader_ != nullptr)
      reader_->text(text);
    else if (depth_ == kOfData && pass_ == Pass::parts)
      binary_ += text;
  }
  void end(const XmlName& name) override {
    if (reader_ != nullptr && depth_ > kOfData)
      reader_->end(name);
    else if (depth_ == kOfData)
      end_data();
    --depth_;
  }
  void finish() override { end_data(); }

 private:
  static constexpr int kOfPart = 2, kOfData = 3;

  void begin_part(const XmlAttributes& attributes) {
    std::string_view name = value_of(attributes, "name");
    while (name.starts_with('/')) name.remove_prefix(1);
    name_ = name;
    type_ = ascii::lowered(value_of(attributes, "contentType"));
    use_ = use_in_package(name_, type_, relationships_);
  }
  void begin_xml() {
    const bool is_of_first = use_ == PartUse::relationships || use_ == PartUse::properties;
    const bool is_anyhow = pass_ == Pass::parts && is_read_anyhow(name_, use_, relationships_);
    if (is_of_first != (pass_ == Pass::relations) && !is_anyhow) return;
    if (is_anyhow)
      reader_ = std::make_unique<OoxmlPart>(name_, relationships_, cells_, session_);
    else if (use_ == PartUse::relationships)
      reader_ = relationships_.reader(name_);
    else if (use_ == PartUse::properties)
      reader_ = std::make_unique<Properties>(session_);
    else if (use_ == PartUse::custom)
      reader_ = std::make_unique<AnyXml>("customXml", session_);
    else
      reader_ = std::make_unique<OoxmlPart>(name_, relationships_, cells_, session_);
  }
  void end_data() {
    if (reader_ != nullptr)
      reader_->finish();
    else if (pass_ == Pass::parts)
      end_binary();
    reader_.reset();
    binary_.clear();
  }
  void end_binary() {
    if (binary_.empty()) return;
    const bool is_chunk = use_ == PartUse::chunk;
    if (!is_chunk && use_ != PartUse::file) return tell_unread(use_, name_, session_);
    const std::string_view type = is_chunk ? std::string_view(type_) : type_of_file(name_, type_);
    DocumentPart part;
    part.name = name_;
    if (type.find("openxmlformats") == type.npos) part.type = type;
    tell_base64(binary_, part, session_);
  }

  Relationships& relationships_;
  Cells& cells_;
  Pass pass_;
  Session& session_;
  std::unique_ptr<XmlHandler> reader_;
  std::string name_, type_, binary_;
  PartUse use_ = PartUse::nothing;
  int depth_ = 0;
};

}  // namespace

void open_flat_package(std::string_view bytes, Session& session) {
  Relationships relationships;
  Cells cells;
  // What is damaged the second pass tells.
  FlatPackage relations(relationships, cells, Pass::relations, session);
  Xml xml(relations);
  xml.feed(bytes);
  xml.finish();
  relations.finish();
  FlatPackage parts(relationships, cells, Pass::parts, session);
  read_xml(bytes, session.document.name, session, parts);
  cells.tell_unknown(session);
  relationships.tell_rest(session);
}

}  // namespace basewalk::worker::office
