// SPDX-License-Identifier: MIT
//
// Fields of Word in a page: Word writes their instructions into its HTML
// (`mso-element:field-begin`), in comments that other programs pass over, and carries them out when
// it opens the page again.
//
// Before this: the page was searched as browsers read it.  After it: documents.cpp tells where they
// lead, as of a document of Word.
#ifndef BASEWALK_WALK_LEAF_PAGE_FIELDS_H_
#define BASEWALK_WALK_LEAF_PAGE_FIELDS_H_

#include <string_view>
#include <vector>

#include "worker/documents/field_code.h"

namespace basewalk {

/// What they lead to; Finds::has_fields says whether there are any.  `page` is in UTF-8.  Cost
/// linear.
std::vector<worker::FieldTarget> fields_of_page(std::string_view page);

}  // namespace basewalk

#endif  // BASEWALK_WALK_LEAF_PAGE_FIELDS_H_
