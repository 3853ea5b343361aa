// SPDX-License-Identifier: MIT
//
// The verbs below `basewalk mhtml`, and what they share.
#ifndef BASEWALK_CLI_VERBS_MHTML_MHTML_H_
#define BASEWALK_CLI_VERBS_MHTML_MHTML_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/archive/file.h"
#include "basewalk/bundle/bundle.h"
#include "basewalk/bundle/unpack.h"
#include "cli/command.h"
#include "cli/options/shared_options.h"
#include "text/files/output.h"

namespace basewalk::cli {

extern const Command kMhtmlList;
extern const Command kMhtmlCheck;
extern const Command kMhtmlUnpack;
extern const Command kMhtmlInline;
#if BASEWALK_HAS_BRIDGE
extern const Command kMhtmlPack;
#endif

/// The options of verbs that look at bundles: FILE..., --base, --rules, --format, --limit.
void add_look_options(CLI::App& app, SharedOptions& options);

/// A bundle's bytes; nothing, with a message, where it cannot be read, is empty, or is longer than
/// the limit.
std::optional<archive::FileBytes> open_bundle(const std::string& name, const Limits& limits);

/// Reads each file whole and gives it to `each`, which appends to the output and returns an exit
/// status; the largest of them is returned.  What cannot be read is complained about and passed
/// over.
struct BundleFile {
  const std::string& name;
  std::string_view bytes;
  const WalkOptions& walk;
  text::Output& output;
};
int for_each_bundle(const SharedOptions& options,
                    const std::function<int(const BundleFile&)>& each);

/// The options of unpack and inline as typed.
struct BundleOptions {
  std::string file, output, base, match = "compat", scripts = "drop", max_bytes;
  std::vector<std::string> limits;
  bool damaged = false;
};
void add_bundle_options(CLI::App& app, BundleOptions& options);

/// Reads the bundle and gives it to `each`, whose exit status it returns; kIncomplete, with a
/// message, where there is none to read.
int with_bundle(
    const BundleOptions& options,
    const std::function<int(const bundle::Bundle&, const bundle::UnpackOptions&)>& each);

/// Says on standard error what of the bundle is not in the result; the exit status.
int tell_summary(const std::string& name, const bundle::Bundle& bundle,
                 const bundle::UnpackSummary& summary);

/// A number of bytes as typed: k, M and G may follow it.  False, with a message, where it is none.
bool read_bytes(const std::string& option, const std::string& text, std::size_t& bytes);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_VERBS_MHTML_MHTML_H_
