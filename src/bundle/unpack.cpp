// SPDX-License-Identifier: MIT
#include "basewalk/bundle/unpack.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "bundle/file_names.h"
#include "bundle/unpacking.h"
#include "html/tokenizer.h"
#include "text/ascii.h"
#include "text/data_url.h"
#include "text/utf8.h"

namespace basewalk::bundle {
namespace {

// Files may be loaded, and what stands in the page; nothing may run.
constexpr std::string_view kPolicy =
    "default-src 'self' file: data: blob: 'unsafe-inline'; script-src 'none'";

// The largest part that goes into a page because the browser would not load it from a file.
constexpr std::size_t kGuardedMost = 256 * 1024;

// What the programs of Microsoft Office link to beside a page: files that are the page's own.  Not
// their Original-File: that is the document which the page was made of.
constexpr std::string_view kOfficeFiles[] = {
    "file-list", "main-file",          "edit-time-data", "ole-object-data", "preview",
    "themedata", "colorschememapping", "datastoreitem",  "presentation-xml"};

// Does the rel of the <link> that a reference stands in say so?
bool is_file_of_office(const PageReference& reference) {
  const std::string_view text = reference.page.text();
  const std::size_t begin = text.rfind('<', reference.find.begin);
  if (begin == std::string_view::npos) return false;
  html::Tokenizer tokens(text.substr(begin), html::Tokenizer::Keep::all);
  if (tokens.next().kind != html::TokenKind::start_tag) return false;
  for (const html::TagAttribute& each : tokens.attributes())
    if (ascii::iequals(each.name, "rel"))
      return ascii::iis_one_of(kOfficeFiles, ascii::trim(each.value));
  return false;
}

class Unpacker final : public PageRewriter {
 public:
  Unpacker(const Bundle& bundle, const UnpackOptions& options, Files& files)
      : PageRewriter(options.keep_scripts, options.keep_scripts ? std::string_view() : kPolicy),
        bundle_(bundle),
        options_(options),
        files_(files),
        out_(files, byte_limit(bundle, options)),
        budget_(budget_for(bundle)) {}

  Result<UnpackSummary> run();

 protected:
  void reference(const PageReference& reference, Sink& out) override;

 private:
  bool has_failed() const { return failed_ || out_.has_failed(); }
  bool begin(std::string_view name);
  void end();
  void name_parts();
  std::string name_of(std::uint32_t part, const PartKind& kind);
  void write_file(std::size_t index);
  void write_plain(const PageText& page, Sink& out);
  bool write_guarded(std::uint32_t part, Sink& out);

