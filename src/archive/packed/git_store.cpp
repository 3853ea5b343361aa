// SPDX-License-Identifier: MIT
#include "archive/packed/git_store.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <utility>

#include "text/ascii.h"
#include "text/files/path.h"
#include "text/hex.h"

namespace basewalk::archive {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr std::size_t kHexBytes = 2 * GIT_OID_RAWSZ;
constexpr std::size_t kSha256HexBytes = 64;
// A file of one line, as HEAD is.
constexpr std::size_t kLine = 4096;
// One name of a branch may stand for another so often (git has 5).
constexpr int kNames = 5;
// No commit or tree of mail is longer.
constexpr std::uint64_t kLongest = std::uint64_t{64} << 20;
// libgit2 remembers what it has read; after so many it is made to forget.
constexpr std::size_t kRemembered = 30'000;

std::string_view name_of(git_object_t type) {
  if (type == GIT_OBJECT_COMMIT) return "commit";
  return type == GIT_OBJECT_TREE ? "tree" : "blob";
}

bool is_hex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// A regular file: null where there is none.  One that cannot be opened is bad().
std::unique_ptr<std::ifstream> opened(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return {};
  if (!error && !fs::is_regular_file(status)) return {};
  auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!file->is_open()) file->setstate(std::ios::badbit);
  return file;
}

}  // namespace

// The first line of a file; empty where there is none.
std::string GitStore::line_of(const std::string& name) {
  const std::unique_ptr<std::ifstream> from = opened(fs::path(folder_) / name);
  if (!from) return {};
  std::ifstream& file = *from;
  std::string line(kLine, '\0');
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  line.resize(std::min(line.find_first_of("\r\n"), line.size()));
  if (file.bad()) unread_ = name;
  return line;
}

namespace {

// Does it lead to a file below refs/?
bool is_ref(std::string_view name) {
  return name.starts_with("refs/") && name.find("..") == name.npos &&
         name.find('\0') == name.npos && !name.ends_with('/');
}

// "committer a <a@b.example> 1600000000 +0000"
std::int64_t time_of(std::string_view commit) {
  std::size_t at = commit.find("\ncommitter ");
  at = at == commit.npos ? at : commit.find('\n', at + 1);
  if (at == commit.npos) return 0;
  at = commit.rfind("> ", at);
  std::int64_t time = 0;
  for (at += 2; at < commit.size() && ascii::is_digit(commit[at]) && time < 1'000'000'000'000; ++at)
    time = time * 10 + (commit[at] - '0');
  return time;
}

// What libgit2 would wait for without end, as a pipe: a name below the folder of the repository.
std::string no_file_among_packs(const fs::path& folder) {
  const std::string packs = "objects/pack";
  std::error_code error;
  fs::directory_iterator entry(folder / packs, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    const fs::file_status status = entry->status(ignored);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
      return packs + '/' + entry->path().filename().string();
  }
  text::need_memory(error);
  return {};
}

bool is_file_with_bytes(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && fs::file_size(path, error) > 0;
}

}  // namespace

std::string hex(const git_oid& id) {
  std::string digits;
  for (const unsigned char byte : id.id) text::append_hex(digits, byte);
  return digits;
}

std::optional<git_oid> id_of(std::string_view hex) {
  if (hex.size() != kHexBytes || !is_hex(hex)) return {};
  git_oid id;
  for (std::size_t i = 0; i < GIT_OID_RAWSZ; ++i) id.id[i] = *text::hex_byte(hex, 2 * i);
  return id;
}

bool is_same(const git_oid& a, const git_oid& b) {
  return std::memcmp(a.id, b.id, GIT_OID_RAWSZ) == 0;
}

bool comes_before(const git_oid& a, const git_oid& b) {
  return std::memcmp(a.id, b.id, GIT_OID_RAWSZ) < 0;
}

std::string_view bytes_of(const GitObject& object) {
  return {static_cast<const char*>(git().odb_object_data(object.get())),
          git().odb_object_size(object.get())};
}

