// SPDX-License-Identifier: MIT
#include "worker/documents/rtf/reader.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "text/ascii.h"
#include "text/references.h"
#include "text/utf8.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/ole/moniker.h"
#include "worker/documents/rtf/rtf.h"
#include "worker/programs.h"

namespace basewalk::worker::rtf {
namespace {

constexpr std::size_t kMostFonts = 65536, kMostSkips = 1024;
constexpr std::size_t kDeep = 4096, kMostGroups = 1'000'000;

std::string name_of(std::string_view text) {
  std::string name;
  for (const char c : text.substr(0, 64))
    if (ascii::is_alnum(c)) name += c;
  return name;
}

// UTF-8 that came as bytes may be none.
std::string valid(std::string text) {
  if (utf8::is_valid(text)) return text;
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t good = utf8::valid_prefix(rest);
    out += rest.substr(0, good);
    rest.remove_prefix(good);
    if (rest.empty()) break;
    rest.remove_prefix(utf8::first(rest).length);
    out += utf8::kReplacementText;
  }
  return out;
}

// What stands between quotation marks.
std::unordered_set<std::string_view> quoted(std::string_view text) {
  std::unordered_set<std::string_view> all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\"'", at), text.size());
    all.insert(text.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

}  // namespace

void Reader::read() {
  std::string_view head = document_.bytes;
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  head = ascii::trim_left(head);
  if (!head.starts_with("{\\rt")) sink_.lack(Lack::damaged, "header", "is none of RTF");
  tokens_ = Tokens(head);
  while (step(tokens_.next())) {
  }
  finish();
}

// False at the end.
bool Reader::step(const Token& token) {
  if (token.kind != Token::Kind::byte && token.kind != Token::Kind::text) finish_character();
  if (token.kind == Token::Kind::open || token.kind == Token::Kind::close ||
      token.kind == Token::Kind::end)
    finish_half();
  switch (token.kind) {
    case Token::Kind::end:
      return false;
    case Token::Kind::open:
      open_group();
      return groups_.size() <= kMostGroups;
    case Token::Kind::close:
      close_group();
      return groups_.size() > 1;
    case Token::Kind::word:
      read_word(token);
      return true;
    case Token::Kind::symbol:
      read_symbol(token.text.front());
      return true;
    case Token::Kind::byte:
      read_byte(static_cast<unsigned char>(*token.number));
      return true;
    case Token::Kind::text:
      read_text(token.text);
      return true;
    case Token::Kind::binary:
      read_binary(token.text);
      return true;
  }
  return false;
}

void Reader::open_group() {
  Group inner = group();
  inner.is_starred = false;
  inner.is_new = true;
  inner.fields = static_cast<std::uint32_t>(fields_.size());
  inner.kept = static_cast<std::uint32_t>(kept_.size());
  groups_.push_back(inner);
  deepest_ = std::max(deepest_, groups_.size());
  skip_ = 0;
}

void Reader::close_group() {
  while (fields_.size() > group().fields) finish_field();
  while (kept_.size() > group().kept) finish_kept();
  if (groups_.size() > 1) groups_.pop_back();
  // What stands before all text is in its place.
  const bool is_odd = group().to == Destination::instruction || !text_.ours.empty();
  if (const std::string odd = std::exchange(odd_, {}); is_odd) put(odd, Version::others);
  skip_ = 0;
}

void Reader::read_word(const Token& token) {
  const Word word = word_of(token.text);
  if (word.kind == Word::Kind::destination) {
    const bool is_shown_by_some = word.value == kStarred && !group().is_starred;
    enter(is_shown_by_some ? Destination::odd : word.destination);
  } else if (word.kind == Word::Kind::other) {
    // A destination that is not known; what is known within it is read all the same.  LibreOffice
    // shows what stands behind a word that only changes how text looks.
    if (group().is_starred && group().is_new) enter(Destination::odd);
  } else {
    set(word, token.number.value_or(0), token.number.has_value());
  }
  group().is_new = false;
}

