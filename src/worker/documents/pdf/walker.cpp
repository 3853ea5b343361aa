// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/walker.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/pdf/picture.h"

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

bool is_scalar(const QPDFObjectHandle& object) {
  QPDFObjectHandle copy(object);
  return !copy.isIndirect() && !copy.isArray() && !copy.isDictionary();
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
  session_.is_orphan = has_root;
  for (const auto& [id, entry] : pdf_.getXRefTable()) {
    QPDFObjectHandle object = pdf_.getObject(id);
    if (visited_.find(number_of(object)) == visited_.end()) walk_from(object, "action");
  }
  session_.is_orphan = false;
}

// 12.6.4.8 and Table 29: what relative URIs are relative to.
void Walker::tell_base() {
  QPDFObjectHandle root = pdf_.getTrailer().getKey("/Root");
  if (!root.isDictionary()) return;
  QPDFObjectHandle uri = root.getKey("/URI");
  if (!uri.isDictionary()) return;
  const std::string base = text_of(uri.getKey("/Base"));
  if (!base.empty()) session_.sink.base(base, "catalog");
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
}

void Walker::array(const Edge& edge) {
  QPDFObjectHandle array = edge.object;
  const std::size_t before = stack_.size();
  for (const QPDFObjectHandle& item : array.getArrayAsVector())
    if (!is_scalar(item)) stack_.push_back({item, edge.holder, edge.key});
  std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(before), stack_.end());
}

void Walker::dictionary(QPDFObjectHandle dictionary, const Edge& edge) {
  const std::string_view role = role_of(dictionary, edge.holder, edge.key);
  const std::string_view holder = edge.key == "/Info" ? "info" : role.empty() ? edge.holder : role;
  // Before its annotations, which are told with what is written there.
  if (role == "page" && !session_.is_orphan) pages_.read(dictionary);
  bool files_told = edge.key == "/Movie";
  bool action_told = false;
  if (Teller::is_action(dictionary)) {
    if (!edge.is_told && teller_.is_first(dictionary)) teller_.action(dictionary, {holder, {}});
    files_told = true;
  } else if (role == "annotation") {
    annotation(dictionary);
    action_told = true;
  }
  special_keys(dictionary, edge, holder);
  // 13.2.4.2: media clip data.
  files_told = files_told || name_in(dictionary.getKey("/S")) == "MCD";
  push_children(dictionary, holder, files_told, action_told);
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

// Titles, values of fields, alternate texts, notes: what a reader may be told to go to.
void Walker::string(const std::string& key, const QPDFObjectHandle& value,
                    std::string_view holder) {
  constexpr std::string_view kTold[] = {"/URI", "/Base", "/F", "/UF", "/Unix", "/DOS",
                                        "/Mac", "/JS",   "/P", "/D",  "/O",    "/AU"};
  if (ascii::is_one_of(kTold, key)) return;
  const std::string text = text_of(value);
  if (!is_worth_searching(text)) return;
  std::string attribute;
  for (const char c : std::string_view(key).substr(1, 60))
    if (ascii::is_alnum(c)) attribute += c;
  teller_.reference(text, {holder, {}}, attribute, false, true);
}

void Walker::stream(QPDFObjectHandle stream, const Edge& edge) {
  QPDFObjectHandle dictionary = stream.getDict();
  const std::string type = name_in(dictionary.getKey("/Type"));
  // Table 5: its bytes are somewhere else.
  teller_.file_specification(dictionary.getKey("/F"), {"stream", {}}, "F");
  if (type == "Metadata") teller_.metadata(stream);
  if (type == "EmbeddedFile") teller_.embedded_file(stream, {});
  if (name_in(dictionary.getKey("/Subtype")) == "Image" && !session_.is_orphan)
    tell_picture(stream, session_);
  push_children(dictionary, edge.holder, true, false);
}

void Walker::push_children(QPDFObjectHandle dictionary, std::string_view holder, bool files_told,
                           bool action_told) {
  const std::size_t before = stack_.size();
  for (auto& [key, value] : dictionary.getDictAsMap()) {
    if (is_scalar(value)) {
      if (value.isString()) string(key, value, holder);
      continue;
    }
    const bool is_file = key == "/F" || key == "/D" || key == "/FS";
    const bool is_told = (files_told && is_file) || (action_told && key == "/A");
    // A direct one has no number by which it could be known.
    stack_.push_back({value, key == "/URLS" ? "URLS" : holder, key, is_told});
  }
  std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(before), stack_.end());
}

}  // namespace basewalk::worker::pdf
