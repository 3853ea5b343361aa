// SPDX-License-Identifier: MIT
//
// From a find and the scope it stands in to a Link.
#ifndef BASEWALK_WALK_LINK_MAKER_H_
#define BASEWALK_WALK_LINK_MAKER_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/extract/extract.h"
#include "basewalk/walk/walk.h"

namespace basewalk {

namespace mime {
struct Charset;
}

/// [R6].  Appends what a reference that lacks its scheme is read as: "www.example.com" and
/// "ftp.example.com" by their names, "//example.com" by `assume_scheme`, http where that is empty,
/// "\\server\share" as Windows has it, unless it stands within a URL.
void append_guess(std::string_view raw, const extract::Place& place, std::string_view assume_scheme,
                  std::string& out);

/// [R8].  "example.com", "www.example.x", "192.0.2.1", "example.x/path", and not "page.html".
bool names_host(std::string_view raw);

/// [R8].  Appends what "//example.com" and what browsers take for it is on a page with https, and
/// what web mails make of a link to "example.com/x"; false where it is something else.
bool append_assumed(std::string_view raw, const extract::Place& place, std::string& out);

class LinkMaker {
 public:
  /// `options` must outlive it.
  explicit LinkMaker(const WalkOptions& options)
      : options_(options),
        no_base_(std::string_view(), options.rules),
        browser_no_base_(std::string_view(), url::Rules::whatwg) {}

  /// Begins a message: its size decides how much may be written of bases and URLs ([H3]).
  void begin(std::size_t message_size);

  /// Are the links that come of documents?  These leave the half to the rest of the mail.
  void charge_documents(bool charges) { charges_documents_ = charges; }

  /// Fills everything but `part` and `type`.  The link's texts are good until the next call.
  /// `query_charset` is what a browser writes the query in ([R8]); null for UTF-8.  `earlier` is
  /// what a browser joins with that opens it before it has read the base; null for `scope`.
  void make(const extract::Find& find, const base::Scope& scope, Link& link,
            const mime::Charset* query_charset = nullptr, const base::Scope* earlier = nullptr);

  /// Links whose base and URL were left out since begin().
  std::size_t omitted() const { return omitted_; }

 private:
  // What a reference leads to.
  struct Answer {
    std::string raw;
    bool guessed = false, derived = false, is_clicked = false;
    std::string guess;  // the reference with the scheme that it lacked; empty where it lacked none
    std::string assumed;  // the same with the scheme that a browser is taken to add
    Status status = Status::unresolved;
    bool has_url = false, has_clicked = false;
    std::string url, clicked;
    Flags flags;

    std::string_view followed(std::string_view reference) const {
      if (!guess.empty()) return guess;
      return assumed.empty() ? reference : std::string_view(assumed);
    }
  };
  const Answer* open_earlier(const extract::Find& find, const Answer& answer,
                             const base::Scope& earlier);
  const Answer& look_up(const extract::Find& find, const base::Scope& scope);
  void compute(const extract::Find& find, const base::Scope& scope, Answer& answer);
  void guess(const extract::Find& find, const base::Scope& scope, Answer& answer);
  void resolve(const extract::Find& find, const base::Scope& scope, Answer& answer);
  void click(const extract::Find& find, const base::Scope& scope, Answer& answer);
  bool click_encoded(std::string_view raw, const Answer& answer, const base::Scope& scope,
                     const mime::Charset& charset);
  static void skip(const extract::Find& find, const base::Scope& scope, Link& link);
  void leave_out(Link& link);
  void bound(Link& link);

  const WalkOptions& options_;
  // What an absolute reference is resolved against where there is no base.
  const url::Base no_base_, browser_no_base_;
  Answer answer_, earlier_;
  std::string encoded_reference_, encoded_clicked_;
  // The last answers that no base had a part in: one mail names the same image, or the link around
  // it and its text, again and again.
  std::array<Answer, 128> remembered_;
  std::size_t budget_left() const {
    return charges_documents_ ? std::min(budget_, of_documents_) : budget_;
  }

  std::size_t budget_ = 0, of_documents_ = 0;
  bool charges_documents_ = false;
  std::size_t omitted_ = 0;
};

}  // namespace basewalk

#endif  // BASEWALK_WALK_LINK_MAKER_H_
