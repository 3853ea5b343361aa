// SPDX-License-Identifier: MIT
#include "bundle/page/page_words.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "html/reader.h"
#include "html/values.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace basewalk::bundle {

namespace {

using html::Element;
using html::Reader;
using html::Space;
using html::TagAttribute;
using html::Token;
using html::TokenKind;

// A title is a line, and a language a tag.
constexpr std::size_t kLongestTitle = 2000;
constexpr std::size_t kLongestLanguage = 100;

// Of Context::link, which is a number of the reader's user: what is in it is preformatted.
constexpr std::uint32_t kPreformatted = 1;

// How much room an element has around it.
enum class Room : std::uint8_t { none, cell, line, paragraph };

Room room_around(Element element) {
  switch (element) {
    case Element::td:
    case Element::th:
      return Room::cell;
    case Element::p:
    case Element::pre:
    case Element::listing:
    case Element::xmp:
    case Element::plaintext:
    case Element::blockquote:
    case Element::table:
    case Element::ul:
    case Element::ol:
    case Element::dl:
      return Room::paragraph;
    case Element::li:
    case Element::dt:
    case Element::dd:
    case Element::tr:
    case Element::caption:
    case Element::form:
    case Element::hr:
    case Element::option:
    case Element::optgroup:
    case Element::select:
    case Element::body:
    case Element::frame:
    case Element::iframe:
      return Room::line;
    default:
      if (html::has_trait(element, html::kHeading)) return Room::paragraph;
      return html::has_trait(element, html::kBlockLike) ? Room::line : Room::none;
  }
}

// Content that is never shown as text, or not where it stands.
bool is_no_text(Element element) {
  switch (element) {
    case Element::title:
    case Element::script:
    case Element::style:
    case Element::iframe:
    case Element::noembed:
    case Element::noframes:
      return true;
    default:
      return false;
  }
}

// Namespaces in XML 4: what stands behind the prefix.
std::string_view local_name(std::string_view name) {
  return name.substr(name.find(':') == std::string_view::npos ? 0 : name.find(':') + 1);
}

// White space as one blank, none at the ends.
void append_words(std::string_view text, std::size_t most, std::string& out) {
  bool blank = false;
  for (const char c : text) {
    if (out.size() > most) break;
    if (ascii::is_space(c)) {
      blank = true;
      continue;
    }
    if (blank && !out.empty()) out += ' ';
    blank = false;
    out += c;
  }
  if (out.size() > most) out.resize(utf8::cut(out, most).size());
}

class WordReader {
 public:
  WordReader(const PageText& page, Sink* out)
      : out_(out),
        reader_(page.text(), page.form() == TextForm::xml ? Reader::Kind::xml : Reader::Kind::html,
                html::Tokenizer::Keep::all) {}

  PageWords read();

 private:
  std::string meaning_of(const TagAttribute& attribute) { return reader_.meaning_of(attribute); }
  std::string meaning_of_text(const Token& token);
  const TagAttribute* attribute(std::string_view name) const;
  void start_tag(const Token& tag);
  void end_tag(Element element) {
    // Its end tag may be implied by that of the list.
    if (element == Element::li || element == Element::ul || element == Element::ol ||
        element == Element::menu || element == Element::dir)
      marker_ = false;
    if (element != Element::td && element != Element::th) make_room(room_around(element));
  }
  void text(const Token& token);
  void make_room(Room room) { room_ = std::max(room_, room); }
  void put(std::string_view text, bool preformatted);
  void put_room();
  bool is_done() const { return out_ == nullptr && (has_title_ && has_body_); }

