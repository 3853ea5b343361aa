// SPDX-License-Identifier: MIT
//
// References in the value of a header field.
//
// Some fields say how they hold URLs (RFC 2369, RFC 5064, RFC 8288, RFC 2557); in all others URLs
// are found as in text, the forms that could as well be something else left out.  Of lists some
// readers take any URL that stands in the field: those of comments, of quoted strings and without
// brackets are found as well.
#include <algorithm>
#include <string>
#include <string_view>

#include "basewalk/extract/extract.h"
#include "basewalk/url/url.h"
#include "extract/find_visitor.h"
#include "extract/plain.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/work.h"

namespace basewalk::extract {

using text::find_byte;
using text::kNone;

namespace {

enum class Form : std::uint8_t {
  text,       // whatever looks like a URL
  none,       // bases and identifiers, which are no links
  brackets,   // <URL>, <URL> (comment)
  link,       // <URL>; parameter="..."
  reference,  // the whole value
};

struct Field {
  std::string_view name;
  Form form;
};

constexpr Field kFields[] = {
    {"archived-at", Form::brackets},
    {"base", Form::none},
    {"content-base", Form::none},
    {"content-id", Form::none},
    {"content-location", Form::reference},
    {"in-reply-to", Form::none},
    {"link", Form::link},
    {"list-archive", Form::brackets},
    {"list-help", Form::brackets},
    {"list-owner", Form::brackets},
    {"list-post", Form::brackets},
    {"list-subscribe", Form::brackets},
    {"list-unsubscribe", Form::brackets},
    {"message-id", Form::none},
    {"references", Form::none},
    {"resent-message-id", Form::none},
    {"x-list-archive", Form::brackets},
    {"x-list-help", Form::brackets},
    {"x-list-subscribe", Form::brackets},
    {"x-list-unsubscribe", Form::brackets},
};

Form form_of(std::string_view name) {
  for (const Field& field : kFields)
    if (ascii::iequals(field.name, name)) return field.form;
  return Form::text;
}

// May a scheme with slashes behind it stand there?
bool may_have_slashes(std::string_view value) {
  for (std::size_t at = 0; (at = find_byte(value, ':', at)) + 1 < value.size(); ++at)
    if (value[at + 1] == '/' || value[at + 1] == '\\') return true;
  return false;
}

// Deletes white space.  True where there was some.
bool without_space(std::string_view text, std::string& out) {
  out.clear();
  for (const char c : text)
    if (!ascii::is_space(c)) out += c;
  return out.size() != text.size();
}

class FieldExtractor final : private FindVisitor {
 public:
  FieldExtractor(std::string_view name, std::string_view value, const Options& options, Finds& out)
      : FindVisitor(out), name_(name), value_(value), options_(options) {}

  void run() {
    work::charge(value_.size());
    switch (form_of(name_)) {
      case Form::none:
        break;
      case Form::text:
        text(0, value_.size());
        break;
      case Form::brackets:
        any_scheme_ = true;
        brackets(false);
        break;
      case Form::link:
        brackets(true);
        break;
      case Form::reference:
        reference();
        break;
    }
  }

 private:
  bool found(Role, std::string_view raw, std::uint8_t flags, std::size_t begin,
             std::size_t end) override {
    // A name without a scheme is too often no link here, and so is "tag:value".
    if ((flags & kGuessed) != 0) return true;
    begin += scanned_;
    end += scanned_;
    const bool in_brackets = begin > 0 && value_[begin - 1] == '<';
    if (!any_scheme_ && !in_brackets && (flags & kUnwrapped) == 0 && !has_slashes(raw)) return true;
    return add(raw, flags, begin, end);
  }

  bool add(std::string_view raw, std::uint8_t flags, std::size_t begin, std::size_t end) {
    if (out_.finds.size() >= options_.links) {
      out_.cut = true;
      return false;
    }
    if (field_.empty()) field_ = out_.keep(ascii::lowered(name_));
    const Place place{.role = Role::header, .element = field_};
    out_.finds.push_back({FindKind::reference, flags, 0, raw, place, begin, end, {}});
    return true;
  }

  bool text(std::size_t begin, std::size_t end) {
    scanned_ = begin;
    return begin == end || PlainScanner(options_, *this).scan(value_.substr(begin, end - begin));
  }

