// SPDX-License-Identifier: MIT
#include "mime/line/mail_field.h"

#include <algorithm>

#include "text/ascii.h"

namespace basewalk::mime {
namespace {

constexpr std::size_t kNameBytes = 100;

// RFC 5322 3.6, RFC 2045, RFC 5536, and what mail programs and servers add.
constexpr std::string_view kUsual[] = {"From",
                                       "To",
                                       "Cc",
                                       "Bcc",
                                       "Subject",
                                       "Date",
                                       "Received",
                                       "Received-SPF",
                                       "Return-Path",
                                       "Message-ID",
                                       "MIME-Version",
                                       "Reply-To",
                                       "Sender",
                                       "References",
                                       "In-Reply-To",
                                       "Delivered-To",
                                       "Delivery-Date",
                                       "Envelope-To",
                                       "Apparently-To",
                                       "Authentication-Results",
                                       "DKIM-Signature",
                                       "DomainKey-Signature",
                                       "Errors-To",
                                       "Followup-To",
                                       "Importance",
                                       "Lines",
                                       "Mailing-List",
                                       "Newsgroups",
                                       "Organization",
                                       "Path",
                                       "Precedence",
                                       "Priority",
                                       "Return-Receipt-To",
                                       "Status",
                                       "Thread-Index",
                                       "Thread-Topic",
                                       "User-Agent",
                                       "Xref"};
constexpr std::string_view kUsualBeginnings[] = {"X-", "Content-", "List-", "Resent-", "ARC-"};

bool is_name_char(char c) { return ascii::is_alnum(c) || c == '-' || c == '_' || c == '.'; }

}  // namespace

std::string_view field_name(std::string_view line) {
  if (line.empty() || !ascii::is_alpha(line.front())) return {};
  const std::string_view start = line.substr(0, kNameBytes + 1);
  const auto* const found = std::find_if_not(start.begin(), start.end(), is_name_char);
  const auto size = static_cast<std::size_t>(found - start.begin());
  if (size > kNameBytes) return {};
  std::size_t colon = size;
  while (colon < line.size() && ascii::is_blank(line[colon])) ++colon;
  if (colon == line.size() || line[colon] != ':') return {};
  const std::string_view value = line.substr(colon + 1);
  if (value.starts_with("//") || value.starts_with('\\')) return {};
  return line.substr(0, size);
}

bool is_usual_field(std::string_view name) {
  if (ascii::iis_one_of(kUsual, name)) return true;
  return std::any_of(std::begin(kUsualBeginnings), std::end(kUsualBeginnings),
                     [&](std::string_view each) { return ascii::istarts_with(name, each); });
}

bool names_structure(std::string_view header) {
  constexpr std::string_view kBegin = "content-t";
  return std::search(header.begin(), header.end(), kBegin.begin(), kBegin.end(),
                     [](char a, char b) { return ascii::to_lower(a) == b; }) != header.end();
}

}  // namespace basewalk::mime
