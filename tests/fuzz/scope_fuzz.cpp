// SPDX-License-Identifier: MIT
//
// Bases, handed down any message: the first line says which sources count, the second where the
// message was fetched from.  A base in force is one that can be resolved against, it comes from a
// source that counts, and siblings do not see each other's.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/base/scope.h"
#include "basewalk/mime/part.h"
#include "fuzz/fuzzing.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;

bool counts(const base::Honor& honor, base::BaseFrom from) {
  using From = base::BaseFrom;
  return (from != From::base_header || honor.base_header) &&
         (from != From::content_base || honor.content_base) &&
         (from != From::content_location || honor.content_location) &&
         (from != From::retrieval || honor.retrieval) &&
         (from != From::thismessage || honor.thismessage) &&
         (from != From::html_base || honor.html_base);
}

// By the URL Standard a URL with a scheme may still be none; it stays the base that was declared.
bool is_absolute(const url::Base& base) {
  return base.is_absolute() || base.failure() != url::Failure::none;
}

void check(const base::Scope& scope, const base::Honor& honor) {
  require((scope.url() == nullptr) == (scope.from() == base::BaseFrom::none));
  require(counts(honor, scope.from()));
  require(!base::name(scope.from()).empty());
  if (scope.url() != nullptr) require(is_absolute(*scope.url()));
  if (scope.browser_url() != nullptr) {
    require(scope.browser_url()->is_absolute() && scope.url() != nullptr);
    require(scope.clicked_url() == scope.browser_url());
  }
  require(!scope.is_scheme_assumed() || scope.url() == nullptr);
}

bool is_same(const base::Scope& one, const base::Scope& other) {
  if (one.from() != other.from() || one.section() != other.section()) return false;
  return one.url() == nullptr || one.url()->text() == other.url()->text();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const auto rules = static_cast<url::Rules>(input.byte() % 4);
  const std::string_view list = input.line(), retrieved = input.line();
  const Result<base::Honor> read = base::Honor::parse(list);
  require(read || read.error().code == "unknown-source");
  const base::Honor honor = read ? *read : base::Honor();
  const base::Scope outer = base::Scope::outermost(rules, honor, retrieved);
  check(outer, honor);

  const Message message = read_message(input.rest());
  Notes notes;
  std::vector<base::Scope> scopes;
  for (std::uint32_t i = 0; i < message.parts.size() && i < 100; ++i) {
    const std::uint32_t parent = message.parts[i].parent;
    const base::Scope around = parent == mime::kNone ? outer : scopes[parent];
    scopes.push_back(around.enter(message, i, message.section(i), notes));
    check(scopes.back(), honor);
    if (!honor.enclosing && scopes.back().from() != base::BaseFrom::none)
      require(scopes.back().section() == message.section(i) || scopes.back().section().empty());
    // Again: nothing of what came between is left.
    require(is_same(around.enter(message, i, message.section(i), notes), scopes.back()));
    const base::Scope inner =
        scopes.back().embed({retrieved, base::BaseFrom::html_base, "1"}, notes);
    check(inner, honor);
    require(
        is_same(scopes.back().embed({retrieved, base::BaseFrom::html_base, "1"}, notes), inner));
    check(scopes.back().retrieved(retrieved, message.section(i)), honor);
  }
  for (const mime::HeaderField& field : message.fields) {
    const base::HeaderUrl url = base::header_url(field.value.of(message.bytes));
    require(url.url.find_first_of("\r\n") == std::string::npos);
  }
  return 0;
}
