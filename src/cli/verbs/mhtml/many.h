// SPDX-License-Identifier: MIT
//
// `mhtml unpack` and `mhtml inline` of many bundles: each becomes a folder or page below one
// folder, with a report of all.  read.h has the one bundle.
#ifndef BASEWALK_CLI_VERBS_MHTML_MANY_H_
#define BASEWALK_CLI_VERBS_MHTML_MANY_H_

#include <string>

#include "cli/verbs/mhtml/mhtml.h"

namespace basewalk::cli {

/// Do the options mean more than the one bundle: several sources, a folder, -o DIR/?
bool means_many(const BundleOptions& options);

/// Reads all sources as `links` does (archives, mailboxes and folders, too) and makes each message
/// that is a bundle below options.output, at the path of its source, and its `end`.  What is
/// there already is not touched.  DIR/report.jsonl tells of each, and what the prover, if there is
/// one, said; the exit status.
int make_many(const BundleOptions& options, const MakeBundle& make, EndOfName end, Prover* prover);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_VERBS_MHTML_MANY_H_
