// SPDX-License-Identifier: MIT
//
// What a reader sees of a message, as HTML that can do nothing: for a page about the message, which
// shows it in `<iframe sandbox srcdoc="...">`.
//
//     const Message message = read_message(bytes);
//     bundle::Bundle bundle(message, {}, bundle::Profile::compat);
//     for (const std::uint32_t part : bundle::shown_bodies(bundle))
//       bundle::show_body(bundle, part, numbers, {}, out);
//
// It is put together from a list of elements and attributes that are known to do nothing; what is
// on no list is not written.  Nothing in it is asked for from elsewhere, nothing runs, and no link
// leads anywhere.  docs/bundles.md has the rules.
#ifndef BASEWALK_BUNDLE_SHOWN_H_
#define BASEWALK_BUNDLE_SHOWN_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "basewalk/bundle/bundle.h"
#include "basewalk/bundle/unpack.h"
#include "basewalk/notes.h"
#include "basewalk/result.h"
#include "basewalk/sink.h"

#pragma GCC visibility push(default)

namespace basewalk::bundle {

/// The bodies that a mail program shows of a message, in their order: of a multipart/alternative
/// and a multipart/related the member that is shown, of other multiparts each, down to the leaves
/// that are text/html or text/plain and no attachment (RFC 2183 2.8: what is no `inline` is one).
/// Attached messages are not opened.  Linear in the number of parts.
std::vector<std::uint32_t> shown_bodies(const Bundle& bundle);

/// Gives links the numbers that they have in a list beside the body.
class LinkNumbers {
 public:
  virtual ~LinkNumbers() = default;
  /// Of the find that begins there in the text (decoded, UTF-8) of that part; 0 where it has none.
  /// Not asked of what stands in another text: a srcdoc, a data: URL.
  virtual std::size_t number(std::uint32_t part, std::size_t begin) const = 0;
};

struct ShownOptions {
  /// The most to write; 0 stands for Limits::output_factor (16) times the bundle, which counts as
  /// 512 KiB at least.
  std::size_t max_bytes = 0;
};

struct ShownSummary {
  std::size_t bytes = 0;  ///< that were written
  /// What would have been loaded: pictures, sheets, frames that are not in the bundle, or are there
  /// as something that is not shown in their place.
  std::size_t left_out = 0;
  /// Elements that could do something and are not there: scripts, forms, plugins, drawings (SVG).
  /// What they hold for those who cannot see them is.
  std::size_t removed = 0;
  /// Of the bundle, but not there.  The first thousand.
  std::vector<Loss> losses;
  std::size_t loss_count = 0;
  Notes notes;  ///< of decoding, and of limits within texts
};

/// Writes one body as a page of HTML in UTF-8.  A part of another type than text/html is shown as
/// plain text.
///
/// A link becomes `href="about:srcdoc#12" data-link="12"` with its number, or without one
/// `href="about:srcdoc#"`: a click stays in the frame.  (`#12` would not: a srcdoc has the base of
/// the page around it.)  A picture that is not there is one that shows its number.
///
/// Error codes: "limit-bytes", "unwritable".  Linear; memory as inline_page().
Result<ShownSummary> show_body(const Bundle& bundle, std::uint32_t part, const LinkNumbers& numbers,
                               const ShownOptions& options, Sink& out);

}  // namespace basewalk::bundle

#pragma GCC visibility pop

#endif  // BASEWALK_BUNDLE_SHOWN_H_
