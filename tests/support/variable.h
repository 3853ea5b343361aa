// SPDX-License-Identifier: MIT
//
// A variable of the environment that a test sets.
#ifndef BASEWALK_TESTS_SUPPORT_VARIABLE_H_
#define BASEWALK_TESTS_SUPPORT_VARIABLE_H_

#include <cstdlib>
#include <string>

namespace basewalk::test {

/// In the environment for as long as it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* was = std::getenv(name)) was_ = was;
    ::setenv(name, value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (was_.empty())
      ::unsetenv(name_);
    else
      ::setenv(name_, was_.c_str(), 1);
  }

 private:
  const char* name_;
  std::string was_;
};

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_SUPPORT_VARIABLE_H_
