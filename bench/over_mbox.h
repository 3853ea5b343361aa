// SPDX-License-Identifier: MIT
//
// The mbox that BASEWALK_BENCH_MBOX names, message by message.
#ifndef BASEWALK_BENCH_OVER_MBOX_H_
#define BASEWALK_BENCH_OVER_MBOX_H_

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "basewalk/archive/file.h"
#include "basewalk/archive/mbox.h"

namespace basewalk::bench {

inline const archive::FileBytes& mbox() {
  static const archive::FileBytes file = [] {
    const char* name = std::getenv("BASEWALK_BENCH_MBOX");
    Result<archive::FileBytes> opened = archive::FileBytes::open(name != nullptr ? name : "");
    if (!opened) {
      std::fputs("BASEWALK_BENCH_MBOX names no mbox; bench/make_mbox.py makes one\n", stderr);
      std::exit(1);
    }
    return std::move(*opened);
  }();
  return file;
}

template <class EachMessage>
void over_mbox(benchmark::State& state, EachMessage each) {
  std::size_t messages = 0;
  for (auto _ : state) {
    archive::MboxReader reader(mbox().bytes());
    while (const auto span = reader.next()) {
      each(span->of(mbox().bytes()));
      ++messages;
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * mbox().bytes().size()));
  state.counters["messages/s"] =
      benchmark::Counter(static_cast<double>(messages), benchmark::Counter::kIsRate);
}

}  // namespace basewalk::bench

#endif  // BASEWALK_BENCH_OVER_MBOX_H_
