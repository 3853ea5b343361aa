// SPDX-License-Identifier: MIT
//
// One page that holds everything.  What is embedded is written as it is made: a frame within a page
// within a style sheet is a chain of Outs, each of which encodes for the one around it.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "basewalk/bundle/unpack.h"
#include "bundle/embedding.h"
#include "bundle/unpacking.h"
#include "html/doctype.h"
#include "html/tokenizer.h"
#include "text/ascii.h"
#include "text/data_url.h"
#include "text/hex.h"

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

// As it may stand in every place of HTML and CSS; browsers decode it.
void write_fragment(std::string_view fragment, Sink& out) {
  std::string escaped;
  text::append_escaped(escaped, fragment, [](char c) {
    return ascii::is_alnum(c) || c == '#' || c == '-' || c == '_' || c == '.' || c == '=' ||
           c == '%';
  });
  out.write(escaped);
}

class Inliner final : public PageRewriter {
 public:
  Inliner(const Bundle& bundle, const UnpackOptions& options, Sink& sink)
      : PageRewriter(options.keep_scripts, options.keep_scripts ? std::string_view() : kPolicy),
        bundle_(bundle),
        limit_(byte_limit(bundle, options)),
        out_(sink, 2 * limit_),
        budget_(budget_for(bundle)),
        parts_(bundle),
        embedding_(bundle, out_, limit_) {}

  Result<UnpackSummary> run();

 protected:
  void reference(const PageReference& reference, Sink& out) override;
  bool frame(const PageReference& reference, Sink& out) override;
  bool style_sheet(const PageReference& reference, std::string_view open_tag, Sink& out) override;
  bool may_refresh() const override { return false; }
  bool wants_one_candidate() const override { return true; }

 private:
  bool may_embed(std::uint32_t part, const PageReference& reference);
  std::optional<LossReason> why_not(std::uint32_t part) {
    return embedding_.why_not(part, budget_);
  }
  void count(std::uint32_t part);
  void embed(std::uint32_t part, const PageReference& reference, Sink& out);
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
  std::vector<bool> embedded_;  // by part
};

Result<UnpackSummary> Inliner::run() {
  const Result<std::uint32_t> root = page_of(bundle_);
  if (!root) return root.error();
  summary_.root = *root;
  embedding_.begin(*root, 1);
  embedded_.resize(bundle_.message().parts.size());
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

// The part is written now.
void Inliner::count(std::uint32_t part) {
  if (embedded_[part]) summary_.repeated_bytes += bundle_.message().parts[part].body.size();
  embedded_[part] = true;
}

bool Inliner::may_embed(std::uint32_t part, const PageReference& reference) {
  const std::optional<LossReason> reason = why_not(part);
  if (!reason) return true;
  // A ring of sheets ends where it meets itself, and a page is no picture.
  if (*reason != LossReason::within_itself || reference.role == Role::frame)
    add_loss(*reason, reference.page.part(), extract::where(reference.find.place), part, summary_);
  return false;
}

void Inliner::write_text(std::uint32_t part, const PartKind& kind, const PageReference& from,
                         double grows, Sink& out) {
  embedding_.begin(part, grows);
  PageText page(bundle_, budget_, summary_.notes);
  page.read(part, kind, from.page.scope_of(from.find));
  rewrite(page, out);
  embedding_.end();
}

void Inliner::embed(std::uint32_t part, const PageReference& reference, Sink& out) {
  const PartKind kind = parts_.of(part, reference.role);
  count(part);
  // An image of SVG loads nothing; a page does wherever it is shown, and somebody may show what
  // stands in the place of a video.
  const bool shown = reference.role == Role::frame || reference.find.place.element == "use";
  const bool document = kind.form == TextForm::html || (shown && kind.form == TextForm::xml);
  const bool text = document || kind.form == TextForm::css;
  out.write(text::kDataScheme);
  out.write(data_type_of(kind.media_type));
  if (text) out.write(";charset=utf-8");
  if (kind.form == TextForm::plain) {
    const mime::ParameterizedValue type = bundle_.content_type(part);
    const std::string* const charset = type.find("charset");
    if (charset != nullptr && !charset->empty() && charset->size() < 40 &&
        std::all_of(charset->begin(), charset->end(),
                    [](char c) { return ascii::is_alnum(c) || c == '-' || c == '_'; })) {
      out.write(";charset=");
      out.write(*charset);
    }
  }
  out.write(";base64,");
  if (text) {
    Base64Sink encoded(out);
    BufferedSink buffered(encoded);
    embedding_.hold(buffered);
    write_text(part, kind, reference, 4.0 / 3, buffered);
    embedding_.release();
    buffered.flush();
    encoded.finish();
  } else {
    write_part_base64(bundle_, part, summary_.notes, out);
  }
  write_fragment(fragment_of(reference.find.raw), out);
}

void Inliner::reference(const PageReference& reference, Sink& out) {
  const std::string_view raw = reference.find.raw;
  const PageText::Meaning meaning = reference.page.meaning_of(reference.find);
  const bool same_page = meaning.part == reference.page.part();
  if (raw.empty() || (raw.front() == '#' && (reference.role != Role::link || same_page)))
    return write_as_it_was(reference, out);
  if (is_script_url(reference, meaning.clicked)) {
    out.write(kNothing);
    return;
  }
  if (reference.role == Role::link) {
    if (same_page && !fragment_of(raw).empty()) return write_url(fragment_of(raw), reference, out);
    if (write_inner(reference, meaning.clicked, out)) return;
    if (meaning.clicked.empty() || meaning.clicked == raw) return write_as_it_was(reference, out);
    return write_url(meaning.clicked, reference, out);
  }
  if (meaning.part && is_leaf(*meaning.part)) {
    if (may_embed(*meaning.part, reference)) return embed(*meaning.part, reference, out);
  } else {
    if (write_inner(reference, meaning.clicked, out)) return;
    if (may_stay(reference, meaning.clicked)) return write_as_it_was(reference, out);
    add_left_out(reference, meaning.clicked, summary_);
  }
  out.write(nothing_for(reference));
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
