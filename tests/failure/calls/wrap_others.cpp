// SPDX-License-Identifier: MIT
//
// Descriptors, locks, memory, processes, threads and sockets.
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <ctime>

#include "wrapped.h"

WRAP(int, dup, int descriptor) {
  COUNT(dup, descriptor, nullptr)
  return BEHIND(int, dup, (int), descriptor);
}
WRAP(int, dup2, int from, int to) {
  COUNT(dup, from, nullptr)
  return BEHIND(int, dup2, (int, int), from, to);
}
WRAP(int, dup3, int from, int to, int flags) {
  COUNT(dup, from, nullptr)
  return BEHIND(int, dup3, (int, int, int), from, to, flags);
}

namespace {

// What waits for others, or makes a descriptor, fails in ways of its own.
const char* name_of_fcntl(int what) {
  switch (what) {
    case F_SETLK:
    case F_SETLKW:
    case F_GETLK:
    case F_OFD_SETLK:
      return "lock";
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
      return "dup";
    default:
      return "fcntl";
  }
}

}  // namespace

#define WRAP_FCNTL(name)                                                               \
  WRAP(int, name, int descriptor, int what, ...) {                                     \
    va_list arguments;                                                                 \
    va_start(arguments, what);                                                         \
    void* const with = va_arg(arguments, void*);                                       \
    va_end(arguments);                                                                 \
    const calls::Fate fate = calls::fate_of(name_of_fcntl(what), descriptor, nullptr); \
    if (fate.error != 0) {                                                             \
      errno = fate.error;                                                              \
      return -1;                                                                       \
    }                                                                                  \
    return BEHIND(int, name, (int, int, ...), descriptor, what, with);                 \
  }
WRAP_FCNTL(fcntl)
WRAP_FCNTL(fcntl64)
WRAP(int, flock, int descriptor, int how) {
  COUNT(flock, descriptor, nullptr)
  return BEHIND(int, flock, (int, int), descriptor, how);
}

#define WRAP_MMAP(name)                                                                      \
  WRAP(void*, name, void* at, std::size_t size, int rights, int flags, int descriptor,       \
       off_t from) {                                                                         \
    const calls::Fate fate = calls::fate_of("mmap", descriptor, nullptr);                    \
    if (fate.error != 0) {                                                                   \
      errno = fate.error;                                                                    \
      return MAP_FAILED;                                                                     \
    }                                                                                        \
    return BEHIND(void*, name, (void*, std::size_t, int, int, int, off_t), at, size, rights, \
                  flags, descriptor, from);                                                  \
  }
WRAP_MMAP(mmap)
WRAP_MMAP(mmap64)

WRAP(int, pipe, int* ends) {
  COUNT(pipe, -1, nullptr)
  return BEHIND(int, pipe, (int*), ends);
}
WRAP(int, pipe2, int* ends, int flags) {
  COUNT(pipe, -1, nullptr)
  return BEHIND(int, pipe2, (int*, int), ends, flags);
}
WRAP(pid_t, fork, void) {
  COUNT(fork, -1, nullptr)
  return BEHIND(pid_t, fork, (void));
}
#define WRAP_SPAWN(name)                                                                  \
  WRAP(int, name, pid_t* id, const char* path, const posix_spawn_file_actions_t* actions, \
       const posix_spawnattr_t* attributes, char* const* words, char* const* variables) { \
    const calls::Fate fate = calls::fate_of("spawn", -1, path);                           \
    if (fate.error != 0) return fate.error;                                               \
    return BEHIND(int, name,                                                              \
                  (pid_t*, const char*, const posix_spawn_file_actions_t*,                \
                   const posix_spawnattr_t*, char* const*, char* const*),                 \
                  id, path, actions, attributes, words, variables);                       \
  }
WRAP_SPAWN(posix_spawn)
WRAP_SPAWN(posix_spawnp)
WRAP(pid_t, waitpid, pid_t id, int* status, int flags) {
  COUNT(waitpid, -1, nullptr)
  return BEHIND(pid_t, waitpid, (pid_t, int*, int), id, status, flags);
}
WRAP(int, pthread_create, pthread_t* thread, const pthread_attr_t* attributes,
     void* (*function)(void*), void* argument) {
  const calls::Fate fate = calls::fate_of("thread", -1, nullptr);
  if (fate.error != 0) return fate.error;
  return BEHIND(int, pthread_create, (pthread_t*, const pthread_attr_t*, void* (*)(void*), void*),
                thread, attributes, function, argument);
}

WRAP(int, socket, int family, int type, int protocol) {
  COUNT(socket, -1, nullptr)
  return BEHIND(int, socket, (int, int, int), family, type, protocol);
}
WRAP(int, socketpair, int family, int type, int protocol, int* ends) {
  COUNT(socket, -1, nullptr)
  return BEHIND(int, socketpair, (int, int, int, int*), family, type, protocol, ends);
}
WRAP(int, bind, int descriptor, const sockaddr* address, socklen_t length) {
  COUNT(bind, descriptor, nullptr)
  return BEHIND(int, bind, (int, const sockaddr*, socklen_t), descriptor, address, length);
}
WRAP(int, listen, int descriptor, int length) {
  COUNT(listen, descriptor, nullptr)
  return BEHIND(int, listen, (int, int), descriptor, length);
}
WRAP(int, connect, int descriptor, const sockaddr* address, socklen_t length) {
  COUNT(connect, descriptor, nullptr)
  return BEHIND(int, connect, (int, const sockaddr*, socklen_t), descriptor, address, length);
}
WRAP(int, accept, int descriptor, sockaddr* address, socklen_t* length) {
  COUNT(accept, descriptor, nullptr)
  return BEHIND(int, accept, (int, sockaddr*, socklen_t*), descriptor, address, length);
}
WRAP(int, accept4, int descriptor, sockaddr* address, socklen_t* length, int flags) {
  COUNT(accept, descriptor, nullptr)
  return BEHIND(int, accept4, (int, sockaddr*, socklen_t*, int), descriptor, address, length,
                flags);
}
// With CALLS_CLOCK a minute passes between any two looks at the clock.
WRAP(int, clock_gettime, int clock, timespec* into) {
  static const bool hurries = std::getenv("CALLS_CLOCK") != nullptr;
  static std::atomic<time_t> looks = 0;
  const int result = BEHIND(int, clock_gettime, (int, timespec*), clock, into);
  if (hurries && clock == CLOCK_MONOTONIC) into->tv_sec += 60 * ++looks;
  return result;
}

WRAP(int, poll, pollfd* files, nfds_t count, int wait) {
  COUNT(poll, -1, nullptr)
  return BEHIND(int, poll, (pollfd*, nfds_t, int), files, count, wait);
}
