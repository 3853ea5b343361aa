// SPDX-License-Identifier: MIT
//
// Files and URLs side by side: a reference is resolved against the URL of its page, and what lies
// below the base is looked for at the same place below the page's folder.  Each text is read as if
// it were the only part of a bundle, so that bases and references mean here what they mean there.
#include "basewalk/bundle/pack.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "basewalk/archive/file.h"
#include "basewalk/url/resolve.h"
#include "bundle/file_names.h"
#include "bundle/page/magic.h"
#include "bundle/page/page_rewriting.h"
#include "bundle/page/page_text.h"
#include "text/ascii.h"
#include "text/hex.h"

namespace basewalk::bundle {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kToldMost = 1000;
constexpr std::string_view kRecord = "bundle.json";

// Writes a page as it is, in UTF-8, and tells which URLs it uses.
class Collector final : public PageRewriter {
 public:
  using Use = std::function<void(const std::string& url, std::string_view raw)>;
  explicit Collector(Use use) : PageRewriter(true, {}), use_(std::move(use)) {}

 protected:
  bool changes_charset_only() const override { return true; }
  void reference(const PageReference& reference, Sink& out) override {
    const std::string_view raw = reference.find.raw;
    const std::string_view bare = raw.substr(0, raw.find('#'));
    const std::string_view type = media_type_of_name(bare.substr(0, bare.find('?')));
    if (bare.size() < raw.size() && !bare.empty() && reference.role == Role::resource &&
        !has_fragments(type))
      write_url(bare, reference, out);
    else
      write_as_it_was(reference, out);
    if (!use_ || reference.role == Role::link) return;
    const PageText::Meaning meaning = reference.page.meaning_of(reference.find);
    if (!meaning.clicked.empty()) use_(meaning.clicked, reference.find.raw);
  }

 private:
  Use use_;
};

// Takes everything and keeps nothing.
class NullSink final : public Sink {
 public:
  bool write(std::string_view) override { return true; }
};

// Writes one file in UTF-8.
void rewrite_file(std::string_view bytes, const PackedFile& file, PageRewriter& rewriter,
                  Sink& out) {
  std::string entity =
      "Content-Type: " + file.media_type + "\r\nContent-Location: " + file.label + "\r\n\r\n";
  entity += bytes;
  const Message message = read_message(entity);
  const Bundle bundle(message, {}, Profile::compat);
  Budget budget(64 * std::max(bytes.size(), std::size_t{1} << 20));
  Notes notes;
  PageText page(bundle, budget, notes);
  page.read(0, {form_of(file.media_type), file.media_type}, base::Scope());
  rewriter.rewrite(page, out);
}

bool is_below(const std::string& path, const std::string& folder) {
  return path.starts_with(folder) &&
         (folder.ends_with('/') || (path.size() > folder.size() && path[folder.size()] == '/'));
}

// Where a path really leads, symbolic links resolved; empty where nothing is.
std::string real_path(const std::string& path) {
  char* const resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return {};
  std::string out = resolved;
  std::free(resolved);
  return out;
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

}  // namespace

class Packing::Impl {
 public:
  explicit Impl(const PackOptions& options) : options_(options), left_(options.max_bytes) {}

  std::optional<Error> begin(const std::string& folder);
  std::optional<Error> add(const std::string& path, const std::string& label,
                           std::string media_type);
  std::optional<Error> follow();
  std::optional<Error> add_whole_folder();
  std::optional<Error> read_table(const std::string& path);
  std::string label_of(const std::string& real) const;
  bool write_body(std::size_t index, Sink& sink) const;

  std::vector<PackedFile> files_;
  std::vector<std::string> missing_;

 private:
  std::optional<Error> use(const PackedFile& from, const std::string& url, std::string_view raw);
  std::string local_path(const PackedFile& from, std::string_view url, std::string_view raw) const;

