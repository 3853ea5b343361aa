// SPDX-License-Identifier: MIT
//
// References in calendars (RFC 5545) and business cards (RFC 6350): content lines, folded, each a
// name, parameters and a value.
//
// What a value is, its property says: a URI, text with escapes, or HTML.  Offsets in the last, and
// in quoted-printable, are those of the whole line.  A URI has no escapes (RFC 5545 3.3.13); many
// programs write them, and read them, all the same.
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "basewalk/extract/extract.h"
#include "basewalk/url/url.h"
#include "extract/find_visitor.h"
#include "extract/nested.h"
#include "extract/packed_files.h"
#include "extract/plain.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/hex.h"
#include "text/offsets.h"
#include "text/work.h"

namespace basewalk::extract {

using text::find_any;
using text::find_byte;
using text::kNone;
using text::lies_in;
using text::Offsets;

namespace {

// Properties whose value is a URI (RFC 5545 3.8, RFC 7986 5, RFC 6350 6).
constexpr std::string_view kUriProperties[] = {
    "attach", "attendee", "caladruri", "caluri", "conference",      "fburl", "image",
    "impp",   "key",      "logo",      "member", "organizer",       "photo", "related",
    "sound",  "source",   "tzurl",     "url",    "x-socialprofile",
};

// Parameters that hold a URI (RFC 5545 3.2).
constexpr std::string_view kUriParameters[] = {"altrep", "delegated-from", "delegated-to",
                                               "dir",    "member",         "sent-by"};

// RFC 5545 3.1
bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return ascii::is_alnum(c) || c == '-' || c == '_';
  });
}

class CalendarExtractor final : private FindVisitor {
 public:
  CalendarExtractor(std::string_view kind, std::string_view text, const Options& options,
                    Finds& out)
      : FindVisitor(out), kind_(kind), text_(text), options_(options), plain_(options_, *this) {
    options_.flowed = options_.del_sp = false;
    plain_.see_all();
  }

  // Where a file in base64 is kept, too; at most so many.
  void keep_files(std::vector<PackedFile>& files, std::size_t most) {
    files_ = &files;
    most_files_ = most;
  }

  void run() {
    for (std::size_t pos = 0; pos < text_.size();) {
      const std::size_t begin = pos;
      const std::size_t first = out_.finds.size();
      if (!line(pos)) return;
      if (!work::charge(pos - begin)) return stop_at(out_, pos);
      if (goes_on_for_others(begin, pos) && !line_of_others(begin, first)) return;
    }
  }

 private:
  // RFC 5545 3.1: a line break and a blank are no part of the line.  Moves `pos` behind the line.
  bool line(std::size_t& pos) {
    line_begin_ = pos;
    folded_ = decoded_ = false;
    std::size_t piece = pos;
    const std::string_view first = text_.substr(pos, find_any<'\n', '\r'>(text_, pos) - pos);
    if (is_quoted_printable(first)) return quoted_printable_line(pos);
    const bool is_packed = is_packed_line(first);
    while (true) {
      const std::size_t end = find_any<'\n', '\r'>(text_, pos);
      std::size_t next = end;
      if (next < text_.size()) next += text_.substr(next).starts_with("\r\n") ? 2 : 1;
      const bool is_indented = next < text_.size() && ascii::is_blank(text_[next]);
      // vCard 2.1 ends base64 with an empty line, and some programs indent none of it.
      if (is_indented || (is_packed && next > end && is_base64_line(next))) {
        if (!folded_) {
          unfolded_.clear();
          folds_.clear();
          folds_.step(0, line_begin_);
        }
        folded_ = true;
        unfolded_.append(text_.substr(piece, end - piece));
        piece = pos = next + (is_indented ? 1 : 0);
        folds_.step(unfolded_.size(), piece);
        continue;
      }
      line_end_ = end;
      pos = next;
      break;
    }
    if (!folded_) return content(text_.substr(piece, line_end_ - piece));
    unfolded_.append(text_.substr(piece, line_end_ - piece));
    if (is_quoted_printable(unfolded_)) return quoted_printable_value();
    return content(unfolded_);
  }

