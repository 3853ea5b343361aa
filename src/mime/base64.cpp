// SPDX-License-Identifier: MIT
//
// base64 (RFC 2045 6.8).
//
// The fast loop reads four digits at a time through four tables whose entries are already shifted
// to their places; one bit that no digit sets says that one of the four was none.  Whatever else
// stands in the text (line ends, padding, junk) goes through the slow step, one byte at a time.
#include <array>
#include <cstdint>
#include <cstring>

#include "basewalk/note.h"
#include "mime/base64.h"
#include "text/ascii.h"

namespace basewalk::mime {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint32_t kNoDigit = 0x80000000;

using Table = std::array<std::uint32_t, 256>;

constexpr Table shifted(unsigned shift) {
  Table table{};
  for (std::uint32_t& entry : table) entry = kNoDigit;
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    table[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint32_t>(i) << shift;
  return table;
}

constexpr Table kFirst = shifted(18);
constexpr Table kSecond = shifted(12);
constexpr Table kThird = shifted(6);
constexpr Table kFourth = shifted(0);

}  // namespace

char* Base64Reader::run(std::size_t end, char* out) {
  out_ = out;
  while (at_ < end) {
    if (count_ == 0) {
      groups(end);
      if (at_ == end) break;
    }
    step(at_++);
  }
  return out_;
}

// The fast loop.  Positions are local: what is written could be any member otherwise.
void Base64Reader::groups(std::size_t end) {
  const auto* const begin = reinterpret_cast<const unsigned char*>(body_.data()) + at_;
  const unsigned char* from = begin;
  char* to = out_;
  for (std::size_t left = (end - at_) / 4; left > 0; --left, from += 4, to += 3) {
    const std::uint32_t bits =
        kFirst[from[0]] | kSecond[from[1]] | kThird[from[2]] | kFourth[from[3]];
    if ((bits & kNoDigit) != 0) break;
    const char three[3] = {static_cast<char>(bits >> 16), static_cast<char>(bits >> 8),
                           static_cast<char>(bits)};
    std::memcpy(to, three, 3);  // there is room: four digits were read for these
  }
  if (padded_ && from != begin) meet(damage.run, at_);
  at_ += static_cast<std::size_t>(from - begin);
  out_ = to;
}

char* Base64Reader::finish(char* out) {
  out_ = out;
  flush(body_.size(), false);
  return out_;
}

void Base64Reader::put(std::uint32_t bits, unsigned bytes) {
  const char three[3] = {static_cast<char>(bits >> 16), static_cast<char>(bits >> 8),
                         static_cast<char>(bits)};
  std::memcpy(out_, three, 3);  // there is room: four digits were read for these
  out_ += bytes;
}

// One byte that the fast loop did not take.
void Base64Reader::step(std::size_t i) {
  const char c = body_[i];
  if (c == '\n' || c == '\r' || c == ' ' || c == '\t') return;
  if (c == '=') {
    if (count_ > 0) {
      flush(i, true);
      wanted_ = wanted_ > 0 ? wanted_ - 1 : 0;
    } else if (wanted_ > 0) {
      --wanted_;
    } else {
      meet(damage.padding, i);
    }
    padded_ = true;
    return;
  }
  std::uint32_t digit = kFourth[static_cast<unsigned char>(c)];
  if ((digit & kNoDigit) != 0 && (c == '-' || c == '_') && url_alphabet()) {
    meet(damage.url, i);
    digit = c == '-' ? 62 : 63;
  }
  if ((digit & kNoDigit) != 0) {
    meet(damage.junk, i);
    return;
  }
  if (padded_) meet(damage.run, i);
  bits_ = (bits_ << 6) | digit;
  if (++count_ == 4) {
    put(bits_, 3);
    count_ = 0;
    bits_ = 0;
  }
}

// Writes what is left of a group of fewer than four digits.
void Base64Reader::flush(std::size_t i, bool padding) {
  if (count_ == 1) meet(damage.truncated, i);
  if (count_ >= 2) {
    bits_ <<= 6 * (4 - count_);
    for (unsigned k = 1; k < count_; ++k) *out_++ = static_cast<char>(bits_ >> (24 - 8 * k));
  }
  if (padding)
    wanted_ = 4 - count_;
  else if (count_ > 0 || wanted_ > 0)
    meet(damage.padding, i);
  count_ = 0;
  bits_ = 0;
}

// "-" and "_" are digits of the URL-safe alphabet (RFC 4648 5) in a body without "+" and "/",
// and junk elsewhere.
bool Base64Reader::url_alphabet() {
  if (url_ == Url::not_known)
    url_ = body_.find_first_of("+/") == std::string_view::npos ? Url::yes : Url::no;
  return url_ == Url::yes;
}

Base64Damage append_base64(std::string_view body, std::string& out) {
  const std::size_t old = out.size();
  // The last group may write three bytes for fewer digits.
  out.resize(old + body.size() / 4 * 3 + 6);
  Base64Reader decoder(body);
  const char* const end = decoder.finish(decoder.run(body.size(), out.data() + old));
  out.resize(static_cast<std::size_t>(end - out.data()));
  return decoder.damage;
}

void decode_transfer(std::string_view body, Encoding encoding, std::string& out, NotePlace place) {
  switch (encoding) {
    case Encoding::identity:
    case Encoding::unknown:
      out += body;
      return;
    case Encoding::quoted_printable:
      decode_quoted_printable(body, out, place);
      return;
    case Encoding::uuencode:
      decode_uuencode(body, out, place);
      return;
    case Encoding::base64:
      break;
  }
  tell_damage(append_base64(body, out), place);
}

void tell_damage(const Base64Damage& damage, NotePlace place) {
  const auto tell = [&](NoteCode code, std::size_t at) {
    if (at != Base64Damage::kNot) place.notes.add(code, place.part, place.offset + at);
  };
  tell(NoteCode::base64_junk, damage.junk);
  tell(NoteCode::base64_padding, damage.padding);
  tell(NoteCode::base64_truncated, damage.truncated);
  tell(NoteCode::base64_runs, damage.run);
  tell(NoteCode::base64_url, damage.url);
}

}  // namespace basewalk::mime
