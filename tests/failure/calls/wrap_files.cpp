// SPDX-License-Identifier: MIT
//
// What opens, names, looks at and syncs files and folders.
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "record.h"
#include "wrapped.h"

namespace {

mode_t mode_of(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE
             ? static_cast<mode_t>(va_arg(arguments, unsigned))
             : 0;
}

// To read, or to make or write something: that fails in other ways.
const char* name_of_open(int flags) {
  return (flags & (O_CREAT | O_TRUNC)) != 0 || (flags & O_ACCMODE) != O_RDONLY ? "make" : "open";
}

// As if the system had been started anew.
int opened_boot(const char* path) {
  const char* const named = std::getenv("CALLS_BOOT");
  if (named == nullptr || std::strcmp(path, "/proc/sys/kernel/random/boot_id") != 0) return -1;
  return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, named, O_RDONLY | O_CLOEXEC));
}

template <typename Open>
int opened(int folder, const char* path, int flags, const Open& open) {
  if (const int boot = opened_boot(path); boot >= 0) return boot;
  const calls::Fate fate = calls::fate_of(name_of_open(flags), -1, path);
  if (fate.error != 0) {
    errno = fate.error;
    return -1;
  }
  const auto lock = calls::recording();
  const bool was_there = calls::is_recording() && calls::exists_at(folder, path);
  const int descriptor = open();
  const int error = errno;
  calls::remember(descriptor, path);
  calls::record_opened(descriptor, folder, path, flags, was_there);
  errno = error;
  return descriptor;
}

}  // namespace

#define WRAP_OPEN(name)                                                                           \
  WRAP(int, name, const char* path, int flags, ...) {                                             \
    va_list arguments;                                                                            \
    va_start(arguments, flags);                                                                   \
    const mode_t mode = mode_of(flags, arguments);                                                \
    va_end(arguments);                                                                            \
    return opened(AT_FDCWD, path, flags,                                                          \
                  [&] { return BEHIND(int, name, (const char*, int, ...), path, flags, mode); }); \
  }
#define WRAP_OPENAT(name)                                                                \
  WRAP(int, name, int folder, const char* path, int flags, ...) {                        \
    va_list arguments;                                                                   \
    va_start(arguments, flags);                                                          \
    const mode_t mode = mode_of(flags, arguments);                                       \
    va_end(arguments);                                                                   \
    return opened(folder, path, flags, [&] {                                             \
      return BEHIND(int, name, (int, const char*, int, ...), folder, path, flags, mode); \
    });                                                                                  \
  }
WRAP_OPEN(open)
WRAP_OPEN(open64)
WRAP_OPENAT(openat)
WRAP_OPENAT(openat64)
WRAP(int, __open_2, const char* path, int flags) {
  return opened(AT_FDCWD, path, flags,
                [&] { return BEHIND(int, __open_2, (const char*, int), path, flags); });
}
WRAP(int, __open64_2, const char* path, int flags) {
  return opened(AT_FDCWD, path, flags,
                [&] { return BEHIND(int, __open64_2, (const char*, int), path, flags); });
}
WRAP(int, __openat_2, int folder, const char* path, int flags) {
  return opened(folder, path, flags, [&] {
    return BEHIND(int, __openat_2, (int, const char*, int), folder, path, flags);
  });
}
WRAP(int, __openat64_2, int folder, const char* path, int flags) {
  return opened(folder, path, flags, [&] {
    return BEHIND(int, __openat64_2, (int, const char*, int), folder, path, flags);
  });
}
#define WRAP_STREAM(name)                                                                     \
  WRAP(std::FILE*, name, const char* path, const char* mode) {                                \
    const calls::Fate fate = calls::fate_of("open", -1, path);                                \
    if (fate.error != 0) {                                                                    \
      errno = fate.error;                                                                     \
      return nullptr;                                                                         \
    }                                                                                         \
    std::FILE* const file = BEHIND(std::FILE*, name, (const char*, const char*), path, mode); \
    if (file != nullptr) calls::remember(::fileno(file), path);                               \
    return file;                                                                              \
  }
WRAP_STREAM(fopen)
WRAP_STREAM(fopen64)

#define WRAP_MKOSTEMP(name)                              \
  WRAP(int, name, char* path, int flags) {               \
    COUNT(make, -1, path)                                \
    return BEHIND(int, name, (char*, int), path, flags); \
  }
WRAP_MKOSTEMP(mkostemp)
WRAP_MKOSTEMP(mkostemp64)
#define WRAP_MKSTEMP(name)                   \
  WRAP(int, name, char* path) {              \
    COUNT(make, -1, path)                    \
    return BEHIND(int, name, (char*), path); \
  }
