// SPDX-License-Identifier: MIT
//
// Packets (RFC 9580 4) in one another: compressed ones are opened, literal ones are what was
// written; those of signatures, keys and who owns these are searched for URLs.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/rest.h"
#include "worker/documents/strings_in.h"
#include "worker/documents/wrapped/inflate.h"
#include "worker/documents/wrapped/wrapped.h"

namespace basewalk::worker {
namespace {

// RFC 9580 5
enum Packet : unsigned {
  kPublicKeySession = 1,
  kSignature = 2,
  kSymmetricKeySession = 3,
  kOnePassSignature = 4,
  kCompressed = 8,
  kEncrypted = 9,
  kMarker = 10,
  kLiteral = 11,
  kTrust = 12,
  kUserId = 13,
  kEncryptedIntegrity = 18,
  kEncryptedAuthenticated = 20,
  kPadding = 21,
};

constexpr std::size_t kDeepest = 32, kMostPackets = 10'000;
constexpr std::string_view kSigned = "-----BEGIN PGP SIGNED MESSAGE-----";
constexpr std::string_view kBegin = "-----BEGIN PGP ";

class Packets {
 public:
  Packets(const Document& document, DocumentSink& sink)
      : document_(document), sink_(sink), left_(document.bounds.bytes) {}

  void open() {
    const std::string_view text = document_.bytes;
    std::size_t at = find_line(text, kBegin, 0);
    if (at == std::string_view::npos) {
      open_packets(std::string(text));
    } else {
      tell_text_around(text.substr(0, at), sink_);
      while (at != std::string_view::npos) {
        if (text.substr(at).starts_with(kSigned))
          open_clear_signed(text, at);
        else
          open_armour(text, at);
        const std::size_t behind = at;
        at = find_line(text, kBegin, at);
        tell_text_around(text.substr(behind, std::min(at, text.size()) - behind), sink_);
      }
    }
    if (!is_told_) sink_.lack(Lack::empty, "", "has signatures or keys alone");
  }

