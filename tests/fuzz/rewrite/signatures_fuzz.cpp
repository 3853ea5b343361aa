// SPDX-License-Identifier: MIT
//
// Any bytes, and any change of them: without a change no signature is broken, a splice that puts
// back what was there changes no verdict, and each entry can be shown.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "basewalk/rewrite/signatures.h"
#include "fuzz/fuzzing.h"

using namespace basewalk;

namespace {

using basewalk::fuzz::require;
using basewalk::fuzz::view;

rewrite::Rewritten unchanged(std::string_view bytes) {
  rewrite::Rewritten rewritten;
  rewritten.message = read_message(bytes);
  rewritten.body = rewritten.message.root().body.begin;
  return rewritten;
}

// Splices made of the bytes themselves: sorted, not overlapping, none over the end of the header.
std::vector<rewrite::Splice> make_splices(std::string_view bytes, std::size_t body) {
  std::vector<std::size_t> at;
  for (std::size_t i = 0; i < bytes.size() && at.size() < 8; i += 1 + bytes.size() / 5)
    at.push_back(static_cast<unsigned char>(bytes[i]) * bytes.size() / 255);
  std::sort(at.begin(), at.end());
  std::vector<rewrite::Splice> splices;
  for (std::size_t i = 0; i + 1 < at.size(); i += 2) {
    if (at[i] < body && at[i + 1] > body) at[i + 1] = body;
    splices.push_back(
        {at[i], at[i + 1], std::string(bytes.substr(bytes.size() / 3, at[i + 1] % 40))});
  }
  return splices;
}

void check(const std::vector<rewrite::Signature>& all, const rewrite::Rewritten& rewritten) {
  require(all.size() <= 2 * (rewrite::kMostSignatures + 1));
  for (const rewrite::Signature& each : all) {
    require(each.part < rewritten.message.parts.size());
    require(each.offset <= rewritten.message.bytes.size());
    require(!name(each.kind).empty() && !name(each.verdict).empty());
    const bool has_reason = each.verdict != rewrite::Signature::Verdict::kept;
    require(each.reason.empty() != has_reason && each.reason.size() <= 300);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = view(data, size);
  rewrite::Rewritten rewritten = unchanged(bytes);
  const std::vector<rewrite::Signature> before = signatures(rewritten);
  check(before, rewritten);
  for (const rewrite::Signature& each : before)
    require(each.verdict != rewrite::Signature::Verdict::broken);

  const std::size_t middle = std::max(rewritten.body, size / 2);
  rewritten.splices = {{middle, size, std::string(bytes.substr(middle))}};
  const std::vector<rewrite::Signature> same = signatures(rewritten);
  require(same.size() == before.size());
  for (std::size_t i = 0; i < same.size(); ++i) require(same[i].verdict == before[i].verdict);

  rewritten.splices = make_splices(bytes, rewritten.body);
  const std::vector<rewrite::Signature> after = signatures(rewritten);
  check(after, rewritten);
  require(after.size() == before.size());
  return 0;
}
