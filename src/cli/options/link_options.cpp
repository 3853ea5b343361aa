// SPDX-License-Identifier: MIT
#include "cli/options/link_options.h"

#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/nearest.h"
#include "cli/options/choices.h"

namespace basewalk::cli {
namespace {

bool refused(const std::string& what) {
  complain(what);
  return false;
}

}  // namespace

void add_choosing_option(CLI::App& app, LinkOptions& options) {
  CLI::Option* only =
      app.add_option("--only", options.only,
                     "Only links with KEY=VALUE,... or KEY!=VALUE,..., see below")
          ->allow_extra_args(false)  // each --only takes one; what follows it is a source
          ->type_name("CONDITION");
  std::vector<std::string> beginnings = words_of(output::Choice::keys());
  for (std::string& key : beginnings) key += '=';
  suggest(only, beginnings);
  require(only, [](const std::string& text) {
    output::Choice choice;
    const Result<bool> added = choice.add(text);
    return added ? std::string() : with_nearest(added.error().detail);
  });
  app.footer(app.get_footer() +
             "\nCONDITION: the keys are flag, status, base-from, reading, "
             "verdict, host, domain,\nscheme, part, type, where; in where and "
             "type * fits anything. .example.com is that\nhost and all below it. "
             "Those of one key are alternatives.");
}

void add_gathering_options(CLI::App& app, LinkOptions& options) {
  app.add_option("--unique", options.unique, "Instead of links each url, host or domain once")
      ->check(CLI::IsMember({"url", "host", "domain"}))
      ->option_text("KEY");
  app.add_flag("--count", options.count, "How many links; with --unique, of each");
  app.add_option("--sort", options.sort,
                 "By url, host, domain, status, where; with --unique also count")
      ->check(CLI::IsMember({"url", "host", "domain", "status", "where", "count"}))
      ->option_text("KEY");
  app.add_flag("--with-place", options.place, "With text: SOURCE:LINE: before each link");
}

bool take_link_options(const LinkOptions& options, OutputPlan& plan, output::Choice& choice) {
  for (const std::string& condition : options.only)
    if (const Result<bool> added = choice.add(condition); !added)
      return refused("--only " + condition + ": " + added.error().detail);
  output::Gathering& gathering = plan.gathering;
  gathering.unique = output::link_key_named(options.unique);
  gathering.sort = output::link_key_named(options.sort);
  gathering.count = options.count;
  gathering.place = options.place;
  if (!gathering.is_any()) return true;
  if (std::string why = gathering.why_not(plan.to.format); !why.empty()) return refused(why);
  if (plan.sharded || plan.to.resume)
    return refused(
        "--unique, --count, --sort and --with-place look at the whole, and not at a slice "
        "or a rest; leave out --shard and --resume");
  plan.to.forget = true;
  plan.to.head = gathering.head(plan.to.format);
  return true;
}

}  // namespace basewalk::cli
