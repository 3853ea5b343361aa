// SPDX-License-Identifier: MIT
//
// A page on paper: what a browser prints of an HTML file, as PDF.
// What comes before: the verb `report` has made the page.  What comes after: nothing, it is filed.
#ifndef BASEWALK_BROWSER_PAPER_H_
#define BASEWALK_BROWSER_PAPER_H_

#include <string>
#include <string_view>

#include "basewalk/result.h"
#include "browser/chromium.h"

namespace basewalk::browser {

/// Opens the page without scripts, and prints it on paper of the size that its style names.
/// The browser runs, or is started.  Error codes: "no-browser", "refused", and those of Chromium.
Result<std::string> pdf_of(Chromium& browser, std::string_view html);

}  // namespace basewalk::browser

#endif  // BASEWALK_BROWSER_PAPER_H_
