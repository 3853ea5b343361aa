// SPDX-License-Identifier: MIT
//
// Files and URLs side by side: a reference is resolved against the URL of its page, and what lies
// below the base is looked for at the same place below the page's folder.  Each text is read as if
// it were the only part of a bundle, so that bases and references mean here what they mean there.
#include "basewalk/bundle/pack.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "basewalk/extract/place.h"
#include "basewalk/url/resolve.h"
#include "bundle/file_names.h"
#include "bundle/local_files.h"
#include "bundle/match/label.h"
#include "bundle/page/magic.h"
#include "bundle/page/page_rewriting.h"
#include "bundle/page/page_text.h"
#include "text/ascii.h"
#include "text/files/path.h"
#include "text/files/regular_file.h"
#include "text/hex.h"
#include "text/number.h"
#include "walk/leaf/attached.h"

namespace basewalk::bundle {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kToldMost = 1000;
constexpr std::size_t kLongestRaw = 500;
constexpr std::string_view kRecord = "bundle.json";
constexpr std::size_t kLongestRecord = std::size_t{256} << 20;

struct ReasonRow {
  std::string_view name, meaning;
};
// In the order of NotPacked.
constexpr ReasonRow kReasons[] = {
    {"missing", "there is no such file"},
    {"folder", "it is a folder"},
    {"outside", "it lies outside the page's folder; --outside takes it"},
    {"letter-case", "there is only a file in another letter case"},
    {"not-regular", "it is no regular file"},
    {"unreadable", "it cannot be read"},
    {"too-large", "the files would be more than --max-bytes allows"},
    {"broken-link", "it is a symbolic link that leads nowhere"},
    {"name-too-long", "no file can have so long a name"},
    {"machine-path", "it is a path of one machine; write where it lies from the page"},
    {"limit", "references behind a limit were not looked for"},
};
static_assert(std::size(kReasons) == static_cast<std::size_t>(NotPacked::limit) + 1);

// What a reader follows from page to page (WHATWG HTML 4.6.1): not a form, not what a page says of
// itself.
bool is_hyperlink(const extract::Place& place) {
  return place.role == extract::Role::attribute &&
         (place.element == "a" || place.element == "area") && place.attribute.ends_with("href");
}

// Does the fragment say what is shown of such a file?  Chromium looks for the whole URL: then the
// label has it, else the reference loses it.
bool is_shown_by_fragment(Role role, std::string_view name) {
  if (role == Role::frame) return true;
  const std::string_view type = media_type_of_name(name);
  return role == Role::resource && !type.starts_with("font/") && has_fragments(type);
}

// Writes a page as it is, in UTF-8, and tells which URLs it uses.
class Collector final : public PageRewriter {
 public:
  using Use = std::function<void(const std::string& url, const PageReference& reference)>;
  explicit Collector(Use use, bool follows = false)
      : PageRewriter(true, {}), use_(std::move(use)), follows_(follows) {}

 protected:
  bool changes_charset_only() const override { return true; }
  void reference(const PageReference& reference, Sink& out) override {
    const std::string_view raw = reference.find.raw;
    const std::string_view bare = raw.substr(0, raw.find('#'));
    if (bare.size() < raw.size() && !bare.empty() && reference.role != Role::link &&
        !is_shown_by_fragment(reference.role, bare.substr(0, bare.find('?'))))
      write_url(bare, reference, out);
    else
      write_as_it_was(reference, out);
    if (!use_ ||
        (reference.role == Role::link && !(follows_ && is_hyperlink(reference.find.place))))
      return;
    const PageText::Meaning meaning = reference.page.meaning_of(reference.find);
    if (!meaning.clicked.empty()) use_(meaning.clicked, reference);
  }

