// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/teller.h"

#include <algorithm>
#include <vector>

#include "text/ascii.h"
#include "worker/documents/pdf/stream.h"

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

// "/text#2Fhtml" is read by libqpdf as "/text/html".
std::string media_type(QPDFObjectHandle stream) {
  const std::string type = name_in(stream.getDict().getKey("/Subtype"));
  return type.find('/') == type.npos ? std::string() : type;
}

}  // namespace

bool Teller::is_first(QPDFObjectHandle object) {
  const std::uint64_t number = number_of(object);
  return number == 0 || told_.insert(number).second;
}

void Teller::reference(std::string_view raw, const Holder& holder, std::string_view attribute,
                       bool uses_base, bool is_text) {
  if (raw.empty()) return;
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
         dictionary.getKey("/URI").isString();
}

void Teller::action(QPDFObjectHandle dictionary, const Holder& holder) {
  QPDFObjectHandle uri = dictionary.getKey("/URI");
  const std::string type = name_in(dictionary.getKey("/S"));
  if (uri.isString()) {
    reference(text_of(uri), holder, "URI");
  } else if (type == "Launch") {
    launch(dictionary, holder);
  } else if (type == "GoToR" || type == "GoToE" || type == "SubmitForm" || type == "ImportData" ||
             type == "Thread") {
    file_specification(dictionary.getKey("/F"), holder, type);
  }
  // 12.6.4.14: one that plays a rendition may have a script, too.
  if (type == "JavaScript" || type == "Rendition") script(dictionary.getKey("/JS"));
}

// 12.6.4.6
void Teller::launch(QPDFObjectHandle dictionary, const Holder& holder) {
  file_specification(dictionary.getKey("/F"), holder, "Launch");
  for (const char* system : {"/Win", "/Mac", "/Unix"}) {
    QPDFObjectHandle how = dictionary.getKey(system);
    if (how.isString()) reference(text_of(how), holder, "Launch", false, true);
    if (!how.isDictionary()) continue;
    reference(text_of(how.getKey("/F")), holder, "Launch Win F", false);
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
  if (object.isStream() && is_first(object)) out += text_of(decoded(session_, object).bytes);
}

void Teller::script(QPDFObjectHandle script) {
  std::string text;
  text_of_stream_or_string(script, text);
  if (text.empty() || !session_.may_tell_member()) return;
  session_.sink.text({"text/javascript", text, "javascript"});
}

// Where a form is sent (XFA 3.3, `submit`), which no vocabulary of the web has.
void Teller::submit_targets(std::string_view xml) {
  constexpr std::string_view kTarget = "target=";
  constexpr std::size_t kMostTarget = std::size_t{16} << 10;
  for (std::size_t at = 0; (at = xml.find(kTarget, at)) != xml.npos;) {
    const bool begins = at > 0 && ascii::is_space(xml[at - 1]);
    at += kTarget.size();
    if (!begins || at >= xml.size() || (xml[at] != '"' && xml[at] != '\'')) continue;
    const std::size_t end = xml.find(xml[at], at + 1);
    if (end == xml.npos) return;
    if (end - at > kMostTarget) {
      at = end;
      continue;
    }
    std::string url(xml.substr(at + 1, end - at - 1));
    for (std::size_t amp = 0; (amp = url.find("&amp;", amp)) != url.npos; ++amp)
      url.erase(amp + 1, 4);
    if (url.find("://") != url.npos) reference(url, {"XFA", {}}, "target", false);
    at = end;
  }
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
  submit_targets(text);
  session_.sink.text({"application/xml", text, "XFA"});
}

void Teller::metadata(QPDFObjectHandle stream) {
  std::string text;
  text_of_stream_or_string(stream, text);
  if (text.empty() || !session_.may_tell_member()) return;
  session_.sink.text({"application/xml", text, "metadata"});
}

}  // namespace basewalk::worker::pdf
