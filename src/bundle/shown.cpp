// SPDX-License-Identifier: MIT
//
// One body of a message as a page that can do nothing.
//
// HTML is put together by page/shown_markup.h; here is what stands in the place of pictures, sheets
// and frames: what the bundle holds, else nothing.  Plain text is shown as it is.
#include "basewalk/bundle/shown.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "basewalk/note.h"
#include "bundle/embedding.h"
#include "bundle/page/magic.h"
#include "bundle/page/quiet_css.h"
#include "bundle/page/shown_markup.h"
#include "bundle/unpacking.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/data_url.h"
#include "text/visible.h"

namespace basewalk::bundle {
namespace {

// srcdoc in srcdoc.
constexpr std::size_t kDeepest = 8;

constexpr std::string_view kTextStyle =
    "<style>pre{white-space:pre-wrap;overflow-wrap:anywhere}</style><pre>\n";

// A picture of a line of text, as a value in double quotes.
void write_placeholder(std::size_t number, Sink& out) {
  out.write(
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='140' height='20'%3E"
      "%3Ctext x='4' y='14' font-size='11'%3E");
  if (number != 0) out.write("%23" + std::to_string(number) + ", ");
  out.write("not loaded%3C/text%3E%3C/svg%3E");
}

bool is_simple_fragment(std::string_view raw) {
  return raw.starts_with('#') && std::all_of(raw.begin() + 1, raw.end(), [](char c) {
           return ascii::is_alnum(c) || c == '-' || c == '_' || c == '.';
         });
}

class Shower final : private PageRewriter, private ShownLoads {
 public:
  Shower(const Bundle& bundle, const LinkNumbers& numbers, std::size_t limit, Sink& sink)
      : PageRewriter(false, {}),
        bundle_(bundle),
        numbers_(numbers),
        limit_(limit),
        out_(sink, limit),
        budget_(budget_for(bundle)),
        parts_(bundle),
        embedding_(bundle, out_, limit) {}

  Result<ShownSummary> run(std::uint32_t part);

 private:
  void plain(const PageText& page, Sink& out);

  // PageRewriter: of sheets.
  void reference(const PageReference& reference, Sink& out) override { in_css(reference, out); }

  std::size_t number(const PageText& page, const extract::Find& find) override {
    return page.depth() == 0 ? numbers_.number(page.part(), find.begin) : 0;
  }
  void picture(const PageText& page, std::span<const extract::Find* const> candidates,
               Sink& out) override;
  bool media(const PageReference& reference, Sink& out) override;
  bool style_sheet(const PageReference& reference, std::string_view open_tag, Sink& out) override;
  void imports(const PageText& page, std::span<const extract::Find> finds,
               std::string_view open_tag, Sink& out) override;
  void in_css(const PageReference& reference, Sink& out) override;
  using PageRewriter::frame;
  bool frame(const PageReference& reference, std::string_view open_tag, Sink& out) override;
  bool srcdoc(const PageText& page, std::string text, std::string_view open_tag,
              Sink& out) override;
  void removed() override { ++summary_.removed; }

  // What a few bytes of the mail make long (a picture that is not there, a frame) is not written
  // where half of the page is, so that many of these do not keep the rest from being shown.
  bool has_room() const { return out_.written() <= limit_ / 2; }
  std::optional<std::uint32_t> leaf_of(const PageText::Meaning& meaning) const;
  bool may_embed(std::uint32_t part, const PageReference& reference);
  void add_loss(LossReason reason, std::uint32_t part, std::string where, std::uint32_t target);
  bool show(const PageReference& reference, Sink& out);
  bool sheet(const PageReference& reference, std::string_view open_tag, Sink& out);
  void write_inner_page(const PageText& page, std::string_view open_tag, Sink& out);

