// SPDX-License-Identifier: MIT
//
// Pages of the manual: what docs/man has, filled in with what the tool knows of itself.
//
// A line of a page may be one of these; the rest is as scdoc takes it.
//
//     @synopsis links       how the verb is called
//     @options links        its arguments and options, and what docs/man/options.inc adds to them
//     @verbs                every verb with what it does
//     @words flag           the words of a kind, with what the tool tells of their examples
//     @file samples/x.cpp   a file of the project
#ifndef BASEWALK_CLI_MANUAL_PAGES_H_
#define BASEWALK_CLI_MANUAL_PAGES_H_

#include <functional>
#include <string>
#include <string_view>

namespace basewalk::cli {

/// The text of a file of the project.
using ReadFile = std::function<std::string(const std::string& name)>;

/// The page as scdoc takes it.  A line with `@` that is none of the above stays.
std::string filled_page(std::string_view page, const ReadFile& read);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_MANUAL_PAGES_H_
