// SPDX-License-Identifier: MIT
//
// Calls of the C API: one that lacks memory says so, makes nothing, and works again afterwards.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "basewalk/basewalk_c.h"
#include "failure/memory/mails.h"
#include "failure/memory/points.h"

namespace basewalk::failure {
namespace {

// `f` gives its status, and what it has made as a text; the handle that it has made is freed by it.
Scenario call(std::string name, std::function<bw_status(bw_error*, std::string&)> f) {
  return scenario("C: " + std::move(name), [f = std::move(f)](Outcome& outcome) {
    bw_error error = BW_ERROR_INIT;
    const bw_status status = f(&error, outcome.bytes);
    outcome.told = status == BW_ERROR_MEMORY && error.status == BW_ERROR_MEMORY;
    // Whatever else it was is another answer.
    outcome.bytes += std::to_string(status) + error.detail;
  });
}

// A handle is there exactly where the call was good.
bw_status checked(bw_status status, const void* handle) {
  return (status == BW_OK) == (handle != nullptr) ? status : BW_ERROR_INTERNAL;
}

bw_status walk(bw_walker* walker, bw_error* error, std::string& out) {
  const std::string& mail = mixed_mail();
  bw_message* message = nullptr;
  const bw_status status = checked(
      bw_walker_read(walker, mail.data(), mail.size(), BW_WANT_ALL, &message, error), message);
  if (status == BW_OK) out += std::to_string(bw_message_summary(message)->links);
  bw_message_free(message);
  return status;
}

bw_status walk_anew(bw_error* error, std::string& out) {
  bw_walk_options options;
  bw_walk_options_init(&options, sizeof options);
  options.targets = 1;
  bw_walker* walker = nullptr;
  bw_status status = checked(bw_walker_new(&options, &walker, error), walker);
  if (status == BW_OK) status = walk(walker, error, out);
  bw_walker_free(walker);
  return status;
}

bw_status rewrite_anew(bw_error* error, std::string& out) {
  const std::string& mail = mixed_mail();
  bw_rewriter* rewriter = nullptr;
  bw_rewritten* rewritten = nullptr;
  bw_status status = checked(bw_rewriter_new(nullptr, &rewriter, error), rewriter);
  if (status == BW_OK)
    status = checked(bw_rewriter_rewrite(rewriter, mail.data(), mail.size(), &rewritten, error),
                     rewritten);
  if (status == BW_OK) out += "rewritten";
  bw_rewritten_free(rewritten);
  bw_rewriter_free(rewriter);
  return status;
}

bw_status read_tree(bw_error* error, std::string& out) {
  const std::string& mail = mixed_mail();
  bw_tree* tree = nullptr;
  const bw_status status =
      checked(bw_tree_new(mail.data(), mail.size(), nullptr, 0, &tree, error), tree);
  if (status == BW_OK) out += "tree";
  bw_tree_free(tree);
  return status;
}

bw_status read_bundle(bw_error* error, std::string& out) {
  const std::string& mail = mixed_mail();
  bw_bundle* bundle = nullptr;
  const bw_status status =
      checked(bw_bundle_new(mail.data(), mail.size(), nullptr, &bundle, error), bundle);
  if (status == BW_OK) out += "bundle";
  bw_bundle_free(bundle);
  return status;
}

bw_status resolve(bw_error* error, std::string& out) {
  bw_buffer* to = nullptr;
  bw_base* base = nullptr;
  bw_status status = checked(bw_buffer_new(&to, error), to);
  if (status == BW_OK)
    status = checked(bw_base_new("http://host.example/a/long/path/to/it", BW_TO_NUL,
                                 BW_RULES_RFC1808, &base, error),
                     base);
  if (status == BW_OK) {
    status = bw_base_resolve(base, "../../another/long/path/that/needs/memory", BW_TO_NUL, nullptr,
                             to, nullptr, error);
    const bw_string bytes = bw_buffer_bytes(to);
    if (status != BW_OK && bytes.size != 0) status = BW_ERROR_INTERNAL;
    out.append(bytes.data, bytes.size);
  }
  bw_base_free(base);
  bw_buffer_free(to);
  return status;
}

}  // namespace

std::vector<Scenario> c_scenarios() {
  bw_walker* made = nullptr;
  if (bw_walker_new(nullptr, &made, nullptr) != BW_OK) std::abort();
  const std::shared_ptr<bw_walker> walker(made, bw_walker_free);
  return {call("resolve", resolve),
          call("tree", read_tree),
          call("walk", walk_anew),
          call("rewrite", rewrite_anew),
          call("bundle", read_bundle),
          call("one walker", [walker](bw_error* error, std::string& out) {
            return walk(walker.get(), error, out);
          })};
}

}  // namespace basewalk::failure
