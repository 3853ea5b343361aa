// SPDX-License-Identifier: MIT
//
// Links that Options::wrap has made, opened again: what a guard does.
//
//     Result<rewrite::WrappedLinks> links =
//         rewrite::WrappedLinks::make("https://guard.example/{mac}/{path-url}", {key, old_key});
//     if (!links) return complain(links.error().detail);
//     const rewrite::WrappedLink link = links->open("/6f0c.../http%3A%2F%2Fexample.com%2F", now);
//     if (link.verdict == rewrite::WrappedLink::Verdict::good) show(link.url);
#ifndef BASEWALK_REWRITE_WRAPPED_H_
#define BASEWALK_REWRITE_WRAPPED_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/flags.h"
#include "basewalk/result.h"

#pragma GCC visibility push(default)

namespace basewalk::rewrite {

/// What a link of this site turned out to be.  But for `verdict`, nothing of one that is foreign or
/// forged is told.
struct WrappedLink {
  enum class Verdict : std::uint8_t {
    good,
    expired,  ///< made by one of the keys, and its last day is over
    forged,   ///< no key has made its code
    foreign,  ///< not of this form, or it could be decoded in more than one way
  };
  Verdict verdict = Verdict::foreign;
  std::string url;      ///< where it leads, the bytes that the code covers
  std::size_t key = 0;  ///< which key has made it
  std::string expires;  ///< its last day, "20270131"; empty where the template has none
  Flags flags;          ///< of the link in its mail, where the template has them
  /// A form was submitted by GET: what was filled in stands in place of the query, or behind the
  /// URL, and is covered by nothing (docs/rewriting.md).
  bool has_form_query = false;
};
std::string_view name(WrappedLink::Verdict verdict);  ///< "good", ...

/// Any number of threads may ask it at a time.
class WrappedLinks {
 public:
  /// A template as Options::wrap has it, with {mac}; the key of now, and those before it.  Error
  /// codes: "template", "key".
  static Result<WrappedLinks> make(std::string_view wrap_template, std::vector<std::string> keys);
  ~WrappedLinks();
  WrappedLinks(WrappedLinks&&) noexcept;
  WrappedLinks& operator=(WrappedLinks&&) noexcept;

  /// `target` is what a server is asked for, as it came: path and query, nothing decoded.  `now` is
  /// in seconds since 1970.  Cost: linear in the target, for each key.
  WrappedLink open(std::string_view target, std::int64_t now) const;

  /// Does the template keep what a form needs (docs/rewriting.md)?
  bool serves_forms() const;

 private:
  struct [[gnu::visibility("hidden")]] State;
  explicit WrappedLinks(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The wrapped form of a URL: what Options::wrap writes.  `expires` and `flags` where the template
/// has them.  Error codes: "template", "key".
Result<std::string> wrapped(std::string_view wrap_template, const std::string& key,
                            std::string_view url, std::string_view expires = {}, Flags flags = {});

}  // namespace basewalk::rewrite

#pragma GCC visibility pop

#endif  // BASEWALK_REWRITE_WRAPPED_H_
