// SPDX-License-Identifier: MIT
//
// What is wrong with a bundle, and which readers it stops.
//
//     const bundle::Report report = bundle::check(bytes, {});
//     for (const bundle::Finding& finding : report.findings) ...
#ifndef BASEWALK_BUNDLE_CHECK_H_
#define BASEWALK_BUNDLE_CHECK_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/bundle/bundle.h"

#pragma GCC visibility push(default)

namespace basewalk::bundle {

enum class Severity : std::uint8_t {
  warning,  ///< against a standard, or what only some readers understand
  error,    ///< a MUST is broken, something cannot be shown, or a browser refuses the whole file
};

/// What check() finds.  meaning() says it of each in a sentence, and docs/bundles.md shows them.
enum class FindingCode : std::uint8_t {
  not_a_bundle,
  no_page,
  blank_first,
  line_ends_lf,
  line_ends_body,
  boundary_missing,
  boundary_unclosed,
  boundary_space,
  boundary_duplicate,
  boundary_in_body,
  boundary_near,
  boundary_doubtful,
  encoding_missing,
  encoding_unknown,
  base64_bad,
  base64_padding,
  charset_missing,
  charset_wrong,
  content_base,
  label_duplicate,
  label_repeated,
  label_relative,
  label_missing,
  part_unreferenced,
  start_unknown,
  start_not_first,
  type_missing,
  type_differs,
  multipart_nested,
  cid_escaped,
  reference_lenient,
  reference_missing,
  reference_local,
  reference_external,
  type_wrong,
  not_read,
  reference_fragment,
  base_relative,
};

/// The stable name: "label-duplicate".
std::string_view name(FindingCode code);
Severity severity(FindingCode code);
/// Does Chromium refuse the whole file?
bool is_refused(FindingCode code);
/// "RFC 2557 7"
std::string_view clause(FindingCode code);
/// One sentence for people.
std::string_view meaning(FindingCode code);
/// "warning", "error"
std::string_view name(Severity severity);
std::vector<FindingCode> all_finding_codes();

struct Finding {
  FindingCode code;
  std::uint32_t part = 0;  ///< index of the part in the message
  std::string section;     ///< of that part
  std::size_t offset = 0;  ///< into the bytes that were given
  std::string text;        ///< the thing itself, at most some 200 bytes
};

struct Report {
  std::vector<Finding> findings;  ///< by part, then by offset
  std::size_t parts = 0;
  std::size_t inside = 0;    ///< references to a part of the bundle
  std::size_t external = 0;  ///< references that lead out of it
  std::size_t errors = 0, warnings = 0;
  /// Findings of one code in one part beyond Limits::notes, which are counted only.
  std::size_t omitted = 0;
  bool is_bundle = false;  ///< there is a multipart/related with something to show
};

/// Checks the bundle that a message is.  References are matched as in Profile::compat; what strict
/// readers do not find is a finding.  Never fails; linear.
Report check(std::string_view bytes, const WalkOptions& options);

}  // namespace basewalk::bundle

#pragma GCC visibility pop

#endif  // BASEWALK_BUNDLE_CHECK_H_