  const Bundle& bundle_;
  const UnpackOptions& options_;
  Files& files_;
  BoundedSink out_;      // to the files, all together
  bool failed_ = false;  // a file could not be begun or ended
  Budget budget_;
  FileNames names_;
  UnpackSummary summary_;
  std::vector<PartKind> kinds_;                    // of summary_.files
  std::vector<std::uint32_t> file_of_;             // by part: index into summary_.files
  std::vector<std::optional<base::Scope>> users_;  // by part: the base of the page that uses it
};

Result<UnpackSummary> Unpacker::run() {
  const Result<std::uint32_t> root = page_of(bundle_);
  if (!root) return root.error();
  summary_.root = *root;
  name_parts();
  // The page first, so that what it uses knows its base.
  const std::size_t first = file_of_[*root];
  write_file(first);
  for (std::size_t i = 0; i < summary_.files.size(); ++i)
    if (i != first && !has_failed()) write_file(i);
  if (kinds_[first].form == TextForm::xml && begin("index.html")) {
    out_.write(
        "<!DOCTYPE html><meta charset=\"utf-8\">"
        "<meta http-equiv=\"refresh\" content=\"0; url=index.xhtml\">"
        "<a href=\"index.xhtml\">index.xhtml</a>\n");
    end();
  }
  if (out_.is_full())
    return Error{"limit-bytes", 0,
                 "would be more than " + std::to_string(byte_limit(bundle_, options_)) +
                     " bytes; --max-bytes sets another limit"};
  if (has_failed()) return Error{"unwritable", 0, "could not be written"};
  if (budget_.is_spent()) ++summary_.too_long;
  summary_.notes.finish();
  return std::move(summary_);
}

void Unpacker::name_parts() {
  const Message& message = bundle_.message();
  for (const std::string& name : options_.reserved) names_.reserve(name);
  names_.reserve("index.html");
  names_.reserve("index.xhtml");
  file_of_.assign(message.parts.size(), mime::kNone);
  users_.resize(message.parts.size());
  for (std::uint32_t part = 0; part < message.parts.size(); ++part) {
    if (message.parts[part].kind != mime::PartKind::leaf) continue;
    PartKind kind = kind_of(bundle_, part);
    file_of_[part] = static_cast<std::uint32_t>(summary_.files.size());
    std::string name = part == summary_.root
                           ? kind.form == TextForm::xml ? "index.xhtml" : "index.html"
                           : name_of(part, kind);
    summary_.files.push_back({std::move(name), part, kind.media_type, 0});
    kinds_.push_back(std::move(kind));
  }
}

std::string Unpacker::name_of(std::uint32_t part, const PartKind& kind) {
  const Labels labels = bundle_.labels(part);
  std::string wanted = name_in_label(labels.location);
  if (wanted.empty()) wanted = labels.content_id.substr(0, labels.content_id.find('@'));
  if (wanted.empty()) {
    const mime::ParameterizedValue type = bundle_.content_type(part);
    if (const std::string* const name = type.find("name")) wanted = name_in_label(*name);
  }
  if (wanted.empty()) wanted = "part-" + bundle_.section(part);
  return names_.take(wanted, kind.media_type);
}

bool Unpacker::begin(std::string_view name) {
  failed_ = has_failed() || !files_.begin(name);
  return !failed_;
}

void Unpacker::end() { failed_ = has_failed() || !files_.end(); }

void Unpacker::write_file(std::size_t index) {
  UnpackedFile& file = summary_.files[index];
  const PartKind& kind = kinds_[index];
  if (!begin(file.name)) return;
  const std::size_t before = out_.written();
  bool as_it_is = kind.form == TextForm::none;
  if (kind.form == TextForm::plain)
    as_it_is = bundle_.content_type(file.part).find("charset") == nullptr;
  const std::size_t size = bundle_.message().parts[file.part].body.size();
  if (as_it_is) {
    write_part(bundle_, file.part, summary_.notes, out_);
  } else if (budget_.take(size)) {
    PageText page(bundle_, budget_, summary_.notes);
    page.read(file.part, kind, users_[file.part].value_or(base::Scope()));
    BufferedSink buffered(out_);
    if (kind.form == TextForm::plain)
      write_plain(page, buffered);
    else
      rewrite(page, buffered);
    buffered.flush();
  }
  file.bytes = out_.written() - before;
  end();
}

// A text file has only one place to say that it is UTF-8.
void Unpacker::write_plain(const PageText& page, Sink& out) {
  const std::string_view text = page.text();
  if (!utf8::is_ascii(text) && summary_.files[file_of_[page.part()]].media_type == "text/plain")
    out.write("\xEF\xBB\xBF");
  out.write(text);
}

// Masks and shapes are asked for by CORS, which no file passes: they go into the page itself.
bool Unpacker::write_guarded(std::uint32_t part, Sink& out) {
  const PartKind& kind = kinds_[file_of_[part]];
  const mime::Part& read = bundle_.message().parts[part];
  if (!kind.media_type.starts_with("image/") || read.body.size() > kGuardedMost ||
      !budget_.take(read.body.size()))
    return false;
  out.write(text::kDataScheme);
  out.write(data_type_of(kind.media_type));
  out.write(";base64,");
  write_part_base64(bundle_, part, summary_.notes, out);
  return true;
}

void Unpacker::reference(const PageReference& reference, Sink& out) {
  const std::string_view raw = reference.find.raw;
  const PageText::Meaning meaning = reference.page.meaning_of(reference.find);
  const bool same_page = meaning.part == reference.page.part() && reference.page.depth() == 0;
  // Within a srcdoc a fragment means the srcdoc.
  const bool stays = reference.role != Role::link || same_page || reference.page.depth() > 0;
  if (raw.empty() || (raw.front() == '#' && stays)) return write_as_it_was(reference, out);
  if (is_script_url(meaning.clicked)) {
    out.write(kNothing);
    return;
  }
  // What a link element says of the page stays true of where it came from.
  const extract::Place& place = reference.find.place;
  const bool about_page = reference.role == Role::link && place.element == "link" &&
                          place.space != html::Space::svg && place.space != html::Space::math &&
                          !is_file_of_office(reference);
  if (meaning.part && file_of_[*meaning.part] != mime::kNone && !about_page) {
    const std::uint32_t part = *meaning.part;
    if (!users_[part]) users_[part] = reference.page.scope_of(reference.find);
    const PartKind& kind = kinds_[file_of_[part]];
    const std::string_view fragment = has_fragments(kind.media_type) ? fragment_of(raw) : "";
    if (reference.guarded && fragment.empty() && write_guarded(part, out)) return;
    if (same_page && !fragment.empty()) return write_url(fragment, reference, out);
    return write_url(reference_to(summary_.files[file_of_[part]].name).append(fragment), reference,
                     out);
  }
  if (write_inner(reference, raw, out)) return;
  if (is_harmless(meaning.clicked)) return write_as_it_was(reference, out);
  if (reference.role == Role::link) {
    // What the base said is said by the reference now.
    if (meaning.clicked.empty() || meaning.clicked == raw) return write_as_it_was(reference, out);
    return write_url(meaning.clicked, reference, out);
  }
  add_left_out(reference, meaning.clicked, summary_);
  out.write(reference.role == Role::frame ? "about:blank" : kNothing);
}

}  // namespace

Result<UnpackSummary> unpack(const Bundle& bundle, const UnpackOptions& options, Files& files) {
  return Unpacker(bundle, options, files).run();
}

}  // namespace basewalk::bundle
