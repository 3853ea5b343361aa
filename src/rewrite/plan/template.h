// SPDX-License-Identifier: MIT
//
// The template of wrapped links: `https://guard.example/?u={url}&m={mac}`, or, with all of it in
// the path, `https://guard.example/{mac}/{path-url}`; both ways.
//
// What it stands for: the URL; the last day on which the guard opens it, as YYYYMMDD; the flags of
// the link; and the code of all that.  The code is HMAC-SHA-256 of
//
//     expires=20270131        (if the template has {expires})
//     flags=base-split        (if it has {flags})
//     https://example.com/    (without a line end)
//
// so that of a template without those it is the code of the URL alone.  A URL never begins like
// one of these lines: what is wrapped has the scheme http, https or ftp.
#ifndef BASEWALK_REWRITE_PLAN_TEMPLATE_H_
#define BASEWALK_REWRITE_PLAN_TEMPLATE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/flags.h"
#include "basewalk/result.h"
#include "rewrite/plan/mac.h"

namespace basewalk::rewrite {

/// The last day of a link, as written: "20270131".  `now` is seconds since 1970, in UTC.
std::string last_day(std::int64_t now, unsigned days);

/// "base-split.text-differs", or "none".
std::string written_flags(Flags flags);
/// Those that are known here.
Flags read_flags(std::string_view written);

class Template {
 public:
  /// Error codes: "template", "key".  The first key makes codes, all of them are taken; none where
  /// there is no {mac}.  `linkified`: where programs will look for links in the text, wrapped ones
  /// are written so that they find their ends.
  static Result<Template> read(std::string_view text, std::vector<std::string> keys,
                               bool linkified = false);

  /// What stands beside the URL.
  struct Beside {
    std::string expires;  ///< where the template has {expires}
    Flags flags;          ///< where it has {flags}
  };

  /// Appends the wrapped form of a URL.
  void wrap(std::string_view url, const Beside& beside, std::string& out) const;

  bool has_mac() const { return has_mac_; }
  bool has_expires() const { return has_expires_; }

  /// Does the wrapped form keep the URL and its code where a browser puts what was filled in into a
  /// form in place of the query?
  bool keeps_without_query() const { return keeps_without_query_; }

  /// A link of this form, taken apart.  Views into it, but for the URL.
  struct Parts {
    std::string url;  ///< decoded once
    std::string_view mac, expires, flags;
  };
  /// Nothing where it has another form, or where what stands for the URL holds anything but
  /// unreserved characters and whole escapes: it can be decoded in one way only.  `without_host`:
  /// the link begins behind the host, as a server is asked for it.
  std::optional<Parts> take_apart(std::string_view link, bool without_host = false) const;

  /// Which key made the code, from 0; nothing where none did.  Takes the same time whichever it is,
  /// and wherever the code is wrong.
  std::optional<std::size_t> key_of(const Parts& parts) const;

  /// Is it the wrapped form of some URL, written as it is here, its code included?  Its last day
  /// may be over.
  bool is_wrapped(std::string_view link) const;

 private:
  enum class Kind : std::uint8_t { literal, url, mac, expires, flags };
  struct Piece {
    Kind kind;
    std::string text;  // of a literal
  };

  // The whole link, of what its parts are written as.
  void write(std::string_view url, bool apart, const Parts& parts, std::string& out) const;
  bool is_as_opened() const;
  bool take(const Piece& piece, std::string_view& rest, Parts& parts) const;
  // Of what the code covers.
  void append_code(const Mac& mac, std::string_view url, std::string_view expires,
                   std::string_view flags, std::string& out) const;

  std::vector<Piece> pieces_;
  std::vector<Mac> macs_;     // one for each key
  std::size_t host_end_ = 0;  // in the first piece
  bool linkified_ = false;
  bool has_mac_ = false, has_expires_ = false, has_flags_ = false;
  bool keeps_without_query_ = false;
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_PLAN_TEMPLATE_H_
