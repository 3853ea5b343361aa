// SPDX-License-Identifier: MIT
//
// Many pages and sites: found in the folders first, then packed side by side and told in order.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "cli/command.h"
#include "cli/terminal.h"
#include "cli/verbs/mhtml/output_folder.h"
#include "cli/verbs/mhtml/pack.h"
#include "output/bundle_records.h"
#include "output/warc/warc_index.h"
#include "run/in_order.h"
#include "text/amounts.h"
#include "text/ascii.h"
#include "text/files/path.h"
#include "text/files/whole_file.h"
#include "text/hex.h"

namespace basewalk::cli {
namespace {

namespace fs = std::filesystem;

// One bundle to be.
struct Task {
  std::string source;
  std::string place;      // below the output folder
  std::string folder;     // of the page, below the folder that all sources share: with a slash
  std::string error;      // why there is nothing to pack
  bool is_found = false;  // in a folder, and not named
};

std::string_view stem_of(std::string_view name) { return name.substr(0, name.rfind('.')); }

bool is_page_name(std::string_view name) {
  const std::string lowered = ascii::lowered(name);
  return !name.starts_with('.') &&
         (lowered.ends_with(".html") || lowered.ends_with(".htm") || lowered.ends_with(".xhtml"));
}

// What browsers and Windows put behind the name of "page.html" for the folder of its files, in the
// languages that they speak.  Any other folder is gone through.
constexpr std::string_view kFolderEnds[] = {
    "_files",     ".files",    "-Dateien",   "_fichiers",   "_bestanden", "_file",
    "_archivos",  "-filer",    "_tiedostot", "_pliki",      "_soubory",   "_elemei",
    "_ficheiros", "_arquivos", "_dosyalar",  "_datoteke",   "_fitxers",   "_failid",
    "_fails",     "_bylos",    "_fajlovi",   "_fitxategiak"};

bool belongs_to(std::string_view folder, const std::set<std::string, std::less<>>& stems) {
  return std::ranges::any_of(kFolderEnds, [&](std::string_view end) {
    return folder.ends_with(end) && stems.contains(folder.substr(0, folder.size() - end.size()));
  });
}

// Goes through folders without following symbolic links; no recursion, in the order of the names.
class Finder {
 public:
  explicit Finder(std::string common) : common_(std::move(common)) {}

  void add_named(const std::string& source) {
    if (!is_folder(source) && output::is_web_archive(source)) {
      tasks_.push_back({source, {}, {}, source + ": is a web archive; pack its pages one by one"});
      return;
    }
    if (!is_folder(source)) return add(source, false);
    const std::size_t before = tasks_.size();
    open_.assign(1, source.ends_with('/') ? source.substr(0, source.size() - 1) : source);
    if (open_.front().empty()) open_.front() = "/";
    while (!open_.empty()) {
      const std::string folder = std::move(open_.back());
      open_.pop_back();
      look_into(folder);
    }
    if (tasks_.size() == before)
      tasks_.push_back({source, {}, {}, source + ": there is no page in it (.html, .htm, .xhtml)"});
  }
  std::vector<Task> take() { return std::move(tasks_); }

 private:
  void look_into(const std::string& folder) {
    const std::string start = folder + (folder.ends_with('/') ? "" : "/");
    if (text::exists(start + "bundle.json") || text::exists(start + "index.html"))
      return add(folder, true);
    std::vector<std::string> pages, folders;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      std::error_code ignored;
      std::string name = entry->path().filename().string();
      if (entry->is_directory(ignored)) {
        if (!entry->is_symlink(ignored) && !name.starts_with('.')) folders.push_back(name);
      } else if (is_page_name(name)) {
        pages.push_back(name);
      }
    }
    if (error) tasks_.push_back({folder, {}, {}, folder + ": cannot be read: " + error.message()});
    std::ranges::sort(pages);
    std::ranges::sort(folders, std::greater<>());  // the last is opened first
    std::set<std::string, std::less<>> stems;
    for (const std::string& page : pages) {
      stems.emplace(stem_of(page));
      add(start + page, true);
    }
    for (const std::string& each : folders)
      if (!belongs_to(each, stems)) open_.push_back(start + each);
  }

  void add(const std::string& source, bool is_found) {
    const bool is_site = is_folder(source);
    std::string below = source;
    while (below.ends_with('/')) below.pop_back();
    if ((below + '/').starts_with(common_)) below.erase(0, std::min(common_.size(), below.size()));
    std::string folder = below;
    if (!is_site) folder.resize(folder.rfind('/') == std::string::npos ? 0 : folder.rfind('/'));
    if (!folder.empty()) folder += '/';
    // The shared folder itself is called as it is.
    std::error_code error;
    if (below.empty()) below = fs::weakly_canonical(source, error).filename().string();
    tasks_.push_back({source, place_of(below, is_site), std::move(folder), {}, is_found});
  }

  // Each has one of its own: of page.html and page.htm the second keeps its end.
  std::string place_of(const std::string& below, bool is_site) {
    std::string place =
        place_below(is_site ? std::string_view(below) : stem_of(below), {}) + std::string(kEnd);
    if (places_.try_emplace(place, 1).second) return place;
    place = place_below(below, {});
    while (true) {
      const std::size_t number = places_[place]++;
      const std::string numbered =
          place + (number == 0 ? "" : "-" + std::to_string(number + 1)) + std::string(kEnd);
      if (places_.try_emplace(numbered, 1).second) return numbered;
    }
  }

