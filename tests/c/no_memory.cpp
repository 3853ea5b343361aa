// SPDX-License-Identifier: MIT
//
// When there is no memory: each allocation of a call fails in turn, and the call says so, makes
// nothing, and works again afterwards.
#include <cstdlib>
#include <iostream>
#include <new>
#include <string_view>

#include "basewalk/basewalk_c.h"

namespace {

// How many allocations still succeed; negative: all.
long left = -1;
std::size_t failed = 0;

void* allocate(std::size_t size) {
  if (left == 0) {
    ++failed;
    throw std::bad_alloc();
  }
  if (left > 0) --left;
  if (void* made = std::malloc(size == 0 ? 1 : size)) return made;
  throw std::bad_alloc();
}

constexpr std::string_view kMail =
    "Base: <URL:http://a/b/>\nContent-Type: multipart/related; boundary=x\n\n"
    "--x\nContent-Type: text/html; charset=utf-8\n\n<a href=../c>x</a><img src=cid:i@h>\n"
    "--x\nContent-Type: image/png\nContent-ID: <i@h>\nContent-Transfer-Encoding: base64\n\nAAAA\n"
    "--x--\n";

bool wrong(std::string_view what) {
  std::cerr << what << '\n';
  return false;
}

// Calls `f` with ever more allocations, until none of it fails.  `f` returns its status.
template <class F>
bool each_fails(std::string_view what, F&& f) {
  for (long most = 0; most < 100'000; ++most) {
    bw_error error = BW_ERROR_INIT;
    failed = 0;
    left = most;
    const bw_status status = f(&error);
    left = -1;
    if (status == BW_OK && failed == 0) return most > 0 || wrong(what);
    // One that fails may be done without; else it is told.
    if (status != BW_OK && (status != BW_ERROR_MEMORY || error.status != BW_ERROR_MEMORY))
      return wrong(what);
  }
  return wrong("it never succeeds");
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

int main() {
  bw_walk_options options;
  bw_walk_options_init(&options, sizeof options);
  options.targets = 1;
  // What is made once for all is made now.
  const auto walk = [&](bw_error* error) {
    bw_walker* walker = nullptr;
    bw_message* message = nullptr;
    bw_status status = bw_walker_new(&options, &walker, error);
    if (status == BW_OK)
      status = bw_walker_read(walker, kMail.data(), kMail.size(), BW_WANT_ALL, &message, error);
    if ((status == BW_OK) != (message != nullptr)) status = BW_ERROR_INTERNAL;
    bw_message_free(message);
    bw_walker_free(walker);
    return status;
  };
  const auto rewrite = [&](bw_error* error) {
    bw_rewriter* rewriter = nullptr;
    bw_rewritten* rewritten = nullptr;
    bw_status status = bw_rewriter_new(nullptr, &rewriter, error);
    if (status == BW_OK)
      status = bw_rewriter_rewrite(rewriter, kMail.data(), kMail.size(), &rewritten, error);
    if ((status == BW_OK) != (rewritten != nullptr)) status = BW_ERROR_INTERNAL;
    bw_rewritten_free(rewritten);
    bw_rewriter_free(rewriter);
    return status;
  };
  const auto tree = [&](bw_error* error) {
    bw_tree* made = nullptr;
    const bw_status status = bw_tree_new(kMail.data(), kMail.size(), nullptr, 0, &made, error);
    bw_tree_free(made);
    return status;
  };
  const auto bundle = [&](bw_error* error) {
    bw_bundle* made = nullptr;
    const bw_status status = bw_bundle_new(kMail.data(), kMail.size(), nullptr, &made, error);
    bw_bundle_free(made);
    return status;
  };
  bw_buffer* out = nullptr;
  if (bw_buffer_new(&out, nullptr) != BW_OK) return 1;
  const auto resolve = [&](bw_error* error) {
    bw_base* base = nullptr;
    bw_buffer_clear(out);
    bw_status status = bw_base_new("http://host.example/a/long/path/to/it", BW_TO_NUL,
                                   BW_RULES_RFC1808, &base, error);
    if (status == BW_OK)
      status = bw_base_resolve(base, "../../another/long/path/that/needs/memory", BW_TO_NUL,
                               nullptr, out, nullptr, error);
    if (status != BW_OK && bw_buffer_bytes(out).size != 0) status = BW_ERROR_INTERNAL;
    bw_base_free(base);
    return status;
  };
  bool good = true;
  const auto all = [&](std::string_view what, auto&& f) {
    bw_error error = BW_ERROR_INIT;
    if (f(&error) != BW_OK) good = wrong(what);
    good = each_fails(what, f) && good;
  };
  all("resolve", resolve);
  all("tree", tree);
  all("walk", walk);
  all("rewrite", rewrite);
  all("bundle", bundle);
  // A walker goes on behind a walk that has failed.
  bw_walker* walker = nullptr;
  if (bw_walker_new(nullptr, &walker, nullptr) != BW_OK) return 1;
  const auto again = [&](bw_error* error) {
    bw_message* message = nullptr;
    const bw_status status =
        bw_walker_read(walker, kMail.data(), kMail.size(), BW_WANT_ALL, &message, error);
    if (status == BW_OK && bw_message_summary(message)->links != 2) good = wrong("other links");
    bw_message_free(message);
    return status;
  };
  all("again", again);
  bw_walker_free(walker);
  bw_buffer_free(out);
  return good ? 0 : 1;
}
