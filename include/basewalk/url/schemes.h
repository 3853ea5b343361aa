// SPDX-License-Identifier: MIT
//
// RFC 1738: the ten schemes taken apart by their BNF, and what is known about scheme names.
//
//     url::Rfc1738 ftp = url::read_rfc1738("ftp://h/a/b;type=d");
//     // scheme ftp, host h, port 21, cwd [a], name b, type d
#ifndef BASEWALK_URL_SCHEMES_H_
#define BASEWALK_URL_SCHEMES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/url/url.h"

#pragma GCC visibility push(default)

namespace basewalk::url {

/// What a scheme name is (RFC 1738 3 and 4).
enum class SchemeKind : std::uint8_t {
  defined,       ///< one of the ten: ftp http gopher mailto news nntp telnet wais file prospero
  reserved,      ///< named in section 4 and not defined: afs mid cid nfs tn3270 mailserver z39.50
  experimental,  ///< begins with "x-"
  other,
};
SchemeKind scheme_kind(std::string_view scheme);
/// "experimental"
std::string_view name(SchemeKind kind);

/// Can relative references be resolved against such a URL (RFC 1808 2.3)?
enum class RelativeUse : std::uint8_t {
  never,     ///< mailto news telnet
  at_times,  ///< gopher prospero wais: where the base has the generic syntax
  always,    ///< file ftp http nntp
  unknown,   ///< not for RFC 1808 to say
};
RelativeUse relative_use(std::string_view scheme);
/// "at-times"
std::string_view name(RelativeUse use);

/// The port that a scheme has where none is given (RFC 1738 3; https, ws and wss, too).
std::optional<std::uint16_t> default_port(std::string_view scheme);

/// One of the fields that a scheme gives its parts.
struct SchemeField {
  enum class Kind : std::uint8_t {
    text,
    number,
    list,
    pairs,  ///< names and values in turn
  };
  std::string_view name;  ///< "cwd", "gophertype"; docs/rfcs.md has them all
  Kind kind = Kind::text;
  std::string text;               ///< of a text or number
  std::vector<std::string> list;  ///< of a list or pairs
};

/// A URL by RFC 1738.
struct Rfc1738 {
  std::string scheme;  ///< in lower case
  /// In the order of the clause.  user, password, cwd and name are decoded, as the protocol is
  /// given them so; everything else stays as it is written.  The port is the default one where none
  /// is written.
  std::vector<SchemeField> fields;

  bool valid = false;
  // Where not valid:
  std::string_view clause;  ///< "3.2.2"
  std::string_view what;    ///< one sentence for people
  std::size_t offset = 0;   ///< of the first byte that cannot be

  const SchemeField* field(std::string_view name) const;
};

/// Takes a URL apart by RFC 1738 5, to the letter.  One that is not valid has the fields up to what
/// is wrong.
Rfc1738 read_rfc1738(std::string_view text);

/// A URL or relative reference by the BNF of RFC 1808 2.2.
struct Rfc1808Syntax {
  bool valid = false;      ///< a URL or a relative URL
  bool generic = false;    ///< with the generic-RL syntax: can be a base for relative references
  std::string_view what;   ///< where not valid: one sentence for people
  std::size_t offset = 0;  ///< where neither: the first byte that cannot be
};
Rfc1808Syntax check_rfc1808(std::string_view text);

/// What RFC 1738 6 warns of.
struct UrlWarnings {
  bool port_not_default = false;  ///< a port other than the scheme's own
  bool port_reserved = false;     ///< and one below 1024
  bool encoded_control = false;   ///< an encoded CR or LF
  bool password = false;          ///< a password for all to see
};
UrlWarnings warnings_of(std::string_view url);
/// The same for a URL that is taken apart already, by RFC 3986.
UrlWarnings warnings_of(std::string_view url, const Components& parts);

/// What RFC 1808 5.3 advises against, in a URL or a reference.
struct UrlPractice {
  /// "this:that", where it is no scheme for RFC 3986 or RFC 1808 either: others may take it for
  /// one.  "./this:that" is safe.
  bool colon_in_first_segment = false;
  /// ";type=d" of an ftp URL or a reference: a base that ends with "/" is wanted instead.
  bool directory_type = false;
};
UrlPractice practice_of(std::string_view text);

}  // namespace basewalk::url

#pragma GCC visibility pop

#endif  // BASEWALK_URL_SCHEMES_H_
