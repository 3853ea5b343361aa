// SPDX-License-Identifier: MIT
//
// basewalk milter: the same rewriting as `basewalk rewrite`, for Postfix and sendmail.
#include <CLI/CLI.hpp>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/options/milter_options.h"
#include "cli/options/policy_options.h"
#include "cli/options/rewrite_options.h"
#include "daemon/log.h"
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
    std::optional<filter::Configuration> configuration = read();
    if (!configuration) return kUsage;
    if (typed_.check_config) return kDone;
    if (!daemon::open_log({"milter", "basewalk-milter"}, configuration->options.log_to))
      return kTryAgain;
    complain_to([](std::string_view text) { daemon::log(daemon::Level::error, {}, text); });
    // libmilter's threads use it until the process ends.
    auto service = std::make_unique<filter::Service>(*std::move(configuration), read_again,
                                                     "basewalk_milter_");
    milter::Connections connections(*service);
    try {
      filter::serve(*service, connections);
      return kTryAgain;                      // it could not begin
    } catch (const std::exception& error) {  // no memory, no threads
      static_cast<void>(service.release());
      return complain("could not begin: " + std::string(error.what()), kTryAgain);
    }
  }

 private:
  // The rest of what was typed, and all files.
  std::optional<filter::Configuration> read() {
    if (typed_.check_config) how_.keys = Keys::may_come;
    std::optional<rewrite::Options> rewriting = rewrite_options(*app_, how_);
    if (!rewriting) return {};
    std::optional<filter::Configuration> made = milter_configuration(typed_, *std::move(rewriting));
#if BASEWALK_HAS_POLICY
    if (made && !typed_.policy.empty()) {
      std::optional<policy::Policy> policy =
          read_policy(typed_.policy, {typed_, how_, made->treatment});
      if (!policy) return {};
      made->treatment.policy = std::make_shared<const policy::Policy>(*std::move(policy));
    }
#endif
    return made;
  }

  // From the same words, as if it began now.
  static std::optional<filter::Configuration> read_again() {
    CLI::App app("", "basewalk milter");
    Milter again;
    again.set_up(app);
    std::vector<std::string> words(verb_words().rbegin(), verb_words().rend());
    app.parse(std::move(words));
    return again.read();
  }

  CLI::App* app_ = nullptr;
  TypedMilterOptions typed_;
  RewriteOptions how_;
};

}  // namespace

const Command kMilter = {"milter", "Rewrite mail on its way through Postfix or sendmail",
                         make_verb<Milter>};

}  // namespace basewalk::cli
