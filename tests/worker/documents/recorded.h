// SPDX-License-Identifier: MIT
//
// What an opener tells, kept; and the order that it has to keep, held.
#ifndef BASEWALK_TESTS_WORKER_DOCUMENTS_RECORDED_H_
#define BASEWALK_TESTS_WORKER_DOCUMENTS_RECORDED_H_

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/document.h"

namespace basewalk::worker {

class Recorded final : public DocumentSink {
 public:
  struct Reference {
    std::string raw, place;
    std::optional<std::string> text;
    bool uses_base = true, is_text = false;
  };
  struct Text {
    std::string type, text, element;
  };
  struct Part {
    std::string name, type, charset, content_base, content_location, bytes;
    bool is_entity = false;
    std::vector<Lack> lacks = {};
  };
  struct Missing {
    Lack why = Lack::damaged;
    std::string what, sentence;
  };

  std::vector<std::string> bases;
  std::vector<Reference> references;
  std::vector<Text> texts;
  std::vector<Part> parts;
  std::vector<Missing> lacks;  // of parts, too
  std::optional<OpenedWith> opened;
  std::size_t word = 0;

  void base(std::string_view url, std::string_view) override {
    BOOST_TEST(!open_);
    bases.emplace_back(url);
  }
  void reference(const DocumentReference& reference) override {
    BOOST_TEST(!open_);
    for (const std::string_view name : {reference.element, reference.attribute}) {
      BOOST_TEST(name.size() <= 64u);
      BOOST_TEST(is_name(name));
    }
    std::string place(reference.element);
    if (!reference.attribute.empty()) place.append("[").append(reference.attribute).append("]");
    std::optional<std::string> text;
    if (reference.text) text.emplace(*reference.text);
    references.push_back(
        {std::string(reference.raw), place, text, reference.uses_base, reference.is_text});
  }
  void text(const DocumentText& text) override {
    BOOST_TEST(!open_);
    BOOST_TEST(is_name(text.element));
    texts.push_back({std::string(text.type), std::string(text.text), std::string(text.element)});
  }
  void begin(const DocumentPart& part) override {
    BOOST_TEST(!open_);
    open_ = true;
    parts.push_back({std::string(part.name), std::string(part.type), std::string(part.charset),
                     std::string(part.content_base), std::string(part.content_location), "",
                     part.is_entity});
  }
  void bytes(std::string_view bytes) override {
    BOOST_TEST_REQUIRE(open_);
    parts.back().bytes += bytes;
  }
  void end() override {
    BOOST_TEST(open_);
    open_ = false;
  }
  void lack(Lack why, std::string_view what, std::string_view sentence) override {
    if (open_) parts.back().lacks.push_back(why);
    lacks.push_back({why, std::string(what), std::string(sentence)});
  }
  void opened_with(OpenedWith how, std::size_t which) override {
    opened = how;
    word = which;
  }

  /// "element[attribute] raw" of each.
  std::vector<std::string> found() const {
    std::vector<std::string> lines;
    for (const Reference& each : references) lines.push_back(each.place + ' ' + each.raw);
    return lines;
  }
  bool has(Lack why) const {
    for (const Missing& each : lacks)
      if (each.why == why) return true;
    return false;
  }
  bool is_told() const {
    return !references.empty() || !texts.empty() || !parts.empty() || !lacks.empty();
  }
  bool is_open() const { return open_; }

 private:
  static bool is_name(std::string_view text) {
    for (const char c : text)
      if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
            std::string_view(" :.-_/").find(c) != std::string_view::npos))
        return false;
    return true;
  }

  bool open_ = false;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_TESTS_WORKER_DOCUMENTS_RECORDED_H_
