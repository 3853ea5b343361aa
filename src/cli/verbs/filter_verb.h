// SPDX-License-Identifier: MIT
//
// What the verbs of filters in the mail path have in common: `milter` and `proxy` differ in what
// they speak with mail servers.
#ifndef BASEWALK_CLI_VERBS_FILTER_VERB_H_
#define BASEWALK_CLI_VERBS_FILTER_VERB_H_

#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/options/daemon/filter_options.h"
#include "cli/options/rewrite_options.h"
#include "daemon/log.h"
#include "filter/serve.h"

namespace basewalk::cli {

/// One of them.  All of it lives as long as the program.
struct FilterProgram {
  FilterKind kind;
  const char* command;  ///< "basewalk milter"
  daemon::LogName log;
  const char* metrics;  ///< how their names begin
  std::unique_ptr<filter::Connections> (*connections)(filter::Service& service);
};

class FilterVerb : public Verb {
 public:
  explicit FilterVerb(const FilterProgram& program) : program_(program), typed_(program.kind) {}

  void set_up(CLI::App& app) override;
  int run() override;

 private:
  /// What was typed, and all files.
  std::optional<filter::Configuration> read();
  /// From the same words, as if it began now.
  static std::optional<filter::Configuration> read_again(const FilterProgram& program);

  const FilterProgram& program_;
  CLI::App* app_ = nullptr;
  TypedFilterOptions typed_;
  RewriteOptions how_;
};

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_VERBS_FILTER_VERB_H_