  // Some programs unfold over empty lines (icalendar), or before they decode what is in
  // quoted-printable (vobject).
  bool goes_on_for_others(std::size_t begin, std::size_t end) const {
    if (ascii::is_space(text_[begin])) return false;
    const std::size_t next = text_.find_first_not_of("\r\n", end);
    if (next != kNone && ascii::is_blank(text_[next])) return true;
    const std::string_view whole = text_.substr(begin, end - begin);
    if (!is_quoted_printable(whole)) return false;
    for (std::size_t at = 0; (at = whole.find_first_of("\r\n", at)) != kNone; ++at)
      if (at + 1 < whole.size() && ascii::is_blank(whole[at + 1])) return true;
    return false;
  }

  // The line as they have it; of what is found there what was not found from `first` on.
  bool line_of_others(std::size_t begin, std::size_t first) {
    std::string whole;
    bool has_head = false, is_quoted = false;
    for (std::size_t pos = begin; pos < text_.size();) {
      line_end_ = find_any<'\n', '\r'>(text_, pos);
      std::string_view piece = text_.substr(pos, line_end_ - pos);
      const std::size_t next = text_.find_first_not_of("\r\n", line_end_);
      const bool is_indented = next != kNone && ascii::is_blank(text_[next]);
      if (!has_head && piece.find(':') != kNone) {
        has_head = true;
        is_quoted = is_quoted_printable(std::string(whole).append(piece));
      }
      const bool goes_on =
          !is_indented && next != kNone && is_quoted && ascii::trim_right(piece).ends_with('=');
      if (goes_on) piece = piece.substr(0, piece.rfind('='));
      whole.append(piece);
      if (!is_indented && !goes_on) break;
      pos = next + (is_indented ? 1 : 0);
    }
    if (!work::charge(whole.size())) {
      stop_at(out_, begin);
      return false;
    }
    unfolded_ = std::move(whole);
    folded_ = decoded_ = true;
    const std::size_t others = out_.finds.size();
    const bool go_on =
        is_quoted_printable(unfolded_) ? quoted_printable_value() : content(unfolded_);
    drop_known(first, others);
    return go_on;
  }

  // Another base makes other links of the same references.
  void drop_known(std::size_t first, std::size_t others) {
    std::set<std::pair<FindKind, std::string_view>> known;
    const auto begin = out_.finds.begin();
    const auto place = [&](std::size_t i) { return begin + static_cast<std::ptrdiff_t>(i); };
    for (std::size_t i = first; i < others; ++i)
      known.emplace(out_.finds[i].kind, out_.finds[i].raw);
    const auto is_known = [&](const Find& find) { return known.contains({find.kind, find.raw}); };
    const bool has_base = std::any_of(place(others), out_.finds.end(),
                                      [](const Find& find) { return find.kind == FindKind::base; });
    // What is new below a base needs that one.
    if (!has_base || std::all_of(place(others), out_.finds.end(), is_known))
      out_.finds.erase(std::remove_if(place(others), out_.finds.end(), is_known), out_.finds.end());
  }

  // vCard 2.1 and vCalendar 1.0: "NOTE;ENCODING=QUOTED-PRINTABLE:", also without "ENCODING=".
  static bool is_quoted_printable(std::string_view line) {
    constexpr std::string_view kName = "quoted-printable";
    const std::string_view head = line.substr(0, line.find(':'));
    for (std::size_t at = 0; (at = head.find_first_of(";=", at)) != kNone; ++at)
      if (ascii::istarts_with(head.substr(at + 1), kName)) return true;
    return false;
  }

  // Is the value of a line in base64?
  static bool is_packed_line(std::string_view line) {
    const std::string_view head = line.substr(0, line.find(':'));
    for (std::size_t at = 0; (at = head.find(';', at)) != kNone; ++at)
      if (is_base64(head.substr(at + 1, head.find(';', at + 1) - at - 1))) return true;
    return false;
  }

  // Digits of base64 and nothing else, which no line of a card or a calendar is.
  bool is_base64_line(std::size_t pos) const {
    const std::string_view line =
        ascii::trim(text_.substr(pos, find_any<'\n', '\r'>(text_, pos) - pos));
    return !line.empty() && std::all_of(line.begin(), line.end(), [](char c) {
      return ascii::is_alnum(c) || c == '+' || c == '/' || c == '=';
    });
  }

