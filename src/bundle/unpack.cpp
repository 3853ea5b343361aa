// SPDX-License-Identifier: MIT
#include "basewalk/bundle/unpack.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "bundle/embedding_rewriter.h"
#include "bundle/file_names.h"
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

class Unpacker final : public EmbeddingRewriter {
 public:
  Unpacker(const Bundle& bundle, const UnpackOptions& options, Files& files)
      : EmbeddingRewriter(bundle, options, kPolicy, files, 1), options_(options), files_(files) {}

  Result<UnpackSummary> run();

 protected:
  // Files are foreign to a frame of no origin.
  bool opens_sandboxes() const override { return true; }
  void reference(const PageReference& reference, Sink& out) override;

 private:
  bool has_failed() const { return failed_ || out_.has_failed(); }
  bool begin(std::string_view name);
  void end();
  void reserve_names();
  std::size_t file_for(std::uint32_t part, Role role);
  std::string name_of(std::uint32_t part, const PartKind& kind);
  void write_file(std::size_t index);
  void write_text(std::size_t index, std::string_view text);
  static void write_plain(const PageText& page, std::string_view media_type, Sink& out);
  bool write_guarded(std::size_t file, Sink& out);

  const UnpackOptions& options_;
  Files& files_;
  bool failed_ = false;  // a file could not be begun or ended
  FileNames names_;
  std::vector<TextForm> forms_;  // of summary_.files
  // One for each way in which the part is used; indices into summary_.files.
  std::map<std::pair<std::uint32_t, TextForm>, std::size_t> file_of_;
  std::vector<std::optional<base::Scope>> users_;  // by part: the base of the page that uses it
};

Result<UnpackSummary> Unpacker::run() {
  const Result<std::uint32_t> root = page_of(bundle_);
  if (!root) return root.error();
  summary_.root = *root;
  reserve_names();
  // The page first, so that what it uses is known by its uses and knows its base; then what these
  // use, and at the end what nothing refers to.
  std::size_t written = 0;
  const auto write_all = [&] {
    for (; written < summary_.files.size() && !has_failed(); ++written) write_file(written);
  };
  const bool is_html = forms_[file_for(*root, Role::frame)] == TextForm::html;
  write_all();
  for (std::uint32_t part = 0; part < users_.size() && !has_failed(); ++part) {
    const auto known = file_of_.lower_bound({part, TextForm{}});
    if (known != file_of_.end() && known->first.first == part) continue;
    if (bundle_.message().parts[part].kind != mime::PartKind::leaf) continue;
    file_for(part, Role::link);
    write_all();
  }
  const std::string page = summary_.files.front().name;
  std::stable_sort(summary_.files.begin(), summary_.files.end(),
                   [](const UnpackedFile& a, const UnpackedFile& b) { return a.part < b.part; });
  if (!is_html && begin("index.html")) {
    out_.write(
        "<!DOCTYPE html><meta charset=\"utf-8\">"
        "<meta http-equiv=\"refresh\" content=\"0; url=" +
        page + "\"><a href=\"" + page + "\">" + page + "</a>\n");
    end();
  }
  if (out_.is_full())
    return Error{"limit-bytes", 0,
                 "would be more than " + std::to_string(byte_limit(bundle_, options_)) +
                     " bytes; --max-bytes sets another limit"};
  if (has_failed()) return Error{"unwritable", 0, "could not be written"};
  tell_spent(budget_, summary_);
  summary_.bytes = out_.written();
  summary_.notes.finish();
  return std::move(summary_);
}

void Unpacker::reserve_names() {
  for (const std::string& name : options_.reserved) names_.reserve(name);
  for (const std::string_view name : {"index.html", "index.xhtml", "index.svg"})
    names_.reserve(name);
  users_.resize(bundle_.message().parts.size());
}

// The file that a part becomes for those who use it so; it is written when its turn comes.
std::size_t Unpacker::file_for(std::uint32_t part, Role role) {
  PartKind kind = parts_.of(part, role);
  const auto [known, added] = file_of_.try_emplace({part, kind.form}, summary_.files.size());
  if (!added) return known->second;
  std::string name;
  if (part != summary_.root || !summary_.files.empty())
    name = name_of(part, kind);
  else
    name = "index" + std::string(ending_of_page(kind));
  summary_.files.push_back({std::move(name), part, std::move(kind.media_type), 0, {}});
  forms_.push_back(kind.form);
  return known->second;
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
  const bool is_clean = kind.form == TextForm::html || kind.form == TextForm::xml;
  return names_.take(wanted, kind.media_type, is_clean);
}

bool Unpacker::begin(std::string_view name) {
  failed_ = has_failed() || !files_.begin(name);
  return !failed_;
}