  PackOptions options_;
  std::size_t left_;
  std::string folder_;  // really
  std::string base_;
  std::map<std::string, std::string> by_label_;  // to the path
  std::set<std::string> missed_;
};

std::optional<Error> Packing::Impl::begin(const std::string& folder) {
  folder_ = real_path(folder);
  if (folder_.empty()) return not_there(folder, errno);
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

std::optional<Error> Packing::Impl::add(const std::string& path, const std::string& label,
                                        std::string media_type) {
  const auto [known, added] = by_label_.try_emplace(label, path);
  if (!added) {
    if (known->second == path) return {};
    return Error{"label", 0,
                 path + " and " + known->second + " would both be labelled " + label +
                     "; give a --base with a longer path"};
  }
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return not_there(path, error.value());
  if (size > left_)
    return Error{"limit-bytes", 0,
                 "the files are more than " + std::to_string(options_.max_bytes) +
                     " bytes; --max-bytes sets another limit"};
  left_ -= static_cast<std::size_t>(size);
  if (media_type.empty()) media_type = media_type_of_name(path.substr(path.rfind('/') + 1));
  if (media_type.empty()) media_type = "application/octet-stream";
  const bool is_text = form_of(media_type) != TextForm::none;
  files_.push_back({path, label, std::move(media_type), is_text});
  return {};
}

// The file that a URL stands for; empty where it is none of ours.
std::string Packing::Impl::local_path(const PackedFile& from, std::string_view url,
                                      std::string_view raw) const {
  std::string path;
  if (url.starts_with(base_)) {
    path = folder_ + '/';
    text::append_unescaped(path, url.substr(base_.size(), url.find_first_of("?#") - base_.size()));
  }
  std::string real = path.find('\0') == std::string::npos && !path.empty() ? real_path(path) : "";
  if (real.empty() && options_.outside && !url::is_absolute(raw)) {
    // Above the folder the two go apart: the base may have no folders to go up.
    std::string file_url;
    const url::Base base("file://" + escaped_path(from.path), url::Rules::whatwg);
    url::resolve(base, raw, {}, file_url);
    path.clear();
    constexpr std::string_view kFile = "file://";
    if (file_url.starts_with("file:///"))
      text::append_unescaped(path, std::string_view(file_url).substr(
                                       kFile.size(), file_url.find_first_of("?#") - kFile.size()));
    if (path.find('\0') == std::string::npos && !path.empty()) real = real_path(path);
  }
  std::error_code error;
  if (real.empty() || !fs::is_regular_file(real, error)) return {};
  return options_.outside || is_below(real, folder_) ? real : std::string();
}

std::optional<Error> Packing::Impl::use(const PackedFile& from, const std::string& url,
                                        std::string_view raw) {
  std::string label = url.substr(0, url.find('#'));
  if (label.empty() || ascii::istarts_with(label, "data:") || ascii::istarts_with(label, "about:"))
    return {};
  const std::string path = local_path(from, label, raw);
  // Chromium looks for an image of SVG with the fragment that says which part of it is meant.
  if (!path.empty() && media_type_of_name(path.substr(path.rfind('/') + 1)) == "image/svg+xml")
    label = url;
  if (!path.empty()) return add(path, label, {});
  if (!by_label_.contains(label) && missing_.size() < kToldMost && missed_.insert(label).second)
    missing_.emplace_back(raw.substr(0, 500));
  return {};
}

// Reads every text for what it uses; what that adds is read in turn.
std::optional<Error> Packing::Impl::follow() {
  std::optional<Error> wrong;
  for (std::size_t i = 0; i < files_.size() && !wrong; ++i) {
    if (!files_[i].is_text) continue;
    const PackedFile file = files_[i];
    const Result<archive::FileBytes> bytes = archive::FileBytes::open(file.path);
    if (!bytes) return bytes.error();
    Collector collector([&](const std::string& url, std::string_view raw) {
      if (!wrong) wrong = use(file, url, raw);
    });
    NullSink nowhere;
    rewrite_file(bytes->bytes(), file, collector, nowhere);
  }
  return wrong;
}

std::optional<Error> Packing::Impl::add_whole_folder() {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error))
    if (entry.is_regular_file(error) && !entry.is_symlink(error))
      names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  std::set<std::string> packed;
  for (const PackedFile& file : files_) packed.insert(file.path);
  for (const std::string& name : names) {
    if (name == kRecord || name.starts_with('.')) continue;
    const std::string path = folder_ + '/' + name;
    if (packed.contains(path)) continue;
    if (auto wrong = add(path, label_of(path), {})) return wrong;
  }
  return {};
}