  // RFC 2045 6.7: the value goes on in the next line where a line ends with "=".
  bool quoted_printable_line(std::size_t& pos) {
    unfolded_.clear();
    folded_ = decoded_ = true;
    while (pos < text_.size()) {
      line_end_ = find_any<'\n', '\r'>(text_, pos);
      const std::string_view piece = ascii::trim_right(text_.substr(pos, line_end_ - pos));
      pos = line_end_;
      if (pos < text_.size()) pos += text_.substr(pos).starts_with("\r\n") ? 2 : 1;
      const bool goes_on = piece.ends_with('=');
      unfolded_.append(piece.substr(0, piece.size() - (goes_on ? 1 : 0)));
      if (!goes_on) break;
    }
    return quoted_printable_value();
  }

  // Of the line as it is unfolded.
  bool quoted_printable_value() {
    decoded_ = true;
    const std::size_t colon = std::min(unfolded_.find(':') + 1, unfolded_.size());
    std::string value = text::unescaped(std::string_view(unfolded_).substr(colon), '=');
    unfolded_.resize(colon);
    unfolded_ += as_utf8(std::move(value));
    return content(unfolded_);
  }

  bool content(std::string_view line) {
    line_ = line;
    escaped_ = is_text_ = false;
    scanned_ = 0;
    std::size_t pos = line.find_first_of(":;");
    if (pos == kNone) return true;
    name_ = line.substr(0, pos);
    // vCard's groups: "item1.URL".
    if (const std::size_t dot = name_.find('.'); dot != kNone) name_.remove_prefix(dot + 1);
    parameter_ = {};
    if (!is_name(name_)) {
      name_ = "text";  // no content line; it may still be shown
      return plain_.scan(line);
    }
    bool html = false, packed = false;
    file_type_ = file_name_ = {};
    while (pos < line.size() && line[pos] == ';') {
      const std::size_t begin = pos + 1;
      std::size_t equals = kNone;
      bool quoted = false;
      for (++pos; pos < line.size(); ++pos) {
        const char c = line[pos];
        if (c == '"') quoted = !quoted;
        if (c == '=' && equals == kNone) equals = pos;
        if (!quoted && (c == ';' || c == ':')) break;
      }
      packed = packed || is_base64(line.substr(begin, pos - begin));
      if (equals == kNone) continue;
      // "CN=https://h/": whoever wrote it forgot the quotes, and the colon is that of the URL.
      const bool is_cut = !quoted && line.substr(pos).starts_with("://");
      const std::string_view parameter = line.substr(begin, equals - begin);
      const std::string_view value = line.substr(equals + 1, pos - equals - 1);
      if (ascii::iequals(parameter, "fmttype")) {
        html = is_html(value);
        file_type_ = unquoted(value);
      }
      // RFC 8607 4.3, and what programs wrote before.
      if (ascii::lowered(parameter).ends_with("filename")) file_name_ = unquoted(value);
      if (!quoted_values(parameter, value)) return false;
      if (is_cut && !quoted_text(line.substr(equals + 1))) return false;
    }
    parameter_ = {};
    // Where quotes do not close, some programs end the parameters at the first colon all the same.
    if (pos >= line.size()) return plain_.scan(line);
    if (packed) return packed_value(line.substr(pos + 1), html);
    out_.has_script |= is_command(line.substr(pos + 1));
    return value(line.substr(pos + 1), html);
  }

  // An alarm that starts a program (RFC 2445 4.8.6.1, vCalendar 1.0 2.4.6.6).
  bool is_command(std::string_view value) const {
    value = ascii::trim(value);
    return (ascii::iequals(name_, "action") && ascii::iequals(value, "procedure")) ||
           (ascii::iequals(name_, "palarm") && !value.empty());
  }

