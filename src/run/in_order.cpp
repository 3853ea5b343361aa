// SPDX-License-Identifier: MIT
#include "run/in_order.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>

#include "run/cores.h"

namespace basewalk::run {

void in_order(std::size_t count, std::size_t jobs, const std::function<bool()>& goes_on,
              const std::function<std::function<void()>(std::size_t)>& work) {
  using oneapi::tbb::filter_mode;
  using oneapi::tbb::make_filter;
  using Done = std::function<void()>;
  if (jobs == 0) jobs = cores();
  if (jobs == 1) {
    for (std::size_t at = 0; at < count && goes_on(); ++at) work(at)();
    return;
  }
  const oneapi::tbb::global_control threads(oneapi::tbb::global_control::max_allowed_parallelism,
                                            jobs);
  std::size_t next = 0;
  oneapi::tbb::parallel_pipeline(
      2 * jobs,
      make_filter<void, std::size_t>(filter_mode::serial_in_order,
                                     [&](oneapi::tbb::flow_control& flow) -> std::size_t {
                                       if (next == count || !goes_on()) {
                                         flow.stop();
                                         return 0;
                                       }
                                       return next++;
                                     }) &
          make_filter<std::size_t, Done>(filter_mode::parallel,
                                         [&](std::size_t at) { return work(at); }) &
          make_filter<Done, void>(filter_mode::serial_in_order, [](const Done& done) { done(); }));
}

}  // namespace basewalk::run
