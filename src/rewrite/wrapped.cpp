// SPDX-License-Identifier: MIT
//
// The form of a link is plan/template.h's; here is what it means that it came to a server.
#include "basewalk/rewrite/wrapped.h"

#include <algorithm>
#include <utility>

#include "rewrite/plan/template.h"
#include "text/enum_table.h"

namespace basewalk::rewrite {
namespace {

using Verdict = WrappedLink::Verdict;

struct Row {
  Verdict verdict;
  std::string_view name;
};
constexpr Row kVerdicts[] = {
    {Verdict::good, "good"},
    {Verdict::expired, "expired"},
    {Verdict::forged, "forged"},
    {Verdict::foreign, "foreign"},
};
static_assert(is_table_of(kVerdicts, &Row::verdict));

// HTML 4.10.22.3: what was filled in takes the place of the query.
std::string with_query(std::string_view url, std::string_view query) {
  const std::string_view fragment = url.substr(std::min(url.find('#'), url.size()));
  std::string made(url.substr(0, url.find_first_of("?#")));
  return made.append("?").append(query).append(fragment);
}

}  // namespace

std::string_view name(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)].name; }

struct WrappedLinks::State {
  Template form;
};

WrappedLinks::WrappedLinks(std::unique_ptr<State> state) : state_(std::move(state)) {}
WrappedLinks::~WrappedLinks() = default;
WrappedLinks::WrappedLinks(WrappedLinks&&) noexcept = default;
WrappedLinks& WrappedLinks::operator=(WrappedLinks&&) noexcept = default;

Result<WrappedLinks> WrappedLinks::make(std::string_view wrap_template,
                                        std::vector<std::string> keys) {
  if (wrap_template.find("{mac}") == std::string_view::npos)
    return Error{"template", 0, "without {mac} nobody can tell who has made a link"};
  if (const std::size_t at = wrap_template.find('#'); at != std::string_view::npos)
    return Error{"template", at, "what stands behind a # never comes to a server"};
  Result<Template> form = Template::read(wrap_template, std::move(keys));
  if (!form) return form.error();
  return WrappedLinks(std::make_unique<State>(State{std::move(*form)}));
}

bool WrappedLinks::serves_forms() const { return state_->form.keeps_without_query(); }

WrappedLink WrappedLinks::open(std::string_view target, std::int64_t now) const {
  const Template& form = state_->form;
  WrappedLink link;
  std::optional<Template::Parts> parts = form.take_apart(target, true);
  std::optional<std::string_view> query;
  if (const std::size_t at = target.find('?');
      !parts && serves_forms() && at != std::string_view::npos) {
    query = target.substr(at + 1);
    parts = form.take_apart(target.substr(0, at), true);
  }
  if (!parts) return link;
  const std::optional<std::size_t> key = form.key_of(*parts);
  if (!key) {
    link.verdict = Verdict::forged;
    return link;
  }
  link.verdict =
      form.has_expires() && parts->expires < last_day(now, 0) ? Verdict::expired : Verdict::good;
  link.url = query ? with_query(parts->url, *query) : std::move(parts->url);
  link.key = *key;
  link.expires = parts->expires;
  link.flags = read_flags(parts->flags);
  link.has_form_query = query.has_value();
  return link;
}

Result<std::string> wrapped(std::string_view wrap_template, const std::string& key,
                            std::string_view url, std::string_view expires, Flags flags) {
  std::vector<std::string> keys;
  if (!key.empty()) keys.push_back(key);
  Result<Template> form = Template::read(wrap_template, std::move(keys));
  if (!form) return form.error();
  std::string out;
  form->wrap(url, {std::string(expires), flags}, out);
  return out;
}

}  // namespace basewalk::rewrite
