// SPDX-License-Identifier: MIT
//
// Mail as it comes: files that appear in folders, told once each (inotify(7); Linux alone).
//
// Before this: folders as a user named them.  After it: each file is a source of a run (run.h).
#ifndef BASEWALK_RUN_ARRIVALS_H_
#define BASEWALK_RUN_ARRIVALS_H_

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "text/files/descriptor.h"

struct inotify_event;

namespace basewalk::run {

/// Of a Maildir, and of the Maildirs right below it, what is delivered into `new` and `cur`; a
/// message that moves between them, or gets other flags, is no other one.  Of any other folder what
/// is moved or linked into it, or written and closed; a folder that comes is told, and not looked
/// into.  Hidden names are passed over.
class Arrivals {
 public:
  /// What is not where it has come to may have moved on, which the system tells a little later: so
  /// long it is waited for before the file counts as gone.  Where a folder was named by a symbolic
  /// link, it is looked once in sixty times that whether the link still leads there: nothing tells.
  explicit Arrivals(std::chrono::milliseconds patience = std::chrono::seconds(1))
      : patience_(patience) {}

  /// Begins to look on.  A sentence where that cannot be, else empty.
  std::string add(const std::string& folder);
  std::size_t folders() const { return folders_.size(); }

  /// What next() came to.
  enum class Next : std::uint8_t {
    file,     ///< name() has arrived
    trouble,  ///< what() says what may have been missed; it goes on
    end,      ///< no folder is left, and what() says so
    nobody,   ///< whoever reads standard output has gone
  };
  /// Waits until there is something to tell.
  Next next();
  /// The file that was told could not be read: it had been moved at that moment.  It is told again
  /// under its next name, or as gone.
  void missed();
  const std::string& name() const { return name_; }
  const std::string& what() const { return what_; }

 private:
  struct Folder {
    // What comes is told under the first name.
    const std::string& path() const { return paths.front(); }
    std::vector<std::string> paths;  // as it was named, without symbolic links before with them
    std::string whole;               // without symbolic links
    std::set<std::string> links;     // of the paths those that have some
  };

  std::string watch(const std::string& path);
  void watch_the_way(const std::string& path);
  void moved_away(const std::string& path);
  bool read_events();
  bool is_there();
  void wait_for_events() const;
  void settle();
  void look_where_links_lead();
  void take(const inotify_event& event, std::string_view name);
  void arrived(const Folder& folder, std::string_view name);

  const std::chrono::milliseconds patience_;
  std::chrono::steady_clock::time_point looked_{};  // where links lead
  bool has_links_ = false;
  text::Descriptor inotify_;
  std::map<int, Folder> folders_;
  std::map<int, std::string> ways_;  // to these folders
  std::deque<std::string> arrived_;
  std::deque<std::string> troubles_;
  // What was made in a folder, and how many have it open: a link to what is whole, or a file that
  // somebody begins to write.
  std::map<std::string, int> created_;
  // What was moved out of a folder, by the cookie of its event, and how many have it open where it
  // is written; where it was moved to; and what was no more where it had come to.
  std::map<std::uint32_t, std::string> moved_;
  std::map<std::uint32_t, int> written_;
  std::map<std::string, std::string> renamed_;
  std::set<std::string> missed_;
  std::string name_, what_;
};

}  // namespace basewalk::run

#endif  // BASEWALK_RUN_ARRIVALS_H_