WRAP_MKSTEMP(mkstemp)
WRAP_MKSTEMP(mkstemp64)
WRAP(int, memfd_create, const char* name, unsigned flags) {
  COUNT(memfd_create, -1, name)
  return BEHIND(int, memfd_create, (const char*, unsigned), name, flags);
}

WRAP(int, close, int descriptor) {
  // It is closed, and an error is told all the same.
  const calls::Fate fate = calls::fate_of("close", descriptor, nullptr);
  const int result = BEHIND(int, close, (int), descriptor);
  calls::remember(descriptor, "");
  if (fate.error == 0) return result;
  errno = fate.error;
  return -1;
}

// Names.

WRAP(int, rename, const char* from, const char* to) {
  COUNT(rename, -1, to)
  const auto lock = calls::recording();
  const int result = BEHIND(int, rename, (const char*, const char*), from, to);
  if (result == 0) calls::record_names("rename", AT_FDCWD, from, AT_FDCWD, to);
  return result;
}
WRAP(int, renameat, int from_folder, const char* from, int to_folder, const char* to) {
  COUNT(rename, -1, to)
  const auto lock = calls::recording();
  const int result =
      BEHIND(int, renameat, (int, const char*, int, const char*), from_folder, from, to_folder, to);
  if (result == 0) calls::record_names("rename", from_folder, from, to_folder, to);
  return result;
}
WRAP(int, renameat2, int from_folder, const char* from, int to_folder, const char* to,
     unsigned flags) {
  COUNT(rename, -1, to)
  const auto lock = calls::recording();
  const int result = BEHIND(int, renameat2, (int, const char*, int, const char*, unsigned),
                            from_folder, from, to_folder, to, flags);
  if (result == 0) calls::record_names("rename", from_folder, from, to_folder, to);
  return result;
}
WRAP(int, link, const char* from, const char* to) {
  COUNT(link, -1, to)
  const auto lock = calls::recording();
  const int result = BEHIND(int, link, (const char*, const char*), from, to);
  if (result == 0) calls::record_names("link", AT_FDCWD, from, AT_FDCWD, to);
  return result;
}
WRAP(int, linkat, int from_folder, const char* from, int to_folder, const char* to, int flags) {
  COUNT(link, -1, to)
  const auto lock = calls::recording();
  const int result = BEHIND(int, linkat, (int, const char*, int, const char*, int), from_folder,
                            from, to_folder, to, flags);
  if (result == 0) calls::record_names("link", from_folder, from, to_folder, to);
  return result;
}
#define WRAP_GONE(name)                                        \
  WRAP(int, name, const char* path) {                          \
    COUNT(unlink, -1, path)                                    \
    const auto lock = calls::recording();                      \
    const int result = BEHIND(int, name, (const char*), path); \
    if (result == 0) calls::record_gone(AT_FDCWD, path);       \
    return result;                                             \
  }
WRAP_GONE(unlink)
WRAP_GONE(rmdir)
WRAP_GONE(remove)
WRAP(int, unlinkat, int folder, const char* path, int flags) {
  COUNT(unlink, -1, path)
  const auto lock = calls::recording();
  const int result = BEHIND(int, unlinkat, (int, const char*, int), folder, path, flags);
  if (result == 0) calls::record_gone(folder, path);
  return result;
}
WRAP(int, mkdir, const char* path, mode_t mode) {
  COUNT(mkdir, -1, path)
  const auto lock = calls::recording();
  const int result = BEHIND(int, mkdir, (const char*, mode_t), path, mode);
  if (result == 0) calls::record_folder(AT_FDCWD, path);
  return result;
}
WRAP(int, mkdirat, int folder, const char* path, mode_t mode) {
  COUNT(mkdir, -1, path)
  const auto lock = calls::recording();
  const int result = BEHIND(int, mkdirat, (int, const char*, mode_t), folder, path, mode);
  if (result == 0) calls::record_folder(folder, path);
  return result;
}

// Sizes, and what lies on the disk.

#define WRAP_SYNC(name)                                      \
  WRAP(int, name, int descriptor) {                          \
    COUNT(name, descriptor, nullptr)                         \
    const auto lock = calls::recording();                    \
    const int result = BEHIND(int, name, (int), descriptor); \
    if (result == 0) calls::record_sync(descriptor);         \
    return result;                                           \
  }
WRAP_SYNC(fsync)
WRAP_SYNC(fdatasync)
WRAP(int, syncfs, int descriptor) {
  COUNT(syncfs, descriptor, nullptr)
  const auto lock = calls::recording();
  const int result = BEHIND(int, syncfs, (int), descriptor);
  if (result == 0) calls::record_sync_all();
  return result;
}
#define WRAP_TRUNCATE(name)                                               \
  WRAP(int, name, int descriptor, off_t size) {                           \
    COUNT(ftruncate, descriptor, nullptr)                                 \
    const auto lock = calls::recording();                                 \
    const int result = BEHIND(int, name, (int, off_t), descriptor, size); \
    if (result == 0) calls::record_size(descriptor, size);                \
    return result;                                                        \
  }
