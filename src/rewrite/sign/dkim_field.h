// SPDX-License-Identifier: MIT
//
// What a DKIM-Signature, an ARC-Message-Signature or an ARC-Seal says of itself (RFC 6376 3.2, 3.5;
// RFC 8617 4.1).
#ifndef BASEWALK_REWRITE_SIGN_DKIM_FIELD_H_
#define BASEWALK_REWRITE_SIGN_DKIM_FIELD_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basewalk/rewrite/signatures.h"
#include "rewrite/sign/body_hash.h"
#include "text/ascii.h"

namespace basewalk::rewrite {

/// The highest instance of an ARC set (RFC 8617 4.2.1).
inline constexpr std::uint32_t kMostInstances = 50;

/// A tag list (RFC 6376 3.2).  Views the value it was read from.
class TagList {
 public:
  /// Empty tags ("a=b;;c=d") are skipped.  Nothing where a tag cannot be read or comes twice.
  static std::optional<TagList> read(std::string_view value);

  /// The value of a tag without the white space around it.  Names know case.
  std::optional<std::string_view> find(std::string_view name) const;

 private:
  std::vector<std::pair<std::string_view, std::string_view>> tags_;  // by name
};

struct DkimField {
  std::string domain, selector;
  std::uint32_t instance = 0;  ///< of ARC
  /// One (or, for want of c=, two to choose from) of the header and of the body.
  struct Form {
    Canon header = Canon::simple;
    Canon body = Canon::simple;
  };
  std::vector<Form> forms;
  HashAlgorithm algorithm = HashAlgorithm::sha256;
  std::size_t length = kWholeBody;
  std::string body_hash;            ///< decoded
  std::string_view signed_headers;  ///< h=, as it stands
  bool chain_failed = false;        ///< cv=fail: the seal covers its own set only (RFC 8617 5.1.2)
  std::string problem;              ///< why nothing can be said of it; empty where all is well
};

/// `kind` is dkim, arc_message or arc_seal.  Cost: n log n in the number of tags.
DkimField read_dkim_field(std::string_view value, Signature::Kind kind);

/// The instance of an ARC field, "i=" at its front or in its tags (RFC 8617 4.2.1); 0 where there
/// is none.
std::uint32_t arc_instance(std::string_view value);

/// Calls `each` with each name of h=, as written, without white space around it.
template <class F>
void each_signed_header(std::string_view h, F&& each) {
  while (true) {
    const std::size_t colon = h.find(':');
    each(ascii::trim(h.substr(0, colon)));
    if (colon == std::string_view::npos) return;
    h.remove_prefix(colon + 1);
  }
}

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SIGN_DKIM_FIELD_H_