std::optional<Error> Packing::Impl::read_table(const std::string& path) {
  std::ifstream table(path);
  if (!table) return not_there(path, errno);
  const url::Base none({}, url::Rules::whatwg);
  std::string line;
  for (std::size_t number = 1; std::getline(table, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty() || line.starts_with('#')) continue;
    const auto where = path + ":" + std::to_string(number) + ": ";
    std::vector<std::string> cells;
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t tab = std::min(line.find('\t', at), line.size());
      cells.push_back(line.substr(at, tab - at));
      at = tab + 1;
    }
    if (cells.size() < 2 || cells.size() > 3 || cells[0].empty())
      return Error{"table", 0, where + "a line is: file, URL and, if need be, media type"};
    std::string label;
    url::resolve(none, cells[1], {}, label);
    if (!url::is_absolute(label)) return Error{"table", 0, where + "no absolute URL: " + cells[1]};
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
      return wrong;
  }
  if (files_.empty()) return Error{"table", 0, path + ": names no file"};
  return {};
}

bool Packing::Impl::write_body(std::size_t index, Sink& sink) const {
  const PackedFile& file = files_[index];
  const Result<archive::FileBytes> bytes = archive::FileBytes::open(file.path);
  if (!bytes) return false;
  if (!file.is_text) return sink.write(bytes->bytes());
  Collector writer({});
  BoundedSink out(sink);
  BufferedSink buffered(out);
  rewrite_file(bytes->bytes(), file, writer, buffered);
  buffered.flush();
  return !out.has_failed();
}

Packing::Packing(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Packing::Packing(Packing&&) noexcept = default;
Packing& Packing::operator=(Packing&&) noexcept = default;
Packing::~Packing() = default;

const std::vector<PackedFile>& Packing::files() const { return impl_->files_; }
const std::vector<std::string>& Packing::missing() const { return impl_->missing_; }
bool Packing::write_body(std::size_t index, Sink& sink) const {
  return impl_->write_body(index, sink);
}

namespace {

std::optional<Error> why_no_page(const std::string& path) {
  const Result<archive::FileBytes> file = archive::FileBytes::open(path);
  if (!file) return Error{file.error().code, 0, path + ": " + file.error().detail};
  if (file->bytes().empty())
    return Error{"no-page", 0, path + ": is empty; there is no page in it"};
  if (is_binary(file->bytes().substr(0, kFirstBytes)))
    return Error{"no-page", 0, path + ": is no page, but bytes that no text has"};
  return {};
}

}  // namespace

Result<Packing> Packing::of_page(const std::string& path, const PackOptions& options) {
  auto impl = std::make_unique<Impl>(options);
  const std::size_t slash = path.rfind('/');
  if (auto wrong = impl->begin(slash == std::string::npos ? "." : path.substr(0, slash + 1)))
    return *wrong;
  const std::string real = real_path(path);
  if (real.empty()) return not_there(path, errno);
  if (auto wrong = why_no_page(path)) return *wrong;
  std::string type(media_type_of_name(real.substr(real.rfind('/') + 1)));
  if (type != "application/xhtml+xml") type = "text/html";
  if (auto wrong = impl->add(real, impl->label_of(real), type)) return *wrong;
  if (auto wrong = impl->follow()) return *wrong;
  return Packing(std::move(impl));
}

Result<Packing> Packing::of_folder(const std::string& path, const PackOptions& options) {
  std::error_code error;
  const bool unpacked = fs::is_regular_file(path + "/" + std::string(kRecord), error);
  const bool xhtml = unpacked && fs::is_regular_file(path + "/index.xhtml", error);
  Result<Packing> packing = of_page(path + (xhtml ? "/index.xhtml" : "/index.html"), options);
  if (!packing || !unpacked) return packing;
  if (auto wrong = packing->impl_->add_whole_folder()) return *wrong;
  return packing;
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
