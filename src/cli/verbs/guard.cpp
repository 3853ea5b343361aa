// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/manual/words.h"
#include "cli/options/daemon/guard_options.h"
#include "daemon/log.h"
#include "guard/server.h"

namespace basewalk::cli {
namespace {

std::string meaning_of_flag(Flag flag) {
  for (const Word* word : words_named(name(flag)))
    if (word->kind == WordKind::flag) return plain(word->text);
  return {};
}

class Guard final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app_ = &app;
    add_guard_options(app, typed_);
  }
  int run() override {
    std::optional<guard::Configuration> configuration = guard_configuration(*app_, typed_);
    if (!configuration) return kUsage;
    if (typed_.check_config)
      return guard::cannot_serve().empty() ? kDone : complain(guard::cannot_serve(), kTryAgain);
    daemon::open_log({"guard", "basewalk-guard"}, daemon::LogTo::standard_error);
    complain_to([](std::string_view text) { daemon::log(daemon::Level::error, {}, text); });
    // Threads use it until the process ends.
    auto service =
        std::make_unique<guard::Service>(*std::move(configuration), read_again, meaning_of_flag);
    try {
      guard::serve(*service);
      return kTryAgain;                      // it could not begin
    } catch (const std::exception& error) {  // no memory, no threads
      static_cast<void>(service.release());
      return complain("could not begin: " + std::string(error.what()), kTryAgain);
    }
  }

 private:
  // From the same words, as if it began now.
  static std::optional<guard::Configuration> read_again() {
    CLI::App app("", "basewalk guard");
    Guard again;
    again.set_up(app);
    std::vector<std::string> words(verb_words().rbegin(), verb_words().rend());
    app.parse(std::move(words));
    return guard_configuration(app, again.typed_);
  }

  CLI::App* app_ = nullptr;
  TypedGuardOptions typed_;
};

}  // namespace

const Command kGuard = {"guard", "Serve the page that wrapped links lead to", make_verb<Guard>};

}  // namespace basewalk::cli
