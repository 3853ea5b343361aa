// SPDX-License-Identifier: MIT
//
// One file of an archive of pages by Safari (LegacyWebArchive.cpp of WebKit): a dictionary of a
// property list, with the bytes, the type and the URL that the file was loaded from.
//
// Which of them is the page, which a picture of it and which the page of a frame, the structure
// around says; each is told, wherever its dictionary stands.
//
// Before this: a property list was read, binary or XML.  After it: each file is a part.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_WEB_RESOURCE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_WEB_RESOURCE_H_

#include <string>
#include <string_view>

#include "text/ascii.h"
#include "worker/document.h"

namespace basewalk::worker {

struct WebResource {
  static constexpr std::string_view kData = "WebResourceData", kType = "WebResourceMIMEType",
                                    kCharset = "WebResourceTextEncodingName",
                                    kUrl = "WebResourceURL";
  static constexpr std::size_t kLongestName = kCharset.size();

  std::string type, charset, url;

  /// Where a value of that name goes; null where it is none of a resource, or is its bytes.
  std::string* value_of(std::string_view key) {
    if (key == kType) return &type;
    if (key == kCharset) return &charset;
    return key == kUrl ? &url : nullptr;
  }
  /// The part, which points into this.
  DocumentPart part() const {
    DocumentPart made;
    made.type = ascii::trim(std::string_view(type).substr(0, type.find(';')));
    made.charset = charset;
    made.content_location = url;
    return made;
  }
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_WEB_RESOURCE_H_