  Sink* out_;
  Reader reader_;
  PageWords words_;
  bool has_title_ = false, has_body_ = false;
  // Between what was put and what comes.
  Room room_ = Room::none;
  bool blank_ = false;
  bool marker_ = false;  // of a list item of which nothing was put
  bool begun_ = false;   // something was put
};

PageWords WordReader::read() {
  while (!is_done()) {
    const Token& token = reader_.next();
    switch (token.kind) {
      case TokenKind::end_of_text:
        if (begun_) out_->write("\n");
        return std::move(words_);
      case TokenKind::text:
        text(token);
        break;
      case TokenKind::start_tag:
        start_tag(token);
        break;
      case TokenKind::end_tag:
        end_tag(reader_.is_xml() ? html::element_named(local_name(token.text)) : token.element);
        break;
      default:
        break;
    }
  }
  return std::move(words_);
}

std::string WordReader::meaning_of_text(const Token& token) {
  if (reader_.is_xml()) return std::string(reader_.xml().text_meaning().text);
  std::string text;
  html::decode_token_text(token, html::Nul::drop, text);
  return text;
}

const TagAttribute* WordReader::attribute(std::string_view name) const {
  // Of duplicates the first counts (WHATWG HTML 13.2.5.33).
  for (const TagAttribute& each : reader_.attributes())
    if (ascii::iequals(each.name, name)) return &each;
  return nullptr;
}

void WordReader::start_tag(const Token& tag) {
  if (tag.unterminated) return;
  const Reader::Kin kin = reader_.opened();
  if (kin.space == Space::svg || kin.space == Space::math) {
    // They are shown where a pointer rests, if at all.
    if (kin.element == Element::title || kin.element == Element::desc) reader_.set_own(0, true);
    return;
  }
  has_body_ = has_body_ || kin.element == Element::body || kin.element == Element::frameset;
  make_room(room_around(kin.element));
  if (kin.element == Element::br && out_ != nullptr) {
    // Each is a line end, also of an empty line.
    if (room_ < Room::line)
      room_ = Room::line;
    else if (room_ == Room::line)
      room_ = Room::paragraph;
  }
  const bool preformatted = kin.element == Element::pre || kin.element == Element::listing ||
                            kin.element == Element::xmp || kin.element == Element::textarea ||
                            kin.element == Element::plaintext;
  bool hidden = kin.element == Element::template_;
  for (const TagAttribute& each : reader_.attributes()) {
    if (ascii::iequals(each.name, "hidden")) hidden = true;
    if (ascii::iequals(each.name, "style") && html::hides(meaning_of(each))) hidden = true;
  }
  if (kin.element == Element::html && words_.language.empty())
    for (const std::string_view name : {"lang", "xml:lang"})
      if (const TagAttribute* const language = attribute(name);
          language != nullptr && words_.language.empty())
        append_words(meaning_of(*language), kLongestLanguage, words_.language);
  if (kin.element == Element::meta && words_.language.empty()) {
    const TagAttribute* const name = attribute("http-equiv");
    const TagAttribute* const content = attribute("content");
    if (name != nullptr && content != nullptr &&
        ascii::iequals(meaning_of(*name), "content-language"))
      append_words(meaning_of(*content), kLongestLanguage, words_.language);
  }
  if (kin.element == Element::img && !hidden && !reader_.context().hidden)
    if (const TagAttribute* const alt = attribute("alt")) put(meaning_of(*alt), false);
  if (kin.element == Element::li) marker_ = !hidden && !reader_.context().hidden;
  if (hidden || preformatted) reader_.set_own(preformatted ? kPreformatted : 0, hidden);
}

void WordReader::text(const Token& token) {
  const Reader::Kin content = reader_.content_of(token);
  if (content.element == Element::title && content.space != Space::svg && !has_title_ &&
      !reader_.in_template()) {
    append_words(meaning_of_text(token), kLongestTitle, words_.title);
    has_title_ = true;
  }
  if (out_ == nullptr || is_no_text(content.element) || reader_.in_template()) return;
  const html::Context context = reader_.context();
  if (context.hidden) return;
  put(meaning_of_text(token), context.link == kPreformatted);
}

void WordReader::put_room() {
  if (begun_) {
    if (room_ == Room::paragraph) out_->write("\n\n");
    if (room_ == Room::line) out_->write("\n");
    if (room_ == Room::cell) out_->write("\t");
    if (room_ == Room::none && blank_) out_->write(" ");
  }
  if (marker_) out_->write("* ");
  room_ = Room::none;
  blank_ = marker_ = false;
  begun_ = true;
}

void WordReader::put(std::string_view text, bool preformatted) {
  if (out_ == nullptr || text.empty()) return;
  if (preformatted) {
    put_room();
    std::string lines;
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] != '\r')
        lines += text[i];
      else if (i + 1 == text.size() || text[i + 1] != '\n')
        lines += '\n';
    out_->write(lines);
    return;
  }
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && !ascii::is_space(text[end])) ++end;
    if (end > at) {
      put_room();
      out_->write(text.substr(at, end - at));
    }
    if (end < text.size()) blank_ = true;
    at = end + 1;
  }
}

}  // namespace

PageWords words_of(const PageText& page, Sink* text) {
  if (page.form() != TextForm::html && page.form() != TextForm::xml) return {};
  return WordReader(page, text).read();
}

}  // namespace basewalk::bundle
