// SPDX-License-Identifier: MIT
#include "archive/warc/http.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

#include "archive/packed/packed.h"
#include "text/ascii.h"
#include "worker/unpack/confined_decoder.h"

namespace basewalk::archive {

using worker::Decoder;
using worker::Packing;

namespace {

constexpr std::size_t kLongestHead = std::size_t{256} << 10;
constexpr std::size_t kCodings = 4;  // more than anybody stacks
constexpr const char* kTooLong = "is longer than --max-bytes allows";

// A size in hex and what may follow it on its line (RFC 9112 7.1); nothing where it is none.
std::optional<std::uint64_t> take_chunk_size(std::string_view& bytes) {
  const std::size_t end = bytes.find('\n');
  if (end == bytes.npos) return {};
  std::size_t digits = 0;
  std::uint64_t size = 0;
  for (; digits < end && ascii::is_hex(bytes[digits]); ++digits) {
    if (size >> 50 != 0) return {};
    size = size << 4 | ascii::hex_value(bytes[digits]);
  }
  const std::string_view rest = ascii::trim(bytes.substr(digits, end - digits));
  if (digits == 0 || (!rest.empty() && rest.front() != ';')) return {};
  bytes.remove_prefix(end + 1);
  return size;
}

Result<std::string> unchunked(std::string_view bytes, std::size_t most) {
  std::string out;
  for (bool first = true;; first = false) {
    const std::string_view before = bytes;
    const std::optional<std::uint64_t> size = take_chunk_size(bytes);
    // Crawlers take the chunks off and leave the field.
    if (!size && first) return std::string(before);
    if (!size) return Error{"damaged", 0, "a chunk has no size"};
    if (*size == 0) return out;
    if (*size > bytes.size()) return Error{"damaged", 0, "a chunk is cut off"};
    if (*size > most - std::min(most, out.size())) return Error{"limit-bytes", 0, kTooLong};
    const auto whole = static_cast<std::size_t>(*size);
    out += bytes.substr(0, whole);
    bytes.remove_prefix(whole);
    if (bytes.starts_with('\r')) bytes.remove_prefix(1);
    if (bytes.starts_with('\n')) bytes.remove_prefix(1);
  }
}

Result<std::string> inflated(std::string_view bytes, bool gzip, std::size_t most,
                             worker::Place place) {
  // Of what was decoded when it was captured the field may have stayed.
  if (gzip && !bytes.starts_with("\x1F\x8B\x08")) return std::string(bytes);
  // "deflate" is zlib's form (RFC 9110 8.4.1.2), or deflate alone, as some send it.
  const bool zlib =
      !gzip && bytes.size() > 1 && (bytes[0] & 0x0F) == 8 &&
      (static_cast<unsigned char>(bytes[0]) * 256U + static_cast<unsigned char>(bytes[1])) % 31 ==
          0;
  if (zlib) bytes.remove_prefix(2);
  auto had = worker::decoder_for(gzip ? Packing::gzip : Packing::deflate, place);
  if (const auto* reason = std::get_if<worker::Reason>(&had))
    return Error{"coding", 0, not_unpacked(*reason).problem};
  const auto& decoder = std::get<std::unique_ptr<Decoder>>(had);
  decoder->begin();
  std::string out;
  constexpr std::size_t kStep = std::size_t{64} << 10;
  for (int idle = 0;;) {
    const std::size_t held = out.size();
    out.resize(held + kStep);
    const Decoder::Step step = decoder->step(bytes, out.data() + held, kStep);
    out.resize(held + step.made);
    bytes.remove_prefix(step.taken);
    if (out.size() > most) return Error{"limit-bytes", 0, kTooLong};
    if (step.state == Decoder::State::ended) return out;
    if (step.state != Decoder::State::more) return Error{"damaged", 0, decoder->why()};
    idle = step.taken == 0 && step.made == 0 ? idle + 1 : 0;
    if (idle >= worker::kIdle) return Error{"damaged", 0, "it is cut off"};
  }
}

Result<std::string> decoded(std::string_view bytes, std::string_view coding, std::size_t most,
                            worker::Place place) {
  if (coding.empty() || coding == "identity") return std::string(bytes);
  if (coding == "chunked") return unchunked(bytes, most);
  if (coding == "gzip" || coding == "x-gzip") return inflated(bytes, true, most, place);
  if (coding == "deflate") return inflated(bytes, false, most, place);
  return Error{"coding", 0, "its coding is not read: " + std::string(coding.substr(0, 40))};
}

// The coding that was put on last comes off first.
Result<std::string> all_decoded(std::string bytes, std::string_view codings, std::size_t most,
                                worker::Place place) {
  for (std::size_t count = 0; !codings.empty(); ++count) {
    if (count == kCodings) return Error{"coding", 0, "it has more codings than are read"};
    const std::size_t comma = codings.rfind(',');
    const std::string_view last =
        ascii::trim(comma == codings.npos ? codings : codings.substr(comma + 1));
    codings = comma == codings.npos ? std::string_view() : codings.substr(0, comma);
    Result<std::string> next = decoded(bytes, last, most, place);
    if (!next) return next;
    bytes = *std::move(next);
  }
  return bytes;
}

}  // namespace

Result<HttpAnswer> read_http_head(std::string_view block) {
  const std::string_view head = block.substr(0, kLongestHead);
  HttpAnswer answer;
  bool first = true;
  std::string* last = nullptr;
  for (std::size_t at = 0;;) {
    const std::size_t end = head.find('\n', at);
    if (end == head.npos) return Error{"http", 0, "the head of its answer has no end"};
    std::string_view line = head.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    at = end + 1;
    if (first) {
      // "HTTP/1.1 200 OK"
      const std::size_t blank = std::min(line.find(' '), line.size());
      const std::string_view status = ascii::trim_left(line.substr(blank)).substr(0, 3);
      if (!line.starts_with("HTTP/") || status.size() != 3 ||
          !std::all_of(status.begin(), status.end(), ascii::is_digit))
        return Error{"http", 0, "it is no answer of HTTP"};
      answer.status = (status[0] - '0') * 100 + (status[1] - '0') * 10 + (status[2] - '0');
      first = false;
      continue;
    }
    if (line.empty()) {
      answer.size = at;
      return answer;
    }
    if (ascii::is_blank(line.front())) {
      if (last != nullptr) last->append(" ").append(ascii::trim(line));
      continue;
    }
    const std::size_t colon = line.find(':');
    last = nullptr;
    if (colon == line.npos) continue;  // browsers pass over it, too
    const std::string_view name = ascii::trim_right(line.substr(0, colon));
    const std::string_view value = ascii::trim(line.substr(colon + 1));
    // Of a type and a place browsers take the last and the first; codings are a list.
    if (ascii::iequals(name, "content-type")) {
      answer.media_type = value;
      last = &answer.media_type;
    } else if (ascii::iequals(name, "location")) {
      if (answer.location.empty()) answer.location = value;
    } else if (ascii::iequals(name, "transfer-encoding")) {
      answer.transfer_coding.append(answer.transfer_coding.empty() ? "" : ",")
          .append(ascii::lowered(value));
    } else if (ascii::iequals(name, "content-encoding")) {
      answer.content_coding.append(answer.content_coding.empty() ? "" : ",")
          .append(ascii::lowered(value));
    }
  }
}

Result<std::string> http_payload(std::string_view block, const HttpAnswer& answer, std::size_t most,
                                 worker::Place place) {
  Result<std::string> plain =
      all_decoded(std::string(block.substr(answer.size)), answer.transfer_coding, most, place);
  if (!plain) return plain;
  Result<std::string> payload = all_decoded(*std::move(plain), answer.content_coding, most, place);
  // Without a coding nobody has looked.
  if (payload && payload->size() > most) return Error{"limit-bytes", 0, kTooLong};
  return payload;
}

}  // namespace basewalk::archive
