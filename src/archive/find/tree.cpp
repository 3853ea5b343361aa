// SPDX-License-Identifier: MIT
#include "archive/find/tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <new>

#include "text/ascii.h"

namespace basewalk::archive {
namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

// To the system it ends there, and is the name of another file; a name in an archive may have one.
bool has_nul(std::string_view name) { return name.find('\0') != name.npos; }

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

// What MH's rmm leaves of message 17: ",17", or "#17".
bool is_deleted_number(std::string_view name) {
  return (name.starts_with(',') || name.starts_with('#')) && is_number(name.substr(1));
}

// The number in the name of a message of Cyrus ("17."), Apple Mail ("17.emlx", "17.partial.emlx")
// or Dovecot ("u.17", "m.17"), and which of them it is, from 1; 0: none.
struct Numbered {
  int family = 0;
  std::string_view number;
};
Numbered numbered(std::string_view name) {
  constexpr std::string_view kBehind[] = {".", ".emlx", ".partial.emlx"};
  constexpr std::string_view kBefore[] = {"u.", "m."};
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  if (digits > 0)
    for (const std::string_view each : kBehind)
      if (name.substr(digits) == each) return {each == "." ? 1 : 2, name.substr(0, digits)};
  for (const std::string_view each : kBefore)
    if (name.starts_with(each) && is_number(name.substr(each.size())))
      return {each == "u." ? 3 : 4, name.substr(each.size())};
  return {};
}

// An epoch of a public-inbox: "17.git".
std::string_view epoch(std::string_view name) {
  constexpr std::string_view kEnd = ".git";
  if (!name.ends_with(kEnd)) return {};
  name.remove_suffix(kEnd.size());
  return is_number(name) ? name : std::string_view();
}

// What public-inbox keeps beside the folder with the epochs: indices, and a repository that borrows
// all from them.
bool is_beside_epochs(std::string_view name) {
  if (name == "all.git" || name == "inbox.lock") return true;
  if (name.starts_with("msgmap.sqlite3") || name.starts_with("over.sqlite3")) return true;
  return name.starts_with("xap") && is_number(name.substr(3));
}

// A folder of KMail's follows the one that it belongs to.
std::string_view sort_name(std::string_view name) {
  return is_kmail_folder(name) ? name.substr(1) : name;
}

// Is there nothing in it?  What cannot be listed may hold something.
bool is_empty_folder(const std::string& path) {
  const std::unique_ptr<DIR, CloseFolder> open(::opendir(path.c_str()));
  if (!open && errno == ENOMEM) throw std::bad_alloc();
  if (!open) return false;
  while (const dirent* entry = ::readdir(open.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") return false;
  }
  return true;
}

// What the folders of a Maildir are called.
bool is_maildir_name(std::string_view name) {
  return name == "cur" || name == "new" || name == "tmp";
}

// Does a file lie where a Maildir has its messages?
bool is_in_maildir(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos || slash == 0) return false;
  const std::size_t above = path.rfind('/', slash - 1);
  const std::size_t begin = above == std::string::npos ? 0 : above + 1;
  const std::string_view folder = std::string_view(path).substr(begin, slash - begin);
  if (folder != "cur" && folder != "new") return false;
  int folders = 0;
  for (const char* name : {"cur", "new", "tmp"}) {
    struct stat status {};
    folders +=
        ::stat((path.substr(0, begin) + name).c_str(), &status) == 0 && S_ISDIR(status.st_mode) ? 1
                                                                                                : 0;
  }
  return folders >= 2;
}

}  // namespace

bool is_kmail_folder(std::string_view name) {
  constexpr std::string_view kEnd = ".directory";
  return name.size() > 1 + kEnd.size() && is_hidden(name) && name.ends_with(kEnd);
}

enum class Tree::Why : unsigned char {
  read,
  hidden,
  no_message,
  beside,
  delivery,
  deleted,
  inbox,
  no_file
};