 private:
  Use use_;
  const bool follows_;
};

// Writes one file in UTF-8; false where a limit kept some of its references from being found.
bool rewrite_file(std::string_view bytes, const std::string& label, const std::string& media_type,
                  PageRewriter& rewriter, Sink& out) {
  std::string entity =
      "Content-Type: " + media_type + "\r\nContent-Location: " + label + "\r\n\r\n";
  entity += bytes;
  const Message message = read_message(entity);
  const Bundle bundle(message, {}, Profile::compat);
  Budget budget(text::product(64, std::max(bytes.size(), std::size_t{1} << 20)));
  Notes notes;
  PageText page(bundle, budget, notes);
  page.read(0, {form_of(media_type), media_type}, base::Scope());
  rewriter.rewrite(page, out);
  return page.is_whole() && !budget.is_spent();
}

// RFC 3986: what may stand in a path as it is.
std::string escaped_path(std::string_view path) {
  std::string out;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t slash = std::min(path.find('/', at), path.size());
    out += reference_to(path.substr(at, slash - at));
    if (slash < path.size()) out += '/';
    at = slash + 1;
  }
  return out;
}

// RFC 2045 5.1, as far as anybody names types.
bool is_media_type(std::string_view text) {
  const auto is_plain = [](char c) {
    return ascii::is_alnum(c) || c == '-' || c == '+' || c == '.' || c == '_';
  };
  const std::size_t slash = text.find('/');
  return slash != std::string_view::npos && slash > 0 && slash + 1 < text.size() &&
         text.size() < 128 &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(slash), is_plain) &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(slash) + 1, text.end(), is_plain);
}

Error not_there(const std::string& path, int number) {
  return {number == ENOENT ? "missing" : "unreadable", 0, path + ": " + std::strerror(number)};
}

// What is in it nobody knows then.
Error not_listed(const std::string& folder, const std::error_code& error) {
  return {"unreadable", 0, folder + ": cannot be listed: " + error.message()};
}

Error of_file(const std::string& path, const Error& error) {
  return {error.code, 0, path + ": " + error.detail};
}

std::string_view name_in_path(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// What a file is for one use of it.
struct Kind {
  std::string media_type;
  TextForm form = TextForm::none;
};

Kind of_type(std::string_view media_type) {
  return {std::string(media_type.empty() ? "application/octet-stream" : media_type),
          form_of(media_type)};
}

// No text of markup has a NUL, unless it is in UTF-16, which says so.
bool has_nul(std::string_view bytes) {
  return !bytes.starts_with("\xFE\xFF") && !bytes.starts_with("\xFF\xFE") &&
         bytes.find('\0') != std::string_view::npos;
}

// Of what is no text: a name may say more (an .apng, an .emz) than the bytes, unless it says
// something else.
std::string_view binary_type(std::string_view named, std::string_view by_bytes) {
  const auto family_of = [](std::string_view type) {
    const std::string_view family = type.substr(0, type.find('/'));
    return family == "audio" ? std::string_view("video") : family;
  };
  const bool is_named =
      !named.empty() && !named.starts_with("text/") && form_of(named) == TextForm::none &&
      (family_of(named) == family_of(by_bytes) || by_bytes.starts_with("application/"));
  return is_named || by_bytes.empty() ? named : by_bytes;
}

// What the use says comes before what the name says, and that before the bytes; but bytes that no
// text has are none.
Kind kind_for(Role role, std::string_view name, std::string_view first_bytes) {
  const std::string_view named = media_type_of_name(name);
  const std::string_view by_bytes = binary_type_of(first_bytes);
  if (!by_bytes.empty() || has_nul(first_bytes)) {
    Kind kind = of_type(binary_type(named, by_bytes));
    kind.form = TextForm::none;
    return kind;
  }
  const Leaf leaf = judge_leaf({}, name, first_bytes);
  const bool is_svg =
      named == "image/svg+xml" || (form_of(leaf.type) == TextForm::xml && named != "text/html" &&
                                   first_bytes.find("<svg") != std::string_view::npos);
  switch (role) {
    case Role::style_sheet: {
      // XSLT is a style sheet, too.
      const bool is_xml =
          form_of(leaf.type) == TextForm::xml && first_bytes.find('<') < first_bytes.find('{');
      if (!is_xml) return of_type("text/css");
      return of_type(named.empty() ? std::string_view("application/xml") : named);
    }
    case Role::script:
      return {
          std::string(named.find("java") != std::string_view::npos || named == "application/json"
                          ? named
                          : "text/javascript"),
          TextForm::none};
    case Role::resource: {
      if (is_svg) return of_type("image/svg+xml");
      Kind kind = of_type(named);
      kind.form = TextForm::none;
      return kind;
    }
    default:
      if (!named.empty()) return of_type(named);
      if (is_svg) return of_type("image/svg+xml");
      return of_type(leaf.kind == LeafKind::document ? leaf.type : std::string_view());
  }
}

// The files that unpack() has made of the text of pages, by its record: their names need no
// escapes, and within a string every quote has one.
std::set<std::string> texts_in(const std::string& record) {
  std::set<std::string> texts;
  const Result<text::RegularFile> file = text::RegularFile::open(record);
  if (!file || file->state().size > kLongestRecord) return texts;
  const Result<std::string> json = file->all();
  if (!json) return texts;
  constexpr std::string_view kKey = "\"text\":\"";
  for (std::size_t at = 0; (at = json->find(kKey, at)) != std::string::npos;) {
    at += kKey.size();
    std::string name = json->substr(at, json->find('"', at) - at);
    // Whoever wrote the record may keep no page back by it.
    if (name.ends_with(".txt")) texts.insert(std::move(name));
  }
  return texts;
}

}  // namespace