void Reader::set(const Word& word, std::int32_t number, bool has_number) {
  switch (word.kind) {
    case Word::Kind::character:
    case Word::Kind::line_end:
    case Word::Kind::some_character:
    case Word::Kind::some_line_end:
    case Word::Kind::cell_end: {
      // What stands for a character of \u: LibreOffice counts no words.
      const bool is_skipped = skip_ > 0;
      const bool is_doubted = word.kind == Word::Kind::some_character ||
                              word.kind == Word::Kind::some_line_end ||
                              (word.kind == Word::Kind::cell_end && !has_rows_);
      if (is_skipped) --skip_;
      if (is_skipped && is_doubted) return;
      const Version version = is_skipped   ? Version::others
                              : is_doubted ? Version::newest
                                           : Version::all;
      if (word.kind == Word::Kind::line_end || word.kind == Word::Kind::some_line_end)
        return put_line_end(version);
      return put_character(word.value, version);
    }
    case Word::Kind::soft_line_end:
      return put_line_end(Version::others);
    case Word::Kind::page_number:
      return put_character(word.value, Version::others);
    case Word::Kind::row:
      has_rows_ = true;
      return;
    case Word::Kind::unicode:
      return read_unit(static_cast<std::uint16_t>(number));
    case Word::Kind::skips:
      group().skips = static_cast<std::uint16_t>(
          std::clamp<std::int32_t>(has_number ? number : 1, 0, kMostSkips));
      return;
    case Word::Kind::picture_kind:
      if (group().to == Destination::picture) kept_.back().kind = word.value;
      return;
    case Word::Kind::code_page:
      if (number > 0 && number <= 0xFFFF) page_ = static_cast<std::uint16_t>(number);
      return;
    case Word::Kind::named_page:
      page_ = static_cast<std::uint16_t>(word.value);
      return;
    case Word::Kind::font:
      (group().to == Destination::fonts ? font_ : group().font) = number;
      return;
    case Word::Kind::default_font:
      default_font_ = number;
      return;
    case Word::Kind::charset:
    case Word::Kind::font_page: {
      if (group().to != Destination::fonts || font_ < 0 || font_ >= std::int32_t{kMostFonts})
        return;
      const auto index = static_cast<std::size_t>(font_);
      if (fonts_.size() <= index) fonts_.resize(index + 1);
      fonts_[index] = word.kind == Word::Kind::charset ? page_of_charset(number)
                                                       : static_cast<std::uint16_t>(number);
      return;
    }
    case Word::Kind::plain:
      group().font = -1;
      group().is_deleted = group().is_invisible = false;
      return;
    case Word::Kind::deleted:
      group().is_deleted = !has_number || number != 0;
      return;
    case Word::Kind::invisible:
      group().is_invisible = !has_number || number != 0;
      return;
    case Word::Kind::for_others:
    case Word::Kind::two_forms:
      group().version = Version::others;
      return;
    case Word::Kind::newest_form:
      group().version = Version::newest;
      if (group().to != Destination::instruction) enter(Destination::text);
      return;
    case Word::Kind::field:
      fields_.push_back({{}, group().to, group().is_html_rtf});
      return;
    case Word::Kind::html:
      has_html_ = true;
      return;
    case Word::Kind::html_rtf:
      group().is_html_rtf = !has_number || number != 0;
      return;
    default:
      return;
  }
}

void Reader::enter(Destination to) {
  Group& now = group();
  if (to == Destination::instruction || to == Destination::result) {
    now.to = to;
    return enter_field();
  }
  const bool is_shown =
      to == Destination::text || to == Destination::aside || to == Destination::note;
  if (is_shown) {
    // LibreOffice takes it for a part of the instructions, but for what is at the edge of a page.
    if (now.to == Destination::instruction && to != Destination::aside) {
      now.version = Version::others;
      return;
    }
    now.to = Destination::text;
    if (to == Destination::text || std::exchange(now.is_aside, true)) return;
    if (!aside_.ours.empty() || !aside_.others.empty()) aside_.ours += '\n';
    return;
  }
  // Said twice, it goes on.
  const bool is_open = now.to == to && kept_.size() > now.kept;
  now.to = to;
  if (to == Destination::html_tag) now.is_in_tag = true;
  if (is_kept(to) && !is_open) kept_.push_back({to, "", {}, 0});
}