std::optional<GitTree::Entry> GitTree::next() {
  if (at_ == bytes_.size() || is_damaged_) return {};
  is_damaged_ = true;
  const std::string_view rest = bytes_.substr(at_);
  const std::size_t space = rest.find(' '), end = rest.find('\0');
  if (end == rest.npos || space > end || rest.size() - end - 1 < GIT_OID_RAWSZ) return {};
  const std::string_view mode = rest.substr(0, space);
  Entry entry;
  entry.name = rest.substr(space + 1, end - space - 1);
  if (entry.name.empty() || entry.name.find('/') != rest.npos) return {};
  entry.is_tree = mode == "40000" || mode == "040000";
  entry.is_file = mode.starts_with("100");
  entry.id_at = at_ + end + 1;
  std::memcpy(entry.id.id, bytes_.data() + entry.id_at, GIT_OID_RAWSZ);
  at_ = entry.id_at + GIT_OID_RAWSZ;
  is_damaged_ = false;
  return entry;
}

GitStore::GitStore(std::string folder) : folder_(std::move(folder)) {
  if (!git().missing.empty()) return;
  git().libgit2_init();
  no_file_ = no_file_among_packs(folder_);
  if (no_file_.empty()) open();
}

GitStore::~GitStore() {
  if (!git().missing.empty()) return;
  close();
  git().libgit2_shutdown();
}

// Packs and loose objects of this folder, and none of others.
void GitStore::open() {
  if (git().odb_new(&objects_) != 0) throw std::bad_alloc();
  const std::string objects = folder_ + "/objects";
  git_odb_backend* backend = nullptr;
  if (git().odb_backend_pack(&backend, objects.c_str()) == 0 &&
      git().odb_add_backend(objects_, backend, 1) != 0)
    backend->free(backend);
  backend = nullptr;
  if (git().odb_backend_loose(&backend, objects.c_str(), -1, 0, 0, 0) == 0 &&
      git().odb_add_backend(objects_, backend, 2) != 0)
    backend->free(backend);
}

void GitStore::close() { git().odb_free(std::exchange(objects_, nullptr)); }

// The digits that a branch has, or none.
std::string GitStore::resolve(std::string name) {
  constexpr std::string_view kTo = "ref: ";
  for (int i = 0; i < kNames && is_ref(name); ++i) {
    std::string line = line_of(name);
    if (line.starts_with(kTo)) {
      name = ascii::trim(std::string_view(line).substr(kTo.size()));
      continue;
    }
    if (!line.empty()) return line;
    const std::unique_ptr<std::ifstream> packed = opened(fs::path(folder_) / "packed-refs");
    while (packed && std::getline(*packed, line)) {
      const std::size_t space = line.find(' ');
      if (space != line.npos && std::string_view(line).substr(space + 1) == name)
        return line.substr(0, space);
    }
    if (packed && packed->bad()) unread_ = "packed-refs";
    return {};
  }
  return {};
}

GitStore::Branch GitStore::tip(git_oid& id) {
  if (!git().missing.empty()) {
    why_ = git().missing;
    return Branch::unreachable;
  }
  if (!no_file_.empty()) {
    why_ = "has among its packs what is no file (" + no_file_ + ")";
    return Branch::unreadable;
  }
  std::error_code error;
  if (fs::is_directory(fs::path(folder_) / "reftable", error)) {
    why_ = "keeps its branches in a reftable";
    return Branch::unreadable;
  }
  const std::string head = line_of("HEAD");
  std::string found = head.starts_with("ref: ")
                          ? resolve(std::string(ascii::trim(std::string_view(head).substr(5))))
                          : head;
  for (const char* name : {"refs/heads/master", "refs/heads/main"})
    if (found.empty()) found = resolve(name);
  // Another branch is not what was asked for either.
  if (!unread_.empty()) {
    why_ = "its " + unread_ + " cannot be read";
    return Branch::failed;
  }
  if (found.empty()) return Branch::none;
  if (found.size() == kSha256HexBytes && is_hex(found)) {
    why_ = "names its objects by SHA-256";
    return Branch::unreadable;
  }
  const std::optional<git_oid> named = id_of(found);
  if (!named) return Branch::none;
  id = *named;
  return Branch::found;
}

bool GitStore::is_shallow() const { return is_file_with_bytes(fs::path(folder_) / "shallow"); }

bool GitStore::has_alternates() const {
  return is_file_with_bytes(fs::path(folder_) / "objects/info/alternates");
}

