// SPDX-License-Identifier: MIT
#include "worker/documents/office/flat/web_archive.h"

#include <utility>

#include "text/ascii.h"

namespace basewalk::worker::office {

void WebArchive::start(const XmlName& name, const XmlAttributes& attributes) {
  beside_.text(std::exchange(text_, {}));
  if (name.local == "dict") open_.emplace_back();
  is_in_data_ = name.local == "data";
  beside_.start(name, attributes);
}

void WebArchive::text(std::string_view text) { text_ += text; }

void WebArchive::end(const XmlName& name) {
  end_value(name.local);
  // Of a server's answer, say: a list within the list.
  if (name.local == "data") tell_file(std::exchange(text_, {}), {});
  is_in_data_ = false;
  if (name.local == "dict" && !open_.empty()) {
    tell(open_.back());
    open_.pop_back();
  }
  beside_.text(text_);
  text_.clear();
  beside_.end(name);
}

// What is cut off ends here.
void WebArchive::finish() {
  if (is_in_data_) {
    end_value("data");
    tell_file(text_, {});
  }
  for (; !open_.empty(); open_.pop_back()) tell(open_.back());
}

void WebArchive::end_value(std::string_view local) {
  if (open_.empty()) return;
  Dictionary& dictionary = open_.back();
  if (local == "key") {
    dictionary.key = text_;
    return;
  }
  if (local == "data" && dictionary.key == WebResource::kData)
    dictionary.files.push_back(std::exchange(text_, {}));
  std::string* const value = dictionary.resource.value_of(dictionary.key);
  if (local == "string" && value != nullptr) {
    if (!value->empty())
      session_.lack_once(Lack::no_opener, "",
                         "has files of which a type, charset or URL is said twice");
    *value = text_;
  }
  dictionary.key.clear();
}

void WebArchive::tell(const Dictionary& dictionary) {
  for (const std::string& each : dictionary.files) tell_file(each, dictionary.resource);
}

void WebArchive::tell_file(const std::string& base64, const WebResource& resource) {
  if (base64.empty()) return;
  if (members_left_ == 0)
    return session_.lack_once(Lack::limit, "", "has more files in it than are read");
  --members_left_;
  tell_base64(base64, resource.part(), session_);
}

}  // namespace basewalk::worker::office