  const Bundle& bundle_;
  const LinkNumbers& numbers_;
  const std::size_t limit_;
  BoundedSink out_;
  Budget budget_;
  PartKinds parts_;
  ShownSummary summary_;
  Embedding embedding_;
};

Result<ShownSummary> Shower::run(std::uint32_t part) {
  embedding_.begin(part, 1);
  BufferedSink buffered(out_);
  embedding_.hold(buffered);
  PageText page(bundle_, budget_, summary_.notes);
  const bool html = bundle_.message().parts[part].media_type == "text/html";
  page.read(part,
            html ? PartKind{TextForm::html, "text/html"} : PartKind{TextForm::plain, "text/plain"},
            base::Scope());
  if (html)
    ShownMarkup(*this, page, buffered).run();
  else
    plain(page, buffered);
  buffered.flush();
  if (out_.is_full())
    return Error{"limit-bytes", 0, "would be more than " + std::to_string(limit_) + " bytes"};
  if (out_.has_failed()) return Error{"unwritable", 0, "could not be written"};
  summary_.bytes = out_.written();
  summary_.notes.finish();
  return std::move(summary_);
}

// --- Plain text

// Line by line, so that what would be seen differently from what it is can be seen: control
// characters, and those that change the order of text.
void write_visible(std::string_view text, Sink& out) {
  while (!text.empty()) {
    const std::size_t end = text.find_first_of("\n\t");
    std::string_view line = text.substr(0, end);
    if (end != std::string_view::npos && text[end] == '\n' && line.ends_with('\r'))
      line.remove_suffix(1);
    write_as_text(text::visible(line), out);
    if (end == std::string_view::npos) return;
    out.write(text.substr(end, 1));
    text.remove_prefix(end + 1);
  }
}

void Shower::plain(const PageText& page, Sink& out) {
  const std::string_view text = page.text();
  const mime::ParameterizedValue type = bundle_.content_type(page.part());
  const auto says = [&](std::string_view name, std::string_view value) {
    const std::string* const found = type.find(name);
    return found != nullptr && ascii::iequals(*found, value);
  };
  extract::Options options;
  options.flowed = says("format", "flowed");
  options.del_sp = says("delsp", "yes");
  options.linkify = true;
  extract::Finds found;
  extract::extract_text(text, options, found);
  if (found.cut) summary_.notes.add(NoteCode::limit_links, page.part(), 0, {});
  out.write(kShownHead);
  out.write(kTextStyle);
  std::size_t copied = 0;
  for (const extract::Find& find : found.finds) {
    if (find.begin < copied || find.end > text.size()) continue;
    const std::size_t number = this->number(page, find);
    if (number == 0 && (find.flags & extract::kGuessed) != 0) continue;
    write_visible(text.substr(copied, find.begin - copied), out);
    out.write("<a");
    write_link_number(number, out);
    out.write(">");
    write_visible(text.substr(find.begin, find.end - find.begin), out);
    out.write("</a>");
    copied = find.end;
  }
  write_visible(text.substr(copied), out);
  out.write("</pre>\n");
}

// --- Pictures

std::optional<std::uint32_t> Shower::leaf_of(const PageText::Meaning& meaning) const {
  if (!meaning.part || bundle_.message().parts[*meaning.part].kind != mime::PartKind::leaf)
    return {};
  return meaning.part;
}

bool Shower::may_embed(std::uint32_t part, const PageReference& reference) {
  const std::optional<LossReason> reason = embedding_.why_not(part, budget_);
  if (!reason) return true;
  // A ring of sheets ends where it meets itself.
  if (*reason == LossReason::within_itself && reference.role != Role::frame) return false;
  add_loss(*reason, reference.page.part(), extract::where(reference.find.place), part);
  return false;
}

void Shower::add_loss(LossReason reason, std::uint32_t part, std::string where,
                      std::uint32_t target) {
  if (++summary_.loss_count <= kToldMost)
    summary_.losses.push_back({reason, part, std::move(where), target});
}

// Is a thing that is called so, and is that by its first bytes (nothing: they say nothing), shown
// where the reference stands?  Chromium says on its console what is no font, so that has to be one.
bool is_shown_at(const PageReference& reference, std::string_view type, std::string_view binary) {
  const auto is_font = [](std::string_view t) { return t.find("font") != std::string_view::npos; };
  if (!reference.find.place.is_css())
    return type.starts_with("image/") || type.starts_with("video/") || type.starts_with("audio/");
  if (ascii::iequals(property_of(reference.page.text(), reference.find.begin), "src"))
    return is_font(binary);
  return type.starts_with("image/");
}

// Writes a picture, a film or a font that the bundle holds, or the reference itself, as a URL.
bool Shower::show(const PageReference& reference, Sink& out) {
  const PageText::Meaning meaning = reference.page.meaning_of(reference.find);
  if (const std::optional<std::uint32_t> part = leaf_of(meaning)) {
    const std::string type = parts_.of(*part, Role::resource).media_type;
    if (!is_shown_at(reference, type, parts_.binary_type(*part)) || !may_embed(*part, reference))
      return false;
    out.write(text::kDataScheme);
    out.write(data_type_of(type));
    out.write(";base64,");
    write_part_base64(bundle_, *part, summary_.notes, out);
    return true;
  }
  const std::string_view raw = reference.find.raw;
  const std::optional<text::DataUrl> data = text::split_data_url(raw.substr(0, raw.find('#')));
  if (!data || !budget_.take(raw.size())) return false;
  const std::string bytes = data->bytes();
  const std::string_view binary = binary_type_of(std::string_view(bytes).substr(0, kMagicBytes));
  const std::string type = binary.empty() ? ascii::lowered(data->media_type) : std::string(binary);
  if (!is_shown_at(reference, type, binary)) return false;
  std::string written(text::kDataScheme);
  written.append(data_type_of(type)).append(";base64,");
  text::append_base64(written, bytes);
  out.write(written);
  return true;
}

void Shower::picture(const PageText& page, std::span<const extract::Find* const> candidates,
                     Sink& out) {
  for (const extract::Find* const each : candidates)
    if (show({page, *each, Role::resource}, out)) return;
  ++summary_.left_out;
  if (has_room()) write_placeholder(number(page, *candidates.front()), out);
}

bool Shower::media(const PageReference& reference, Sink& out) {
  if (show(reference, out)) return true;
  ++summary_.left_out;
  return false;
}

// --- Style sheets

// Nothing is an empty URL, which no browser asks for (CSS Values 4, 4.5.4), and says nothing of.
void Shower::in_css(const PageReference& reference, Sink& out) {
  const std::string_view raw = reference.find.raw;
  if (reference.role == Role::style_sheet) return;  // imports() has it
  if (is_simple_fragment(raw)) {
    out.write(raw);
    return;
  }
  if (!show(reference, out)) ++summary_.left_out;
}

bool Shower::sheet(const PageReference& reference, std::string_view open_tag, Sink& out) {
  const std::optional<std::uint32_t> part = leaf_of(reference.page.meaning_of(reference.find));
  if (!part) return false;
  const PartKind kind = parts_.of(*part, Role::style_sheet);
  if (kind.form != TextForm::css || !may_embed(*part, reference)) return false;
  embedding_.begin(*part, 1);
  PageText page(bundle_, budget_, summary_.notes);
  page.read(*part, kind, reference.page.scope_of(reference.find));
  imports(page, page.finds(), open_tag, out);
  out.write(open_tag);
  QuietCss quiet(out);
  rewrite(page, quiet);
  out.write("</style>");
  embedding_.end();
  return true;
}

bool Shower::style_sheet(const PageReference& reference, std::string_view open_tag, Sink& out) {
  if (sheet(reference, open_tag, out)) return true;
  ++summary_.left_out;
  return false;
}

// What a sheet imports comes before all that it says itself (CSS Cascade 5, 2), so it can stand in
// an element of its own before it.
void Shower::imports(const PageText& page, std::span<const extract::Find> finds,
                     std::string_view open_tag, Sink& out) {
  for (const extract::Find& find : finds)
    if (is_import(find)) style_sheet({page, find, Role::style_sheet}, open_tag, out);
}

// --- Frames

void Shower::write_inner_page(const PageText& page, std::string_view open_tag, Sink& out) {
  out.write(open_tag);
  out.write(" sandbox srcdoc=\"");
  AttributeSink escaped(out);
  ShownMarkup(*this, page, escaped).run();
  out.write("\"");
}

bool Shower::frame(const PageReference& reference, std::string_view open_tag, Sink& out) {
  const PageText::Meaning meaning = reference.page.meaning_of(reference.find);
  if (const std::optional<std::uint32_t> part = leaf_of(meaning)) {
    const PartKind kind = parts_.of(*part, Role::frame);
    if (kind.form == TextForm::html && !has_room()) {
      add_loss(LossReason::too_long, reference.page.part(), extract::where(reference.find.place),
               *part);
    } else if (kind.form == TextForm::html && may_embed(*part, reference)) {
      embedding_.begin(*part, 1.2);
      PageText page(bundle_, budget_, summary_.notes);
      page.read(*part, kind, reference.page.scope_of(reference.find));
      write_inner_page(page, open_tag, out);
      embedding_.end();
      return true;
    }
  }
  if (!reference.find.raw.empty() && !ascii::iequals(reference.find.raw, "about:blank"))
    ++summary_.left_out;
  return false;
}

bool Shower::srcdoc(const PageText& page, std::string text, std::string_view open_tag, Sink& out) {
  if (page.depth() >= kDeepest || !budget_.take(text.size())) {
    summary_.notes.add(NoteCode::limit_depth, page.part(), 0, "iframe[srcdoc]");
    return false;
  }
  if (!has_room()) {
    add_loss(LossReason::too_long, page.part(), "iframe[srcdoc]", page.part());
    return false;
  }
  PageText inner(bundle_, budget_, summary_.notes);
  // It inherits the base of the document around it ([B9]).
  inner.read_inner(std::move(text), TextForm::html, page, page.scope());
  write_inner_page(inner, open_tag, out);
  return true;
}

}  // namespace

Result<ShownSummary> show_body(const Bundle& bundle, std::uint32_t part, const LinkNumbers& numbers,
                               const ShownOptions& options, Sink& out) {
  UnpackOptions same;
  same.max_bytes = options.max_bytes;
  return Shower(bundle, numbers, byte_limit(bundle, same), out).run(part);
}

}  // namespace basewalk::bundle
