// SPDX-License-Identifier: MIT
//
// What happens at SIGHUP, in every daemon: options are read again, and the log says what came of
// it.
#ifndef BASEWALK_DAEMON_RELOAD_H_
#define BASEWALK_DAEMON_RELOAD_H_

#include <functional>
#include <string_view>
#include <vector>

namespace basewalk::daemon {

/// Options that are others now, by name, and take a restart.
class Differences {
 public:
  void add(std::string_view name, bool is_same) {
    if (!is_same) names_.push_back(name);
  }
  /// A warning for each.
  void say() const;

 private:
  std::vector<std::string_view> names_;
};

/// Runs it while systemd knows that options are read again.  `reread` says itself what it did; what
/// it throws is said here, and changes nothing.
void reload(const std::function<void()>& reread) noexcept;

/// The words for options that make no sense: all goes on as it was.
void say_not_reloaded();

}  // namespace basewalk::daemon

#endif  // BASEWALK_DAEMON_RELOAD_H_
