// SPDX-License-Identifier: MIT
//
// Templates of wrapped links: the first line is one, the second a key, the rest a URL.  What is
// wrapped is opened again as it was, by its key alone; a rewriter takes a template exactly where
// the guard does; and conditions of `only` say what they were.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/rewrite/rewrite.h"
#include "basewalk/rewrite/wrapped.h"
#include "fuzz/fuzzing.h"
#include "rewrite/plan/template.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;
using rewrite::WrappedLink;
using rewrite::WrappedLinks;

constexpr std::string_view kLastDay = "20270131";
constexpr std::int64_t kNow = 1'800'000'000;

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

// Where the path of a link begins.
std::string target_of(const std::string& link) {
  const std::size_t host = link.find("://");
  const std::size_t end = link.find_first_of("/?#", host + 3);
  return end == std::string::npos ? std::string() : link.substr(end);
}

void check_wrapped(std::string_view form, const std::string& key, std::string_view url) {
  const Result<std::string> link = rewrite::wrapped(form, key, url, kLastDay, {Flag::base_split});
  if (!link) return require(link.error().code == "template" || link.error().code == "key");
  require(link->find_first_of("\r\n") == std::string::npos);
  const Result<WrappedLinks> links =
      WrappedLinks::make(form, {"another key of 32 bytes, as is due", key});
  if (!links) return require(links.error().code == "template" || links.error().code == "key");
  const WrappedLink opened = links->open(target_of(*link), kNow);
  require(opened.verdict == WrappedLink::Verdict::good && opened.url == url && opened.key == 1);
  // One byte more or less, and it is another's.
  const std::string target = target_of(*link);
  for (const std::string& other : {target + "x", target.substr(0, target.size() - 1)}) {
    const WrappedLink changed = links->open(other, kNow);
    require(changed.verdict != WrappedLink::Verdict::good || changed.url == url);
  }
  if (count(form, "{expires}") > 0)
    require(links->open(target, kNow + 400 * 86'400).verdict == WrappedLink::Verdict::expired);
}

void check_conditions(std::string_view text) {
  const Result<rewrite::Condition> condition = rewrite::read_condition(text);
  if (!condition) return require(!condition.error().detail.empty());
  require(!condition->value.empty() && text.find('=') != std::string_view::npos);
}

// A template without a code, as other sites have them: unwrap_from.
void check_unwrapped(std::string_view form, std::string_view url) {
  const auto plain = rewrite::Template::read(form, {});
  if (!plain || plain->has_mac()) return;
  std::string link;
  plain->wrap(url, {std::string(kLastDay), {Flag::base_split}}, link);
  const auto parts = plain->take_apart(link);
  require(parts && parts->url == url);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string_view form = input.line();
  const std::string key(input.line());
  const std::string_view url = input.rest().substr(0, 2000);
  check_wrapped(form, key, url);
  check_unwrapped(form, url);
  check_conditions(form);
  rewrite::Options options;
  options.wrap = form;
  options.wrap_key = key;
  if (count(form, "{expires}") > 0) options.wrap_lifetime = 30;
  Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(options);
  if (!rewriter || form.empty()) return 0;
  // What it takes for a template wraps, but for a link that the template itself may have made.
  constexpr std::string_view kLink = "http://example.com/";
  const auto plain = rewrite::Template::read(form, {});
  if (plain && plain->take_apart(kLink)) return 0;
  const std::string mail =
      "Content-Type: text/html\n\n<a href=\"" + std::string(kLink) + "\">x</a>\n";
  const rewrite::Rewritten made = rewriter->rewrite(mail);
  require(made.edit_count == 1 && made.kept_count == 0);
  std::string again;
  made.append_to(again);
  if (key.empty()) return 0;
  // It wraps nothing twice.
  require(rewriter->rewrite(again).edit_count == 0);
  return 0;
}
