// SPDX-License-Identifier: MIT
#include "support/failing_packing.h"

#include <dlfcn.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <optional>

namespace {

using basewalk::test::FailingPacking;
std::optional<FailingPacking::Why> failing;

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" int deflateInit2_(z_streamp stream, int level, int method, int bits, int memory,
                             int strategy, const char* version, int size) {
  if (failing == FailingPacking::Why::memory) return Z_MEM_ERROR;
  static auto* const real = next<decltype(::deflateInit2_)>("deflateInit2_");
  return real(stream, level, method, bits, memory, strategy, version, size);
}

extern "C" int deflate(z_streamp stream, int flush) {
  if (failing) return Z_STREAM_ERROR;
  static auto* const real = next<decltype(::deflate)>("deflate");
  return real(stream, flush);
}

extern "C" ZSTD_CCtx* ZSTD_createCCtx() {
  if (failing == FailingPacking::Why::memory) return nullptr;
  static auto* const real = next<decltype(::ZSTD_createCCtx)>("ZSTD_createCCtx");
  return real();
}

extern "C" std::size_t ZSTD_compressStream2(ZSTD_CCtx* context, ZSTD_outBuffer* out,
                                            ZSTD_inBuffer* in, ZSTD_EndDirective how) {
  if (failing) return static_cast<std::size_t>(-static_cast<int>(ZSTD_error_GENERIC));
  static auto* const real = next<decltype(::ZSTD_compressStream2)>("ZSTD_compressStream2");
  return real(context, out, in, how);
}

namespace basewalk::test {

FailingPacking::FailingPacking(Why why) { failing = why; }
FailingPacking::~FailingPacking() { failing.reset(); }

}  // namespace basewalk::test
