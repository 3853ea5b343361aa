// SPDX-License-Identifier: MIT
#include "archive/tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "text/ascii.h"

namespace basewalk::archive {
namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

bool is_number(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), ascii::is_digit);
}

bool less_as_number(std::string_view a, std::string_view b) {
  const auto digits = [](std::string_view number) {
    return number.substr(std::min(number.find_first_not_of('0'), number.size() - 1));
  };
  const std::string_view x = digits(a), y = digits(b);
  if (x.size() != y.size()) return x.size() < y.size();
  return x != y ? x < y : a < b;
}

bool is_hidden(std::string_view name) { return name.starts_with('.'); }

// What the folders of a Maildir are called.
bool is_maildir_name(std::string_view name) {
  return name == "cur" || name == "new" || name == "tmp";
}

}  // namespace

Tree::Type Tree::type_of(int folder, const char* name, unsigned char listed_as) {
  if (listed_as == DT_REG) return Type::file;
  if (listed_as == DT_DIR) return Type::folder;
  if (listed_as != DT_LNK && listed_as != DT_UNKNOWN) return Type::other;
  struct stat status {};
  // A link that leads nowhere is a file: opening it will say so.
  if (::fstatat(folder, name, &status, 0) != 0) return Type::file;
  if (S_ISDIR(status.st_mode)) return Type::folder;
  return S_ISREG(status.st_mode) ? Type::file : Type::other;
}

std::optional<Failure> Tree::list(Folder& folder) {
  folder.listed = true;
  const std::unique_ptr<DIR, CloseFolder> open(::opendir(folder.path.c_str()));
  if (!open) return system_failure(errno);
  struct stat status {};
  if (::fstat(::dirfd(open.get()), &status) != 0) return system_failure(errno);
  if (!seen_.emplace(status.st_dev, status.st_ino).second) return {};
  Listing& listing = folder.listing;
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(open.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    const Type type = type_of(::dirfd(open.get()), entry->d_name, entry->d_type);
    if (type == Type::other) continue;
    listing.entries.push_back({listing.names.size(), type});
    listing.names.append(name).push_back('\0');
  }
  const int error = errno;
  std::sort(listing.entries.begin(), listing.entries.end(),
            [&](const Entry& a, const Entry& b) { return listing.name(a) < listing.name(b); });
  if (error == 0) return {};
  listing = Listing();
  return system_failure(error);
}

// cur, then new, then the folders below; the files beside them are indices of mail programs.
void Tree::arrange_maildir(Folder& folder) {
  bool has[2] = {false, false};
  std::erase_if(folder.listing.entries, [&](const Entry& entry) {
    if (entry.type != Type::folder) return true;
    const std::string_view name = folder.listing.name(entry);
    if (name == "cur") has[0] = true;
    if (name == "new") has[1] = true;
    return is_maildir_name(name);
  });
  const std::string path = folder.path;  // the stack may move
  for (const char* name : {"new", "cur"}) {
    if (!has[*name == 'n']) continue;
    Folder below;
    below.path = path + (path.ends_with("/") ? "" : "/") + name;
    below.only_messages = true;
    below.kind = Kind::eml;
    stack_.push_back(std::move(below));
  }
}

// Numbers in their order, then the folders below.
void Tree::arrange_mh(Folder& folder) {
  Listing& listing = folder.listing;
  std::erase_if(listing.entries, [&](const Entry& entry) {
    const std::string_view name = listing.name(entry);
    return entry.type == Type::file ? !is_number(name) : is_hidden(name);
  });
  std::sort(listing.entries.begin(), listing.entries.end(), [&](const Entry& a, const Entry& b) {
    if (a.type != b.type) return a.type == Type::file;
    const std::string_view x = listing.name(a), y = listing.name(b);
    return a.type == Type::file ? less_as_number(x, y) : x < y;
  });
}