std::string_view name(NotPacked reason) { return kReasons[static_cast<std::size_t>(reason)].name; }
std::string_view meaning(NotPacked reason) {
  return kReasons[static_cast<std::size_t>(reason)].meaning;
}
std::vector<NotPacked> all_not_packed() {
  std::vector<NotPacked> all;
  for (std::size_t i = 0; i < std::size(kReasons); ++i) all.push_back(static_cast<NotPacked>(i));
  return all;
}

class Packing::Impl {
 public:
  explicit Impl(const PackOptions& options) : options_(options), left_(options.max_bytes) {}

  std::optional<Error> begin(const std::string& folder);
  std::optional<Error> begin_with(const std::string& page, bool is_found);
  /// A file that must go in: of the type that is given, else as it would be shown by itself.
  std::optional<Error> add(const std::string& path, const std::string& label,
                           const std::string& media_type);
  std::optional<Error> follow();
  std::optional<Error> add_whole_folder();
  std::optional<Error> read_table(const std::string& path);
  std::string label_of(const std::string& real) const;
  Result<bool> write_body(std::size_t index, Sink& sink) const;

  std::vector<PackedFile> files_;
  std::vector<NotPackedReference> not_packed_;
  std::size_t not_packed_count_ = 0;
  std::size_t shown_elsewhere_ = 0;

 private:
  // What is known of a packed file besides.
  struct Known {
    text::FileState state;
    unsigned roles = 0;  // that it was judged for, a bit for each
    unsigned forms = 0;  // that it was read as
  };
  struct Unread {
    std::size_t file;
    std::string media_type;
  };
  // Where a reference leads.
  enum class Leads : std::uint8_t { nowhere, here, elsewhere };
  struct Destination {
    Leads leads = Leads::nowhere;
    LocalFile file;
  };

  std::optional<Error> use(std::size_t from, const std::string& url,
                           const PageReference& reference);
  std::optional<Error> use_file(std::size_t from, const std::string& label, const std::string& path,
                                const PageReference& reference);
  Destination destination(const PackedFile& from, std::string_view url, std::string_view raw);
  std::optional<std::string> beside(const PackedFile& from, std::string_view url,
                                    std::string_view raw) const;
  void put(const std::string& path, const std::string& label, const Kind& kind,
           const text::FileState& state);
  void read_as(std::size_t file, const Kind& kind);
  void judge_again(std::size_t file, const Kind& kind);
  void leave_out(const PackedFile& from, const PageReference& reference, NotPacked reason,
                 std::string detail);
  std::string shown_path(std::string_view real) const;
  Error label_twice(const std::string& path, const std::string& other,
                    const std::string& label) const;

  PackOptions options_;
  std::size_t left_;
  std::string given_folder_;
  std::string folder_;  // really
  std::string base_;
  std::optional<LocalFiles> local_;
  std::map<std::string, std::size_t> by_label_;
  std::vector<Known> known_;
  std::deque<Unread> unread_;
  std::unordered_set<std::size_t> told_;  // hashes of references that were left out
};

