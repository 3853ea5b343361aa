// SPDX-License-Identifier: MIT
//
// A server that answers every request with the same redirect, beside which `basewalk guard` is
// measured (guard_load.py).
//
//     empty_guard PORT
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

MHD_Result on_request(void* answer, MHD_Connection* connection, const char*, const char*,
                      const char*, const char*, std::size_t* size, void** state) {
  // Answered at once, the connection would be closed behind it.
  static char seen = 0;
  if (*state == nullptr) {
    *state = &seen;
    return MHD_YES;
  }
  *size = 0;
  return MHD_queue_response(connection, 302, static_cast<MHD_Response*>(answer));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("empty_guard PORT\n", stderr);
    return 2;
  }
  MHD_Response* answer = MHD_create_response_from_buffer(0, nullptr, MHD_RESPMEM_PERSISTENT);
  MHD_add_response_header(answer, "Location", "https://www.example.co.uk/");
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(static_cast<std::uint16_t>(std::strtoul(argv[1], nullptr, 10)));
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, nullptr, nullptr, &on_request, answer,
                       MHD_OPTION_SOCK_ADDR, &at, MHD_OPTION_CONNECTION_LIMIT, 256U,
                       MHD_OPTION_END) == nullptr) {
    std::fputs("empty_guard: cannot listen\n", stderr);
    return 1;
  }
  for (;;) ::pause();
}