 private:
  static std::size_t find_line(std::string_view text, std::string_view begin, std::size_t from) {
    for (std::size_t at = text.find(begin, from); at != std::string_view::npos;
         at = text.find(begin, at + 1))
      if (at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r') return at;
    return std::string_view::npos;
  }

  void lack(Lack why, std::string_view what, std::string_view sentence) {
    is_told_ = true;
    sink_.lack(why, what, sentence);
  }

  void open_armour(std::string_view text, std::size_t& at) {
    std::string packets, fields;
    if (!take_armour(text, at, packets, fields)) lack(Lack::damaged, "the armour", "is cut off");
    tell_fields(fields);
    open_packets(std::move(packets));
  }

  // "Comment: https://..."; and whoever writes "Hash:" may write more, and no empty line behind it.
  void tell_fields(std::string_view fields) {
    if (is_worth_searching(fields)) tell_text_around(fields, sink_);
  }

  // RFC 9580 7: a header, an empty line, the text with "- " before lines that begin with "-".
  void open_clear_signed(std::string_view text, std::size_t& at) {
    std::size_t end = find_line(text, kBegin, at + 1);
    if (end == std::string_view::npos) {
      lack(Lack::damaged, "the signed text", "has no signature behind it");
      end = text.size();
    }
    std::size_t line_at = at;
    bool is_header = true;
    std::string shown, fields;
    while (line_at < end) {
      const std::size_t line_end = std::min(text.find('\n', line_at), end - 1) + 1;
      const std::string_view line = text.substr(line_at, line_end - line_at);
      line_at = line_end;
      if (is_header) {
        is_header = !ascii::trim(line).empty();
        fields += line;
        continue;
      }
      shown += line.starts_with("- ") ? line.substr(2) : line;
    }
    at = end;
    is_told_ = true;
    tell_fields(fields);
    if (begins_as_entity(shown)) return give("", shown, true, "");
    sink_.text({"text/plain", shown, ""});
  }

  void open_packets(std::string packets) {
    std::vector<std::string> waiting;
    waiting.push_back(std::move(packets));
    // What is compressed holds one thing; depth is counted by how often it was unpacked.
    for (std::size_t opened = 0; !waiting.empty(); ++opened) {
      if (opened > kDeepest) return lack(Lack::limit, "", "has packets too deep in one another");
      const std::string bytes = std::move(waiting.back());
      waiting.pop_back();
      if (!open_sequence(bytes, waiting)) return;
    }
  }

  bool open_sequence(std::string_view bytes, std::vector<std::string>& waiting) {
    std::size_t at = 0;
    while (at < bytes.size()) {
      if (++packets_ > kMostPackets) {
        lack(Lack::limit, "", "has more packets than are opened");
        return false;
      }
      unsigned tag = 0;
      std::string body;
      const bool is_whole = take_packet(bytes, at, tag, body);
      if (tag == 0) {
        lack(Lack::damaged, "a packet", "is damaged, and what is behind it cannot be found");
        return true;
      }
      if (!is_whole) lack(Lack::damaged, "a packet", "is cut off");
      if (!open_packet(tag, body, waiting)) return true;
    }
    return true;
  }

  // False where nothing behind it can be read.
  bool open_packet(unsigned tag, const std::string& body, std::vector<std::string>& waiting) {
    switch (tag) {
      case kSignature:
        tell_signature(body);
        return true;
      case kUserId:
        tell(body);
        return true;
      case kCompressed:
        open_compressed(body, waiting);
        return true;
      case kLiteral:
        open_literal(body);
        return true;
      case kEncrypted:
      case kEncryptedIntegrity:
      case kEncryptedAuthenticated:
        lack(Lack::encrypted, "", "is encrypted");
        return true;
      default:
        tell(text_in(body));
        return true;
    }
  }

  void tell(std::string_view text) {
    if (is_worth_searching(text)) sink_.text({"text/plain", text, "openpgp"});
  }

  // 5.2.3: of version 4 and 6, subpackets that are signed and others, each list with its length
  // before it; what is behind these are numbers.
  void tell_signature(std::string_view body) {
    const std::uint64_t version = text::big(body, 0, 1);
    const std::size_t counts = version == 4 ? 2 : version == 6 ? 4 : 0;
    std::size_t at = std::min<std::size_t>(body.size(), counts > 0 ? 4 : 0);
    for (int list = 0; counts > 0 && list < 2 && body.size() - at >= counts; ++list) {
      const std::string_view subpackets =
          text::slice(body, at + counts, text::big(body, at, counts));
      at += counts + subpackets.size();
      tell_subpackets(subpackets);
    }
    tell(text_in(body.substr(at)));
  }

  // 5.2.3.7: each with its length and its type before it.
  void tell_subpackets(std::string_view bytes) {
    constexpr unsigned kNotation = 20, kCritical = 0x80;
    std::size_t at = 0;
    while (at < bytes.size()) {
      const std::uint64_t first = text::big(bytes, at, 1);
      const std::size_t counts = first < 192 ? 1 : first < 255 ? 2 : 5;
      const std::uint64_t size = first < 192 ? first
                                 : first < 255
                                     ? ((first - 192) << 8) + text::big(bytes, at + 1, 1) + 192
                                     : text::big(bytes, at + 1, 4);
      std::string_view value = text::slice(bytes, at + counts, size);
      at = std::min(bytes.size(), at + counts + value.size());
      if (value.empty()) continue;
      const unsigned type = static_cast<unsigned char>(value.front()) & ~kCritical;
      value.remove_prefix(1);
      if (type == kNotation) {
        // 5.2.3.24: flags, two lengths, a name, what it is
        const std::string_view name = text::slice(value, 8, text::big(value, 4, 2));
        tell(name);
        value.remove_prefix(std::min(value.size(), 8 + name.size()));
      }
      tell(shown_lines(value));
    }
  }

  void open_compressed(std::string_view body, std::vector<std::string>& waiting) {
    if (body.empty()) return lack(Lack::damaged, "a compressed packet", "is empty");
    const char algorithm = body.front();
    body.remove_prefix(1);
    std::string out;
    Unpacked result = Unpacked::whole;
    switch (algorithm) {
      case 0:
        out = body;
        break;
      case 1:
        result = unpack(Packing::deflate, body, left_, out);
        break;
      case 2:
        result = unpack(Packing::zlib, body, left_, out);
        break;
      case 3:
        result = unpack(Packing::bzip2, body, left_, out);
        break;
      default:
        return lack(Lack::no_opener, "a compressed packet", "is packed in an unknown way");
    }
    if (result == Unpacked::too_much)
      lack(Lack::limit, "a compressed packet", "unpacks to more bytes than are opened");
    else if (result != Unpacked::whole)
      lack(Lack::damaged, "a compressed packet", "is damaged");
    else if (algorithm != 0 && !is_blank_rest(body) && parts_.take(sink_))
      tell_rest(body, left_, sink_);
    waiting.push_back(std::move(out));
  }

  // 5.9: a format, a name, a date, what was written.
  void open_literal(std::string_view body) {
    if (body.size() < 2) return lack(Lack::damaged, "a literal packet", "is cut off");
    const char format = body.front();
    const auto name_size = static_cast<unsigned char>(body[1]);
    if (body.size() < 6u + name_size) return lack(Lack::damaged, "a literal packet", "is cut off");
    std::string_view name = body.substr(2, name_size);
    // "For your eyes only"
    if (name == "_CONSOLE") name = {};
    const std::string_view written = body.substr(6u + name_size);
    const bool is_text = format == 't' || format == 'u' || format == 'l' || format == '1';
    give(name.empty() && !is_text ? without_last_ending(document_.name) : name, written,
         format == 'm' || begins_as_entity(written), is_text ? "text/plain" : "");
  }

  void give(std::string_view name, std::string_view bytes, bool is_entity, std::string_view type) {
    is_told_ = true;
    if (!parts_.take(sink_)) return;
    DocumentPart part;
    part.is_entity = is_entity;
    if (!is_entity) {
      part.name = name;
      part.type = type;
      if (!type.empty()) part.charset = "utf-8";
    }
    sink_.begin(part);
    sink_.bytes(bytes);
    sink_.end();
  }

  // 4.2: its tag (0 where there is none) and its body, put together where it comes in parts.
  static bool take_packet(std::string_view bytes, std::size_t& at, unsigned& tag,
                          std::string& body) {
    const auto byte = [&] { return static_cast<unsigned char>(bytes[at++]); };
    const auto number = [&](std::size_t count) {
      std::size_t value = 0;
      for (; count > 0; --count) value = (value << 8) | byte();
      return value;
    };
    const auto append = [&](std::size_t size) {
      const std::size_t there = std::min(size, bytes.size() - at);
      body += bytes.substr(at, there);
      at += there;
      return there == size;
    };
    const unsigned first = byte();
    if ((first & 0x80U) == 0) return false;
    if ((first & 0x40U) == 0) {
      // 4.2.2, the old form
      const std::size_t counts[] = {1, 2, 4, 0};
      const std::size_t count = counts[first & 3U];
      if (bytes.size() - at < count) return false;
      tag = (first >> 2) & 0xFU;
      return append(count == 0 ? bytes.size() - at : number(count));
    }
    const unsigned wanted = first & 0x3FU;
    for (;;) {
      if (at >= bytes.size()) return tag = wanted, false;
      const unsigned length = byte();
      if (length < 192) return tag = wanted, append(length);
      if (length < 224) {
        if (at >= bytes.size()) return tag = wanted, false;
        const std::size_t size = ((length - 192) << 8) + byte() + 192;
        return tag = wanted, append(size);
      }
      if (length == 255) {
        if (bytes.size() - at < 4) return tag = wanted, false;
        const std::size_t size = number(4);
        return tag = wanted, append(size);
      }
      if (!append(std::size_t{1} << (length & 0x1FU))) return tag = wanted, false;
    }
  }

  const Document& document_;
  DocumentSink& sink_;
  std::uint64_t left_;
  std::size_t packets_ = 0;
  PartsLeft parts_{document_.bounds};
  bool is_told_ = false;
};

}  // namespace

void open_openpgp(const Document& document, DocumentSink& sink) { Packets(document, sink).open(); }

}  // namespace basewalk::worker
