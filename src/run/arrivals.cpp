// SPDX-License-Identifier: MIT
#include "run/arrivals.h"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "text/files/path.h"

namespace basewalk::run {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kEvents = IN_CREATE | IN_OPEN | IN_CLOSE_WRITE | IN_CLOSE_NOWRITE |
                                  IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF | IN_ONLYDIR |
                                  IN_EXCL_UNLINK;
// What is remembered of files that are between two events.
constexpr std::size_t kMost = 4096;
// Of the time that is waited for what has moved on.
constexpr int kLooksIn = 60;
constexpr const char* kGone = ": was gone before it could be read";
constexpr const char* kNoFile = ": is no regular file, and was not read";
constexpr const char* kFolder = ": is a folder, and neither read nor watched";

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

bool is_file(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// Of what could not be read as a file.
std::string why_not_read(const std::string& path) {
  return path + (text::exists(path) ? kNoFile : kGone);
}

bool is_maildir(const std::string& path) {
  return is_folder(path + "/cur") && is_folder(path + "/new");
}

template <class Key>
void remember(std::map<Key, std::string>& map, const Key& key, const std::string& value) {
  if (map.size() == kMost) map.erase(map.begin());
  map[key] = value;
}

std::vector<std::string> hidden_folders_in(const std::string& path, std::error_code& error) {
  std::vector<std::string> names;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error))
    if (std::string name = entry->path().filename(); name.starts_with('.'))
      names.push_back(std::move(name));
  std::ranges::sort(names);
  return names;
}

}  // namespace

std::string Arrivals::watch(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::canonical(path, error);
  // Where a link leads now; it may be another place in a moment.
  const int watch =
      ::inotify_add_watch(inotify_.number(), error ? path.c_str() : whole.c_str(), kEvents);
  if (watch < 0)
    return path + ": cannot be watched: " +
           (errno == ENOSPC ? "more folders than fs.inotify.max_user_watches allows"
                            : std::strerror(errno));
  fs::path named = fs::absolute(path, error).lexically_normal();
  if (!named.has_filename()) named = named.parent_path();
  Folder& folder = folders_[watch];
  folder.whole = whole;
  if (named != whole) folder.links.insert(path);
  if (std::ranges::find(folder.paths, path) == folder.paths.end())
    folder.paths.insert(named != whole ? folder.paths.end() : folder.paths.begin(), path);
  has_links_ = has_links_ || named != whole;
  watch_the_way(folder.whole);
  return {};
}

// What comes into a folder that was moved, or lies in one that was, comes under another name, and
// what comes under its name comes into another folder.
void Arrivals::watch_the_way(const std::string& path) {
  for (fs::path above = fs::path(path).parent_path(); above.has_relative_path();
       above = above.parent_path()) {
    // One that may not be read is not moved either, as a rule.
    const int watch = ::inotify_add_watch(inotify_.number(), above.c_str(),
                                          IN_MOVE_SELF | IN_ONLYDIR | IN_MASK_ADD);
    if (watch >= 0) ways_[watch] = above;
  }
}

void Arrivals::moved_away(const std::string& path) {
  for (auto entry = folders_.begin(); entry != folders_.end();) {
    const auto& [watch, folder] = *entry;
    if (folder.whole != path && !folder.whole.starts_with(path + "/")) {
      ++entry;
      continue;
    }
    for (const std::string& name : folder.paths)
      troubles_.push_back(name + ": was moved, and is watched no more");
    ::inotify_rm_watch(inotify_.number(), watch);
    entry = folders_.erase(entry);
  }
}

std::string Arrivals::add(const std::string& folder) {
  if (!inotify_.is_open()) {
    inotify_.set(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!inotify_.is_open())
      return std::string("no folder can be watched: ") + std::strerror(errno);
  }
  if (!is_folder(folder)) return folder + ": is no folder that can be watched";
  if (!is_maildir(folder)) return watch(folder);
  std::vector<std::string> maildirs = {folder};
  std::error_code error;
  const std::vector<std::string> hidden = hidden_folders_in(folder, error);
  if (error) return folder + ": cannot be listed: " + error.message();
  for (const std::string& name : hidden)
    if (is_maildir(folder + "/" + name)) maildirs.push_back(folder + "/" + name);
  for (const std::string& maildir : maildirs)
    for (const char* part : {"/new", "/cur"})
      if (std::string why = watch(maildir + part); !why.empty()) return why;
  return {};
}

