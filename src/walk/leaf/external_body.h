// SPDX-License-Identifier: MIT
//
// message/external-body: a part that is not here, and where it is (RFC 2046 5.2.3, RFC 2017).
#ifndef BASEWALK_WALK_LEAF_EXTERNAL_BODY_H_
#define BASEWALK_WALK_LEAF_EXTERNAL_BODY_H_

#include <string>
#include <string_view>

#include "basewalk/mime/headers.h"

namespace basewalk {

struct ExternalBody {
  std::string url;           ///< empty where the parameters name no place
  bool is_retrieved = true;  ///< it is the URL of the body (RFC 1808 3.3); false for a mail server
};

/// The place that the parameters of such a part name.  `phantom` is the body of the message in it:
/// the commands for a mail server.  Each parameter stays in its place of the URL: what could leave
/// it is percent-encoded.  Cost: linear in the parameters.
ExternalBody external_body(const mime::ParameterizedValue& type, std::string_view phantom);

}  // namespace basewalk

#endif  // BASEWALK_WALK_LEAF_EXTERNAL_BODY_H_
