// SPDX-License-Identifier: MIT
#include "browser/proof.h"

#include <algorithm>

#include "browser/place.h"
#include "browser/png_calls.h"

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

std::string Proof::look_at_original(const std::string& original,
                                    std::optional<std::string_view> bytes) {
  namespace fs = std::filesystem;
  std::error_code is_none;
  const bool is_file = !bytes && fs::is_regular_file(original, is_none);
  const fs::file_time_type changed =
      is_file ? fs::last_write_time(original, is_none) : fs::file_time_type();
  if (is_file && original_ && original_->name == original && original_->changed == changed)
    return {};
  original_.reset();
  const Result<Place> place = bytes ? place_of_bytes(*bytes, browser_.folder())
                                    : place_of(original, Role::original, browser_.folder());
  if (!place) return original + ": " + place.error().detail;
  Result<View> seen = view(browser_, *place);
  if (!seen) return original + ": " + seen.error().detail;
  original_ = Kept{is_file ? original : "", changed, *std::move(seen)};
  return {};
}

// Empty, or why there is nothing to compare.
std::string Proof::look(const std::string& original, const std::string& result,
                        std::optional<std::string_view> bytes, std::optional<View>& other) {
  if (!start_failure_.empty()) return start_failure_;
  start_failure_ = png().missing;
  if (!start_failure_.empty()) return start_failure_;
  if (!browser_.runs()) {
    start_failure_ = browser_.start();
    if (!start_failure_.empty()) return start_failure_;
  }
  if (std::string why = look_at_original(original, bytes); !why.empty()) return why;
  const Result<Place> place = place_of(result, Role::result, browser_.folder());
  if (!place) return result + ": " + place.error().detail;
  Result<View> seen = view(browser_, *place);
  if (!seen) return result + ": " + seen.error().detail;
  other = *std::move(seen);
  return {};
}

Comparison Proof::compare(const std::string& original, const std::string& result,
                          std::optional<std::string_view> original_bytes) {
  const std::lock_guard lock(one_at_a_time_);
  Comparison comparison;
  std::optional<View> other;
  for (int i = 0; i < kLooks; i++) {
    other.reset();
    comparison = {};
    comparison.why = look(original, result, original_bytes, other);
    if (!comparison.why.empty()) {
      comparison.verdict = Verdict::not_compared;
      break;
    }
    comparison = browser::compare(original_->view, *other);
    if (!is_pixels_alone(comparison)) break;
    if (i + 1 < kLooks) original_.reset();  // that view may be the one that is wrong
  }
  report_.add(original, result, comparison, other ? &original_->view : nullptr,
              other ? &*other : nullptr);
  return comparison;
}

}  // namespace basewalk::browser
