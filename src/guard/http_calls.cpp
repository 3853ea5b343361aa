// SPDX-License-Identifier: MIT
#include "guard/http_calls.h"

#include "text/foreign/late_library.h"

#define FIND(name) BASEWALK_FIND(library, calls.name, MHD_##name)

namespace basewalk::guard {

const HttpCalls& mhd() {
  static const HttpCalls all = [] {
    HttpCalls calls;
    text::LateLibrary library(BASEWALK_LATE_NAME);
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
    calls.missing = library.why();
    return calls;
  }();
  return all;
}

}  // namespace basewalk::guard
