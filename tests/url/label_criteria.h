// SPDX-License-Identifier: MIT
//
// What UTS 46 4 asks of the labels of a domain that is already in ASCII, written from the clauses
// and without ICU's UTS 46: it tells who is right where two implementations of that differ.
#ifndef BASEWALK_TESTS_URL_LABEL_CRITERIA_H_
#define BASEWALK_TESTS_URL_LABEL_CRITERIA_H_

#include <string_view>

namespace basewalk::test {

enum class Broken {
  nothing,
  punycode,    ///< RFC 3492 6.2: it does not decode, or to nothing but ASCII (UTS 46 4 step 4)
  normal,      ///< 4.1 criterion 1: not in NFC
  mark,        ///< 4.1 criterion 6: begins with a combining mark
  unassigned,  ///< 4.1 criterion 7: a character that the Unicode of this ICU does not have
  joiner,      ///< 4.1 criterion 8: a joiner where RFC 5892 A.1 and A.2 have none
  bidi,        ///< 4.1 criterion 9: RFC 5893 2
};

/// What the first label that breaks a criterion breaks.
Broken broken_criterion(std::string_view ascii_domain);

/// Has it a letter that goes from right to left and came with Unicode 14 (2021) or later?
bool has_new_rtl_letter(std::string_view ascii_domain);

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_URL_LABEL_CRITERIA_H_