  static constexpr std::string_view kEnd = ".mhtml";
  std::string common_;
  std::vector<std::string> open_;
  std::vector<Task> tasks_;
  // Places that are taken, and how often others were wanted.
  std::map<std::string, std::size_t> places_;
};

// RFC 3986 3.3: a path as a URL may have it.
std::string escaped_path(std::string_view path) {
  std::string out;
  text::append_escaped(out, path, [](char c) {
    return ascii::is_alnum(c) || c == '/' || c == '-' || c == '.' || c == '_' || c == '~';
  });
  return out;
}

class PackRun {
 public:
  PackRun(const PackingOptions& options, const bundle::PackOptions& pack, std::string folder,
          text::WholeFile& report)
      : options_(options), pack_(pack), folder_(std::move(folder)), report_(report) {}

  // Side by side; what it returns is called in the order of the tasks.
  std::function<void()> work(const Task& task);
  std::size_t done() const { return done_; }
  /// Nothing more is to be begun: the report cannot be written, or the options make no sense.
  bool has_ended() const { return ended_; }
  bool is_usage() const { return usage_; }
  bool all_complete() const { return all_complete_; }

 private:
  Packed make(const Task& task) const;

  const PackingOptions& options_;
  const bundle::PackOptions& pack_;
  const std::string folder_;
  text::WholeFile& report_;
  std::size_t done_ = 0;
  bool all_complete_ = true, usage_ = false;
  std::atomic<bool> ended_ = false;  // asked by other threads
};

Packed PackRun::make(const Task& task) const {
  if (!task.error.empty()) return {{}, 0, task.error, false};
  bundle::PackOptions pack = pack_;
  pack.is_found = task.is_found;
  if (!pack.base.empty())
    pack.base += (pack.base.ends_with('/') ? "" : "/") + escaped_path(task.folder);
  const std::string to = folder_ + task.place;
  const Standing standing = come_to_place(folder_, task.place, false);
  if (!standing.why_not.empty()) return {{}, 0, task.source + ": " + standing.why_not, false};
  if (standing.is_there && !options_.shared.resume)
    return {{}, 0, task.source + ": " + to + " is there already; name another folder", false};
  // What an earlier run has made appeared whole: it stays, if it is what would be made.
  return pack_one(task.source, pack, {to, standing.is_there}, text::Existing::keep);
}

std::function<void()> PackRun::work(const Task& task) {
  const std::string to = task.place.empty() ? std::string() : folder_ + task.place;
  const auto packed = std::make_shared<const Packed>(make(task));
  return [this, &task, to, packed] {
    const bool has_failed = !packed->error.empty();
    const bool is_complete = !has_failed && packed->packing->not_packed_count() == 0;
    const output::MadeVerdict verdict = has_failed    ? output::MadeVerdict::failed
                                        : is_complete ? output::MadeVerdict::complete
                                                      : output::MadeVerdict::incomplete;
    output::append_record(
        output::BundlePacked{task.source, has_failed ? std::string_view() : to, verdict,
                             packed->packing ? &*packed->packing : nullptr, packed->bytes,
                             packed->error},
        report_.output().buffer());
    report_.output().flush_if_full();
    all_complete_ = all_complete_ && is_complete;
    usage_ = usage_ || packed->is_usage;
    ended_ = usage_ || report_.output().failed();
    ++done_;
    if (has_failed)
      complain(packed->error);
    else if (!options_.shared.quiet)
      for (const std::string& line : not_packed_lines(task.source, *packed->packing))
        complain(line);
  };
}

}  // namespace

int pack_many(const PackingOptions& options, const bundle::PackOptions& pack) {
  const SharedOptions& shared = options.shared;
  if (shared.resume && shared.restart)
    return complain("--resume goes on and --restart begins anew; give one of both", kUsage);
  int status = kDone;
  const std::string folder =
      open_output_folder(shared.output, shared.resume || shared.restart, status);
  if (folder.empty()) return status;
  Finder finder(common_folder(shared.sources));
  for (const std::string& source : shared.sources) finder.add_named(source);
  const std::vector<Task> tasks = finder.take();
  text::WholeFile report;
  if (!report.open(folder + std::string(kReportName)))
    return complain(report.failure(), kIncomplete);
  const Interruption interruption(true);
  Progress progress(shows_progress(shared));
  PackRun run(options, pack, folder, report);
  run::in_order(
      tasks.size(), shared.jobs, [&] { return !Interruption::happened() && !run.has_ended(); },
      [&](std::size_t at) -> std::function<void()> {
        return [done = run.work(tasks[at]), &progress, &run, &tasks] {
          done();
          progress.counted(run.done(), tasks.size(), "bundles");
        };
      });
  progress.clear();
  if (Interruption::happened()) {
    complain("interrupted: " + text::number_text(run.done()) + " of " +
             text::number_text(tasks.size()) + " bundles were done; to go on: " + command_line() +
             (shared.resume ? "" : " --resume"));
    Interruption::end();
  }
  if (run.is_usage()) return kUsage;
  if (!report.commit()) return complain(report.failure(), kIncomplete);
  return run.all_complete() ? kDone : kIncomplete;
}

}  // namespace basewalk::cli
