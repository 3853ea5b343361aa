// SPDX-License-Identifier: MIT
#include "archive/packed/inbox.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "archive/packed/git_store.h"

namespace basewalk::archive {
namespace {

constexpr std::size_t kHexBytes = 40;
// A folder with two digits, a file with 38, and a folder in its place where there are several.
constexpr int kDepth = 3;

enum class Version : unsigned char { none, v1, v2 };

bool is_hex(std::string_view name, std::size_t size) {
  return name.size() == size && name.find_first_not_of("0123456789abcdef") == name.npos;
}

struct Step {
  git_oid commit, tree;
  bool is_lost;  // it cannot be read
};

// The message as it lies in its object.
class Blob final : public ByteStream {
 public:
  Blob(GitObject object, std::uint64_t place)
      : object_(std::move(object)), bytes_(bytes_of(object_)), place_(place) {}

  std::size_t read(char* into, std::size_t size) override {
    const std::size_t count = std::min(size, bytes_.size() - at_);
    std::memcpy(into, bytes_.data() + at_, count);
    at_ += count;
    return count;
  }
  std::optional<std::uint64_t> size() const override { return bytes_.size(); }
  std::uint64_t place(std::uint64_t) override { return place_; }

 private:
  GitObject object_;
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::uint64_t place_;
};

class Inbox final : public Members {
 public:
  Inbox(const std::string& folder, InboxPart part, std::atomic<std::uint64_t>& done)
      : store_(folder), part_(std::move(part)), done_(done), size_(git_size(folder)) {}

  /// What makes it impossible to read it as one.
  std::optional<Failure> open();
  std::optional<Found> next() override;
  std::uint64_t lies() const override { return size_; }

 private:
  // What a commit brought: a message, or what is wrong.
  struct Brought {
    std::string path;
    git_oid id = {};
    std::optional<Failure> failure = {};
  };

  Version version_of(const std::string& tree);
  std::optional<Version> find_version(const git_oid& tip);
  std::optional<Version> find_version();
  void list(std::optional<git_oid> tip);
  void list_unreached();
  bool is_continued(const git_oid& id);
  void begin();
  std::uint64_t place(std::size_t step) const;
  void take_step();
  void compare_roots(std::string tree);
  void compare_v2(std::string_view before, std::string_view now);
  void compare(std::string_view before, std::string_view now, const std::string& path, int depth);
  std::optional<Found> take_brought();
  std::optional<Found> take_doubt();

  GitStore store_;
  InboxPart part_;
  std::atomic<std::uint64_t>& done_;
  std::uint64_t size_;
  Version version_ = Version::none;

