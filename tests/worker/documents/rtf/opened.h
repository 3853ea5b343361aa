// SPDX-License-Identifier: MIT
//
// RTF that is opened as it comes from a mail.
#ifndef BASEWALK_TESTS_WORKER_DOCUMENTS_RTF_OPENED_H_
#define BASEWALK_TESTS_WORKER_DOCUMENTS_RTF_OPENED_H_

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/files.h"
#include "support/little.h"
#include "worker/documents/recorded.h"
#include "worker/documents/rtf/rtf.h"

namespace basewalk::worker {

inline Recorded opened(std::string_view bytes, std::uint64_t most = std::uint64_t{64} << 20) {
  const test::ExactCopy copy(bytes);
  Recorded told;
  Document document{copy.view(), "a.rtf"};
  document.bounds.bytes = most;
  open_rtf(document, told);
  BOOST_TEST(!told.is_open());
  return told;
}

inline std::string number(std::uint32_t value) { return test::little(value, 4); }

}  // namespace basewalk::worker

#endif  // BASEWALK_TESTS_WORKER_DOCUMENTS_RTF_OPENED_H_
