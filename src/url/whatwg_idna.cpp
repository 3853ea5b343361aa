// SPDX-License-Identifier: MIT
//
// Domain to ASCII (URL Standard 3.3) by ICU's UTS 46.
//
// The standard asks for ToASCII with CheckHyphens, VerifyDnsLength, UseSTD3ASCIIRules,
// Transitional_Processing and IgnoreInvalidPunycode off and with CheckBidi and CheckJoiners on.
// ICU cannot switch off the checks of hyphens and lengths, but it says which check failed,
// and those count for nothing here.  What newer revisions of UTS 46 map and an ICU of 2022 still
// forbids is mapped before (scripts/make_idna_overrides.py).
#include <unicode/uidna.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "text/foreign/icu_error.h"
#include "text/utf8.h"
#include "url/whatwg.h"

namespace basewalk::url::whatwg {
namespace {

// A name that DNS can hold has 253 characters.  ICU's Punycode takes quadratic time, so that a
// longer one than this, which is no name in any case, has no ASCII form.
constexpr std::size_t kLongestDomain = 4096;

constexpr std::uint32_t kUnchecked = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                     UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                     UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

struct Override {
  char32_t code_point;
  std::string_view mapped;
};
// Sorted by code point.
constexpr Override kOverrides[] = {
#include "url/whatwg_idna_overrides.inc"
};

void apply_overrides(std::string_view domain, std::string& out) {
  while (!domain.empty()) {
    const utf8::Sequence sequence = utf8::first(domain);
    const auto* found = std::lower_bound(
        std::begin(kOverrides), std::end(kOverrides), sequence.code_point,
        [](const Override& entry, char32_t code_point) { return entry.code_point < code_point; });
    if (found != std::end(kOverrides) && found->code_point == sequence.code_point)
      out.append(found->mapped);
    else
      out.append(domain.substr(0, sequence.length));
    domain.remove_prefix(sequence.length);
  }
}

class Uts46 {
 public:
  Uts46() {
    UErrorCode error = U_ZERO_ERROR;
    idna_ = uidna_openUTS46(UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ |
                                UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE,
                            &error);
    if (text::has_failed(error)) idna_ = nullptr;
  }
  ~Uts46() {
    if (idna_ != nullptr) uidna_close(idna_);
  }
  Uts46(const Uts46&) = delete;
  Uts46& operator=(const Uts46&) = delete;

  bool append_ascii(std::string_view domain, std::string& out) const {
    const std::size_t begin = out.size();
    const std::uint32_t errors = convert(uidna_nameToASCII_UTF8, domain, out);
    if ((errors & ~kUnchecked) == 0) return true;
    out.resize(begin);
    return false;
  }

  void append_unicode(std::string_view domain, std::string& out) const {
    const std::size_t begin = out.size();
    if (convert(uidna_nameToUnicodeUTF8, domain, out) != kNoAnswer) return;
    out.resize(begin);
    out.append(domain);
  }

 private:
  static constexpr std::uint32_t kNoAnswer = 0xFFFFFFFF;

  // Appends what ICU makes of the domain; the errors that it saw.
  template <class Function>
  std::uint32_t convert(Function function, std::string_view domain, std::string& out) const {
    if (idna_ == nullptr) return kNoAnswer;
    const std::size_t begin = out.size();
    // Punycode needs at most some five digits for a code point of two bytes or more.
    std::size_t room = domain.size() * 4 + 64;
    for (;;) {
      UIDNAInfo info = UIDNA_INFO_INITIALIZER;
      UErrorCode error = U_ZERO_ERROR;
      out.resize(begin + room);
      const auto length =
          function(idna_, domain.data(), static_cast<std::int32_t>(domain.size()),
                   out.data() + begin, static_cast<std::int32_t>(room), &info, &error);
      if (error == U_BUFFER_OVERFLOW_ERROR) {
        room = static_cast<std::size_t>(length) + 1;
        continue;
      }
      if (text::has_failed(error)) return kNoAnswer;
      out.resize(begin + static_cast<std::size_t>(length));
      return info.errors;
    }
  }

  UIDNA* idna_ = nullptr;
};

// Opened once: it does not change, and threads may ask it side by side.  One for each thread would
// have to be closed with it, and glibc ends the process where it has no memory to remember that.
const Uts46& uts46() {
  static const Uts46 opened;
  return opened;
}

}  // namespace

bool append_domain_to_ascii(std::string_view domain, std::string& out) {
  if (domain.size() > kLongestDomain) return false;
  std::string mapped;
  apply_overrides(domain, mapped);
  return uts46().append_ascii(mapped, out);
}

void append_domain_to_unicode(std::string_view domain, std::string& out) {
  if (domain.size() > kLongestDomain)
    out.append(domain);
  else
    uts46().append_unicode(domain, out);
}

}  // namespace basewalk::url::whatwg