  std::vector<Step> steps_;  // the last first
  std::size_t next_ = 0;     // from the first on
  std::size_t end_ = 0;
  std::optional<git_oid> parent_;  // of the first
  std::string before_;             // the tree of the commit before, as far as it could be read
  std::deque<Brought> brought_;
  std::vector<std::string> unknown_;  // folders of this commit that cannot be read
  std::set<std::string> told_;        // folders of which that has been told
  bool is_one_ = false;               // that the commit brought
  git_oid commit_ = {};               // that brought them
  std::uint64_t place_ = 0;
  bool has_branch_ = true;
  bool doubted_ = false;
};

Version Inbox::version_of(const std::string& tree) {
  bool v1 = true, v2 = true, sure = false;
  GitTree entries(tree);
  while (const std::optional<GitTree::Entry> entry = entries.next()) {
    v2 = v2 && entry->is_file && (entry->name == "m" || entry->name == "d");
    v1 = v1 && entry->is_tree && is_hex(entry->name, 2);
    if (!v1 || sure) continue;
    const std::optional<std::string> below = store_.tree(entry->id);
    if (!below) continue;
    GitTree names(*below);
    const std::optional<GitTree::Entry> first = names.next();
    sure = first && is_hex(first->name, 38);
    v1 = sure;
  }
  if (v2) return Version::v2;
  return v1 ? Version::v1 : Version::none;
}

// By the last tree that has something in it; none where that cannot be read.
std::optional<Version> Inbox::find_version(const git_oid& tip) {
  std::optional<git_oid> id = tip;
  while (id) {
    const std::optional<GitCommit> commit = store_.commit(*id);
    if (!commit) return {};
    const std::optional<std::string> tree = store_.tree(commit->tree);
    if (tree && !tree->empty()) return version_of(*tree);
    id = commit->parent;
  }
  return Version::none;
}

std::optional<Version> Inbox::find_version() {
  for (const Step& step : steps_) {
    const std::optional<std::string> tree = step.is_lost ? std::nullopt : store_.tree(step.tree);
    if (tree && !tree->empty()) return version_of(*tree);
  }
  return {};
}

std::optional<Failure> Inbox::open() {
  std::optional<git_oid> tip = git_oid{};
  std::optional<Version> version;
  switch (store_.tip(*tip)) {
    case GitStore::Branch::unreadable:
      return Failure{"is a git repository that " + store_.why() + ", which is not read", false,
                     Trouble::no_reader};
    case GitStore::Branch::unreachable:
      return Failure{"is a git repository, and " + store_.why(), false, Trouble::no_reader};
    case GitStore::Branch::failed:
      return Failure{"cannot be read: " + store_.why(), true, Trouble::unreadable};
    case GitStore::Branch::none:
      tip.reset();
      break;
    case GitStore::Branch::found:
      version = find_version(*tip);
      break;
  }
  if (!version) {
    const std::string why = store_.why();
    list(tip);
    version = find_version();
    if (!version && tip)
      return Failure{"cannot be read: " + why + "; git fsck says more", false, Trouble::damaged};
    has_branch_ = tip.has_value();
  }
  version_ = version.value_or(Version::none);
  if (version_ == Version::none)
    return Failure{"is a git repository, and no public-inbox; there is no message in it", false,
                   Trouble::not_mail};
  const std::optional<git_oid> only = id_of(std::string_view(part_.only).substr(0, kHexBytes));
  if (!part_.only.empty()) {
    if (!only || !store_.commit(*only)) return {};
    part_.after = part_.only;
    if (is_continued(*only)) {
      steps_.clear();
      tip = only;
    }
  }
  if (steps_.empty()) list(tip);
  begin();
  end_ = only ? std::min(next_ + 1, steps_.size()) : steps_.size();
  return {};
}

// Is the commit before it there, if there is one?
bool Inbox::is_continued(const git_oid& id) {
  const std::optional<GitCommit> commit = store_.commit(id);
  return commit && (!commit->parent || store_.commit(*commit->parent));
}

// The commits that are wanted.
void Inbox::list(std::optional<git_oid> tip) {
  const std::string_view after = std::string_view(part_.after).substr(0, kHexBytes);
  parent_ = tip;
  while (parent_) {
    const std::optional<GitCommit> commit = store_.commit(*parent_);
    if (!commit) break;
    steps_.push_back({commit->id, commit->tree, false});
    parent_ = commit->parent;
    // Places count all commits.
    if (part_.from == 0 && hex(commit->id) == after && is_continued(commit->id)) return;
  }
  if (tip && !parent_) return;
  if (parent_) steps_.push_back({*parent_, {}, true});
  if (!tip || !store_.is_shallow()) list_unreached();
}

// Behind a commit that cannot be read are others that nothing leads to: from each that is no parent
// on, the latest first.
void Inbox::list_unreached() {
  const std::vector<GitCommit> all = store_.all_commits();
  const auto find = [&](const git_oid& id) {
    const auto at = std::lower_bound(
        all.begin(), all.end(), id,
        [](const GitCommit& a, const git_oid& b) { return comes_before(a.id, b); });
    const bool found = at != all.end() && is_same(at->id, id);
    return static_cast<std::size_t>(found ? at - all.begin() : all.end() - all.begin());
  };
  std::vector<bool> is_listed(all.size() + 1), is_parent(all.size() + 1);
  for (const Step& step : steps_) is_listed[find(step.commit)] = true;
  for (const GitCommit& commit : all)
    if (commit.parent) is_parent[find(*commit.parent)] = true;
  std::vector<std::size_t> last;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!is_parent[i] && !is_listed[i]) last.push_back(i);
  std::stable_sort(last.begin(), last.end(),
                   [&](std::size_t a, std::size_t b) { return all[a].time > all[b].time; });
  for (std::size_t at : last) {
    for (;;) {
      is_listed[at] = true;
      steps_.push_back({all[at].id, all[at].tree, false});
      parent_ = all[at].parent;
      if (!parent_) break;
      at = find(*parent_);
      if (at == all.size()) steps_.push_back({*parent_, {}, true});
      if (at == all.size() || is_listed[at]) break;
    }
  }
}

// Where the last one before the first that is wanted has left its tree.
void Inbox::begin() {
  const auto step = [this](std::size_t i) -> const Step& { return steps_[steps_.size() - 1 - i]; };
  while (next_ < steps_.size() && place(next_) < part_.from) ++next_;
  if (const std::string_view after = std::string_view(part_.after).substr(0, kHexBytes);
      !after.empty())
    while (next_ < steps_.size() && hex(step(next_).commit) != after) ++next_;
  for (std::size_t i = next_; i-- > 0;) {
    const std::optional<std::string> tree =
        step(i).is_lost ? std::nullopt : store_.tree(step(i).tree);
    before_ = tree.value_or("");
    if (tree || version_ == Version::v2) return;
  }
  if (next_ > 0) return;
  for (std::optional<git_oid> id = parent_; id;) {
    const std::optional<GitCommit> parent = store_.commit(*id);
    if (!parent) return;
    const std::optional<std::string> tree = store_.tree(parent->tree);
    before_ = tree.value_or("");
    if (tree || version_ == Version::v2) return;
    id = parent->parent;
  }
}

std::uint64_t Inbox::place(std::size_t step) const {
  const std::uint64_t count = std::max<std::size_t>(steps_.size(), 1);
  return size_ / count * step + size_ % count * step / count;
}

// In version 2 each tree stands for itself.
void Inbox::compare_v2(std::string_view before, std::string_view now) {
  const auto message_of = [this](std::string_view bytes, bool is_now) {
    std::optional<git_oid> found;
    GitTree entries(bytes);
    while (const std::optional<GitTree::Entry> entry = entries.next()) {
      if (entry->name == "m" && entry->is_file)
        found = entry->id;
      else if (is_now && entry->name != "d")
        brought_.push_back(
            {std::string(entry->name), entry->id,
             Failure{"has a name that no message of a public-inbox has", false, Trouble::hidden}});
    }
    return found;
  };
  const std::optional<git_oid> old = message_of(before, false), found = message_of(now, true);
  if (found && !(old && is_same(*old, *found))) brought_.push_front({"m", *found});
}

// What is in a tree that was not in the one before.
void Inbox::compare(std::string_view before, std::string_view now, const std::string& path,
                    int depth) {
  struct Old {
    std::string_view name;
    bool is_tree;
    git_oid id;
  };
  std::vector<Old> olds;
  GitTree old_entries(before);
  while (const std::optional<GitTree::Entry> entry = old_entries.next())
    olds.push_back({entry->name, entry->is_tree, entry->id});
  const auto by_name = [](const Old& old, std::string_view name) { return old.name < name; };
  // Folders are sorted as if their names ended with a slash.
  if (!std::is_sorted(olds.begin(), olds.end(),
                      [](const Old& a, const Old& b) { return a.name < b.name; }))
    std::sort(olds.begin(), olds.end(), [](const Old& a, const Old& b) { return a.name < b.name; });
  GitTree entries(now);
  while (const std::optional<GitTree::Entry> entry = entries.next()) {
    const auto old = std::lower_bound(olds.begin(), olds.end(), entry->name, by_name);
    const bool was_there = old != olds.end() && old->name == entry->name;
    if (was_there && is_same(old->id, entry->id)) continue;
    const std::string name = (path.empty() ? "" : path + '/') + std::string(entry->name);
    const bool is_named = is_hex(entry->name, depth == 0 ? 2 : depth == 1 ? 38 : 40);
    if (!is_named || depth == kDepth || (entry->is_tree ? depth == kDepth - 1 : depth == 0) ||
        (!entry->is_tree && !entry->is_file)) {
      brought_.push_back(
          {name, entry->id,
           Failure{"has a name that no message of a public-inbox has", false, Trouble::hidden}});
      continue;
    }
    if (!entry->is_tree) {
      brought_.push_back({name, entry->id});
      continue;
    }
    const std::optional<std::string> below = store_.tree(entry->id);
    std::optional<std::string> old_below;
    std::string why = below ? "" : store_.why();
    if (below && was_there && old->is_tree && !is_same(old->id, git_oid{})) {
      old_below = store_.tree(old->id);
      if (!old_below) why = store_.why();
    }
    if (!why.empty()) {
      if (depth == 0) unknown_.push_back(name);
      if (told_.insert(hex(entry->id)).second)
        brought_.push_back({name, entry->id,
                            Failure{"cannot be read: " + why + "; what arrived in it is not known",
                                    false, Trouble::damaged}});
      continue;
    }
    const std::size_t first = brought_.size();
    compare(old_below.value_or(""), *below, name, depth + 1);
    // A message that made room for others of its name.
    if (was_there && !old->is_tree) {
      const auto is_old = [&](const Brought& each) {
        return !each.failure && is_same(each.id, old->id);
      };
      brought_.erase(std::remove_if(brought_.begin() + static_cast<std::ptrdiff_t>(first),
                                    brought_.end(), is_old),
                     brought_.end());
    }
  }
}

void Inbox::compare_roots(std::string tree) {
  if (version_ == Version::v2) {
    compare_v2(before_, tree);
    before_ = std::move(tree);
    return;
  }
  unknown_.clear();
  compare(before_, tree, "", 0);
  // Folders that could not be read count as they were: what is new in them is found by the next
  // commit that changes them.
  std::string patched = tree;
  GitTree entries(tree);
  while (const std::optional<GitTree::Entry> entry = entries.next()) {
    if (std::find(unknown_.begin(), unknown_.end(), entry->name) == unknown_.end()) continue;
    git_oid id = {};
    GitTree olds(before_);
    while (const std::optional<GitTree::Entry> old = olds.next())
      if (old->name == entry->name && store_.tree(old->id)) id = old->id;
    std::memcpy(patched.data() + entry->id_at, id.id, GIT_OID_RAWSZ);
  }
  before_ = std::move(patched);
}

// What the next commit brought.
void Inbox::take_step() {
  const std::size_t step = next_++;
  const Step& here = steps_[steps_.size() - 1 - step];
  commit_ = here.commit;
  place_ = place(step);
  done_ += place(step + 1) - place_;
  std::optional<std::string> tree;
  if (!here.is_lost) tree = store_.tree(here.tree);
  if (here.is_lost) {
    (void)store_.commit(here.commit);
    const bool is_begin = store_.is_shallow() && step == 0;
    Failure failure{"cannot be read: " + store_.why() +
                        "; what arrived with it, and which came before, is not known",
                    false, Trouble::damaged};
    if (is_begin) {
      failure.problem = "is not there: this is a shallow clone, without what arrived before";
      failure.trouble = Trouble::incomplete;
    }
    brought_.push_back({"", {}, std::move(failure)});
    if (version_ == Version::v2) before_.clear();
  } else if (tree) {
    compare_roots(*std::move(tree));
  } else {
    brought_.push_back(
        {"",
         {},
         Failure{"cannot be read: " + store_.why() + "; what arrived with this commit is not known",
                 false, Trouble::damaged}});
    if (version_ == Version::v2) before_.clear();
  }
  is_one_ = std::count_if(brought_.begin(), brought_.end(),
                          [](const Brought& each) { return !each.failure; }) == 1;
}

std::optional<Members::Found> Inbox::take_brought() {
  Brought brought = std::move(brought_.front());
  brought_.pop_front();
  Found found;
  found.name = hex(commit_);
  found.begin = place_;
  const bool is_alone = (is_one_ && !brought.failure) || brought.path.empty();
  if (!is_alone) found.name += '/' + brought.path;
  found.failure = std::move(brought.failure);
  if (found.failure) return found;
  const std::optional<std::uint64_t> size = store_.size(brought.id, GIT_OBJECT_BLOB);
  if (size && *size > part_.message_bytes) {
    found.failure = Failure{"the message is longer than the limit (" + std::to_string(*size) +
                                " bytes) and was passed over",
                            false, Trouble::limit, Extent{0, *size}, "message-bytes"};
    return found;
  }
  GitObject object = size ? store_.read(brought.id, GIT_OBJECT_BLOB) : nullptr;
  if (object) {
    found.bytes = std::make_unique<Blob>(std::move(object), place_);
    return found;
  }
  found.failure = Failure{"cannot be read: " + store_.why(), false, Trouble::damaged};
  if (size) found.failure->extent = Extent{0, *size};
  return found;
}

// What is doubtful of all of it is told at its end, where a run that goes on has it behind.
std::optional<Members::Found> Inbox::take_doubt() {
  if (std::exchange(doubted_, true) || !part_.only.empty()) return {};
  std::string doubt;
  if (!has_branch_) doubt = "has no branch; all its commits were read, by their dates";
  if (store_.has_alternates())
    doubt +=
        std::string(doubt.empty() ? "" : "; it ") +
        "borrows from other repositories (objects/info/alternates), which were not looked into";
  if (doubt.empty()) return {};
  Found found;
  found.failure = Failure{std::move(doubt), false, Trouble::doubtful};
  return found;
}

std::optional<Members::Found> Inbox::next() {
  for (;;) {
    if (!brought_.empty()) return take_brought();
    if (next_ == end_) return take_doubt();
    take_step();
  }
}

}  // namespace

std::variant<std::unique_ptr<Members>, Failure> members_of_inbox(const std::string& folder,
                                                                 InboxPart part,
                                                                 std::atomic<std::uint64_t>& done) {
  auto inbox = std::make_unique<Inbox>(folder, std::move(part), done);
  if (std::optional<Failure> failure = inbox->open()) return *std::move(failure);
  return inbox;
}

std::uint64_t inbox_size(const std::string& folder) { return git_size(folder); }

}  // namespace basewalk::archive
