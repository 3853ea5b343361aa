// SPDX-License-Identifier: MIT
//
// ContentInfo (RFC 5652 3) is walked as far as the content lies in it.  What stands around that,
// the certificates and signatures, is searched for URLs: programs ask the hosts that certificates
// name for others and for what was revoked (RFC 5280 4.2.1.13, 4.2.2.1).  BER allows lengths that
// are not said, and strings in pieces (X.690 8.1.3.6, 8.7.3).
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/binary/utf16.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/rest.h"
#include "worker/documents/strings_in.h"
#include "worker/documents/wrapped/inflate.h"
#include "worker/documents/wrapped/wrapped.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;

constexpr unsigned kBits = 0x03, kOctets = 0x04, kOid = 0x06, kBmpString = 0x1E, kSequence = 0x30,
                   kConstructedOctets = 0x24, kContent = 0xA0, kPrimitiveContent = 0x80,
                   kConstructed = 0x20;

// Contents in one another.
constexpr int kDeepest = 16;

struct Element {
  unsigned tag = 0;
  std::size_t begin = 0;                // of its content
  std::optional<std::size_t> length{};  // none: it ends with two zeros
};

class Ber {
 public:
  explicit Ber(std::string_view bytes) : bytes_(bytes) {}

  std::optional<Element> next() {
    if (bytes_.size() - at_ < 2) return {};
    Element element;
    element.tag = take();
    // No tag of CMS has a number that takes more bytes.
    if ((element.tag & 0x1FU) == 0x1FU) return {};
    const unsigned first = take();
    if (first == 0x80) {
      if ((element.tag & kConstructed) == 0) return {};
    } else if (first < 0x80) {
      element.length = first;
    } else {
      std::size_t count = first & 0x7FU, length = 0;
      if (count > bytes_.size() - at_) return {};
      for (; count > 0; --count) {
        if (length > (bytes_.size() >> 8) + 1) return {};
        length = (length << 8) | take();
      }
      element.length = length;
    }
    element.begin = at_;
    return element;
  }
  /// Goes into the next element, which has to have that tag.
  bool enter(unsigned tag) {
    const std::size_t before = at_;
    const std::optional<Element> element = next();
    if (element && element->tag == tag) {
      end_ = element->length ? at_ + std::min(*element->length, kNotSaid - 1 - at_) : kNotSaid;
      return true;
    }
    at_ = before;
    return false;
  }
  /// Is there nothing more in the element that was entered last?  What is cut off has not ended.
  bool is_at_end() const {
    return at_ >= end_ || (end_ == kNotSaid && rest().starts_with("\0\0"sv));
  }
  /// Behind the next element, with all that is in it.
  bool skip() {
    std::size_t open = 0;  // of which the end is not said
    do {
      const std::optional<Element> element = next();
      if (!element) return false;
      if (element->tag == 0 && element->length == 0u) {
        if (open == 0) return false;
        --open;
      } else if (!element->length) {
        ++open;
      } else if (*element->length > bytes_.size() - at_) {
        return false;
      } else {
        at_ += *element->length;
      }
    } while (open > 0);
    return true;
  }
  std::optional<std::string_view> oid() {
    const std::optional<Element> element = next();
    if (!element || element->tag != kOid || !element->length ||
        *element->length > bytes_.size() - at_)
      return {};
    const std::string_view value = bytes_.substr(at_, *element->length);
    at_ += *element->length;
    return value;
  }
  /// The bytes of a string, in one piece or in many; what is there of one that is cut off.
  bool octets(std::string& out);
  /// The bytes of the next element that holds no others, on the way into all that do; what is there
  /// of one that is cut off.
  std::optional<std::string_view> leaf(unsigned& tag);

  std::string_view rest() const { return bytes_.substr(at_); }

 private:
  unsigned take() { return static_cast<unsigned char>(bytes_[at_++]); }
  bool append(const Element& element, std::string& out) {
    const bool is_whole = element.length && *element.length <= bytes_.size() - at_;
    const std::size_t length = is_whole ? *element.length : bytes_.size() - at_;
    out += bytes_.substr(at_, length);
    at_ += length;
    return is_whole;
  }

  static constexpr std::size_t kNotSaid = std::string_view::npos;

  std::string_view bytes_;
  std::size_t at_ = 0, end_ = kNotSaid;  // of the element that was entered last
};

