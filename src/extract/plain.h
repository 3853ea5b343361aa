// SPDX-License-Identifier: MIT
//
// References in text that has no markup.
#ifndef BASEWALK_EXTRACT_PLAIN_H_
#define BASEWALK_EXTRACT_PLAIN_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/find_visitor.h"
#include "extract/linkify/bare_host.h"
#include "text/offsets.h"

namespace basewalk::extract {

/// What stands before the scheme of a URL that nobody is to follow, where it has no usual form.
inline constexpr std::string_view kDefangedPrefix = "defanged-";

/// What has to stand behind a URL that is put in front of a place of a text, so that it ends there;
/// mostly nothing.
std::string_view separator_behind(std::string_view text, std::size_t pos);

/// Do slashes stand behind the scheme of a URL, or what browsers take for them: "https:\\h"?
bool has_slashes(std::string_view url);

/// Does a character that no bare URL holds begin there, and of how many bytes is that one?
bool ends_url(std::string_view text, std::size_t pos);
std::size_t separator_size(std::string_view text, std::size_t pos);

/// Does another URL begin behind signs that stand there, as the second in "http://h,http://i"?
bool is_before_url(std::string_view text, std::size_t pos);

/// Is it a control character, or a space that is not ASCII?
bool is_odd_space(std::string_view text, std::size_t at);

/// Does a host stand right behind the colon of "http", "https" or "ftp"?  A browser needs no slash
/// there.
bool begins_slashless(std::string_view scheme, std::string_view rest);

/// Searches a text for `<URL:...>`, `<...>` around something with a scheme, bare URLs and forms
/// without a scheme that people read as a link: "www.example.com", "\\server\share".
class PlainScanner {
 public:
  PlainScanner(const Options& options, FindVisitor& visitor)
      : options_(options), visitor_(visitor) {}

  /// Also what some programs alone make of a text: `<https://h .example/>`, `"ht tps://h"`, a
  /// quotation mark or a bracket in the name of a host, and what a form feed divides.
  void see_all() { sees_all_ = true; }

  /// False where the visitor wants no more.
  bool scan(std::string_view text);
  /// Up to where the last text was searched.
  std::size_t searched() const { return is_refanged_ ? offsets_.source(next_) : next_; }

 private:
  // How far behind a scheme or "www." a look decides whether there is a URL.
  static constexpr std::size_t kLookAhead = 320;

  // A reference that waits for those of the same text in another form.
  struct Held {
    std::string_view raw;
    std::uint8_t flags;
    std::size_t begin, end;
  };

  bool search_in(std::string_view text);
  bool search();
  static bool leads_alike(std::string_view joined, std::string_view apart);
  static bool is_rest_of_scheme(std::string_view joined, std::string_view apart);
  bool report_held(std::size_t joined);
  bool report(std::string_view raw, std::uint8_t flags, std::size_t begin, std::size_t end);
  // A reference with blanks in it, between angle brackets or quotation marks.
  struct Spaced {
    std::string joined;
    std::size_t begin = 0, end = 0;
    bool is_split = false;  // before its colon
  };
  Spaced spaced_at(std::size_t colon) const;
  bool spaced(std::size_t at);
  bool colon(std::size_t at);
  bool refanged_host(std::size_t dot);
  bool host_form(std::size_t at);
  bool network_share(std::size_t at);
  const BareHost* bare_host_around(std::size_t dot, std::size_t& go_on);
  bool bare_goes_first(std::size_t bare, std::size_t at);
  bool bare_host(std::size_t at, std::size_t& go_on);
  bool bracketed(std::size_t open, std::size_t begin, bool prefixed);
  bool bare(std::size_t begin, std::size_t from, std::uint8_t flags);
  bool seen_otherwise(std::size_t begin, std::size_t from, std::size_t end, std::uint8_t flags);
  bool longer(std::size_t begin, std::size_t from, std::size_t end, std::uint8_t flags);
  bool farther(std::size_t begin, std::size_t from, std::size_t end, std::uint8_t flags);
  bool enclosed(std::size_t begin, std::size_t from, std::size_t end, std::uint8_t flags);
  bool shorter(std::size_t begin, std::size_t from, std::size_t end, std::uint8_t flags);
  bool written_otherwise(std::size_t begin, std::size_t from, std::size_t end, std::uint8_t flags);
  bool forms_within(std::size_t begin, std::size_t from, std::size_t end, std::uint8_t flags);
  bool unjoined(std::size_t begin, std::size_t from, std::uint8_t flags);
  std::size_t behind_colon(std::size_t begin) const;
  std::size_t url_end(std::size_t pos);
  std::size_t next_url(std::size_t from, std::size_t end) const;
  std::size_t extent(std::size_t begin, std::size_t from);
  std::size_t trim(std::string_view url, std::size_t at_least, char before) const;
  std::size_t quote_depth(std::size_t at);
  std::size_t skip_quotes(std::size_t at, std::size_t depth) const;

  const Options& options_;
  FindVisitor& visitor_;
  bool sees_all_ = false;
  std::string_view text_;
  std::size_t next_ = 0;        // where the search goes on
  std::size_t line_ = 0;        // the beginning of the last line that was asked for
  std::size_t line_known_ = 0;  // how far the beginnings of lines are known
  std::size_t run_begin_ = 1;   // a stretch without a character that ends a URL; none yet
  std::size_t run_end_ = 0;
  std::string joined_;
  // Of Options::linkify: names of hosts, and where what was reported last ends.
  BareHosts bare_hosts_{{}};
  BareHost ahead_;  // the one that was found last
  std::size_t none_until_ = 0;
  std::size_t reported_begin_ = 0, reported_ = 0;
  std::size_t searched_again_ = 0;  // up to here the text is a URL of another scheme
  // Of Options::del_sp, or where form feeds stand in words: the text without them.
  bool is_joined_ = false, is_held_ = false;
  std::string flowed_;
  text::Offsets breaks_;
  std::vector<Held> held_;
  // Of Options::refang: the text as it was meant, and the way back.
  bool is_refanged_ = false;
  std::string refanged_;
  text::Offsets offsets_;
  std::vector<std::size_t> dots_;
};

/// Adds where links of Markdown lead that the text alone does not show: `[x](//h/y)`,
/// `[x](https\://h/y)`.  The place is "a[href]".
void extract_destinations(std::string_view text, const Options& options, Finds& out);

/// As extract_text(), of text/enriched (RFC 1896): behind that, what its commands divide.
void extract_enriched(std::string_view text, const Options& options, Finds& out);

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_PLAIN_H_
