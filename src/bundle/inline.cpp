// SPDX-License-Identifier: MIT
//
// One page that holds everything.
#include <algorithm>
#include <utility>

#include "basewalk/bundle/unpack.h"
#include "bundle/embedding_rewriter.h"
#include "html/doctype.h"
#include "html/tokenizer.h"
#include "text/ascii.h"

namespace basewalk::bundle {
namespace {

constexpr std::string_view kPolicy = "default-src data: blob: 'unsafe-inline'; script-src 'none'";

// Chromium opens no longer URL in a frame (url::kMaxURLChars).
constexpr std::size_t kLongestFrameUrl = 2 * 1024 * 1024 - 1024;

// WHATWG HTML 13.2.6.4.1: does a browser lay the page out by the standards?  A srcdoc always is.
bool is_in_standards_mode(std::string_view page) {
  html::Tokenizer tokens(page);
  while (true) {
    const html::Token& token = tokens.next();
    if (token.kind == html::TokenKind::comment) continue;
    if (token.kind == html::TokenKind::text &&
        std::all_of(token.text.begin(), token.text.end(), ascii::is_space))
      continue;
    if (token.kind != html::TokenKind::doctype) return false;
    const html::Doctype doctype = html::parse_doctype(token);
    return !doctype.force_quirks && doctype.name && ascii::iequals(*doctype.name, "html") &&
           !doctype.public_id &&
           (!doctype.system_id || ascii::iequals(*doctype.system_id, "about:legacy-compat"));
  }
}

class Inliner final : public EmbeddingRewriter {
 public:
  Inliner(const Bundle& bundle, const UnpackOptions& options, Sink& sink)
      : EmbeddingRewriter(bundle, options, kPolicy, sink, 2) {}

  Result<UnpackSummary> run();

 protected:
  void reference(const PageReference& reference, Sink& out) override {
    embed_reference(reference, out);
  }
  bool frame(const PageReference& reference, Sink& out) override;
  bool style_sheet(const PageReference& reference, std::string_view open_tag, Sink& out) override;
  bool may_refresh() const override { return false; }
  bool wants_one_candidate() const override { return true; }
};

Result<UnpackSummary> Inliner::run() {
  const Result<std::uint32_t> root = page_of(bundle_);
  if (!root) return root.error();
  summary_.root = *root;
  embedding_.begin(*root, 1);
  BufferedSink buffered(out_);
  embedding_.hold(buffered);
  PageText page(bundle_, budget_, summary_.notes);
  page.read(*root, parts_.of(*root, Role::frame), base::Scope());
  rewrite(page, buffered);
  buffered.flush();
  summary_.page = facts_of(bundle_, *root, words_of(page, nullptr));
  if (out_.is_full())
    return Error{
        "limit-bytes", 0,
        "would be more than " + std::to_string(limit_) + " bytes; --max-bytes sets another limit"};
  if (out_.has_failed()) return Error{"unwritable", 0, "could not be written"};
  tell_spent(budget_, summary_);
  summary_.bytes = out_.written();
  summary_.notes.finish();
  return std::move(summary_);
}

bool Inliner::frame(const PageReference& reference, Sink& out) {
  const PageText::Meaning meaning = reference.page.meaning_of(reference.find);
  if (!meaning.part || !is_leaf(*meaning.part)) return false;
  const PartKind kind = parts_.of(*meaning.part, reference.role);
  if (kind.form != TextForm::html || why_not(*meaning.part)) return false;
  const std::uint32_t part = *meaning.part;
  PageText page(bundle_, budget_, summary_.notes);
  page.read(part, kind, reference.page.scope_of(reference.find));
  if (!is_in_standards_mode(page.text()) && page.text().size() < kLongestFrameUrl / 2) return false;
  count(part);
  out.write("srcdoc=\"");
  AttributeSink escaped(out);
  embedding_.begin(part, 1.2);
  rewrite(page, escaped);
  embedding_.end();
  out.write("\"");
  return true;
}

bool Inliner::style_sheet(const PageReference& reference, std::string_view open_tag, Sink& out) {
  const PageText::Meaning meaning = reference.page.meaning_of(reference.find);
  if (!meaning.part || !is_leaf(*meaning.part)) return false;
  const PartKind kind = parts_.of(*meaning.part, reference.role);
  if (kind.form != TextForm::css || why_not(*meaning.part)) return false;
  count(*meaning.part);
  out.write(open_tag);
  StyleSink guarded(out);
  write_text(*meaning.part, kind, reference, 1, guarded);
  return true;
}

}  // namespace

Result<UnpackSummary> inline_page(const Bundle& bundle, const UnpackOptions& options, Sink& out) {
  return Inliner(bundle, options, out).run();
}

}  // namespace basewalk::bundle
