// SPDX-License-Identifier: MIT
#include "cli/options/shared_options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iterator>

#include "basewalk/version.h"
#include "cli/command.h"
#include "cli/nearest.h"
#include "cli/options/choices.h"
#include "text/limit_names.h"

namespace basewalk::cli {
namespace {

// Each with this behind it.
std::vector<std::string> limit_names(const char* end) {
  std::vector<std::string> names;
  for (const LimitName& entry : kLimitNames) names.push_back(std::string(entry.name) + end);
  return names;
}

// A list in lines of a screen.
std::string in_lines(std::string list) {
  constexpr std::size_t kWidth = 79;
  for (std::size_t begin = 0; list.size() - begin > kWidth;) {
    const std::size_t blank = list.rfind(' ', begin + kWidth);
    if (blank == std::string::npos || blank <= begin) break;
    list[blank] = '\n';
    begin = blank + 1;
  }
  return list;
}

struct LimitValue {
  const LimitName* limit;
  std::size_t number;
};

Result<LimitValue> limit_of(std::string_view text) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string_view limit = text.substr(0, equals);
  const auto* const entry = std::ranges::find(kLimitNames, limit, &LimitName::name);
  if (entry == std::end(kLimitNames))
    return Error{"limit", 0, "there is no such limit; " + instead_of(limit, limit_names(""))};
  const std::optional<std::size_t> number =
      equals == text.size() ? std::nullopt : number_of(text.substr(equals + 1));
  if (!number)
    return Error{
        "limit", 0,
        "give a number, as in --limit " + std::string(limit) + "=1000 (k, M and G may follow it)"};
  return LimitValue{entry, *number};
}

// The last one of a name counts: who calls a command of somebody's may add another.
void set_limits(Limits& limits, const std::vector<std::string>& typed) {
  for (const std::string& text : typed) {
    const Result<LimitValue> value = limit_of(text);
    if (value) limits.*value->limit->member = value->number;
  }
}

// A list that names nothing is a variable without a value more often than it is meant.
std::string no_list(std::string_view list, const std::string& words) {
  if (list.find_first_not_of(" \t,") != std::string_view::npos) return {};
  return "the list is empty; there are " + words;
}

std::string wrong_honor(const std::string& text) {
  if (std::string empty = no_list(text, base::Honor::words()); !empty.empty()) return empty;
  const Result<base::Honor> honor = base::Honor::parse(text);
  return honor ? std::string() : with_nearest(honor.error().detail);
}

std::string wrong_kinds(const std::string& text) {
  if (std::string empty = no_list(text, "all, none and kinds of documents"); !empty.empty())
    return empty;
  const Result<open::Kinds> kinds = open::Kinds::parse(text);
  return kinds ? std::string() : with_nearest(kinds.error().detail);
}

// A base that anything can be relative to, but for a verb that answers for any.
std::string wrong_base(const std::string& text, bool any) {
  if (!url::is_absolute(text)) return "not an absolute URL; give one such as http://host/path";
  if (any || url::is_hierarchical(text)) return {};
  return "nothing is relative to such a URL (RFC 1808 2.3); give one such as http://host/path";
}

std::string wrong_scheme(const std::string& text) {
  return url::is_scheme(text) ? "" : "not a scheme; give one such as https";
}

// What a word that is none is answered with.
std::vector<std::string> kinds_to_open() {
  const Result<open::Kinds> none = open::Kinds::parse("?");
  return none ? std::vector<std::string>()
              : words_of(std::string_view(none.error().detail)
                             .substr(none.error().detail.find("; there are ") + 12));
}

void add_source_options(CLI::App& app, SharedOptions& options) {
  app.add_option("SOURCE", options.sources, "Mail, mboxes, folders, archives; - is standard input");
  CLI::Option* const list =
      app.add_option("--files-from", options.files_from, "Read names of sources from FILE, or -")
          ->type_name("FILE");
  app.add_flag("-0,--null", options.nul_ends_names, "Names in that file end with NUL")->needs(list);
  app.add_option("--as", options.as, "Read sources as: auto, eml, mbox, maildir, mh")
      ->check(CLI::IsMember({"auto", "eml", "mbox", "maildir", "mh"}))
      ->option_text("KIND");
}

void add_plan_option(CLI::App& app, SharedOptions& options) {
  app.add_option("--plan", options.plan, "Read the sources that `basewalk plan` has listed")
      ->type_name("FILE");
}

// A format of the verb, or its compressed form: "jsonl", "jsonl.gz", "jsonl.zst".
std::string check_format(const std::vector<std::string>& formats, std::string_view text) {
  for (const std::string_view end : {".gz", ".zst"})
    if (text.ends_with(end)) text.remove_suffix(end.size());
  if (std::ranges::find(formats, text) != formats.end()) return {};
  const std::string instead = instead_of(text, formats);
  return "there is no such format; " + instead +
         (instead.ends_with('?') ? "" : ", and each with .gz and .zst");
}

void add_destination_options(CLI::App& app, SharedOptions& options) {
  CLI::Option* format =
      app.add_option("--format", options.format,
                     listed(options.formats) + "; jsonl.zst is compressed")
          ->check(CLI::Validator(
              [&options](const std::string& text) { return check_format(options.formats, text); },
              ""))
          ->type_name("FORMAT");
  suggest(format, options.formats);
  app.add_option("-o,--output", options.output, "Write FILE, whole or not at all")
      ->type_name("FILE");
  app.add_flag("--restart", options.restart, "With -o: throw away what such a run has left");
}

void add_output_options(CLI::App& app, SharedOptions& options) {
  add_destination_options(app, options);
  app.add_flag("--resume", options.resume, "With -o: go on where a run was interrupted");
  app.add_flag("-q,--quiet", options.quiet, "With text: no notes on standard error");
}

void add_jobs_option(CLI::App& app, SharedOptions& options) {
  app.add_option("--jobs", options.jobs, "Threads; default: one for each core")
      ->transform(whole_number(1, 1024))
      ->type_name("N");
}

void add_at_option(CLI::App& app, SharedOptions& options) {
  app.add_option("--at", options.at, "Only the message at this byte of SOURCE")
      ->transform(whole_number())
      ->type_name("OFFSET");
}

void add_run_options(CLI::App& app, SharedOptions& options) {
  add_jobs_option(app, options);
  app.add_option("--shard", options.shard, "Slice I (from 0) of N; -o DIR/ names its part")
      ->type_name("I/N");
  add_at_option(app, options);
}

}  // namespace

