// SPDX-License-Identifier: MIT
//
// Where the sources of a verb come from: the command line, a list of names, a plan, or standard
// input.
#ifndef BASEWALK_CLI_OPTIONS_SOURCES_H_
#define BASEWALK_CLI_OPTIONS_SOURCES_H_

#include <optional>
#include <string>

#include "basewalk/archive/name_list.h"
#include "basewalk/archive/plan.h"
#include "basewalk/archive/source.h"
#include "cli/options/shared_options.h"

namespace basewalk::cli {

/// What --as says.
archive::Kind kind_of_sources(const SharedOptions& options);

class Sources {
 public:
  /// `options` must outlive it.
  explicit Sources(const SharedOptions& options) : options_(options) {}

  /// False, with a message, where there is nothing to read from; `status` is what to exit with.
  bool open(int& status);

  // Once it is open:

  archive::SourceReader reader(archive::ReadOptions read);
  /// The names that were given; none of a plan.
  archive::SourceReader::NextName names();
  /// What more than the options decides which sources there are, as lines.
  std::string fingerprint() const;
  /// The list of names was read to its end.  False, with a message, where it was not.
  bool ended() const;

 private:
  bool open_plan(int& status);

  const SharedOptions& options_;
  std::vector<std::string> names_;
  std::optional<archive::NameList> list_;
  std::optional<archive::Plan> plan_;
};

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_SOURCES_H_
