// SPDX-License-Identifier: MIT
//
// A line of the guard's journal, made of any bytes: it is one line of JSON that says what was
// given, with what is not UTF-8 replaced.  And any bytes as a URL or a client in what a report file
// gets: the same counts once.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "fuzz/fuzzing.h"
#include "guard/counters.h"
#include "guard/journal.h"
#include "guard/options.h"
#include "text/json.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;

constexpr std::time_t kNow = 1'800'000'000;

std::string in_utf8(std::string_view text) {
  std::string out;
  text::append_utf8(out, text);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const unsigned how = input.byte();
  guard::Line line;
  line.verdict = "reported";
  line.client = input.line();
  line.host = input.line();
  line.url = input.rest();
  line.has_key = (how & 1) != 0;
  line.key = how;
  line.form_query = (how & 2) != 0;
  if ((how & 4) != 0) line.flags = {Flag::base_split, Flag::userinfo};
  const std::string written = guard::json_line(line, kNow);
  require(written.find('\n') == written.size() - 1);
  const nlohmann::json read = nlohmann::json::parse(written);
  require(read.at("verdict") == "reported" && read.at("time") == "2027-01-15T08:00:00Z");
  const auto check = [&](const char* key, std::string_view value) {
    require(read.contains(key) != value.empty());
    if (!value.empty()) require(read.at(key).get<std::string>() == in_utf8(value));
  };
  check("client", line.client);
  check("host", line.host);
  check("url", line.url);
  require(read.contains("key") == line.has_key && read.contains("form_query") == line.form_query);

  static const fuzz::Scratch scratch;
  scratch.clear();
  guard::Options options;
  options.report = scratch / "reports";
  options.report_bytes = 2 * written.size();
  guard::Counters counters;
  guard::Journal journal(options, counters);
  require(journal.open());
  for (int i = 0; i < 3; ++i) journal.report(line, kNow);
  require(scratch.read("reports") == written);
  require(counters.value(guard::Count::reports_again) == 2);
  return 0;
}
