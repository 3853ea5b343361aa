// SPDX-License-Identifier: MIT
#include "worker/documents/zip/layout.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <new>
#include <optional>
#include <utility>

#include "text/binary/numbers.h"
#include "text/number.h"
#include "worker/documents/rest.h"
#include "worker/documents/strings_in.h"
#include "worker/zip_headers.h"

namespace basewalk::worker::zip {
namespace {

constexpr std::uint64_t kIn64 = 0xFFFFFFFF;  // the number stands elsewhere
constexpr unsigned kStored = 0, kDeflated = 8;
// Bytes that are unpacked, or taken in for that, to see where members end.
constexpr std::uint64_t kMostOfByte = 16, kMostOfAny = std::uint64_t{1} << 20;

// Numbers of a ZIP; whoever asks has looked that they are there.
class Numbers {
 public:
  explicit Numbers(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t at(std::size_t place, std::size_t count) const {
    return text::little(bytes_, place, count);
  }
  unsigned two(std::size_t place) const { return static_cast<unsigned>(at(place, 2)); }

 private:
  std::string_view bytes_;
};

// A member, where it lies.
struct Member {
  std::size_t begin = 0, data = 0, end = 0;
  unsigned method = 0;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes)
      : bytes_(bytes), numbers_(bytes), most_(kMostOfByte * bytes.size() + kMostOfAny) {}

  std::string_view archive() {
    if (!find_directory()) walk();
    return whole();
  }
  Layout read() {
    Layout layout;
    layout.has_directory = find_directory();
    if (layout.has_directory)
      read_directory();
    else
      walk();
    layout.archive = whole();
    layout.headers = std::move(headers_);
    std::sort(members_.begin(), members_.end(),
              [](const Member& a, const Member& b) { return a.begin < b.begin; });
    find_others(layout.others);
    if (layout.has_directory && numbers_.two(end_ - 2) <= bytes_.size() - end_)
      layout.comment = bytes_.substr(end_, numbers_.two(end_ - 2));
    find_rest(layout);
    find_between(layout);
    return layout;
  }

 private:
  // Its offsets count from where it begins.
  std::string_view whole() const {
    return bytes_.substr(static_cast<std::size_t>(shift_), end_ - static_cast<std::size_t>(shift_));
  }
  bool find_directory();
  bool take_end(std::size_t end);
  void read_directory();
  void take_64(std::size_t extra, std::size_t behind,
               std::initializer_list<std::uint64_t*> numbers) const;
  std::size_t place_of(std::size_t entry, std::uint64_t& packed) const;
  void walk();
  bool is_member(std::size_t at, bool is_known = false) const;
  std::optional<Member> member_at(std::size_t at, std::optional<std::uint64_t> packed) const;
  std::size_t end_of_unsaid(const Member& member);
  std::size_t inflated_end(const Member& member);
  void find_others(std::vector<std::string_view>& others);
  void find_rest(Layout& layout) const;
  void find_between(Layout& layout) const;

