// SPDX-License-Identifier: MIT
//
// A bundle as a folder that opens in a browser, or as one page that holds everything.
//
//     const Message message = read_message(bytes);
//     bundle::Bundle bundle(message, {}, bundle::Profile::compat);
//     Result<bundle::NewFolder> folder = bundle::NewFolder::create("page");
//     if (folder && bundle::unpack(bundle, {}, *folder)) (void)folder->commit();
//
// Neither form loads anything but what the bundle holds: what it lacks becomes about:invalid, and a
// Content-Security-Policy says the same to the browser once more.  docs/bundles.md has the rules.
#ifndef BASEWALK_BUNDLE_UNPACK_H_
#define BASEWALK_BUNDLE_UNPACK_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/bundle/bundle.h"
#include "basewalk/bundle/files.h"
#include "basewalk/result.h"
#include "basewalk/sink.h"

#pragma GCC visibility push(default)

namespace basewalk::bundle {

struct UnpackOptions {
  /// Keep scripts, handlers of events and javascript: URLs; no policy is then added.
  bool keep_scripts = false;
  /// The most to write; 0 stands for Limits::output_factor (16) times the bundle, which counts as
  /// 512 KiB at least.
  std::size_t max_bytes = 0;
  /// Names that no part gets, for files of the caller's.
  std::vector<std::string> reserved;
  /// unpack(): the text of each page goes into a file of its own, too, without the markup, in
  /// UTF-8.
  bool plain_text = false;
};

/// A file that was written, and the part it is made of.
struct UnpackedFile {
  std::string name;
  std::uint32_t part = 0;
  std::string media_type;  ///< that it was read as
  std::size_t bytes = 0;   ///< that were written
  std::string text;        ///< the file with the page's text; empty where there is none
};

/// What a bundle says of the page that it holds, in UTF-8; empty where it says nothing.
struct PageFacts {
  /// The page's title; where it has none the subject of the message.
  std::string title;
  /// Where it was captured: Snapshot-Content-Location, as Chromium writes it, else the absolute
  /// Content-Location of the page.
  std::string url;
  /// When: the Date of the message in UTC (RFC 3339).
  std::string date;
  /// What its markup says, else the Content-Language of the part, else of the message (RFC 3282).
  std::string language;
};

/// What would have been loaded from elsewhere.
struct LeftOut {
  std::uint32_t part = 0;  ///< that the reference stands in
  std::string where;       ///< "img[src]"
  std::string url;         ///< at most some 500 bytes
};

/// Why something that the bundle holds is not in what was made of it.
enum class LossReason : std::uint8_t {
  too_long,       ///< it would have become longer than UnpackOptions::max_bytes
  too_deep,       ///< texts in one another
  within_itself,  ///< a frame that holds itself, which browsers show once more
  work,           ///< too much work: very long bases or references, entities of XML that grow
};
/// "too-long", ...
std::string_view name(LossReason reason);
/// One sentence for people.
std::string_view meaning(LossReason reason);

struct Loss {
  LossReason reason = LossReason::too_long;
  std::uint32_t part = 0;    ///< that the reference stands in
  std::string where;         ///< "img[src]"; empty where the part itself was not read
  std::uint32_t target = 0;  ///< the part that is not there
};

struct UnpackSummary {
  std::uint32_t root = 0;           ///< the page that comes first
  std::vector<UnpackedFile> files;  ///< in the order of the parts
  std::vector<LeftOut> left_out;    ///< the first thousand
  std::size_t left_out_count = 0;
  std::size_t bytes = 0;
  /// inline_page(): bytes of parts, as they lie in the bundle, that went into the page again
  /// because something else uses them, too.
  std::size_t repeated_bytes = 0;
  /// The first thousand.  What browsers would not show either is no loss: a page that names itself
  /// as a picture, sheets that import one another in a ring.
  std::vector<Loss> losses;
  std::size_t loss_count = 0;
  PageFacts page;
  Notes notes;  ///< of decoding, and of limits within texts
};

/// Writes every part to a file of its own, the page as "index.html" (an XHTML page as
/// "index.xhtml", with an "index.html" that leads there).
///
/// Error codes: "no-page", "limit-bytes", "unwritable" (the Files know why).  Memory: the largest
/// text part and its references; other parts go through in pieces.
Result<UnpackSummary> unpack(const Bundle& bundle, const UnpackOptions& options, Files& files);

/// Writes the page with everything it shows in it: images and fonts as data: URLs, style sheets as
/// style elements, frames as srcdoc (or data: URLs, where their doctype asks for quirks mode, which
/// a srcdoc cannot have).  Of a srcset one candidate stays.
///
/// A resource that is used twice is there twice (UnpackSummary::repeated_bytes); those that would
/// make the page longer than `max_bytes` are left out and told, and so is a frame within itself.
/// Error codes as unpack(). Memory: the text parts that are nested in one another at one point.
Result<UnpackSummary> inline_page(const Bundle& bundle, const UnpackOptions& options, Sink& out);

/// The ending of a name under which a browser reads what inline_page() writes as what it was
/// written as: ".html", ".xhtml" or ".svg".  Under another one scripts may run, and things be
/// loaded from elsewhere, that were text before.
std::string_view page_ending(const Bundle& bundle);

/// The section of the last part, where no delimiter closes it and it is one that cannot be seen to
/// be whole: base64, or no more than a header.  Empty where the bundle does not look cut off.
std::string cut_off_part(const Message& message);

}  // namespace basewalk::bundle

#pragma GCC visibility pop

#endif  // BASEWALK_BUNDLE_UNPACK_H_