WRAP_TRUNCATE(ftruncate)
WRAP_TRUNCATE(ftruncate64)
#define WRAP_FALLOCATE(name)                                                   \
  WRAP(int, name, int descriptor, off_t at, off_t size) {                      \
    const calls::Fate fate = calls::fate_of("fallocate", descriptor, nullptr); \
    if (fate.error != 0) return fate.error;                                    \
    return BEHIND(int, name, (int, off_t, off_t), descriptor, at, size);       \
  }
WRAP_FALLOCATE(posix_fallocate)
WRAP_FALLOCATE(posix_fallocate64)
WRAP(int, fallocate, int descriptor, int mode, off_t at, off_t size) {
  COUNT(fallocate, descriptor, nullptr)
  return BEHIND(int, fallocate, (int, int, off_t, off_t), descriptor, mode, at, size);
}
#define WRAP_SEEK(name)                                                  \
  WRAP(off_t, name, int descriptor, off_t at, int from) {                \
    COUNT(lseek, descriptor, nullptr)                                    \
    return BEHIND(off_t, name, (int, off_t, int), descriptor, at, from); \
  }
WRAP_SEEK(lseek)
WRAP_SEEK(lseek64)
WRAP(int, fchmod, int descriptor, mode_t mode) {
  COUNT(chmod, descriptor, nullptr)
  return BEHIND(int, fchmod, (int, mode_t), descriptor, mode);
}
WRAP(int, chmod, const char* path, mode_t mode) {
  COUNT(chmod, -1, path)
  return BEHIND(int, chmod, (const char*, mode_t), path, mode);
}

// What is looked at.

#define WRAP_STAT(name)                                         \
  WRAP(int, name, const char* path, void* into) {               \
    COUNT(stat, -1, path)                                       \
    return BEHIND(int, name, (const char*, void*), path, into); \
  }
WRAP_STAT(stat)
WRAP_STAT(stat64)
WRAP_STAT(lstat)
WRAP_STAT(lstat64)
#define WRAP_FSTAT(name)                                      \
  WRAP(int, name, int descriptor, void* into) {               \
    COUNT(fstat, descriptor, nullptr)                         \
    return BEHIND(int, name, (int, void*), descriptor, into); \
  }
WRAP_FSTAT(fstat)
WRAP_FSTAT(fstat64)
#define WRAP_FSTATAT(name)                                                               \
  WRAP(int, name, int folder, const char* path, void* into, int flags) {                 \
    COUNT(stat, -1, path)                                                                \
    return BEHIND(int, name, (int, const char*, void*, int), folder, path, into, flags); \
  }
WRAP_FSTATAT(fstatat)
WRAP_FSTATAT(fstatat64)
WRAP(int, statx, int folder, const char* path, int flags, unsigned mask, void* into) {
  COUNT(stat, -1, path)
  return BEHIND(int, statx, (int, const char*, int, unsigned, void*), folder, path, flags, mask,
                into);
}
WRAP(int, access, const char* path, int mode) {
  COUNT(access, -1, path)
  return BEHIND(int, access, (const char*, int), path, mode);
}
WRAP(ssize_t, readlink, const char* path, char* into, std::size_t size) {
  COUNT(readlink, -1, path)
  return BEHIND(ssize_t, readlink, (const char*, char*, std::size_t), path, into, size);
}
WRAP(char*, realpath, const char* path, char* into) {
  const calls::Fate fate = calls::fate_of("realpath", -1, path);
  if (fate.error != 0) {
    errno = fate.error;
    return nullptr;
  }
  return BEHIND(char*, realpath, (const char*, char*), path, into);
}

// Folders.

WRAP(DIR*, opendir, const char* path) {
  const calls::Fate fate = calls::fate_of("opendir", -1, path);
  if (fate.error != 0) {
    errno = fate.error;
    return nullptr;
  }
  return BEHIND(DIR*, opendir, (const char*), path);
}
WRAP(DIR*, fdopendir, int descriptor) {
  const calls::Fate fate = calls::fate_of("opendir", descriptor, nullptr);
  if (fate.error != 0) {
    errno = fate.error;
    return nullptr;
  }
  return BEHIND(DIR*, fdopendir, (int), descriptor);
}
#define WRAP_READDIR(name)                                           \
  WRAP(void*, name, DIR* folder) {                                   \
    const calls::Fate fate = calls::fate_of("readdir", -1, nullptr); \
    if (fate.error != 0) {                                           \
      errno = fate.error;                                            \
      return nullptr;                                                \
    }                                                                \
    return BEHIND(void*, name, (DIR*), folder);                      \
  }
WRAP_READDIR(readdir)
WRAP_READDIR(readdir64)
