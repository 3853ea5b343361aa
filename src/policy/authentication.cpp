// SPDX-License-Identifier: MIT
#include "policy/authentication.h"

#include <algorithm>

#include "policy/addresses.h"
#include "text/ascii.h"

namespace basewalk::policy {
namespace {

using Result = AuthenticationResults::Result;

// A keyword or a token: what stands before these is one word.
constexpr std::string_view kEndsWord = " \t\r\n()<>@,;:\\\"/[]?=";
constexpr std::string_view kEndsName = " \t\r\n()<>@,;:\\\"/[]?=.";
constexpr std::string_view kEndsValue = " \t\r\n();";

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }

  // CFWS (RFC 5322 3.2.2); false where a comment does not end.
  bool skip_blanks() {
    std::size_t depth = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '(')
        ++depth;
      else if (depth == 0 && !ascii::is_space(c))
        return true;
      else if (c == ')')
        --depth;
      else if (c == '\\' && depth > 0 && at_ + 1 < text_.size())
        ++at_;
    }
    return depth == 0;
  }
  // The character, with blanks around it.
  bool take(char c) {
    const std::size_t before = at_;
    if (skip_blanks() && at_ < text_.size() && text_[at_] == c) {
      ++at_;
      return skip_blanks();
    }
    at_ = before;
    return false;
  }
  // In lower case; empty where there is none.
  std::string word(std::string_view ends = kEndsWord) {
    const std::size_t end = std::min(text_.find_first_of(ends, at_), text_.size());
    std::string made = ascii::lowered(text_.substr(at_, end - at_));
    at_ = end;
    return made;
  }
  // A token, a quoted string, or what mail has instead; false where quotes do not end or there is
  // nothing.
  bool value(std::string& made, std::string_view ends) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && ends.find(text_[at_]) == std::string_view::npos)
      if (text_[at_] != '"')
        made += text_[at_++];
      else if (!quoted(made))
        return false;
    return at_ > begin;
  }

 private:
  bool quoted(std::string& made) {
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '"') {
        ++at_;
        return true;
      }
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      if (text_[at_] != '\r' && text_[at_] != '\n') made += text_[at_];
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// methodspec, behind its ";": "dkim/1 = pass".
bool read_method(Reader& reader, std::string_view method, Result& result) {
  result.method = method;
  if (method.empty()) return false;
  if (reader.take('/') && reader.word().empty()) return false;
  if (!reader.take('=')) return false;
  result.result = reader.word();
  return !result.result.empty() && reader.skip_blanks();
}

// reasonspec and propspec: "reason=...", "smtp.mailfrom=...".
bool read_rest(Reader& reader, Result& result) {
  for (;;) {
    std::string name = reader.word(kEndsName);
    if (name.empty()) return true;
    if (reader.take('.')) {
      const std::string property = reader.word();
      if (property.empty()) return false;
      name += "." + property;
    }
    std::string value;
    if (!reader.take('=') || !reader.value(value, kEndsValue) || !reader.skip_blanks())
      return false;
    result.properties.emplace_back(std::move(name), std::move(value));
  }
}

bool read_results(Reader& reader, std::vector<Result>& results) {
  while (!reader.at_end()) {
    if (!reader.take(';')) return false;
    if (reader.at_end()) return true;  // one too many, which programs write
    const std::string method = reader.word();
    if (!reader.skip_blanks()) return false;
    // no-result
    if (method == "none" && results.empty() && reader.at_end()) return true;
    Result result;
    if (!read_method(reader, method, result) || !read_rest(reader, result)) return false;
    results.push_back(std::move(result));
  }
  return true;
}

void add(std::optional<std::string>& told, const std::string& result) {
  if (!told || result == "pass") told = result;
}

// The domain of a signature: header.d, or that of the identity below it.
std::string_view signer_of(const Result& result) {
  const std::string_view domain = result.property("header.d");
  if (!domain.empty()) return domain.substr(domain.find('@') + 1);
  const std::string_view identity = result.property("header.i");
  return identity.substr(identity.rfind('@') + 1);
}

}  // namespace

std::string_view AuthenticationResults::Result::property(std::string_view name) const {
  const auto it = std::ranges::find(properties, name, &std::pair<std::string, std::string>::first);
  return it == properties.end() ? std::string_view() : it->second;
}

std::optional<AuthenticationResults> read_authentication_results(std::string_view value) {
  Reader reader(value);
  AuthenticationResults made;
  if (!reader.skip_blanks() || !reader.value(made.authserv_id, kEndsValue) || !reader.skip_blanks())
    return {};
  const std::string version = reader.word();
  if (!version.empty() && version != "1") return {};
  if (!reader.skip_blanks() || !read_results(reader, made.results)) return {};
  return made;
}

Authentication authentication_of(std::span<const std::string_view> fields,
                                 std::span<const std::string> trusted) {
  Authentication made;
  std::optional<std::string> spf_of_helo;
  for (const std::string_view field : fields) {
    const std::optional<AuthenticationResults> read = read_authentication_results(field);
    if (!read || std::ranges::find(trusted, domain_key(read->authserv_id)) == trusted.end())
      continue;
    for (const Result& result : read->results) {
      if (result.method == "dkim") {
        add(made.dkim, result.result);
        if (const std::string_view domain = signer_of(result);
            result.result == "pass" && !domain.empty())
          made.dkim_domains.push_back(domain_key(domain));
      } else if (result.method == "spf") {
        const bool is_of_helo =
            !result.property("smtp.helo").empty() && result.property("smtp.mailfrom").empty();
        add(is_of_helo ? spf_of_helo : made.spf, result.result);
      } else if (result.method == "dmarc") {
        add(made.dmarc, result.result);
      }
    }
  }
  if (!made.spf) made.spf = spf_of_helo;
  return made;
}

}  // namespace basewalk::policy