void Reader::enter_field() {
  const bool is_instruction = group().to == Destination::instruction;
  const bool is_none = fields_.empty();
  if (is_none || (is_instruction && fields_.back().field.has_result)) {
    if (!is_none) finish_field();
    fields_.push_back({{}, Destination::text, group().is_html_rtf});
    // It ends with the group that this one is in, as it does where \field stands.
    if (groups_.size() > 1) group().fields = static_cast<std::uint32_t>(fields_.size());
  }
  OpenField& open = fields_.back();
  if (!is_instruction) open.field.has_result = true;
  if (is_instruction) open.is_html_rtf = group().is_html_rtf;
}

void Reader::read_symbol(char symbol) {
  if (symbol == '*') {
    group().is_starred = true;
    return;
  }
  if (symbol == '\'') {
    if (is_digits(group().to)) return kept_.back().digits.forget_half();
    // LibreOffice drops what should be the digits.
    group().other_skip = std::max(group().other_skip, std::uint32_t{1}) + 1;
    return;
  }
  const bool is_skipped = skip_ > 0;
  if (is_skipped) --skip_;
  put_symbol(symbol, is_skipped ? Version::others : Version::all);
}

void Reader::put_symbol(char symbol, Version version) {
  switch (symbol) {
    case '\\':
    case '{':
    case '}':
      return put(std::string_view(&symbol, 1), version);
    case '\r':
    case '\n':
      return put_line_end(version);
    case '~':
      return put_character(0xA0, version);
    case '_':
      // What is copied, or pasted where it is not known, has a hyphen.
      if (version == Version::all) put_character(0x2011, Version::newest);
      return put_character('-', Version::others);
    case '\t':
      if (version == Version::all) put_character('\t', Version::newest);
      return;
    default:
      return;  // "\-", "\:" and the like show nothing
  }
}

void Reader::read_text(std::string_view bytes) {
  if (is_digits(group().to)) {
    if (!is_over_) {
      const std::size_t before = kept_.back().bytes.size();
      kept_.back().digits.append(bytes, kept_.back().bytes);
      append(kept_.back().bytes, {});
      made_ += kept_.back().bytes.size() - before;
    }
    return;
  }
  // What is skipped by us, and by others.
  const std::size_t ours = std::min(skip_, bytes.size());
  const std::size_t theirs = std::min<std::size_t>(group().other_skip, bytes.size());
  skip_ -= ours;
  group().other_skip -= static_cast<std::uint32_t>(theirs);
  const std::size_t both = std::min(ours, theirs), any = std::max(ours, theirs);
  put_bytes(bytes.substr(both, any - both), ours > theirs ? Version::others : Version::newest);
  put_bytes(bytes.substr(any), Version::all);
}

void Reader::put_bytes(std::string_view bytes, Version version) {
  if (bytes.empty() || group().to == Destination::skipped) return;
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\0', at), bytes.size());
    decoder_.append(bytes.substr(at, end - at), page(), text);
    at = end + 1;
  }
  put_decoded(text, bytes, version);
}

// The bytes of mark-up are to some programs in the code page of the document, whatever the font.
void Reader::put_decoded(std::string_view text, std::string_view bytes, Version version) {
  if (group().to != Destination::html_tag || version != Version::all || page() == page_)
    return put(text, version);
  std::string others;
  Decoder decoder;
  decoder.append(bytes, page_, others);
  decoder.finish(others);
  if (others == text) return put(text);
  put(text, Version::newest);
  put(others, Version::others);
}

