// SPDX-License-Identifier: MIT
//
// Bundles for tests, and files in memory.
#ifndef BASEWALK_TESTS_BUNDLE_MADE_BUNDLE_H_
#define BASEWALK_TESTS_BUNDLE_MADE_BUNDLE_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/bundle/unpack.h"

namespace basewalk::test {

/// Puts a bundle together, part by part.
class MadeBundle {
 public:
  MadeBundle& add(std::string_view type, std::string_view location, std::string_view body,
                  std::string_view more = {}) {
    text_.append("--b\r\nContent-Type: ").append(type).append("\r\n");
    if (!location.empty()) text_.append("Content-Location: ").append(location).append("\r\n");
    text_.append(more).append("\r\n").append(body).append("\r\n");
    return *this;
  }
  std::string text() const {
    return "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n" + text_ +
           "--b--\r\n";
  }

 private:
  std::string text_;
};

/// Files in memory.
class MemoryFiles final : public bundle::Files {
 public:
  bool begin(std::string_view name) override {
    at_ = &files[std::string(name)];
    return true;
  }
  bool write(std::string_view bytes) override {
    *at_ += bytes;
    return true;
  }
  bool end() override { return true; }

  std::map<std::string, std::string> files;

 private:
  std::string* at_ = nullptr;
};

class MemoryPage final : public Sink {
 public:
  bool write(std::string_view bytes) override {
    text += bytes;
    return true;
  }
  std::string text;
};

/// A text without what every page gets in its head.
inline std::string without_head(std::string page) {
  constexpr std::string_view kXhtml =
      "<head xmlns=\"http://www.w3.org/1999/xhtml\"><meta xmlns=\"http://www.w3.org/1999/xhtml\" "
      "http-equiv=";
  if (const std::size_t head = page.find(kXhtml); head != std::string::npos)
    return page.erase(head, page.find("</head>", head) + 7 - head);
  const std::size_t charset = page.find("<meta charset=\"utf-8\">");
  if (charset == std::string::npos) return page;
  std::size_t end = charset + 22;
  const std::string_view rest = std::string_view(page).substr(end);
  if (rest.starts_with("<meta http-equiv=\"Content-Security-Policy\"")) end += rest.find('>') + 1;
  return page.erase(charset, end - charset);
}

/// Unpacks a bundle into memory.
inline std::map<std::string, std::string> unpacked(const std::string& text,
                                                   const bundle::UnpackOptions& options = {}) {
  const Message message = read_message(text);
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  MemoryFiles files;
  const Result<bundle::UnpackSummary> summary = bundle::unpack(bundle, options, files);
  if (!summary) return {{"error", summary.error().code}};
  return std::move(files.files);
}

inline std::string inlined(const std::string& text, const bundle::UnpackOptions& options = {}) {
  const Message message = read_message(text);
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  MemoryPage page;
  const Result<bundle::UnpackSummary> summary = bundle::inline_page(bundle, options, page);
  return summary ? page.text : "error " + summary.error().code;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_BUNDLE_MADE_BUNDLE_H_
