// SPDX-License-Identifier: MIT
//
// The base URL in force at each point of a MIME tree.
//
// A scope is a small value.  Walking into a part makes a new one, walking out drops it, so
// siblings can never see each other's base.  docs/base.md has the order and a drawn tree.
#ifndef BASEWALK_BASE_SCOPE_H_
#define BASEWALK_BASE_SCOPE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/mime/part.h"
#include "basewalk/result.h"
#include "basewalk/url/resolve.h"

#pragma GCC visibility push(default)

namespace basewalk::base {

/// Where a base was found (RFC 1808 3, RFC 2110 4, RFC 2557 5).
enum class BaseFrom : std::uint8_t {
  none,              ///< no base: relative references stay unresolved (RFC 1808 3.4)
  html_base,         ///< <base href>, xml:base (RFC 1808 3.1, 10)
  codebase,          ///< object/applet[codebase], for that element alone
  base_header,       ///< `Base:` (RFC 1808 3.1)
  content_base,      ///< `Content-Base:` (RFC 2110 4.2)
  content_location,  ///< `Content-Location:`, if absolute (RFC 2557 5(b))
  retrieval,         ///< the URL it was fetched from (RFC 1808 3.3)
  thismessage,       ///< RFC 2557 5(e)
  document,          ///< a document that was opened declares it (docs/base.md)
};

/// "html-base", "none" ...
std::string_view name(BaseFrom from);

/// Which sources of a base count ([B10]).
struct Honor {
  bool html_base = true;  ///< codebase and xml:base, too
  bool base_header = true;
  bool content_base = true;
  bool content_location = true;
  bool enclosing = true;  ///< what an enclosing entity declared
  bool retrieval = true;
  bool thismessage = false;
  bool document = true;  ///< what a PDF file, an Office file ... declares for its own links

  /// The words that parse() reads: "html-base, base-header, ...".
  static std::string words();
  /// Reads "html-base,content-base,...".  Error code: "unknown-source"; the detail says which.
  static Result<Honor> parse(std::string_view list);
};

/// Where relative references at one point of a message are resolved from.  Cheap to copy.
class Scope {
 public:
  /// The scope around a whole message.  `retrieved` is the URL it was fetched from, or empty (RFC
  /// 1808 3.3); it must be absolute to count.
  static Scope outermost(url::Rules rules, const Honor& honor, std::string_view retrieved = {});

  /// The scope inside an entity with this header.  `section` is the entity's section number.
  ///
  ///     Content-Location: http://example.com/a/index.html
  ///
  /// makes "b.png" mean "http://example.com/a/b.png" in that entity.  A header that cannot serve as
  /// a base gives a note, and the next source of RFC 1808 3 is used.
  Scope enter(const Message& message, std::uint32_t part, std::string_view section,
              Notes& notes) const;

  /// The scope of a text that names a base itself: <base href>, codebase, xml:base.  It wins over
  /// every header (RFC 1808 3.1, RFC 2110 5).  A relative one is resolved against this scope
  /// ([B3]); one that is no base gives a note and this scope stays in force.
  struct Embedded {
    std::string_view href;  ///< as written, character references decoded
    BaseFrom from = BaseFrom::html_base;
    std::string_view section;  ///< of the part that the text is in
    std::uint32_t part = 0;    ///< where notes belong
    std::size_t offset = 0;
    /// False for codebase and xml:base, which browsers do not read any more: browser_url() stays.
    bool in_browsers = true;
  };
  Scope embed(const Embedded& embedded, Notes& notes) const;
  /// How many bytes embed() would hold; 0 where there is nothing to hold.
  std::size_t cost_of(const Embedded& embedded) const;
  /// The same scope where these bytes are too many: there is a base, and what is relative has no
  /// answer, which is no more than what is left out of it (Flag::url_omitted).
  Scope leave_out(const Embedded& embedded) const;

  /// The scope of the body of a message/external-body part, fetched from a URL (RFC 2017).
  Scope retrieved(std::string_view from, std::string_view section) const;

  /// Is there a base that leave_out() has left out?  url() and browser_url() are null then.
  bool is_left_out() const { return in_force_ && in_force_->is_left_out; }
  /// Null where there is no base.
  const url::Base* url() const {
    return in_force_ && !in_force_->is_left_out ? &in_force_->url : nullptr;
  }
  /// The same base as a browser reads it (rules whatwg), or that around it where a browser does not
  /// read it or would refuse it (`<base href="http://h:99999/">`); null where there is none.
  const url::Base* browser_url() const {
    return in_force_ ? in_force_->browser_url.get() : nullptr;
  }
  /// What a click is resolved against: browser_url(), or, where a browser has none at all, what a
  /// page of a web mail makes of `<base href=//host/>` (semantics [R8]).
  const url::Base* clicked_url() const {
    return is_scheme_assumed() ? assumed_.get() : browser_url();
  }
  /// Is its scheme assumed?
  bool is_scheme_assumed() const { return assumed_ && !is_left_out() && browser_url() == nullptr; }
  BaseFrom from() const { return in_force_ ? in_force_->from : BaseFrom::none; }
  /// The section number of the part that declared the base; empty where no part did.
  std::string_view section() const {
    return in_force_ ? std::string_view(in_force_->section) : std::string_view();
  }

 private:
  struct InForce {
    url::Base url;
    std::shared_ptr<const url::Base> browser_url;  // null: none, or left out
    BaseFrom from;
    std::string section;
    bool is_left_out = false;
  };

  /// Some entity has declared the base in force; retrieval comes after that (RFC 1808 3).
  bool is_declared() const;
  bool honors(const Embedded& embedded) const;
  void set(std::string_view url, BaseFrom from, std::string_view section, bool in_browsers = true);
  void assume(std::string_view href);
  bool try_header(const Message& message, const mime::Part& part, std::uint32_t index,
                  std::string_view section, Notes& notes);

  url::Rules rules_ = url::Rules::rfc1808;
  Honor honor_;
  std::shared_ptr<const InForce> in_force_;
  std::shared_ptr<const url::Base> assumed_;
  std::shared_ptr<const InForce> outermost_;  // what is left where nothing encloses
};

/// The URL that a header field names as a base or label: unfolded, encoded words decoded, comments,
/// quotes, brackets and `URL:` taken off, folding white space deleted ([B1]).
struct HeaderUrl {
  std::string url;
  bool brackets = false;
  bool prefix = false;
};
HeaderUrl header_url(std::string_view field_value);

}  // namespace basewalk::base

#pragma GCC visibility pop

#endif  // BASEWALK_BASE_SCOPE_H_