void GitStore::fail(const git_oid& id, git_object_t type, int error) {
  why_ = "its " + std::string(name_of(type)) + " " + hex(id);
  if (error == GIT_ENOTFOUND) {
    why_ += " is missing";
    return;
  }
  why_ += " is damaged";
  const git_error* last = git().error_last();
  if (error != 0 && last != nullptr && last->message != nullptr)
    why_.append(": ").append(last->message);
}

// What lies loose is looked at before what is in packs.
bool GitStore::can_be_asked_for(const git_oid& id, git_object_t type, Loose what) {
  const std::string digits = hex(id);
  const std::string path = folder_ + "/objects/" + digits.substr(0, 2) + '/' + digits.substr(2);
  if (archive::can_be_asked_for(path, what)) return true;
  fail(id, type, 0);
  return false;
}

std::optional<std::uint64_t> GitStore::size(const git_oid& id, git_object_t type) {
  if (!can_be_asked_for(id, type, Loose::header)) return {};
  std::size_t size = 0;
  git_object_t is = GIT_OBJECT_INVALID;
  const int error = git().odb_read_header(&size, &is, objects_, &id);
  if (error == 0 && is == type) return size;
  fail(id, type, error);
  return {};
}

GitObject GitStore::read(const git_oid& id, git_object_t type) {
  if (++reads_ % kRemembered == 0) {
    close();
    open();
  }
  if (!can_be_asked_for(id, type, Loose::all)) return {};
  git_odb_object* object = nullptr;
  const int error = git().odb_read(&object, objects_, &id);
  if (error == 0 && git().odb_object_type(object) == type) return GitObject(object);
  fail(id, type, error);
  if (error == 0) git().odb_object_free(object);
  return {};
}

std::optional<GitCommit> GitStore::commit(const git_oid& id) {
  constexpr std::string_view kTree = "tree ", kParent = "parent ";
  const std::optional<std::uint64_t> length = size(id, GIT_OBJECT_COMMIT);
  if (!length) return {};
  const GitObject object = *length <= kLongest ? read(id, GIT_OBJECT_COMMIT) : nullptr;
  if (object) {
    std::string_view text = bytes_of(object);
    const auto take = [&text](std::string_view field) -> std::optional<git_oid> {
      if (!text.starts_with(field)) return {};
      const std::optional<git_oid> value = id_of(text.substr(field.size(), kHexBytes));
      text.remove_prefix(std::min(field.size() + kHexBytes + 1, text.size()));
      return value;
    };
    if (const std::optional<git_oid> tree = take(kTree)) {
      GitCommit commit{id, *tree, take(kParent), 0};
      commit.time = time_of(text);
      return commit;
    }
  }
  if (object || *length > kLongest) fail(id, GIT_OBJECT_COMMIT, 0);
  return {};
}

std::vector<GitCommit> GitStore::all_commits() {
  std::vector<git_oid> ids;
  const auto add = [](const git_oid* id, void* all) {
    static_cast<std::vector<git_oid>*>(all)->push_back(*id);
    return 0;
  };
  (void)git().odb_foreach(objects_, add, &ids);
  std::sort(ids.begin(), ids.end(), comes_before);
  std::vector<GitCommit> commits;
  for (const git_oid& id : ids) {
    if (!commits.empty() && is_same(commits.back().id, id)) continue;
    if (const std::optional<GitCommit> found = commit(id)) commits.push_back(*found);
  }
  return commits;
}

std::optional<std::string> GitStore::tree(const git_oid& id) {
  const std::optional<std::uint64_t> length = size(id, GIT_OBJECT_TREE);
  if (!length) return {};
  const GitObject object = *length <= kLongest ? read(id, GIT_OBJECT_TREE) : nullptr;
  if (object) {
    std::string bytes(bytes_of(object));
    GitTree entries(bytes);
    while (entries.next()) {
    }
    if (!entries.is_damaged()) return bytes;
  }
  if (object || *length > kLongest) fail(id, GIT_OBJECT_TREE, 0);
  return {};
}

std::uint64_t git_size(const std::string& folder) {
  std::uint64_t size = 0;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder + "/objects",
                                         fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    if (!entry->is_regular_file(ignored)) continue;
    const std::uintmax_t bytes = entry->file_size(ignored);
    if (!ignored) size += bytes;
  }
  text::need_memory(error);
  return size;
}

}  // namespace basewalk::archive
