// SPDX-License-Identifier: MIT
//
// What src/worker/document.h promises of any opener, held over any bytes: the order of what is
// told, the words and texts in it, the bounds, and that the same bytes give the same twice.
//
// Before this: a fuzzer of one family has the bytes and the opener.
#ifndef BASEWALK_TESTS_FUZZ_DOCUMENTS_CHECKED_H_
#define BASEWALK_TESTS_FUZZ_DOCUMENTS_CHECKED_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include "fuzz/fuzzing.h"
#include "text/utf8.h"
#include "worker/document.h"

namespace basewalk::worker::fuzz {

inline void check(bool ok, const char* promise) {
  if (ok) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  __builtin_trap();
}

using basewalk::fuzz::view;

/// How much of its bounds and its input an opener may tell.  Base64 in what it makes, a text beside
/// the references found in it, and the words around what is small all cost something.  Pixels are
/// told where they are decoded and given on.
struct Factors {
  std::uint64_t of_bounds = 4, of_input = 16, of_pixels = 0, more = 16 << 10;
  /// Parts that are no members.
  std::uint64_t beside = 1;
};

class Checked final : public DocumentSink {
 public:
  explicit Checked(const Document& document) : document_(document) {}

  void base(std::string_view url, std::string_view where) override {
    outside();
    name(where);
    bytes_told(url);
  }
  void reference(const DocumentReference& reference) override {
    outside();
    name(reference.element);
    name(reference.attribute);
    bytes_told(reference.raw);
    if (!reference.text) return;
    check(utf8::is_valid(*reference.text), "the text of a reference is UTF-8");
    bytes_told(*reference.text);
  }
  void text(const DocumentText& text) override {
    outside();
    name(text.element);
    constexpr std::string_view kTypes[] = {"text/plain",   "text/html",       "application/xml",
                                           "text/css",     "text/javascript", "text/vcard",
                                           "text/calendar"};
    check(std::find(std::begin(kTypes), std::end(kTypes), text.type) != std::end(kTypes),
          "a text has one of five types");
    bytes_told(text.type);
    bytes_told(text.text);
  }
  void begin(const DocumentPart& part) override {
    outside();
    is_in_part_ = true;
    ++parts_;
    for (const std::string_view each :
         {part.name, part.type, part.charset, part.content_base, part.content_location})
      bytes_told(each);
  }
  void bytes(std::string_view bytes) override {
    check(is_in_part_, "bytes stand in a part");
    bytes_told(bytes);
  }
  void end() override {
    check(is_in_part_, "a part ends that began");
    is_in_part_ = false;
    count();
  }
  void lack(Lack why, std::string_view what, std::string_view sentence) override {
    check(why <= Lack::repaired, "a lack has a reason");
    check(!sentence.empty(), "a lack has a sentence");
    bytes_told(what);
    bytes_told(sentence);
  }
  void opened_with(OpenedWith how, std::size_t word) override {
    check(how <= OpenedWith::word, "a password is of a kind");
    check(how != OpenedWith::word || word < document_.passwords.size(), "a password was given");
    count();
  }

  /// Behind the opener; one that threw may leave a part open.
  void finish(bool has_thrown, const Factors& factors) const {
    const DocumentBounds& bounds = document_.bounds;
    check(has_thrown || !is_in_part_, "the last part ends");
    check(parts_ <= bounds.members + factors.beside, "no more parts than members may be");
    const std::uint64_t most = factors.of_bounds * bounds.bytes +
                               factors.of_input * document_.bytes.size() +
                               factors.of_pixels * bounds.pixels + factors.more;
    check(told_ <= most, "the bytes told are within the bounds");
    check(calls_ <= most, "the things told are within the bounds");
  }
  std::uint64_t value() const { return value_; }

 private:
  void outside() {
    check(!is_in_part_, "between begin() and end() are bytes and lacks only");
    count();
  }
  void count() { value_ = value_ * 31 + ++calls_; }
  static void name(std::string_view word) {
    check(word.size() <= 64, "an element has at most 64 bytes");
    for (const char c : word)
      check((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                std::string_view(" :.-_/").find(c) != std::string_view::npos,
            "an element is a word of the format");
  }
  // FNV-1a: each byte is looked at, so that AddressSanitizer sees views of what is gone.
  void bytes_told(std::string_view bytes) {
    told_ += bytes.size();
    count();
    for (const char byte : bytes)
      value_ = (value_ ^ static_cast<unsigned char>(byte)) * 1099511628211U;
  }

  const Document& document_;
  std::uint64_t value_ = 14695981039346656037U, told_ = 0, calls_ = 0, parts_ = 0;
  bool is_in_part_ = false;
};

/// Small, so that they are reached by what a fuzzer makes.
inline constexpr DocumentBounds kBounds{
    .bytes = 64 << 10, .members = 50, .pages = 20, .pixels = 1'000'000};

/// Opens the bytes, twice where that is cheap, and holds what is promised.
inline int open(void (*opener)(const Document&, DocumentSink&), std::string_view bytes,
                std::string_view name, const Factors& factors = {}) {
  const Document document{bytes, name, {"wrong", "secret"}, kBounds};
  std::uint64_t first = 0;
  for (int turn = 0; turn < (bytes.size() % 8 == 0 ? 2 : 1); ++turn) {
    Checked told(document);
    bool has_thrown = false;
    try {
      opener(document, told);
    } catch (const std::exception&) {
      has_thrown = true;
    }
    told.finish(has_thrown, factors);
    if (turn > 0) check(told.value() == first, "the same bytes give the same");
    first = told.value();
  }
  return 0;
}

}  // namespace basewalk::worker::fuzz

#endif  // BASEWALK_TESTS_FUZZ_DOCUMENTS_CHECKED_H_
