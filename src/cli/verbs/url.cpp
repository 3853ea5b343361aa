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
#include "text/json.h"
#include "text/output.h"

namespace basewalk::cli {
namespace {

std::vector<std::string> urls;
bool json = false;

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

  /// Some standard makes a URL of it.
  bool is_url() const {
    const bool by_rfc = rfc1738.valid || (generic.scheme.present && valid_characters);
    return by_rfc && browser.outcome != url::Outcome::error;
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

void append_key(std::string& out, std::string_view key) {
  if (!out.ends_with('{')) out += ',';
  append_json(out, key);
  out += ':';
}

void append_field(const url::SchemeField& field, std::string& out) {
  append_key(out, field.name);
  using Kind = url::SchemeField::Kind;
  if (field.kind == Kind::text) {
    append_json(out, field.text);
  } else if (field.kind == Kind::number) {
    out += field.text.empty() ? "null" : field.text;
  } else {
    out += '[';
    for (std::size_t i = 0; i < field.list.size(); ++i) {
      if (i > 0) out += ',';
      append_json(out, field.list[i]);
    }
    out += ']';
  }
}

void append_component(std::string_view key, const url::Component& component, std::string& out) {
  append_key(out, key);
  append_json_or_null(out, component.present ? std::optional(component.text) : std::nullopt);
}

// {"valid":false,"offset":7,"what":"..."}
void append_verdict(bool valid, std::size_t offset, std::string_view what, std::string& out) {
  append_key(out, "valid");
  out += valid ? "true" : "false";
  if (valid) return;
  append_key(out, "offset");
  append_number(out, offset);
  append_key(out, "what");
  append_json(out, what);
}

void print_json(const Anatomy& a, std::string& out) {
  out += '{';
  append_key(out, "kind");
  append_json(out, "url");
  append_key(out, "url");
  append_json(out, a.text);
  append_component("scheme", a.generic.scheme, out);
  append_component("net_loc", a.generic.authority, out);
  append_key(out, "path");
  append_json(out, a.generic.path);
  append_component("params", a.generic.params, out);
  append_component("query", a.generic.query, out);
  append_component("fragment", a.generic.fragment, out);
  append_key(out, "rfc1738");
  out += '{';
  append_key(out, "scheme_kind");
  append_json_or_null(out, a.generic.scheme.present
                               ? std::optional(url::name(url::scheme_kind(a.generic.scheme.text)))
                               : std::nullopt);
  append_verdict(a.rfc1738.valid, a.rfc1738.offset, a.rfc1738.what, out);
  if (!a.rfc1738.valid) {
    append_key(out, "clause");
    append_json(out, a.rfc1738.clause);
  }
  append_key(out, "fields");
  out += '{';
  for (const url::SchemeField& field : a.rfc1738.fields) append_field(field, out);
  out += "}}";
  append_key(out, "rfc1808");
  out += '{';
  append_verdict(a.rfc1808.valid, a.rfc1808.offset, a.rfc1808.what, out);
  append_key(out, "generic");
  out += a.rfc1808.generic ? "true" : "false";
  append_key(out, "relative");
  append_json(out, url::name(url::relative_use(a.generic.scheme.text)));
  out += '}';
  append_key(out, "normal_form");
  append_json_or_null(
      out, a.normal_form.empty() ? std::nullopt : std::optional<std::string_view>(a.normal_form));
  append_key(out, "whatwg");
  out += '{';
  const bool parses = a.browser.outcome != url::Outcome::error;
  append_verdict(parses, a.browser.failure_offset, url::name(a.browser.failure), out);
  append_key(out, "href");
  append_json_or_null(out, parses ? std::optional<std::string_view>(a.href) : std::nullopt);
  out += '}';
  append_key(out, "warnings");
  out += '[';
  for (std::string_view warning : a.warning_names()) {
    if (!out.ends_with('[')) out += ',';
    append_json(out, warning);
  }
  out += "]}\n";
}

int run() {
  Output output;
  const Style style = style_for_stdout();
  int status = kDone;
  const auto each = [&](std::string_view text) {
    const Anatomy anatomy(text);
    if (!anatomy.is_url()) status = kIncomplete;
    if (json)
      print_json(anatomy, output.buffer());
    else
      print_text(anatomy, style, output.buffer());
    output.flush_if_full();
  };
  const int read = for_each_line(urls, output, each);
  if (read == kUsage) return read;
  return output.commit() && read == kDone ? status : kIncomplete;
}

Command::Run set_up(CLI::App& app) {
  app.add_option("URL", urls, "URLs; none: one a line on standard input");
  app.add_flag("--json", json, "One JSON object a line");
  app.footer("Exit status 1: no standard makes a URL of it; the byte and the clause are shown.");
  return run;
}

}  // namespace

const Command kUrl = {"url", "Take a URL apart: components, fields, validity, warnings", set_up};

}  // namespace basewalk::cli