std::optional<Error> Packing::Impl::begin(const std::string& folder) {
  folder_ = real_path(folder);
  if (folder_.empty()) return not_there(folder, errno);
  given_folder_ = folder == "." ? std::string() : folder;
  local_.emplace(folder_, options_.outside);
  const url::Base base(options_.base.empty() ? "thismessage:/" : options_.base, url::Rules::whatwg);
  if (!base.is_absolute())
    return Error{"not-absolute", 0, "the base is no absolute URL: " + options_.base};
  // The folder of the base, or the base itself where it is one.
  url::resolve(base, ".", {}, base_);
  if (!base_.ends_with('/'))
    return Error{"not-absolute", 0, "the base has no path to put files under: " + options_.base};
  return {};
}

std::string Packing::Impl::label_of(const std::string& real) const {
  std::string_view below = real;
  if (is_below(real, folder_))
    below.remove_prefix(folder_.size() + (folder_.ends_with('/') ? 0 : 1));
  return base_ + escaped_path(below);
}

// A file as people know it: by the folder as they gave it.
std::string Packing::Impl::shown_path(std::string_view real) const {
  if (!is_below(real, folder_)) return std::string(real);
  real.remove_prefix(folder_.size() + (folder_.ends_with('/') ? 0 : 1));
  const bool joined = given_folder_.empty() || given_folder_.ends_with('/');
  return given_folder_ + (joined ? "" : "/") + std::string(real);
}

Error Packing::Impl::label_twice(const std::string& path, const std::string& other,
                                 const std::string& label) const {
  return {"label", 0,
          path + " and " + other + " would both be labelled " + label +
              "; give a --base with a longer path"};
}

std::optional<Error> Packing::Impl::add(const std::string& path, const std::string& label,
                                        const std::string& media_type) {
  if (const auto known = by_label_.find(label); known != by_label_.end()) {
    const std::string& other = files_[known->second].path;
    if (other == path) return {};
    return label_twice(path, other, label);
  }
  const Result<text::RegularFile> file = text::RegularFile::open(path);
  if (!file) return of_file(shown_path(path), file.error());
  if (file->state().size > left_)
    return Error{"limit-bytes", 0,
                 "the files are more than " + std::to_string(options_.max_bytes) +
                     " bytes; --max-bytes sets another limit"};
  const Result<std::string> first = file->first(kMagicBytes);
  if (!first) return of_file(shown_path(path), first.error());
  Kind kind = kind_for(Role::frame, name_in_path(path), *first);
  if (!media_type.empty()) {
    const bool is_text = binary_type_of(*first).empty() && !has_nul(*first);
    kind = of_type(media_type);
    if (!is_text) kind.form = TextForm::none;
  }
  put(path, label, kind, file->state());
  return {};
}

void Packing::Impl::put(const std::string& path, const std::string& label, const Kind& kind,
                        const text::FileState& state) {
  left_ -= static_cast<std::size_t>(state.size);
  by_label_.emplace(label, files_.size());
  files_.push_back({path, label, kind.media_type, kind.form != TextForm::none});
  known_.push_back({state, 0, 0});
  read_as(files_.size() - 1, kind);
}

// Its references are looked for, once for each form.
void Packing::Impl::read_as(std::size_t file, const Kind& kind) {
  const unsigned form = 1U << static_cast<unsigned>(kind.form);
  if (kind.form == TextForm::none || (known_[file].forms & form) != 0) return;
  known_[file].forms |= form;
  unread_.push_back({file, kind.media_type});
}

// A file that is used in another way, too: it has one label only, and stays as it is unless all
// uses take it for the same markup.
void Packing::Impl::judge_again(std::size_t index, const Kind& kind) {
  PackedFile& file = files_[index];
  const bool was_markup = known_[index].forms != 0;
  if (kind.form == TextForm::none || form_of(file.media_type) != kind.form || !file.is_text)
    file.is_text = false;
  if (!was_markup && kind.form != TextForm::none) file.media_type = kind.media_type;
  read_as(index, kind);
}

