// SPDX-License-Identifier: MIT
//
// From the names of sources to files, in order: what a folder is (a Maildir, an MH folder, a folder
// of messages, a git repository) and what in it is mail.
//
// Folders are walked with a stack of ours.  Each is listed, sorted and closed before its first file
// is read, and read once for each source however many links lead to it: links can make loops, and
// trees with more paths than bytes.
#ifndef BASEWALK_SRC_ARCHIVE_FIND_TREE_H_
#define BASEWALK_SRC_ARCHIVE_FIND_TREE_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/find/finder.h"
#include "basewalk/archive/source.h"

namespace basewalk::archive {

/// Has a folder of KMail's for the folders below another (".inbox.directory") this name?
bool is_kmail_folder(std::string_view name);

class Tree final : public Finder {
 public:
  /// `written`: files that are passed over in silence (ReadOptions::written).
  Tree(SourceReader::NextName names, Kind as, std::vector<std::string> written = {})
      : names_(std::move(names)), as_(as), written_(std::move(written)) {}

  std::optional<Found> next() override;

 private:
  enum class Type : unsigned char { file, folder, other };
  enum class Why : unsigned char;  // an entry is passed over
  struct Entry {
    std::size_t name;  // in Listing::names
    Type type;
    Why why;
  };
  /// The names in a folder, each with a NUL behind it: folders of millions of messages exist.
  struct Listing {
    std::string names;
    std::vector<Entry> entries;
    std::string_view name(const Entry& entry) const { return names.c_str() + entry.name; }
  };
  struct Folder {
    std::string path;
    bool only_messages = false;  // cur and new of a Maildir: files, each of them a message
    bool listed = false;
    Kind kind = Kind::automatic;  // of its files
    Listing listing;
    std::size_t next = 0;
  };

  std::optional<Found> named(std::string name);
  Found in_archive(std::string name, Kind kind);
  Found repository(std::string name, FileStream::From from) const;
  static bool is_repository(const Listing& listing);
  bool is_written(int folder, const char* name) const;
  std::optional<Failure> list(Folder& folder);
  std::optional<Failure> arrange(Folder& folder);
  static void arrange_messages(Folder& folder);
  static void arrange_any(Folder& folder);
  void arrange_maildir(Folder& folder);
  static void arrange_mh(Folder& folder);
  static Type type_of(int folder, const char* name, unsigned char listed_as);

  std::optional<Found> find();

  SourceReader::NextName names_;
  std::uint64_t names_read_ = 0;
  Kind as_;
  std::vector<std::string> written_;
  Kind top_ = Kind::automatic;  // what the folder to be listed next must be
  std::vector<Folder> stack_;
  std::set<std::pair<dev_t, ino_t>> seen_;
};

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_FIND_TREE_H_
