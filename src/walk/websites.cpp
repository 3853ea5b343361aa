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

bool begins_message(const Message& message, const mime::Part& part) {
  return part.parent != mime::kNone && message.parts[part.parent].kind == mime::PartKind::message;
}

// Is what a frame holds a message, and no part of one that is read otherwise, nor a file in a
// document?
bool is_message(const Frame& frame) {
  const Frame* around = &frame;
  while (around->other) {
    const std::uint32_t index = around->other->part;
    around = around->of;
    const mime::Part& part = around->message->parts[index];
    if (part.parent != mime::kNone) return begins_message(*around->message, part);
  }
  return around->number.empty();
}

}  // namespace

// Not behind a limit.  What a first reading has is that one's, and told at its end.
void Walker::Impl::keep_websites(Frame& frame) {
  const Message& message = *frame.message;
  if (!frame.section.empty() || !base::is_honored(BaseFrom::content_base, options_.honor)) return;
  work::charge(message.parts.size());
  for (std::uint32_t index = 0; index < message.parts.size(); ++index) {
    const mime::Part& part = message.parts[index];
    if (!begins_message(message, part) && !(index == 0 && is_message(frame))) continue;
    for (std::uint32_t i = part.first_field; i < part.fields_end; ++i) {
      if (base::declared_by(message.name_of(message.fields[i])) != BaseFrom::content_base) continue;
      std::string url = base::header_url(message.value_of(message.fields[i])).url;
      if (!url::is_absolute(url)) url = text::unescaped(url);
      if (!url::is_absolute(url)) continue;
      work::charge(url.size());
      const bool is_new = led_to_.try_emplace(url, false).second;
      if (!is_new && frame.reading) continue;
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
  structure_ = frame.reading;
  unopened_ = remembers_ = in_doubt_ = false;
  extract::Find find;
  find.raw = site.url;
  find.place = {.role = extract::Role::header, .element = "content-base"};
  if (frame.in_document) find.place.around = "document ";
  const Visit next = report_link(at, part.media_type, find, at.scope);
  return next == Visit::stop ? next : report_notes(at);
}

}  // namespace basewalk
