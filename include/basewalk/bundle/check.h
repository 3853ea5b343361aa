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

namespace basewalk::bundle {

enum class Severity : std::uint8_t {
  warning,  ///< against a standard, or what only some readers understand
  error,    ///< a MUST is broken, something cannot be shown, or a browser refuses the whole file
};

// X(enumerator, "code", severity, refused, "clause", "what it says").  `refused`: Chromium opens
// nothing of a file with it (tried; docs/bundles.md).
#define BASEWALK_FINDING_CODES(X)                                                                \
  X(not_a_bundle, "not-a-bundle", error, false, "RFC 2557 7", "there is no multipart/related")   \
  X(no_page, "no-page", error, true, "RFC 2557 7", "there is no HTML part to show")              \
  X(blank_first, "blank-first", error, true, "RFC 5322 2.1", "blank lines before the header")    \
  X(line_ends_lf, "line-ends-lf", error, true, "RFC 5322 2.1",                                   \
    "a line of a header, or a boundary, ends with LF alone")                                     \
  X(line_ends_body, "line-ends-body", warning, false, "RFC 2557 10",                             \
    "lines of a text end with LF alone")                                                         \
  X(boundary_missing, "boundary-missing", error, true, "RFC 2046 5.1.1",                         \
    "a multipart whose parts no boundary sets apart")                                            \
  X(boundary_unclosed, "boundary-unclosed", error, true, "RFC 2046 5.1.1",                       \
    "no closing boundary: the file may be cut off")                                              \
  X(boundary_space, "boundary-space", error, true, "RFC 2046 5.1.1", "blanks behind a boundary") \
  X(boundary_duplicate, "boundary-duplicate", error, true, "RFC 2045 5.1",                       \
    "several boundary parameters")                                                               \
  X(boundary_in_body, "boundary-in-body", error, true, "RFC 2046 5.1.1",                         \
    "boundary text in a part with the encoding binary")                                          \
  X(boundary_near, "boundary-near", warning, false, "RFC 2046 5.1.1",                            \
    "boundary text in a part without an encoding")                                               \
  X(boundary_doubtful, "boundary-doubtful", warning, false, "RFC 2046 5.1.1",                    \
    "readers may disagree where parts end")                                                      \
  X(encoding_missing, "encoding-missing", error, false, "RFC 2045 6",                            \
    "a part without Content-Transfer-Encoding; browsers lose it")                                \
  X(encoding_unknown, "encoding-unknown", error, false, "RFC 2045 6.4",                          \
    "a Content-Transfer-Encoding that is none of RFC 2045")                                      \
  X(base64_bad, "base64-bad", error, true, "RFC 2045 6.8", "what is no base64 in base64")        \
  X(base64_padding, "base64-padding", warning, false, "RFC 2045 6.8",                            \
    "base64 with too little or too much padding")                                                \
  X(charset_missing, "charset-missing", warning, false, "RFC 2557 10",                           \
    "a text says nowhere which charset it is in")                                                \
  X(charset_wrong, "charset-wrong", warning, false, "RFC 2046 4.1.2",                            \
    "a text is not in the charset that it names")                                                \
  X(content_base, "content-base", error, false, "RFC 2557 12",                                   \
    "Content-Base must not be sent; browsers ignore it")                                         \
  X(label_duplicate, "label-duplicate", error, false, "RFC 2557 7",                              \
    "another part has the same label")                                                           \
  X(label_repeated, "label-repeated", error, false, "RFC 2557 4.2", "two labels of one kind")    \
  X(label_relative, "label-relative", warning, false, "RFC 2557 5",                              \
    "a Content-Location that is not absolute; browsers lose the part")                           \
  X(label_missing, "label-missing", warning, false, "RFC 2557 4.2",                              \
    "a part without a label: nothing can refer to it")                                           \
  X(part_unreferenced, "part-unreferenced", warning, false, "RFC 2557 8.1",                      \
    "nothing refers to this part")                                                               \
  X(start_unknown, "start-unknown", error, false, "RFC 2387 3.2",                                \
    "the start parameter names no part")                                                         \
  X(start_not_first, "start-not-first", warning, false, "RFC 2387 3.2",                          \
    "browsers show the first page, not the one that start names")                                \
  X(type_missing, "type-missing", warning, false, "RFC 2387 3.1", "no type parameter")           \
  X(type_differs, "type-differs", warning, false, "RFC 2387 3.1",                                \
    "the type parameter is not the type of the root")                                            \
  X(multipart_nested, "multipart-nested", warning, false, "RFC 2557 9.6",                        \
    "a multipart inside the bundle: browsers lose what is in it")                                \
  X(cid_escaped, "cid-escaped", warning, false, "RFC 2392 2",                                    \
    "a cid: with escapes: browsers do not decode them")                                          \
  X(reference_lenient, "reference-lenient", warning, false, "RFC 2557 8.2",                      \
    "a reference that only lenient readers match")                                               \
  X(reference_missing, "reference-missing", error, false, "RFC 2557 8.2",                        \
    "a reference that names no part and leads nowhere else")                                     \
  X(reference_local, "reference-local", warning, false, "RFC 2557 11.1",                         \
    "a file on the writer's machine that is not in the bundle")                                  \
  X(reference_external, "reference-external", warning, false, "RFC 2557 8.2",                    \
    "the page shows something that is not in the bundle")

enum class FindingCode : std::uint8_t {
#define BASEWALK_X(id, code, severity, refused, clause, text) id,
  BASEWALK_FINDING_CODES(BASEWALK_X)
#undef BASEWALK_X
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

#endif  // BASEWALK_BUNDLE_CHECK_H_
