// SPDX-License-Identifier: MIT
//
// One find becomes one link: it is resolved, judged and, where a message would make its
// output grow without bound, cut.
#include "walk/link_maker.h"

#include <algorithm>

#include "support/ascii.h"

namespace basewalk {
namespace {

// A message shorter than this may write as much as one of this size.
constexpr std::size_t kSmallMessage = 4096;

// [R6].  "ftp.example.com" is read as what its name says.
std::string_view guessed_scheme(std::string_view raw) {
  return ascii::istarts_with(raw, "ftp.") ? "ftp://" : "http://";
}

// "//host/x", or what browsers take for it
bool is_network_path(std::string_view raw) {
  const auto slash = [](char c) { return c == '/' || c == '\\'; };
  return raw.size() > 2 && slash(raw[0]) && slash(raw[1]);
}

// The host of the link comes from a base inside the document.
bool is_split(const Link& link, const base::Scope& scope) {
  const bool embedded = scope.from() == BaseFrom::html_base || scope.from() == BaseFrom::codebase;
  return embedded && link.status == Status::resolved && !link.raw.starts_with("//") &&
         scope.url()->components().authority.present;
}

}  // namespace

void LinkMaker::begin(std::size_t message_size) {
  budget_ = options_.limits.output_factor * std::max(message_size, kSmallMessage);
  omitted_ = 0;
}

void LinkMaker::answer(const extract::Find& find, const base::Scope& scope, Link& link) {
  url_.clear();
  if ((find.flags & extract::kGuessed) != 0) {
    if (is_network_path(find.raw))
      url_.append(options_.assume_scheme.empty() ? "http" : options_.assume_scheme).append(":");
    else
      url_.append(guessed_scheme(find.raw));
    url_.append(find.raw);
    link.status = Status::guessed;
  } else if (const url::Base* base = scope.url()) {
    const url::Resolution resolution = url::resolve(*base, find.raw, options_.resolve, url_);
    switch (resolution.outcome) {
      case url::Outcome::absolute:
        link.status = Status::absolute;
        break;
      case url::Outcome::resolved:
        link.status = Status::resolved;
        break;
      case url::Outcome::error:
        link.status = Status::invalid;
        break;
    }
  } else if (url::is_absolute(find.raw)) {
    url::resolve(no_base_, find.raw, options_.resolve, url_);
    link.status = Status::absolute;
  } else if (find.raw.starts_with("//") && !options_.assume_scheme.empty()) {
    url_.append(options_.assume_scheme).append(":").append(find.raw);
    link.status = Status::guessed;
  } else {
    link.status = Status::unresolved;
  }
  link.url.reset();
  if (link.status != Status::unresolved && link.status != Status::invalid) link.url = url_;
}

// [R5].  Where something had to be guessed, a browser is given the guess.
void LinkMaker::click(const extract::Find& find, const base::Scope& scope, Link& link) {
  link.clicked.reset();
  clicked_.clear();
  const url::Base* base = scope.browser_url();
  const std::string_view reference =
      link.status == Status::guessed ? std::string_view(url_) : find.raw;
  const url::Resolution resolution =
      url::resolve(base != nullptr ? *base : browser_no_base_, reference, {}, clicked_);
  if (resolution.outcome != url::Outcome::error) link.clicked = clicked_;
}

// What would be left out anyway is not made: the work is bounded as the output is.
void LinkMaker::skip(const extract::Find& find, Link& link) {
  const bool guessed = (find.flags & extract::kGuessed) != 0;
  link.status = guessed                      ? Status::guessed
                : url::is_absolute(find.raw) ? Status::absolute
                                             : Status::resolved;
  link.url.reset();
  link.clicked.reset();
}

// [H3]: the link is always reported; its base and URL are not once they would be too much.
void LinkMaker::bound(Link& link) {
  const std::size_t cost = link.base.value_or("").size() + link.url.value_or("").size() +
                           link.clicked.value_or("").size();
  if (cost <= budget_) {
    budget_ -= cost;
    return;
  }
  // Less is left each time, so that large answers are not made and thrown away again and again.
  if (link.url || link.clicked) budget_ /= 2;
  link.base.reset();
  link.url.reset();
  link.clicked.reset();
  link.flags |= kUrlOmitted;
  ++omitted_;
}

void LinkMaker::make(const extract::Find& find, const base::Scope& scope, Link& link) {
  link.where = find.where;
  link.raw = find.raw;
  link.base.reset();
  if (const url::Base* base = scope.url()) link.base = base->text();
  link.base_from = scope.from();
  link.base_part = scope.section();
  if (link.base.value_or("").size() > budget_) {
    skip(find, link);
  } else {
    answer(find, scope, link);
    click(find, scope, link);
  }
  link.flags = url::flags_of(link.raw, link.url.value_or(""), link.clicked.value_or("")).bits();
  if (is_split(link, scope)) link.flags |= flag_bit(url::Flag::base_split);
  if ((find.flags & extract::kUnterminated) != 0) link.flags |= kUnterminated;
  link.text = find.text;
  bound(link);
}

}  // namespace basewalk
