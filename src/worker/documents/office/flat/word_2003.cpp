// SPDX-License-Identifier: MIT
#include "worker/documents/office/flat/word_2003.h"

namespace basewalk::worker::office {

bool holds_properties(const XmlName& name) {
  return name.space == "urn:schemas-microsoft-com:office:office" &&
         name.local.ends_with("DocumentProperties");
}

void Word2003::start(const XmlName& name, const XmlAttributes& attributes) {
  if (within_properties_ > 0 || holds_properties(name)) {
    ++within_properties_;
    properties_.start(name, attributes);
  } else if (name.local == "binData") {
    tell_binary();
    is_binary_ = true;
    binary_name_ = value_of(attributes, "name");
  } else {
    part_.start(name, attributes);
  }
}

void Word2003::text(std::string_view text) {
  if (within_properties_ > 0)
    properties_.text(text);
  else if (is_binary_)
    binary_ += text;
  else
    part_.text(text);
}

void Word2003::end(const XmlName& name) {
  if (within_properties_ > 0) {
    --within_properties_;
    properties_.end(name);
  } else if (name.local == "binData") {
    tell_binary();
  } else {
    part_.end(name);
  }
}

void Word2003::finish() {
  tell_binary();
  part_.finish();
  cells_.tell_unknown(session_);
}

// Pictures, what is embedded, and macros ("editdata.mso"), by their bytes.
void Word2003::tell_binary() {
  is_binary_ = false;
  DocumentPart part;
  part.name = binary_name_;
  tell_base64(binary_, part, session_);
  binary_.clear();
}

}  // namespace basewalk::worker::office
