// SPDX-License-Identifier: MIT
//
// The steps follow one another: a relative reference becomes the answer, a wrapper gives way to
// what it leads to, and that is wrapped or defanged.
#include "rewrite/plan/policy.h"

#include "rewrite/plan/condition.h"
#include "rewrite/plan/defang.h"
#include "rewrite/plan/followed.h"
#include "text/ascii.h"

namespace basewalk::rewrite {
namespace {

// Wrappers in one another; each level is shorter than the one around it.
constexpr int kWrappers = 8;

// What a reader sees of a link is no link of its own; wrapped, it would only say something else.
bool is_shown_text(const Link& link) {
  return link.find != nullptr && (link.find->flags & extract::kInLink) != 0;
}

bool can_be_wrapped(std::string_view url) {
  const std::string_view scheme = url::scheme_of(url);
  return ascii::iequals(scheme, "http") || ascii::iequals(scheme, "https") ||
         ascii::iequals(scheme, "ftp");
}

}  // namespace

Policy::Policy(const Options& options)
    : absolute_(options.absolute),
      unwrap_(options.unwrap),
      defang_(options.defang),
      only_(options.only),
      no_base_(std::string_view(), url::Rules::whatwg) {}

Result<Policy> Policy::make(const Options& options) {
  Policy policy(options);
  if (options.defang && !options.wrap.empty())
    return Error{"options", 0, "links are either wrapped or defanged"};
  if (options.wrap.empty() && !options.wrap_key.empty())
    return Error{"key", 0, "there is a key, but no template with {mac}"};
  if (!options.wrap.empty()) {
    Result<Template> read = Template::read(options.wrap, options.wrap_key);
    if (!read) return read.error();
    policy.template_ = std::move(*read);
  }
  return Result<Policy>(std::move(policy));
}

bool Policy::is_same_document(const Link& link) {
  if (link.base_from == BaseFrom::html_base || link.base_from == BaseFrom::codebase) return false;
  const std::string_view raw = ascii::trim(link.raw);
  return raw.empty() || raw.front() == '#';
}

// Sets inner_ to what the last of the wrappers leads to; it stays empty where there is none.
void Policy::unwrap(const Link& link) {
  inner_.clear();
  std::string at(link.clicked.value_or(link.raw));
  for (int level = 0; level < kWrappers; ++level) {
    finds_->clear();
    extract::extract_url(at, {}, *finds_);
    const extract::Find* wrapped = nullptr;
    for (const extract::Find& each : finds_->finds)
      if (each.place.role == extract::Role::wrapped && wrapped == nullptr) wrapped = &each;
    if (wrapped == nullptr) return;
    std::string next(wrapped->raw);
    if ((wrapped->flags & extract::kGuessed) != 0)
      next.insert(0, next.starts_with('/') || next.starts_with('\\') ? "http:" : "http://");
    std::string clicked;
    if (url::resolve(no_base_, next, {}, clicked).outcome == url::Outcome::error) return;
    inner_ = next;
    at = std::move(clicked);
  }
}

// The walk has left the answer out, to bound what it writes; for a link that needs no base there is
// one all the same, so that padding protects none.
std::string_view Policy::omitted(const Link& link) {
  std::string reference(link.raw);
  if (link.status == Status::guessed)
    reference.insert(
        0, reference.starts_with('/') || reference.starts_with('\\') ? "http:" : "http://");
  clicked_.clear();
  if (url::resolve(no_base_, reference, {}, clicked_).outcome == url::Outcome::error)
    clicked_ = reference;
  return clicked_;
}

bool Policy::may_edit(const Link& link) const { return only_.empty() || meets(only_, link); }

std::optional<Edit::Kind> Policy::wish(const Link& link, std::string& to) {
  std::optional<Edit::Kind> kind;
  if (is_same_document(link) || link.status == Status::invalid) return kind;
  if (!may_edit(link)) return kind;
  to = link.raw;
  if (absolute_ && link.status == Status::resolved && link.url) {
    kind = Edit::Kind::absolute;
    to = *link.url;
  }
  // Where a browser would go; as it was written where that has no answer.
  std::string_view target = link.clicked ? *link.clicked : link.url.value_or("");
  if (link.flags.has(Flag::url_omitted) && link.status != Status::resolved) target = omitted(link);
  if (unwrap_ && link.flags.has(Flag::wrapped)) {
    unwrap(link);
    if (!inner_.empty()) {
      kind = Edit::Kind::unwrap;
      to = inner_;
      url_.clear();
      const bool parses = url::resolve(no_base_, inner_, {}, url_).outcome != url::Outcome::error;
      target = parses ? url_ : inner_;
    }
  }
  if (target.empty() || (!defang_ && !template_) || !is_followed(link.place, link.type))
    return kind;
  if (defang_) {
    const bool guessed = link.status == Status::guessed && kind != Edit::Kind::unwrap;
    std::string defanged;
    const std::string_view written =
        guessed || kind ? std::string_view(to) : link.url.value_or(target);
    if (append_defanged(written, guessed, defanged)) {
      to = std::move(defanged);
      kind = Edit::Kind::defang;
    }
  } else if (can_be_wrapped(target) && !is_shown_text(link) && !template_->is_wrapped(link.raw) &&
             !template_->is_wrapped(target)) {
    std::string wrapped;
    template_->wrap(target, wrapped);
    to = std::move(wrapped);
    kind = Edit::Kind::wrap;
  }
  return kind;
}

}  // namespace basewalk::rewrite
