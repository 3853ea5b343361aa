// SPDX-License-Identifier: MIT
#include "output/facts/message_facts.h"

#include <algorithm>
#include <set>

#include "basewalk/mime/headers.h"
#include "basewalk/url/flags.h"
#include "mime/values/addresses.h"
#include "mime/values/date.h"
#include "output/facts/hosts.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace basewalk::output {
namespace {

// Of a field that is told in a few hundred bytes no more is looked at.
constexpr std::size_t kLongestField = std::size_t{64} << 10;
constexpr std::size_t kLongestDomain = 253;  // RFC 1035 2.3.4, as text

std::optional<std::string_view> value_of(const Message& message, std::string_view name) {
  const mime::HeaderField* const field = message.find(message.root(), name);
  if (field == nullptr) return {};
  return message.value_of(*field);
}

// Nothing where there is none.
std::optional<std::string> cut(std::string text, std::size_t most) {
  if (text.empty()) return {};
  text.resize(utf8::cut(text, most).size());
  return text;
}

std::optional<std::string> text_of(std::optional<std::int64_t> seconds) {
  if (!seconds) return {};
  return mime::date_text(*seconds);
}

void read_from(const Message& message, Remembered<std::string>& domains, MessageFacts& facts) {
  const auto value = value_of(message, "from");
  if (!value) return;
  mime::Addresses list(*value);
  if (!list.next() || list.address().size() > kLongestAddress) return;
  facts.from = list.address();
  if (const std::string& domain = domains.of(list.domain(), domain_of_address); !domain.empty())
    facts.from_domain = domain;
}

void read_to(const Message& message, MessageFacts& facts) {
  std::set<std::string, std::less<>> domains;
  for (const std::string_view name : {"to", "cc", "bcc"}) {
    const auto value = value_of(message, name);
    if (!value) continue;
    for (mime::Addresses list(*value); list.next(); ++facts.to_count) {
      const std::string_view domain = list.domain();
      // Not "a b", in quotes: no host has such a name, and a list has blanks between its entries.
      if (domains.size() < kMostDomains && !domain.empty() && domain.size() <= kLongestDomain &&
          domain.find_first_of(" \t\r\n\"") == std::string_view::npos && !domains.contains(domain))
        domains.emplace(domain);
    }
  }
  facts.to_domains.assign(domains.begin(), domains.end());
}

// RFC 2919 3: what stands in the last angle brackets; all of it where there are none.
std::optional<std::string> list_id_of(std::string_view value) {
  std::string id = mime::unfold(value.substr(0, kLongestField));
  const std::size_t close = id.rfind('>');
  const std::size_t open = close == std::string::npos ? close : id.rfind('<', close);
  if (open != std::string::npos) id = id.substr(open + 1, close - open - 1);
  return cut(ascii::lowered(ascii::trim(id)), kLongestId);
}

// The first, and those at the end, of which the last is what it answers (RFC 5322 3.6.4).
std::vector<std::string> references_of(std::string_view value) {
  std::vector<std::string> ids;
  for (std::size_t at = 0;;) {
    std::string id = mime::next_message_id(value, at);
    if (id.empty()) break;
    ids.push_back(*cut(std::move(id), kLongestId));
    if (ids.size() >= 2 * kMostReferences)
      ids.erase(ids.begin() + 1, ids.end() - (kMostReferences - 1));
  }
  if (ids.size() > kMostReferences) ids.erase(ids.begin() + 1, ids.end() - (kMostReferences - 1));
  return ids;
}

// Behind the `From ` line of an mbox: the same message in a file of its own has the same hash.
std::string_view without_envelope(const Message& message) {
  if (message.envelope.empty()) return message.bytes;
  const std::size_t end = message.bytes.find_first_not_of("\r\n", message.envelope.end);
  // A line end, and not the empty line of a header without fields.
  const std::string_view line_end = message.bytes.substr(
      message.envelope.end, std::min(end, message.bytes.size()) - message.envelope.end);
  return message.bytes.substr(message.envelope.end +
                              std::min<std::size_t>(line_end.find('\n') + 1, line_end.size()));
}

}  // namespace

std::optional<std::string> message_id_of(const Message& message) {
  const mime::HeaderField* field = message.find(message.root(), "message-id");
  if (field == nullptr) return {};
  std::string id = mime::unfold(message.value_of(*field));
  const std::size_t open = id.find('<'), close = id.rfind('>');
  if (open != std::string::npos && close != std::string::npos && open < close)
    id = id.substr(open + 1, close - open - 1);
  if (id.empty()) return {};
  // It stands in every record of the message, so it cannot be of any length.
  if (id.size() > kLongestId) id.resize(kLongestId);
  return id;
}

MessageFacts MessageReader::of(const Message& message) {
  MessageFacts facts;
  if (const auto value = value_of(message, "date")) facts.date = text_of(mime::read_date(*value));
  if (const auto value = value_of(message, "received"))
    facts.received = text_of(mime::read_date_of_received(*value));
  read_from(message, domains_, facts);
  read_to(message, facts);
  if (const auto value = value_of(message, "subject"))
    facts.subject =
        cut(mime::decode_words(mime::unfold(value->substr(0, kLongestField))), kLongestSubject);
  if (const auto value = value_of(message, "list-id")) facts.list_id = list_id_of(*value);
  if (const auto value = value_of(message, "in-reply-to")) {
    std::size_t at = 0;
    facts.in_reply_to = cut(mime::next_message_id(*value, at), kLongestId);
  }
  if (const auto value = value_of(message, "references")) facts.references = references_of(*value);
  facts.sha256 = sha256_.of(without_envelope(message));
  facts.text_sha256 = texts_.end();
  return facts;
}

PartFacts PartReader::of(const PartReport& report) {
  PartFacts facts;
  if (report.base) {
    const std::string host = url::seen_host(*report.base);
    if (const std::string_view domain = registrable_domain(host); !domain.empty())
      facts.base_domain = domain;
  }
  if (report.message == nullptr) return facts;
  const Message& message = *report.message;
  const mime::Part& part = message.parts[report.index];
  if (const mime::HeaderField* field = message.find(part, "content-disposition")) {
    const mime::ParameterizedValue value = mime::parse_parameterized(message.value_of(*field));
    facts.disposition = cut(value.value, kLongestDisposition);
    if (const std::string* name = value.find("filename"))
      facts.file_name = cut(*name, kLongestFileName);
  }
  if (!facts.file_name && part.content_type_field != mime::kNone) {
    const mime::ParameterizedValue value =
        mime::parse_parameterized(message.value_of(message.fields[part.content_type_field]));
    if (const std::string* name = value.find("name"))
      facts.file_name = cut(*name, kLongestFileName);
  }
  if (part.kind == mime::PartKind::leaf && !part.body.empty())
    facts.sha256 = cut(sha256_.of_body(message.body_of(part), part.encoding), 64);
  return facts;
}

}  // namespace basewalk::output
