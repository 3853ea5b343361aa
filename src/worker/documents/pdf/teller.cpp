// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/teller.h"

#include <algorithm>
#include <vector>

#include "text/ascii.h"
#include "text/utf8.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/pdf/form_script.h"
#include "worker/documents/pdf/stream.h"
#include "worker/documents/strings_in.h"
#include "worker/programs.h"

namespace basewalk::worker::pdf {
namespace {

constexpr std::string_view kActions[] = {
    "GoTo",      "GoToR",      "GoToE",      "GoToDp",     "Launch",
    "Thread",    "URI",        "Sound",      "Movie",      "Hide",
    "Named",     "SubmitForm", "ResetForm",  "ImportData", "SetOCGState",
    "Rendition", "Trans",      "GoTo3DView", "JavaScript", "RichMediaExecute"};

// 7.11.3: the keys of names, best first.
constexpr const char* kNameKeys[] = {"/UF", "/F", "/Unix", "/DOS", "/Mac"};

bool is_url(QPDFObjectHandle specification) {
  return specification.isDictionary() && name_in(specification.getKey("/FS")) == "URL";
}

// 12.6.4.8; pdf.js takes a name for the reference that it looks like.
std::string uri_of(QPDFObjectHandle action) {
  QPDFObjectHandle uri = action.getKey("/URI");
  return uri.isName() ? uri.getName() : text_of(uri);
}

// As pdf.js reads a URI that is no UTF-8: Latin-1 has other letters than 7.9.2.2.
std::string utf8_of_latin(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) utf8::append(static_cast<unsigned char>(c), out);
  return out;
}

bool is_slash(char c) { return c == '/' || c == '\\'; }

// 12.6.4.8 has the reference resolved.  Most viewers write it behind the base, where it has no
// scheme (PDFium, MuPDF, poppler): does that lead to another host, or where the base alone does
// not?
bool leads_elsewhere_behind(std::string_view base, std::string_view uri) {
  constexpr std::string_view kHost = "://";
  const std::size_t colon = uri.find(':');
  if (uri.empty() || base.empty() || (colon != uri.npos && colon != 0)) return false;
  const std::size_t host = base.find(kHost);
  if (host == base.npos) return ascii::is_alpha(base[0]);
  if (base.find_first_of("/?#\\", host + kHost.size()) != base.npos)
    return uri.size() > 1 && is_slash(uri[0]) && is_slash(uri[1]);
  return !is_slash(uri[0]) && uri[0] != '?' && uri[0] != '#';
}

// "/text#2Fhtml" is read by libqpdf as "/text/html".
std::string media_type(QPDFObjectHandle stream) {
  const std::string type = name_in(stream.getDict().getKey("/Subtype"));
  return type.find('/') == type.npos ? std::string() : type;
}

// An element of XFA 3.3, by whatever prefix.
bool has_element_of_xfa(std::string_view xml, std::string_view name) {
  for (std::size_t at = 1; (at = xml.find(name, at)) != xml.npos;) {
    const char before = xml[at - 1];
    at += name.size();
    const bool ends = at < xml.size() && (ascii::is_space(xml[at]) || xml[at] == '>');
    if (ends && (before == '<' || before == ':')) return true;
  }
  return false;
}

}  // namespace

bool Teller::is_first(QPDFObjectHandle object) {
  const std::uint64_t number = number_of(object);
  return number == 0 || told_.insert(number).second;
}

void Teller::reference(std::string_view raw, const Holder& holder, std::string_view attribute,
                       bool uses_base, bool is_text) {
  if (raw.empty()) return;
  // What another revision has as well is told once.
  if (!raws_.emplace(raw).second && session_.is_unnamed) return;
  DocumentReference reference{raw, holder.element, attribute, {}, uses_base, is_text};
  if (holder.text) reference.text = *holder.text;
  std::string orphan;
  if (session_.is_orphan) {
    orphan.append("orphan ").append(holder.element);
    reference.element = orphan;
  }
  session_.sink.reference(reference);
}

bool Teller::is_action(QPDFObjectHandle dictionary) {
  QPDFObjectHandle type = dictionary.getKey("/S");
  return (type.isName() && ascii::is_one_of(kActions, name_in(type))) ||
         !uri_of(dictionary).empty();
}

bool Teller::leads_to_file(QPDFObjectHandle dictionary) {
  constexpr std::string_view kLeading[] = {"Launch",     "GoToR",      "GoToE",
                                           "SubmitForm", "ImportData", "Thread"};
  return uri_of(dictionary).empty() && ascii::is_one_of(kLeading, name_in(dictionary.getKey("/S")));
}

void Teller::action(QPDFObjectHandle dictionary, const Holder& holder) {
  const std::string uri = uri_of(dictionary), type = name_in(dictionary.getKey("/S"));
  if (!uri.empty())
    this->uri(dictionary, holder);
  else if (type == "Launch")
    launch(dictionary, holder);
  else if (leads_to_file(dictionary))
    file_specification(dictionary.getKey("/F"), holder, type);
}

void Teller::uri(QPDFObjectHandle action, const Holder& holder) {
  const std::string uri = uri_of(action);
  reference(uri, holder, "URI");
  if (leads_elsewhere_behind(session_.base, uri))
    reference(session_.base + uri, holder, "URI", false);
  QPDFObjectHandle string = action.getKey("/URI");
  const std::string bytes = string.isString() ? string.getStringValue() : std::string();
  const bool has_mark = bytes.starts_with("\xFE\xFF") || bytes.starts_with("\xFF\xFE");
  if (utf8::is_valid(bytes) || has_mark || bytes.find(':') == bytes.npos) return;
  const std::string latin = utf8_of_latin(bytes);
  if (latin != uri) reference(latin, holder, "URI");
}