  static std::string_view unquoted(std::string_view value) {
    if (value.size() > 1 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    return value;
  }

  // `text/html`, `"Text/HTML; charset=utf-8"`
  static bool is_html(std::string_view type) {
    while (type.starts_with('"')) type.remove_prefix(1);
    return ascii::iequals(ascii::trim(type.substr(0, type.find_first_of("\";"))), "text/html");
  }

  // "ENCODING=BASE64", "ENCODING=b", and vCard 2.1's "BASE64" alone.  What is binary is in base64
  // (RFC 5545 3.3.1), whether that is said or not.
  static bool is_base64(std::string_view parameter) {
    parameter = ascii::trim(parameter);
    if (ascii::iequals(parameter, "base64")) return true;
    const std::size_t equals = std::min(parameter.find('='), parameter.size());
    const std::string_view name = ascii::trim_right(parameter.substr(0, equals));
    const std::string_view way =
        unquoted(ascii::trim(parameter.substr(std::min(equals + 1, parameter.size()))));
    if (ascii::iequals(name, "value")) return ascii::iequals(way, "binary");
    return ascii::iequals(name, "encoding") &&
           (ascii::iequals(way, "base64") || ascii::iequals(way, "b"));
  }

  // A file in the line (RFC 5545 3.8.1.1, RFC 2426 2.4.1), or a text that was not to be broken:
  // what programs open as a page or show.  A picture has NULs.
  bool packed_value(std::string_view value, bool html) {
    std::string bytes = base64_decoded(value);
    if (files_ != nullptr && files_->size() < most_files_ && !bytes.empty())
      files_->push_back({std::string(file_type_), std::string(file_name_), bytes});
    unescaped_ = as_utf8(std::move(bytes));
    if (!work::charge(unescaped_.size()) || unescaped_.find('\0') != kNone) return true;
    decoded_ = true;
    if (html || ascii::trim_left(unescaped_).starts_with('<'))
      return document(unescaped_, ScopeKind::srcdoc);
    return plain_.scan(unescaped_);
  }

  // RFC 5545 3.2: each URI stands in quotes.  What else does is a text, as names are.
  bool quoted_values(std::string_view parameter, std::string_view value) {
    const bool is_uri = ascii::iis_one_of(kUriParameters, parameter);
    parameter_ = parameter;
    for (std::size_t open = 0; (open = find_byte(value, '"', open)) < value.size();) {
      const std::size_t close = find_byte(value, '"', open + 1);
      if (close == value.size()) break;  // the whole line is searched
      const std::string_view quoted = value.substr(open + 1, close - open - 1);
      if (is_uri ? !quoted_uri(ascii::trim(quoted)) : !quoted_text(quoted)) return false;
      open = close + 1;
    }
    return true;
  }

  bool quoted_uri(std::string_view uri) {
    if (uri.empty()) return true;
    unescape(uri, '^');
    if (unescaped_ != uri) return both(uri, true);
    return has_escapes(uri) ? unescaped_uri(uri, true) : add(uri, 0);
  }

  // What programs escape: RFC 5545 3.3.11, and the colon.
  static bool has_escapes(std::string_view uri) {
    for (std::size_t at = 0; (at = find_byte(uri, '\\', at)) + 1 < uri.size(); at += 2)
      if (std::string_view("\\;,:").find(uri[at + 1]) != kNone) return true;
    return false;
  }

  bool unescaped_uri(std::string_view uri, bool may_be_relative) {
    unescape(uri, '\\');
    return both(uri, may_be_relative);
  }

  // RFC 6868 3
  bool quoted_text(std::string_view text) {
    if (find_any<':', '.', '\\'>(text, 0) == text.size()) return true;
    unescape(text, '^');
    return scan_value(text, false);
  }

  // A URI as it is written, if it is one, and as it is without escapes.
  bool both(std::string_view uri, bool may_be_relative) {
    const std::string meant(ascii::trim(unescaped_));
    const bool is_one = url::is_absolute(uri);
    if (is_one && !add(uri, 0)) return false;
    if (!may_be_relative && !url::is_absolute(meant))
      return is_one || (scan_value(uri, false) && shares(uri));
    if (meant.empty()) return true;
    if (is_one) return meant == uri || add(meant, 0, 0, 0, Syntax::fixed);
    const auto begin = static_cast<std::size_t>(uri.data() - line_.data());
    return add(meant, 0, begin, begin + uri.size(), Syntax::word);
  }

  // A value as a text; unescaped_ is what it means.
  bool scan_value(std::string_view value, bool is_text) {
    escaped_ = unescaped_ != value;
    is_text_ = is_text;
    scanned_ = static_cast<std::size_t>(value.data() - line_.data());
    const bool go_on = plain_.scan(escaped_ ? std::string_view(unescaped_) : value);
    escaped_ = is_text_ = false;
    scanned_ = 0;
    return go_on;
  }

  bool value(std::string_view value, bool html) {
    const std::string_view trimmed = ascii::trim(value);
    if (ascii::iis_one_of(kUriProperties, name_)) {
      const bool is_url = ascii::iequals(name_, "url");
      if (has_escapes(trimmed)) return unescaped_uri(trimmed, is_url);
      // Text of any kind stands there as well: base64, a telephone number.
      if (is_url ? !trimmed.empty() : url::is_absolute(trimmed)) return add(trimmed, 0);
      unescaped_ = trimmed;
      return scan_value(trimmed, false);
    }
    unescape(value, '\\');
    if (html || ascii::iequals(name_, "x-alt-desc") ||
        (ascii::iequals(name_, "styled-description") &&
         ascii::trim_left(unescaped_).starts_with('<')))
      return document(unescaped_, ScopeKind::srcdoc);
    return scan_value(value, true) && shares(value);
  }

  // The paths of other machines in a value where nothing was escaped, as vCalendar 1.0 has it and
  // many programs: "\\h.example\share", of which nothing is left without its escapes.
  bool shares(std::string_view value) {
    constexpr std::string_view kTwo = "\\\\", kEnds = " \t\";,";
    for (std::size_t at = 0; (at = value.find(kTwo, at)) != kNone;) {
      const std::size_t end = std::min(value.find_first_of(kEnds, at), value.size());
      const std::string_view path = value.substr(at, end - at);
      const std::size_t slash = path.find('\\', kTwo.size());
      // "C:\\x\\y" and "\\x\\y" have their escapes.
      const bool begins = at == 0 || kEnds.find(value[at - 1]) != kNone;
      const bool is_one = begins && slash != kNone && !path.substr(slash).starts_with(kTwo) &&
                          path.substr(0, slash).find_first_of(".@") != kNone;
      at = end;
      if (!is_one) continue;
      scanned_ = static_cast<std::size_t>(path.data() - line_.data());
      const bool go_on = plain_.scan(path);
      scanned_ = 0;
      if (!go_on) return false;
    }
    return true;
  }

  // RFC 5545 3.3.11 with a backslash, RFC 6868 3.2 with a circumflex, which says less.
  void unescape(std::string_view value, char escape) {
    const auto at = static_cast<std::size_t>(value.data() - line_.data());
    unescaped_.clear();
    escapes_.clear();
    escapes_.step(0, at);
    for (std::size_t i = 0; i < value.size(); ++i) {
      const char next = value[i] == escape && i + 1 < value.size() ? value[i + 1] : '\0';
      const bool escapes =
          next != '\0' && (escape == '\\' || next == 'n' || next == '^' || next == '\'');
      if (!escapes) {
        unescaped_ += value[i];
        continue;
      }
      escapes_.step(unescaped_.size(), at + i);
      ++i;
      const bool is_quote = escape == '^' && next == '\'';
      unescaped_ += is_quote ? '"' : ascii::to_lower(next) == 'n' ? '\n' : next;
      escapes_.step(unescaped_.size(), at + i + 1);
    }
  }

  // What programs show as the value of a property: Thunderbird the HTML in the ALTREP of a
  // description.
  bool nested(std::string_view url) {
    if (!is_data_url(url)) return true;
    const std::optional<NestedData> data = data_of_url(url);
    if (!data || (data->kind != DataKind::document && data->kind != DataKind::xml)) return true;
    if (!work::charge(data->text.size())) return true;
    return document(data->text, ScopeKind::data, data->kind == DataKind::xml);
  }

  // The HTML of a description: its finds as they are, with the property around them.
  bool document(std::string_view shown, ScopeKind kind, bool is_xml = false) {
    const std::string_view text = out_.keep(shown);
    const std::size_t first_find = out_.finds.size();
    const std::size_t first_scope = out_.scopes.size();
    const std::size_t first_note = out_.notes.size();
    out_.scopes.push_back({0, kind});
    if (is_xml)
      extract_xml(text, options_, out_);
    else
      extract_html(text, options_, out_);
    out_.base_tags.clear();  // their places are those in the unescaped text
    const auto scope = static_cast<std::uint32_t>(first_scope);
    // What the extractor takes for the text itself is this property.
    for (std::size_t i = first_scope + 1; i < out_.scopes.size(); ++i)
      if (out_.scopes[i].outer == 0) out_.scopes[i].outer = scope;
    const std::string around = where(place()) + ' ';
    for (std::size_t i = first_find; i < out_.finds.size(); ++i) {
      Find& find = out_.finds[i];
      if (find.scope == 0) find.scope = scope;
      find.place.around = out_.keep(around, find.place.around);
      find.begin = line_begin_;
      find.end = line_end_;
      find.written = {};
    }
    for (std::size_t i = first_note; i < out_.notes.size(); ++i) out_.notes[i].offset = line_begin_;
    return !out_.cut;
  }

  // "calendar description", "calendar attendee[dir]"
  Place place() {
    return {.role = Role::property,
            .element = out_.keep(ascii::lowered(name_.substr(0, 64))),
            .attribute = out_.keep(ascii::lowered(parameter_)),
            .around = kind_};
  }

  // Positions are those in what was scanned.
  bool found(Role, std::string_view raw, std::uint8_t flags, std::size_t begin,
             std::size_t end) override {
    if (escaped_) {
      begin = escapes_.source(begin);
      end = escapes_.source(end);
    } else {  // a piece of the line
      begin += scanned_;
      end += scanned_;
    }
    return add(raw, flags, begin, end, is_text_ ? Syntax::calendar_text : Syntax::word);
  }

  bool add(std::string_view raw, std::uint8_t flags) {
    const auto begin = static_cast<std::size_t>(raw.data() - line_.data());
    return add(raw, flags, begin, begin + raw.size(), Syntax::word);
  }

  // Where a place in the line stands in the text.
  std::size_t source(std::size_t in_line) const {
    return folded_ ? folds_.source(in_line) : line_begin_ + in_line;
  }

  // `first` and `last` are places in the line.
  bool add(std::string_view raw, std::uint8_t flags, std::size_t first, std::size_t last,
           Syntax syntax) {
    if (out_.finds.size() >= options_.links) {
      out_.cut = true;
      return false;
    }
    std::size_t begin = line_begin_;
    std::size_t end = line_end_;
    Written written;
    if (!decoded_ && first < last) {
      begin = source(first);
      end = source(last - 1) + 1;  // before a fold that follows
      written = {Markup::none, syntax};
    }
    if (!lies_in(raw, text_)) raw = out_.keep(raw);
    out_.finds.push_back({FindKind::reference, flags, 0, raw, place(), begin, end, written});
    return nested(raw);
  }

  std::string_view kind_;
  std::string_view text_;
  Options options_;
  PlainScanner plain_;
  std::string_view name_;
  std::string_view parameter_;
  std::vector<PackedFile>* files_ = nullptr;
  std::size_t most_files_ = 0;
  std::string_view file_type_, file_name_;  // of the value in the line
  std::size_t line_begin_ = 0;
  std::size_t line_end_ = 0;
  bool folded_ = false;
  bool decoded_ = false;  // no place in the line stands for one in the text
  std::string unfolded_;
  Offsets folds_;            // from places in it to those in the text
  std::string_view line_;    // at hand, unfolded
  std::size_t scanned_ = 0;  // where in it the text begins that is scanned
  bool is_text_ = false;     // which is its value
  bool escaped_ = false;     // without its escapes
  std::string unescaped_;
  Offsets escapes_;  // from places in it to those in the line
};

}  // namespace

void extract_calendar(std::string_view text, const Options& options, Finds& out) {
  CalendarExtractor("calendar ", text, options, out).run();
}

void extract_vcard(std::string_view text, const Options& options, Finds& out) {
  CalendarExtractor("vcard ", text, options, out).run();
}

std::vector<PackedFile> packed_files(std::string_view text, std::size_t most) {
  std::vector<PackedFile> files;
  Finds finds;
  CalendarExtractor extractor({}, text, {}, finds);
  extractor.keep_files(files, most);
  extractor.run();
  return files;
}

}  // namespace basewalk::extract
