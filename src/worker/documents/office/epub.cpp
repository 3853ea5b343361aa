// SPDX-License-Identifier: MIT
#include "worker/documents/office/epub.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "text/hex.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/office/xml.h"
#include "worker/documents/office/zip.h"

namespace basewalk::worker::office {
namespace {

// What the parts of a container have in common: what leads elsewhere, and texts.
class EpubXml : public XmlHandler {
 public:
  EpubXml(std::string_view element, Session& session) : element_(element), session_(session) {}

  void start(const XmlName& name, const XmlAttributes& attributes) override {
    // Those that name a vocabulary, not a place.
    constexpr std::string_view kNames[] = {"prefix", "Algorithm", "Type"};
    tell_text(name);
    for (const XmlAttribute& each : attributes) {
      const std::string attribute = name_of(each.name.local);
      const std::string element = element_ + ' ' + name_of(name.local);
      if (leads_out(each))
        session_.sink.reference({each.value, element.substr(0, 60), attribute});
      else if (is_worth_searching(each.value) && !ascii::is_one_of(kNames, each.name.local) &&
               !is_vocabulary(each.value))
        session_.sink.reference({each.value, element.substr(0, 60), attribute, {}, false, true});
    }
  }
  void text(std::string_view text) override { text_ += text; }
  void end(const XmlName& name) override { tell_text(name); }

 protected:
  static bool leads_out(const XmlAttribute& attribute) {
    return (attribute.name.local == "href" || attribute.name.local == "URI") &&
           (has_scheme(attribute.value) || attribute.value.starts_with("//"));
  }

 private:
  // Before an element, or the end of one.
  void tell_text(const XmlName& name) {
    const std::string_view value = ascii::trim(text_);
    if (is_worth_searching(value))
      session_.sink.reference({value, element_, name_of(name.local), {}, false, true});
    text_.clear();
  }

  std::string element_;
  Session& session_;
  std::string text_;
};

// META-INF: where the package documents are (4.2.6.3), and what is encrypted (4.2.6.3.2).
class Container final : public EpubXml {
 public:
  explicit Container(Session& session) : EpubXml("container", session) {}

  void start(const XmlName& name, const XmlAttributes& attributes) override {
    EpubXml::start(name, attributes);
    if (name.local == "rootfile") roots.insert(std::string(value_of(attributes, "full-path")));
    if (name.local == "EncryptionMethod") is_font_ = is_for_fonts(attributes);
    if (name.local == "CipherReference" && !is_font_)
      encrypted.insert(text::unescaped(value_of(attributes, "URI")));
  }
  void end(const XmlName& name) override {
    EpubXml::end(name);
    if (name.local == "EncryptedData") is_font_ = false;
  }

  std::set<std::string> roots, encrypted;

 private:
  static bool is_for_fonts(const XmlAttributes& attributes) {
    const std::string_view method = value_of(attributes, "Algorithm");
    return method == "http://www.idpf.org/2008/embedding" ||
           method == "http://ns.adobe.com/pdf/enc#RC";
  }
  bool is_font_ = false;
};

// What package documents list.
struct Manifest {
  std::map<std::string, std::string> types;
  std::set<std::string> pages;  // of the spine
};

// A package document (5): what it lists, and what of that is elsewhere.
class PackageDocument final : public EpubXml {
 public:
  PackageDocument(std::string_view member, Manifest& manifest, Session& session)
      : EpubXml("opf", session), member_(member), manifest_(manifest) {}

  void start(const XmlName& name, const XmlAttributes& attributes) override {
    EpubXml::start(name, attributes);
    if (name.local == "itemref") spine_.insert(std::string(value_of(attributes, "idref")));
    if (name.local != "item") return;
    for (const XmlAttribute& each : attributes) {
      if (each.name.local != "href" || each.value.empty() || leads_out(each)) continue;
      const std::string path = path_in_package(member_, text::unescaped(each.value));
      manifest_.types[path] = value_of(attributes, "media-type");
      paths_[std::string(value_of(attributes, "id"))].push_back(path);
    }
  }
  void finish() override {
    for (const std::string& each : spine_) {
      const auto found = paths_.find(each);
      if (found != paths_.end()) manifest_.pages.insert(found->second.begin(), found->second.end());
    }
  }

