// SPDX-License-Identifier: MIT
#include "support/failing_calls.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "calls.h"

namespace {

struct Plan {
  std::uint32_t number = 0;
  int error = 0;
  bool stays = false;
};
std::atomic<bool> is_planned = false;
Plan plan;
std::atomic<std::uint32_t> count = 0;
char failed[20];

}  // namespace

// What stands before each call asks these.
namespace calls {

void* behind(const char* name) { return ::dlsym(RTLD_NEXT, name); }
void remember(int /*descriptor*/, const char* /*path*/) {}

Fate fate_of(const char* call, int /*descriptor*/, const char* /*path*/, std::uint64_t bytes) {
  Fate fate;
  if (!is_planned) return fate;
  // To do one byte of none, or of one, is no failure.
  if (plan.error == 0 && bytes < 2) return fate;
  const std::uint32_t number = count.fetch_add(1);
  if (number == plan.number)
    std::strncpy(failed, call, sizeof failed - 1);
  else if (!plan.stays || number < plan.number || std::strcmp(call, failed) != 0)
    return fate;
  fate.error = plan.error;
  if (plan.error == 0) fate.most = 1;
  return fate;
}

}  // namespace calls

namespace basewalk::test {

bool FailingCall::next() {
  if (is_first_) return true;
  if (name_.empty()) return false;
  ++number_;
  return true;
}

void FailingCall::in(const std::function<void()>& what) {
  std::memset(failed, 0, sizeof failed);
  plan = {number_, error_, later_ == Later::fails};
  count = 0;
  is_planned = true;
  what();
  is_planned = false;
  name_ = failed;
  is_first_ = false;
}

bool FailingCall::has_failed(std::initializer_list<std::string_view> names) const {
  return std::find(names.begin(), names.end(), name_) != names.end();
}

}  // namespace basewalk::test
