// SPDX-License-Identifier: MIT
//
// Finds as text, so that tables can hold them.
#ifndef BASEWALK_TESTS_EXTRACT_FINDS_H_
#define BASEWALK_TESTS_EXTRACT_FINDS_H_

#include <functional>
#include <string>
#include <string_view>

#include "basewalk/extract/extract.h"
#include "support/files.h"

namespace basewalk::test {

/// One find: "where = raw", with "base " before where it names a base, and behind it "!" for
/// unterminated, "?" for guessed, "~" for unwrapped, "*" for nested, "@2" for its scope where that
/// is not 0.
std::string shown(const extract::Find& find);

using Extractor = std::function<void(std::string_view, extract::Finds&)>;

/// Runs an extractor over the first cell of a row and compares what it finds with the others; also
/// checks what holds for all finds.
void check_row(const Row& row, const Extractor& extractor);

/// Everything that was found, a line for each.
std::string all_shown(const extract::Finds& finds);

/// What holds for all finds of a text: offsets lie in it, a raw that is a view of the text is what
/// the offsets say, scopes exist and have their outer one before them.
void check_properties(std::string_view text, const extract::Finds& finds);

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_EXTRACT_FINDS_H_
