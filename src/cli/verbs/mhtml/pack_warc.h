// SPDX-License-Identifier: MIT
//
// `mhtml pack` of a web archive.
#ifndef BASEWALK_CLI_VERBS_MHTML_PACK_WARC_H_
#define BASEWALK_CLI_VERBS_MHTML_PACK_WARC_H_

#include <cstddef>
#include <string>

namespace basewalk::cli {

/// Writes the page at `url`, or the first, and what it shows to a bundle; the exit status.  Where
/// `quiet`, what is not packed is not named.
int pack_web_archive(const std::string& source, const std::string& url, std::size_t max_bytes,
                     const std::string& to, bool quiet);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_VERBS_MHTML_PACK_WARC_H_
