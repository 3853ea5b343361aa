// SPDX-License-Identifier: MIT
//
// `mhtml pack`: what one bundle and many (pack_many.cpp) share.
#ifndef BASEWALK_CLI_VERBS_MHTML_PACK_H_
#define BASEWALK_CLI_VERBS_MHTML_PACK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "basewalk/bundle/pack.h"
#include "cli/options/shared_options.h"
#include "cli/options/written_files.h"
#include "cli/verbs/mhtml/compared.h"
#include "text/files/whole_file.h"

namespace basewalk::cli {

/// The options as typed.
struct PackingOptions {
  SharedOptions shared;  ///< sources, -o, --jobs, --resume, --restart, --progress
  std::string base, max_bytes;
  bool outside = false, follow = false;
};

/// What became of one source: `error` is a sentence, empty where there is a bundle.
struct Packed {
  std::optional<bundle::Packing> packing;
  std::uint64_t bytes = 0;
  std::string error;
  bool is_usage = false;  ///< the options make no sense
};

/// Packs a page, a folder with one, or a table; where the bundle is there already it only finds out
/// whether that is the same.  Neither that nor `also`, which is written behind it, takes the place
/// of a file that goes in.
Packed pack_one(const std::string& source, const bundle::PackOptions& options, const Place& place,
                text::Existing existing = text::Existing::replace, const NamedFile& also = {});

/// What is not in it, a line each for standard error.
std::vector<std::string> not_packed_lines(const std::string& source,
                                          const bundle::Packing& packing);

/// Each page and each site that is found in the sources becomes a bundle below the folder that -o
/// names, with a report of each.  The exit status.
int pack_many(const PackingOptions& options, const bundle::PackOptions& pack);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_VERBS_MHTML_PACK_H_
