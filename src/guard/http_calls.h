// SPDX-License-Identifier: MIT
//
// What is called of libmicrohttpd, which brings those for TLS along: no other verb needs it.
#ifndef BASEWALK_SRC_GUARD_HTTP_CALLS_H_
#define BASEWALK_SRC_GUARD_HTTP_CALLS_H_

#include <microhttpd.h>

#include <string>

namespace basewalk::guard {

struct HttpCalls {
  decltype(&::MHD_add_response_header) add_response_header = nullptr;
  decltype(&::MHD_create_response_from_buffer) create_response_from_buffer = nullptr;
  decltype(&::MHD_destroy_response) destroy_response = nullptr;
  decltype(&::MHD_get_connection_info) get_connection_info = nullptr;
  decltype(&::MHD_get_connection_values) get_connection_values = nullptr;
  decltype(&::MHD_queue_response) queue_response = nullptr;
  decltype(&::MHD_quiesce_daemon) quiesce_daemon = nullptr;
  decltype(&::MHD_resume_connection) resume_connection = nullptr;
  decltype(&::MHD_start_daemon) start_daemon = nullptr;
  decltype(&::MHD_stop_daemon) stop_daemon = nullptr;
  decltype(&::MHD_suspend_connection) suspend_connection = nullptr;

  /// Why none of them may be called; empty where all may.
  std::string missing;
};

/// The first call loads them.
const HttpCalls& mhd();

}  // namespace basewalk::guard

#endif  // BASEWALK_SRC_GUARD_HTTP_CALLS_H_
