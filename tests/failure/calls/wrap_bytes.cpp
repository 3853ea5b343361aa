// SPDX-License-Identifier: MIT
//
// What reads and writes bytes, of files, pipes and sockets.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "record.h"
#include "wrapped.h"

// A read: what comes short has the rest come later.
#define COUNT_BYTES(name, descriptor, size)                                      \
  const ::calls::Fate fate = ::calls::fate_of(#name, descriptor, nullptr, size); \
  if (fate.error != 0) {                                                         \
    errno = fate.error;                                                          \
    return -1;                                                                   \
  }                                                                              \
  const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(size, fate.most))

WRAP(ssize_t, read, int from, void* to, std::size_t size) {
  COUNT_BYTES(read, from, size);
  return BEHIND(ssize_t, read, (int, void*, std::size_t), from, to, most);
}
WRAP(ssize_t, __read_chk, int from, void* to, std::size_t size, std::size_t room) {
  COUNT_BYTES(read, from, size);
  return BEHIND(ssize_t, __read_chk, (int, void*, std::size_t, std::size_t), from, to, most, room);
}
WRAP(ssize_t, pread, int from, void* to, std::size_t size, off_t at) {
  COUNT_BYTES(pread, from, size);
  return BEHIND(ssize_t, pread, (int, void*, std::size_t, off_t), from, to, most, at);
}
WRAP(ssize_t, pread64, int from, void* to, std::size_t size, off_t at) {
  COUNT_BYTES(pread, from, size);
  return BEHIND(ssize_t, pread64, (int, void*, std::size_t, off_t), from, to, most, at);
}
WRAP(ssize_t, readv, int from, const iovec* to, int count) {
  COUNT_BYTES(readv, from, to[0].iov_len);
  if (fate.most == ~std::uint64_t{0})
    return BEHIND(ssize_t, readv, (int, const iovec*, int), from, to, count);
  return BEHIND(ssize_t, read, (int, void*, std::size_t), from, to[0].iov_base, most);
}
WRAP(ssize_t, recv, int from, void* to, std::size_t size, int flags) {
  COUNT_BYTES(recv, from, size);
  return BEHIND(ssize_t, recv, (int, void*, std::size_t, int), from, to, most, flags);
}
WRAP(ssize_t, recvfrom, int from, void* to, std::size_t size, int flags, sockaddr* who,
     socklen_t* length) {
  COUNT_BYTES(recv, from, size);
  return BEHIND(ssize_t, recvfrom, (int, void*, std::size_t, int, sockaddr*, socklen_t*), from, to,
                most, flags, who, length);
}
WRAP(ssize_t, recvmsg, int from, msghdr* message, int flags) {
  COUNT(recvmsg, from, nullptr)
  return BEHIND(ssize_t, recvmsg, (int, msghdr*, int), from, message, flags);
}

WRAP(ssize_t, write, int to, const void* bytes, std::size_t size) {
  if (to == STDERR_FILENO)
    return BEHIND(ssize_t, write, (int, const void*, std::size_t), to, bytes, size);
  COUNT_BYTES(write, to, size);
  const auto lock = calls::recording();
  const ssize_t done = BEHIND(ssize_t, write, (int, const void*, std::size_t), to, bytes, most);
  if (done > 0) calls::record_write_here(to, bytes, static_cast<std::size_t>(done));
  return done;
}
WRAP(ssize_t, pwrite, int to, const void* bytes, std::size_t size, off_t at) {
  COUNT_BYTES(pwrite, to, size);
  const auto lock = calls::recording();
  const ssize_t done =
      BEHIND(ssize_t, pwrite, (int, const void*, std::size_t, off_t), to, bytes, most, at);
  if (done > 0) calls::record_write(to, bytes, static_cast<std::size_t>(done), at);
  return done;
}
WRAP(ssize_t, pwrite64, int to, const void* bytes, std::size_t size, off_t at) {
  COUNT_BYTES(pwrite, to, size);
  const auto lock = calls::recording();
  const ssize_t done =
      BEHIND(ssize_t, pwrite64, (int, const void*, std::size_t, off_t), to, bytes, most, at);
  if (done > 0) calls::record_write(to, bytes, static_cast<std::size_t>(done), at);
  return done;
}
// Its pieces one after the other: the first of them may come short.
WRAP(ssize_t, writev, int to, const iovec* pieces, int count) {
  if (to == STDERR_FILENO)
    return BEHIND(ssize_t, writev, (int, const iovec*, int), to, pieces, count);
  COUNT_BYTES(writev, to, pieces[0].iov_len);
  const auto lock = calls::recording();
  const bool is_short = fate.most != ~std::uint64_t{0};
  const ssize_t done =
      is_short
          ? BEHIND(ssize_t, write, (int, const void*, std::size_t), to, pieces[0].iov_base, most)
          : BEHIND(ssize_t, writev, (int, const iovec*, int), to, pieces, count);
  if (done <= 0 || !calls::is_recording()) return done;
  std::string all;
  for (int i = 0; i < count; ++i)
    all.append(static_cast<const char*>(pieces[i].iov_base), pieces[i].iov_len);
  all.resize(std::min(all.size(), static_cast<std::size_t>(done)));
  calls::record_write_here(to, all.data(), all.size());
  return done;
}
WRAP(ssize_t, send, int to, const void* bytes, std::size_t size, int flags) {
  COUNT_BYTES(send, to, size);
  const auto lock = calls::recording();
  const ssize_t done =
      BEHIND(ssize_t, send, (int, const void*, std::size_t, int), to, bytes, most, flags);
  if (done > 0) calls::record_write(to, bytes, static_cast<std::size_t>(done), 0);
  return done;
}
WRAP(ssize_t, sendto, int to, const void* bytes, std::size_t size, int flags, const sockaddr* who,
     socklen_t length) {
  COUNT_BYTES(send, to, size);
  return BEHIND(ssize_t, sendto, (int, const void*, std::size_t, int, const sockaddr*, socklen_t),
                to, bytes, most, flags, who, length);
}
WRAP(ssize_t, sendmsg, int to, const msghdr* message, int flags) {
  COUNT(sendmsg, to, nullptr)
  const auto lock = calls::recording();
  const ssize_t done = BEHIND(ssize_t, sendmsg, (int, const msghdr*, int), to, message, flags);
  if (done > 0 && message->msg_iovlen > 0)
    calls::record_write(to, message->msg_iov[0].iov_base,
                        std::min(static_cast<std::size_t>(done), message->msg_iov[0].iov_len), 0);
  return done;
}
WRAP(ssize_t, sendfile, int to, int from, off_t* at, std::size_t size) {
  COUNT_BYTES(sendfile, to, size);
  return BEHIND(ssize_t, sendfile, (int, int, off_t*, std::size_t), to, from, at, most);
}
WRAP(ssize_t, sendfile64, int to, int from, off_t* at, std::size_t size) {
  COUNT_BYTES(sendfile, to, size);
  return BEHIND(ssize_t, sendfile64, (int, int, off_t*, std::size_t), to, from, at, most);
}
WRAP(ssize_t, copy_file_range, int from, off_t* at, int to, off_t* there, std::size_t size,
     unsigned flags) {
  COUNT_BYTES(copy_file_range, from, size);
  return BEHIND(ssize_t, copy_file_range, (int, off_t*, int, off_t*, std::size_t, unsigned), from,
                at, to, there, most, flags);
}
WRAP(ssize_t, getrandom, void* to, std::size_t size, unsigned flags) {
  COUNT_BYTES(getrandom, -1, size);
  return BEHIND(ssize_t, getrandom, (void*, std::size_t, unsigned), to, most, flags);
}
