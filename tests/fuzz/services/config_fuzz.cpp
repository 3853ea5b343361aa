// SPDX-License-Identifier: MIT
//
// Any bytes as a file of --config, beside a plain reading of its lines: what a verb then has is
// what the lines say, an option that was typed keeps its value, and a file that makes no sense is
// refused with its line.
#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/options/config_file.h"
#include "fuzz/fuzzing.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;

// Options of each kind.
struct Verb {
  Verb() {
    app.add_option("--wrap", wrap, "");
    app.add_option("--only", only, "")->allow_extra_args(false);
    app.add_option("--jobs", jobs, "");
    app.add_flag("--mark,!--no-mark", mark, "");
    app.add_option("--typed", typed, "");
    app.add_option("--config", config, "")->configurable(false);
  }
  CLI::App app{"", "verb"};
  std::string wrap, typed, config;
  std::vector<std::string> only;
  unsigned jobs = 0;
  bool mark = false;
};

struct Said {
  std::optional<std::string> wrap, jobs;
  std::vector<std::string> only;
  bool mark = false;
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::optional<bool> truth_of(std::string_view text) {
  static const std::map<std::string_view, bool> kWords = {
      {"yes", true}, {"true", true},   {"on", true},   {"1", true},
      {"no", false}, {"false", false}, {"off", false}, {"0", false}};
  const auto found = kWords.find(text);
  return found == kWords.end() ? std::nullopt : std::optional(found->second);
}

// False where the line makes no sense.
bool read_line(std::string_view line, Said& said) {
  line = trimmed(line);
  if (line.empty() || line.front() == '#') return true;
  for (const char c : line)
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == '\x7F') return false;
  const std::size_t equals = line.find('=');
  const std::string_view name = trimmed(line.substr(0, equals));
  const bool has_value = equals != line.npos;
  const std::string_view value = has_value ? trimmed(line.substr(equals + 1)) : "";
  if (name == "typed") return true;
  if (name == "mark" || name == "no-mark") {
    const std::optional<bool> truth = has_value ? truth_of(value) : true;
    if (truth) said.mark = *truth == (name == "mark");
    return truth.has_value();
  }
  if (value.empty()) return false;
  if (name == "wrap") {
    // A second one is refused, as on the command line.
    const bool is_first = !said.wrap;
    said.wrap = value;
    return is_first;
  }
  if (name == "only") said.only.emplace_back(value);
  if (name == "jobs") said.jobs = value;
  return name == "only" || name == "jobs";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = fuzz::view(data, size);
  const fuzz::MemoryFile file(bytes);
  Verb verb;
  verb.app.parse(std::vector<std::string>{"as it was", "--typed"});
  cli::KeptComplaints complaints;
  const bool makes_sense = cli::apply_config_file(verb.app, file.name());
  require(makes_sense == complaints.texts.empty());
  require(verb.typed == "as it was" && verb.config.empty());
  Said said;
  bool is_plain = true;
  // A byte order mark is no part of the first line.
  const std::size_t begin = bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  for (fuzz::Input input(data + begin, size - begin); is_plain && !input.rest().empty();) {
    std::string_view line = input.line();
    if (line.ends_with('\r')) line.remove_suffix(1);
    is_plain = read_line(line, said);
  }
  if (!makes_sense) {
    // A number that is none, or too many of them, is CLI11's affair.
    require(!is_plain || said.jobs.has_value());
    return 0;
  }
  require(is_plain);
  require(verb.wrap == said.wrap.value_or("") && verb.mark == said.mark);
  require(verb.only == said.only);
  return 0;
}
