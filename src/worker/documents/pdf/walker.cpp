// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/walker.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/utf8.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/pdf/picture.h"
#include "worker/documents/pdf/repair.h"
#include "worker/documents/pdf/stream.h"

namespace basewalk::worker::pdf {
namespace {

// 7.7.3.2: viewers take what ends the tree of pages for one, whatever it calls itself.
bool ends_page_tree(QPDFObjectHandle dictionary, std::string_view key) {
  QPDFObjectHandle contents = dictionary.getKey("/Contents");
  return key == "/Kids" && !dictionary.hasKey("/Kids") &&
         (contents.isStream() || contents.isArray());
}

// What a dictionary is by itself, as far as it holds actions; `holder` of what leads to it, by
// `key`.
std::string_view role_of(QPDFObjectHandle dictionary, std::string_view holder,
                         std::string_view key) {
  const std::string type = name_in(dictionary.getKey("/Type"));
  if (type == "Page" || ends_page_tree(dictionary, key)) return "page";
  if (type == "Catalog") return "catalog";
  if (type == "Annot" || (dictionary.hasKey("/Rect") && dictionary.hasKey("/Subtype")))
    return "annotation";
  if (dictionary.hasKey("/FT")) return "field";
  if (type == "Outlines" || (holder == "catalog" && dictionary.hasKey("/Title"))) return "outline";
  return {};
}

// A string may be an object of its own.
bool is_scalar(const QPDFObjectHandle& object) {
  QPDFObjectHandle copy(object);
  return copy.isString() || (!copy.isIndirect() && !copy.isArray() && !copy.isDictionary());
}

// A table of colours is none of texts, and neither is the mark of the file.
bool has_no_texts(QPDFObjectHandle array, std::string_view holder, std::string_view key) {
  if ((holder == "document" && key == "/ID") || array.getArrayNItems() == 0) return true;
  const std::string kind = name_in(array.getArrayItem(0));
  return kind == "Indexed" || kind == "I";
}

// What is a picture, a font, a profile of colours or a function holds no text; pages have been
// read, but for what calls itself none and what nothing leads to.
bool is_read_elsewhere(QPDFObjectHandle dictionary, std::string_view key, bool is_orphan,
                       std::string_view holder) {
  constexpr std::string_view kKeys[] = {"/FontFile",  "/FontFile2",   "/FontFile3",
                                        "/ToUnicode", "/CIDToGIDMap", "/CIDSet",
                                        "/Encoding",  "/JBIG2Globals"};
  constexpr std::string_view kTypes[] = {"ObjStm", "XRef", "CMap", "EmbeddedFile"};
  constexpr std::string_view kSubtypes[] = {"Image", "Form"};
  if (key == "/Contents") return !is_orphan || holder == "page";
  if (ascii::is_one_of(kKeys, key) ||
      ascii::is_one_of(kTypes, name_in(dictionary.getKey("/Type"))) ||
      ascii::is_one_of(kSubtypes, name_in(dictionary.getKey("/Subtype"))))
    return true;
  for (const char* of_drawing :
       {"/FunctionType", "/PatternType", "/ShadingType", "/HalftoneType", "/BitsPerComponent"})
    if (dictionary.getKey(of_drawing).isInteger()) return true;
  // 8.6.5.5
  return dictionary.getKey("/N").isInteger() && !dictionary.hasKey("/Type");
}

// 8.7.3, 8.10: of operators, as a page is.
bool is_form(QPDFObjectHandle dictionary) {
  QPDFObjectHandle pattern = dictionary.getKey("/PatternType");
  return name_in(dictionary.getKey("/Subtype")) == "Form" ||
         (pattern.isInteger() && pattern.getIntValue() == 1);
}

bool is_file_specification(QPDFObjectHandle dictionary) {
  const std::string type = name_in(dictionary.getKey("/Type"));
  return type == "Filespec" || type == "F" || dictionary.hasKey("/EF") ||
         name_in(dictionary.getKey("/FS")) == "URL";
}

}  // namespace

void Walker::walk() {
  tell_base();
  QPDFObjectHandle trailer = pdf_.getTrailer();
  const bool has_root = trailer.getKey("/Root").isDictionary();
  walk_from(trailer, "document");
  tell_forms();
  session_.is_orphan = has_root;
  for (const auto& [id, entry] : pdf_.getXRefTable()) {
    QPDFObjectHandle object = pdf_.getObject(id);
    if (visited_.find(number_of(object)) == visited_.end()) walk_from(object, "action");
  }
  session_.is_unnamed = true;
  const std::vector<Unnamed> unnamed = unnamed_objects(pdf_, file_, session_);
  for (const Unnamed& each : unnamed) walk_from(each.object, "action");
  tell_forms();
  read_pages_again(unnamed);
  session_.is_orphan = session_.is_unnamed = false;
}

void Walker::tell_loose_strings() {
  session_.is_orphan = session_.is_unnamed = true;
  const OnString tell = [&](std::string_view key, const std::string& bytes) {
    const std::string text = text_of(bytes);
    if (key == "URI")
      teller_.reference(text, {"action", {}}, "URI");
    else
      string(std::string("/").append(key), text, "object");
  };
  // In one that is encrypted: what stands there in clear, as which MuPDF shows what cannot be
  // decrypted.
  const OnString tell_clear = [&](std::string_view key, const std::string& bytes) {
    if (utf8::is_ascii(bytes)) string(std::string("/").append(key), bytes, "object");
  };
  loose_strings_of_file(file_, pdf_.isEncrypted() ? tell_clear : tell);
  for (const QPDFObjectHandle& each : object_streams_)
    loose_strings(bytes_of(session_, each), tell);
  session_.is_orphan = session_.is_unnamed = false;
}

// A program that looks for objects itself may have other fonts, and other streams, for a page.
void Walker::read_pages_again(const std::vector<Unnamed>& unnamed) {
  if (!put_in_place(pdf_, unnamed)) return;
  pages_.begin_again();
  for (const QPDFObjectHandle& page : std::exchange(drawn_.pages, {})) pages_.read_orphan(page);
  forms_ = std::exchange(drawn_.forms, {});
  tell_forms();
}

// Which of them the pages draw is known behind all of these.
void Walker::tell_forms() {
  std::string all;
  for (const QPDFObjectHandle& form : forms_) {
    const std::string text = pages_.text_of_form(form);
    if (is_worth_searching(text) && pages_.is_new(text)) all.append(text).append("\n");
  }
  drawn_.forms.insert(drawn_.forms.end(), forms_.begin(), forms_.end());
  forms_.clear();
  if (!all.empty()) session_.sink.text({"text/plain", all, "appearance"});
}

// 12.6.4.8 and Table 29: what relative URIs are relative to.
void Walker::tell_base() {
  QPDFObjectHandle root = pdf_.getTrailer().getKey("/Root");
  if (!root.isDictionary()) return;
  QPDFObjectHandle uri = root.getKey("/URI");
  if (!uri.isDictionary()) return;
  session_.base = text_of(uri.getKey("/Base"));
  if (!session_.base.empty()) session_.sink.base(session_.base, "catalog");
}

void Walker::walk_from(const QPDFObjectHandle& object, std::string_view holder) {
  stack_.push_back({object, holder, {}});
  while (!stack_.empty()) {
    const Edge edge = std::move(stack_.back());
    stack_.pop_back();
    visit(edge);
  }
}

void Walker::visit(const Edge& edge) {
  QPDFObjectHandle object = edge.object;
  const std::uint64_t number = number_of(object);
  if (number != 0 && !visited_.insert(number).second) return;
  if (object.isStream())
    stream(object, edge);
  else if (object.isDictionary())
    dictionary(object, edge);
  else if (object.isArray())
    array(edge);
  else if (object.isString())
    string(edge.key, text_of(object), edge.holder);
}

void Walker::array(const Edge& edge) {
  QPDFObjectHandle array = edge.object;
  const std::size_t before = stack_.size();
  // 14.10.4: names that are URLs are told as such.
  const bool is_told =
      has_no_texts(array, edge.holder, edge.key) || (edge.holder == "URLS" && edge.key == "/Names");
  for (const QPDFObjectHandle& item : array.getArrayAsVector()) {
    if (!is_scalar(item))
      stack_.push_back({item, edge.holder, edge.key});
    else if (visited_.insert(number_of(item)); !is_told && QPDFObjectHandle(item).isString())
      string(edge.key, text_of(item), edge.holder);
  }
  std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(before), stack_.end());
}