bool shows_progress(const SharedOptions& options) {
  if (options.progress != "auto") return options.progress == "always";
  // Not among results that scroll by on the same terminal.
  return ::isatty(STDERR_FILENO) != 0 && (!options.output.empty() || ::isatty(STDOUT_FILENO) == 0);
}

void add_progress_option(CLI::App& app, SharedOptions& options) {
  app.add_option("--progress", options.progress, "auto (default), always, never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->option_text("WHEN");
}

namespace {

void add_telling_options(CLI::App& app, SharedOptions& options) {
  add_progress_option(app, options);
  app.add_option("--summary", options.summary, "Write counts of the run as JSON")
      ->type_name("FILE");
}

void add_limit_option(CLI::App& app, SharedOptions& options) {
  CLI::Option* limit =
      app.add_option("--limit", options.limits, "A bound on the input: docs/security.md has all")
          ->allow_extra_args(false)  // each --limit takes one; what follows it is a source
          ->type_name("NAME=VALUE");
  suggest(limit, limit_names("="));
  require(limit, [](const std::string& text) {
    const Result<LimitValue> value = limit_of(text);
    return value ? std::string() : value.error().detail;
  });
}

// Every option that was given, but for those that do not change what is written.
std::string described(const CLI::App& app) {
  constexpr std::string_view kNotOfRecords[] = {"--jobs",  "--progress", "--summary", "--resume",
                                                "--quiet", "--output",   "--restart"};
  std::string text = "basewalk " + std::string(version()) + " " + app.get_name() + "\n";
  for (const CLI::Option* option : app.get_options()) {
    if (std::ranges::find(kNotOfRecords, option->get_name()) != std::end(kNotOfRecords)) continue;
    for (const std::string& value : option->results())
      text += option->get_name() + " " + value + "\n";
  }
  return text;
}

}  // namespace

std::optional<std::size_t> number_of(std::string_view text) {
  std::size_t factor = 1;
  if (text.ends_with('k')) factor = 1000;
  if (text.ends_with('M')) factor = 1'000'000;
  if (text.ends_with('G')) factor = 1'000'000'000;
  if (factor != 1) text.remove_suffix(1);
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  if (number > static_cast<std::size_t>(-1) / factor) return {};
  return number * factor;
}

void add_resolve_options(CLI::App& app, SharedOptions& options) {
  CLI::Option* base = app.add_option("--base", options.base, "The URL the source was fetched from")
                          ->type_name("URL");
  require(base, [&options](const std::string& text) { return wrong_base(text, options.any_base); });
  app.add_option("--rules", options.rules, "rfc1808 (default), rfc2396, rfc3986, whatwg")
      ->check(CLI::IsMember({"rfc1808", "rfc2396", "rfc3986", "whatwg"}))
      ->option_text("RULES");
  app.add_option("--surplus-dots", options.surplus_dots,
                 "RFC 2396 5.2 step 6g: keep (default), drop, error")
      ->check(CLI::IsMember({"keep", "drop", "error"}))
      ->option_text("WAY");
}

void add_walk_options(CLI::App& app, SharedOptions& options) {
  CLI::Option* honor =
      app.add_option("--honor", options.honor, "Base sources that count, see below")
          ->type_name("LIST");
  suggest(honor, words_of(base::Honor::words()));
  require(honor, wrong_honor, Names::what_is_wrong);
  app.footer(in_lines("LIST: " + base::Honor::words() +
                      ", with commas between; default: all but thismessage."));
  CLI::Option* scheme = app.add_option("--assume-scheme", options.assume_scheme,
                                       "For //host/x where there is no base")
                            ->type_name("S");
  require(scheme, wrong_scheme);
  options.opens_documents = true;
  CLI::Option* open = app.add_option("--open", options.open,
                                     "Documents to open: all (default), none, or pdf,office ...")
                          ->type_name("LIST");
  suggest(open, kinds_to_open());
  require(open, wrong_kinds, Names::what_is_wrong);
  add_limit_option(app, options);
}

void add_match_option(CLI::App& app, SharedOptions& options) {
  app.add_option("--match", options.match, "Parts of a bundle: compat (default), strict (RFC 2557)")
      ->check(CLI::IsMember({"compat", "strict"}).description(""))  // its description has them
      ->type_name("PROFILE");
}

void add_options(CLI::App& app, SharedOptions& options, std::vector<std::string> formats) {
  options.formats = std::move(formats);
  options.describe = [&app] { return described(app); };
  add_source_options(app, options);
  add_plan_option(app, options);
  add_resolve_options(app, options);
  add_walk_options(app, options);
  add_output_options(app, options);
  add_run_options(app, options);
  add_telling_options(app, options);
}

void add_reading_options(CLI::App& app, SharedOptions& options, std::vector<std::string> formats) {
  options.formats = std::move(formats);
  options.describe = [&app] { return described(app); };
  add_source_options(app, options);
  add_plan_option(app, options);
  add_limit_option(app, options);
  add_destination_options(app, options);
  add_telling_options(app, options);
}

void add_gathering_options(CLI::App& app, SharedOptions& options) {
  add_source_options(app, options);
  add_plan_option(app, options);
  add_limit_option(app, options);
  add_jobs_option(app, options);
  add_progress_option(app, options);
}

void add_report_options(CLI::App& app, SharedOptions& options) {
  add_source_options(app, options);
  add_plan_option(app, options);
  add_resolve_options(app, options);
  add_walk_options(app, options);
  add_match_option(app, options);
  add_jobs_option(app, options);
  add_at_option(app, options);
  add_telling_options(app, options);
}

void add_looking_options(CLI::App& app, SharedOptions& options, std::vector<std::string> formats) {
  options.formats = std::move(formats);
  add_source_options(app, options);
  add_plan_option(app, options);
  add_limit_option(app, options);
  add_jobs_option(app, options);
  app.add_option("--format", options.format, "text (default), jsonl")
      ->check(CLI::IsMember({"text", "jsonl"}))
      ->type_name("FORMAT");
  add_progress_option(app, options);
}

void add_resuming_options(CLI::App& app, SharedOptions& options) {
  add_jobs_option(app, options);
  app.add_flag("--resume", options.resume, "With -o DIR/: go on where a run was interrupted");
  app.add_flag("--restart", options.restart, "With -o DIR/: make a new report");
}

void add_making_options(CLI::App& app, SharedOptions& options) {
  options.formats = {"jsonl"};
  options.describe = [&app] { return described(app); };
  add_source_options(app, options);
  add_plan_option(app, options);
  add_limit_option(app, options);
  add_resuming_options(app, options);
  add_telling_options(app, options);
}

void add_finding_options(CLI::App& app, SharedOptions& options) {
  options.formats = {"text"};
  options.own_end = ".plan";
  add_source_options(app, options);
  app.add_option("-o,--output", options.output, "Write FILE, whole or not at all")
      ->type_name("FILE");
}

std::optional<WalkOptions> walk_options(const SharedOptions& options) {
  WalkOptions walk;
  walk.rules = *url::rules_named(options.rules);
  using url::SurplusDots;
  walk.resolve.surplus_dots = options.surplus_dots == "drop"    ? SurplusDots::drop
                              : options.surplus_dots == "error" ? SurplusDots::error
                                                                : SurplusDots::keep;
  if (!options.surplus_dots.empty() && walk.rules != url::Rules::rfc2396) {
    complain("--surplus-dots " + options.surplus_dots + ": is for --rules rfc2396; " +
             options.rules + " leaves no choice");
    return {};
  }
  walk.retrieved = options.base;
  if (options.honor) {
    walk.honor = *base::Honor::parse(*options.honor);
    if (!options.base.empty() && !walk.honor.retrieval) {
      complain("--base " + options.base +
               ": does not count without retrieval in --honor; add it, or leave one of both out");
      return {};
    }
  }
  walk.assume_scheme = options.assume_scheme;
  if (!options.open) {
    if (options.opens_documents) walk.open = open::Kinds::all();
  } else {
    walk.open = *open::Kinds::parse(*options.open);
  }
  walk.refang = options.refang;
  walk.linkify = options.linkify;
  set_limits(walk.limits, options.limits);
  return walk;
}

}  // namespace basewalk::cli
