// SPDX-License-Identifier: MIT
#include "bundle/embedding_rewriter.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/data_url.h"
#include "text/hex.h"

namespace basewalk::bundle {
namespace {

// As it may stand in every place of HTML and CSS; browsers decode it.
void write_fragment(std::string_view fragment, Sink& out) {
  std::string escaped;
  text::append_escaped(escaped, fragment, [](char c) {
    return ascii::is_alnum(c) || c == '#' || c == '-' || c == '_' || c == '.' || c == '=' ||
           c == '%';
  });
  out.write(escaped);
}

}  // namespace

EmbeddingRewriter::EmbeddingRewriter(const Bundle& bundle, const UnpackOptions& options,
                                     std::string_view policy, Sink& sink, std::size_t room)
    : PageRewriter(options.keep_scripts, options.keep_scripts ? std::string_view() : policy),
      bundle_(bundle),
      limit_(byte_limit(bundle, options)),
      out_(sink, room * limit_),
      budget_(budget_for(bundle)),
      parts_(bundle),
      embedding_(bundle, out_, room * limit_ / 2),
      embedded_(bundle.message().parts.size()) {}

void EmbeddingRewriter::count(std::uint32_t part) {
  if (embedded_[part]) summary_.repeated_bytes += bundle_.message().parts[part].body.size();
  embedded_[part] = true;
}

bool EmbeddingRewriter::may_embed(std::uint32_t part, const PageReference& reference) {
  const std::optional<LossReason> reason = why_not(part);
  if (!reason) return true;
  // A ring of sheets ends where it meets itself, and a page is no picture.
  if (*reason != LossReason::within_itself || reference.role == Role::frame)
    add_loss(*reason, reference.page.part(), extract::where(reference.find.place), part, summary_);
  return false;
}

void EmbeddingRewriter::write_text(std::uint32_t part, const PartKind& kind,
                                   const PageReference& from, double grows, Sink& out) {
  embedding_.begin(part, grows);
  PageText page(bundle_, budget_, summary_.notes);
  page.read(part, kind, from.page.scope_of(from.find));
  rewrite(page, out);
  embedding_.end();
}

void EmbeddingRewriter::embed(std::uint32_t part, const PageReference& reference, Sink& out) {
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

void EmbeddingRewriter::embed_reference(const PageReference& reference, Sink& out) {
  const std::string_view raw = reference.find.raw;
  const PageText::Meaning meaning = reference.page.meaning_of(reference.find);
  const bool same_page = meaning.part == reference.page.part() && !reference.page.is_from_data();
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

}  // namespace basewalk::bundle
