// SPDX-License-Identifier: MIT
//
// Verbs of the tool in this process: archives read, walked by one thread or two, and written in
// each format to a file that appears whole.  What is read from the command line is made ready
// before.
#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "basewalk/archive/source.h"
#include "cli/program.h"
#include "failure/memory/mails.h"
#include "failure/memory/points.h"
#include "support/files.h"
#include "support/folder.h"

// Whether bytes are on the disk is no question here, and takes most of the time.
extern "C" int fsync(int) { return 0; }
extern "C" int fdatasync(int) { return 0; }

namespace basewalk::failure {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// The mails, packed in each way.  They lie there as long as the process that has made them.
class Sources {
 public:
  Sources();
  const std::string& folder() const { return path_; }

 private:
  void pack(const std::string& name, int format, std::initializer_list<int> filters,
            bool one = false) const;

  test::Folder folder_;
  std::string path_ = folder_.path().string();
  std::vector<std::string> mails_ = mails_below("compare", ".eml");
};

Sources::Sources() {
  mails_.resize(std::min<std::size_t>(mails_.size(), 6));
  std::string mbox;
  for (const std::string& mail : mails_)
    mbox += "From somebody@example.org Mon Jan  1 00:00:00 2024\n" + mail + "\n\n";
  folder_.write("plain.mbox", mbox);
  folder_.write("mixed.eml", mixed_mail());
  for (std::size_t i = 0; i < mails_.size(); ++i)
    folder_.write("Maildir/cur/" + std::to_string(i) + ":2,S", mails_[i]);
  folder_.make("Maildir/new");
  folder_.make("Maildir/tmp");
  mails_ = {mbox};
  pack("mail.tar", ARCHIVE_FORMAT_TAR_USTAR, {});
  pack("mail.tar.gz", ARCHIVE_FORMAT_TAR_USTAR, {ARCHIVE_FILTER_GZIP});
  pack("mail.zip", ARCHIVE_FORMAT_ZIP, {});
  pack("mail.mbox.gz", ARCHIVE_FORMAT_RAW, {ARCHIVE_FILTER_GZIP}, true);
  pack("mail.mbox.bz2", ARCHIVE_FORMAT_RAW, {ARCHIVE_FILTER_BZIP2}, true);
  pack("mail.mbox.xz", ARCHIVE_FORMAT_RAW, {ARCHIVE_FILTER_XZ}, true);
  pack("mail.mbox.zst", ARCHIVE_FORMAT_RAW, {ARCHIVE_FILTER_ZSTD}, true);
  pack("mail.mbox.lz4", ARCHIVE_FORMAT_RAW, {ARCHIVE_FILTER_LZ4}, true);
  pack("twice.tar.gz.zst", ARCHIVE_FORMAT_TAR_USTAR, {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_ZSTD});
  folder_.write("mail.warc", test::read_file(test::data_dir() / "warc" / "chunked.warc"));
  folder_.write("bundle.mhtml",
                test::read_file(test::data_dir() / "cases/mhtml/01-absolute-folded/input.mhtml"));
  folder_.write("page/index.html", "<title>t</title><img src=a.png><a href=b.html>b</a>");
  folder_.write("page/a.png", "\x89PNG\r\n\x1A\n picture");
  folder_.write("policy.toml",
                "[[rule]]\nname = \"one\"\nsender = [\"@example.org\"]\ndefang = true\n"
                "[[rule]]\nname = \"all\"\noff = true\n");
}

void Sources::pack(const std::string& name, int format, std::initializer_list<int> filters,
                   bool one) const {
  ::archive* to = ::archive_write_new();
  ::archive_write_set_format(to, format);
  for (const int filter : filters) ::archive_write_add_filter(to, filter);
  ::archive_write_open_filename(to, (folder_ / name).c_str());
  for (std::size_t i = 0; i < mails_.size() && (!one || i == 0); ++i) {
    archive_entry* entry = ::archive_entry_new();
    ::archive_entry_set_pathname(entry, ("m/" + std::to_string(i) + ".mbox").c_str());
    ::archive_entry_set_filetype(entry, AE_IFREG);
    ::archive_entry_set_perm(entry, 0644);
    ::archive_entry_set_size(entry, static_cast<la_int64_t>(mails_[i].size()));
    ::archive_write_header(to, entry);
    ::archive_write_data(to, mails_[i].data(), mails_[i].size());
    ::archive_entry_free(entry);
  }
  ::archive_write_free(to);
}

const Sources& sources() {
  // Never gone: libarchive calls exit() in processes that share the folder.
  static const Sources& made = *new Sources;
  return made;
}

// All rows of a database, but when it was made and by what command.
std::string dump(const fs::path& file) {
  std::string out;
  sqlite3* db = nullptr;
  const auto take = [](void* to, int count, char** values, char**) {
    for (int i = 0; i < count; ++i)
      *static_cast<std::string*>(to) += std::string(values[i] != nullptr ? values[i] : "-") + "|";
    *static_cast<std::string*>(to) += "\n";
    return 0;
  };
  std::string names;
  if (::sqlite3_open_v2(file.c_str(), &db, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK &&
      ::sqlite3_exec(db, "pragma integrity_check", take, &out, nullptr) == SQLITE_OK &&
      ::sqlite3_exec(db,
                     "select name from sqlite_master where type = 'table' and name not in ('run')"
                     " and name not like 'sqlite%' order by name",
                     take, &names, nullptr) == SQLITE_OK) {
    for (std::size_t at = 0, end; (end = names.find('|', at)) != std::string::npos; at = end + 2) {
      const std::string query = "select * from \"" + names.substr(at, end - at) + "\"";
      if (::sqlite3_exec(db, query.c_str(), take, &out, nullptr) != SQLITE_OK) out += "no rows";
    }
  } else {
    out += "no database";
  }
  ::sqlite3_close(db);
  return out;
}

// What lies in a folder: names, and what is in them.
using Snapshot = std::map<std::string, std::string>;

Snapshot snapshot_of(const fs::path& folder) {
  Snapshot files;
  for (const fs::path& path : test::files_below(folder)) {
    const std::string name = path.lexically_relative(folder).string();
    files[name] = name.ends_with(".sqlite") ? dump(path) : test::read_file(path);
  }
  return files;
}

std::string shown(const Snapshot& files) {
  std::string out;
  for (const auto& [name, bytes] : files) out += name + "\n" + bytes + "\n";
  return out;
}

struct Line {
  std::string name;
  Words words;  ///< "@" is the folder that it writes to, "%" that of the sources
  bool may_crash = false;
  std::string old = {};  ///< a file that lies there before
  std::string old_bytes = "what was there before\n";
};

Words typed(const Words& words, const std::string& to) {
  Words typed = words;
  for (std::string& word : typed) {
    if (const std::size_t at = word.find('@'); at != word.npos) word.replace(at, 1, to);
    if (const std::size_t at = word.find('%'); at != word.npos)
      word.replace(at, 1, sources().folder());
  }
  return typed;
}

// Where standard error goes meanwhile, and is read.
class Complaints {
 public:
  Complaints() : before_(::dup(STDERR_FILENO)) {
    file_ = ::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    ::dup2(file_, STDERR_FILENO);
  }
  std::string end() {
    if (file_ < 0) return {};
    ::dup2(before_, STDERR_FILENO);
    std::string text(4096, '\0');
    const ssize_t size = ::pread(file_, text.data(), text.size(), 0);
    text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    ::close(before_);
    ::close(std::exchange(file_, -1));
    return text;
  }
  ~Complaints() { end(); }
  Complaints(const Complaints&) = delete;
  Complaints& operator=(const Complaints&) = delete;

 private:
  int before_, file_;
};

class VerbRun final : public Run {
 public:
  explicit VerbRun(const Line& line) : line_(line), words_(typed(line.words, folder_.path())) {
    if (!line.old.empty()) folder_.write(line.old, line.old_bytes);
    before_ = snapshot_of(folder_.path());
  }

  void run(Outcome&) override {
    try {
      status_ = program_->run(words_);
    } catch (const std::bad_alloc&) {
      threw_ = true;
      throw;
    }
  }

  // Whole, or as before; or, where an earlier run can be gone on with, that goes on to the whole.
  std::string look(Outcome& outcome) override {
    const std::string said = complaints_.end();
    program_.reset();
    Snapshot after = snapshot_of(folder_.path());
    const bool failed = threw_ || status_ != cli::kDone;
    outcome.told = !threw_ && failed && !said.empty();
    if (failed && said.empty() && !threw_)
      return "status " + std::to_string(status_) + ", and not a word";
    outcome.bytes = std::to_string(status_) + "\n" + shown(after);
    if (!failed || after == before_) return {};
    static std::map<std::string, Snapshot> whole;
    Snapshot& right = whole[line_.name];
    if (right.empty()) right = made_whole();
    if (after == right) return {};
    if (after.contains(line_.old + ".resume") || has_partial(after)) return goes_on(right);
    // What could not be read for want of memory is told in what was written, too.
    if (said.find("memory") != said.npos) return same_names(after, right);
    return "half of it is left: " + said + shown(after);
  }

 private:
  static bool has_partial(const Snapshot& files) {
    return std::ranges::any_of(files,
                               [](const auto& each) { return each.first.ends_with(".partial"); });
  }
  static std::string same_names(const Snapshot& a, const Snapshot& b) {
    const auto names = [](const Snapshot& files) {
      std::string out;
      for (const auto& [name, bytes] : files) out += name + " ";
      return out;
    };
    return names(a) == names(b) ? "" : "other files: " + names(a);
  }
  Snapshot made_whole() const {
    const test::Folder other;
    if (!line_.old.empty()) other.write(line_.old, line_.old_bytes);
    cli::Program().run(typed(line_.words, other.path()));
    return snapshot_of(other.path());
  }
  std::string goes_on(const Snapshot& right) {
    Words words = words_;
    std::erase(words, "--restart");
    words.emplace_back("--resume");
    Complaints ignored;
    const int status = cli::Program().run(words);
    ignored.end();
    if (status == cli::kDone && snapshot_of(folder_.path()) == right) return {};
    return "--resume does not make it whole: " + shown(snapshot_of(folder_.path()));
  }

  const Line& line_;
  test::Folder folder_;
  const Words words_;
  std::unique_ptr<cli::Program> program_ = std::make_unique<cli::Program>();
  Snapshot before_;
  int status_ = -1;
  bool threw_ = false;
  Complaints complaints_;
};

constexpr const char* kPacked[] = {"mail.tar",      "mail.tar.gz",   "mail.zip",
                                   "mail.mbox.gz",  "mail.mbox.bz2", "mail.mbox.xz",
                                   "mail.mbox.zst", "mail.mbox.lz4", "twice.tar.gz.zst"};

void unpack_here(const std::string& name, Outcome& outcome) {
  basewalk::archive::ReadOptions options;
  options.unpack_here = true;
  basewalk::archive::SourceReader reader({name}, options);
  while (const auto batch = reader.next()) {
    for (const basewalk::archive::Item& item : batch->items) {
      outcome.bytes += *item.source;
      outcome.bytes += item.bytes;
      if (item.problem.empty()) continue;
      outcome.bytes += item.problem;
      outcome.told = true;
    }
  }
}

}  // namespace

std::vector<Scenario> verb_scenarios() {
  static const std::vector<Line> lines = [] {
    std::vector<Line> all;
    for (const char* end : {"txt", "jsonl", "csv", "tsv", "sqlite", "jsonl.gz", "csv.zst"})
      all.push_back({std::string("links to ") + end,
                     {"links", "--jobs", "1", "-o", std::string("@/out.") + end, "%/plain.mbox",
                      "%/mixed.eml"},
                     false,
                     std::string("out.") + end});
    std::vector<const char*> read(std::begin(kPacked), std::end(kPacked));
    read.insert(read.end(), {"Maildir", "mail.warc"});
    for (const char* each : read)
      all.push_back({std::string("links of ") + each,
                     {"links", "--jobs", "1", "-o", "@/out.jsonl", std::string("%/") + each}});
    for (const char* end : {"jsonl", "sqlite", "jsonl.zst"})
      all.push_back({std::string("links, two threads, to ") + end,
                     {"links", "--jobs", "2", "-o", std::string("@/out.") + end, "%/plain.mbox",
                      "%/mixed.eml", "%/mail.tar.gz", "%/Maildir"}});
    all.push_back({"tree", {"tree", "--jobs", "1", "-o", "@/out.jsonl", "%/plain.mbox"}});
    all.push_back({"plan", {"plan", "-o", "@/out.plan", "%"}});
    all.push_back({"rewrite",
                   {"rewrite", "-q", "--mark", "--settle", "-o", "@/out.eml", "%/mixed.eml"},
                   false,
                   "out.eml"});
    all.push_back({"rewrite --each",
                   {"rewrite", "-q", "--each", "--defang", "-o", "@/out.mbox", "%/plain.mbox"}});
    all.push_back({"mhtml inline",
                   {"mhtml", "inline", "-o", "@/out.html", "%/bundle.mhtml"},
                   false,
                   "out.html"});
    all.push_back({"mhtml unpack", {"mhtml", "unpack", "-o", "@/out", "%/bundle.mhtml"}});
    all.push_back({"mhtml pack", {"mhtml", "pack", "-o", "@/out.mhtml", "%/page"}, true});
    return all;
  }();
  std::vector<Scenario> scenarios;
  // The libraries that unpack are in a process of their own else.
  for (const char* each : kPacked)
    scenarios.push_back(scenario(std::string("unpacked here: ") + each, [each](Outcome& outcome) {
      unpack_here(sources().folder() + "/" + each, outcome);
    }));
  for (const Line& line : lines)
    scenarios.push_back({"verb: " + line.name, [&line] { return std::make_unique<VerbRun>(line); },
                         line.may_crash});
  sources();
  return scenarios;
}

}  // namespace basewalk::failure
