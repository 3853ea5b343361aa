// SPDX-License-Identifier: MIT
//
// basewalk url: a URL taken apart, by RFC 1808, RFC 1738, RFC 3986 and as browsers read it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "basewalk/url/normalize.h"
#include "basewalk/url/resolve.h"
#include "basewalk/url/schemes.h"
#include "cli/command.h"
#include "cli/verbs/lines.h"
#include "output/style.h"
#include "text/files/output.h"
#include "text/json.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

using output::Style;
using text::append_visible;

// Everything that is known about one text.
struct Anatomy {
  explicit Anatomy(std::string_view url)
      : text(url),
        generic(url::split(url, url::Rules::rfc1808)),
        rfc1738(url::read_rfc1738(url)),
        rfc1808(url::check_rfc1808(url)),
        warnings(url::warnings_of(url)),
        practice(url::practice_of(url)) {
    static const url::Base kNoBase({}, url::Rules::whatwg);
    browser = url::resolve(kNoBase, url, {}, href);
    if (generic.scheme.present) url::normalize(url, {}, normal_form);
    valid_characters = url::has_valid_characters(url, &bad_character);
  }

  /// Some standard makes a URL of it: RFC 1738 (a port above 65535 is one there, which browsers
  /// refuse), or those of today, a scheme and characters of RFC 3986 where browsers follow it.
  bool is_url() const {
    if (rfc1738.valid) return true;
    return generic.scheme.present && valid_characters && browser.outcome != url::Outcome::error;
  }
  std::vector<std::string_view> warning_names() const {
    std::vector<std::string_view> names;
    if (practice.colon_in_first_segment) names.push_back("colon-in-first-segment");
    if (practice.directory_type) names.push_back("directory-type");
    if (warnings.encoded_control) names.push_back("encoded-control");
    if (warnings.password) names.push_back("password-in-url");
    if (warnings.port_not_default) names.push_back("port-not-default");
    if (warnings.port_reserved) names.push_back("port-reserved");
    return names;
  }

  std::string_view text;
  url::Components generic;
  url::Rfc1738 rfc1738;
  url::Rfc1808Syntax rfc1808;
  url::UrlWarnings warnings;
  url::UrlPractice practice;
  url::Resolution browser;
  std::string href, normal_form;
  bool valid_characters = false;
  std::size_t bad_character = 0;
};

std::string_view sentence(url::SchemeKind kind) {
  switch (kind) {
    case url::SchemeKind::defined:
      return "defined by RFC 1738";
    case url::SchemeKind::reserved:
      return "reserved by RFC 1738 4";
    case url::SchemeKind::experimental:
      return "experimental";
    case url::SchemeKind::other:
      break;
  }
  return "not one of RFC 1738";
}

// RFC 1808 2.3.  Empty where it says nothing.
std::string_view sentence(url::RelativeUse use, bool generic) {
  switch (use) {
    case url::RelativeUse::never:
      return "never used with relative references";
    case url::RelativeUse::at_times:
      return generic ? "can be a base, having the generic syntax"
                     : "cannot be a base, not having the generic syntax";
    case url::RelativeUse::always:
      return "can be a base";
    case url::RelativeUse::unknown:
      break;
  }
  return {};
}

// A table of two columns.
class Table {
 public:
  void row(std::string label, std::string_view value) {
    std::string shown;
    append_visible(shown, value);
    rows_.emplace_back(std::move(label), std::move(shown));
  }
  void component(std::string label, const url::Component& component) {
    if (component.present) row(std::move(label), component.text);
  }
  void print(const Style& style, std::string& out) const {
    std::size_t width = 0;
    for (const auto& [label, value] : rows_) width = std::max(width, label.size());
    for (const auto& [label, value] : rows_) {
      out.append("  ").append(style.part).append(label).append(style.plain);
      out.append(width - label.size() + 2, ' ');
      out.append(value).append("\n");
    }
  }

 private:
  std::vector<std::pair<std::string, std::string>> rows_;
};

std::string value_of(const url::SchemeField& field) {
  using Kind = url::SchemeField::Kind;
  if (field.kind != Kind::list && field.kind != Kind::pairs) return field.text;
  std::string out;
  for (std::size_t i = 0; i < field.list.size(); ++i) {
    const bool equals = field.kind == Kind::pairs && i % 2 == 1;
    out += equals ? "=" : i > 0 ? ", " : "";
    out += "\"" + field.list[i] + "\"";
  }
  return out.empty() ? "(none)" : out;
}

void add_rfc1738_rows(const url::Rfc1738& url, Table& table) {
  if (url.valid)
    table.row("RFC 1738", "valid");
  else
    table.row("RFC 1738", "not valid at byte " + std::to_string(url.offset) + ", by clause " +
                              std::string(url.clause) + ": " + std::string(url.what));
  for (const url::SchemeField& field : url.fields)
    table.row("  " + std::string(field.name), value_of(field));
}