void Reader::read_byte(unsigned char byte) {
  if (is_digits(group().to)) return kept_.back().digits.forget_half();
  const bool is_ours = skip_ == 0, is_theirs = group().other_skip == 0;
  if (!is_ours) --skip_;
  if (!is_theirs) --group().other_skip;
  if (!is_ours && !is_theirs) return;
  if (byte == 0) return finish_character();  // nothing, as a NUL that is no escape
  std::string text;
  decoder_.append(byte, page(), text);
  const char as_text = static_cast<char>(byte);
  put_decoded(text, {&as_text, 1},
              is_ours == is_theirs ? Version::all
              : is_ours            ? Version::newest
                                   : Version::others);
}

// The other half of a character stands directly behind the first one: one that a group ends with
// takes no letter from what is behind the group.
void Reader::finish_character() {
  std::string text;
  decoder_.finish(text);
  put(text);
}

// Of an object or a picture; elsewhere no program shows it, and it is a part of its own.
void Reader::read_binary(std::string_view bytes) {
  const bool is_skipped = skip_ > 0;
  if (is_skipped) --skip_;
  // LibreOffice takes one byte at least, and does not count it for \u.
  if (bytes.empty()) ++group().other_skip;
  if (!is_skipped && is_digits(group().to))
    append(kept_.back().bytes, bytes);
  else
    objects_.give("binary data", "", bytes, true);
}

void Reader::read_unit(char32_t unit) {
  // What Word writes for symbols: the private area holds the bytes of their font.
  skip_ = group().other_skip = group().skips;
  if (unit == 0) return;
  if (utf8::is_high_surrogate(unit)) {
    finish_half();
    high_ = unit;
    return;
  }
  if (utf8::is_low_surrogate(unit) && high_ != 0)
    unit = utf8::joined(std::exchange(high_, 0), unit);
  if (utf8::is_scalar(unit)) return put_character(unit);
  put_character(utf8::kReplacement, Version::newest);
}

std::uint16_t Reader::page() const {
  const std::int32_t font = groups_.back().font >= 0 ? groups_.back().font : default_font_;
  const auto index = static_cast<std::size_t>(font);
  if (font >= 0 && index < fonts_.size() && fonts_[index] != 0) return fonts_[index];
  return page_;
}

void Reader::append(std::string& to, std::string_view text) {
  if (is_over_) return;
  made_ += text.size();
  if (made_ > document_.bounds.bytes) {
    is_over_ = true;
    sink_.lack(Lack::limit, "text", "is longer than is read");
    return;
  }
  to += text;
}

void Reader::append_code(std::string_view text, Version version) {
  std::string code;
  append(code, text);
  fields_.back().field.add_code(code, version_of(version));
}

void Reader::append_kept(std::string_view text, Version version) {
  std::string value;
  append(value, text);
  if (version == Version::all && !kept_.back().versions.is_divided) {
    kept_.back().bytes += value;
    return;
  }
  kept_.back().versions.code.swap(kept_.back().bytes);
  kept_.back().versions.add_code(value, version);
  kept_.back().versions.code.swap(kept_.back().bytes);
}

// What the group is for comes first.
Version Reader::version_of(Version version) const {
  const Group& now = groups_.back();
  Version of_group = now.version;
  if (now.to == Destination::instruction && now.is_deleted) of_group = Version::others;
  // Deleted, it is seen as such, or not at all.
  if (now.to != Destination::instruction && of_group == Version::all &&
      (now.is_deleted || now.is_invisible))
    of_group = Version::newest;
  if (of_group == Version::all) return version;
  return version == Version::all || version == of_group ? of_group : Version::others;
}

// So does the other half of one of UTF-16; without it there is a character all the same.
void Reader::finish_half() {
  if (std::exchange(high_, 0) != 0) put_character(utf8::kReplacement, Version::newest);
}

void Reader::put(std::string_view text, Version version) {
  if (text.empty()) return;
  finish_half();
  switch (group().to) {
    case Destination::result:
      if (fields_.back().field.has_result && version != Version::others)
        append(fields_.back().field.result, text);
      [[fallthrough]];
    case Destination::text:
      return put_shown(text, version_of(version));
    case Destination::instruction:
      return append_code(text, version);
    case Destination::html_tag:
      return put_tag(text, version);
    case Destination::skipped:
      return;
    case Destination::fonts:
      return append(font_names_, text);
    default:
      if (!is_digits(group().to)) append_kept(text, version);
  }
}