  const std::string_view bytes_;
  const Numbers numbers_;
  std::uint64_t most_;
  std::size_t directory_ = 0, end_ = 0;
  std::uint64_t shift_ = 0;  // of what the archive begins behind
  std::vector<Member> members_;
  std::vector<Layout::Headers> headers_;
};

// --- The directory

// The last end whose directory can lie before it.
bool Reader::find_directory() {
  for (std::size_t end = bytes_.rfind(kEnd); end != std::string_view::npos;
       end = end == 0 ? std::string_view::npos : bytes_.rfind(kEnd, end - 1))
    if (bytes_.size() - end >= kEndBytes && take_end(end)) return true;
  end_ = directory_ = bytes_.size();
  shift_ = 0;
  return false;
}

bool Reader::take_end(std::size_t end) {
  std::uint64_t size = numbers_.at(end + 12, 4), offset = numbers_.at(end + 16, 4);
  std::size_t behind = end;  // the directory
  const std::size_t locator = end - std::min(end, kLocator64Bytes);
  if (end >= kLocator64Bytes && bytes_.substr(locator).starts_with(kLocator64)) {
    const std::uint64_t place = numbers_.at(locator + 8, 8);
    if (locator >= kEnd64Bytes && place <= locator - kEnd64Bytes &&
        bytes_.substr(static_cast<std::size_t>(place)).starts_with(kEnd64)) {
      behind = static_cast<std::size_t>(place);
      size = numbers_.at(behind + 40, 8);
      offset = numbers_.at(behind + 48, 8);
    }
  }
  if (size > behind || offset > behind - size) return false;
  directory_ = static_cast<std::size_t>(behind - size);
  shift_ = directory_ - offset;
  end_ = end + kEndBytes;
  return size == 0 || bytes_.substr(directory_).starts_with(kCentral);
}

// What stands in the extra field for 64 bits, in place of numbers that are all ones
// (APPNOTE 4.5.3).
void Reader::take_64(std::size_t extra, std::size_t behind,
                     std::initializer_list<std::uint64_t*> numbers) const {
  for (std::size_t at = extra; at + 4 <= behind;) {
    const std::size_t next = at + 4 + numbers_.two(at + 2);
    if (numbers_.two(at) == 1 && next <= behind) {
      std::size_t value = at + 4;
      for (std::uint64_t* const number : numbers) {
        if (*number != kIn64 || value + 8 > next) continue;
        *number = numbers_.at(value, 8);
        value += 8;
      }
      return;
    }
    at = next;
  }
}

// Where the member of an entry begins, and how many bytes it has packed.
std::size_t Reader::place_of(std::size_t entry, std::uint64_t& packed) const {
  packed = numbers_.at(entry + 20, 4);
  std::uint64_t place = numbers_.at(entry + 42, 4), unpacked = numbers_.at(entry + 24, 4);
  const std::size_t extra = entry + kCentralBytes + numbers_.two(entry + 28);
  take_64(extra, std::min<std::size_t>(extra + numbers_.two(entry + 30), end_),
          {&unpacked, &packed, &place});
  const std::uint64_t from = shift_ + place;
  return from < place ? bytes_.size() : text::capped(std::min<std::uint64_t>(from, bytes_.size()));
}

void Reader::read_directory() {
  const std::size_t behind = end_ - kEndBytes;
  for (std::size_t at = directory_;
       at < behind && behind - at >= kCentralBytes && bytes_.substr(at).starts_with(kCentral);) {
    std::uint64_t packed = 0;
    const std::size_t place = place_of(at, packed);
    const std::optional<Member> member = member_at(place, packed);
    if (member) members_.push_back(*member);
    const std::uint64_t entry = std::uint64_t{kCentralBytes} + numbers_.two(at + 28) +
                                numbers_.two(at + 30) + numbers_.two(at + 32);
    if (member && entry <= behind - at && numbers_.two(member->begin + 26) > 0)
      headers_.push_back({member->begin, at});
    at += static_cast<std::size_t>(std::min<std::uint64_t>(entry, behind - at));
  }
}

// --- Without one

// A head of a member that some program reads: chance makes none.  Where an entry leads to it, it
// may be one without a name.
bool Reader::is_member(std::size_t at, bool is_known) const {
  constexpr unsigned kLastMethod = 99;
  if (at > bytes_.size() || bytes_.size() - at < kLocalBytes ||
      !bytes_.substr(at).starts_with(kLocal))
    return false;
  const std::size_t name = numbers_.two(at + 26), extra = numbers_.two(at + 28);
  return numbers_.two(at + 8) <= kLastMethod && (name > 0 || is_known) &&
         bytes_.size() - at - kLocalBytes >= name + extra;
}

// `packed`: its bytes, as its entry says; otherwise its head does.
std::optional<Member> Reader::member_at(std::size_t at, std::optional<std::uint64_t> packed) const {
  if (!is_member(at, packed.has_value())) return {};
  Member member;
  member.begin = at;
  member.method = numbers_.two(at + 8);
  member.data = at + kLocalBytes + numbers_.two(at + 26) + numbers_.two(at + 28);
  std::uint64_t size = numbers_.at(at + 18, 4), unpacked = numbers_.at(at + 22, 4);
  take_64(at + kLocalBytes + numbers_.two(at + 26), member.data, {&unpacked, &size});
  if (packed) size = *packed;
  member.end =
      member.data + text::capped(std::min<std::uint64_t>(size, bytes_.size() - member.data));
  return member;
}

// Member by member, as who reads from a pipe has to, up to what belongs to a directory.
void Reader::walk() {
  constexpr unsigned kHasDescriptor = 8;
  std::size_t at = std::min(bytes_.find(kLocal), bytes_.size());
  if (at < bytes_.size()) shift_ = at;
  while (at < bytes_.size()) {
    const std::size_t next = std::min(bytes_.find("PK"sv, at), bytes_.size());
    const std::string_view rest = bytes_.substr(next);
    if (rest.starts_with(kCentral) || rest.starts_with(kEnd) || rest.starts_with(kEnd64)) {
      end_ = next;
      return;
    }
    std::optional<Member> member = member_at(next, std::nullopt);
    if (!member) {
      at = next + 2;
      continue;
    }
    if ((numbers_.two(next + 6) & kHasDescriptor) != 0 && member->end == member->data)
      member->end = end_of_unsaid(*member);
    at = member->end;
    members_.push_back(*member);
    headers_.push_back({member->begin, std::nullopt});
  }
}

std::size_t Reader::end_of_unsaid(const Member& member) {
  if (member.method == kDeflated)
    return inflated_end({member.begin, member.data, bytes_.size(), 0});
  return std::min(bytes_.find(kDescriptor, member.data), bytes_.size());
}

// --- What is left

// Where the data of a deflated member ends, of which there is no more than `end`.
std::size_t Reader::inflated_end(const Member& member) {
  z_stream stream{};
  if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  std::array<Bytef, 16384> out;
  std::size_t at = member.data;
  for (int result = Z_OK; result == Z_OK && most_ > 0;) {
    if (stream.avail_in == 0) {
      const std::size_t count = std::min<std::size_t>(member.end - at, 1U << 20);
      if (count == 0) break;
      // zlib does not write to it.
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes_.data() + at));
      stream.avail_in = static_cast<uInt>(count);
      at += count;
    }
    const std::uint64_t before = stream.avail_in;
    stream.next_out = out.data();
    stream.avail_out = out.size();
    result = ::inflate(&stream, Z_NO_FLUSH);
    const std::uint64_t work = before - stream.avail_in + out.size() - stream.avail_out;
    most_ -= std::min(most_, work + 1);
  }
  at -= stream.avail_in;
  ::inflateEnd(&stream);
  return at;
}

