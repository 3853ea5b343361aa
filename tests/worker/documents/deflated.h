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

/// The same in another wrapping: `window` as deflateInit2() has it, negative for none (RFC 1951),
/// 16 more for gzip (RFC 1952).
inline std::string packed(const std::string& bytes, int window, int level = 9) {
  z_stream stream{};
  BOOST_TEST_REQUIRE(::deflateInit2(&stream, level, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY) ==
                     Z_OK);
  // That is too few for what is stored (level 0) in some versions.
  constexpr std::size_t kSpare = 64;
  std::string out(::deflateBound(&stream, static_cast<uLong>(bytes.size())) + kSpare, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  BOOST_TEST(::deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  return out;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_WORKER_DOCUMENTS_DEFLATED_H_
