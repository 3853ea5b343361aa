// SPDX-License-Identifier: MIT
//
// Texts of documents that are worth being told as such: names, properties, cells, which seldom hold
// a URL.
//
// Before this: an opener has a text that is no reference.  After it: the text goes to the sink, and
// extract/ finds the URLs in it.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_MAY_HAVE_URL_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_MAY_HAVE_URL_H_

#include <string_view>

namespace basewalk::worker {

/// Has a text what may be a URL, or the path of another machine?
bool may_have_url(std::string_view text);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_MAY_HAVE_URL_H_