// Each deflated member is unpacked once at most, where a head stands in what it is said to have.
void Reader::find_others(std::vector<std::string_view>& others) {
  std::vector<Member> open;  // deflated ones that begin before `at`
  std::size_t next = 0;      // the first member that does not
  std::size_t covered = 0;   // up to where there is data of members
  std::size_t at = 0;
  while (others.size() <= kMostPieces) {
    at = bytes_.find(kLocal, at);
    if (at == std::string_view::npos) return;
    for (; next < members_.size() && members_[next].begin <= at; ++next) {
      const Member& member = members_[next];
      covered = std::max(covered, member.method == kStored ? member.end : member.data);
      if (member.method == kDeflated) open.push_back(member);
    }
    if (at >= covered) {
      for (const Member& member : open)
        if (member.end > at) covered = std::max(covered, inflated_end(member));
      open.clear();
    }
    if (at < covered) {
      at = covered;
    } else if (!is_member(at)) {
      at += kLocal.size();
    } else {
      std::size_t end = next < members_.size() ? members_[next].begin : bytes_.size();
      if (directory_ > at) end = std::min(end, directory_);
      others.push_back(bytes_.substr(at, end - at));
      at = end;
    }
  }
}

void Reader::find_rest(Layout& layout) const {
  std::vector<std::string_view> read = layout.others;
  for (const std::string_view each : {layout.archive, layout.comment})
    if (!each.empty()) read.push_back(each);
  read.push_back(bytes_.substr(bytes_.size()));
  std::sort(read.begin(), read.end(),
            [](std::string_view a, std::string_view b) { return a.data() < b.data(); });
  const char* at = bytes_.data();
  for (const std::string_view each : read) {
    if (each.data() > at) {
      const std::string_view gap(at, static_cast<std::size_t>(each.data() - at));
      if (!is_blank_rest(gap)) layout.rest.push_back(gap);
    }
    at = std::max(at, each.data() + each.size());
  }
}