void Unpacker::end() { failed_ = has_failed() || !files_.end(); }

void Unpacker::write_file(std::size_t index) {
  // What it refers to may add files.
  const UnpackedFile file = summary_.files[index];
  const PartKind kind{forms_[index], file.media_type};
  StringSink words;
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
    embedding_.hold(buffered);
    if (kind.form == TextForm::plain)
      write_plain(page, kind.media_type, buffered);
    else
      rewrite(page, buffered);
    embedding_.release();
    buffered.flush();
    if (index == 0)
      summary_.page =
          facts_of(bundle_, file.part, words_of(page, options_.plain_text ? &words : nullptr));
    else if (options_.plain_text && is_page(kind))
      words_of(page, &words);
  } else {
    add_loss(LossReason::work, file.part, {}, file.part, summary_);
  }
  summary_.files[index].bytes = out_.written() - before;
  end();
  if (!words.text().empty()) write_text(index, words.text());
}

// The text of a page, beside it.
void Unpacker::write_text(std::size_t index, std::string_view text) {
  UnpackedFile& file = summary_.files[index];
  file.text = names_.take(file.name.substr(0, file.name.rfind('.')) + ".txt", "text/plain", false);
  if (!begin(file.text)) return;
  out_.write(text);
  end();
}

// A text file has only one place to say that it is UTF-8.
void Unpacker::write_plain(const PageText& page, std::string_view media_type, Sink& out) {
  const std::string_view text = page.text();
  if (!utf8::is_ascii(text) && media_type == "text/plain") out.write("\xEF\xBB\xBF");
  out.write(text);
}

// Masks and shapes are asked for by CORS, which no file passes: they go into the page itself.
bool Unpacker::write_guarded(std::size_t index, Sink& out) {
  const UnpackedFile& file = summary_.files[index];
  const std::uint32_t part = file.part;
  const mime::Part& read = bundle_.message().parts[part];
  if (!file.media_type.starts_with("image/") || read.body.size() > kGuardedMost ||
      !budget_.take(read.body.size()))
    return false;
  out.write(text::kDataScheme);
  out.write(data_type_of(file.media_type));
  out.write(";base64,");
  write_part_base64(bundle_, part, summary_.notes, out);
  return true;
}

void Unpacker::reference(const PageReference& reference, Sink& out) {
  // No file can be loaded where there is no base.
  if (reference.page.is_from_data() || embedding_.is_within()) {
    embed_reference(reference, out);
    return;
  }
  const std::string_view raw = reference.find.raw;
  const PageText::Meaning meaning = reference.page.meaning_of(reference.find);
  const bool same_page = meaning.part == reference.page.part() && reference.page.depth() == 0;
  // Within a srcdoc a fragment means the srcdoc.
  const bool stays = reference.role != Role::link || same_page || reference.page.depth() > 0;
  if (raw.empty() || (raw.front() == '#' && stays)) return write_as_it_was(reference, out);
  if (is_script_url(reference, meaning.clicked)) {
    out.write(kNothing);
    return;
  }
  // What a link element says of the page stays true of where it came from.
  const extract::Place& place = reference.find.place;
  const bool about_page = reference.role == Role::link && place.element == "link" &&
                          place.space != html::Space::svg && place.space != html::Space::math &&
                          !reference.of_office;
  if (meaning.part && !about_page &&
      bundle_.message().parts[*meaning.part].kind == mime::PartKind::leaf) {
    const std::uint32_t part = *meaning.part;
    if (!users_[part]) users_[part] = reference.page.scope_of(reference.find);
    const std::size_t index = file_for(part, reference.role);
    const UnpackedFile& file = summary_.files[index];
    const std::string_view fragment = has_fragments(file.media_type) ? fragment_of(raw) : "";
    if (reference.guarded && fragment.empty() && write_guarded(index, out)) return;
    if (same_page && !fragment.empty()) return write_url(fragment, reference, out);
    return write_url(reference_to(file.name).append(fragment), reference, out);
  }
  if (write_inner(reference, meaning.clicked, out)) return;
  if (may_stay(reference, meaning.clicked)) return write_as_it_was(reference, out);
  if (reference.role == Role::link) {
    // What the base said is said by the reference now.
    if (meaning.clicked.empty() || meaning.clicked == raw) return write_as_it_was(reference, out);
    return write_url(meaning.clicked, reference, out);
  }
  add_left_out(reference, meaning.clicked, summary_);
  out.write(nothing_for(reference));
}

}  // namespace

Result<UnpackSummary> unpack(const Bundle& bundle, const UnpackOptions& options, Files& files) {
  return Unpacker(bundle, options, files).run();
}

}  // namespace basewalk::bundle
