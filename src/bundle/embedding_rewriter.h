// SPDX-License-Identifier: MIT
//
// A rewriter that can put the parts that a text refers to into that text: what inline_page() does
// with all of them, and unpack() where no file can be loaded.
//
// What is embedded is written as it is made: a frame within a page within a style sheet is a chain
// of Sinks, each of which encodes for the one around it.
#ifndef BASEWALK_BUNDLE_EMBEDDING_REWRITER_H_
#define BASEWALK_BUNDLE_EMBEDDING_REWRITER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "bundle/embedding.h"
#include "bundle/page/page_rewriting.h"
#include "bundle/unpacking.h"

namespace basewalk::bundle {

class EmbeddingRewriter : public PageRewriter {
 protected:
  /// `room` times the most that may be written is where `sink` is full; half of it may be filled
  /// with what is embedded.
  EmbeddingRewriter(const Bundle& bundle, const UnpackOptions& options, std::string_view policy,
                    Sink& sink, std::size_t room);

  /// Writes the part that a reference shows in its place, as a data: URL; a link leads where it
  /// led.
  void embed_reference(const PageReference& reference, Sink& out);
  /// Why a part may not be embedded where we are; nothing where it may.
  std::optional<LossReason> why_not(std::uint32_t part) {
    return embedding_.why_not(part, budget_);
  }
  /// The part is written now.
  void count(std::uint32_t part);
  void write_text(std::uint32_t part, const PartKind& kind, const PageReference& from,
                  double growth, Sink& out);
  bool is_leaf(std::uint32_t part) const {
    return bundle_.message().parts[part].kind == mime::PartKind::leaf;
  }

  const Bundle& bundle_;
  const std::size_t limit_;
  BoundedSink out_;
  Budget budget_;
  PartKinds parts_;
  UnpackSummary summary_;
  Embedding embedding_;

 private:
  bool may_embed(std::uint32_t part, const PageReference& reference);
  void embed(std::uint32_t part, const PageReference& reference, Sink& out);

  std::vector<bool> embedded_;  // by part
};

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_EMBEDDING_REWRITER_H_
