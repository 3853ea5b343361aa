// SPDX-License-Identifier: MIT
//
// The edits of one text: collected while its links are told, made when all were.
#ifndef BASEWALK_REWRITE_SPLICE_TEXT_EDITS_H_
#define BASEWALK_REWRITE_SPLICE_TEXT_EDITS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"
#include "basewalk/walk/walk.h"
#include "rewrite/plan/ledger.h"
#include "rewrite/splice/part_edit.h"
#include "rewrite/splice/replacement.h"
#include "rewrite/splice/srcdoc.h"
#include "rewrite/splice/written_in.h"

namespace basewalk::rewrite {

class TextEdits {
 public:
  /// `linkified`: programs will look for links in what comes out, so that one in running text
  /// begins where they see it begin.
  TextEdits(Ledger& ledger, bool linkified) : ledger_(ledger), linkified_(linkified) {}

  /// Begins a text, which stands in (or was decoded out of) `part` of the message; `why` is set
  /// where nothing of it can be edited.
  void begin(const TextReport& report, std::uint32_t part, std::optional<Kept::Why> why);
  bool can_be_edited() const { return !why_; }

  /// A link of the text, and what should stand in its place.
  void edit(const Link& link, Edit::Kind kind, const std::string& to);
  /// Something that is asked for is not done to a link that is edited otherwise.
  void say_kept(const Link& link, Kept::Why why);
  /// A link of the text that stays, for a reason if one is given.
  void keep(const Link& link, std::optional<Kept::Why> why);
  /// All links were told.  Drops the `<base>` elements, too, if that is asked for and no link needs
  /// them; adds what it did to the ledger.
  void end(bool drop_base);

 private:
  // A change of a text that is asked for.
  struct Wanted {
    Replacement in_text;
    Edit edit;
  };

  // The same within a srcdoc.
  struct WantedInside {
    InnerWish wish;
    Edit edit;
    bool needs_base = false;  // where it cannot be met
  };

  std::optional<Kept::Why> write(std::string_view to, const extract::Find& find, Replacement& made);
  void separate(const extract::Find& find, Replacement& made) const;
  bool is_before_join(const extract::Find& find);
  bool edit_inside(const Link& link, Edit::Kind kind, const std::string& to);
  void edit_srcdocs();
  static void keep_apart(std::string_view text, std::vector<Wanted>& dropped);
  void drop_bases();
  void make();
  Edit edit_of(const Link& link, Edit::Kind kind, std::string_view to) const;
  std::size_t offset_of(const extract::Find& find) const;

  Ledger& ledger_;
  const bool linkified_;
  PartEditor editor_;
  const TextReport* text_ = nullptr;
  std::uint32_t part_ = 0;
  std::optional<Kept::Why> why_;
  bool needs_base_ = false;     // a link that stays needs a base of the text
  std::size_t references_ = 0;  // links that were told
  std::vector<Wanted> wanted_;
  struct {
    std::size_t begin = 0, end = 0;
  } edited_;  // the last one in running text
  std::vector<WantedInside> inside_;
  std::vector<std::uint32_t> srcdocs_;
  std::optional<TextForm> form_;
  std::optional<bool> joins_lines_;  // it is flowed, with DelSp (RFC 3676 4.2)
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SPLICE_TEXT_EDITS_H_