void Walker::dictionary(QPDFObjectHandle dictionary, const Edge& edge) {
  const std::string_view role = role_of(dictionary, edge.holder, edge.key);
  const std::string_view holder = edge.key == "/Info" ? "info" : role.empty() ? edge.holder : role;
  // Before its annotations, which are told with what is written there.
  if (role == "page") drawn_.pages.push_back(dictionary);
  if (role == "page" && session_.is_orphan)
    pages_.read_orphan(dictionary);
  else if (role == "page")
    pages_.read(dictionary);
  bool files_told = edge.key == "/Movie";
  bool action_told = false;
  if (Teller::is_action(dictionary)) {
    if (!edge.is_told && teller_.is_first(dictionary)) teller_.action(dictionary, {holder, {}});
    files_told = Teller::leads_to_file(dictionary);
  } else if (role == "annotation") {
    annotation(dictionary);
    action_told = true;
  }
  special_keys(dictionary, edge, holder);
  // 13.2.4.2: media clip data.
  files_told = files_told || name_in(dictionary.getKey("/S")) == "MCD";
  push_children(dictionary, {edge.object, holder, edge.key, edge.is_told}, files_told, action_told);
}

// Each annotation is a link of its own, if they share an action.
void Walker::annotation(QPDFObjectHandle annotation) {
  QPDFObjectHandle action = annotation.getKey("/A");
  if (!action.isDictionary() || !Teller::is_action(action)) return;
  Holder holder{"annotation", {}};
  std::string text = pages_.text_of_annotation(annotation);
  if (text.empty()) text = text_of(annotation.getKey("/Contents"));
  if (!text.empty()) holder.text = std::move(text);
  teller_.action(action, holder);
  teller_.is_first(action);
}

