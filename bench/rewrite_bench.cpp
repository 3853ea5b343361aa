// SPDX-License-Identifier: MIT
//
// What rewriting costs beside the walk, over the messages of an mbox.
//
//     bench/make_mbox.py mail.mbox FOLDER...
//     BASEWALK_BENCH_MBOX=mail.mbox rewrite_bench
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "basewalk/rewrite/rewrite.h"
#include "over_mbox.h"

using namespace basewalk;
using bench::over_mbox;

namespace {

void walk_only(benchmark::State& state) {
  struct Nothing final : Visitor {
  } nothing;
  Walker walker((WalkOptions()));
  over_mbox(state, [&](std::string_view bytes) { walker.walk(read_message(bytes), nothing); });
}

void rewrite_all(benchmark::State& state, rewrite::Options options) {
  Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(std::move(options));
  if (!rewriter) {
    std::fputs((rewriter.error().detail + "\n").c_str(), stderr);
    std::exit(1);
  }
  std::size_t changed = 0, edits = 0;
  over_mbox(state, [&](std::string_view bytes) {
    const rewrite::Rewritten result = rewriter->rewrite(bytes);
    changed += result.changed() ? 1 : 0;
    edits += result.edit_count;
  });
  const auto times = static_cast<double>(state.iterations());
  state.counters["changed"] = static_cast<double>(changed) / times;
  state.counters["edits"] = static_cast<double>(edits) / times;
}

void nothing_asked(benchmark::State& state) {
  rewrite::Options options;
  options.absolute = false;
  rewrite_all(state, std::move(options));
}

void absolute(benchmark::State& state) {
  rewrite::Options options;
  options.drop_base = true;
  rewrite_all(state, std::move(options));
}

void wrap_and_mark(benchmark::State& state) {
  rewrite::Options options;
  options.wrap = "https://guard.example/?u={url}&m={mac}";
  options.wrap_key = "a key of the bench";
  options.mark = true;
  rewrite_all(state, std::move(options));
}

BENCHMARK(walk_only);
BENCHMARK(nothing_asked);
BENCHMARK(absolute);
BENCHMARK(wrap_and_mark);

}  // namespace

BENCHMARK_MAIN();