// Where a file lies that a page names from its own place; none where the page has another base.
std::optional<std::string> Packing::Impl::beside(const PackedFile& from, std::string_view url,
                                                 std::string_view raw) const {
  if (url::is_absolute(raw)) return {};
  std::string resolved;
  url::resolve(url::Base(from.label, url::Rules::whatwg), raw, {}, resolved);
  if (std::string_view(resolved).substr(0, resolved.find('#')) != url) return {};
  // Above the folder the two go apart: the base may have no folders to go up.
  resolved.clear();
  url::resolve(url::Base("file://" + escaped_path(from.path), url::Rules::whatwg), raw, {},
               resolved);
  constexpr std::string_view kFile = "file://";
  if (!resolved.starts_with("file:///")) return {};
  std::string path;
  text::append_unescaped(path, std::string_view(resolved).substr(
                                   kFile.size(), resolved.find_first_of("?#") - kFile.size()));
  return path;
}

Packing::Impl::Destination Packing::Impl::destination(const PackedFile& from, std::string_view url,
                                                      std::string_view raw) {
  for (const std::string_view scheme : {"data:", "about:", "javascript:", "vbscript:", "blob:"})
    if (ascii::istarts_with(url, scheme)) return {};
  raw = ascii::trim_left(raw);
  const bool has_root = raw.starts_with('/') || raw.starts_with('\\');
  const std::optional<std::string> near = beside(from, url, raw);
  const bool is_above = near && !is_below(*near, folder_);
  // A host is no folder: "//cdn.example/a.png" where there is no base.
  const bool is_below_base = url.starts_with(base_) &&
                             !(base_.ends_with(":/") && url.substr(base_.size()).starts_with('/'));
  if (is_below_base && (!is_above || has_root)) {
    std::string path = folder_ + '/';
    text::append_unescaped(path, url.substr(base_.size(), url.find_first_of("?#") - base_.size()));
    LocalFile file = local_->find(path);
    if (file.why_not != NotPacked::missing || !near || !has_root)
      return {Leads::here, std::move(file)};
    // "/a.png" may be what the whole machine calls so.
    LocalFile other = local_->find(*near);
    return {Leads::here, std::move(other.why_not != NotPacked::missing ? other : file)};
  }
  if (is_above) {
    LocalFile file = local_->find(*near);
    if (file.why_not != NotPacked::missing || is_below_base) return {Leads::here, std::move(file)};
  }
  const std::size_t colon = raw.find(':');
  if (ascii::istarts_with(url, "file:") || (colon == 1 && ascii::is_alpha(raw[0])))
    return {Leads::here, {{}, NotPacked::machine_path, {}}};
  return {Leads::elsewhere, {}};
}

void Packing::Impl::leave_out(const PackedFile& from, const PageReference& reference,
                              NotPacked reason, std::string detail) {
  std::string where = extract::where(reference.find.place);
  const std::string key = from.label + '\n' + where + '\n' + std::string(reference.find.raw);
  if (!told_.insert(std::hash<std::string>()(key)).second) return;
  ++not_packed_count_;
  if (not_packed_.size() < kToldMost)
    not_packed_.push_back({reason, shown_path(from.path), std::move(where),
                           std::string(reference.find.raw.substr(0, kLongestRaw)),
                           std::move(detail)});
}

std::optional<Error> Packing::Impl::use(std::size_t from, const std::string& url,
                                        const PageReference& reference) {
  std::string label = url.substr(0, url.find('#'));
  const PackedFile page = files_[from];
  if (label.empty()) return {};
  // A page that shows itself is there.
  if (label == page.label.substr(0, page.label.find('#')) || label == files_.front().label)
    return {};
  Destination to = destination(page, label, reference.find.raw);
  if (to.leads == Leads::nowhere) return {};
  if (to.leads == Leads::elsewhere) {
    if (reference.role != Role::script && reference.role != Role::link) ++shown_elsewhere_;
    return {};
  }
  // As a server answers for a folder.
  if (reference.role == Role::link && to.file.why_not == NotPacked::folder &&
      label.substr(0, label.find('?')).ends_with('/'))
    to.file = local_->find(to.file.path + "/index.html");
  if (to.file.why_not) {
    if (*to.file.why_not == NotPacked::letter_case) to.file.detail = shown_path(to.file.detail);
    leave_out(page, reference, *to.file.why_not, std::move(to.file.detail));
    return {};
  }
  if (is_shown_by_fragment(reference.role, name_in_path(to.file.path))) label = url;
  label = as_looked_for(label);
  return use_file(from, label, to.file.path, reference);
}

