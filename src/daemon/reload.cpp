// SPDX-License-Identifier: MIT
#include "daemon/reload.h"

#include <exception>
#include <string>

#include "daemon/log.h"
#include "daemon/process.h"

namespace basewalk::daemon {

void Differences::say() const {
  for (const std::string_view name : names_)
    log(Level::warning, {}, std::string(name) + " is another now: that takes a restart");
}

void say_not_reloaded() { log(Level::error, {}, "not reloaded: all goes on as it was"); }

void reload(const std::function<void()>& reread) noexcept {
  try {
    notify_reloading();
    reread();
  } catch (const std::exception& error) {
    try {
      log(Level::error, {}, std::string("not reloaded: ") + error.what());
    } catch (const std::exception&) {
      // No memory even for that.
    }
  }
  notify("READY=1");
}

}  // namespace basewalk::daemon
