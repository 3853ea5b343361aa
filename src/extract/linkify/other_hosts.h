// SPDX-License-Identifier: MIT
//
// What programs that show a text make of the name of a host otherwise than browsers do: where they
// end it, and which characters mean others to them.
#ifndef BASEWALK_EXTRACT_LINKIFY_OTHER_HOSTS_H_
#define BASEWALK_EXTRACT_LINKIFY_OTHER_HOSTS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::extract {

/// May a name of a host have it, to programs with a list?
bool is_of_name(char c);

/// Does an authority end with a name of a host that has a dot?  Of a `known` one the last label is
/// a top-level domain.
bool names_host(std::string_view authority, bool known = false);

/// Where in an authority a link ends to some programs, if that is behind the name of a host: at a
/// bracket or a quotation mark, at a character that is not ASCII (Claws Mail, Sylpheed), or at one
/// that is none of a word (KMail).  Where the URL `ends` with it, in front of signs at its end.
std::vector<std::size_t> other_ends(std::string_view authority, bool ends);

/// A URL without its scheme, as KMail writes it into a page: character references count in it.
/// Empty where the authority, of so many bytes, stays the same.
std::string with_references(std::string_view rest, std::size_t authority);

/// An authority as Evolution has it, which maps its characters first (RFC 3491): U+FF20 is "@".
/// Empty where browsers have the same.
std::string as_mapped(std::string_view authority);

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_LINKIFY_OTHER_HOSTS_H_
