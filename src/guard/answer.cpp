// SPDX-License-Identifier: MIT
#include "guard/answer.h"

#include <utility>

#include "guard/page.h"
#include "text/ascii.h"

namespace basewalk::guard {
namespace {

using Verdict = rewrite::WrappedLink::Verdict;

std::string_view said_name(Said said) {
  switch (said) {
    case Said::good:
      return "good";
    case Said::block:
      return "block";
    case Said::warn:
      return "warn";
    case Said::nothing:
      break;
  }
  return "nothing";
}

bool is_button(const Request& request, std::string_view body) {
  return request.method == Method::post && request.is_of_our_page && request.body == body;
}

// Servers that stand before us may leave the port out.
std::string_view without_port(std::string_view host) {
  const std::size_t end = host.find(':', host.starts_with('[') ? host.find(']') : 0);
  return host.substr(0, end);
}

bool is_good(const Looked& looked) {
  return !looked.too_long && looked.link.verdict == Verdict::good && looked.target.can_be_opened;
}

}  // namespace

// The first is what a page cannot say otherwise (Fetch Metadata 2.1); browsers that are older, and
// all of them where the site has no TLS, have the second alone (Fetch 3.2).
bool is_of_our_page(const Origin& told) {
  if (!told.site.empty()) return told.site == "same-origin";
  const std::size_t scheme_end = told.origin.find("://");
  if (scheme_end == std::string_view::npos || told.host.empty()) return false;
  return ascii::iequals(without_port(told.origin.substr(scheme_end + 3)), without_port(told.host));
}

Looked look_at(const Treatment& treatment, const Request& request, std::int64_t now) {
  Looked looked;
  if (request.method == Method::other) return looked;
  if (request.target.size() > kLongestTarget) {
    looked.too_long = true;
    return looked;
  }
  looked.link = treatment.links.open(request.target, now);
  if (looked.link.verdict != Verdict::good && looked.link.verdict != Verdict::expired)
    return looked;
  if (looked.link.has_form_query && !treatment.forms) {
    looked.link = {};
    return looked;
  }
  looked.too_long = looked.link.url.size() > kLongestUrl;
  if (looked.too_long) return looked;
  looked.target = target_of(looked.link.url, looked.link.flags);
  if (!looked.target.can_be_opened) return looked;
  if (treatment.block.has(looked.target.url))
    looked.list = Looked::List::block;
  else if (treatment.allow.has(looked.target.url))
    looked.list = Looked::List::allow;
  return looked;
}

bool must_ask(const Treatment& treatment, const Looked& looked, const Request& request) {
  if (treatment.ask.empty() || !is_good(looked) || looked.list != Looked::List::none) return false;
  return !is_button(request, "do=report");
}

Answer answer_to(const Treatment& treatment, const Request& request, const Looked& looked,
                 std::optional<Said> said, Meaning meaning) {
  const rewrite::WrappedLink& link = looked.link;
  const auto with_page = [&](unsigned status, Count verdict, Page which,
                             const Beside& beside = {}) {
    return Answer{status, verdict, page(which, &looked.target, beside, meaning), {}, false};
  };
  if (request.method == Method::other)
    return with_page(405, Count::bad_request, Page::wrong_method);
  if (looked.too_long) return with_page(414, Count::too_long, Page::too_long);
  if (link.verdict == Verdict::foreign) return with_page(403, Count::foreign, Page::no_link);
  if (link.verdict == Verdict::forged) return with_page(403, Count::forged, Page::no_link);

  Beside beside;
  beside.expires = link.expires;
  beside.form_query = link.has_form_query;
  if (link.verdict == Verdict::expired)
    return with_page(410, Count::expired, Page::expired, beside);
  if (!looked.target.can_be_opened)
    return with_page(403, Count::unopenable, Page::unopenable, beside);

  const bool no_answer = said == Said::nothing;
  if (looked.list == Looked::List::block || said == Said::block ||
      (no_answer && treatment.no_answer == NoAnswer::block))
    return with_page(403, Count::blocked, Page::blocked, beside);
  beside.warned = said == Said::warn;
  beside.unanswered = no_answer && treatment.no_answer == NoAnswer::page;

  if (is_button(request, "do=report")) {
    Answer answer = with_page(200, Count::reported, Page::reported, beside);
    answer.is_report = true;
    return answer;
  }
  if (is_button(request, "do=go")) return {303, Count::opened, {}, looked.target.url, false};
  // A form of the mail that is posted: nobody can see what it holds, so it goes nowhere.
  beside.form_posted = request.method == Method::post;
  const bool at_once = (treatment.direct || looked.list == Looked::List::allow) && !beside.warned &&
                       !beside.unanswered && !beside.form_query && !beside.form_posted;
  if (at_once) return {302, Count::direct, {}, looked.target.url, false};
  return with_page(200, Count::shown, Page::link, beside);
}

Line line_of(const Looked& looked, const Answer& answer, std::optional<Said> said) {
  const rewrite::WrappedLink& link = looked.link;
  Line line;
  line.verdict = name(answer.verdict);
  line.host = looked.target.host;
  line.url = link.url;
  line.has_key = link.verdict == Verdict::good || link.verdict == Verdict::expired;
  line.key = link.key;
  line.expires = link.expires;
  line.flags = looked.target.flags;
  line.form_query = link.has_form_query;
  if (said) line.asked = said_name(*said);
  return line;
}

}  // namespace basewalk::guard