void Reader::put_shown(std::string_view text, Version version) {
  if (has_html_ && !group().is_html_rtf) {
    if (version != Version::others) put_html(text, version);
    return;
  }
  std::string shown;
  append(shown, text);
  Shown& to = group().is_aside ? aside_ : text_;
  to.others.append(to.ours, shown, version);
}

// Mark-up, in which programs do not pass over the same.
void Reader::put_tag(std::string_view text, Version version) {
  if (group().is_html_rtf && version == Version::all) version = Version::newest;
  std::string tag;
  append(tag, text);
  html_.others.append(html_.ours, tag, version_of(version));
}

// [MS-OXRTFEX] 2.1.3.1.4: text that is no mark-up, as HTML writes it.
void Reader::put_html(std::string_view text, Version version) {
  std::string shown;
  std::size_t from = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view entity = entity_of(text[at]);
    if (entity.empty()) continue;
    append(shown, text.substr(from, at - from));
    append(shown, entity);
    from = at + 1;
  }
  append(shown, text.substr(from));
  html_.others.append(html_.ours, shown, version);
}

void Reader::put_character(char32_t character, Version version) {
  std::string text;
  utf8::append(character, text);
  put(text, version);
}

void Reader::put_line_end(Version version) {
  const bool is_html = group().to == Destination::html_tag || has_html_;
  put(is_html ? "\r\n" : "\n", version);
}

void Reader::finish_field() {
  OpenField open = std::move(fields_.back());
  fields_.pop_back();
  if (open.to == Destination::instruction) {
    const std::string value = value_of(open.field);
    if (field_value(open.field.code) && version_of(Version::all) == Version::all) {
      std::string code;
      append(code, value);
      fields_.back().field.add_value(code);
    } else {
      append_code(value, Version::all);
    }
    fields_.back().field.is_composed |= is_open(open.field) || open.field.is_divided;
  }
  if (open.to == Destination::result && fields_.back().field.has_result)
    append(fields_.back().field.result, value_of(open.field));
  open.field.code = valid(std::move(open.field.code));
  open.field.other_code = valid(std::move(open.field.other_code));
  open.field.result = valid(std::move(open.field.result));
  if (open.is_html_rtf && has_html_)
    hidden_.push_back(std::move(open.field));
  else
    tell_field(open.field);
}

void Reader::tell_field(const Field& field) {
  std::vector<FieldTarget> found;
  add_targets(field, found);
  tell_targets(found, sink_, told_of_fields_);
}

void Reader::tell_value(std::string_view text, std::string_view element,
                        std::string_view attribute) {
  if (!is_worth_searching(text)) return;
  DocumentReference reference{text, element, attribute};
  reference.is_text = true;
  sink_.reference(reference);
}

void Reader::finish_kept() {
  const Kept kept = std::move(kept_.back());
  kept_.pop_back();
  if (kept.versions.is_divided &&
      (may_have_url(kept.bytes) || may_have_url(kept.versions.other_code)))
    tell_divided();
  if (group().is_in_tag && !is_digits(kept.to))
    html_.others.append(html_.ours, kept.bytes, Version::others);
  else if (kept.to == Destination::odd)
    odd_ += kept.bytes;
  if (kept.to == Destination::data) return objects_.read(kept.bytes);
  if (kept.to == Destination::field_data) return find_monikers(kept.bytes, "field", sink_);
  if (kept.to == Destination::picture)
    return objects_.give_picture(kept.bytes, kPictureTypes[kept.kind]);
  const std::string all = valid(kept.bytes);
  std::string_view text = ascii::trim(all);
  while (text.ends_with(';')) text.remove_suffix(1);
  if (kept.to == Destination::shape_name) shape_ = name_of(text);
  if (kept.to == Destination::link_location) location_ = text;
  if (text.empty()) return;
  switch (kept.to) {
    case Destination::base:
      return sink_.base(text, "hlinkbase");
    case Destination::from_template:
      return sink_.reference({text, "template"});
    case Destination::file:
      return sink_.reference({text, "filetbl", "file"});
    case Destination::next_file:
      return sink_.reference({text, "nextfile"});
    case Destination::shape_value:
      if (shape_.ends_with("Name") && may_have_url(text))
        return sink_.reference({text, "shape", shape_});
      return tell_value(text, "shape", shape_);
    case Destination::link_source: {
      std::string url(text);
      if (!location_.empty()) url.append("#").append(std::exchange(location_, {}));
      return sink_.reference({url, "shape", "hlsrc"});
    }
    case Destination::connection:
      if (!std::exchange(told_of_fields_.connection, true))
        sink_.lack(Lack::no_opener, "", kConnection);
      return tell_value(text, "info", "");
    case Destination::value:
      return tell_value(text, "info", "");
    case Destination::hidden:
    case Destination::odd:
      if (may_have_url(text)) tell_value(text, "hidden", "");
      return;
    default:
      return;
  }
}

