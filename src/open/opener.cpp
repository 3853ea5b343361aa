// SPDX-License-Identifier: MIT
#include "open/opener.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace basewalk::open {
namespace {

// Keeps what is told, as long as there is room for it.
class Collector final : public worker::DocumentSink {
 public:
  Collector(const worker::DocumentBounds& bounds, Opened& out) : bounds_(bounds), out_(out) {}

  void base(std::string_view url, std::string_view) override {
    if (!out_.base) out_.base.emplace(url);
  }

  void reference(const worker::DocumentReference& reference) override {
    if (!take(reference.raw.size() + reference.text.value_or("").size() + sizeof(Reference)))
      return;
    Reference kept{std::string(reference.raw),
                   std::string(reference.element),
                   std::string(reference.attribute),
                   {},
                   reference.uses_base,
                   reference.is_text};
    if (reference.text) kept.text.emplace(*reference.text);
    out_.references.push_back(std::move(kept));
  }

  void text(const worker::DocumentText& text) override {
    if (take(text.text.size() + sizeof(Text)))
      out_.texts.push_back(
          {std::string(text.type), std::string(text.text), std::string(text.element)});
  }

  void begin(const worker::DocumentPart& part) override {
    is_in_part_ = out_.parts.size() < bounds_.members;
    if (!is_in_part_) return tell_limit("more files are in it than are opened");
    out_.parts.push_back({std::string(part.name),
                          std::string(part.type),
                          std::string(part.charset),
                          std::string(part.content_base),
                          std::string(part.content_location),
                          part.is_entity,
                          part.may_be_records,
                          {}});
  }

  void bytes(std::string_view bytes) override {
    if (is_in_part_ && take(bytes.size())) out_.parts.back().bytes += bytes;
  }

  void end() override { is_in_part_ = false; }

  void lack(worker::Lack why, std::string_view what, std::string_view sentence) override {
    if (out_.lacks.size() >= kMostLacks) return tell_limit("more is lacking in it than is told");
    Lack lack{why, std::string(what), std::string(sentence), {}};
    if (is_in_part_) lack.part = out_.parts.size() - 1;
    out_.lacks.push_back(std::move(lack));
  }

  void opened_with(worker::OpenedWith how, std::size_t word) override {
    out_.opened_with = how;
    out_.password = word;
  }

 private:
  static constexpr std::size_t kMostLacks = 1000;

  bool take(std::size_t size) {
    if (size > bounds_.bytes - std::min(bounds_.bytes, out_.bytes)) {
      tell_limit("more bytes are in it than are opened");
      return false;
    }
    out_.bytes += size;
    return true;
  }

  void tell_limit(std::string_view sentence) {
    if (std::exchange(is_limit_told_, true)) return;
    out_.lacks.push_back({worker::Lack::limit, "", std::string(sentence), {}});
  }

  worker::DocumentBounds bounds_;
  Opened& out_;
  bool is_in_part_ = false, is_limit_told_ = false;
};

}  // namespace

Opened open_document(const Format& format, const worker::Document& document,
                     const worker::DocumentGrant& grant) {
  Opened opened;
  Collector collector(document.bounds, opened);
  std::unique_ptr<worker::Server> server = worker::Servers::shared().take(format.opener);
  const worker::Opening opening = server->open(format.opener, document, grant, collector);
  worker::Servers::shared().give_back(std::move(server));
  opened.microseconds = opening.microseconds;
  opened.is_opened = opening.end != worker::Opening::End::refused;
  if (opening.end != worker::Opening::End::done)
    opened.lacks.push_back(
        {opening.why,
         "",
         opened.is_opened ? "the program that opens it " + opening.sentence : opening.sentence,
         {}});
  return opened;
}

}  // namespace basewalk::open
