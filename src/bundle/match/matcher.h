// SPDX-License-Identifier: MIT
//
// The labels of a message in a table, and references looked up in it.
#ifndef BASEWALK_BUNDLE_MATCH_MATCHER_H_
#define BASEWALK_BUNDLE_MATCH_MATCHER_H_

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "basewalk/bundle/bundle.h"
#include "bundle/match/label_table.h"
#include "bundle/match/structure.h"

namespace basewalk::bundle {

class Matcher {
 public:
  Matcher(const Message& message, const WalkOptions& options, Profile profile);

  const Structure& structure() const { return structure_; }
  const Notes& notes() const { return notes_; }
  /// The base of a part by headers alone.
  base::Scope scope(std::uint32_t part) const;
  /// What a Content-Location in the header of that part is resolved to, under the rules of the
  /// walk, of at most some length; empty where there is no answer.
  std::string resolved(std::uint32_t part, std::string_view location, std::size_t most) const;

  std::optional<Match> match(const Reference& reference);

 private:
  using Found = std::optional<Match>;

  // Reading labels.
  void read_labels();
  void read_part(std::uint32_t part);
  void add_content_id(std::uint32_t part, const mime::HeaderField& field);
  void add_location(std::uint32_t part, const mime::HeaderField& field);
  void add_resolved(std::uint32_t part, std::size_t offset, std::string_view location);
  void add_microsoft(std::uint32_t part, std::size_t offset, std::string_view location);
  bool add(std::uint32_t part, std::uint32_t scope, LabelKind kind, std::string_view text);
  void note_duplicate(std::uint32_t part, std::size_t offset, std::string_view text);
  std::uint32_t start_of(std::uint32_t related);
  void read_messages();
  void flatten();

  // Looking up.
  // All but mid: look in a scope and the ones around it.
  Found match_from(const Reference& reference, std::uint32_t scope);
  bool sees_all_labels(std::uint32_t from) const;
  Found find(LabelKind kind, std::string_view text, std::uint32_t scope, MatchedBy by) const;
  Found find_url(std::string_view url, std::uint32_t scope) const;
  Found find_id(std::string_view id, std::uint32_t scope) const;
  Found find_cid(std::string_view id, std::uint32_t scope) const;
  Found find_cid_loosely(std::string_view id, std::uint32_t scope) const;
  Found find_mid(std::string_view ids);
  Found find_location(const Reference& reference, std::uint32_t scope);
  Found find_text(std::string_view raw, std::uint32_t scope) const;
  Found find_by_referrer(const Reference& reference, std::uint32_t scope);
  Found find_microsoft(const Reference& reference, std::uint32_t scope);
  Found find_read(std::string_view text, std::uint32_t scope) const;
  const base::Scope& last_scope(std::uint32_t part);
  const url::Base* header_base(std::uint32_t part);
  Match matched(std::uint32_t label, MatchedBy by) const;

  const Message& message_;
  const WalkOptions options_;
  const Profile profile_;
  Structure structure_;
  // A label of a kind that its part has already.
  struct Repeated {
    std::uint32_t part = 0, field = 0;
    bool is_id = false;
  };
  std::vector<Repeated> repeated_;
  // Labels with a scheme that have a base, as they are without it.
  std::vector<std::pair<std::uint32_t, std::string>> alone_;
  LabelTable table_;
  Notes notes_;
  // Of the parts that hold others; a leaf's is made when it is asked for.
  std::vector<std::pair<std::uint32_t, base::Scope>> scopes_;
  bool has_ids_ = false, has_locations_ = false, has_cid_locations_ = false, has_texts_ = false;
  bool has_microsoft_ = false;
  bool messages_read_ = false, flat_ = false;
  // Of the labels: the scope of the first, and whether there is one in another.
  std::uint32_t label_scope_ = kNoScope;
  bool has_label_scopes_ = false;
  // Bases that only old programs of Microsoft understand; by part an index, or kNone, or nothing at
  // all where there are none.
  std::deque<std::string> microsoft_bases_;
  std::vector<std::uint32_t> microsoft_base_of_;
  // The part asked for last: labels and references come part by part, and a part may have as many
  // labels as its header has lines.
  std::pair<std::uint32_t, base::Scope> last_scope_{mime::kNone, {}};
  // What is left, in bytes, for labels and references that are resolved here.
  std::size_t budget_ = 0;
  std::string text_;
};

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_MATCH_MATCHER_H_
