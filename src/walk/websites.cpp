// SPDX-License-Identifier: MIT
//
// The Content-Base of a message, which Thunderbird shows in the header of any ("Website"), and
// opens at a click: a link, told where no other of the message leads there or is resolved against
// it.
//
// Before this: walk.cpp has begun with a message, or is at its end.  After it: report.cpp.
#include <string>
#include <utility>

#include "base/declared.h"
#include "basewalk/url/url.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "text/work.h"
#include "walk/walker.h"

namespace basewalk {
namespace {

bool has_host(std::string_view url) {
  return url::is_absolute(url) && url.find("//") != std::string_view::npos;
}

}  // namespace

// Of a first reading, and not behind a limit.
void Walker::Impl::keep_websites(Frame& frame) {
  const Message& message = *frame.message;
  if (frame.reading || frame.other || !frame.section.empty() || frame.in_document ||
      !base::is_honored(BaseFrom::content_base, options_.honor))
    return;
  work::charge(message.parts.size());
  for (std::uint32_t index = 0; index < message.parts.size(); ++index) {
    const mime::Part& part = message.parts[index];
    if (part.parent != mime::kNone && message.parts[part.parent].kind != mime::PartKind::message)
      continue;
    for (std::uint32_t i = part.first_field; i < part.fields_end; ++i) {
      if (base::declared_by(message.name_of(message.fields[i])) != BaseFrom::content_base) continue;
      std::string url = base::header_url(message.value_of(message.fields[i])).url;
      if (!url::is_absolute(url)) url = text::unescaped(url);
      if (!has_host(url)) continue;
      work::charge(url.size());
      led_to_.try_emplace(url, false);
      frame.websites.push_back({index, std::move(url)});
    }
  }
}

void Walker::Impl::keep_led_to(const Link& link) {
  const auto keep = [&](std::string_view url) {
    work::charge(url.size());
    const auto site = led_to_.find(std::string(url));
    if (site != led_to_.end()) site->second = true;
  };
  keep(link.clicked.value_or(link.raw));
  if (link.status == Status::resolved) keep(link.base.value_or(""));
}

Visit Walker::Impl::visit_website(Frame& frame, const Website& site) {
  if (led_to_.at(site.url)) return Visit::go_on;
  const mime::Part& part = frame.message->parts[site.part];
  const Current at{frame, site.part, part, section_of(frame, site.part), frame.scopes.front(), {}};
  notes_.clear();
  structure_.reset();
  unopened_ = remembers_ = in_doubt_ = false;
  extract::Find find;
  find.raw = site.url;
  find.place = {.role = extract::Role::header, .element = "content-base"};
  const Visit next = report_link(at, part.media_type, find, at.scope);
  return next == Visit::stop ? next : report_notes(at);
}

}  // namespace basewalk