std::optional<Failure> Tree::arrange(Folder& folder) {
  const bool of_files = as_ == Kind::eml || as_ == Kind::mbox;
  const Kind as = of_files ? as_ : std::exchange(top_, Kind::automatic);
  std::size_t maildir_folders = 0, visible_files = 0, numbers = 0;
  bool cur_or_new = false, sequences = false;
  for (const Entry& entry : folder.listing.entries) {
    const std::string_view name = folder.listing.name(entry);
    if (entry.type == Type::folder) {
      maildir_folders += is_maildir_name(name) ? 1 : 0;
      cur_or_new = cur_or_new || name == "cur" || name == "new";
    } else {
      sequences = sequences || name == ".mh_sequences";
      visible_files += is_hidden(name) ? 0 : 1;
      numbers += is_number(name) ? 1 : 0;
    }
  }
  if (as == Kind::maildir && !cur_or_new)
    return Failure{"this is no Maildir: it has neither cur nor new", false};
  const bool free = as == Kind::automatic || as == Kind::eml;
  if (as == Kind::maildir || (free && cur_or_new && maildir_folders >= 2)) {
    arrange_maildir(folder);
  } else if (as == Kind::mh || (free && sequences)) {
    folder.kind = Kind::eml;
    arrange_mh(folder);
  } else if (free && numbers > 0 && numbers == visible_files) {
    // Named like the messages of MH, but so are mailboxes that are kept by year.
    folder.kind = as;
    arrange_mh(folder);
  } else {
    folder.kind = as;
    std::erase_if(folder.listing.entries,
                  [&](const Entry& entry) { return is_hidden(folder.listing.name(entry)); });
  }
  return {};
}

// "mail.tar/cur/1": the part of the name that is a file may be an archive.
Found Tree::in_archive(std::string name, Kind kind) {
  std::size_t end = name.size();
  while ((end = name.rfind('/', end - 1)) != std::string::npos && end > 0) {
    const std::string above = name.substr(0, end);
    struct stat status {};
    if (::stat(above.c_str(), &status) != 0) continue;
    if (S_ISREG(status.st_mode))
      return {above, FileStream::From::name, kind, {}, std::move(name), 0};
    break;
  }
  return {std::move(name), FileStream::From::name, kind, {}, {}, 0};
}

std::optional<Found> Tree::named(std::string name) {
  while (name.size() > 1 && name.ends_with('/')) name.pop_back();
  struct stat status {};
  const bool exists = name == "-" || ::stat(name.c_str(), &status) == 0;
  if (name == "-" || !exists || !S_ISDIR(status.st_mode)) {
    const Kind kind = as_ == Kind::eml || as_ == Kind::mbox ? as_ : Kind::automatic;
    if (exists) return Found{std::move(name), FileStream::From::name, kind, {}, {}, 0};
    return in_archive(std::move(name), kind);
  }
  seen_.clear();
  top_ = as_;
  Folder top;
  top.path = std::move(name);
  stack_.push_back(std::move(top));
  return {};
}

std::optional<Found> Tree::next() {
  std::optional<Found> found = find();
  if (found) found->name_number = names_read_ - 1;
  return found;
}

std::optional<Found> Tree::find() {
  for (;;) {
    if (stack_.empty()) {
      std::optional<std::string> name = names_();
      if (!name) return {};
      ++names_read_;
      std::optional<Found> found = named(std::move(*name));
      if (found) return found;
    }
    Folder& folder = stack_.back();
    if (!folder.listed) {
      std::optional<Failure> failure = list(folder);
      const std::string path = folder.path;
      if (!failure && !folder.only_messages) failure = arrange(folder);
      if (failure) return Found{path, FileStream::From::folder, Kind::automatic, failure, {}, 0};
      continue;
    }
    if (folder.next == folder.listing.entries.size()) {
      stack_.pop_back();
      continue;
    }
    const Entry entry = folder.listing.entries[folder.next++];
    const std::string_view name = folder.listing.name(entry);
    if (folder.only_messages && (entry.type == Type::folder || is_hidden(name))) continue;
    std::string path = folder.path;
    if (!path.ends_with('/')) path += '/';
    path += name;
    if (entry.type == Type::file)
      return Found{std::move(path), FileStream::From::folder, folder.kind, {}, {}, 0};
    Folder below;
    below.path = std::move(path);
    stack_.push_back(std::move(below));
  }
}

}  // namespace basewalk::archive
