// SPDX-License-Identifier: MIT
//
// The text of a part with the references in it, each with what it means and which part it names.
#ifndef BASEWALK_BUNDLE_PAGE_PAGE_TEXT_H_
#define BASEWALK_BUNDLE_PAGE_PAGE_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/base/scope.h"
#include "basewalk/bundle/bundle.h"
#include "basewalk/extract/extract.h"
#include "basewalk/mime/decode.h"
#include "bundle/page/kind.h"

namespace basewalk::bundle {

/// Bounds the work on one bundle: what bases and references are long, and how often parts are read.
class Budget {
 public:
  explicit Budget(std::size_t bytes) : left_(bytes) {}
  bool take(std::size_t bytes) {
    if (bytes > left_) {
      spent_ = true;
      return false;
    }
    left_ -= bytes;
    return true;
  }
  /// Something was refused.
  bool is_spent() const { return spent_; }
  /// The part that was read when that happened first; told by whoever asked.
  std::optional<std::uint32_t> spent_in() const { return spent_in_; }
  bool take_for(std::uint32_t part, std::size_t bytes) {
    if (take(bytes)) return true;
    refuse(part);
    return false;
  }
  /// Something of a part was too much by another measure.
  void refuse(std::uint32_t part) {
    spent_ = true;
    if (!spent_in_) spent_in_ = part;
  }

 private:
  std::size_t left_;
  bool spent_ = false;
  std::optional<std::uint32_t> spent_in_;
};

class PageText {
 public:
  PageText(const Bundle& bundle, Budget& budget, Notes& notes)
      : bundle_(bundle), budget_(budget), notes_(notes) {}

  /// Reads a part.  `referrer` is the scope of the page that uses it, for parts without a base.
  void read(std::uint32_t part, const PartKind& kind, const base::Scope& referrer);
  /// Reads a text that stands in another: a srcdoc.
  void read_inner(std::string text, TextForm form, const PageText& outer, base::Scope scope);
  /// One in a data: URL, which came from nowhere (RFC 2397).
  void read_data(std::string text, TextForm form, const PageText& outer);

  std::string_view text() const { return text_; }
  TextForm form() const { return form_; }
  std::uint32_t part() const { return part_; }
  /// How many texts this one stands in.
  std::size_t depth() const { return depth_; }
  /// Is it, or one that it stands in, that of a data: URL?
  bool is_from_data() const { return from_data_; }
  /// In the order of the text.
  const std::vector<extract::Find>& finds() const { return found_.finds; }
  /// Behind this place references were not looked for (a limit).
  std::size_t searched() const { return searched_; }
  /// Does a list of references (srcset, ping) begin in this stretch whose end was not looked at?
  bool has_cut_list(std::size_t begin, std::size_t end) const;
  /// All references were looked for.
  bool is_whole() const { return searched_ == text_.size() && cut_lists_.empty(); }

  const base::Scope& scope() const { return scopes_.front(); }
  const base::Scope& scope_of(const extract::Find& find) const { return scopes_[find.scope]; }

  /// What a reference means.
  struct Meaning {
    std::string clicked;  ///< as a browser resolves it; empty where that has no answer
    std::optional<std::uint32_t> part;
  };
  Meaning meaning_of(const extract::Find& find) const;

  const Bundle& bundle() const { return bundle_; }
  Budget& budget() const { return budget_; }
  Notes& notes() const { return notes_; }

 private:
  void search(base::Scope outer);

  const Bundle& bundle_;
  Budget& budget_;
  Notes& notes_;
  std::uint32_t part_ = 0;
  std::size_t depth_ = 0;
  bool from_data_ = false;
  TextForm form_ = TextForm::html;
  std::string bytes_;
  std::string plain_;
  mime::CharsetDecoder charsets_;
  std::string_view text_;
  extract::Finds found_;
  std::size_t searched_ = 0;
  std::vector<std::size_t> cut_lists_;  // where they begin
  std::vector<base::Scope> scopes_;
  base::Scope referrer_;
};

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_PAGE_PAGE_TEXT_H_
