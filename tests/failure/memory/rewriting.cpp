// SPDX-License-Identifier: MIT
//
// The rewriter, in all its ways.
#include "basewalk/rewrite/rewrite.h"

#include <utility>

#include "basewalk/rewrite/signatures.h"
#include "basewalk/rewrite/wrapped.h"
#include "failure/memory/mails.h"
#include "failure/memory/points.h"

namespace basewalk::failure {
namespace {

using Mails = std::shared_ptr<const std::vector<std::string>>;

constexpr std::string_view kTemplate =
    "https://guard.example/{mac}/{path-url}?e={expires}&f={flags}";
constexpr std::string_view kKey = "a key of more than a few bytes";

void append(const rewrite::Rewritten& made, std::string& out) {
  made.append_to(out);
  for (const rewrite::Edit& edit : made.edits) out += edit.where + edit.from + edit.to;
  for (const rewrite::Kept& kept : made.kept) (out += name(kept.why)) += kept.from;
  for (const rewrite::Mark& mark : made.marks) out += mark.name + mark.value;
  for (const rewrite::LeftDoubt& doubt : made.doubts) out += name(doubt.doubt);
  for (const rewrite::LeftUnread& unread : made.unread) out += unread.section + unread.why;
  out += name(made.verdict);
  for (const rewrite::Signature& signature : rewrite::signatures(made)) {
    out.append(name(signature.kind)).append(name(signature.verdict));
    out += signature.domain + signature.reason;
  }
}

Scenario rewriting(const std::string& what, const Mails& mails, const rewrite::Options& options) {
  return scenario("rewrite: " + what, [=](Outcome& outcome) {
    Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(options);
    if (!rewriter) {
      outcome.bytes += rewriter.error().detail;
      return;
    }
    for (const std::string& mail : *mails) append(rewriter->rewrite(mail), outcome.bytes);
  });
}

// One that goes on behind a message that it has given up.
Scenario rewriting_again(const Mails& mails, const rewrite::Options& options) {
  auto rewriter = std::make_shared<rewrite::Rewriter>(*rewrite::Rewriter::make(options));
  return scenario("rewrite: one rewriter", [=](Outcome& outcome) {
    for (const std::string& mail : *mails) append(rewriter->rewrite(mail), outcome.bytes);
  });
}

void open_wrapped(Outcome& outcome) {
  const Result<std::string> link = rewrite::wrapped(
      kTemplate, std::string(kKey), "http://target.example/a/long/path?and=query", "20991231");
  const Result<rewrite::WrappedLinks> links =
      rewrite::WrappedLinks::make(kTemplate, {"another key than that", std::string(kKey)});
  if (!link || !links) {
    outcome.bytes += link ? links.error().detail : link.error().detail;
    return;
  }
  const std::string_view target = std::string_view(*link).substr(21);
  const rewrite::WrappedLink opened = links->open(target, 1'000'000'000);
  outcome.bytes.append(*link).append(opened.url).append(name(opened.verdict));
  outcome.bytes += name(links->open("/abc/def", 0).verdict);
}

}  // namespace

std::vector<Scenario> rewriting_scenarios() {
  const auto shared = [](std::vector<std::string> mails) {
    return std::make_shared<const std::vector<std::string>>(std::move(mails));
  };
  const Mails mixed = shared({mixed_mail()});
  const Mails compared = shared(mails_below("compare", ".eml"));
  const Mails is_signed = shared(mails_below("signatures", ".eml"));
  const Mails bundles = shared(mails_below("cases/mhtml", "input.mhtml"));
  rewrite::Options wrap;
  wrap.wrap = kTemplate;
  wrap.wrap_key = kKey;
  wrap.wrap_lifetime = 30;
  wrap.mark = wrap.settle = wrap.edit_signed = true;
  rewrite::Options unwrap;
  unwrap.unwrap = unwrap.drop_base = unwrap.mark = true;
  unwrap.unwrap_from = {"https://guard.example/?u={url}"};
  rewrite::Options defang;
  defang.defang = true;
  defang.only = {{rewrite::Condition::Kind::scheme, "http"}};
  rewrite::Options inlined;
  inlined.cid_inline = true;
  return {rewriting("wrap, mark, settle", mixed, wrap),
          rewriting("wrap, mark, settle: compare", compared, wrap),
          rewriting("unwrap, strip", mixed, unwrap),
          rewriting("defang", mixed, defang),
          rewriting("pictures", bundles, inlined),
          rewriting("signatures", is_signed, wrap),
          rewriting_again(mixed, unwrap),
          scenario("rewrite: wrapped links", open_wrapped)};
}

}  // namespace basewalk::failure
