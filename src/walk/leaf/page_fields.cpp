// SPDX-License-Identifier: MIT
#include "walk/leaf/page_fields.h"

#include <string>

#include "html/reader.h"
#include "text/ascii.h"
#include "text/work.h"

namespace basewalk {
namespace {

using html::TokenKind;

constexpr std::string_view kElement = "mso-element";
constexpr std::string_view kBegin = "field-begin", kSeparator = "field-separator",
                           kEnd = "field-end";

// What a style says of an element; empty where it says nothing.
std::string element_of(std::string_view style) {
  const std::string lower = ascii::lowered(style);
  const std::size_t at = lower.find(kElement);
  if (at == lower.npos) return {};
  const std::size_t colon = lower.find_first_not_of(" \t\r\n", at + kElement.size());
  if (colon == lower.npos || lower[colon] != ':') return {};
  const std::size_t end = std::min(lower.find(';', colon), lower.size());
  return std::string(ascii::trim(std::string_view(lower).substr(colon + 1, end - colon - 1)));
}

class PageFields {
 public:
  explicit PageFields(std::string_view page)
      : reader_(page, html::Reader::Kind::html, html::Tokenizer::Keep::all) {
    reader_.cut_conditions(true);
  }

  std::vector<worker::FieldTarget> read() {
    for (;;) {
      const html::Token& token = reader_.next();
      if (token.kind == TokenKind::end_of_text) break;
      if (token.kind == TokenKind::text) text(token);
      // Of the beginning of a condition the token is all that there is of it.
      if (token.kind == TokenKind::comment) comment(reader_.text().substr(reader_.place()));
      if (token.kind == TokenKind::start_tag) start_tag();
    }
    fields_.finish(found_);
    return std::move(found_);
  }

 private:
  void text(const html::Token& token) {
    if (!fields_.is_in_field()) return;
    std::string text;
    html::decode_token_text(token, html::Nul::drop, text);
    fields_.text(text, version_);
  }
  // "[if !supportFields]": what other programs show in its place.
  void comment(std::string_view rest) {
    constexpr std::size_t kMost = 200;
    constexpr std::string_view kComment = "<!--";
    version_ = worker::Version::all;
    if (!rest.starts_with(kComment)) return;
    const std::string_view text = ascii::trim_left(rest.substr(kComment.size(), kMost));
    const std::string_view condition = text.substr(0, text.find(']'));
    if (ascii::istarts_with(text, "[if") && condition.find('!') != condition.npos)
      version_ = worker::Version::others;
  }
  void start_tag() {
    for (const html::TagAttribute& each : reader_.attributes()) {
      if (!ascii::iequals(each.name, "style")) continue;
      const std::string element = element_of(reader_.meaning_of(each));
      if (element == kBegin) fields_.begin(found_);
      if (element == kSeparator) fields_.separate();
      if (element == kEnd) fields_.end(found_, version_);
    }
  }

  html::Reader reader_;
  worker::FieldReader fields_;
  std::vector<worker::FieldTarget> found_;
  worker::Version version_ = worker::Version::all;
};

}  // namespace

std::vector<worker::FieldTarget> fields_of_page(std::string_view page) {
  work::charge(2 * page.size());
  return PageFields(page).read();
}

}  // namespace basewalk