void print_text(const Anatomy& a, const Style& style, std::string& out) {
  out += style.bold;
  append_visible(out, a.text);
  out.append(style.plain).append("\n");
  Table table;
  if (a.generic.scheme.present)
    table.row("scheme", std::string(a.generic.scheme.text) + "  (" +
                            std::string(sentence(url::scheme_kind(a.generic.scheme.text))) + ")");
  else
    table.row("scheme", "none: a relative reference");
  table.component("net_loc", a.generic.authority);
  table.row("path", a.generic.path);
  table.component("params", a.generic.params);
  table.component("query", a.generic.query);
  table.component("fragment", a.generic.fragment);
  add_rfc1738_rows(a.rfc1738, table);
  table.row("RFC 1808 2.2", a.rfc1808.valid
                                ? "valid"
                                : "not valid at byte " + std::to_string(a.rfc1808.offset) + ": " +
                                      std::string(a.rfc1808.what));
  const std::string_view use =
      sentence(url::relative_use(a.generic.scheme.text), a.rfc1808.generic);
  if (!use.empty()) table.row("RFC 1808 2.3", use);
  if (!a.valid_characters)
    table.row("RFC 3986 2",
              "a character that no URL may hold, at byte " + std::to_string(a.bad_character));
  if (!a.normal_form.empty()) table.row("normal form", a.normal_form);
  if (a.browser.outcome == url::Outcome::error)
    table.row("browsers", "refuse it at byte " + std::to_string(a.browser.failure_offset) + ": " +
                              std::string(url::meaning(a.browser.failure)) + " [" +
                              std::string(url::name(a.browser.failure)) + "]");
  else
    table.row("browsers", a.href);
  for (std::string_view warning : a.warning_names()) table.row("warning", warning);
  table.print(style, out);
}

void write_field(const url::SchemeField& field, text::JsonObject& json) {
  using Kind = url::SchemeField::Kind;
  if (field.kind == Kind::text)
    json.text(field.name, field.text);
  else if (field.kind == Kind::number)
    json.raw(field.name, field.text.empty() ? "null" : field.text);
  else
    json.texts(field.name, field.list);
}

void write_component(std::string_view key, const url::Component& component,
                     text::JsonObject& json) {
  json.text_or_null(key, component.present ? std::optional(component.text) : std::nullopt);
}

// {"valid":false,"offset":7,"what":"..."}
void write_verdict(bool valid, std::size_t offset, std::string_view what, text::JsonObject& json) {
  json.truth("valid", valid);
  if (valid) return;
  json.number("offset", offset);
  json.text("what", what);
}

void print_json(const Anatomy& a, std::string& out) {
  const auto unless_empty = [](const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
  };
  text::JsonObject json(out);
  json.text("kind", "url");
  json.text("url", a.text);
  write_component("scheme", a.generic.scheme, json);
  write_component("net_loc", a.generic.authority, json);
  json.text("path", a.generic.path);
  write_component("params", a.generic.params, json);
  write_component("query", a.generic.query, json);
  write_component("fragment", a.generic.fragment, json);
  json.object("rfc1738", [&](text::JsonObject& rfc1738) {
    rfc1738.text_or_null("scheme_kind",
                         a.generic.scheme.present
                             ? std::optional(url::name(url::scheme_kind(a.generic.scheme.text)))
                             : std::nullopt);
    write_verdict(a.rfc1738.valid, a.rfc1738.offset, a.rfc1738.what, rfc1738);
    if (!a.rfc1738.valid) rfc1738.text("clause", a.rfc1738.clause);
    rfc1738.object("fields", [&](text::JsonObject& fields) {
      for (const url::SchemeField& field : a.rfc1738.fields) write_field(field, fields);
    });
  });
  json.object("rfc1808", [&](text::JsonObject& rfc1808) {
    write_verdict(a.rfc1808.valid, a.rfc1808.offset, a.rfc1808.what, rfc1808);
    rfc1808.truth("generic", a.rfc1808.generic);
    rfc1808.text("relative", url::name(url::relative_use(a.generic.scheme.text)));
  });
  json.text_or_null("normal_form", unless_empty(a.normal_form));
  json.object("whatwg", [&](text::JsonObject& whatwg) {
    const bool parses = a.browser.outcome != url::Outcome::error;
    write_verdict(parses, a.browser.failure_offset, url::name(a.browser.failure), whatwg);
    whatwg.text_or_null("href", parses ? std::optional<std::string_view>(a.href) : std::nullopt);
  });
  json.texts("warnings", a.warning_names());
  json.end();
  out += '\n';
}

class Url final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app.add_option("URL", urls_, "URLs; none: one a line on standard input");
    app.add_flag("--json", json_, "One JSON object a line");
    app.footer("Exit status 1: no standard makes a URL of it; the byte and the clause are shown.");
  }
  int run() override {
    text::Output output;
    const Style style = output::style_for_stdout();
    int status = kDone;
    const auto each = [&](std::string_view text) {
      const Anatomy anatomy(text);
      if (!anatomy.is_url()) status = kIncomplete;
      if (json_)
        print_json(anatomy, output.buffer());
      else
        print_text(anatomy, style, output.buffer());
      output.flush_if_full();
    };
    const int read = for_each_line(urls_, output, each);
    if (read == kUsage) return read;
    return end_output(output, read == kDone ? status : int{kIncomplete});
  }

 private:
  std::vector<std::string> urls_;
  bool json_ = false;
};

}  // namespace

const Command kUrl = {"url", "Take a URL apart: components, fields, validity, warnings",
                      make_verb<Url>};

}  // namespace basewalk::cli
