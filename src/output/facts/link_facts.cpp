// SPDX-License-Identifier: MIT
#include "output/facts/link_facts.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/data_url.h"

namespace basewalk::output {
namespace {

constexpr std::size_t kLongestType = 127;  // as of parts

// RFC 6838 4.2.
bool is_media_type(std::string_view type) {
  return type.size() <= kLongestType && std::ranges::all_of(type, [](char c) {
           return ascii::is_alnum(c) ||
                  std::string_view("!#$&-^_.+/").find(c) != std::string_view::npos;
         });
}

bool is_long_data(std::string_view url) {
  return url.size() > kLongestData && ascii::istarts_with(url, text::kDataScheme);
}

}  // namespace

std::optional<std::string_view> opened_elsewhere(const Link& link) {
  const bool is_elsewhere = !link.url || link.flags.has(Flag::host_differs);
  return is_elsewhere ? link.clicked : std::nullopt;
}

std::optional<std::string> data_in_short(std::string_view url, Sha256& sha256) {
  const std::optional<text::DataUrl> data = text::split_data_url(url);
  if (!data) return {};
  const std::string bytes = data->bytes();
  std::string text(text::kDataScheme);
  if (is_media_type(data->media_type)) text += ascii::lowered(data->media_type);
  return text + ";sha256=" + sha256.of(bytes) + ";length=" + std::to_string(bytes.size());
}

std::string_view LinkReader::shown(std::string_view url, std::string& memory) {
  memory = data_in_short(url, sha256_).value_or(std::string(url));
  return memory;
}

LinkFacts LinkReader::of(const Link& link) {
  LinkFacts facts{link.raw, link.url, link.clicked, {}, {}, {}};
  if (link.url) facts.to = hosts_.of(*link.url);
  if (link.at) {
    facts.byte_offset = offset_ + *link.at;
    facts.line = lines_.of(*link.at);
  }
  if (full_data_) return facts;
  if (is_long_data(link.raw)) facts.raw = shown(link.raw, data_[0]);
  const auto other = [&](std::string_view url, std::string& memory) {
    return url == link.raw ? facts.raw : shown(url, memory);
  };
  if (link.url && is_long_data(*link.url)) facts.url = other(*link.url, data_[1]);
  if (link.clicked && is_long_data(*link.clicked))
    facts.clicked = link.clicked == link.url ? facts.url : other(*link.clicked, data_[2]);
  return facts;
}

}  // namespace basewalk::output
