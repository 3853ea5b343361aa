// SPDX-License-Identifier: MIT
//
// Resolving 100,000 references of the kinds that mail holds, against uriparser and GLib.
//
// Time and allocations are given for one reference.  Each round takes the references in the
// same order; nothing is printed or kept.  memcpy is the floor: the same number of bytes moved.
#include <benchmark/benchmark.h>
#include <glib.h>
#include <uriparser/Uri.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "basewalk/url/resolve.h"

namespace url = basewalk::url;

static std::size_t allocations = 0;

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* block = std::malloc(size == 0 ? 1 : size)) return block;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* block) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace {

constexpr const char* kBase = "https://www.newsletter.example/2024/issues/march/index.html?id=77";

// A small generator of its own, so that the set is the same everywhere.
class Dice {
 public:
  std::uint32_t below(std::uint32_t n) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::uint32_t>(state_ >> 33) % n;
  }

 private:
  std::uint64_t state_ = 0x9E3779B97F4A7C15U;
};

std::string word(Dice& dice, std::uint32_t shortest, std::uint32_t longest) {
  static constexpr char kLetters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string made;
  for (auto n = shortest + dice.below(longest - shortest + 1); n > 0; --n)
    made += kLetters[dice.below(n > 1 ? 38 : 26)];
  return made;
}

std::string path(Dice& dice) {
  std::string made;
  for (auto n = dice.below(4); n > 0; --n) made += word(dice, 2, 12) + "/";
  static const char* const kEnds[] = {".html", ".gif", ".png", ".php", "", "/", ".jpg", ".css"};
  return made + word(dice, 3, 14) + kEnds[dice.below(8)];
}

std::string query(Dice& dice) {
  std::string made = "?";
  for (auto n = 1 + dice.below(3); n > 0; --n)
    made += word(dice, 1, 8) + "=" + word(dice, 1, 24) + (n > 1 ? "&" : "");
  return made;
}

std::vector<std::string> references() {
  Dice dice;
  std::vector<std::string> all;
  while (all.size() < 100'000) {
    std::string made;
    const auto kind = dice.below(100);
    if (kind < 70) {  // most links of mail are absolute
      static const char* const kSchemes[] = {"http://", "https://"};
      static const char* const kTops[] = {".com", ".org", ".net", ".example", ".co.uk"};
      made = kSchemes[dice.below(2)] + std::string(dice.below(2) ? "www." : "click.") +
             word(dice, 4, 16) + kTops[dice.below(5)] + "/" + path(dice);
      if (dice.below(2)) made += query(dice);
    } else if (kind < 82) {
      made = path(dice);
      if (dice.below(4) == 0) made += query(dice);
    } else if (kind < 90) {
      made = '/';
      made += path(dice);
      if (dice.below(3) == 0) made += query(dice);
    } else if (kind < 94) {
      made = dice.below(2) ? "../../" : "../";
      made += path(dice);
    } else if (kind < 96) {
      made = "//";
      made += word(dice, 5, 15) + ".example/" + path(dice);
    } else if (kind < 98) {
      made = "#" + word(dice, 3, 10);
    } else {
      made = "mailto:" + word(dice, 4, 10) + "@" + word(dice, 4, 12) + ".example";
    }
    all.push_back(std::move(made));
  }
  return all;
}

const std::vector<std::string>& set() {
  static const std::vector<std::string> all = references();
  return all;
}

// Runs one round after another and reports for one reference.
template <class Resolve>
void measure(benchmark::State& state, const Resolve& one) {
  std::size_t bytes = 0;
  for (const std::string& reference : set()) bytes += reference.size();
  const std::size_t before = allocations;
  for (auto round : state) {
    (void)round;
    for (const std::string& reference : set()) one(reference);
  }
  const auto count = static_cast<double>(state.iterations()) * static_cast<double>(set().size());
  state.counters["time_each"] =
      benchmark::Counter(count, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["allocations_each"] = static_cast<double>(allocations - before) / count;
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

// uriparser counts its own allocations through its memory manager.
void* counted_malloc(UriMemoryManager*, std::size_t size) {
  ++allocations;
  return std::malloc(size);
}
void* counted_calloc(UriMemoryManager*, std::size_t n, std::size_t size) {
  ++allocations;
  return std::calloc(n, size);
}
void* counted_realloc(UriMemoryManager*, void* block, std::size_t size) {
  ++allocations;
  return std::realloc(block, size);
}
void* counted_reallocarray(UriMemoryManager*, void* block, std::size_t n, std::size_t size) {
  ++allocations;
  return reallocarray(block, n, size);
}
void plain_free(UriMemoryManager*, void* block) { std::free(block); }

void uriparser(benchmark::State& state) {
  UriMemoryManager memory{counted_malloc,       counted_calloc, counted_realloc,
                          counted_reallocarray, plain_free,     nullptr};
  UriUriA base;
  uriParseSingleUriExMmA(&base, kBase, kBase + std::strlen(kBase), nullptr, &memory);
  std::vector<char> out(4096);
  measure(state, [&](const std::string& text) {
    UriUriA reference;
    if (uriParseSingleUriExMmA(&reference, text.data(), text.data() + text.size(), nullptr,
                               &memory) != URI_SUCCESS)
      return;
    UriUriA absolute;
    uriAddBaseUriExMmA(&absolute, &reference, &base, URI_RESOLVE_STRICTLY, &memory);
    int written = 0;
    uriToStringA(out.data(), &absolute, static_cast<int>(out.size()), &written);
    benchmark::DoNotOptimize(out.data());
    uriFreeUriMembersMmA(&absolute, &memory);
    uriFreeUriMembersMmA(&reference, &memory);
  });
  uriFreeUriMembersMmA(&base, &memory);
}
BENCHMARK(uriparser);

// GLib allocates by malloc, which is not counted here.
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
  state.counters.erase("allocations_each");
  g_uri_unref(base);
}
BENCHMARK(glib_parse_relative);

void glib_resolve_relative(benchmark::State& state) {
  measure(state, [&](const std::string& text) {
    char* out = g_uri_resolve_relative(kBase, text.c_str(), G_URI_FLAGS_ENCODED, nullptr);
    benchmark::DoNotOptimize(out);
    g_free(out);
  });
  state.counters.erase("allocations_each");
}
BENCHMARK(glib_resolve_relative);

}  // namespace

BENCHMARK_MAIN();
