// SPDX-License-Identifier: MIT
//
// The actions follow one another: a relative reference becomes the answer, a wrapper gives way to
// what it leads to, and that is wrapped or defanged.
//
// One more is a kind and an option in basewalk/rewrite/rewrite.h, a row and a function here, and
// its line in docs/rewriting.md; the tool, the milter and their reports read the table.
#include "rewrite/plan/policy.h"

#include <algorithm>
#include <ctime>

#include "rewrite/plan/condition.h"
#include "rewrite/plan/defang.h"
#include "rewrite/plan/followed.h"
#include "text/ascii.h"
#include "text/enum_table.h"
#include "text/utf8.h"
#include "url/alone.h"
#include "walk/link_maker.h"

namespace basewalk::rewrite {
namespace {

// Wrappers in one another; each level is shorter than the one around it.
constexpr int kWrappers = 8;

constexpr Action kActions[] = {
    {Edit::Kind::absolute, "absolute", "Relative links become absolute", &Options::absolute},
    {Edit::Kind::drop_base, "drop-base", "<base> goes, so that nobody joins differently",
     &Options::drop_base},
    {Edit::Kind::unwrap, "unwrap", "What Safe Links etc. lead to; own: --unwrap-from",
     &Options::unwrap},
    {Edit::Kind::defang, "defang", "Links that nobody can follow: hxxp://h[.]example",
     &Options::defang},
    {Edit::Kind::cid_inline, "cid-inline", "Images of the message become data: URLs",
     &Options::cid_inline},
    {Edit::Kind::wrap, "wrap", "https://g.example/?u={url}&m={mac}, or {path-url}", nullptr},
};
static_assert(is_table_of(kActions, &Action::kind));

// What a reader sees of a link is no link of its own; wrapped, it would only say something else.
bool is_shown_text(const Link& link) {
  return link.find != nullptr && (link.find->flags & extract::kInLink) != 0;
}

// A browser puts what was filled in in place of its query.
bool loses_query(const Link& link) {
  return link.find != nullptr && (link.find->flags & extract::kReplacesQuery) != 0;
}

bool can_be_wrapped(std::string_view url) {
  const std::string_view scheme = url::scheme_of(url);
  return ascii::iequals(scheme, "http") || ascii::iequals(scheme, "https") ||
         ascii::iequals(scheme, "ftp");
}

const url::Base& no_base() {
  static const url::Base base(std::string_view(), url::Rules::whatwg);
  return base;
}
// [R8]
const url::Base& web_page() {
  static const url::Base base("https://page.invalid/", url::Rules::whatwg);
  return base;
}
// What stands around a part may have another scheme.
const url::Base& other_page() {
  static const url::Base base("http://page.invalid/", url::Rules::whatwg);
  return base;
}

// What holds its own text (a page, a script) is read for the links in it.
bool leads_past_guard(std::string_view url) {
  constexpr std::string_view kTexts[] = {"data", "javascript", "vbscript"};
  const std::string scheme = ascii::lowered(url::scheme_of(url));
  return !scheme.empty() && !leads_nowhere_outside(scheme) && !ascii::is_one_of(kTexts, scheme);
}

}  // namespace

std::span<const Action> actions() { return kActions; }
std::string_view name(Edit::Kind kind) { return kActions[static_cast<std::size_t>(kind)].name; }

Policy::Policy(const Options& options)
    : only_(options.only),
      assume_scheme_(options.walk.assume_scheme),
      linkify_(options.walk.linkify),
      unwrap_known_(options.unwrap),
      drops_base_(options.drop_base),
      wrap_lifetime_(options.wrap_lifetime),
      no_base_(std::string_view(), url::Rules::whatwg) {
  const auto is_wanted = [&options](const Action& action) {
    if (action.kind == Edit::Kind::unwrap && !options.unwrap_from.empty()) return true;
    return action.wanted != nullptr ? options.*action.wanted : !options.wrap.empty();
  };
  for (const Action& action : kActions)
    if (is_wanted(action)) wanted_.push_back(action.kind);
}

Result<Policy> Policy::make(const Options& options) {
  Policy policy(options);
  if (options.defang && !options.wrap.empty())
    return Error{"options", 0, "links are either wrapped or defanged"};
  std::vector<std::string> keys = options.previous_keys;
  if (!options.wrap_key.empty())
    keys.insert(keys.begin(), options.wrap_key);
  else if (!keys.empty())
    return Error{"key", 0, "there is a previous key, but none of now"};
  const bool unwraps_codes = std::ranges::any_of(options.unwrap_from, [](const std::string& text) {
    return text.find("{mac}") != std::string::npos;
  });
  if (options.wrap.empty() && !unwraps_codes && !keys.empty())
    return Error{"key", 0, "there is a key, but no template with {mac}"};
  if (!options.wrap.empty()) {
    Result<Template> read = Template::read(options.wrap, keys, options.walk.linkify);
    if (!read) return read.error();
    policy.template_ = std::move(*read);
  }
  if ((policy.template_ && policy.template_->has_expires()) != (options.wrap_lifetime > 0))
    return Error{"lifetime", 0,
                 "a lifetime of links and {expires} in the template need each other"};
  // As of the tool: behind the year 9999 a day would have more than eight digits.
  constexpr unsigned kLongestLifetime = 36'500;
  if (options.wrap_lifetime > kLongestLifetime)
    return Error{"lifetime", 0, "a lifetime of links is at most 36500 days"};
  for (const std::string& text : options.unwrap_from) {
    Result<Template> read = Template::read(
        text, text.find("{mac}") != std::string::npos ? keys : std::vector<std::string>());
    if (!read) return Error{"unwrap-from", read.error().offset, read.error().detail};
    policy.own_.push_back(std::move(*read));
  }
  return Result<Policy>(std::move(policy));
}

// Where a browser goes from a base that is none by the RFCs (`<base href=//host/>`), and from
// nowhere else.
bool Policy::needs_assumed_base(const Link& link) {
  const bool may_need = link.status == Status::unresolved
                            ? link.flags.has(Flag::scheme_assumed)
                            : link.status == Status::absolute && !url::stands_alone(link.raw);
  if (!may_need || !link.clicked) return false;
  const auto place = [](std::string_view url) { return url.substr(0, url.find_first_of("?#")); };
  std::string assumed;
  append_assumed(link.raw, link.place, assumed);
  for (const std::string_view each : {link.raw, std::string_view(assumed)})
    for (const url::Base* base : {&no_base(), &web_page()}) {
      std::string clicked;
      if (url::resolve(*base, each, {}, clicked).outcome != url::Outcome::error &&
          place(clicked) == place(*link.clicked))
        return false;
    }
  return true;
}

// "https:x" and "https:/x" are relative to the page of a web mail, "http:x" to a base of a header;
// "//" leads nowhere.
bool Policy::stands_without_base(const Link& link) {
  if (link.base_from == BaseFrom::none) return !needs_assumed_base(link);
  if (link.base_from != BaseFrom::html_base && link.base_from != BaseFrom::codebase) return true;
  if (link.status == Status::guessed || url::stands_alone(link.raw)) return true;
  if (link.flags.has(Flag::url_omitted) || (link.status != Status::absolute && link.clicked))
    return false;
  const auto leads_there = [&link](const url::Base& base) {
    std::string clicked;
    const bool leads = url::resolve(base, link.raw, {}, clicked).outcome != url::Outcome::error;
    return link.clicked ? leads && clicked == *link.clicked : !leads;
  };
  return leads_there(no_base()) && leads_there(web_page()) && leads_there(other_page());
}

bool Policy::is_same_document(const Link& link) {
  if (link.base_from == BaseFrom::html_base || link.base_from == BaseFrom::codebase ||
      link.flags.has(Flag::scheme_assumed))
    return false;
  const std::string_view raw = ascii::trim(link.raw);
  return raw.empty() || raw.front() == '#';
}

// Sets inner_ to what the last of the wrappers leads to; false where there is none.
bool Policy::find_wrapped(const Link& link) {
  inner_.clear();
  std::string at(link.clicked.value_or(link.raw));
  for (int level = 0; level < kWrappers; ++level) {
    finds_->clear();
    extract::extract_url(at, {}, *finds_);
    const extract::Find* wrapped = nullptr;
    for (const extract::Find& each : finds_->finds)
      if (each.place.role == extract::Role::wrapped && wrapped == nullptr) wrapped = &each;
    if (wrapped == nullptr) break;
    std::string next;
    if ((wrapped->flags & extract::kGuessed) != 0)
      append_guess(wrapped->raw, wrapped->place, assume_scheme_, next);
    else
      next = wrapped->raw;
    std::string clicked;
    if (url::resolve(no_base_, next, {}, clicked).outcome == url::Outcome::error) break;
    inner_ = next;
    at = std::move(clicked);
  }
  return !inner_.empty();
}

// The walk has left the answer out, to bound what it writes; for a link that needs no base there is
// one all the same, so that padding protects none.  False where it needs one.
bool Policy::find_omitted(const Link& link, std::string_view& target) {
  std::string reference;
  if (link.status == Status::guessed)
    append_guess(link.raw, link.place, assume_scheme_, reference);
  else if (url::stands_alone(link.raw))
    reference = link.raw;
  else if (link.status != Status::unresolved || !append_assumed(link.raw, link.place, reference))
    return false;
  clicked_.clear();
  if (url::resolve(no_base_, reference, {}, clicked_).outcome == url::Outcome::error)
    clicked_ = reference;
  target = clicked_;
  return true;
}

// Is anything asked for that could change it, wherever it leads?
bool Policy::may_change(const Link& link) const {
  const bool leads = is_followed(link.place, link.type) && !is_shown_text(link);
  return std::ranges::any_of(wanted_, [&](Edit::Kind kind) {
    switch (kind) {
      case Edit::Kind::absolute:
        return link.status == Status::resolved;
      case Edit::Kind::unwrap:
      case Edit::Kind::defang:
      case Edit::Kind::wrap:
        return leads;
      case Edit::Kind::drop_base:
      case Edit::Kind::cid_inline:
        break;
    }
    return false;
  });
}

bool Policy::may_edit(const Link& link) {
  if (only_.empty() || meets(only_, link)) return true;
  // What hands a URL to a program (view-source:) leads where that does.
  if (!link.flags.has(Flag::wrapped) || can_be_wrapped(link.clicked.value_or("")) ||
      !find_wrapped(link))
    return false;
  url_.clear();
  if (url::resolve(no_base_, inner_, {}, url_).outcome == url::Outcome::error) return false;
  Link handed = link;
  handed.url = handed.clicked = url_;
  return meets(only_, handed);
}

// The answer, unless a browser makes something else of it than of the reference and the same base:
// it drops line ends, and `\` is `/` to it.  Then what it opens; whoever reads as the RFCs say
// could not follow the reference as it was.
bool Policy::make_absolute(Draft& draft) {
  const Link& link = draft.link;
  // It has a scheme, or no base by the RFCs, and browsers join it all the same.
  if (drops_base_ && link.clicked && !stands_without_base(link) &&
      (link.status == Status::absolute || link.status == Status::unresolved)) {
    draft.to = *link.clicked;
    return true;
  }
  if (link.status != Status::resolved || !link.url) return false;
  // In a word a line end would be written as an escape.
  const bool has_breaks = link.find != nullptr &&
                          (link.find->written.syntax == extract::Syntax::word ||
                           link.find->written.syntax == extract::Syntax::listed_word) &&
                          link.url->find_first_of("\t\n\r") != std::string_view::npos;
  const bool is_clicked = link.clicked && (has_breaks || leads_elsewhere(link));
  draft.to = is_clicked ? *link.clicked : *link.url;
  return true;
}

bool Policy::leads_elsewhere(const Link& link) {
  if (!link.clicked || !link.base) return false;
  // Queries are in the document's encoding, whatever stands before them.
  const bool has_query = utf8::is_ascii(link.raw) && utf8::is_ascii(*link.base);
  const auto place = [&](std::string_view url) {
    return url.substr(0, url.find_first_of(has_query ? "#" : "?#"));
  };
  const std::string_view wanted = place(*link.clicked);
  if (place(*link.url) == wanted) return false;
  const auto leads_there = [&](const url::Base& base, std::string_view reference) {
    clicked_.clear();
    return url::resolve(base, reference, {}, clicked_).outcome != url::Outcome::error &&
           place(clicked_) == wanted;
  };
  if (leads_there(no_base_, *link.url)) return false;
  // Where it does not, browsers have another base (xml:base), but for one that they cannot read, or
  // have read later.
  if (link.find != nullptr && link.find->earlier != 0) return true;
  const url::Base base(*link.base, url::Rules::whatwg);
  return !base.is_absolute() || leads_there(base, link.raw);
}

// RFC 1808 has an answer where browsers refuse the reference ("//"): it would be a link to them,
// which it was not.
bool Policy::becomes_a_link(const Link& link) {
  if (link.status != Status::resolved || link.clicked || !link.base) return false;
  const auto leads = [&](const url::Base& base, std::string_view reference) {
    clicked_.clear();
    return url::resolve(base, reference, {}, clicked_).outcome != url::Outcome::error;
  };
  return !leads(url::Base(*link.base, url::Rules::whatwg), link.raw) && leads(no_base_, *link.url);
}

// What this site has wrapped: whoever could make a code for it has made it lead there.
bool Policy::unwrap_own(Draft& draft) {
  for (const Template& own : own_) {
    std::optional<Template::Parts> parts = own.take_apart(draft.target);
    if (!parts || !can_be_wrapped(parts->url) || (own.has_mac() && !own.key_of(*parts))) continue;
    inner_ = std::move(parts->url);
    return true;
  }
  return false;
}

bool Policy::unwrap(Draft& draft) {
  if (!unwrap_own(draft) &&
      (!unwrap_known_ || !draft.link.flags.has(Flag::wrapped) || !find_wrapped(draft.link)))
    return false;
  draft.to = inner_;
  url_.clear();
  const bool parses = url::resolve(no_base_, inner_, {}, url_).outcome != url::Outcome::error;
  draft.target = parses ? url_ : inner_;
  return true;
}

bool Policy::defang(Draft& draft) const {
  const Link& link = draft.link;
  if (draft.target.empty() || !is_followed(link.place, link.type)) return false;
  const bool guessed = link.status == Status::guessed && draft.kind != Edit::Kind::unwrap;
  std::string defanged;
  std::string_view written =
      guessed || draft.kind ? std::string_view(draft.to) : link.url.value_or(draft.target);
  // "1:y" begins with a scheme by RFC 1808 2.1; browsers join it with the base.
  if (!guessed && url::scheme_of(written).empty()) written = draft.target;
  if (!append_defanged(written, guessed, linkify_, defanged)) return false;
  draft.to = std::move(defanged);
  return true;
}

bool Policy::wrap(Draft& draft) {
  const Link& link = draft.link;
  if (!is_followed(link.place, link.type) || is_shown_text(link) ||
      (draft.kind != Edit::Kind::unwrap && template_->is_wrapped(link.raw)) ||
      template_->is_wrapped(draft.target))
    return false;
  if (!can_be_wrapped(draft.target)) {
    // What hands a URL to a program (microsoft-edge:) leads where that does.
    if (!link.flags.has(Flag::wrapped) || !find_wrapped(link) || !can_be_wrapped(inner_)) {
      if (leads_past_guard(draft.target)) refused_ = Kept::Why::scheme;
      return false;
    }
    if (template_->is_wrapped(inner_)) return false;
    draft.target = inner_;
  }
  if (loses_query(link) && !template_->keeps_without_query()) {
    refused_ = Kept::Why::form_query;
    return false;
  }
  std::string wrapped;
  Template::Beside beside{{}, link.flags};
  if (template_->has_expires()) beside.expires = last_day(std::time(nullptr), wrap_lifetime_);
  template_->wrap(draft.target, beside, wrapped);
  draft.to = std::move(wrapped);
  return true;
}

bool Policy::take(Edit::Kind kind, Draft& draft) {
  switch (kind) {
    case Edit::Kind::absolute:
      return make_absolute(draft);
    case Edit::Kind::unwrap:
      return unwrap(draft);
    case Edit::Kind::defang:
      return defang(draft);
    case Edit::Kind::wrap:
      return wrap(draft);
    case Edit::Kind::drop_base:   // an element, at the end of its text
    case Edit::Kind::cid_inline:  // what the reference shows
      break;
  }
  return false;
}

std::optional<Edit::Kind> Policy::wish(const Link& link, std::string& to) {
  refused_.reset();
  if (is_same_document(link)) return {};
  // The rules refuse it, and browsers go where it leads all the same.
  if (link.status == Status::invalid && !link.clicked) return {};
  to = link.raw;
  // Where a browser would go; as it was written where that has no answer.
  Draft draft{link, to, {}, link.clicked ? *link.clicked : link.url.value_or("")};
  if (link.flags.has(Flag::url_omitted) && !find_omitted(link, draft.target)) {
    // Nobody knows which conditions it meets, either.
    if (may_change(link)) refused_ = Kept::Why::limit;
    return {};
  }
  if (!may_edit(link)) return {};
  for (const Edit::Kind kind : wanted_)
    if (take(kind, draft)) draft.kind = kind;
  if (draft.kind == Edit::Kind::absolute && becomes_a_link(link)) {
    refused_.reset();
    return {};
  }
  return draft.kind;
}

}  // namespace basewalk::rewrite
