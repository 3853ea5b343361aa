// SPDX-License-Identifier: MIT
//
// References in text/enriched (RFC 1896) and in text/richtext before it (RFC 1341 7.1.3).
//
// Who does not know them shows their commands as text: what such a text holds comes first.  Who
// does drops the commands, and what they have divided is one URL then; the others are the same.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "basewalk/extract/extract.h"
#include "extract/find_visitor.h"
#include "extract/plain.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/offsets.h"
#include "text/work.h"

namespace basewalk::extract {
namespace {

// RFC 1896: a command has at most 60 characters.
constexpr std::size_t kLongest = 60;

// The name between "<" at `at` and its ">", with the "/" of one that ends; empty where none stands
// there.
std::string_view command_at(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  const std::size_t last = std::min(text.size(), at + kLongest + 3);
  if (end < last && text[end] == '/') ++end;
  while (end < last && (ascii::is_alnum(text[end]) || text[end] == '-')) ++end;
  return end < last && text[end] == '>' ? text.substr(at + 1, end - at - 1) : std::string_view();
}

class EnrichedText final : private FindVisitor {
 public:
  EnrichedText(std::string_view text, const Options& options, Finds& out)
      : FindVisitor(out), text_(text), options_(options) {}

  void run() {
    std::size_t hidden = 0;  // parameters and comments that are open
    std::size_t begin = 0;   // what is shown
    for (std::size_t at = 0; (at = text::find_byte(text_, '<', at)) < text_.size();) {
      std::size_t next = at + 2;
      if (!text_.substr(at + 1).starts_with('<')) {  // "<<" is one that is shown
        const std::string_view command = command_at(text_, at);
        next = at + command.size() + 2;
        if (command.empty()) {
          ++at;
          continue;
        }
        if (hidden == 0) show(begin, at);
        const bool ends = command.starts_with('/');
        if (hides(command.substr(ends ? 1 : 0))) hidden = ends ? hidden - (hidden > 0) : hidden + 1;
      } else if (hidden == 0) {
        show(begin, at + 1);
      }
      begin = at = next;
    }
    if (shown_.empty()) return;
    if (hidden == 0) show(begin, text_.size());
    if (!work::charge(text_.size())) return stop_at(out_, 0);
    PlainScanner scanner(options_, *this);
    scanner.scan(shown_);
    if (work::is_spent()) stop_at(out_, 0);
  }

 private:
  static bool hides(std::string_view command) {
    return ascii::iequals(command, "param") || ascii::iequals(command, "comment");
  }

  void show(std::size_t begin, std::size_t end) {
    offsets_.step(shown_.size(), begin);
    shown_ += text_.substr(begin, end - begin);
  }

  bool found(Role role, std::string_view raw, std::uint8_t flags, std::size_t begin,
             std::size_t end) override {
    if (begin == end) return true;
    const std::size_t first = offsets_.source(begin);
    const std::size_t last = offsets_.source(end - 1) + 1;
    if (last - first == end - begin) return true;  // no command stands in it
    if (out_.finds.size() >= options_.links) {
      out_.cut = true;
      return false;
    }
    out_.finds.push_back(
        {FindKind::reference, flags, 0, out_.keep(raw), {.role = role}, first, last, {}});
    return true;
  }

  std::string_view text_;
  const Options& options_;
  std::string shown_;
  text::Offsets offsets_;  // from places in it to those in the text
};

}  // namespace

void extract_enriched(std::string_view text, const Options& options, Finds& out) {
  extract_text(text, options, out);
  if (!out.cut) EnrichedText(text, options, out).run();
}

}  // namespace basewalk::extract
