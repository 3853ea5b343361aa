// SPDX-License-Identifier: MIT
//
// What a document type declaration says about how a document is laid out.
#ifndef BASEWALK_HTML_DOCTYPE_H_
#define BASEWALK_HTML_DOCTYPE_H_

#include <optional>
#include <string>

#include "html/tokenizer.h"

namespace basewalk::html {

/// A DOCTYPE token's parts (13.2.5.53 to 68).
struct Doctype {
  std::optional<std::string> name;
  std::optional<std::string> public_id;
  std::optional<std::string> system_id;
  bool force_quirks = false;
};
Doctype parse_doctype(const Token& token);

/// Does it put a document into quirks mode (13.2.6.4.1)?
bool means_quirks(const Doctype& doctype);

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_DOCTYPE_H_