bool Ber::octets(std::string& out) {
  std::vector<std::size_t> ends;  // of the strings that are open; npos: not said
  do {
    if (!ends.empty() && ends.back() != std::string_view::npos && at_ >= ends.back()) {
      ends.pop_back();
      continue;
    }
    const std::optional<Element> element = next();
    if (!element) return false;
    if (element->tag == 0 && element->length == 0u) {
      if (ends.empty()) return false;
      ends.pop_back();
    } else if (element->tag == kOctets || (ends.empty() && element->tag == kPrimitiveContent)) {
      if (!append(*element, out)) return false;
    } else if (element->tag == kConstructedOctets) {
      if (ends.size() > 1000) return false;
      ends.push_back(element->length ? at_ + *element->length : std::string_view::npos);
    } else {
      return false;
    }
  } while (!ends.empty());
  return true;
}

// From its first byte to its last one.
bool is_sequence(std::string_view bytes) {
  Ber ber(bytes);
  const std::optional<Element> element = ber.next();
  return element && element->tag == kSequence && element->length &&
         *element->length == bytes.size() - element->begin;
}

std::optional<std::string_view> Ber::leaf(unsigned& tag) {
  std::size_t begin = at_;
  for (; const std::optional<Element> element = next(); begin = at_) {
    tag = element->tag;
    if ((tag & kConstructed) != 0 || (tag == 0 && element->length == 0u)) continue;
    const std::string_view bytes = bytes_.substr(at_, *element->length);
    const std::size_t unused = tag == kBits && !bytes.empty() ? 1 : 0;
    // An extension of a certificate lies in a string.
    if ((tag == kOctets || tag == kBits) && is_sequence(bytes.substr(unused))) {
      at_ += unused;
      continue;
    }
    at_ += bytes.size();
    return bytes.substr(unused);
  }
  at_ = begin;  // what is no element
  return {};
}

// Of what stands around a content.
void tell_fields(std::string_view bytes, DocumentSink& sink) {
  Ber ber(bytes);
  unsigned tag = 0;
  while (const std::optional<std::string_view> value = ber.leaf(tag)) {
    const std::string text =
        tag == kBmpString ? text::utf8_of_utf16(*value, text::Endian::big) : std::string(*value);
    const bool is_shown = std::none_of(text.begin(), text.end(), [](char c) {
      return static_cast<unsigned char>(c) < ' ' || c == '\x7F';
    });
    if (is_shown ? is_worth_searching(text) : may_have_url(text))
      sink.text({"text/plain", is_shown ? text : text_in(text), "cms"});
  }
  tell_text_around(text_in(ber.rest()), sink);
}

enum class Cms : unsigned char { data, signed_data, compressed, encrypted, unknown };

Cms cms_of(std::string_view oid) {
  constexpr std::string_view kPkcs7 = "\x2A\x86\x48\x86\xF7\x0D\1\7"sv;
  constexpr std::string_view kSmimeType = "\x2A\x86\x48\x86\xF7\x0D\1\x09\x10\1"sv;
  if (oid.size() == kPkcs7.size() + 1 && oid.starts_with(kPkcs7)) switch (oid.back()) {
      case 1:
        return Cms::data;
      case 2:
        return Cms::signed_data;
      case 3:
      case 4:
      case 6:
        return Cms::encrypted;
      default:
        return Cms::unknown;
    }
  if (oid.size() == kSmimeType.size() + 1 && oid.starts_with(kSmimeType)) {
    if (oid.back() == 9) return Cms::compressed;
    if (oid.back() == 23) return Cms::encrypted;
  }
  return Cms::unknown;
}

class Smime {
 public:
  Smime(const Document& document, DocumentSink& sink)
      : document_(document), sink_(sink), left_(document.bounds.bytes) {}

  void open() {
    const std::string_view bytes = document_.bytes;
    std::string decoded, fields;
    const std::size_t begin = bytes.find(kBegin);
    if (begin != std::string_view::npos && begin < 1024) {
      open_armour(bytes, begin);
    } else if (bytes.starts_with('M')) {
      // base64 that nobody has taken off
      std::size_t at = 0;
      (void)take_armour("\n" + std::string(bytes), at, decoded, fields);
      if (is_worth_searching(fields)) tell_text_around(fields, sink_);
      open_content(decoded);
    } else {
      open_content(bytes);
    }
  }

 private:
  static constexpr std::string_view kBegin = "-----BEGIN ";

  // RFC 7468 2: one, or several with texts between them.
  void open_armour(std::string_view bytes, std::size_t begin) {
    tell_text_around(bytes.substr(0, begin), sink_);
    while (begin != std::string_view::npos) {
      std::size_t at = begin;
      std::string decoded, fields;
      if (!take_armour(bytes, at, decoded, fields)) damaged("the armour", "is cut off");
      if (is_worth_searching(fields)) tell_text_around(fields, sink_);
      open_content(decoded);
      begin = bytes.find(kBegin, at);
      tell_text_around(bytes.substr(at, std::min(begin, bytes.size()) - at), sink_);
    }
  }

