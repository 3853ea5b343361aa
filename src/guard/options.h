// SPDX-License-Identifier: MIT
//
// How the guard serves, and how it treats links.  Next: service.h, which has them while requests
// are answered.
#ifndef BASEWALK_GUARD_OPTIONS_H_
#define BASEWALK_GUARD_OPTIONS_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/flags.h"
#include "basewalk/rewrite/wrapped.h"
#include "daemon/address.h"
#include "guard/lists.h"

namespace basewalk::guard {

/// What happens where --ask gives no answer.
enum class NoAnswer : std::uint8_t { page, open, block };

/// What becomes of links: a reload changes it.
struct Treatment {
  explicit Treatment(rewrite::WrappedLinks given) : links(std::move(given)) {}

  rewrite::WrappedLinks links;
  UrlList block, allow;
  bool direct = false;           ///< no page before a link that nothing is said against
  bool forms = true;             ///< what a form filled in is passed on
  std::vector<std::string> ask;  ///< a command and its words; empty: nobody is asked
  std::chrono::milliseconds ask_timeout{2000};
  NoAnswer no_answer = NoAnswer::page;
};

/// What stays as it is while the process lives.
struct Options {
  daemon::Address address;
  mode_t socket_mode = 0;
  std::optional<gid_t> socket_group;
  unsigned connections = 0;
  unsigned timeout = 0;  ///< seconds
  unsigned ask_jobs = 0;
  std::optional<daemon::Address> metrics;
  std::string log;     ///< a file for the line of each request; empty: standard output
  std::string report;  ///< a file for reports; empty: they stand in the log alone
  std::uint64_t report_bytes = 0;
};

struct Configuration {
  Options options;
  Treatment treatment;
};

/// What a flag means, in a sentence.
using Meaning = std::string (*)(Flag);

}  // namespace basewalk::guard

#endif  // BASEWALK_GUARD_OPTIONS_H_