std::optional<Error> Packing::Impl::use_file(std::size_t from, const std::string& label,
                                             const std::string& path,
                                             const PageReference& reference) {
  const unsigned role = 1U << static_cast<unsigned>(reference.role);
  const auto known = by_label_.find(label);
  const bool is_new = known == by_label_.end();
  if (!is_new) {
    if (files_[known->second].path != path)
      return label_twice(path, files_[known->second].path, label);
    if ((known_[known->second].roles & role) != 0) return {};
  }
  const PackedFile page = files_[from];
  const Result<text::RegularFile> file = text::RegularFile::open(path);
  const Result<std::string> first =
      file ? file->first(kMagicBytes) : Result<std::string>(file.error());
  if (!first) {
    const bool is_kind = first.error().code == "kind";
    leave_out(page, reference, is_kind ? NotPacked::not_regular : NotPacked::unreadable,
              is_kind ? std::string() : first.error().detail);
    return {};
  }
  const Kind kind = kind_for(reference.role, name_in_path(path), *first);
  if (!is_new) {
    judge_again(known->second, kind);
  } else if (file->state().size > left_) {
    leave_out(page, reference, NotPacked::too_large, std::to_string(file->state().size) + " bytes");
    return {};
  } else {
    put(path, label, kind, file->state());
  }
  known_[is_new ? files_.size() - 1 : known->second].roles |= role;
  return {};
}

// Reads every text for what it uses; what that adds is read in turn.
std::optional<Error> Packing::Impl::follow() {
  std::optional<Error> wrong;
  for (; !unread_.empty() && !wrong; unread_.pop_front()) {
    const Unread unread = unread_.front();
    const PackedFile file = files_[unread.file];
    const Result<text::RegularFile> opened = text::RegularFile::open(file.path);
    if (!opened) return of_file(shown_path(file.path), opened.error());
    const Result<std::string> bytes = opened->all();
    if (!bytes) return of_file(shown_path(file.path), bytes.error());
    if (opened->state() != known_[unread.file].state)
      return Error{"changed", 0, shown_path(file.path) + ": was changed while it was packed"};
    Collector collector(
        [&](const std::string& url, const PageReference& reference) {
          if (!wrong) wrong = use(unread.file, url, reference);
        },
        options_.follow);
    NullSink nowhere;
    if (rewrite_file(*bytes, file.label, unread.media_type, collector, nowhere)) continue;
    ++not_packed_count_;
    if (not_packed_.size() < kToldMost)
      not_packed_.push_back({NotPacked::limit, shown_path(file.path), {}, {}, {}});
  }
  return wrong;
}

std::optional<Error> Packing::Impl::add_whole_folder() {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->symlink_status(error).type() == fs::file_type::regular)
      names.push_back(entry->path().filename().string());
  text::need_memory(error);
  if (error) return not_listed(given_folder_.empty() ? "." : given_folder_, error);
  const std::set<std::string> texts = texts_in(folder_ + '/' + std::string(kRecord));
  std::sort(names.begin(), names.end());
  std::set<std::string> packed;
  for (const PackedFile& file : files_) packed.insert(file.path);
  for (const std::string& name : names) {
    if (name == kRecord || name.starts_with('.') || texts.contains(name)) continue;
    const std::string path = folder_ + '/' + name;
    if (packed.contains(path)) continue;
    if (auto wrong = add(path, label_of(path), {})) return wrong;
  }
  return {};
}