  // RFC 2369 2: URLs in angle brackets, comments between them; RFC 8288 3: parameters, which lead
  // nowhere.
  void brackets(bool relative) {
    std::size_t comments = 0, between = 0;
    for (std::size_t pos = 0; pos < value_.size(); ++pos) {
      const char c = value_[pos];
      if (c == '\\' && comments > 0) ++pos;
      if (c == '(' && !relative) ++comments;
      if (c == ')' && comments > 0) --comments;
      if (c == '"' && comments == 0) {
        while (++pos < value_.size() && value_[pos] != '"')
          if (value_[pos] == '\\') ++pos;
      }
      if (c != '<' || comments > 0) continue;
      const std::size_t end = find_byte(value_, '>', pos);
      if (!relative && !text(between, pos)) return;
      if (!bracketed(pos + 1, end, relative)) return;
      // "<x <http://h/>": whoever takes any URL takes the second.
      const std::size_t inner = find_byte(value_.substr(0, end), '<', pos + 1);
      if (!relative && !text(inner, end)) return;
      pos = end;
      between = std::min(end + 1, value_.size());
    }
    if (!relative) text(between, value_.size());
  }

  bool bracketed(std::size_t begin, std::size_t end, bool relative) {
    std::string_view raw = ascii::trim(value_.substr(begin, end - begin));
    if (ascii::istarts_with(raw, "URL:")) raw = ascii::trim(raw.substr(4));
    const auto at = static_cast<std::size_t>(raw.data() - value_.data());
    std::uint8_t flags = end == value_.size() ? kUnterminated : 0;
    const std::size_t size = raw.size();
    if (without_space(raw, unwrapped_)) {
      flags |= kUnwrapped;
      raw = out_.keep(unwrapped_);
    }
    // "<list-request@example.com>" is an address.
    if (raw.empty() || (!relative && !url::is_absolute(raw) && raw.find('@') != kNone)) return true;
    return add(raw, flags, at, at + size);
  }

  // RFC 2557 4.2: a URI.  Real ones come in quotes or brackets, with a comment, folded (4.4.2).
  void reference() {
    std::string_view raw = ascii::trim(value_);
    if (raw.ends_with(')')) {
      const std::size_t comment = raw.rfind('(');
      if (comment != kNone && comment > 0 && ascii::is_space(raw[comment - 1]))
        raw = ascii::trim(raw.substr(0, comment));
    }
    if (raw.size() > 1 && raw.front() == raw.back() && (raw[0] == '"' || raw[0] == '\''))
      raw = ascii::trim(raw.substr(1, raw.size() - 2));
    if (raw.size() > 1 && raw.front() == '<' && raw.back() == '>') {
      raw = ascii::trim(raw.substr(1, raw.size() - 2));
      if (ascii::istarts_with(raw, "URL:")) raw = ascii::trim(raw.substr(4));
    }
    if (raw.empty()) return;
    const auto at = static_cast<std::size_t>(raw.data() - value_.data());
    const std::size_t size = raw.size();
    // A label without a scheme may be a file's name, blanks and all.
    std::uint8_t flags = 0;
    if (url::is_absolute(raw) && without_space(raw, unwrapped_)) {
      flags = kUnwrapped;
      raw = out_.keep(unwrapped_);
    }
    add(raw, flags, at, at + size);
  }

  std::string_view name_;
  std::string_view value_;
  const Options& options_;
  std::string_view field_;  // its name in lower case, once it is needed
  std::string unwrapped_;
  bool any_scheme_ = false;  // a URL needs no slashes and no brackets
  std::size_t scanned_ = 0;  // where the text begins that is scanned
};

}  // namespace

bool may_hold_references(std::string_view name, std::string_view value) {
  switch (form_of(name)) {
    case Form::none:
      return false;
    case Form::reference:
      return true;
    case Form::brackets:
      return value.find_first_of("<:=") != kNone;
    default:
      return value.find('<') != kNone || value.find("=?") != kNone || may_have_slashes(value);
  }
}

void extract_field(std::string_view name, std::string_view value, const Options& options,
                   Finds& out) {
  FieldExtractor(name, value, options, out).run();
}

}  // namespace basewalk::extract
