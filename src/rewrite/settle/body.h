// SPDX-License-Identifier: MIT
//
// The body of a document that is read in one way: its text in UTF-8, in quoted-printable or base64
// without a byte that does not belong there.
#ifndef BASEWALK_REWRITE_SETTLE_BODY_H_
#define BASEWALK_REWRITE_SETTLE_BODY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/mime/decode.h"
#include "basewalk/rewrite/rewrite.h"
#include "rewrite/splice/transfer_edit.h"
#include "walk/leaf/attached.h"

namespace basewalk::rewrite {

struct BodyAgain {
  std::string_view encoding;  ///< what Content-Transfer-Encoding is now
  Splice splice;
};

class BodyWriter {
 public:
  /// Nothing where the part is no document, or its encoding is one that nobody writes.  What stands
  /// behind the padding of base64 keeps its bytes.
  std::optional<BodyAgain> write(const Message& message, const mime::Part& part,
                                 std::string_view line_end);
  /// The text of a part in the first reading, without what stands behind the padding of base64;
  /// good until the next call.
  std::string_view text_of(const Message& message, const mime::Part& part);

 private:
  void read(const Message& message, const mime::Part& part);
  std::string_view text();

  mime::CharsetDecoder charsets_;
  // Of the part at hand.
  std::string decoded_;
  std::string_view bytes_;
  Base64Extent extent_;   // of the body that holds them, whatever its encoding
  std::string declared_;  // its charset
  Leaf leaf_;
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SETTLE_BODY_H_