std::optional<Error> Packing::Impl::read_table(const std::string& path) {
  const std::string real = real_path(path);
  if (real.empty()) return not_there(path, errno);
  const Result<text::RegularFile> opened = text::RegularFile::open(real);
  if (!opened) return of_file(path, opened.error());
  if (opened->state().size > options_.max_bytes)
    return Error{"limit-bytes", 0, path + ": is longer than --max-bytes allows"};
  const Result<std::string> table = opened->all();
  if (!table) return of_file(path, table.error());
  const url::Base none({}, url::Rules::whatwg);
  std::size_t next = 0;
  for (std::size_t number = 1; next < table->size(); ++number) {
    const std::size_t end = std::min(table->find('\n', next), table->size());
    std::string_view line(*table);
    line = line.substr(next, end - next);
    next = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    const auto where = path + ":" + std::to_string(number) + ": ";
    std::vector<std::string> cells;
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t tab = std::min(line.find('\t', at), line.size());
      cells.emplace_back(line.substr(at, tab - at));
      at = tab + 1;
    }
    if (cells.size() < 2 || cells.size() > 3 || cells[0].empty())
      return Error{"table", 0, where + "a line is: file, URL and, if need be, media type"};
    std::string label;
    if (url::resolve(none, cells[1], {}, label).outcome == url::Outcome::error ||
        !url::is_absolute(label))
      return Error{"table", 0, where + "no absolute URL: " + cells[1]};
    // What has no host may have some (URL Standard 4.4), and a header none (RFC 2557 4.4).
    if (label.find(' ') != std::string::npos)
      return Error{"table", 0, where + "a URL with a blank in it; write %20: " + cells[1]};
    if (cells.size() == 3 && !is_media_type(cells[2]))
      return Error{"table", 0, where + "no media type: " + cells[2]};
    const std::string file =
        real_path(cells[0].starts_with('/') ? cells[0] : folder_ + '/' + cells[0]);
    if (file.empty()) return not_there(where + cells[0], errno);
    if (!options_.outside && !is_below(file, folder_))
      return Error{"unreadable", 0,
                   where + cells[0] +
                       " lies outside the folder of the table; "
                       "--outside takes it all the same"};
    if (auto wrong = add(file, label, cells.size() == 3 ? ascii::lowered(cells[2]) : std::string()))
      return Error{wrong->code, 0, where + wrong->detail};
  }
  if (files_.empty()) return Error{"table", 0, path + ": names no file"};
  return {};
}

Result<bool> Packing::Impl::write_body(std::size_t index, Sink& sink) const {
  const PackedFile& file = files_[index];
  const std::string shown = shown_path(file.path);
  const Result<text::RegularFile> opened = text::RegularFile::open(file.path);
  if (!opened) return of_file(shown, opened.error());
  if (opened->state() != known_[index].state)
    return Error{"changed", 0, shown + ": was changed while it was packed"};
  if (!file.is_text) {
    const Result<bool> copied = opened->copy_to(sink);
    return copied ? copied : of_file(shown, copied.error());
  }
  const Result<std::string> bytes = opened->all();
  if (!bytes) return of_file(shown, bytes.error());
  Collector writer({});
  BoundedSink out(sink);
  BufferedSink buffered(out);
  rewrite_file(*bytes, file.label, file.media_type, writer, buffered);
  buffered.flush();
  return !out.has_failed();
}

