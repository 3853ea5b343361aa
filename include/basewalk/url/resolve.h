// SPDX-License-Identifier: MIT
//
// What a reference means, given a base.
//
//     url::Base base("http://a/b/c/d;p?q", url::Rules::rfc1808);
//     std::string out;
//     url::resolve(base, "../g", {}, out);   // out: http://a/b/g
#ifndef BASEWALK_URL_RESOLVE_H_
#define BASEWALK_URL_RESOLVE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/url/url.h"

#pragma GCC visibility push(default)

namespace basewalk::url {

/// What becomes of a ".." that has nothing left to remove (RFC 2396 5.2 step 6g).  RFC 1808 always
/// keeps it (4 step 6), RFC 3986 always drops it (5.2.4).
enum class SurplusDots : std::uint8_t { keep, drop, error };

struct ResolveOptions {
  SurplusDots surplus_dots = SurplusDots::keep;
  /// `http:g` with an http base is relative (RFC 2396 5.2 step 3, RFC 3986 5.2.2 "not strict").
  bool same_scheme_is_relative = false;
};

/// Why there is no answer.  But for the first these are the validation errors of the URL Standard
/// that end parsing, under its names; only rules whatwg give them.
enum class Failure : std::uint8_t {
  none,
  surplus_dots,  ///< RFC 2396 5.2 step 6g
  missing_scheme,
  host_missing,
  host_invalid_code_point,
  domain_invalid_code_point,
  domain_to_ascii,
  ipv4_empty_part,
  ipv4_too_many_parts,
  ipv4_non_numeric_part,
  ipv4_out_of_range_part,
  ipv6_unclosed,
  ipv6_invalid_compression,
  ipv6_too_many_pieces,
  ipv6_multiple_compression,
  ipv6_invalid_code_point,
  ipv6_too_few_pieces,
  ipv4_in_ipv6_too_many_pieces,
  ipv4_in_ipv6_invalid_code_point,
  ipv4_in_ipv6_out_of_range_part,
  ipv4_in_ipv6_too_few_parts,
  port_out_of_range,
  port_invalid,
};
/// "host-missing"; "none".
std::string_view name(Failure failure);
/// One sentence for people.
std::string_view meaning(Failure failure);

// The engines of this layer.
class [[gnu::visibility("hidden")]] Resolving;
class [[gnu::visibility("hidden")]] WhatwgParser;

/// A base taken apart once, for many references.  Owns its text.
class Base {
 public:
  Base() = default;
  Base(std::string_view text, Rules rules);
  Base(const Base& other);
  Base& operator=(const Base& other);
  Base(Base&& other) noexcept;
  Base& operator=(Base&& other) noexcept;

  /// As it was given; under whatwg as it is serialised, or as it was given where it does not parse.
  std::string_view text() const { return text_; }
  Rules rules() const { return rules_; }
  /// Under whatwg those of the serialisation; all absent where there is none.
  const Components& components() const { return components_; }
  /// Has a scheme (RFC 1808 3.1 asks for it); under whatwg: parses.  resolve() works without, too.
  bool is_absolute() const { return components_.scheme.present; }
  /// Why it does not parse under whatwg.  The other rules take every base.
  Failure failure() const { return failure_; }

 private:
  friend class Resolving;
  friend class WhatwgParser;

  // Offsets into the text: where each of them ends, with what delimits it.
  struct Ends {
    std::size_t scheme = 0;
    std::size_t authority = 0;
    std::size_t directory = 0;  ///< the path without its last segment
    std::size_t path = 0;
    std::size_t query = 0;        ///< whatwg only, as the next one
    std::size_t before_path = 0;  ///< behind a "/." that keeps "//" from being an authority
  };

  void take_apart(std::string_view text);
  void parse(std::string_view text);
  void copy_anatomy(const Base& other);

  std::string text_;
  Rules rules_ = Rules::rfc1808;
  Components components_;
  Ends ends_;
  bool slash_missing_ = false;       ///< an authority, and nothing between it and what is merged
  bool directory_has_dots_ = false;  ///< the directory may hold "." and ".." segments
  bool opaque_path_ = false;         ///< whatwg only
  std::uint8_t special_scheme_ = 0;  ///< whatwg only: which of the special schemes
  Failure failure_ = Failure::none;
};

enum class Outcome : std::uint8_t {
  absolute,  ///< the base did not matter: the reference had a scheme, or the base is empty
  resolved,  ///< the reference met the base
  error,     ///< no answer; nothing was appended
};

struct Resolution {
  Outcome outcome = Outcome::resolved;
  /// RFC 2396 5.2 step 2: the reference means the current document; what was appended is the base
  /// without its fragment, and the reference's fragment.
  bool current_document = false;
  /// Why the outcome is `error`, and at which byte of the reference.
  Failure failure = Failure::none;
  std::size_t failure_offset = 0;
};

/// Appends what `reference` means to `out`.  Linear in both lengths, no allocation beyond `out`'s
/// growth and, under whatwg, that of buffers which each thread keeps.  Characters that no URL may
/// hold are kept as they are.  `reference` must not point into `out`.
///
/// RFC 1808 4, RFC 2396 5.2 or RFC 3986 5.2, as the base's rules say, or the URL Standard's parser
/// and serialiser (where a base that does not parse is no base).  Removing dot segments never
/// invents an authority: a path that would begin with "//" and has none before it gets "/." in
/// front (RFC 3986 3.3 forbids the former).  Nor does it invent a scheme where the base has none.
Resolution resolve(const Base& base, std::string_view reference, const ResolveOptions& options,
                   std::string& out);

}  // namespace basewalk::url

#pragma GCC visibility pop

#endif  // BASEWALK_URL_RESOLVE_H_
