// SPDX-License-Identifier: MIT
//
// What macOS keeps beside a file, and sends along: AppleDouble and AppleSingle (RFC 1740), which
// have its resource fork and its extended attributes (where it was loaded from is one), property
// lists in their binary form, and what the Finder writes of a folder (.DS_Store).
//
// Before this: program/serve.cpp has confined the process.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_APPLE_APPLE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_APPLE_APPLE_H_

#include <cstdint>
#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

/// Tells the data fork as a part, comments, attributes and the resource fork as texts.
void open_apple_file(const Document& document, DocumentSink& sink);
/// Tells each string that may be a URL as a reference, whatever it stands for, and the files in an
/// archive of pages by Safari (.webarchive) as parts.
void open_property_list(const Document& document, DocumentSink& sink);
/// Tells its texts, the comments of files among them.
void open_folder_store(const Document& document, DocumentSink& sink);

/// A property list within another file; `element` as of a reference.  `members` is how many parts
/// may be told, and counts down.
void tell_property_list(std::string_view bytes, std::string_view element, std::uint64_t& members,
                        DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_APPLE_APPLE_H_
