// SPDX-License-Identifier: MIT
#include "guard/http_calls.h"

#include "text/foreign/late_library.h"

// BASEWALK_LIBMICROHTTPD is its name where it is loaded late.
#if defined(BASEWALK_LIBMICROHTTPD)
#define FIND(name) library.find(calls.name, "MHD_" #name)
#else
#define FIND(name) calls.name = &::MHD_##name
#endif

namespace basewalk::guard {

const HttpCalls& mhd() {
  static const HttpCalls all = [] {
    HttpCalls calls;
#if defined(BASEWALK_LIBMICROHTTPD)
    text::LateLibrary library(BASEWALK_LIBMICROHTTPD);
#endif
    FIND(add_response_header);
    FIND(create_response_from_buffer);
    FIND(destroy_response);
    FIND(get_connection_info);
    FIND(get_connection_values);
    FIND(queue_response);
    FIND(quiesce_daemon);
    FIND(resume_connection);
    FIND(start_daemon);
    FIND(stop_daemon);
    FIND(suspend_connection);
#if defined(BASEWALK_LIBMICROHTTPD)
    calls.missing = library.why();
#endif
    return calls;
  }();
  return all;
}

}  // namespace basewalk::guard
