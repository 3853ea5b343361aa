// SPDX-License-Identifier: MIT
//
// One office document while it is read: where things are told, and what was spent on it.
//
// Before this: open_zip_document.cpp makes one.  After it: all files of this folder tell through
// it.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_SESSION_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_SESSION_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "text/ascii.h"
#include "worker/document.h"
#include "worker/documents/field_code.h"
#include "worker/documents/may_have_url.h"

namespace basewalk::worker::office {

class Session {
 public:
  /// Of may_tell_page().
  static constexpr int kMostPages = 32;

  Session(const Document& what, DocumentSink& to)
      : document(what), sink(to), bytes_left_(what.bounds.bytes) {}

  void lack_once(Lack why, std::string_view what, std::string_view sentence) {
    if (lacks_.size() < kMostLacks &&
        lacks_.emplace(std::string(what).append(" ").append(sentence)).second)
      sink.lack(why, what, sentence);
  }
  /// False behind the bound, which is told then.
  bool spend(std::uint64_t bytes) {
    if (bytes <= bytes_left_) {
      bytes_left_ -= bytes;
      return true;
    }
    bytes_left_ = 0;
    lack_once(Lack::limit, "", "has members behind the limit of bytes");
    return false;
  }
  /// May one more part be told that is no member by itself: a page within one?  Where not, that is
  /// told.
  bool may_tell_page(std::string_view name) {
    if (pages_left_ > 0) {
      --pages_left_;
      return true;
    }
    lack_once(Lack::limit, name, "has more pages in it than are read");
    return false;
  }
  std::uint64_t bytes_left() const { return bytes_left_; }
  bool is_spent() const { return bytes_left_ == 0; }

  const Document& document;
  DocumentSink& sink;
  FieldLacks told_of_fields;

 private:
  static constexpr std::size_t kMostLacks = 100;

  int pages_left_ = kMostPages;
  std::uint64_t bytes_left_;
  std::set<std::string> lacks_;
};

/// What a document calls something, as it may be told: other characters are left out.
inline std::string name_of(std::string_view text) {
  std::string name;
  for (const char c : text) {
    if (name.size() == 60) break;
    if (ascii::is_alnum(c) || std::string_view(" :.-_/").find(c) != std::string_view::npos)
      name += c;
  }
  return name;
}

/// Tells a part whose bytes stand in base64; none of no bytes.
void tell_base64(std::string_view base64, const DocumentPart& part, Session& session);

/// The media type by the ending of a name; empty where it is none of those that are opened.
std::string_view type_by_name(std::string_view name);
inline bool is_picture(std::string_view type) { return type.starts_with("image/"); }

/// What is left of a path in a package when a reference is resolved against the folder of `from`:
/// "word/document.xml" and "../media/x.png" make "media/x.png".
std::string path_in_package(std::string_view from, std::string_view target);

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_SESSION_H_
