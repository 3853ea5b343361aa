// SPDX-License-Identifier: MIT
//
// Comparisons one after the other in one browser, which is started when it is first needed and
// again when it has ended, and the report of them.  Several threads may ask; one is answered at a
// time.
// What comes before: the verbs of `mhtml` that verify.  What comes after: place.cpp, view.cpp,
// compare.cpp and report.cpp, in that order.
#ifndef BASEWALK_BROWSER_PROOF_H_
#define BASEWALK_BROWSER_PROOF_H_

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "browser/chromium.h"
#include "browser/compare.h"
#include "browser/report.h"

namespace basewalk::browser {

class Proof {
 public:
  explicit Proof(Options options) : browser_(std::move(options)) {}

  /// Empty, or why no report can be written there.
  std::string open_report(const std::string& file) { return report_.open(file); }
  /// Empty, or why it was not written.
  std::string end_report() { return report_.end(); }

  /// Two files or folders.  Where bytes are given the original is a bundle of these, and its name
  /// only a name.
  Comparison compare(const std::string& original, const std::string& result,
                     std::optional<std::string_view> original_bytes = {});

 private:
  // Of a file of which several results follow one another.
  struct Kept {
    std::string name;
    std::filesystem::file_time_type changed;
    View view;
  };
  std::string look_at_original(const std::string& original, std::optional<std::string_view> bytes);
  std::string look(const std::string& original, const std::string& result,
                   std::optional<std::string_view> bytes, std::optional<View>& other);

  std::mutex one_at_a_time_;
  Chromium browser_;
  std::string start_failure_;
  std::optional<Kept> original_;
  Report report_;
};

}  // namespace basewalk::browser

#endif  // BASEWALK_BROWSER_PROOF_H_
