// SPDX-License-Identifier: MIT
//
// The verbs below `basewalk mhtml`, and what they share.
#ifndef BASEWALK_CLI_VERBS_MHTML_MHTML_H_
#define BASEWALK_CLI_VERBS_MHTML_MHTML_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/archive/file.h"
#include "basewalk/bundle/bundle.h"
#include "basewalk/bundle/unpack.h"
#include "basewalk/note.h"
#include "cli/command.h"
#include "cli/options/shared_options.h"
#include "cli/verbs/mhtml/compared.h"
#include "cli/verbs/mhtml/proving.h"
#include "run/writer.h"
#include "text/files/output.h"

namespace basewalk::cli {

extern const Command kMhtmlList;
extern const Command kMhtmlCheck;
extern const Command kMhtmlUnpack;
extern const Command kMhtmlInline;
extern const Command kMhtmlWarc;
#if BASEWALK_HAS_BRIDGE
extern const Command kMhtmlPack;
#endif
#if BASEWALK_HAS_VERIFY
extern const Command kMhtmlVerify;
#endif

/// The options of verbs that look at bundles: SOURCE..., --jobs, --base, --rules, --format,
/// --limit.
void add_look_options(CLI::App& app, SharedOptions& options);

/// Is any source named?  False, with a message, where none is: no verb here waits for standard
/// input unasked.
bool has_sources(const SharedOptions& options);

/// Is it a folder, a mailbox, or packed?  A bundle that lies there by itself begins with text.
bool needs_a_reader(const std::string& name);

/// A bundle's bytes; nothing, with a message, where it cannot be read, is empty, or is longer than
/// the limit.
std::optional<archive::FileBytes> open_bundle(const std::string& name, const Limits& limits);

/// Gives each bundle to `each`, which appends to `out` and returns an exit status; the largest of
/// them is returned.  A file is read as it is; where a folder, an archive, a mailbox or a list is
/// named, sources are read as by `links`, by several threads.  What cannot be read is complained
/// about and passed over.
struct BundleFile {
  const std::string& name;
  std::uint64_t offset;  ///< of its first byte in the file
  std::string_view bytes;
  const WalkOptions& walk;
  std::string& out;
  /// Hands on what is in `out`, if that is much.  False: nobody takes more.
  const std::function<bool()>& go_on;
};
/// What is appended goes to standard output, or to `writer`, which is told to commit at the end.
int for_each_bundle(const SharedOptions& options, const std::function<int(const BundleFile&)>& each,
                    run::Writer* writer = nullptr);

/// The options of unpack and inline as typed.
struct BundleOptions {
  SharedOptions shared;
  std::string output, scripts = "drop", max_bytes;
  bool damaged = false;
  ProvingOptions proving;
};
void add_bundle_options(CLI::App& app, BundleOptions& options);

/// The same as the library wants it.
struct Making {
  WalkOptions walk;
  bundle::UnpackOptions unpack;
  bundle::Profile profile = bundle::Profile::compat;
  bool damaged = false;
};
/// Nothing, with a message, where the options make no sense.
std::optional<Making> making_of(const BundleOptions& options);

/// What was made of a bundle, or why nothing was: a sentence that names the file.
struct Made {
  std::optional<bundle::UnpackSummary> summary;
  std::string error;
};
/// Makes something of the bundle that has this name.  Where it is there already it only finds out
/// whether that is what would be made.
using MakeBundle = std::function<Made(const bundle::Bundle&, const bundle::UnpackOptions&,
                                      const std::string& name, const Place& place)>;

/// What stands at the end of the name of what is made of a bundle.
using EndOfName = std::string_view (*)(const bundle::Bundle&);

/// Makes the one bundle that the options name, or all of them (many.h); the exit status.
int make_bundles(const BundleOptions& options, const MakeBundle& make, EndOfName end);

/// Why a bundle is not to be taken as it is; empty where it is.
std::string why_damaged(const bundle::Bundle& bundle, const std::string& name,
                        const Making& making);
/// What of the bundle is not in the result, a line each for standard error.
std::vector<std::string> losses_of(const std::string& name, const bundle::Bundle& bundle,
                                   const bundle::UnpackSummary& summary);

/// A limit behind which something of the mail is missing; not where only notes are.
bool loses_something(NoteCode code);
/// A transfer encoding that was damaged: what it stood for may have been another text or picture.
bool is_damage(NoteCode code);
/// A line for each limit of these that is noted, and for each damage of a part.
std::vector<std::string> noted_losses(const std::string& name, const bundle::Bundle& bundle,
                                      const Notes& notes);

/// A number of bytes as typed: k, M and G may follow it.  False, with a message, where it is none.
bool read_bytes(const std::string& option, const std::string& text, std::size_t& bytes);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_VERBS_MHTML_MHTML_H_
