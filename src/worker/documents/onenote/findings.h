// SPDX-License-Identifier: MIT
//
// What was found in a file of OneNote, each thing once, and what may be spent on it.
//
// Before this: store.cpp or package.cpp walks the file, property_set.cpp reads its objects.  After
// it: onenote.cpp has all of it told, and scan.cpp looks for what was missed.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_FINDINGS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_FINDINGS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "worker/document.h"

namespace basewalk::worker::onenote {

/// A GUID and a number behind it, as 20 bytes; empty where it is not known.
using ObjectId = std::string;

class Findings {
 public:
  explicit Findings(const Document& document) : document_(document) {}

  std::string_view file_bytes() const { return document_.bytes; }

  /// May so many bytes more be read?  If not, that is told at the end.
  bool spend(std::uint64_t bytes);

  /// RichEditTextUnicode, with the fields in it; `runs` are the places, in units, where its
  /// formatting changes.
  void rich_text(std::string_view utf16, const std::vector<std::uint32_t>& runs);
  void text(std::string text);
  void hyperlink(std::string raw, std::optional<std::string> text = std::nullopt);
  /// Words in which a URL stands; `attribute` is a literal.
  void words(std::string words, std::string_view attribute);

  /// A file is kept under an id, and its name somewhere else.
  void name(const ObjectId& id, std::string name);
  void file(ObjectId id, std::string extension, std::string_view bytes, bool is_cut = false);

  /// `what` is a literal; it is told once.
  void damaged(std::string_view what);
  void lack(Lack why, std::string_view what, std::string_view sentence);
  bool is_damaged() const { return !damages_.empty(); }
  /// Is there anything that the walk did not reach?
  bool is_unread() const { return is_damaged() || is_too_much_ || !lacks_.empty(); }
  /// Is there nothing to tell?
  bool is_empty() const {
    return !is_unread() && text_.empty() && hyperlinks_.empty() && words_.empty() && files_.empty();
  }
  /// An object was read.
  void count_object() { ++objects_; }
  std::size_t objects() const { return objects_; }

  /// Was a link, a word with "://" in it, found before?  From now on it was.
  bool is_known(std::string_view link) { return !links_.insert(std::string(link)).second; }
  /// The files that were found, as places in the file: begin and end, in order.
  std::vector<std::pair<std::size_t, std::size_t>> file_places() const;

  void tell(DocumentSink& sink);

 private:
  struct Hyperlink {
    std::string raw;
    std::optional<std::string> text;
  };
  struct Words {
    std::string words;
    std::string_view attribute;
  };
  struct File {
    ObjectId id;
    std::string extension;
    std::string_view bytes;
    bool is_cut;
  };
  struct Missing {
    Lack why;
    std::string what, sentence;
  };

  void know_links(std::string_view text);
  void tell_files(DocumentSink& sink);

  const Document& document_;
  std::uint64_t spent_ = 0;
  bool is_too_much_ = false;
  std::size_t objects_ = 0;
  std::string text_;
  std::vector<Hyperlink> hyperlinks_;
  std::vector<Words> words_;
  std::vector<File> files_;
  std::vector<Missing> lacks_;
  std::vector<std::string_view> damages_;
  std::map<ObjectId, std::string> names_;
  std::unordered_set<std::string> told_;   // texts, hyperlinks, words
  std::unordered_set<std::string> links_;  // words with "://"
  std::unordered_map<const char*, std::size_t> file_starts_;
};

/// The word around the "://" at `colon`, in text of ASCII or UTF-8: begin and end.
std::pair<std::size_t, std::size_t> link_around(std::string_view text, std::size_t colon);

}  // namespace basewalk::worker::onenote

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_FINDINGS_H_
