// SPDX-License-Identifier: MIT
#include "run/tally.h"

#include <cstdio>

#include "output/style.h"
#include "text/json.h"

namespace basewalk::cli {
namespace {

constexpr Status kAllStatuses[] = {Status::absolute, Status::resolved, Status::guessed,
                                   Status::unresolved, Status::invalid};
static_assert(std::size(kAllStatuses) == kStatuses);

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

std::string decimal(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3f", number);
  return text;
}

// Calls f(name, count) for all that were seen, in the order of their declaration.
template <class F>
void each_base_from(const Tally& tally, F&& f) {
  for (std::size_t i = 0; i < kBaseFroms; ++i)
    if (tally.by_base_from[i] != 0) f(name(static_cast<BaseFrom>(i)), tally.by_base_from[i]);
}
template <class F>
void each_code(const Tally& tally, F&& f) {
  for (std::size_t i = 0; i < kNoteCodes; ++i)
    if (tally.by_code[i] != 0) f(name(static_cast<NoteCode>(i)), tally.by_code[i]);
}

// Appends "name":count members of an object.
class Members {
 public:
  explicit Members(std::string& out) : out_(out) {}
  void operator()(std::string_view name, std::uint64_t count) {
    if (!first_) out_ += ',';
    first_ = false;
    append_json(out_, name);
    out_ += ':';
    append_number(out_, count);
  }

 private:
  std::string& out_;
  bool first_ = true;
};

void append_columns(std::string& out, std::string_view head, const std::string& rest) {
  out.append("  ").append(head).append(head.size() < 10 ? 10 - head.size() : 1, ' ');
  out.append(rest).append("\n");
}

}  // namespace

void Tally::add(const Tally& other) {
  messages += other.messages, bytes += other.bytes, parts += other.parts;
  links += other.links, notes += other.notes, problems += other.problems;
  for (std::size_t i = 0; i < kStatuses; ++i) by_status[i] += other.by_status[i];
  for (std::size_t i = 0; i < kBaseFroms; ++i) by_base_from[i] += other.by_base_from[i];
  for (std::size_t i = 0; i < kNoteCodes; ++i) by_code[i] += other.by_code[i];
  if (other.slowest && (!slowest || other.slowest->time > slowest->time)) slowest = other.slowest;
}

std::string summary_as_json(const Tally& tally, std::chrono::nanoseconds time, bool resumed) {
  std::string out = "{\"kind\":\"summary\",\"messages\":";
  append_number(out, tally.messages);
  out += ",\"bytes\":";
  append_number(out, tally.bytes);
  out += ",\"parts\":";
  append_number(out, tally.parts);
  out += ",\"links\":";
  append_number(out, tally.links);
  out += ",\"links_by_status\":{";
  Members statuses(out);
  for (const Status status : kAllStatuses)
    statuses(name(status), tally.by_status[static_cast<std::size_t>(status)]);
  out += "},\"links_by_base_from\":{";
  each_base_from(tally, Members(out));
  out += "},\"notes\":";
  append_number(out, tally.notes);
  out += ",\"notes_by_code\":{";
  each_code(tally, Members(out));
  out += "},\"problems\":";
  append_number(out, tally.problems);
  out += ",\"slowest\":";
  if (tally.slowest) {
    out += "{\"source\":";
    append_json(out, tally.slowest->source);
    out += ",\"message\":";
    append_number_or_null(out, tally.slowest->number);
    out += ",\"offset\":";
    append_number(out, tally.slowest->offset);
    out += ",\"seconds\":" + decimal(seconds(tally.slowest->time)) + "}";
  } else {
    out += "null";
  }
  out += ",\"seconds\":" + decimal(seconds(time));
  out += resumed ? ",\"resumed\":true}\n" : ",\"resumed\":false}\n";
  return out;
}

std::string summary_as_text(const Tally& tally, std::chrono::nanoseconds time) {
  const auto text = number_as_text;
  const auto list = [&](std::string& to, std::string_view name, std::uint64_t count) {
    to += (to.empty() ? "" : ", ") + text(count) + " " + std::string(name);
  };
  std::string out;
  append_columns(out, "messages",
                 text(tally.messages) + ", " + bytes_as_text(tally.bytes) + " in " +
                     decimal(seconds(time)) + " s");
  append_columns(out, "parts", text(tally.parts));
  std::string statuses, bases, codes;
  for (const Status status : kAllStatuses)
    if (const std::uint64_t count = tally.by_status[static_cast<std::size_t>(status)]; count != 0)
      list(statuses, name(status), count);
  each_base_from(tally, [&](std::string_view n, std::uint64_t count) { list(bases, n, count); });
  each_code(tally, [&](std::string_view n, std::uint64_t count) { list(codes, n, count); });
  append_columns(out, "links", text(tally.links) + (statuses.empty() ? "" : ": " + statuses));
  if (!bases.empty()) append_columns(out, "bases", bases);
  append_columns(out, "notes", text(tally.notes) + (codes.empty() ? "" : ": " + codes));
  if (tally.problems != 0) append_columns(out, "problems", text(tally.problems));
  if (tally.slowest) {
    std::string slowest = decimal(seconds(tally.slowest->time)) + " s, ";
    append_visible(slowest, tally.slowest->source);
    append_columns(out, "slowest", slowest + " at " + std::to_string(tally.slowest->offset));
  }
  return out;
}

std::string bytes_as_text(std::uint64_t bytes) {
  constexpr std::string_view kUnits[] = {" B", " kB", " MB", " GB", " TB", " PB"};
  double size = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (size >= 999.5 && unit + 1 < std::size(kUnits)) size /= 1000, ++unit;
  char text[40];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f" : size < 9.995 ? "%.2f" : "%.1f", size);
  return std::string(text) + std::string(kUnits[unit]);
}

std::string number_as_text(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

}  // namespace basewalk::cli
