// SPDX-License-Identifier: MIT
//
// "Did you mean ...?"
#ifndef BASEWALK_CLI_NEAREST_H_
#define BASEWALK_CLI_NEAREST_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::cli {

/// How many characters have to be put in, left out, changed, or swapped with their neighbour, to
/// make one word of the other; upper and lower case are the same.  More than `most` are most + 1.
std::size_t edits_between(std::string_view a, std::string_view b, std::size_t most);

/// The one of `known` that was probably meant: the nearest, if it is near, else the only one that
/// begins so.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known);

/// What follows "there is no such thing": "did you mean links?", or else "there are links, tree".
std::string instead_of(std::string_view word, const std::vector<std::string>& known);

/// The same in a sentence of the library that lists what there is: "there is no kind of document
/// 'pfd'; there are pdf, office".  Any other sentence stays.
std::string with_nearest(std::string sentence);

/// "a, b, c"
std::string listed(const std::vector<std::string>& words);
/// The other way.
std::vector<std::string> words_of(std::string_view list);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_NEAREST_H_
