// SPDX-License-Identifier: MIT
//
// A page of a web archive and what it shows, as the files of a bundle.
//
// Payloads stay byte for byte: each stands under the URL that the page asks for, whether redirects
// lead on from there or not.  Comes behind warc_index.h; bridge/write_bundle.h writes it.
#ifndef BASEWALK_OUTPUT_WARC_WARC_PAGE_H_
#define BASEWALK_OUTPUT_WARC_WARC_PAGE_H_

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "basewalk/bridge/write_bundle.h"
#include "bundle/page/page_rewriting.h"
#include "output/warc/warc_index.h"

namespace basewalk::output {

class WarcPage final : public bridge::Bodies {
 public:
  /// The page at this URL; where it is empty, the first that a WACZ names, or the first answer that
  /// is HTML.  Error codes: "no-page", and those of WarcIndex::payload().
  static Result<std::unique_ptr<WarcPage>> make(const WarcIndex& index, const std::string& url,
                                                std::size_t max_bytes);

  const std::vector<bundle::PackedFile>& files() const override { return files_; }
  Result<bool> write_body(std::size_t number, Sink& sink) const override;
  std::string date() const override;

  /// References to what is not in the bundle, a sentence each: the first thousand, and how many
  /// there are.
  const std::vector<std::string>& not_packed() const { return not_packed_; }
  std::size_t not_packed_count() const { return not_packed_count_; }

 private:
  // What was found of a file beside what is shown of it.
  struct Known {
    const WarcIndex::Capture* capture = nullptr;  // behind its redirects
    unsigned roles = 0;                           // it was read in
    std::size_t size = 0;
  };
  struct Unread {
    std::size_t file = 0;
    bundle::Role role = bundle::Role::link;
  };

  WarcPage(const WarcIndex& index, std::size_t max_bytes)
      : index_(index), most_(max_bytes), left_(max_bytes) {}
  std::optional<Error> add(const std::string& label, const std::string& url, bundle::Role role);
  Result<WarcIndex::Payload> again(std::size_t file) const;
  void follow();
  void use(std::size_t from, const std::string& clicked, const bundle::PageReference& reference);
  void leave_out(std::size_t from, const bundle::PageReference& reference, std::string_view why);
  void tell(std::string what);

  const WarcIndex& index_;
  const std::size_t most_;
  std::size_t left_;
  std::int64_t date_ = 0;
  std::vector<bundle::PackedFile> files_;
  std::vector<Known> known_;  // of files_
  std::unordered_map<std::string, std::size_t> by_label_;
  std::deque<Unread> unread_;
  std::vector<std::string> not_packed_;
  std::size_t not_packed_count_ = 0;
  std::unordered_set<std::size_t> told_;
};

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_WARC_WARC_PAGE_H_