void Walker::special_keys(QPDFObjectHandle dictionary, const Edge& edge, std::string_view holder) {
  if (edge.key == "/Movie")
    teller_.file_specification(dictionary.getKey("/F"), {"movie", {}}, "Movie");
  if (name_in(dictionary.getKey("/S")) == "MCD")
    teller_.file_specification(dictionary.getKey("/D"), {"media clip", {}}, "Rendition");
  if (is_file_specification(dictionary)) {
    teller_.embedded_files(dictionary);
    if (!edge.is_told && teller_.is_first(dictionary))
      teller_.file_specification(dictionary, {"file specification", {}}, "F");
  }
  if (dictionary.hasKey("/XFA")) teller_.xfa(dictionary.getKey("/XFA"));
  // 12.6.4.17, and of whatever else has one.
  if (dictionary.hasKey("/JS")) teller_.script(dictionary.getKey("/JS"));
  // 12.7.4.4: rich text.
  for (const char* key : {"/RC", "/RV"})
    if (dictionary.hasKey(key)) teller_.rich_text(dictionary.getKey(key), holder);
  if (holder == "URLS") names_of_urls(dictionary);
  // 14.10.5.3: where something was captured from.
  QPDFObjectHandle source = dictionary.getKey("/AU");
  if (source.isString())
    teller_.reference(text_of(source), {"source information", {}}, "AU", false);
}

// 14.10.4: the names are URLs.
void Walker::names_of_urls(QPDFObjectHandle dictionary) {
  QPDFObjectHandle names = dictionary.getKey("/Names");
  if (!names.isArray()) return;
  const int count = names.getArrayNItems();
  for (int i = 0; i < count; i += 2)
    teller_.reference(text_of(names.getArrayItem(i)), {"names", {}}, "URLS", false);
}