void Arrivals::arrived(const Folder& folder, std::string_view name) {
  arrived_.push_back(folder.path() + "/" + std::string(name));
}

void Arrivals::take(const inotify_event& event, std::string_view name) {
  if ((event.mask & IN_Q_OVERFLOW) != 0) {
    troubles_.emplace_back("more mail came at once than could be told; some was not looked at");
    return;
  }
  const auto way = ways_.find(event.wd);
  const auto entry = folders_.find(event.wd);
  if ((event.mask & IN_MOVE_SELF) != 0) {
    if (entry != folders_.end())
      moved_away(std::string(entry->second.whole));
    else if (way != ways_.end())
      moved_away(way->second);
    return;
  }
  if ((event.mask & IN_IGNORED) != 0 && way != ways_.end()) ways_.erase(way);
  if (entry == folders_.end()) return;
  const Folder& folder = entry->second;
  if ((event.mask & IN_IGNORED) != 0) {
    for (const std::string& path : folder.paths)
      troubles_.push_back(path + ": is gone, and watched no more");
    folders_.erase(entry);
    return;
  }
  if (name.empty() || name.starts_with('.')) return;
  const std::string path = folder.path() + "/" + std::string(name);
  if ((event.mask & IN_ISDIR) != 0) {
    if ((event.mask & (IN_CREATE | IN_MOVED_TO)) != 0) troubles_.push_back(path + kFolder);
    return;
  }
  if ((event.mask & IN_CREATE) != 0) {
    if (created_.size() == kMost) return arrived(folder, name);  // told too early, and not lost
    created_[path] = 0;
  } else if ((event.mask & IN_OPEN) != 0) {
    if (const auto created = created_.find(path); created != created_.end()) ++created->second;
  } else if ((event.mask & IN_CLOSE_NOWRITE) != 0) {
    if (const auto created = created_.find(path); created != created_.end()) --created->second;
  } else if ((event.mask & IN_CLOSE_WRITE) != 0) {
    created_.erase(path);
    arrived(folder, name);
  } else if ((event.mask & IN_MOVED_FROM) != 0) {
    const auto created = created_.find(path);
    if (created != created_.end() && created->second > 0 && written_.size() < kMost)
      written_[event.cookie] = created->second;
    else if (created != created_.end())
      arrived(folder, name);
    if (created != created_.end()) created_.erase(created);
    remember(moved_, event.cookie, path);
  } else if ((event.mask & IN_MOVED_TO) != 0) {
    const auto from = moved_.find(event.cookie);
    if (from == moved_.end()) return arrived(folder, name);
    if (const auto written = written_.find(event.cookie); written != written_.end()) {
      // It is written on under this name.
      created_[path] = written->second;
      written_.erase(written);
      renamed_.erase(path);
      moved_.erase(from);
      return;
    }
    // It was told when it came, unless it could not be read any more.
    if (missed_.erase(from->second) != 0)
      arrived(folder, name);
    else
      remember(renamed_, from->second, path);
    // What was there before has left, or is replaced: no way from here leads in a circle.
    renamed_.erase(path);
    moved_.erase(from);
  }
}

// False where there was none.
bool Arrivals::read_events() {
  alignas(inotify_event) char buffer[65536];
  const ssize_t got = ::read(inotify_.number(), buffer, sizeof buffer);
  if (got <= 0) return false;
  for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
    inotify_event event{};
    std::memcpy(&event, buffer + at, sizeof event);
    const char* const name = buffer + at + sizeof event;
    take(event,
         event.len == 0 ? std::string_view() : std::string_view(name, ::strnlen(name, event.len)));
    at += sizeof event + event.len;
  }
  return true;
}

