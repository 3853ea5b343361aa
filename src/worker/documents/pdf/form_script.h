// SPDX-License-Identifier: MIT
//
// Scripts that only format, check and add up the fields of a form, as most forms have them.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_FORM_SCRIPT_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_FORM_SCRIPT_H_

#include <string_view>

namespace basewalk::worker::pdf {

/// Is the script nothing but calls of the functions that every program has for fields of forms
/// (AFNumber_Format and the like), with strings, numbers and arrays of these?  Such a script leads
/// nowhere.  Cost linear.
bool is_form_script(std::string_view script);

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_FORM_SCRIPT_H_
