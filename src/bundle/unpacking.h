// SPDX-License-Identifier: MIT
//
// What unpack() and inline_page() have in common.
#ifndef BASEWALK_BUNDLE_UNPACKING_H_
#define BASEWALK_BUNDLE_UNPACKING_H_

#include <cstddef>
#include <string_view>

#include "basewalk/bundle/unpack.h"
#include "bundle/page/page_rewriting.h"
#include "bundle/page/page_text.h"
#include "bundle/page/page_words.h"
#include "bundle/page/sinks.h"

namespace basewalk::bundle {

/// A bundle smaller than this may write as much as one of this size.
inline constexpr std::size_t kSmallBundle = std::size_t{512} << 10;

/// Of what is not there, so many are told one by one.
inline constexpr std::size_t kToldMost = 1000;

/// The most that may be written.
std::size_t byte_limit(const Bundle& bundle, const UnpackOptions& options);
/// The work that reading may be: bases, references and texts, read again where they are used again.
Budget budget_for(const Bundle& bundle);

/// Tells the summary of something of the bundle that is not in the result.
void add_loss(LossReason reason, std::uint32_t part, std::string where, std::uint32_t target,
              UnpackSummary& summary);

/// Tells the summary that something was too much work, unless it knows of a loss already.
void tell_spent(const Budget& budget, UnpackSummary& summary);

/// Tells the summary of a reference that leads nowhere now.
void add_left_out(const PageReference& reference, std::string_view url, UnpackSummary& summary);

/// Decodes a part piece by piece.
void write_part(const Bundle& bundle, std::uint32_t part, Notes& notes, Sink& out);

/// Writes a part in base64 without line ends.  What is such in the bundle, too, is copied.
void write_part_base64(const Bundle& bundle, std::uint32_t part, Notes& notes, Sink& out);

/// A media type as a data: URL may have it without escapes.
std::string_view data_type_of(std::string_view media_type);

/// The "#..." of a reference; empty where there is none.
std::string_view fragment_of(std::string_view reference);

/// What the bundle says of its page, beside the page's own words.
PageFacts facts_of(const Bundle& bundle, std::uint32_t root, const PageWords& words);

/// Of a page's name: ".html", ".xhtml" or ".svg".
std::string_view ending_of_page(const PartKind& kind);

/// The page that comes first, if it is one that can be written.
Result<std::uint32_t> page_of(const Bundle& bundle);

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_UNPACKING_H_