void Arrivals::wait_for_events() const {
  pollfd ready{inotify_.number(), POLLIN, 0};
  (void)::poll(&ready, 1, static_cast<int>(patience_.count()));
}

void Arrivals::missed() {
  if (is_there()) arrived_.push_front(name_);
}

// Is what has arrived still there?  A mail program may have been faster.
bool Arrivals::is_there() {
  while (!is_file(name_)) {
    const auto renamed = renamed_.find(name_);
    if (renamed == renamed_.end()) {
      if (missed_.size() == kMost)
        troubles_.push_back(why_not_read(name_));
      else
        missed_.insert(name_);
      return false;
    }
    name_ = renamed->second;
  }
  return true;
}

// What comes under the name of a link that was changed comes into another folder.  Under the other
// names that a folder has it is watched as before.
void Arrivals::look_where_links_lead() {
  looked_ = std::chrono::steady_clock::now();
  for (auto entry = folders_.begin(); entry != folders_.end();) {
    Folder& folder = entry->second;
    std::erase_if(folder.links, [this, &folder](const std::string& link) {
      std::error_code error;
      if (fs::canonical(link, error) == fs::path(folder.whole)) return false;
      troubles_.push_back(link + ": led to " + folder.whole +
                          ", does so no more, and is watched no more");
      std::erase(folder.paths, link);
      return true;
    });
    if (!folder.paths.empty()) {
      ++entry;
      continue;
    }
    ::inotify_rm_watch(inotify_.number(), entry->first);
    entry = folders_.erase(entry);
  }
}

// Nothing more has happened so far.
void Arrivals::settle() {
  for (auto created = created_.begin(); created != created_.end();) {
    struct stat status {};
    if (created->second > 0) {
      ++created;  // whoever has it open may be writing
      continue;
    }
    // A link; or, as long as it is empty, it was opened this very moment, and closing it is told.
    if (::stat(created->first.c_str(), &status) != 0)
      troubles_.push_back(created->first + kGone);
    else if (!S_ISREG(status.st_mode))
      troubles_.push_back(created->first + kNoFile);
    else if (status.st_size != 0)
      arrived_.push_back(created->first);
    created = created_.erase(created);
  }
  for (const std::string& path : std::exchange(missed_, {}))
    troubles_.push_back(why_not_read(path));
  for (const auto& [cookie, opened] : std::exchange(written_, {}))
    troubles_.push_back(moved_[cookie] + kGone);
  renamed_.clear();
}

Arrivals::Next Arrivals::next() {
  for (;;) {
    if (!troubles_.empty()) {
      what_ = std::move(troubles_.front());
      troubles_.pop_front();
      return Next::trouble;
    }
    while (!arrived_.empty()) {
      name_ = std::move(arrived_.front());
      arrived_.pop_front();
      if (is_there()) return Next::file;
    }
    if (folders_.empty()) {
      what_ = "no folder is left to watch";
      return Next::end;
    }
    if (read_events()) continue;
    if (!missed_.empty() || !written_.empty()) {
      // The system moves a file first and tells then.
      wait_for_events();
      if (read_events()) continue;
    }
    settle();
    if (!arrived_.empty() || !troubles_.empty()) continue;
    int wait = -1;
    if (has_links_) {
      const auto due = looked_ + kLooksIn * std::max(patience_, std::chrono::milliseconds(1));
      const auto now = std::chrono::steady_clock::now();
      if (now >= due) {
        look_where_links_lead();
        continue;
      }
      wait = static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(due - now).count());
    }
    pollfd ready[] = {{inotify_.number(), POLLIN, 0}, {STDOUT_FILENO, 0, 0}};
    if (::poll(ready, 2, wait) < 0 && errno != EINTR) {
      what_ = std::string("cannot wait for mail: ") + std::strerror(errno);
      folders_.clear();
      return Next::end;
    }
    if ((ready[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) return Next::nobody;
  }
}

}  // namespace basewalk::run