Packing::Packing(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Packing::Packing(Packing&&) noexcept = default;
Packing& Packing::operator=(Packing&&) noexcept = default;
Packing::~Packing() = default;

const std::vector<PackedFile>& Packing::files() const { return impl_->files_; }
const std::vector<NotPackedReference>& Packing::not_packed() const { return impl_->not_packed_; }
std::size_t Packing::not_packed_count() const { return impl_->not_packed_count_; }
std::size_t Packing::shown_elsewhere() const { return impl_->shown_elsewhere_; }
Result<bool> Packing::write_body(std::size_t index, Sink& sink) const {
  return impl_->write_body(index, sink);
}

namespace {

// Of a page by its name; where that says nothing, as that of a server's script, it is HTML.
std::string page_type(std::string_view name) {
  const std::string_view type = media_type_of_name(name);
  return std::string(type.empty() ? "text/html" : type);
}

bool is_page(std::string_view type) {
  return type == "text/html" || type == "application/xhtml+xml" || type == "image/svg+xml";
}

std::optional<Error> why_no_page(const std::string& path, const std::string& real,
                                 std::string_view type) {
  if (!is_page(type))
    return Error{"no-page", 0,
                 path + ": is no page by its name, but " + std::string(type) +
                     "; give a page (.html, .xhtml, .svg), a folder with one, or a table (.tsv)"};
  const Result<text::RegularFile> file = text::RegularFile::open(real);
  if (!file) return of_file(path, file.error());
  const Result<std::string> first = file->first(kMagicBytes);
  if (!first) return of_file(path, first.error());
  if (first->empty()) return Error{"no-page", 0, path + ": is empty; there is no page in it"};
  if (is_binary(*first) || !binary_type_of(*first).empty())
    return Error{"no-page", 0, path + ": is no page, but bytes that no text has"};
  return {};
}

bool is_there(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

// The page of a folder: its index.html, else the only one in it.
Result<std::string> page_in(const std::string& folder) {
  const std::string start = folder + (folder.ends_with('/') ? "" : "/");
  const std::string index = start + "index.html";
  if (is_there(index)) return index;
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> pages;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::string name = entry->path().filename().string();
    const std::string_view type = media_type_of_name(name);
    std::error_code ignored;
    if (name.starts_with('.') || (type != "text/html" && type != "application/xhtml+xml") ||
        entry->is_directory(ignored))
      continue;
    pages.push_back(std::move(name));
  }
  text::need_memory(error);
  if (error && error.value() != ENOENT) return not_listed(folder, error);
  if (pages.empty()) return not_there(index, ENOENT);
  if (pages.size() == 1) return start + pages.front();
  std::sort(pages.begin(), pages.end());
  std::string named;
  for (std::size_t i = 0; i < std::min(pages.size(), kNamed); ++i)
    named += (i == 0 ? "" : ", ") + pages[i];
  if (pages.size() > kNamed) named += " and " + std::to_string(pages.size() - kNamed) + " more";
  return Error{"several", 0,
               folder + ": has no index.html, but several pages: " + named +
                   "; name the one to pack, as in " + start + pages.front()};
}

}  // namespace

// The page that somebody has named, or that was found in a folder.  The latter is taken under the
// name that it has there, whatever that leads to, and from nowhere else: what a folder holds may
// have been put there by anybody.
std::optional<Error> Packing::Impl::begin_with(const std::string& page, bool is_found) {
  const std::size_t slash = page.rfind('/');
  if (auto wrong = begin(slash == std::string::npos ? "." : page.substr(0, slash + 1)))
    return wrong;
  const std::string real = real_path(page);
  if (real.empty()) return not_there(page, errno);
  if (is_found && !options_.outside && !is_below(real, folder_))
    return Error{"unreadable", 0,
                 page + ": leads out of its folder, to " + real + "; --outside takes it"};
  const std::string there =
      is_found ? folder_ + '/' + std::string(name_in_path(page)) : std::string(real);
  const std::string type = page_type(name_in_path(is_found ? there : real));
  if (auto wrong = why_no_page(page, real, type)) return wrong;
  return add(real, label_of(there), type);
}

Result<Packing> Packing::of_page(const std::string& path, const PackOptions& options) {
  auto impl = std::make_unique<Impl>(options);
  if (auto wrong = impl->begin_with(path, options.is_found)) return *wrong;
  if (auto wrong = impl->follow()) return *wrong;
  return Packing(std::move(impl));
}

Result<Packing> Packing::of_folder(const std::string& path, const PackOptions& options) {
  std::error_code error;
  const bool unpacked = fs::is_regular_file(path + "/" + std::string(kRecord), error);
  const bool xhtml = unpacked && fs::is_regular_file(path + "/index.xhtml", error);
  const Result<std::string> page =
      xhtml ? Result<std::string>(path + (path.ends_with('/') ? "" : "/") + "index.xhtml")
            : page_in(path);
  if (!page) return page.error();
  auto impl = std::make_unique<Impl>(options);
  if (auto wrong = impl->begin_with(*page, true)) return *wrong;
  if (auto wrong = impl->follow()) return *wrong;
  if (unpacked)
    if (auto wrong = impl->add_whole_folder()) return *wrong;
  return Packing(std::move(impl));
}

Result<Packing> Packing::of_table(const std::string& path, const PackOptions& options) {
  auto impl = std::make_unique<Impl>(options);
  const std::size_t slash = path.rfind('/');
  if (auto wrong = impl->begin(slash == std::string::npos ? "." : path.substr(0, slash + 1)))
    return *wrong;
  if (auto wrong = impl->read_table(path)) return *wrong;
  return Packing(std::move(impl));
}

}  // namespace basewalk::bundle
