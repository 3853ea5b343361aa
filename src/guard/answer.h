// SPDX-License-Identifier: MIT
//
// What a request is answered with.  No HTTP, no clock, no file: what came, and what goes back.
//
// One promise comes before all others: a browser is sent to nothing but the bytes that the code of
// a link covers (and what a form filled in, behind their "?", where a person has seen it).
#ifndef BASEWALK_GUARD_ANSWER_H_
#define BASEWALK_GUARD_ANSWER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/rewrite/wrapped.h"
#include "guard/ask.h"
#include "guard/counters.h"
#include "guard/journal.h"
#include "guard/options.h"
#include "guard/target.h"

namespace basewalk::guard {

/// Bytes of a URL that is opened.
inline constexpr std::size_t kLongestUrl = 8192;
/// Of a request target: each byte of a URL may be an escape, and the template stands around them.
inline constexpr std::size_t kLongestTarget = 3 * kLongestUrl + 2048;

enum class Method : std::uint8_t { get, post, other };

struct Request {
  Method method = Method::get;
  std::string_view target;  ///< path and query, nothing decoded
  std::string_view body;    ///< of a post
  bool is_of_our_page = false;
};

/// What a browser says of where a request comes from; empty where it says nothing.
struct Origin {
  std::string_view site;    ///< Sec-Fetch-Site
  std::string_view origin;  ///< Origin
  std::string_view host;    ///< Host
};

/// A form of the mail can have whatever a button of ours has, and only the browser knows whose it
/// was.  What none has told of is of no page of ours.
bool is_of_our_page(const Origin& told);

/// A link as it came, looked at.
struct Looked {
  rewrite::WrappedLink link;
  Target target;
  enum class List : std::uint8_t { none, block, allow } list = List::none;
  bool too_long = false;
};

Looked look_at(const Treatment& treatment, const Request& request, std::int64_t now);

/// Has the command of --ask a word in it?
bool must_ask(const Treatment& treatment, const Looked& looked, const Request& request);

struct Answer {
  unsigned status = 403;
  Count verdict = Count::foreign;
  std::string body;      ///< HTML
  std::string location;  ///< of a redirect
  bool is_report = false;
};

/// `said` where the command was asked.
Answer answer_to(const Treatment& treatment, const Request& request, const Looked& looked,
                 std::optional<Said> said, Meaning meaning);

/// What the log says of it; views into `looked`.
Line line_of(const Looked& looked, const Answer& answer, std::optional<Said> said);

}  // namespace basewalk::guard

#endif  // BASEWALK_GUARD_ANSWER_H_
