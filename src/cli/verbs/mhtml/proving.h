// SPDX-License-Identifier: MIT
//
// What the verbs that verify share: the options of the browser, and what is told of a comparison.
// In a build without the layer browser there are no such options, and nothing is compared.
#ifndef BASEWALK_CLI_VERBS_MHTML_PROVING_H_
#define BASEWALK_CLI_VERBS_MHTML_PROVING_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/options/browser_options.h"
#include "output/bundle_records.h"

namespace basewalk::cli {

struct ProvingOptions {
  bool wanted = false;
  BrowserOptions browser;
  std::string report;
};
/// --verify-report, and those of the browser.
void add_proving_options(CLI::App& app, ProvingOptions& options);
/// The same, and --verify.
void add_verify_options(CLI::App& app, ProvingOptions& options);

/// What a browser has shown of two files.
struct Proved {
  std::string_view verdict;
  bool holds = false;  ///< all of the original is there
  std::string why;     ///< a sentence, where nothing was compared
  std::vector<output::Difference> differences;
  std::size_t difference_count = 0;
};

/// Several threads may ask.
class Prover {
 public:
  Prover() = default;
  virtual ~Prover() = default;
  Prover(const Prover&) = delete;
  Prover& operator=(const Prover&) = delete;
  /// Where bytes are given the original is a bundle of these.
  virtual Proved prove(const std::string& original, const std::string& result,
                       std::optional<std::string_view> original_bytes = {}) = 0;
  /// Writes the report; the exit status, with a message where it could not be written.
  virtual int end() = 0;
};
/// Nothing, with a message, where the options make no sense or no report can be written.
std::unique_ptr<Prover> make_prover(const ProvingOptions& options);

/// "ORIGINAL -> RESULT: VERDICT" and a line for each difference, for people.
void append_proved(const std::string& original, const std::string& result, const Proved& proved,
                   std::string& out);
/// Compares one result with its original and prints that; the exit status.
int prove_one(Prover& prover, const std::string& original, const std::string& result,
              std::optional<std::string_view> original_bytes = {});

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_VERBS_MHTML_PROVING_H_
