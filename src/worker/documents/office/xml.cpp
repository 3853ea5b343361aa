// SPDX-License-Identifier: MIT
#include "worker/documents/office/xml.h"

#include <expat.h>
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <new>

#include "text/ascii.h"
#include "text/binary/windows_1252.h"
#include "text/foreign/expat_names.h"
#include "text/number.h"

namespace basewalk::worker::office {
namespace {

// Between a name space and a name; no URI has it.
constexpr char kDivider = '\t';
constexpr std::size_t kMostUnread = std::size_t{1} << 20;
constexpr std::size_t kMostEntities = 100;
constexpr std::size_t kMostPiece = std::size_t{1} << 24;

XmlName divided(const char* name) {
  const std::string_view whole(name);
  const std::size_t at = whole.rfind(kDivider);
  if (at == whole.npos) return {{}, whole};
  return {whole.substr(0, at), whole.substr(at + 1)};
}

// Of other encodings the ASCII in them is read, where URLs are; of which kind it is goes to `kind`.
int as_windows_1252(void* kind, const XML_Char* name, XML_Encoding* encoding) {
  constexpr std::string_view kOfSevenBits[] = {"utf-7", "iso-2022", "csiso2022", "hz"};
  constexpr std::string_view kSame[] = {"windows-1252", "cp1252", "x-cp1252",
                                        "iso8859-1",    "latin1", "ascii"};
  if (!ascii::iis_one_of(kSame, name))
    *static_cast<Xml::Encoding*>(kind) =
        std::any_of(std::begin(kOfSevenBits), std::end(kOfSevenBits),
                    [&](std::string_view each) { return ascii::istarts_with(name, each); })
            ? Xml::Encoding::of_seven_bits
            : Xml::Encoding::other;
  for (int i = 0; i < 256; ++i)
    encoding->map[i] = static_cast<int>(text::windows_1252(static_cast<unsigned char>(i)));
  encoding->data = nullptr;
  encoding->convert = nullptr;
  encoding->release = nullptr;
  return XML_STATUS_OK;
}

void tell_beside(const Xml& xml, std::string_view name, Session& session) {
  if (xml.has_other_letters())
    session.lack_once(Lack::no_opener, name, "is in an encoding of which ASCII alone is read");
  for (const std::string& each : xml.entities()) {
    session.lack_once(Lack::no_opener, name, "refers to an external entity, which is not read");
    session.sink.reference({each, "entity", "SYSTEM", {}, false});
  }
  if (!xml.beside().empty()) session.sink.text({"text/plain", xml.beside(), "comment"});
  if (!xml.is_damaged()) return;
  session.lack_once(Lack::damaged, name,
                    "is no XML from some place on, and searched as text there");
  if (is_worth_searching(xml.unread())) session.sink.text({"text/plain", xml.unread(), "damaged"});
}

}  // namespace

bool is_vocabulary(std::string_view url) {
  constexpr std::string_view kHosts[] = {"schemas.openxmlformats.org/", "schemas.microsoft.com/",
                                         "schemas.xmlsoap.org/", "purl.oclc.org/ooxml/",
                                         "www.w3.org/"};
  if (ascii::istarts_with(url, "ppaction://")) return true;
  constexpr std::string_view kScheme = "http://";
  if (!url.starts_with(kScheme)) return false;
  url.remove_prefix(kScheme.size());
  return std::any_of(std::begin(kHosts), std::end(kHosts),
                     [&](std::string_view host) { return url.starts_with(host); });
}

std::string_view value_of(const XmlAttributes& attributes, std::string_view local) {
  for (const XmlAttribute& each : attributes)
    if (each.name.local == local) return each.value;
  return {};
}

Xml::Xml(XmlHandler& handler)
    : handler_(handler), parser_(::XML_ParserCreateNS(nullptr, kDivider)) {
  if (parser_ == nullptr) throw std::bad_alloc();
  // A number of its own would have to be drawn.
  text::set_expat_salt(parser_);
  ::XML_SetUserData(parser_, this);
  ::XML_SetElementHandler(parser_, &Xml::on_start, &Xml::on_end);
  ::XML_SetCharacterDataHandler(parser_, &Xml::on_text);
  ::XML_SetExternalEntityRefHandler(parser_, &Xml::on_entity);
  ::XML_SetCommentHandler(parser_, &Xml::on_comment);
  ::XML_SetProcessingInstructionHandler(parser_, &Xml::on_instruction);
  ::XML_SetUnknownEncodingHandler(parser_, &as_windows_1252, &encoding_);
}

Xml::~Xml() { ::XML_ParserFree(parser_); }

void Xml::on_start(void* self, const char* name, const char** attributes) {
  Xml& xml = *static_cast<Xml*>(self);
  xml.attributes_.clear();
  for (; *attributes != nullptr; attributes += 2)
    xml.attributes_.push_back({divided(attributes[0]), attributes[1]});
  const XmlName element = divided(name);
  // Those of its own vocabulary first: one of the same name of somebody else says nothing.
  std::stable_partition(xml.attributes_.begin(), xml.attributes_.end(),
                        [&](const XmlAttribute& each) {
                          return each.name.space.empty() || each.name.space == element.space;
                        });
  xml.handler_.start(element, xml.attributes_);
}

void Xml::on_end(void* self, const char* name) {
  static_cast<Xml*>(self)->handler_.end(divided(name));
}

void Xml::on_text(void* self, const char* text, int size) {
  static_cast<Xml*>(self)->handler_.text({text, static_cast<std::size_t>(size)});
}

void Xml::on_comment(void* self, const char* text) { static_cast<Xml*>(self)->add_beside(text); }

void Xml::on_instruction(void* self, const char* target, const char* text) {
  static_cast<Xml*>(self)->add_beside(std::string(target).append(" ").append(text));
}

void Xml::add_beside(std::string_view text) {
  if (is_worth_searching(text)) beside_.append(text).append("\n");
}

// XML 1.0 4.4.3: a reader need not include it.
int Xml::on_entity(XML_ParserStruct* parser, const char*, const char*, const char* system,
                   const char*) {
  Xml& xml = *static_cast<Xml*>(XML_GetUserData(parser));
  if (system != nullptr && xml.entities_.size() < kMostEntities) xml.entities_.emplace_back(system);
  return XML_STATUS_OK;
}

void Xml::parse(std::string_view piece, bool is_last) {
  if (::XML_Parse(parser_, piece.data(), static_cast<int>(piece.size()), is_last) ==
      XML_STATUS_OK) {
    fed_ += piece.size();
    return;
  }
  is_damaged_ = true;
  const auto at = static_cast<std::uint64_t>(std::max<std::int64_t>(text::expat_index(parser_), 0));
  if (at > fed_) piece.remove_prefix(std::min(text::capped(at - fed_), piece.size()));
  unread_ += piece.substr(0, kMostUnread - std::min(kMostUnread, unread_.size()));
}

void Xml::feed(std::string_view piece) {
  while (!piece.empty()) {
    const std::string_view step = piece.substr(0, kMostPiece);
    piece.remove_prefix(step.size());
    if (is_damaged_)
      unread_ += step.substr(0, kMostUnread - std::min(kMostUnread, unread_.size()));
    else
      parse(step, false);
    if (encoding_ == Encoding::other && !has_letters_)
      has_letters_ = std::any_of(step.begin(), step.end(),
                                 [](char c) { return static_cast<unsigned char>(c) > 0x7F; });
  }
}

void Xml::finish() {
  if (!is_damaged_) parse({}, true);
}

namespace {

constexpr std::string_view kPages[] = {"http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg",
                                       "http://www.w3.org/1999/XSL/Transform"};
// Of a page that is told as a whole.
constexpr std::size_t kMostOfPage = std::size_t{4} << 20;

}  // namespace

bool is_of_page(std::string_view space) {
  return std::find(std::begin(kPages), std::end(kPages), space) != std::end(kPages);
}

bool may_be_page(std::string_view xml) {
  return std::any_of(std::begin(kPages), std::end(kPages),
                     [&](std::string_view each) { return xml.find(each) != xml.npos; });
}

void tell_page(std::string_view xml, std::string_view name, Session& session) {
  if (xml.size() > kMostOfPage)
    session.lack_once(Lack::limit, name, "is a page that is longer than is read");
  if (!session.may_tell_page(name)) return;
  DocumentPart part;
  part.name = name;
  part.type = "application/xml";
  session.sink.begin(part);
  session.sink.bytes(xml.substr(0, kMostOfPage));
  session.sink.end();
}

void read_xml(Zip& zip, Session& session, XmlHandler& handler) {
  Xml xml(handler);
  std::string page;
  const bool is_whole = zip.read([&](std::string_view piece) {
    xml.feed(piece);
    page += piece.substr(0, kMostOfPage + 1 - std::min(kMostOfPage + 1, page.size()));
    return true;
  });
  // What is cut off is told already.
  if (is_whole) xml.finish();
  tell_beside(xml, zip.name(), session);
  handler.finish();
  if (handler.has_page()) tell_page(page, zip.name(), session);
}

void read_xml(std::string_view bytes, std::string_view name, Session& session,
              XmlHandler& handler) {
  Xml xml(handler);
  xml.feed(bytes);
  xml.finish();
  tell_beside(xml, name, session);
  handler.finish();
}

}  // namespace basewalk::worker::office