// Of headers the name is that of a part, and so is the one in UTF-8 (4.6.9).
void Reader::find_between(Layout& layout) const {
  std::vector<std::pair<std::size_t, std::size_t>> read;
  const auto add_header = [&](std::size_t name, std::size_t name_size, std::size_t extra_size,
                              std::size_t fixed) {
    constexpr unsigned kUnicodePath = 0x7075;
    const std::size_t extra = std::min(name + name_size, bytes_.size());
    const std::size_t behind = std::min(extra + extra_size, bytes_.size());
    read.emplace_back(name - fixed, extra);
    for (std::size_t at = extra; behind - at >= 4;) {
      const std::size_t next = std::min(at + 4 + numbers_.two(at + 2), behind);
      if (numbers_.two(at) == kUnicodePath) read.emplace_back(at, next);
      at = next;
    }
  };
  for (const Member& each : members_) {
    add_header(each.begin + kLocalBytes, numbers_.two(each.begin + 26),
               numbers_.two(each.begin + 28), kLocalBytes);
    read.emplace_back(each.data, each.end);
  }
  for (const Layout::Headers& each : layout.headers)
    if (each.central)
      add_header(*each.central + kCentralBytes, numbers_.two(*each.central + 28),
                 numbers_.two(*each.central + 30), kCentralBytes);
  for (const std::string_view each : layout.others) {
    const auto begin = static_cast<std::size_t>(each.data() - bytes_.data());
    read.emplace_back(begin, begin + each.size());
  }
  if (layout.has_directory) read.emplace_back(end_ - kEndBytes, end_);
  read.emplace_back(end_, end_);
  std::sort(read.begin(), read.end());
  auto at = static_cast<std::size_t>(shift_);
  for (const auto& [begin, end] : read) {
    if (begin > at) layout.between.push_back(bytes_.substr(at, std::min(begin, end_) - at));
    at = std::min(std::max(at, end), end_);
  }
}

}  // namespace

void tell_around(const Layout& layout, std::uint64_t& left, DocumentSink& sink) {
  if (!layout.comment.empty()) sink.text({"text/plain", layout.comment, "comment"});
  for (const std::string_view each : layout.between) tell_strings(each, "header", sink);
  for (std::size_t i = 0; i < layout.others.size(); ++i) {
    if (i == kMostPieces) {
      sink.lack(Lack::limit, "", "has more archives behind one another than are opened");
      break;
    }
    if (!tell_rest("application/zip", layout.others[i], left, sink)) return;
  }
  for (const std::string_view each : layout.rest)
    if (!tell_rest(each, left, sink)) return;
}

Layout layout_of(std::string_view bytes) { return Reader(bytes).read(); }

std::string_view archive_of(std::string_view bytes) { return Reader(bytes).archive(); }

}  // namespace basewalk::worker::zip
