// SPDX-License-Identifier: MIT
//
// Bytes as zlib packs them (RFC 1950), for documents that tests make.
#ifndef BASEWALK_TESTS_WORKER_DOCUMENTS_DEFLATED_H_
#define BASEWALK_TESTS_WORKER_DOCUMENTS_DEFLATED_H_

#include <zlib.h>

#include <boost/test/unit_test.hpp>
#include <string>

namespace basewalk::test {

inline std::string deflated(const std::string& bytes) {
  std::string out(::compressBound(static_cast<uLong>(bytes.size())), '\0');
  auto size = static_cast<uLongf>(out.size());
  BOOST_REQUIRE_EQUAL(
      ::compress(reinterpret_cast<Bytef*>(out.data()), &size,
                 reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size())),
      Z_OK);
  out.resize(size);
  return out;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_WORKER_DOCUMENTS_DEFLATED_H_