// 12.6.4.6
void Teller::launch(QPDFObjectHandle dictionary, const Holder& holder) {
  file_specification(dictionary.getKey("/F"), holder, "Launch");
  for (const char* system : {"/Win", "/Mac", "/Unix"}) {
    QPDFObjectHandle how = dictionary.getKey(system);
    if (how.isString()) reference(text_of(how), holder, "Launch", false, true);
    if (how.isString() && !text_of(how).empty()) session_.lack_once(Lack::no_opener, "", kCommand);
    if (!how.isDictionary()) continue;
    reference(text_of(how.getKey("/F")), holder, "Launch Win F", false);
    if (!text_of(how.getKey("/P")).empty()) session_.lack_once(Lack::no_opener, "", kCommand);
    for (const char* key : {"/P", "/D", "/O"})
      reference(text_of(how.getKey(key)), holder, std::string("Launch Win ").append(key + 1), false,
                true);
  }
}

void Teller::file_specification(QPDFObjectHandle specification, const Holder& holder,
                                std::string_view attribute) {
  if (specification.isString()) {
    reference(text_of(specification), holder, attribute, false);
    return;
  }
  if (!specification.isDictionary()) return;
  const bool uses_base = is_url(specification);
  std::vector<std::string> told;
  for (const char* key : kNameKeys) {
    std::string name = text_of(specification.getKey(key));
    if (std::find(told.begin(), told.end(), name) != told.end()) continue;
    // One that is inside leads nowhere by its name.
    if (uses_base || !specification.getKey("/EF").isDictionary())
      reference(name, holder, attribute, uses_base);
    told.push_back(std::move(name));
  }
}

void Teller::embedded_files(QPDFObjectHandle specification) {
  QPDFObjectHandle files = specification.getKey("/EF");
  if (!files.isDictionary()) return;
  std::string name;
  for (const char* key : kNameKeys)
    if (name.empty()) name = text_of(specification.getKey(key));
  for (const auto& [key, stream] : files.getDictAsMap())
    if (QPDFObjectHandle(stream).isStream()) embedded_file(stream, name);
}

void Teller::embedded_file(QPDFObjectHandle stream, const std::string& name) {
  if (!is_first(stream) || !session_.may_tell_member()) return;
  const StreamBytes file = decoded(session_, stream);
  const std::string type = media_type(stream);
  DocumentPart part;
  part.name = name;
  part.type = type;
  session_.sink.begin(part);
  session_.sink.bytes(file.bytes);
  if (!file.is_decoded)
    session_.sink.lack(Lack::no_opener, name, "is packed by a filter that is not read");
  else if (!file.is_whole)
    session_.sink.lack(Lack::damaged, name, "is not there as a whole");
  session_.sink.end();
}

void Teller::text_of_stream_or_string(QPDFObjectHandle object, std::string& out) {
  if (object.isString()) out += text_of(object);
  if (!object.isStream() || !is_first(object)) return;
  out += text_of(bytes_of(session_, object));
}

void Teller::script(QPDFObjectHandle script) {
  std::string text;
  text_of_stream_or_string(script, text);
  if (text.empty() || !session_.may_tell_member()) return;
  session_.sink.text({"text/javascript", text, "javascript"});
  if (!is_form_script(text)) session_.lack_once(Lack::no_opener, "", kScript);
}

void Teller::xfa(QPDFObjectHandle xfa) {
  std::string text;
  if (xfa.isArray())
    // A name, and its packet.
    for (int i = 1; i < xfa.getArrayNItems(); i += 2)
      text_of_stream_or_string(xfa.getArrayItem(i), text);
  else
    text_of_stream_or_string(xfa, text);
  if (text.empty() || !session_.may_tell_member()) return;
  session_.sink.text({"application/xml", text, "XFA"});
  // An entity may hold one.
  if (has_element_of_xfa(text, "script") || text.find("<!ENTITY") != text.npos)
    session_.lack_once(Lack::no_opener, "", kScript);
  // A database, within `sourceSet`.
  if (has_element_of_xfa(text, "source")) session_.lack_once(Lack::no_opener, "", kConnection);
}

void Teller::metadata(QPDFObjectHandle stream) {
  std::string text;
  text_of_stream_or_string(stream, text);
  if (text.empty() || !session_.may_tell_member()) return;
  session_.sink.text({"application/xml", text, "metadata"});
}

void Teller::rich_text(QPDFObjectHandle object, std::string_view holder) {
  std::string text;
  text_of_stream_or_string(object, text);
  const bool may_lead =
      text.find('<') != text.npos && (is_worth_searching(text) || text.find('&') != text.npos);
  if (may_lead && session_.may_tell_member()) session_.sink.text({"text/html", text, holder});
}

void Teller::unknown_stream(QPDFObjectHandle stream) {
  std::string text;
  text_of_stream_or_string(stream, text);
  if (!may_have_url(text) || !session_.may_tell_member()) return;
  if (ascii::trim_left(text).starts_with('<'))
    session_.sink.text({"application/xml", text, "stream"});
  else
    tell_strings(text, "stream", session_.sink);
}

}  // namespace basewalk::worker::pdf
