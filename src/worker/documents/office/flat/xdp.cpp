// SPDX-License-Identifier: MIT
#include "worker/documents/office/flat/xdp.h"

#include "worker/programs.h"

namespace basewalk::worker::office {

void Xdp::start(const XmlName& name, const XmlAttributes& attributes) {
  if (name.local == "script") session_.lack_once(Lack::no_opener, "", kScript);
  if (name.local == "source") session_.lack_once(Lack::no_opener, "", kConnection);
  if (name.local != "chunk") return form_.start(name, attributes);
  tell_chunk();
  is_chunk_ = true;
}

void Xdp::text(std::string_view text) {
  if (is_chunk_)
    chunk_ += text;
  else
    form_.text(text);
}

void Xdp::end(const XmlName& name) {
  if (name.local == "chunk")
    tell_chunk();
  else
    form_.end(name);
}

void Xdp::finish() { tell_chunk(); }

void Xdp::tell_chunk() {
  is_chunk_ = false;
  DocumentPart part;
  part.name = "document.pdf";
  tell_base64(chunk_, part, session_);
  chunk_.clear();
}

}  // namespace basewalk::worker::office
