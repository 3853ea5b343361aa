// SPDX-License-Identifier: MIT
//
// The guard's links: the input is what a server is asked for, and once more a URL that is signed.
// Nothing is sent to a browser but what was signed.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/rewrite/wrapped.h"
#include "fuzz/fuzzing.h"
#include "guard/answer.h"

namespace guard = basewalk::guard;
namespace rewrite = basewalk::rewrite;
using basewalk::Flag;

namespace {

using basewalk::fuzz::require;
using basewalk::fuzz::view;

constexpr std::string_view kTemplates[] = {
    "https://g.example/{mac}/{path-url}",
    "https://g.example/{mac}/{expires}/{flags}/{path-url}",
    "https://g.example/?u={url}&m={mac}",
    "https://g.example/{url}{mac}{url}",
};
constexpr std::string_view kHost = "https://g.example";
constexpr std::int64_t kNow = 1'800'000'000;

std::string meaning(Flag) { return "x"; }

guard::Answer ask(const guard::Treatment& treatment, std::string_view target, bool goes) {
  const guard::Request request{goes ? guard::Method::post : guard::Method::get, target,
                               goes ? "do=go" : "", goes};
  return guard::answer_to(treatment, request, guard::look_at(treatment, request, kNow), {},
                          meaning);
}

bool is_plain(std::string_view text) {
  for (const char c : text)
    if (c <= ' ' || c >= '\x7F') return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = view(data, size);
  for (const std::string_view form : kTemplates) {
    guard::Treatment treatment(*rewrite::WrappedLinks::make(form, {"key", "old"}));
    // No key has made it: whoever finds the code of one has found a hole.
    const guard::Answer made = ask(treatment, text, true);
    require(made.location.empty() && made.status >= 400);
    require(made.body.find("<form") == std::string::npos);

    const auto link = rewrite::wrapped(form, "old", text, "20270131", {Flag::base_split});
    require(link.has_value());
    const std::string target = link->substr(kHost.size());
    const rewrite::WrappedLinks links = *rewrite::WrappedLinks::make(form, {"key", "old"});
    const rewrite::WrappedLink opened = links.open(target, kNow);
    require(opened.verdict == rewrite::WrappedLink::Verdict::good);
    require(opened.url == text && opened.key == 1 && !opened.has_form_query);
    const guard::Answer answer = ask(treatment, target, true);
    require(answer.location.empty() || (answer.location == text && is_plain(text)));
    treatment.direct = true;
    const guard::Answer direct = ask(treatment, target, false);
    require(direct.location == answer.location);
    // One bit elsewhere, and nothing is opened.
    std::string other = target;
    const std::size_t at = size % other.size();
    other[at] = static_cast<char>(other[at] ^ 1);
    if (other[at] != '\0') {
      const guard::Answer changed = ask(treatment, other, false);
      require(changed.location.empty() || changed.location == text);
    }
  }
  return 0;
}
