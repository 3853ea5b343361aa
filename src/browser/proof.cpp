// SPDX-License-Identifier: MIT
#include "browser/proof.h"

#include <algorithm>

#include "browser/place.h"

namespace basewalk::browser {
namespace {

// Where pixels alone differ both are looked at again: on a busy machine Chromium may paint one or
// two otherwise the next time.  What is another picture is so each time.
constexpr int kLooks = 3;

bool is_pixels_alone(const Comparison& comparison) {
  return comparison.verdict == Verdict::differs &&
         std::ranges::all_of(comparison.findings, [](const Finding& finding) {
           return finding.aspect == Aspect::pixels;
         });
}

}  // namespace

// Empty, or why there is nothing to compare.
std::string Proof::look(const std::string& original, const std::string& result,
                        std::optional<std::string_view> bytes, Views& views) {
  if (!start_failure_.empty()) return start_failure_;
  if (!browser_.runs()) {
    start_failure_ = browser_.start();
    if (!start_failure_.empty()) return start_failure_;
  }
  const Result<Place> first = bytes ? place_of_bytes(*bytes, browser_.folder())
                                    : place_of(original, Role::original, browser_.folder());
  if (!first) return original + ": " + first.error().detail;
  Result<View> one = view(browser_, *first);
  if (!one) return original + ": " + one.error().detail;
  const Result<Place> second = place_of(result, Role::result, browser_.folder());
  if (!second) return result + ": " + second.error().detail;
  Result<View> other = view(browser_, *second);
  if (!other) return result + ": " + other.error().detail;
  views.one = *std::move(one);
  views.other = *std::move(other);
  return {};
}

Comparison Proof::compare(const std::string& original, const std::string& result,
                          std::optional<std::string_view> original_bytes) {
  const std::lock_guard lock(one_at_a_time_);
  Comparison comparison;
  Views views;
  for (int i = 0; i < kLooks; i++) {
    views = {};
    comparison = {};
    comparison.why = look(original, result, original_bytes, views);
    if (!comparison.why.empty()) {
      comparison.verdict = Verdict::not_compared;
      break;
    }
    comparison = browser::compare(*views.one, *views.other);
    if (!is_pixels_alone(comparison)) break;
  }
  report_.add(original, result, comparison, views.one ? &*views.one : nullptr,
              views.other ? &*views.other : nullptr);
  return comparison;
}

}  // namespace basewalk::browser
