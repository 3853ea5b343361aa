// SPDX-License-Identifier: MIT
//
// What all connections share.
#ifndef BASEWALK_MILTER_SERVICE_H_
#define BASEWALK_MILTER_SERVICE_H_

#include <atomic>
#include <utility>

#include "milter/counters.h"
#include "milter/options.h"
#include "milter/rewriters.h"

namespace basewalk::milter {

struct Service {
  Service(Options given, rewrite::Options how)
      : options(std::move(given)), marks(how.mark), rewriters(std::move(how)) {}

  const Options options;
  const bool marks;  ///< header fields are added and removed
  Rewriters rewriters;
  Counters counters;
  std::atomic<bool> stopping{false};  ///< messages that end from now on come again later
  std::atomic<int> busy{0};           ///< messages being looked at
};

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_SERVICE_H_
