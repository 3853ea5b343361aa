// SPDX-License-Identifier: MIT
//
// A result that is made in one go: standard output, or a file that appears whole or not at all.
// What takes long enough to be taken up again is PartialFile's (partial_file.h); what many
// processes append to is SharedFile's (shared_file.h).
#ifndef BASEWALK_TEXT_FILES_WHOLE_FILE_H_
#define BASEWALK_TEXT_FILES_WHOLE_FILE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "text/files/output.h"

namespace basewalk::text {

/// What becomes of a file that has the name already.
enum class Existing : std::uint8_t { replace, keep };

class WholeFile {
 public:
  WholeFile() = default;
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  /// What was not committed is removed.
  ~WholeFile();

  /// Opens a temporary file beside `name`; a device or pipe is written to as it is, "" and "-" are
  /// standard output.  False where that cannot be done: see failure().
  bool open(const std::string& name);
  /// Once it is open.
  Output& output() { return *output_; }
  /// Writes what is left to the disk; the file gets its name, and the rights of the file that had
  /// it (path.h).  False where not all was written, or where a file that is to be kept has the
  /// name.
  bool commit(Existing existing = Existing::replace);

  /// The name that it has until then; empty where it has none, or none of its own.
  const std::string& temporary() const { return temporary_; }

  /// What failed first, as a sentence that names the file; empty where nothing did.
  const std::string& failure() const { return output_ ? output_->failure() : failure_; }

 private:
  std::string name_, temporary_, failure_;
  int descriptor_ = -1;
  std::optional<Output> output_;
};

/// Writes a text to a file, whole or not at all, as WholeFile does.  Empty, or what failed.
std::string write_whole_file(const std::string& name, std::string_view bytes);

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FILES_WHOLE_FILE_H_
