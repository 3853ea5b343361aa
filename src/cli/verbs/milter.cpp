// SPDX-License-Identifier: MIT
//
// basewalk milter: the same rewriting as `basewalk rewrite`, for Postfix and sendmail.
#include <CLI/CLI.hpp>
#include <exception>

#include "cli/command.h"
#include "cli/options/milter_options.h"
#include "cli/options/rewrite_options.h"
#include "milter/log.h"
#include "milter/server.h"

namespace basewalk::cli {
namespace {

class Milter final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app_ = &app;
    add_milter_options(app, typed_);
    add_rewrite_options(app, how_);
    app.footer(kHiddenOptions);
  }
  int run() override {
    const std::optional<rewrite::Options> rewriting = rewrite_options(*app_, how_);
    if (!rewriting) return kUsage;
    const std::optional<milter::Options> options = milter_options(typed_);
    if (!options) return kUsage;
    milter::open_log(options->log_to_syslog);
    // libmilter's threads use it until the process ends.
    auto* service = new milter::Service(*options, *rewriting);
    try {
      milter::serve(*service);
      return kTryAgain;                      // it could not begin
    } catch (const std::exception& error) {  // no memory, no threads
      return complain("could not begin: " + std::string(error.what()), kTryAgain);
    }
  }

 private:
  CLI::App* app_ = nullptr;
  TypedMilterOptions typed_;
  RewriteOptions how_;
};

}  // namespace

const Command kMilter = {"milter", "Rewrite mail on its way through Postfix or sendmail",
                         make_verb<Milter>};

}  // namespace basewalk::cli