// Is it told as what it is: a URI, a script, the name of a file?
bool Walker::is_reference(QPDFObjectHandle dictionary, const std::string& key, const Edge& edge,
                          bool files_told) const {
  constexpr std::string_view kAlways[] = {"/URI", "/AU", "/JS"};
  constexpr std::string_view kNames[] = {"/F", "/UF", "/Unix", "/DOS", "/Mac"};
  constexpr std::string_view kLaunched[] = {"/Win", "/Mac", "/Unix"};
  constexpr std::string_view kOfLaunched[] = {"/F", "/P", "/D", "/O"};
  if (ascii::is_one_of(kAlways, key)) return true;
  // That of another catalog, which another reader may take, is a text.
  if (key == "/Base") return edge.key == "/URI" && text_of(dictionary.getKey(key)) == session_.base;
  if (ascii::is_one_of(kLaunched, edge.key) && ascii::is_one_of(kOfLaunched, key)) return true;
  if (key == "/D") return name_in(dictionary.getKey("/S")) == "MCD";
  if (!ascii::is_one_of(kNames, key)) return false;
  return edge.is_told || (files_told && key != "/UF" && key != "/DOS") ||
         is_file_specification(dictionary);
}

// Titles, values of fields, alternate texts, notes: what a reader may be told to go to.
void Walker::string(const std::string& key, const std::string& text, std::string_view holder) {
  if (!is_worth_searching(text)) return;
  std::string attribute;
  for (const char c : std::string_view(key).substr(std::min<std::size_t>(key.size(), 1), 60))
    if (ascii::is_alnum(c)) attribute += c;
  teller_.reference(text, {holder, {}}, attribute, false, true);
}

void Walker::stream(QPDFObjectHandle stream, const Edge& edge) {
  QPDFObjectHandle dictionary = stream.getDict();
  const std::string type = name_in(dictionary.getKey("/Type"));
  // Table 5: its bytes are somewhere else.
  teller_.file_specification(dictionary.getKey("/F"), {"stream", {}}, "F");
  // 13.6.3.3
  if (dictionary.hasKey("/OnInstantiate")) teller_.script(dictionary.getKey("/OnInstantiate"));
  if (is_stream_of_objects(stream)) object_streams_.push_back(stream);
  if (type == "Metadata" || edge.key == "/Metadata") teller_.metadata(stream);
  if (type == "EmbeddedFile") teller_.embedded_file(stream, {});
  if (name_in(dictionary.getKey("/Subtype")) == "Image") tell_picture(stream, session_);
  if (is_form(dictionary))
    forms_.push_back(stream);
  else if (!is_read_elsewhere(dictionary, edge.key, session_.is_orphan, edge.holder) &&
           !(session_.is_orphan && type.empty() && pages_.tell_orphan_stream(stream)))
    teller_.unknown_stream(stream);
  push_children(dictionary, edge, true, false);
}

void Walker::push_children(QPDFObjectHandle dictionary, const Edge& edge, bool files_told,
                           bool action_told) {
  const std::size_t before = stack_.size();
  for (auto& [key, value] : dictionary.getDictAsMap()) {
    if (is_scalar(value)) {
      visited_.insert(number_of(value));
      // Those of what encrypts are keys.
      if (value.isString() && edge.key != "/Encrypt" &&
          !is_reference(dictionary, key, edge, files_told))
        string(key, text_of(value), edge.holder);
      continue;
    }
    const bool is_file = key == "/F" || key == "/D" || key == "/FS";
    const bool is_told = (files_told && is_file) || (action_told && key == "/A");
    // A direct one has no number by which it could be known.
    stack_.push_back({value, key == "/URLS" ? "URLS" : edge.holder, key, is_told});
  }
  std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(before), stack_.end());
}

}  // namespace basewalk::worker::pdf
