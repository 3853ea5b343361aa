// SPDX-License-Identifier: MIT
//
// Edits of the text of one part as splices of the message, checked by reading them back.
#ifndef BASEWALK_REWRITE_SPLICE_PART_EDIT_H_
#define BASEWALK_REWRITE_SPLICE_PART_EDIT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/mime/decode.h"
#include "basewalk/rewrite/rewrite.h"
#include "basewalk/walk/walk.h"
#include "rewrite/splice/replacement.h"

namespace basewalk::rewrite {

class PartEditor {
 public:
  /// Adds the splices that make `edits` of the text of a report to `splices`, and the offset of
  /// each in the message to `places`.  Otherwise says why that cannot be, and adds nothing.
  std::optional<Kept::Why> edit(const TextReport& report, const Replacements& edits,
                                std::vector<Splice>& splices, std::vector<std::size_t>& places);

 private:
  std::optional<Kept::Why> make(const TextReport& report, const Replacements& edits,
                                Replacements& of_body, std::vector<std::size_t>& places);
  bool reads_back(const TextReport& report, const Replacements& edits, const Replacements& of_bytes,
                  const Replacements& of_body);

  mime::CharsetDecoder charsets_;
  // Used again from part to part.
  std::string decoded_, wanted_, body_, again_;
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SPLICE_PART_EDIT_H_