  void open_content(std::string_view bytes) {
    Ber whole(bytes);
    if (whole.skip()) {
      tell_behind(whole.rest());
      bytes.remove_suffix(whole.rest().size());
    }
    Ber ber(bytes);
    if (!ber.enter(kSequence)) return damaged("", "is no S/MIME, or its beginning is damaged");
    const std::optional<std::string_view> type = ber.oid();
    if (!type) return damaged("", "is no S/MIME, or its beginning is damaged");
    if (ber.is_at_end()) return lack(Lack::empty, "has no content");
    if (!ber.enter(kContent)) return damaged("", "is damaged before its content");
    std::string content(ber.rest());
    Cms cms = cms_of(*type);
    for (int depth = 0;; ++depth) {
      if (depth == kDeepest) return lack(Lack::limit, "has contents too deep in one another");
      std::string inner;
      switch (cms) {
        case Cms::data:
          return give(content);
        case Cms::encrypted:
          tell_fields(content, sink_);
          return lack(Lack::encrypted, "is encrypted for its addressee");
        case Cms::unknown:
          tell_fields(content, sink_);
          return lack(Lack::no_opener, "holds a content of a type that is not known");
        case Cms::signed_data:
        case Cms::compressed:
          break;
      }
      const std::optional<Cms> next = take_inner(cms, content, inner);
      if (!next) return;
      content = std::move(inner);
      cms = *next;
      // The content of plain data is given as it is.
      if (cms == Cms::data) return give_entity(content);
    }
  }

  void lack(Lack why, std::string_view sentence) { sink_.lack(why, "", sentence); }
  void damaged(std::string_view what, std::string_view sentence) {
    sink_.lack(Lack::damaged, what, sentence);
  }

  // Of ContentInfo with plain data: a string.
  void give(const std::string& content) {
    std::string bytes;
    Ber ber(content);
    if (!ber.octets(bytes)) damaged("the content", "is cut off");
    give_entity(bytes);
    tell_fields(ber.rest(), sink_);
  }

  // SignedData (RFC 5652 5.1) and CompressedData (RFC 3274 1.1): a version, a set or sequence of
  // algorithms, the content.
  std::optional<Cms> take_inner(Cms cms, std::string_view content, std::string& inner) {
    Ber ber(content);
    std::optional<std::string_view> type;
    if (!ber.enter(kSequence) || !ber.skip() || !ber.skip() || !ber.enter(kSequence) ||
        !(type = ber.oid())) {
      damaged("", "is damaged before its content");
      tell_fields(content, sink_);
      return {};
    }
    const Cms next = cms_of(*type);
    if (ber.is_at_end()) {
      tell_fields(content, sink_);
      if (cms == Cms::signed_data)
        lack(Lack::empty, "is a signature of what stands elsewhere");
      else
        lack(Lack::empty, "has no content");
      return {};
    }
    if (!ber.enter(kContent)) {
      tell_fields(content, sink_);
      damaged("", "is damaged before its content");
      return {};
    }
    std::string octets;
    tell_fields(content.substr(0, content.size() - ber.rest().size()), sink_);
    if (!ber.octets(octets)) damaged("the content", "is cut off");
    tell_fields(ber.rest(), sink_);
    if (cms == Cms::signed_data) {
      inner = std::move(octets);
    } else {
      std::string_view packed = octets;
      switch (unpack(Packing::zlib, packed, left_, inner)) {
        case Unpacked::whole:
          tell_behind(packed);
          break;
        case Unpacked::too_much:
          lack(Lack::limit, "unpacks to more bytes than are opened");
          break;
        case Unpacked::cut_off:
        case Unpacked::damaged:
          damaged("the compressed content", "is damaged");
          break;
      }
    }
    // A type of another application wraps whatever that has.
    return next == Cms::unknown ? Cms::data : next;
  }

  void tell_behind(std::string_view bytes) {
    if (!is_blank_rest(bytes) && parts_.take(sink_)) tell_rest(bytes, left_, sink_);
  }

  void give_entity(const std::string& bytes) {
    if (!parts_.take(sink_)) return;
    DocumentPart part;
    part.is_entity = begins_as_entity(bytes);
    if (!part.is_entity) part.name = without_last_ending(document_.name);
    sink_.begin(part);
    sink_.bytes(bytes);
    sink_.end();
  }

  const Document& document_;
  DocumentSink& sink_;
  std::uint64_t left_;
  PartsLeft parts_{document_.bounds};
};

}  // namespace

void open_smime(const Document& document, DocumentSink& sink) { Smime(document, sink).open(); }

}  // namespace basewalk::worker