namespace {

// In the order of Tree::Why.
const Failure kWhys[] = {
    {},
    {"is hidden by its name", false, Trouble::hidden},
    {"has a name that no message of this folder has", false, Trouble::hidden},
    {"is what mail programs keep beside the folders of a Maildir", false, Trouble::index},
    {"holds messages of a Maildir that are not yet delivered", false, Trouble::hidden},
    {"is a message that was deleted from its MH folder", false, Trouble::hidden},
    {"is what public-inbox keeps beside its repositories", false, Trouble::index},
    {"is a pipe, a device or a socket, which are read where they are named", false,
     Trouble::not_mail},
};

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

// The same file, by its device and inode; only what is called so is looked at.
bool Tree::is_written(int folder, const char* name) const {
  return std::any_of(written_.begin(), written_.end(), [&](const std::string& file) {
    struct stat found {
    }, written{};
    return std::string_view(file).substr(file.rfind('/') + 1) == name &&
           ::fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 &&
           ::stat(file.c_str(), &written) == 0 && found.st_dev == written.st_dev &&
           found.st_ino == written.st_ino;
  });
}

std::optional<Failure> Tree::list(Folder& folder) {
  folder.listed = true;
  const std::unique_ptr<DIR, CloseFolder> open(::opendir(folder.path.c_str()));
  if (!open && errno == ENOMEM) throw std::bad_alloc();
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
    if (is_written(::dirfd(open.get()), entry->d_name)) continue;
    const Why why = type == Type::other ? Why::no_file : Why::read;
    listing.entries.push_back({listing.names.size(), type, why});
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
  const Listing& listing = folder.listing;
  bool has[2] = {false, false};
  std::erase_if(folder.listing.entries, [&](const Entry& entry) {
    const std::string_view name = listing.name(entry);
    const bool is_read = entry.type == Type::folder && (name == "cur" || name == "new");
    if (is_read) has[name == "new"] = true;
    return is_read;
  });
  for (Entry& entry : folder.listing.entries) {
    if (entry.type != Type::folder)
      entry.why = Why::beside;
    else if (listing.name(entry) == "tmp")
      entry.why = Why::delivery;
  }
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

// Where a Maildir has its messages.
void Tree::arrange_messages(Folder& folder) {
  for (Entry& entry : folder.listing.entries) {
    if (is_hidden(folder.listing.name(entry)))
      entry.why = Why::hidden;
    else if (entry.type == Type::folder)
      entry.why = Why::no_message;
  }
}

// Numbers in their order, then what else there is.
void Tree::arrange_mh(Folder& folder) {
  Listing& listing = folder.listing;
  const auto is_message = [&](const Entry& entry) {
    return entry.type == Type::file && is_number(listing.name(entry));
  };
  for (Entry& entry : listing.entries) {
    const std::string_view name = listing.name(entry);
    if (is_hidden(name))
      entry.why = Why::hidden;
    else if (entry.type == Type::file && !is_number(name))
      entry.why = is_deleted_number(name) ? Why::deleted : Why::no_message;
  }
  std::sort(listing.entries.begin(), listing.entries.end(), [&](const Entry& a, const Entry& b) {
    if (is_message(a) != is_message(b)) return is_message(a);
    const std::string_view x = listing.name(a), y = listing.name(b);
    return is_message(a) ? less_as_number(x, y) : x < y;
  });
}

// What mail programs number comes in that order, then all else by name.
void Tree::arrange_any(Folder& folder) {
  Listing& listing = folder.listing;
  bool in_order = true;
  const auto number_of = [&](const Entry& entry) {
    if (entry.type == Type::file) return numbered(listing.name(entry));
    const std::string_view number = epoch(listing.name(entry));
    return number.empty() ? Numbered() : Numbered{5, number};
  };
  const bool is_inbox =
      std::any_of(listing.entries.begin(), listing.entries.end(), [&](const Entry& entry) {
        return entry.type == Type::folder && listing.name(entry) == "git";
      });
  for (Entry& entry : listing.entries) {
    const std::string_view name = listing.name(entry);
    if (is_inbox && is_beside_epochs(name)) entry.why = Why::inbox;
    const bool is_kmail = entry.type == Type::folder && is_kmail_folder(name);
    if (is_hidden(name) && !is_kmail) entry.why = Why::hidden;
    in_order = in_order && !is_kmail && number_of(entry).family == 0;
  }
  if (in_order) return;
  std::sort(listing.entries.begin(), listing.entries.end(), [&](const Entry& a, const Entry& b) {
    const Numbered x = number_of(a), y = number_of(b);
    if ((x.family == 0) != (y.family == 0)) return y.family == 0;
    if (x.family != y.family) return x.family < y.family;
    if (x.family == 0) return sort_name(listing.name(a)) < sort_name(listing.name(b));
    if (x.number != y.number) return less_as_number(x.number, y.number);
    return listing.name(a) < listing.name(b);
  });
}

// gitrepository-layout(5)
bool Tree::is_repository(const Listing& listing) {
  int found = 0;
  for (const Entry& entry : listing.entries) {
    const std::string_view name = listing.name(entry);
    found += entry.type == Type::folder ? name == "objects" || name == "refs" : name == "HEAD";
  }
  return found == 3;
}

Found Tree::repository(std::string name, FileStream::From from) const {
  // Each of its files is a message.
  return {std::move(name), from, as_ == Kind::mbox ? as_ : Kind::eml, {}, {}, 0, true};
}

std::optional<Failure> Tree::arrange(Folder& folder) {
  const bool of_files = as_ == Kind::eml || as_ == Kind::mbox;
  const Kind as = of_files ? as_ : std::exchange(top_, Kind::automatic);
  std::size_t maildir_folders = 0, visible_files = 0, numbers = 0;
  bool cur_or_new = false, sequences = false;
  for (const Entry& entry : folder.listing.entries) {
    const std::string_view name = folder.listing.name(entry);
    if (entry.type == Type::other) continue;
    if (entry.type == Type::folder) {
      maildir_folders += is_maildir_name(name) ? 1 : 0;
      cur_or_new = cur_or_new || name == "cur" || name == "new";
    } else {
      sequences = sequences || name == ".mh_sequences";
      visible_files += is_hidden(name) || is_deleted_number(name) ? 0 : 1;
      numbers += is_number(name) ? 1 : 0;
    }
  }
  if (as == Kind::maildir && !cur_or_new)
    return Failure{"this is no Maildir: it has neither cur nor new", false, Trouble::misused};
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
    arrange_any(folder);
  }
  return {};
}

// "mail.tar/cur/1": the part of the name that is a file may be an archive, or a folder a
// repository.
Found Tree::in_archive(std::string name, Kind kind) {
  std::size_t end = name.size();
  while ((end = name.rfind('/', end - 1)) != std::string::npos && end > 0) {
    const std::string above = name.substr(0, end);
    if (has_nul(above)) continue;
    struct stat status {};
    if (::stat(above.c_str(), &status) != 0) continue;
    if (S_ISREG(status.st_mode))
      return {above, FileStream::From::name, kind, {}, std::move(name), 0};
    seen_.clear();
    Folder folder;
    folder.path = above;
    if (!S_ISDIR(status.st_mode) || list(folder) || !is_repository(folder.listing)) break;
    Found found = repository(above, FileStream::From::name);
    found.only = std::move(name);
    return found;
  }
  std::optional<Failure> failure;
  if (has_nul(name)) failure = system_failure(ENOENT);
  return {std::move(name), FileStream::From::name, kind, std::move(failure), {}, 0};
}

std::optional<Found> Tree::named(std::string name) {
  while (name.size() > 1 && name.ends_with('/')) name.pop_back();
  struct stat status {};
  const bool is_of_system = !has_nul(name);
  const bool exists = name == "-" || (is_of_system && ::stat(name.c_str(), &status) == 0);
  // What lies in an archive is not there either; this is another thing.
  const int error = exists ? 0 : is_of_system ? errno : ENOENT;
  if (!exists)
    if (Failure failure = system_failure(error); failure.worth_a_retry || error == EACCES)
      return Found{std::move(name), FileStream::From::name, Kind::automatic, failure, {}, 0};
  if (name == "-" || !exists || !S_ISDIR(status.st_mode)) {
    Kind kind = as_ == Kind::eml || as_ == Kind::mbox ? as_ : Kind::automatic;
    if (exists && kind == Kind::automatic && is_in_maildir(name)) kind = Kind::eml;
    Found found = exists ? Found{std::move(name), FileStream::From::name, kind, {}, {}, 0}
                         : in_archive(std::move(name), kind);
    const bool is_there = exists || !found.only.empty();
    if (is_there && as_ == Kind::maildir)
      found.failure = {"this is no Maildir: it is no folder", false, Trouble::misused};
    else if (is_there && as_ == Kind::mh)
      found.failure = {"this is no folder of MH: it is no folder", false, Trouble::misused};
    return found;
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
      const bool is_free = stack_.size() > 1 || (top_ != Kind::maildir && top_ != Kind::mh);
      if (!failure && is_free && !folder.only_messages && is_repository(folder.listing)) {
        const bool is_named = stack_.size() == 1;
        stack_.pop_back();
        return repository(path, is_named ? FileStream::From::name : FileStream::From::folder);
      }
      if (!failure && folder.only_messages)
        arrange_messages(folder);
      else if (!failure)
        failure = arrange(folder);
      if (failure) return Found{path, FileStream::From::folder, Kind::automatic, failure, {}, 0};
      continue;
    }
    if (folder.next == folder.listing.entries.size()) {
      stack_.pop_back();
      continue;
    }
    const Entry entry = folder.listing.entries[folder.next++];
    std::string path = folder.path;
    if (!path.ends_with('/')) path += '/';
    path += folder.listing.name(entry);
    if (entry.why != Why::read) {
      // Once for all that is in it, if there is anything.
      if (entry.type == Type::folder && is_empty_folder(path)) continue;
      const Failure& why = kWhys[static_cast<std::size_t>(entry.why)];
      return Found{std::move(path), FileStream::From::folder, Kind::automatic, why, {}, 0};
    }
    if (entry.type == Type::file)
      return Found{std::move(path), FileStream::From::folder, folder.kind, {}, {}, 0};
    Folder below;
    below.path = std::move(path);
    stack_.push_back(std::move(below));
  }
}

}  // namespace basewalk::archive