// Fields that RTF has beside the same link of HTML; what they lead to counts, and no other word.
void Reader::tell_hidden_fields() {
  if (hidden_.empty()) return;
  std::vector<FieldTarget> found;
  for (const Field& field : hidden_) add_targets(field, found);
  const std::unordered_set<std::string_view> there = quoted(html_.ours);
  std::erase_if(found, [&there](const FieldTarget& target) {
    std::string escaped;
    for (const char c : target.raw)
      escaped += c == '&' ? std::string(text::reference_of(c)) : std::string(1, c);
    return there.contains(target.raw) || there.contains(escaped);
  });
  tell_targets(found, sink_, told_of_fields_);
}

void Reader::finish() {
  if (groups_.size() > kMostGroups)
    sink_.lack(Lack::limit, "groups", "are nested too deep; what is behind was not read");
  else if (groups_.size() > 1)
    sink_.lack(Lack::damaged, "",
               "ends within a group, " + std::to_string(groups_.size() - 1) + " deep");
  while (groups_.size() > 1) close_group();
  close_group();
  if (tokens_.is_cut_off()) sink_.lack(Lack::damaged, "binary data", "are cut off");
  std::string_view rest = tokens_.rest();
  if (rest.find_first_not_of(std::string_view("\0 \r\n\t\x1A", 6)) != rest.npos)
    sink_.lack(Lack::damaged, "end",
               "has " + std::to_string(rest.size()) + " bytes behind it; they were not read");
  if (deepest_ > kDeep)
    sink_.lack(Lack::damaged, "groups",
               "are nested " + std::to_string(deepest_) + " deep, as no program does it");
  tell_hidden_fields();
  if (may_have_url(font_names_)) tell_value(valid(std::move(font_names_)), "hidden", "");
  const std::string html = valid(html_.ours);
  if (!html.empty()) sink_.text({"text/html", html, "htmltag"});
  tell_others(html_);
  tell_shown(text_);
  tell_shown(aside_);
}

void Reader::tell_divided() {
  if (!std::exchange(told_of_texts_, true)) sink_.lack(Lack::no_opener, "", kDividedText);
}

void Reader::tell_shown(const Shown& shown) {
  const std::string first = valid(shown.ours);
  // Beside HTML, what programs show that know only RTF.
  const bool is_told = has_html_ ? is_worth_searching(first) : !ascii::trim(first).empty();
  if (is_told) sink_.text({"text/plain", first, "text"});
  tell_others(shown);
}

void Reader::tell_others(const Shown& shown) {
  OtherReading::Words words = shown.others.words(shown.ours);
  if (words.is_cut_short)
    sink_.lack(Lack::limit, "text", "is not read alike in more places than are compared");
  if (words.is_divided) tell_divided();
  const std::string others = valid(std::move(words.others));
  if (is_worth_searching(others)) sink_.text({"text/plain", others, "others"});
}

}  // namespace basewalk::worker::rtf

namespace basewalk::worker {

void open_rtf(const Document& document, DocumentSink& sink) { rtf::Reader(document, sink).read(); }

}  // namespace basewalk::worker
