// SPDX-License-Identifier: MIT
#include "worker/documents/office/flat/fiction_book.h"

namespace basewalk::worker::office {

void FictionBook::start(const XmlName& name, const XmlAttributes& attributes) {
  if (name.local != "binary") return;
  tell();
  is_binary_ = true;
  id_ = value_of(attributes, "id");
  type_ = value_of(attributes, "content-type");
}

void FictionBook::text(std::string_view text) {
  if (is_binary_) base64_ += text;
}

void FictionBook::end(const XmlName& name) {
  if (name.local == "binary") tell();
}

void FictionBook::tell() {
  is_binary_ = false;
  DocumentPart part;
  part.name = id_;
  part.type = type_;
  tell_base64(base64_, part, session_);
  base64_.clear();
}

}  // namespace basewalk::worker::office
