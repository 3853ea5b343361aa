// SPDX-License-Identifier: MIT
//
// Where a link leads, as a person should see it, and whether a browser may be sent there.
#ifndef BASEWALK_GUARD_TARGET_H_
#define BASEWALK_GUARD_TARGET_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "basewalk/flags.h"

namespace basewalk::guard {

struct Target {
  std::string url;              ///< the bytes that the link's code covers
  std::string scheme;           ///< in lower case; empty where there is none
  std::string host;             ///< as a browser asks for it, in ASCII; empty where there is none
  std::string letters;          ///< the host with its "xn--" labels decoded
  std::size_t registrable = 0;  ///< where the domain that somebody registered begins in `letters`
  Flags flags;                  ///< what is worth a second look: of the URL, and of the link

  /// http, https or ftp, in visible ASCII, and a browser goes to the host that is shown.  What is
  /// not so can be looked at, and never goes into a header field.
  bool can_be_opened = false;
};

/// Of a URL, and the flags that its link had in the mail.
Target target_of(std::string url, Flags of_link);

}  // namespace basewalk::guard

#endif  // BASEWALK_GUARD_TARGET_H_
