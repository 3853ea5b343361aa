// SPDX-License-Identifier: MIT
//
// A function of this library that stands under a name of libc.
#ifndef BASEWALK_TESTS_FAILURE_CALLS_WRAPPED_H_
#define BASEWALK_TESTS_FAILURE_CALLS_WRAPPED_H_

#include <cerrno>

#include "calls.h"

/// WRAP(int, close, int descriptor) { ... }: `behind` is the libc's own.  It has a name of its own
/// here, as the headers declare the other one, each in its own way.
#define WRAP(Type, name, ...)                       \
  extern "C" __attribute__((visibility("default"))) \
  Type wrapped_##name(__VA_ARGS__) __asm__(#name);  \
  extern "C" Type wrapped_##name(__VA_ARGS__)

/// Within WRAP: calls the libc's own function of that name.
#define BEHIND(Type, name, types, ...)                                                     \
  ([&]() -> Type {                                                                         \
    static const auto behind_it = reinterpret_cast<Type(*) types>(::calls::behind(#name)); \
    return behind_it(__VA_ARGS__);                                                         \
  }())

/// Within WRAP: counts the call, and ends it with -1 and an errno where that is its fate.
#define COUNT(name, descriptor, path)                                                          \
  if (const ::calls::Fate fate = ::calls::fate_of(#name, descriptor, path); fate.error != 0) { \
    errno = fate.error;                                                                        \
    return -1;                                                                                 \
  }

#endif  // BASEWALK_TESTS_FAILURE_CALLS_WRAPPED_H_
