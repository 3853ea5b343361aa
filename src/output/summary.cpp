// SPDX-License-Identifier: MIT
#include "output/summary.h"

#include <charconv>
#include <iterator>

#include "text/amounts.h"
#include "text/json.h"
#include "text/visible.h"

namespace basewalk::output {
namespace {

using run::Tally;

constexpr Status kAllStatuses[] = {Status::absolute, Status::resolved, Status::guessed,
                                   Status::unresolved, Status::invalid};
static_assert(std::size(kAllStatuses) == run::kStatuses);

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

std::string decimal(double number) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, number, std::chars_format::fixed, 3);
  return std::string(text, end.ptr);
}

// Calls f(name, count) for all that were seen, in the order of their declaration.
template <class F>
void each_base_from(const run::Tally& tally, F&& f) {
  for (std::size_t i = 0; i < run::kBaseFroms; ++i)
    if (tally.by_base_from[i] != 0) f(name(static_cast<BaseFrom>(i)), tally.by_base_from[i]);
}
template <class F>
void each_code(const run::Tally& tally, F&& f) {
  for (std::size_t i = 0; i < kNoteCodes; ++i)
    if (tally.by_code[i] != 0) f(name(static_cast<NoteCode>(i)), tally.by_code[i]);
}

template <class F>
void each_verdict(const run::Tally& tally, F&& f) {
  for (std::size_t i = 0; i < run::kVerdicts; ++i)
    if (tally.by_verdict[i] != 0) f(name(static_cast<Verdict>(i)), tally.by_verdict[i]);
}
template <class F>
void each_reading(const run::Tally& tally, F&& f) {
  for (std::size_t i = 0; i < run::kDoubts; ++i)
    if (tally.by_reading[i] != 0) f(name(static_cast<Doubt>(i)), tally.by_reading[i]);
}
template <class F>
void each_unread(const run::Tally& tally, F&& f) {
  for (std::size_t i = 0; i < run::kUnreads; ++i)
    if (tally.unread_by_why[i] != 0) f(name(static_cast<Unread>(i)), tally.unread_by_why[i]);
}

void append_columns(std::string& out, std::string_view head, const std::string& rest) {
  out.append("  ").append(head).append(head.size() < 10 ? 10 - head.size() : 1, ' ');
  out.append(rest).append("\n");
}

}  // namespace

std::string summary_as_json(const Tally& tally, std::chrono::nanoseconds time, bool resumed) {
  std::string out;
  text::JsonObject json(out);
  json.text("kind", "summary");
  json.number("messages", tally.messages);
  json.number("bytes", tally.bytes);
  json.number("parts", tally.parts);
  json.number("links", tally.links);
  json.object("links_by_status", [&](text::JsonObject& counts) {
    for (const Status status : kAllStatuses)
      counts.number(name(status), tally.by_status[static_cast<std::size_t>(status)]);
  });
  const auto counts_of = [](text::JsonObject& counts) {
    return [&counts](std::string_view name, std::uint64_t count) { counts.number(name, count); };
  };
  json.object("links_by_base_from",
              [&](text::JsonObject& counts) { each_base_from(tally, counts_of(counts)); });
  json.number("notes", tally.notes);
  json.object("notes_by_code",
              [&](text::JsonObject& counts) { each_code(tally, counts_of(counts)); });
  json.number("problems", tally.problems);
  if (tally.slowest) {
    json.object("slowest", [&](text::JsonObject& slowest) {
      slowest.text("source", tally.slowest->source);
      slowest.number_or_null("message", tally.slowest->number);
      slowest.number("offset", tally.slowest->offset);
      slowest.raw("seconds", decimal(seconds(tally.slowest->time)));
    });
  } else {
    json.raw("slowest", "null");
  }
  json.raw("seconds", decimal(seconds(time)));
  json.truth("resumed", resumed);
  json.object("verdicts",
              [&](text::JsonObject& counts) { each_verdict(tally, counts_of(counts)); });
  json.object("links_by_reading",
              [&](text::JsonObject& counts) { each_reading(tally, counts_of(counts)); });
  json.object("unread_by_why",
              [&](text::JsonObject& counts) { each_unread(tally, counts_of(counts)); });
  json.number("skipped", tally.skipped);
  json.number("documents", tally.documents);
  json.end();
  return out + "\n";
}

std::string summary_as_text(const Tally& tally, std::chrono::nanoseconds time) {
  const auto number = text::number_text;
  const auto list = [&](std::string& to, std::string_view name, std::uint64_t count) {
    to += (to.empty() ? "" : ", ") + number(count) + " " + std::string(name);
  };
  std::string out;
  append_columns(out, "messages",
                 number(tally.messages) + ", " + text::bytes_text(tally.bytes) + " in " +
                     decimal(seconds(time)) + " s");
  append_columns(out, "parts", number(tally.parts));
  std::string statuses, bases, codes, verdicts, readings, unread;
  for (const Status status : kAllStatuses)
    if (const std::uint64_t count = tally.by_status[static_cast<std::size_t>(status)]; count != 0)
      list(statuses, name(status), count);
  each_base_from(tally, [&](std::string_view n, std::uint64_t count) { list(bases, n, count); });
  each_code(tally, [&](std::string_view n, std::uint64_t count) { list(codes, n, count); });
  each_verdict(tally, [&](std::string_view n, std::uint64_t count) { list(verdicts, n, count); });
  each_reading(tally, [&](std::string_view n, std::uint64_t count) { list(readings, n, count); });
  each_unread(tally, [&](std::string_view n, std::uint64_t count) { list(unread, n, count); });
  if (!verdicts.empty()) append_columns(out, "verdicts", verdicts);
  append_columns(out, "links", number(tally.links) + (statuses.empty() ? "" : ": " + statuses));
  if (!bases.empty()) append_columns(out, "bases", bases);
  if (!readings.empty()) append_columns(out, "readings", readings);
  if (tally.documents != 0) append_columns(out, "documents", number(tally.documents) + " opened");
  if (!unread.empty()) append_columns(out, "unread", unread);
  append_columns(out, "notes", number(tally.notes) + (codes.empty() ? "" : ": " + codes));
  if (tally.problems != 0) append_columns(out, "problems", number(tally.problems));
  if (tally.skipped != 0) append_columns(out, "skipped", number(tally.skipped));
  if (tally.slowest) {
    std::string slowest = decimal(seconds(tally.slowest->time)) + " s, ";
    text::append_visible(slowest, tally.slowest->source);
    append_columns(out, "slowest", slowest + " at " + std::to_string(tally.slowest->offset));
  }
  return out;
}

}  // namespace basewalk::output
