// SPDX-License-Identifier: MIT
//
// The main job over an mbox: split, scan, decode, find, resolve, and write JSON.
//
//     bench/make_mbox.py mail.mbox FOLDER...
//     BASEWALK_BENCH_MBOX=mail.mbox links_bench
#include <benchmark/benchmark.h>

#include <nlohmann/json.hpp>
#include <string>

#include "basewalk/walk/walk.h"
#include "output/records.h"
#include "over_mbox.h"

using namespace basewalk;
using bench::over_mbox;

namespace {

void split(benchmark::State& state) {
  over_mbox(state, [](std::string_view bytes) { benchmark::DoNotOptimize(bytes.data()); });
}

void scan(benchmark::State& state) {
  over_mbox(state, [](std::string_view bytes) {
    benchmark::DoNotOptimize(read_message(bytes).parts.size());
  });
}

class Count final : public Visitor {
 public:
  Visit link(const Link& link) override {
    benchmark::DoNotOptimize(link.raw.data());
    return Visit::go_on;
  }
};

void walk_only(benchmark::State& state) {
  Walker walker((WalkOptions()));
  Count count;
  over_mbox(state, [&](std::string_view bytes) { walker.walk(read_message(bytes), count); });
}

class Write final : public Visitor {
 public:
  Visit link(const Link& link) override {
    records.link(link, out);
    return Visit::go_on;
  }
  output::JsonRecords records;
  std::string out;
};

void walk_and_write(benchmark::State& state) {
  Walker walker((WalkOptions()));
  Write write;
  over_mbox(state, [&](std::string_view bytes) {
    const Message message = read_message(bytes);
    write.records.begin({"mbox", 1, 0, bytes, false}, output::message_id_of(message));
    write.out.clear();
    walker.walk(message, write);
    benchmark::DoNotOptimize(write.out.data());
  });
}

// The same records by a library.
class WriteByLibrary final : public Visitor {
 public:
  Visit link(const Link& link) override {
    using json = nlohmann::ordered_json;
    const auto or_null = [](const std::optional<std::string_view>& text) {
      return text ? json(*text) : json();
    };
    json flags = json::array();
    for (const Flag flag : link.flags) flags.push_back(name(flag));
    const json record = {{"kind", "link"},
                         {"source", "mbox"},
                         {"message", 1},
                         {"offset", 0},
                         {"message_id", id},
                         {"part", link.part},
                         {"type", link.type},
                         {"where", extract::where(link.place)},
                         {"raw", link.raw},
                         {"base", or_null(link.base)},
                         {"base_from", name(link.base_from)},
                         {"base_part", link.base_part},
                         {"status", name(link.status)},
                         {"url", or_null(link.url)},
                         {"clicked", nullptr},
                         {"target", nullptr},
                         {"flags", flags}};
    out += record.dump(-1, ' ', false, json::error_handler_t::replace);
    out += '\n';
    return Visit::go_on;
  }
  std::string id, out;
};

void walk_and_write_by_library(benchmark::State& state) {
  Walker walker((WalkOptions()));
  WriteByLibrary write;
  over_mbox(state, [&](std::string_view bytes) {
    const Message message = read_message(bytes);
    write.id = output::message_id_of(message).value_or("");
    write.out.clear();
    walker.walk(message, write);
    benchmark::DoNotOptimize(write.out.data());
  });
}

BENCHMARK(split)->Unit(benchmark::kMillisecond);
BENCHMARK(scan)->Unit(benchmark::kMillisecond);
BENCHMARK(walk_only)->Unit(benchmark::kMillisecond);
BENCHMARK(walk_and_write)->Unit(benchmark::kMillisecond);
BENCHMARK(walk_and_write_by_library)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
