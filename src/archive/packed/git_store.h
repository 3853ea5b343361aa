// SPDX-License-Identifier: MIT
//
// The objects of a git repository and the commit that its branch leads to, for reading only.
//
// Of libgit2 only the object database is used, over the folder `objects` of this repository and
// nothing else: no configuration is read, no alternates are followed, and there are no hooks or
// filters.  libgit2 holds the hash of each object against its name.  Branches are read here, from
// HEAD, the files under refs/ and packed-refs (gitrepository-layout(5)).
#ifndef BASEWALK_SRC_ARCHIVE_PACKED_GIT_STORE_H_
#define BASEWALK_SRC_ARCHIVE_PACKED_GIT_STORE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/packed/git_calls.h"
#include "archive/packed/loose_object.h"

namespace basewalk::archive {

std::string hex(const git_oid& id);
/// Of 40 digits.
std::optional<git_oid> id_of(std::string_view hex);
bool is_same(const git_oid& a, const git_oid& b);
bool comes_before(const git_oid& a, const git_oid& b);

struct FreeObject {
  void operator()(git_odb_object* object) const { git().odb_object_free(object); }
};
using GitObject = std::unique_ptr<git_odb_object, FreeObject>;
std::string_view bytes_of(const GitObject& object);

/// What a commit says (gitformat-commit): all that is wanted of it here.
struct GitCommit {
  git_oid id, tree;
  std::optional<git_oid> parent;  ///< the first
  std::int64_t time = 0;          ///< of the committer
};

/// The entries of a tree, one after the other.
class GitTree {
 public:
  struct Entry {
    std::string_view name;
    bool is_tree = false, is_file = false;
    git_oid id;
    std::size_t id_at = 0;  ///< where the id lies in the bytes of the tree
  };
  explicit GitTree(std::string_view bytes) : bytes_(bytes) {}
  /// None at the end, or where is_damaged().
  std::optional<Entry> next();
  bool is_damaged() const { return is_damaged_; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool is_damaged_ = false;
};

class GitStore {
 public:
  explicit GitStore(std::string folder);
  GitStore(const GitStore&) = delete;
  GitStore& operator=(const GitStore&) = delete;
  ~GitStore();

  enum class Branch : unsigned char {
    found,
    none,
    unreadable,   ///< of a kind that is not read
    failed,       ///< a file could not be read
    unreachable,  ///< libgit2 cannot be had
  };
  /// Asked before anything else is.  The commit that HEAD leads to, or else refs/heads/master or
  /// refs/heads/main.
  Branch tip(git_oid& id);
  /// Of these, whose beginnings are the commits without parents in a shallow clone.
  bool is_shallow() const;
  bool has_alternates() const;

  /// How long it is; none where it is not there, or no such thing.
  std::optional<std::uint64_t> size(const git_oid& id, git_object_t type);
  /// Null where it cannot be read.
  GitObject read(const git_oid& id, git_object_t type);
  std::optional<GitCommit> commit(const git_oid& id);
  /// All that can be read, whether a branch leads to them or not, by their ids.
  std::vector<GitCommit> all_commits();
  /// The bytes of a tree that are one.
  std::optional<std::string> tree(const git_oid& id);

  /// What was wrong with the last, a clause: "its tree 0123... is missing".
  const std::string& why() const { return why_; }

 private:
  void open();
  void close();
  bool can_be_asked_for(const git_oid& id, git_object_t type, Loose what);
  void fail(const git_oid& id, git_object_t type, int error);
  std::string resolve(std::string name);
  std::string line_of(const std::string& name);

  std::string folder_;
  ::git_odb* objects_ = nullptr;
  std::size_t reads_ = 0;
  std::string why_;
  std::string unread_;   // a file of branches that could not be read
  std::string no_file_;  // what lies among the packs and is none
};

/// Bytes of all files in which a repository keeps its objects.
std::uint64_t git_size(const std::string& folder);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_PACKED_GIT_STORE_H_
