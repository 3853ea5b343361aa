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

/// Has it what may be a URL, or the path of another machine?  Of bytes of which nobody knows that
/// they are a text, in which whatever is found would be found by chance; and of what is told as a
/// reference, all of it.
bool may_have_url(std::string_view bytes);

/// Of a text that is told to be searched: may extract/plain.cpp find something in it, written so
/// that nobody follows it included?  Where not, nothing is in it, but for names of hosts alone,
/// which only `linkify` finds.  Linear.
bool is_worth_searching(std::string_view text);

/// Does a text begin with a scheme (RFC 3986 3.1) of two letters or more?
bool has_scheme(std::string_view text);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_MAY_HAVE_URL_H_
