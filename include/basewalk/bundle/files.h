// SPDX-License-Identifier: MIT
//
// Where unpack() puts its files: a folder on disk, or whatever else a program makes of them.
#ifndef BASEWALK_BUNDLE_FILES_H_
#define BASEWALK_BUNDLE_FILES_H_

#include <memory>
#include <string>
#include <string_view>

#include "basewalk/result.h"
#include "basewalk/sink.h"

#pragma GCC visibility push(default)

namespace basewalk::bundle {

/// A path of names that are safe on every system, for what lies at a path that anybody may have
/// written: "." and ".." are dropped, and a segment that has to change gets a hash of what it was
/// behind it, so that two paths that differ stay apart.  The same in each run; linear.
std::string safe_path(std::string_view path);

/// Takes files one after the other.  Names are single path segments that are safe on every system.
class Files : public Sink {
 public:
  /// Begins a file.  Each name comes once.  False where that is not possible; nothing more is then
  /// asked.
  virtual bool begin(std::string_view name) = 0;
  /// Bytes of the file that was begun last.
  bool write(std::string_view bytes) override = 0;
  /// The file is whole.  False where it is not.
  virtual bool end() = 0;
};

/// A new folder that appears whole or not at all.
///
/// Files go into a folder under another name beside it, which commit() renames.  Nothing is
/// followed (O_NOFOLLOW) and nothing that was there is touched (O_EXCL).  What was not committed is
/// removed.
class NewFolder final : public Files {
 public:
  /// Error codes: "exists", "missing" (the folder that it should be in), "unwritable".
  static Result<NewFolder> create(const std::string& path);
  NewFolder(NewFolder&&) noexcept;
  NewFolder& operator=(NewFolder&&) noexcept;
  ~NewFolder() override;

  bool begin(std::string_view name) override;
  bool write(std::string_view bytes) override;
  bool end() override;

  /// Gives the folder its name.  Where that or anything before it failed: why.
  Result<bool> commit();
  /// What failed first; empty where nothing did.
  const std::string& failure() const;

 private:
  struct [[gnu::visibility("hidden")]] State;
  explicit NewFolder(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace basewalk::bundle

#pragma GCC visibility pop

#endif  // BASEWALK_BUNDLE_FILES_H_
