// SPDX-License-Identifier: MIT
//
// Resolving references of the kinds that mail holds (make_references.py), beside every peer that
// the build has found: uriparser, GLib, libcurl, Boost.URL and ada.
//
// Time and allocations are given for one reference, from the text to the text of the result.
// Allocations are what is asked of malloc, so that those of C libraries count, too.  Each round
// takes the references in the same order; nothing is printed or kept.  memcpy is the floor: the
// same number of bytes moved.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "basewalk/url/resolve.h"

#ifdef BENCH_HAS_GLIB
#include <glib.h>
#endif
#ifdef BENCH_HAS_URIPARSER
#include <uriparser/Uri.h>
#endif
#ifdef BENCH_HAS_CURL
#include <curl/curl.h>
#endif
#ifdef BENCH_HAS_BOOST_URL
#include <boost/url.hpp>
#endif
#ifdef BASEWALK_HAS_ADA
#include <ada.h>
#endif

namespace url = basewalk::url;

// ---- counting

static std::size_t allocations = 0;

#ifdef __GLIBC__
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t n, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) {
  ++allocations;
  return __libc_calloc(n, size);
}
void* realloc(void* block, std::size_t size) {
  ++allocations;
  return __libc_realloc(block, size);
}
}
#endif

namespace {

constexpr const char* kBase = "https://www.newsletter.example/2024/issues/march/index.html?id=77";

// BASEWALK_BENCH_REFERENCES names another file of references, one a line.
const std::vector<std::string>& set() {
  static const std::vector<std::string> all = [] {
    const char* const named = std::getenv("BASEWALK_BENCH_REFERENCES");
    const char* const file = named != nullptr ? named : BENCH_REFERENCES;
    std::ifstream in(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    if (lines.empty()) {
      std::cerr << file << ": no references\n";
      std::exit(1);
    }
    return lines;
  }();
  return all;
}

// Runs one round after another and reports for one reference.
template <class Resolve>
void measure(benchmark::State& state, const Resolve& one) {
  std::size_t bytes = 0;
  for (const std::string& reference : set()) bytes += reference.size();
  std::size_t counted = 0;
  for (auto round : state) {
    (void)round;
    const std::size_t before = allocations;
    for (const std::string& reference : set()) one(reference);
    counted += allocations - before;
  }
  const auto count = static_cast<double>(state.iterations()) * static_cast<double>(set().size());
  state.counters["time_each"] =
      benchmark::Counter(count, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["allocations_each"] = static_cast<double>(counted) / count;
  state.counters["bytes_each"] = static_cast<double>(bytes) / static_cast<double>(set().size());
}

void memcpy_floor(benchmark::State& state) {
  std::vector<char> to(4096);
  measure(state, [&](const std::string& reference) {
    std::memcpy(to.data(), reference.data(), reference.size());
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  });
}
BENCHMARK(memcpy_floor);

void basewalk_resolve(benchmark::State& state, url::Rules rules) {
  const url::Base base(kBase, rules);
  std::string out;
  out.reserve(4096);
  measure(state, [&](const std::string& reference) {
    out.clear();
    url::resolve(base, reference, {}, out);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  });
}
BENCHMARK_CAPTURE(basewalk_resolve, rfc1808, url::Rules::rfc1808);
BENCHMARK_CAPTURE(basewalk_resolve, rfc2396, url::Rules::rfc2396);
BENCHMARK_CAPTURE(basewalk_resolve, rfc3986, url::Rules::rfc3986);
BENCHMARK_CAPTURE(basewalk_resolve, whatwg, url::Rules::whatwg);

// ---- RFC 3986

#ifdef BENCH_HAS_URIPARSER
void uriparser(benchmark::State& state) {
  UriUriA base;
  uriParseSingleUriA(&base, kBase, nullptr);
  std::vector<char> out(4096);
  measure(state, [&](const std::string& text) {
    UriUriA reference;
    if (uriParseSingleUriExA(&reference, text.data(), text.data() + text.size(), nullptr) !=
        URI_SUCCESS)
      return;
    UriUriA absolute;
    uriAddBaseUriA(&absolute, &reference, &base);
    int written = 0;
    uriToStringA(out.data(), &absolute, static_cast<int>(out.size()), &written);
    benchmark::DoNotOptimize(out.data());
    uriFreeUriMembersA(&absolute);
    uriFreeUriMembersA(&reference);
  });
  uriFreeUriMembersA(&base);
}
BENCHMARK(uriparser);
#endif

#ifdef BENCH_HAS_GLIB
void glib_parse_relative(benchmark::State& state) {
  GUri* base = g_uri_parse(kBase, G_URI_FLAGS_ENCODED, nullptr);
  measure(state, [&](const std::string& text) {
    GUri* uri = g_uri_parse_relative(base, text.c_str(), G_URI_FLAGS_ENCODED, nullptr);
    if (uri == nullptr) return;
    char* out = g_uri_to_string(uri);
    benchmark::DoNotOptimize(out);
    g_free(out);
    g_uri_unref(uri);
  });
  g_uri_unref(base);
}
BENCHMARK(glib_parse_relative);
#endif

#ifdef BENCH_HAS_BOOST_URL
void boost_url(benchmark::State& state) {
  namespace urls = boost::urls;
  const urls::url base = urls::parse_uri(kBase).value();
  urls::url out;
  measure(state, [&](const std::string& text) {
    const auto reference = urls::parse_uri_reference(text);
    if (!reference) return;
    if (!urls::resolve(base, *reference, out)) return;
    benchmark::DoNotOptimize(out.c_str());
    benchmark::ClobberMemory();
  });
}
BENCHMARK(boost_url);
#endif

#ifdef BENCH_HAS_CURL
void curl(benchmark::State& state) {
  CURLU* base = curl_url();
  curl_url_set(base, CURLUPART_URL, kBase, 0);
  measure(state, [&](const std::string& text) {
    CURLU* one = curl_url_dup(base);
    char* out = nullptr;
    if (curl_url_set(one, CURLUPART_URL, text.c_str(), CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
        curl_url_get(one, CURLUPART_URL, &out, 0) == CURLUE_OK) {
      benchmark::DoNotOptimize(out);
      curl_free(out);
    }
    curl_url_cleanup(one);
  });
  curl_url_cleanup(base);
}
BENCHMARK(curl);
#endif

// ---- the URL Standard

#ifdef BASEWALK_HAS_ADA
void ada_whatwg(benchmark::State& state) {
  const auto base = ada::parse<ada::url_aggregator>(kBase);
  measure(state, [&](const std::string& text) {
    const auto parsed = ada::parse<ada::url_aggregator>(text, &*base);
    if (parsed) benchmark::DoNotOptimize(parsed->get_href().data());
    benchmark::ClobberMemory();
  });
}
BENCHMARK(ada_whatwg);
#endif

}  // namespace

BENCHMARK_MAIN();