 private:
  std::string_view member_;
  Manifest& manifest_;
  std::map<std::string, std::vector<std::string>> paths_;  // by their ids
  std::set<std::string> spine_;
};

// What is read before the others, and what a container has for itself (4.2.6.3).
constexpr std::string_view kRead[] = {"mimetype", "META-INF/container.xml",
                                      "META-INF/encryption.xml"};
constexpr std::string_view kOfContainer[] = {"META-INF/manifest.xml", "META-INF/metadata.xml",
                                             "META-INF/rights.xml", "META-INF/signatures.xml",
                                             "META-INF/com.apple.ibooks.display-options.xml"};

// Sounds, films and fonts, which hold no links.
bool is_of_nothing(std::string_view type) {
  constexpr std::string_view kNothing[] = {
      "audio/",          "video/", "font/", "application/vnd.ms-opentype", "application/x-font",
      "application/font"};
  return std::any_of(std::begin(kNothing), std::end(kNothing),
                     [&](std::string_view kind) { return type.starts_with(kind); });
}

// 5.7: what stands in the spine is a page, whatever it calls itself; MuPDF asks for no more.
bool is_type_of_page(std::string_view type) {
  return type.find("xml") != type.npos || type.find("html") != type.npos ||
         type == "text/x-oeb1-document";
}

// Does it begin as a file of its own, which is opened as what it is?
bool begins_as_file(std::string_view bytes) {
  constexpr std::string_view kFiles[] = {
      "%PDF-", "PK\3\4", "\x89PNG", "\xFF\xD8\xFF", "GIF8", "{\\rt", "BM", "II*", "MM"};
  return std::any_of(std::begin(kFiles), std::end(kFiles),
                     [&](std::string_view magic) { return bytes.starts_with(magic); });
}

// What it says that it is, and not a page or a picture.
bool begins_as_nothing(std::string_view bytes) {
  constexpr std::string_view kShown[] = {"\x89PNG", "\xFF\xD8\xFF", "GIF8",     "BM",
                                         "II*",     "MM",           "\xFE\xFF", "\xFF\xFE"};
  const std::string_view text =
      ascii::trim_left(bytes.starts_with("\xEF\xBB\xBF") ? bytes.substr(3) : bytes);
  if (text.starts_with('<')) return false;
  if (bytes.size() > 11 && (bytes.substr(8, 4) == "WEBP" || bytes.substr(4, 8) == "ftypavif"))
    return false;
  return std::none_of(std::begin(kShown), std::end(kShown),
                      [&](std::string_view magic) { return bytes.starts_with(magic); });
}

class Book {
 public:
  Book(Session& session, std::string_view password) : session_(session), password_(password) {}

  void read() {
    bool is_damaged = false;
    for_each([&](Zip& zip) {
      is_damaged = is_damaged || zip.has_no_directory();
      if (zip.name() == "META-INF/container.xml" || zip.name() == "META-INF/encryption.xml")
        read_xml(zip, session_, container_);
    });
    if (is_damaged) session_.lack_once(Lack::damaged, "", "has no directory of its members");
    if (!container_.encrypted.empty())
      session_.lack_once(Lack::encrypted, "", "has encrypted members");
    for_each([&](Zip& zip) {
      if (!is_package(zip.name())) return;
      const std::string name = zip.name();
      PackageDocument document(name, manifest_, session_);
      read_xml(zip, session_, document);
    });
    for_each([&](Zip& zip) { member(zip); });
  }

 private:
  template <class Read>
  void for_each(const Read& read) {
    Zip zip(session_.document.bytes, &session_, password_);
    while (!session_.is_spent() && zip.next()) read(zip);
  }
  bool is_package(const std::string& name) const {
    return (container_.roots.count(name) > 0 || name.ends_with(".opf")) &&
           name != "META-INF/container.xml";
  }
  void member(Zip& zip) {
    const std::string name = zip.name();
    if (ascii::is_one_of(kRead, name) || is_package(name) || container_.encrypted.count(name) > 0)
      return;
    if (ascii::is_one_of(kOfContainer, name)) {
      EpubXml xml("container", session_);
      return read_xml(zip, session_, xml);
    }
    const auto listed = manifest_.types.find(name);
    const std::string_view type =
        listed != manifest_.types.end() ? std::string_view(listed->second) : type_by_name(name);
    DocumentPart part;
    part.name = name;
    // What calls itself a film and is none a reader shows as what it is.
    const bool is_page = manifest_.pages.contains(name);
    const bool says_nothing = is_of_nothing(type) && !is_page;
    if (!says_nothing) part.type = type;
    bool is_begun = false, is_nothing = false;
    zip.read([&](std::string_view piece) {
      is_nothing = !is_begun && says_nothing && begins_as_nothing(piece);
      if (is_nothing) return false;
      if (!is_begun && is_page && !is_type_of_page(type) && !begins_as_file(piece))
        part.type = "application/xhtml+xml";
      if (!std::exchange(is_begun, true)) session_.sink.begin(part);
      session_.sink.bytes(piece);
      return true;
    });
    if (is_nothing) return;
    if (!is_begun) session_.sink.begin(part);
    session_.sink.end();
  }

  Session& session_;
  std::string_view password_;
  Container container_{session_};
  Manifest manifest_;
};

}  // namespace

void open_epub(Session& session, std::string_view password) { Book(session, password).read(); }

}  // namespace basewalk::worker::office
