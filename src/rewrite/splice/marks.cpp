// SPDX-License-Identifier: MIT
//
// What a message says about itself goes into its marks, so nothing of it is written as it is: a
// value holds visible ASCII and single blanks that are ours, and has its longest length.
#include "rewrite/splice/marks.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

#include "basewalk/note.h"
#include "mime/line/line_ends.h"
#include "rewrite/splice/bare_cr.h"
#include "rewrite/splice/replacement.h"
#include "text/ascii.h"
#include "text/hex.h"

namespace basewalk::rewrite {
namespace {

// Of a message that was settled: it says nothing of its links.
constexpr std::string_view kRemovedField = "X-Basewalk-Removed";
constexpr std::size_t kLongestValue = 900;
constexpr std::size_t kLongestBase = 200;

bool is_plain(char c) { return c > 32 && c < 127 && c != '<' && c != '>'; }

// The line end of the header.
std::string_view header_line_end(const Message& message) {
  const std::string_view header = message.header_of(message.root());
  const std::string_view end = line_end_of(header, {});
  if (!end.empty()) return end;
  if (header.find('\r') != std::string_view::npos) return "\r";
  return line_end_of(message.bytes, "\r\n");
}

}  // namespace

void BaseList::clear() {
  bases_.clear();
  more_ = 0;
  last_from_ = BaseFrom::none;
  last_.clear();
}

void BaseList::add(BaseFrom from, std::string_view url) {
  if (from == BaseFrom::none || (from == last_from_ && url == last_)) return;
  last_from_ = from;
  last_ = url;
  for (const auto& [seen_from, seen] : bases_)
    if (seen_from == from && seen == url) return;
  if (bases_.size() == kMost)
    ++more_;
  else
    bases_.emplace_back(from, url);
}

std::string BaseList::value() const {
  if (bases_.empty()) return "none";
  std::string value;
  std::size_t written = 0;
  for (const auto& [from, url] : bases_) {
    std::string one(value.empty() ? "" : "; ");
    one.append(name(from)).append(" <");
    std::string visible;
    text::append_escaped(visible, std::string_view(url).substr(0, kLongestBase), is_plain);
    const bool cut = url.size() > kLongestBase || visible.size() > kLongestBase;
    one.append(visible, 0, kLongestBase).append(cut ? "...>" : ">");
    if (value.size() + one.size() + 40 > kLongestValue) break;
    value += one;
    ++written;
  }
  const std::size_t left = bases_.size() - written + more_;
  if (left > 0) value.append("; ... and ").append(std::to_string(left)).append(" more");
  return value;
}

namespace {

// "differs; links of base64 1, header-end 2; not read no-opener 3", and how many more there are of
// what was not listed one by one.
std::string verdict_value(const Rewritten& result) {
  std::string value(name(result.verdict));
  std::map<std::string_view, std::size_t> counts;
  const auto append = [&](std::string_view title, std::size_t more) {
    bool first = true;
    for (const auto& [what, count] : counts) {
      value.append(first ? title : ", ").append(what).append(" ").append(std::to_string(count));
      first = false;
    }
    if (!first && more > 0) value.append(" and ").append(std::to_string(more)).append(" more");
    counts.clear();
  };
  for (const LeftDoubt& each : result.doubts) counts[name(each.doubt)] += each.links;
  append("; links of ", result.doubt_count - result.doubts.size());
  std::size_t listed = 0;
  for (const LeftUnread& each : result.unread) {
    if (each.why == name(Unread::not_text)) continue;
    ++counts[each.why];
    ++listed;
  }
  append("; not read ", result.unread_count - listed);
  for (const SettledDoubt& each : result.settled) ++counts[name(each.doubt)];
  append("; settled ", 0);
  return value;
}

}  // namespace

std::vector<Mark> marks_of(const Rewritten& result, const BaseList& bases) {
  std::string names;
  for (const Flag flag : result.flags) names.append(names.empty() ? "" : ", ").append(name(flag));
  if (names.empty()) names = "none";
  return {{"X-Basewalk-Links", std::to_string(result.links)},
          {"X-Basewalk-Flags", names},
          {"X-Basewalk-Bases", bases.value()},
          {"X-Basewalk-Verdict", verdict_value(result)}};
}

std::vector<ForgedMark> forged_marks(const Message& message) {
  std::vector<ForgedMark> forged;
  std::unordered_map<std::string, std::size_t> seen;  // how often each name
  const mime::Part& root = message.root();
  for (std::uint32_t i = root.first_field; i < root.fields_end; ++i) {
    const std::string_view field = message.name_of(message.fields[i]);
    if (!ascii::istarts_with(field, kMarkPrefix) || ascii::iequals(field, kRemovedField)) continue;
    forged.push_back({i, std::string(field), ++seen[ascii::lowered(field)]});
  }
  return forged;
}

void leave_marks_of_all(const Message& message, std::vector<ForgedMark>& forged) {
  std::erase_if(forged, [&](const ForgedMark& each) {
    const std::size_t begin = message.fields[each.field].name.begin;
    return begin > 0 && message.bytes[begin - 1] != '\n';
  });
  std::unordered_map<std::string, std::size_t> seen;
  for (ForgedMark& each : forged) each.occurrence = ++seen[ascii::lowered(each.name)];
}

namespace {

// Where `at` begins a line to some readers, and what they find there is named like a mark.
void add_if_mark(const Message& message, Doubt doubt, std::size_t at, std::size_t end,
                 std::vector<HiddenMark>& hidden) {
  const std::string_view line = message.bytes.substr(at, end - at);
  if (!ascii::istarts_with(line, kMarkPrefix)) return;
  const std::string_view field = ascii::trim(line.substr(0, line.find_first_of(":\r\n")));
  if (!ascii::iequals(field, kRemovedField)) hidden.push_back({doubt, at, std::string(field)});
}

// Where the line behind the next LF begins.
std::size_t next_line(std::string_view bytes, std::size_t at) {
  at = bytes.find('\n', at);
  return at == std::string_view::npos ? bytes.size() : at + 1;
}

// Where the empty line is that ends the header, to who ends lines at LF alone.
std::size_t header_end_by_lf(std::string_view bytes, std::size_t at) {
  for (; at < bytes.size(); at = next_line(bytes, at))
    if (const std::size_t text = bytes.find_first_not_of('\r', at);
        text != std::string_view::npos && bytes[text] == '\n')
      break;
  return at;
}

// Who drops NULs has a field where there is none to us.
void add_marks_with_nuls(const Message& message, std::vector<HiddenMark>& hidden) {
  const mime::Part& root = message.root();
  if (message.header_of(root).find('\0') == std::string_view::npos) return;
  const std::string_view bytes = message.bytes.substr(0, root.header.end);
  std::uint32_t field = root.first_field;
  for (std::size_t at = root.header.begin; at < bytes.size(); at = next_line(bytes, at)) {
    while (field < root.fields_end && message.fields[field].name.end <= at) ++field;
    if (field < root.fields_end && message.fields[field].name.begin == at) continue;
    const std::string_view line = bytes.substr(at, next_line(bytes, at) - at);
    std::string name(line.substr(0, std::min(line.find(':'), line.size())));
    if (std::erase(name, '\0') > 0 && ascii::istarts_with(name, kMarkPrefix) &&
        !ascii::iequals(ascii::trim(name), kRemovedField))
      hidden.push_back({Doubt::header_end, at, std::move(name)});
  }
}

}  // namespace

std::vector<HiddenMark> hidden_marks(const Message& message) {
  std::vector<HiddenMark> hidden;
  const mime::Part& root = message.root();
  const std::size_t end = root.header.end;
  const auto add_lines = [&](Doubt doubt, std::size_t at, std::size_t others_end) {
    for (; at < others_end; at = next_line(message.bytes, at))
      add_if_mark(message, doubt, at, others_end, hidden);
  };
  if (mime::has_cr_lines(message)) {
    // They begin lines to us, too, but for others the header may go on.
    const bool is_behind_lf = end == 0 || message.bytes[end - 1] == '\n';
    add_lines(Doubt::line_ends, is_behind_lf ? end : next_line(message.bytes, end),
              header_end_by_lf(message.bytes, root.header.begin));
  } else {
    for (std::size_t at = find_bare_cr(message.bytes, root.header.begin, end);
         at != std::string_view::npos; at = find_bare_cr(message.bytes, at + 1, end))
      add_if_mark(message, Doubt::line_ends, at + 1, end, hidden);
  }
  std::size_t others_end = end;
  for (const mime::StructureDoubt& each : message.doubts)
    if (each.doubt == Doubt::header_end && each.part == 0)
      others_end = std::max(others_end, each.at);
  add_lines(Doubt::header_end, end, others_end);
  add_marks_with_nuls(message, hidden);
  return hidden;
}

std::vector<Splice> splices_of(const Message& message, const std::vector<Mark>& marks,
                               const std::vector<ForgedMark>& forged) {
  std::vector<Splice> splices;
  if (!marks.empty()) {
    const std::string_view line_end = header_line_end(message);
    std::string fields;
    for (const Mark& each : marks)
      fields.append(each.name).append(": ").append(each.value).append(line_end);
    const std::size_t top = message.root().header.begin;
    splices.push_back({top, top, std::move(fields)});
  }
  for (const ForgedMark& each : forged) {
    const mime::HeaderField& field = message.fields[each.field];
    splices.push_back({field.name.begin, field.end, {}});
  }
  return splices;
}

}  // namespace basewalk::rewrite
