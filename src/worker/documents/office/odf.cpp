// SPDX-License-Identifier: MIT
#include "worker/documents/office/odf.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/utf8.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/office/formula.h"
#include "worker/documents/office/odf_cipher.h"
#include "worker/documents/office/zip.h"
#include "worker/programs.h"

namespace basewalk::worker::office {
namespace {

constexpr std::size_t kMostText = 4096;
// Of a member, to see whether a password opens it.
constexpr std::size_t kMostTried = 2048;
constexpr std::string_view kXlink = "http://www.w3.org/1999/xlink";
constexpr std::string_view kOdf = "urn:oasis:names:tc:opendocument:xmlns:";

// The prefix that the standard writes for a name space.
std::string prefix_of(std::string_view space) {
  if (space == kXlink) return "xlink";
  if (!space.starts_with(kOdf)) return {};
  const std::string_view word =
      space.substr(kOdf.size(), space.find(':', kOdf.size()) - kOdf.size());
  if (word == "drawing") return "draw";
  if (word == "animation") return "anim";
  if (word == "datastyle") return "number";
  if (word == "database") return "db";
  return name_of(word);
}

std::string written(const XmlName& name) {
  std::string written = prefix_of(name.space);
  if (!written.empty()) written += ':';
  return written.append(name_of(name.local)).substr(0, 60);
}

// Elements of a line that do not end it: those that show something, and those that mark a place.
constexpr std::string_view kWithin[] = {"span",
                                        "a",
                                        "s",
                                        "tab",
                                        "ruby",
                                        "ruby-base",
                                        "note",
                                        "note-citation",
                                        "line-break",
                                        "meta",
                                        "meta-field",
                                        "soft-page-break",
                                        "bookmark",
                                        "bookmark-start",
                                        "bookmark-end",
                                        "reference-mark",
                                        "reference-mark-start",
                                        "reference-mark-end",
                                        "change",
                                        "change-start",
                                        "change-end",
                                        "toc-mark",
                                        "toc-mark-start",
                                        "toc-mark-end",
                                        "user-index-mark",
                                        "user-index-mark-start",
                                        "user-index-mark-end",
                                        "alphabetical-index-mark",
                                        "alphabetical-index-mark-start",
                                        "alphabetical-index-mark-end"};

// What is shown apart from the paragraph that it stands in: notes, boxes, how a word is said.
bool is_aside(const XmlName& name) {
  constexpr std::string_view kAside[] = {"annotation", "note-body", "ruby-text"};
  return ascii::is_one_of(kAside, name.local) ||
         (name.local != "a" && name.space.starts_with(kOdf) &&
          name.space.substr(kOdf.size()).starts_with("drawing:"));
}

bool is_paragraph(const XmlName& name) { return name.local == "p" || name.local == "h"; }

// Configuration, and what was not typed.
bool is_hidden(const XmlName& name) {
  return name.local == "config-item" || name.local == "generator";
}

// ODF 1.3 part 2, 3.7: a relative reference is one to a file of the package, unless its steps lead
// out of it: the package is like a folder then.  Nothing where it stays inside.
std::optional<std::string> out_of_package(std::string_view member, std::string_view href) {
  if (has_scheme(href) || href.starts_with('/') || href.starts_with("\\\\"))
    return std::string(href);
  auto depth = static_cast<std::size_t>(std::count(member.begin(), member.end(), '/'));
  std::string_view rest = href;
  while (rest.starts_with("./")) rest.remove_prefix(2);
  // The steps to the root of the package, and the one out of it.
  for (; rest.starts_with("../"); --depth) {
    rest.remove_prefix(3);
    if (depth == 0) return rest.empty() ? "./" : std::string(rest);
  }
  return {};
}

// ODF 1.3 part 3, 19.642, 19.738, 19.468: of a cell, a name, what may be typed, how a cell is
// shown.
bool is_formula(std::string_view element, std::string_view attribute) {
  constexpr std::string_view kFormulas[] = {"formula", "expression", "condition"};
  return ascii::is_one_of(kFormulas, attribute) || (attribute == "value" && element == "condition");
}

// 12.13 to 12.16: a server, by its host, its socket or its name.
bool is_of_server(std::string_view element) {
  return element == "server-database" || element == "connection-resource";
}

// What LibreOffice does itself, or has programs do that are there already.
constexpr std::string_view kCommands[] = {
    "vnd.sun.star.script:", "vnd.libreoffice.command:", "macro:", ".uno:", "slot:", "service:"};

bool begins_as_command(std::string_view value) {
  return std::any_of(std::begin(kCommands), std::end(kCommands),
                     [&](std::string_view scheme) { return ascii::istarts_with(value, scheme); });
}

// ODF 1.3 part 3, 14.4 and 19.386: a macro at an event, and a program at a click.
bool is_command(std::string_view element, std::string_view attribute, std::string_view value) {
  return (attribute == "macro-name" && element.ends_with(":event-listener")) ||
         (attribute == "action" && value == "execute");
}

// What an entry of a menu that the document brings along does; what is LibreOffice's own is none.
constexpr std::string_view kMenus = "http://openoffice.org/2001/menu";
bool is_of_menu(const XmlAttribute& attribute) {
  return attribute.name.space == kMenus && attribute.name.local == "id" &&
         !attribute.value.starts_with(".uno:") && begins_as_command(attribute.value);
}

}  // namespace

void OdfXml::start(const XmlName& name, const XmlAttributes& attributes) {
  has_page_ = has_page_ || is_of_page(name.space);
  if (hidden_ > 0 || is_hidden(name)) ++hidden_;
  begin_shown(name);
  begin_change(name, attributes);
  // A document in one file has them in itself.
  if (name.local == "module") session_.lack_once(Lack::no_opener, "", kMacros);
  if (name.local == "binary-data") {
    is_binary_ = true;
    binary_.clear();
  } else if (name.local == "line-break") {
    show("\n");
  } else if (name.local == "tab") {
    show("\t");
  } else if (name.local == "s") {
    show(" ");
  }
  const std::size_t links = links_.size();
  const std::string element = attributes.empty() ? std::string() : written(name);
  if (is_of_server(name.local)) session_.lack_once(Lack::no_opener, "", kConnection);
  for (const XmlAttribute& each : attributes) attribute(name.local, element, each);
  // Each that ends has a beginning.
  if (name.local == "a" && links_.size() == links) links_.push_back({{}, {}, shown_.size()});
}

void OdfXml::attribute(std::string_view local, const std::string& element,
                       const XmlAttribute& attribute) {
  const auto& [name, value] = attribute;
  if (value.empty()) return;
  if (name.local == "href" && (name.space == kXlink || has_scheme(value))) {
    href(element, value);
  } else if (name.local == "image-data") {
    href(element, value);
  } else if (is_formula(local, name.local)) {
    if (!formula(value) && name.local != "formula" && is_worth_searching(value))
      session_.sink.reference({value, element, written(name), {}, false, true});
  } else if (is_command(element, name.local, value) || is_of_menu(attribute)) {
    session_.lack_once(Lack::no_opener, "", kCommand);
    session_.sink.reference({value, element, written(name), {}, false, true});
  } else if (name.local == "datasource" && has_scheme(value)) {
    session_.lack_once(Lack::no_opener, "", kConnection);
    session_.sink.reference({value, element, written(name), {}, false, true});
  } else if (name.local == "dde-topic" || name.local == "dde-application" ||
             name.local == "dde-item") {
    if (name.local == "dde-application") session_.lack_once(Lack::no_opener, "", kCommand);
    session_.sink.reference({value, element, written(name), {}, false, true});
  } else if (is_worth_searching(value) && name.local != "name" && name.local != "namespace") {
    session_.sink.reference({value, element, written(name), {}, false, true});
  }
}

void OdfXml::href(const std::string& element, std::string_view value) {
  if (begins_as_command(value)) session_.lack_once(Lack::no_opener, "", kCommand);
  std::optional<std::string> raw;
  if (!value.starts_with('#')) raw = member_ ? out_of_package(*member_, value) : std::string(value);
  if (!raw && member_ && path_in_package(*member_, value) == kPreview) shows_preview_ = true;
  if (element == "text:a") {
    links_.push_back({raw.value_or(std::string()), element, shown_.size()});
  } else if (raw && !raw->empty()) {
    session_.sink.reference({*raw, element, "xlink:href"});
  }
}

// False where it leads nowhere.
bool OdfXml::formula(std::string_view value) {
  const std::vector<FormulaTarget> targets = tell_formula(value, session_.sink);
  for (const std::string_view each : lacks_of(targets))
    session_.lack_once(Lack::no_opener, "", each);
  return !targets.empty();
}

void OdfXml::begin_shown(const XmlName& name) {
  ++depth_;
  if (in_paragraph_ > 0 && is_aside(name)) {
    outer_.push_back({std::move(shown_), std::move(others_), in_paragraph_, in_field_, depth_});
    shown_.clear();
    others_ = {};
    in_paragraph_ = in_field_ = 0;
    return;
  }
  const bool is_field = in_paragraph_ > 0 && !ascii::is_one_of(kWithin, name.local);
  if (in_paragraph_ > 0 || is_paragraph(name)) ++in_paragraph_;
  if (in_field_ > 0 || is_field) ++in_field_;
}

// ODF 1.3 part 3, 5.5: what was deleted stands before the text, and some show it in its place.
void OdfXml::begin_change(const XmlName& name, const XmlAttributes& attributes) {
  if (name.local == "changed-region") {
    region_ = value_of(attributes, "id");
  } else if (name.local == "deletion") {
    deleted_from_ = shown_.size();
  } else if (name.local == "change" && in_paragraph_ > 0) {
    const auto found = deleted_.find(std::string(value_of(attributes, "change-id")));
    if (found == deleted_.end()) return;
    others_.append(shown_, found->second, Version::others);
    deleted_.erase(found);
  }
}

// ODF 1.3 part 3, 7: of a field its value as it was saved, which LibreOffice finds anew, or hides.
void OdfXml::show(std::string_view text) {
  others_.append(shown_, text, in_field_ > 0 ? Version::newest : Version::all);
}

void OdfXml::end_shown(const XmlName& name) {
  if (in_field_ > 0) --in_field_;
  if (in_paragraph_ > 0) --in_paragraph_;
  const bool is_within = ascii::is_one_of(kWithin, name.local) || in_paragraph_ > 0;
  if (!is_within && !shown_.empty() && shown_.back() != '\n') shown_ += '\n';
  if (name.local == "change-info") deleted_from_ = shown_.size();
  if (name.local == "deletion" && deleted_from_ < shown_.size())
    deleted_[region_] = ascii::trim(std::string_view(shown_).substr(deleted_from_));
  if (!outer_.empty() && outer_.back().depth == depth_) end_aside();
  --depth_;
}

void OdfXml::end_aside() {
  const OtherReading::Words words = others_.words(shown_);
  if (words.is_divided) session_.lack_once(Lack::no_opener, "", kDividedText);
  aside_ += shown_;
  others_aside_ += words.others;
  if (!aside_.empty() && aside_.back() != '\n') aside_ += '\n';
  shown_ = std::move(outer_.back().shown);
  others_ = std::move(outer_.back().others);
  in_paragraph_ = outer_.back().in_paragraph;
  in_field_ = outer_.back().in_field;
  outer_.pop_back();
}

void OdfXml::text(std::string_view text) {
  if (is_binary_)
    binary_ += text;
  else if (hidden_ > 0)
    hidden_text_ += text;
  else
    show(text);
}

void OdfXml::end(const XmlName& name) {
  if (hidden_ > 0) end_hidden(name);
  if (name.local == "a" && !links_.empty()) end_link();
  if (name.local == "binary-data") end_binary();
  end_shown(name);
}

void OdfXml::end_hidden(const XmlName& name) {
  if (--hidden_ > 0) return;
  const std::string_view value = ascii::trim(hidden_text_);
  if (is_worth_searching(value))
    session_.sink.reference({value, written(name), "text", {}, false, true});
  hidden_text_.clear();
}

void OdfXml::end_link() {
  const Link link = std::move(links_.back());
  links_.pop_back();
  if (link.raw.empty()) return;
  DocumentReference reference{link.raw, link.element, "xlink:href"};
  const std::string_view seen =
      ascii::trim(std::string_view(shown_).substr(std::min(link.from, shown_.size())));
  if (!seen.empty()) reference.text = utf8::cut(seen, kMostText);
  session_.sink.reference(reference);
}

// Pictures of files that are not packages.
void OdfXml::end_binary() {
  is_binary_ = false;
  tell_base64(binary_, {}, session_);
  binary_.clear();
}

void OdfXml::finish() {
  while (!links_.empty()) end_link();
  while (!outer_.empty()) end_aside();
  const OtherReading::Words words = others_.words(shown_);
  if (words.is_divided) session_.lack_once(Lack::no_opener, "", kDividedText);
  if (words.is_cut_short)
    session_.lack_once(Lack::limit, member_.value_or("text"),
                       "is not read alike in more places than are compared");
  others_aside_ += words.others;
  if (!aside_.empty() && !shown_.empty() && shown_.back() != '\n') shown_ += '\n';
  shown_ += aside_;
  const std::string part =
      member_ ? name_of(member_->substr(member_->rfind('/') + 1)) : std::string("text");
  if (!ascii::trim(shown_).empty()) session_.sink.text({"text/plain", shown_, part});
  if (is_worth_searching(others_aside_))
    session_.sink.text({"text/plain", others_aside_, "others"});
}

namespace {

class Package {
 public:
  Package(Session& session, std::string_view password) : session_(session), password_(password) {}

