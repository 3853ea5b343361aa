// SPDX-License-Identifier: MIT
#include "rewrite/sign/header_change.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "text/ascii.h"

namespace basewalk::rewrite {
namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

// Up to and with its LF.
std::string_view first_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  return text.substr(0, end == std::string_view::npos ? text.size() : end + 1);
}

std::string_view without_line_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool name_less(std::string_view a, std::string_view b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return ascii::to_lower(x) < ascii::to_lower(y);
  });
}

// The names of fields between those that both headers begin with and those that both end with:
// mostly those of the marks alone.  Sorted, and each once.
std::vector<std::string_view> names_between(const std::vector<RawField>& before,
                                            const std::vector<RawField>& after) {
  const auto same = [](const RawField& x, const RawField& y) { return x.bytes == y.bytes; };
  const auto [was, is] =
      std::mismatch(before.begin(), before.end(), after.begin(), after.end(), same);
  const auto [was_end, is_end] =
      std::mismatch(before.rbegin(), std::make_reverse_iterator(was), after.rbegin(),
                    std::make_reverse_iterator(is), same);
  std::vector<std::string_view> names;
  for (auto field = was; field != was_end.base(); ++field) names.push_back(field->name);
  for (auto field = is; field != is_end.base(); ++field) names.push_back(field->name);
  std::sort(names.begin(), names.end(), name_less);
  names.erase(std::unique(names.begin(), names.end(), ascii::iequals), names.end());
  return names;
}

// Those of such names, by name, and of each name the last field first.
std::vector<const RawField*> by_name(const std::vector<RawField>& fields,
                                     const std::vector<std::string_view>& names) {
  std::vector<const RawField*> order;
  for (auto field = fields.rbegin(); field != fields.rend(); ++field)
    if (std::binary_search(names.begin(), names.end(), field->name, name_less))
      order.push_back(&*field);
  std::stable_sort(order.begin(), order.end(), [](const RawField* x, const RawField* y) {
    return name_less(x->name, y->name);
  });
  return order;
}

using Fields = const RawField* const*;

// Behind the fields of the name of the first.
Fields end_of_name(Fields begin, Fields end) {
  Fields at = begin;
  while (at != end && ascii::iequals((*at)->name, (*begin)->name)) ++at;
  return at;
}

void compare(Fields before, Fields before_end, Fields after, Fields after_end,
             std::vector<ChangedName>& out) {
  ChangedName changed{{}, kNever, kNever};
  const std::string_view name = (before != before_end ? *before : *after)->name;
  std::size_t i = 0;
  for (; before != before_end && after != after_end; ++before, ++after, ++i) {
    if ((*before)->bytes == (*after)->bytes) continue;
    if (changed.simple == kNever &&
        canonical(**before, Canon::simple) != canonical(**after, Canon::simple))
      changed.simple = i;
    if (changed.relaxed == kNever &&
        canonical(**before, Canon::relaxed) != canonical(**after, Canon::relaxed))
      changed.relaxed = i;
  }
  if (before != before_end || after != after_end) {
    changed.simple = std::min(changed.simple, i);
    changed.relaxed = std::min(changed.relaxed, i);
  }
  if (changed.simple == kNever && changed.relaxed == kNever) return;
  changed.name = ascii::lowered(name);
  out.push_back(std::move(changed));
}

void append_simple(std::string_view bytes, std::string& out) {
  while (!bytes.empty()) {
    const std::string_view line = first_line(bytes);
    bytes.remove_prefix(line.size());
    out += without_line_end(line);
    if (line.ends_with('\n')) out += "\r\n";
  }
}

// RFC 6376 3.4.2: unfolded, a run of blanks is one, none around the colon and at the end.
void append_relaxed(std::string_view value, std::string& out) {
  const std::size_t begin = out.size();
  bool blank = false;
  while (!value.empty()) {
    const std::string_view line = first_line(value);
    value.remove_prefix(line.size());
    for (const char c : without_line_end(line)) {
      if (ascii::is_blank(c)) {
        blank = true;
        continue;
      }
      if (blank && out.size() != begin) out += ' ';
      blank = false;
      out += c;
    }
  }
}

}  // namespace

std::vector<RawField> split_header(std::string_view header) {
  std::vector<RawField> fields;
  std::size_t at = header.starts_with("From ") ? first_line(header).size() : 0;
  while (at < header.size()) {
    const std::size_t begin = at;
    std::string_view line = first_line(header.substr(at));
    if (without_line_end(line).empty()) break;
    do {
      at += line.size();
      line = first_line(header.substr(at));
    } while (!line.empty() && ascii::is_blank(line.front()));
    RawField field;
    field.offset = begin;
    field.bytes = without_line_end(header.substr(begin, at - begin));
    const std::size_t colon = field.bytes.find(':');
    if (colon == std::string_view::npos) continue;
    field.name = ascii::trim_right(field.bytes.substr(0, colon));
    field.value = field.bytes.substr(colon + 1);
    fields.push_back(field);
  }
  return fields;
}

std::string canonical(const RawField& field, Canon canon) {
  std::string out;
  if (canon == Canon::simple) {
    append_simple(field.bytes, out);
    return out;
  }
  out = ascii::lowered(field.name);
  out += ':';
  append_relaxed(field.value, out);
  return out;
}

std::vector<ChangedName> changed_names(const std::vector<RawField>& before,
                                       const std::vector<RawField>& after) {
  const std::vector<std::string_view> names = names_between(before, after);
  const std::vector<const RawField*> was = by_name(before, names), is = by_name(after, names);
  std::vector<ChangedName> changed;
  Fields x = was.data(), x_end = x + was.size(), y = is.data(), y_end = y + is.size();
  while (x != x_end || y != y_end) {
    const bool only_before = y == y_end || (x != x_end && name_less((*x)->name, (*y)->name));
    const bool only_after = x == x_end || (y != y_end && name_less((*y)->name, (*x)->name));
    Fields x_next = only_after ? x : end_of_name(x, x_end);
    Fields y_next = only_before ? y : end_of_name(y, y_end);
    compare(x, x_next, y, y_next, changed);
    x = x_next;
    y = y_next;
  }
  return changed;
}

const ChangedName* find(const std::vector<ChangedName>& changed, std::string_view name) {
  const auto at = std::lower_bound(
      changed.begin(), changed.end(), name,
      [](const ChangedName& entry, std::string_view wanted) { return entry.name < wanted; });
  return at != changed.end() && at->name == name ? &*at : nullptr;
}

}  // namespace basewalk::rewrite
