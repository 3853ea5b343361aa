// SPDX-License-Identifier: MIT
#include "rewrite/splice/text_edits.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "basewalk/mime/headers.h"
#include "extract/linkify/bare_host.h"
#include "extract/plain.h"
#include "mime/charset.h"
#include "rewrite/plan/policy.h"
#include "text/ascii.h"
#include "text/work.h"

namespace basewalk::rewrite {
namespace {

bool has_lines_alone(std::string_view text) {
  return text.find_first_not_of("\r\n") == std::string_view::npos;
}

}  // namespace

void TextEdits::begin(const TextReport& report, std::uint32_t part, std::optional<Kept::Why> why) {
  text_ = &report;
  part_ = part;
  why_ = why;
  needs_base_ = false;
  references_ = 0;
  edited_ = {};
  wanted_.clear();
  inside_.clear();
  srcdocs_.clear();
  form_.reset();
  joins_lines_.reset();
}

void TextEdits::keep(const Link& link, std::optional<Kept::Why> why) {
  ++references_;
  needs_base_ = needs_base_ || !Policy::stands_without_base(link);
  if (why) ledger_.keep(*why, part_, link.place, link.raw, offset_of(*link.find));
}

void TextEdits::say_kept(const Link& link, Kept::Why why) {
  ledger_.keep(why, part_, link.place, link.raw, offset_of(*link.find));
}

void TextEdits::edit(const Link& link, Edit::Kind kind, const std::string& to) {
  if (!mime::is_utf8(to)) {  // a base stands in a header, in bytes of any kind
    std::string repaired;
    mime::append_repaired_utf8(to, repaired);
    return edit(link, kind, repaired);
  }
  if (edit_inside(link, kind, to)) return;
  // What who joins no lines sees in a reference that goes over several of them goes with that.
  const bool is_text = link.place.role == extract::Role::text;
  if (is_text && link.find->begin >= edited_.begin && link.find->end <= edited_.end) {
    ++references_;
    return;
  }
  std::optional<Kept::Why> why = why_;
  Replacement made;
  if (!why) why = write(to, *link.find, made);
  if (why) return keep(link, why);
  ++references_;
  if (is_text) edited_ = {link.find->begin, link.find->end};
  wanted_.push_back({std::move(made), edit_of(link, kind, to)});
}

void TextEdits::end(bool drop_base) {
  if (!inside_.empty()) edit_srcdocs();
  if (drop_base && !text_->finds->base_tags.empty()) drop_bases();
  if (!wanted_.empty()) make();
  text_ = nullptr;
}

Edit TextEdits::edit_of(const Link& link, Edit::Kind kind, std::string_view to) const {
  Edit edit;
  edit.kind = kind;
  edit.part = part_;
  edit.where = extract::where(link.place);
  edit.from = cut(link.raw);
  edit.to = cut(to);
  return edit;
}

// Sets what stands in place of a find; says why where nothing can.
std::optional<Kept::Why> TextEdits::write(std::string_view to, const extract::Find& find,
                                          Replacement& made) {
  if (!work::charge(find.end - find.begin + to.size() + 1)) return Kept::Why::limit;
  if (!form_) form_ = form_of(text_->text, text_->charset, text_->encoding);
  const std::optional<Kept::Why> why = replacement_for(to, find, text_->text, *form_, made);
  if (why) return why;
  if (find.place.role == extract::Role::text &&
      (linkified_ || extract::is_before_url(text_->text, find.end)))
    separate(find, made);
  if (is_before_join(find)) {
    const bool is_apart = made.with.ends_with(' ');
    made.with.append(text_->text.substr(made.end, find.end - made.end)).append(is_apart ? "" : " ");
    made.end = find.end;
  }
  if (!ledger_.take(made.with.size())) return Kept::Why::limit;
  return std::nullopt;
}

// Where a name stood in the middle of other characters, what stands there now would not be seen, or
// go on with them; as would a URL without a path, behind which another one stands.
void TextEdits::separate(const extract::Find& find, Replacement& made) const {
  const std::string_view text = text_->text;
  const std::string_view before =
      linkified_ ? extract::separator_before(text, find.begin, find.end) : std::string_view();
  const std::string_view behind = extract::separator_behind(text, find.end);
  if (!before.empty()) {
    made.with.insert(
        0, std::string(before) + std::string(text.substr(find.begin, made.begin - find.begin)));
    made.begin = find.begin;
  }
  if (!behind.empty()) {
    made.with.append(text.substr(made.end, find.end - made.end)).append(behind);
    made.end = find.end;
  }
}

// Who joins flowed lines takes the blank at the end of one away, and would have what stands there
// now go on in the next line, where a sign, or the end of a host, had ended it.
bool TextEdits::is_before_join(const extract::Find& find) {
  if (find.place.role != extract::Role::text || (find.flags & extract::kUnwrapped) != 0)
    return false;
  const std::string_view text = text_->text;
  const std::size_t at = text.find_first_not_of(".,;:!?')]}", find.end);
  if (at == std::string_view::npos ||
      !(text.substr(at).starts_with(" \n") || text.substr(at).starts_with(" \r\n")))
    return false;
  if (!joins_lines_) {
    const Message& message = *text_->message;
    const std::uint32_t field = message.parts[text_->part].content_type_field;
    const auto has = [](const mime::ParameterizedValue& type, std::string_view name,
                        std::string_view value) {
      const std::string* const found = type.find(name);
      return found != nullptr && ascii::iequals(*found, value);
    };
    joins_lines_ = false;
    if (field != mime::kNone) {
      const auto type = mime::parse_parameterized(message.value_of(message.fields[field]));
      joins_lines_ = has(type, "format", "flowed") && has(type, "delsp", "yes");
    }
  }
  return *joins_lines_;
}

// Of a link in a srcdoc it is seen at the end whether it can be edited.
bool TextEdits::edit_inside(const Link& link, Edit::Kind kind, const std::string& to) {
  if (why_ || link.find->written.syntax != extract::Syntax::fixed) return false;
  const extract::Finds& finds = *text_->finds;
  if (finds.scopes.size() == 1) return false;
  if (srcdocs_.empty()) srcdocs_ = srcdocs_of(finds);
  if (srcdocs_[link.find->scope] == kNoScope || !ledger_.take(to.size())) return false;
  ++references_;
  WantedInside& wanted = inside_.emplace_back();
  wanted.wish.find = static_cast<std::size_t>(link.find - finds.finds.data());
  wanted.wish.to = to;
  wanted.edit = edit_of(link, kind, to);
  wanted.needs_base = !Policy::stands_without_base(link);
  return true;
}

// The srcdocs one after the other; those that cannot be written again keep what they have.
void TextEdits::edit_srcdocs() {
  const TextReport& report = *text_;
  const extract::Finds& finds = *report.finds;
  if (!form_) form_ = form_of(report.text, report.charset, report.encoding);
  std::vector<InnerWish> wishes;
  for (std::size_t first = 0, end = 0; first < inside_.size(); first = end) {
    const std::uint32_t scope = srcdocs_[finds.finds[inside_[first].wish.find].scope];
    wishes.clear();
    for (; end < inside_.size() && srcdocs_[finds.finds[inside_[end].wish.find].scope] == scope;
         ++end)
      wishes.push_back(inside_[end].wish);
    Replacement made;
    const bool may_work = work::charge(1);
    bool written =
        may_work && replace_in_srcdoc(finds, srcdocs_, scope, report.text, *form_, wishes, made);
    const std::size_t grown = made.with.size() - std::min(made.with.size(), made.end - made.begin);
    written = written && ledger_.take(grown);
    for (std::size_t i = first; i < end; ++i) {
      WantedInside& each = inside_[i];
      if (!written || !wishes[i - first].done) {
        ledger_.keep(may_work ? Kept::Why::not_writable : Kept::Why::limit, each.edit,
                     offset_of(finds.finds[each.wish.find]));
        needs_base_ = needs_base_ || each.needs_base;
        continue;
      }
      // The first makes the edits of all.
      Wanted wanted{{made.begin, made.begin, {}}, std::move(each.edit)};
      if (!made.with.empty()) wanted.in_text = std::move(made);
      made = {wanted.in_text.end, wanted.in_text.end, {}};
      wanted_.push_back(std::move(wanted));
    }
  }
}

// Tags that follow each other go as one: what they leave behind stands beside what is before the
// first of them.
void TextEdits::keep_apart(std::string_view text, std::vector<Wanted>& dropped) {
  const auto begin_of = [](const Wanted& each) { return each.in_text.begin; };
  if (!std::ranges::is_sorted(dropped, {}, begin_of))
    std::ranges::stable_sort(dropped, {}, begin_of);
  bool leaves_lines_alone = true;
  std::size_t behind = 0;
  for (std::size_t first = 0, next = 0; first < dropped.size(); first = next) {
    const std::size_t begin = begin_of(dropped[first]);
    std::size_t end = dropped[first].in_text.end;
    for (next = first + 1; next < dropped.size() && begin_of(dropped[next]) <= end; ++next)
      end = std::max(end, dropped[next].in_text.end);
    dropped[first].in_text.with = separator(text, begin, end);
    leaves_lines_alone = leaves_lines_alone && has_lines_alone(text.substr(behind, begin - behind));
    behind = end;
  }
  // An empty body looks like one that was lost, and hooks hold its message back.
  if (leaves_lines_alone && has_lines_alone(text.substr(behind)) && !dropped.empty())
    dropped.front().in_text.with = " ";
}

// All of a text or none: which of them counts, not all readers agree on.
void TextEdits::drop_bases() {
  const TextReport& report = *text_;
  const extract::Finds& finds = *report.finds;
  const std::size_t references = static_cast<std::size_t>(std::count_if(
      finds.finds.begin(), finds.finds.end(),
      [](const extract::Find& find) { return find.kind == extract::FindKind::reference; }));
  std::optional<Kept::Why> why = why_;
  if (!why && (finds.cut || references != references_)) why = Kept::Why::limit;
  if (!why && needs_base_) why = Kept::Why::needed_base;
  std::vector<Wanted> dropped;
  for (const extract::BaseTag& tag : finds.base_tags) {
    const extract::Find& find = finds.finds[tag.find];
    std::size_t end = tag.end;
    if (!why && tag.needs_end_tag && !skip_end_tag(report.text, end)) why = Kept::Why::not_writable;
    Wanted wanted;
    wanted.in_text = {tag.begin, end, {}};
    wanted.edit.kind = Edit::Kind::drop_base;
    wanted.edit.part = part_;
    wanted.edit.where = extract::where(find.place);
    wanted.edit.from = cut(find.raw);
    dropped.push_back(std::move(wanted));
  }
  if (!why) {
    keep_apart(report.text, dropped);
    std::move(dropped.begin(), dropped.end(), std::back_inserter(wanted_));
    return;
  }
  for (const extract::BaseTag& tag : finds.base_tags) {
    const extract::Find& find = finds.finds[tag.find];
    ledger_.keep(*why, part_, find.place, find.raw, offset_of(find));
  }
}

void TextEdits::make() {
  const auto before = [](const Wanted& a, const Wanted& b) {
    return a.in_text.begin < b.in_text.begin;
  };
  if (!std::is_sorted(wanted_.begin(), wanted_.end(), before))
    std::stable_sort(wanted_.begin(), wanted_.end(), before);
  Replacements edits;
  Done done;
  done.part = part_;
  bool overlap = false;
  for (Wanted& each : wanted_) {
    // A name within a URL goes with that, and what else somebody makes of one with it.
    const bool is_same = !edits.empty() && each.in_text.begin == edits.back().begin &&
                         each.in_text.end == edits.back().end;
    if (is_same || (linkified_ && !edits.empty() && each.in_text.end <= edits.back().end)) continue;
    overlap = overlap || (!edits.empty() && each.in_text.begin < edits.back().end);
    edits.push_back(std::move(each.in_text));
    if (done.edits.size() < Ledger::kListed) done.edits.push_back(std::move(each.edit));
  }
  done.edit_count = edits.size();
  std::vector<std::size_t> places;
  work::charge(text_->text.size() + 4 * edits.size());
  const std::optional<Kept::Why> why =
      overlap ? Kept::Why::not_writable : editor_.edit(*text_, edits, done.splices, places);
  if (why) {
    const std::size_t body = ledger_.message().parts[part_].body.begin;
    for (Edit& each : done.edits) each.offset = body;
    ledger_.give_back(done, *why);
    return;
  }
  for (std::size_t i = 0; i < done.edits.size(); ++i) done.edits[i].offset = places[i];
  ledger_.done.push_back(std::move(done));
}

// Of a find of the text at hand, where the text stands as it is in the body; else of the body.
std::size_t TextEdits::offset_of(const extract::Find& find) const {
  const mime::Part& part = ledger_.message().parts[part_];
  if (text_->message != &ledger_.message() || text_->encoding != mime::Encoding::identity)
    return part.body.begin;
  const std::string_view body = ledger_.message().body_of(part);
  const bool as_it_is =
      text_->text.data() >= body.data() && text_->text.data() <= body.data() + body.size();
  if (!as_it_is) return part.body.begin;
  return part.body.begin + static_cast<std::size_t>(text_->text.data() - body.data()) + find.begin;
}

}  // namespace basewalk::rewrite