  void read() {
    read_manifest();
    if (!manifest_.encrypted().empty()) find_password();
    Zip zip(session_.document.bytes, &session_, password_);
    while (!session_.is_spent() && zip.next()) member(zip);
    if (shows_preview_) preview();
  }

 private:
  void preview() {
    Zip zip(session_.document.bytes, &session_, password_);
    while (!session_.is_spent() && zip.next())
      if (zip.name() == OdfXml::kPreview) file(zip, zip.name());
  }
  void read_manifest() {
    Zip zip(session_.document.bytes, &session_, password_);
    if (zip.has_no_directory())
      session_.lack_once(Lack::damaged, "", "has no directory of its members");
    while (zip.next()) {
      if (zip.name() != "META-INF/manifest.xml") continue;
      read_xml(zip, session_, manifest_);
      break;
    }
  }
  // By the first member that says how it is encrypted.
  void find_password() {
    Zip zip(session_.document.bytes, &session_, password_);
    while (!session_.is_spent() && zip.next()) {
      const auto found = manifest_.encrypted().find(zip.name());
      if (found == manifest_.encrypted().end() || !found->second.is_known()) continue;
      is_open_ = cipher_.find_password(found->second, zip.read_all(kMostTried));
      if (!is_open_)
        session_.lack_once(Lack::encrypted, "", "is encrypted, and no password opens it");
      return;
    }
    session_.lack_once(Lack::encrypted, "", "is encrypted in a way that is not read");
  }
  void member(Zip& zip) {
    const std::string name = zip.name();
    constexpr std::string_view kOfPackage[] = {"mimetype", "META-INF/manifest.xml",
                                               "META-INF/documentsignatures.xml",
                                               "META-INF/macrosignatures.xml", OdfXml::kPreview};
    if (ascii::is_one_of(kOfPackage, name)) return;
    if (const auto found = manifest_.encrypted().find(name); found != manifest_.encrypted().end())
      return encrypted(zip, name, found->second);
    // LibreOffice's own, and those in Python and the like.
    if (name.starts_with("Basic/") || name.starts_with("Scripts/"))
      session_.lack_once(Lack::no_opener, "", kMacros);
    if (is_xml(name)) {
      OdfXml xml(name, session_);
      read_xml(zip, session_, xml);
      shows_preview_ = shows_preview_ || xml.shows_preview();
      return;
    }
    file(zip, name);
  }
  // What is shown in place of an object is a drawing, as a rule, of a kind that is not read.
  void file(Zip& zip, const std::string& name) {
    constexpr std::string_view kDrawing = "VCLMTF";
    DocumentPart part;
    part.name = name;
    part.type = type_by_name(name);
    bool is_begun = false, is_drawing = false;
    zip.read([&](std::string_view piece) {
      is_drawing = !is_begun && piece.starts_with(kDrawing);
      if (is_drawing) return false;
      if (!std::exchange(is_begun, true)) session_.sink.begin(part);
      session_.sink.bytes(piece);
      return true;
    });
    if (is_drawing)
      return session_.lack_once(Lack::no_opener, "",
                                "has metafiles, in which no codes are looked for");
    if (!is_begun) session_.sink.begin(part);
    session_.sink.end();
  }

  void encrypted(Zip& zip, const std::string& name, const OdfEncryption& encryption) {
    if (!is_open_) return;
    std::string bytes;
    zip.read([&](std::string_view piece) {
      bytes += piece;
      return true;
    });
    const std::optional<std::string> plain = cipher_.plain(name, encryption, bytes);
    if (!plain) return;
    if (is_xml(name)) {
      OdfXml xml(name, session_);
      read_xml(*plain, name, session_, xml);
      shows_preview_ = shows_preview_ || xml.shows_preview();
      return;
    }
    DocumentPart part;
    part.name = name;
    part.type = type_by_name(name);
    session_.sink.begin(part);
    session_.sink.bytes(*plain);
    session_.sink.end();
  }
  static bool is_xml(std::string_view name) {
    return name.ends_with(".xml") || name.ends_with(".rdf");
  }

  Session& session_;
  std::string_view password_;
  OdfManifest manifest_;
  OdfCipher cipher_{session_};
  bool is_open_ = false, shows_preview_ = false;
};

}  // namespace

void open_odf(Session& session, std::string_view password) { Package(session, password).read(); }

}  // namespace basewalk::worker::office
