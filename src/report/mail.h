// SPDX-License-Identifier: MIT
//
// One message as a report knows it: what the records say, and, where its bytes are at hand, what
// else there is to show.
// What comes before: row.h.  What comes after: message_page.h shows it, overview.h counts it.
#ifndef BASEWALK_REPORT_MAIL_H_
#define BASEWALK_REPORT_MAIL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basewalk/flags.h"
#include "basewalk/walk/walk.h"
#include "output/facts/digests.h"
#include "output/facts/hosts.h"
#include "report/row.h"

namespace basewalk::report {

/// A text of the mail, cut where it is very long.
struct Excerpt {
  /// The longest that a page shows of one value, in bytes.
  static constexpr std::size_t kLongest = 4000;

  std::string text;      ///< UTF-8, as it was
  std::size_t size = 0;  ///< of the whole
  std::string sha256;    ///< of the whole, where it was cut

  bool is_cut() const { return size > text.size(); }
};

struct MailLink {
  std::string part, type, where;
  Excerpt raw, base, url, clicked, text;
  bool has_base = false, has_url = false, has_clicked = false, has_text = false;
  BaseFrom base_from = BaseFrom::none;
  std::string base_part;
  Status status = Status::unresolved;
  std::string target;  ///< section of the part of the bundle that it names; may be empty
  Flags flags;
  std::optional<Doubt> reading;
  std::string host, domain;
  std::string clicked_host;  ///< that a browser goes to, where it is another one
  std::optional<std::uint64_t> byte_offset, line;
  /// Where it leads comes from a base that the mail names: its own words have no host.
  bool through_base = false;

  /// Is it worth a look before others: a flag, or such a base?  The address that a saved page has
  /// of itself is none.
  bool is_flagged() const {
    return !flags.empty() ||
           (through_base && !(base_from == BaseFrom::content_location && base_part == part));
  }
};

struct MailPart {
  /// A base as it stands in the part: `Base:`, <base href> ...
  struct Declaration {
    BaseFrom from = BaseFrom::none;
    std::string name;  ///< "Content-Base", "<base href>"
    Excerpt value;
  };
  std::string section, type, file_name, disposition, sha256;
  std::size_t depth = 0;
  std::uint64_t size = 0;
  Excerpt base;
  bool has_base = false;
  BaseFrom base_from = BaseFrom::none;
  std::string base_part;
  std::vector<Declaration> declarations;  ///< where the bytes are at hand; the first ones
  std::size_t declarations_beyond = 0;
};

struct MailNote {
  std::string part, code, level;
  Excerpt text;
};
struct MailUnread {
  std::string part, type, file_name, why;
  Excerpt text;
  std::uint64_t size = 0;
};
struct MailDocument {
  std::string part, format, file_name, opened_with;
  Excerpt base;
  std::uint64_t size = 0, references = 0, parts = 0;
};

/// One body of it, as a reader sees it.
struct MailView {
  std::string section, type;
  std::string html;          ///< for a frame that can do nothing
  std::string why_not;       ///< instead; may be empty
  std::size_t left_out = 0;  ///< would have been loaded from elsewhere
  std::size_t removed = 0;   ///< could have done something
  std::size_t losses = 0;    ///< of the bundle, and not there
};

struct Mail {
  std::string source;
  std::optional<std::uint64_t> number;
  std::uint64_t offset = 0, size = 0;
  std::optional<std::string> message_id;
  std::string date, received, from, from_domain, subject, list_id, sha256;
  std::uint64_t to_count = 0;
  std::string to_domains;
  Verdict verdict = Verdict::clear;
  std::uint64_t other_links = 0, unread_count = 0, note_count = 0;

  /// So many of each are kept, the first ones; the counts are of all.
  static constexpr std::size_t kMostKept = 20'000;
  std::vector<MailPart> parts;
  std::vector<MailLink> links;
  std::vector<MailNote> notes;
  std::vector<MailUnread> unread;
  std::vector<MailDocument> documents;
  std::uint64_t part_count = 0, link_count = 0, through_base = 0;
  Flags flags;                    ///< of all links
  bool has_flagged_link = false;  ///< MailLink::is_flagged()

  // Where the bytes are at hand:
  bool has_bytes = false;
  std::vector<std::pair<std::string, Excerpt>> header;  ///< names and values, unfolded, decoded
  std::size_t fields_beyond = 0;                        ///< that are not in it
  bool has_views = false;  ///< its bodies were looked for; there may be none
  std::vector<MailView> views;

  /// Is it worth a look before others: a link that is, or no clear verdict?
  bool is_flagged() const { return verdict != Verdict::clear || has_flagged_link; }
};

/// What could not be read, or was passed over.
struct Problem {
  std::string source, code, text;
  std::optional<std::uint64_t> number;
  std::uint64_t offset = 0;
  bool is_skip = false;
};

/// Makes messages of rows, one after the other.
class MailBuilder {
 public:
  /// Of each kind of row so many are kept, at the most Mail::kMostKept.
  explicit MailBuilder(std::size_t kept = Mail::kMostKept) : kept_(kept) {}

  /// What the row completes.
  enum class Whole : std::uint8_t { nothing, mail, problem };
  Whole add(const Row& row);
  /// The message that is being built; taken once it is whole.
  Mail& mail() { return mail_; }
  Mail take() { return std::exchange(mail_, {}); }
  const Problem& problem() const { return problem_; }

  /// Of a row of links.
  MailLink link_of(const Row& row);
  /// Cut where it is too long.
  Excerpt excerpt(std::string_view text);

 private:
  void add_part(const Row& row);
  void end_message(const Row& row);

  const std::size_t kept_;
  Mail mail_;
  Problem problem_;
  output::Sha256 sha256_;
  output::Hosts hosts_;
};

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_MAIL_H_
