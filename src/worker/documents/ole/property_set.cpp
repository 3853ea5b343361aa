// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <string>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "text/binary/windows_1252.h"
#include "text/utf8.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/ole/streams.h"

namespace basewalk::worker {
namespace {

// [MS-OLEPS] 2.15
constexpr std::uint64_t kInteger = 0x03, kNarrow = 0x1E, kWide = 0x1F, kBlob = 0x41;
constexpr std::size_t kMostProperties = 4096, kMostText = 65536;
constexpr std::size_t kSetHead = 8, kFirstSet = 28, kSetPlace = 20;

std::string wide(std::string_view bytes) {
  std::string text = text::utf8_of_utf16(bytes.substr(0, kMostText));
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

std::string narrow(std::string_view bytes) {
  bytes = bytes.substr(0, std::min({bytes.find('\0'), bytes.size(), kMostText}));
  if (utf8::is_valid(bytes)) return std::string(bytes);
  std::string text;
  for (const char c : bytes) utf8::append(text::windows_1252(static_cast<unsigned char>(c)), text);
  return text;
}

// [MS-OSHARED] 2.3.3.1.18: six values for each link, of which the last two are texts.
void read_links(std::string_view blob, DocumentSink& sink) {
  const std::uint64_t count = text::little(blob, 0, 4);
  std::uint64_t at = 4;
  std::string url;
  for (std::uint64_t i = 0; i < count && at + 8 <= blob.size(); ++i) {
    const std::uint64_t type = text::little(blob, at, 4);
    if (type == kInteger) {
      at += 8;
      continue;
    }
    const std::uint64_t size = text::little(blob, at + 4, 4) * (type == kWide ? 2 : 1);
    if ((type != kWide && type != kNarrow) || size > blob.size() - at - 8)
      return sink.lack(Lack::damaged, "_PID_HLINKS", "is cut off");
    const std::string_view bytes = text::slice(blob, at + 8, size);
    std::string text = type == kWide ? wide(bytes) : narrow(bytes);
    at += 8 + ((size + 3) & ~std::uint64_t{3});
    if (i % 6 == 4) {
      url = std::move(text);
    } else if (i % 6 == 5) {
      // A place in the document itself leads nowhere.
      if (!url.empty() && !text.empty()) url.append("#").append(text);
      if (!url.empty()) sink.reference({url, "property", "_PID_HLINKS"});
      url.clear();
    }
  }
}

class SetReader {
 public:
  SetReader(std::string_view bytes, DocumentSink& sink) : bytes_(bytes), sink_(sink) {}

  void read() {
    const std::uint64_t count = text::little(bytes_, 4, 4);
    if (bytes_.size() < kSetHead || count > kMostProperties || count * 8 > bytes_.size() - kSetHead)
      return sink_.lack(Lack::damaged, "properties", "are cut off");
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t row = kSetHead + i * 8;
      const std::uint64_t id = text::little(bytes_, row, 4), at = text::little(bytes_, row + 4, 4);
      if (id == 0) read_names(at);
      if (id == 1) page_ = text::little(bytes_, at + 4, 2);
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t row = kSetHead + i * 8;
      read_value(text::little(bytes_, row, 4), text::little(bytes_, row + 4, 4));
    }
  }

 private:
  // 2.17: numbers, and names in the code page of the set.
  void read_names(std::uint64_t at) {
    const std::uint64_t count = text::little(bytes_, at, 4);
    at += 4;
    for (std::uint64_t i = 0; i < count && i < kMostProperties && at + 8 <= bytes_.size(); ++i) {
      const std::uint64_t id = text::little(bytes_, at, 4),
                          length = text::little(bytes_, at + 4, 4);
      if (length > kMostText) return;
      const std::string_view name =
          text::slice(bytes_, at + 8, page_ == kUnicode ? length * 2 : length);
      names_[id] = page_ == kUnicode ? wide(name) : narrow(name);
      at += 8 + (page_ == kUnicode ? (length * 2 + 3) & ~std::uint64_t{3} : length);
    }
  }

  void read_value(std::uint64_t id, std::uint64_t at) {
    if (id < 2 || at + 8 > bytes_.size()) return;
    const std::uint64_t type = text::little(bytes_, at, 2), size = text::little(bytes_, at + 4, 4);
    const auto value = [&](std::uint64_t bytes) { return text::slice(bytes_, at + 8, bytes); };
    const std::string_view name = names_.contains(id) ? names_.at(id) : std::string_view();
    if (type == kBlob && name == "_PID_LINKBASE") {
      const std::string base = wide(value(size));
      if (!base.empty()) sink_.base(base, "property");
    } else if (type == kBlob && name == "_PID_HLINKS") {
      read_links(value(size), sink_);
    } else if (type == kNarrow || type == kWide) {
      const bool is_wide = type == kWide || page_ == kUnicode;
      const std::string_view bytes = value(type == kWide ? size * 2 : size);
      if (bytes.size() > kMostText)
        sink_.lack(Lack::limit, "properties", "have a text that is longer than is read");
      const std::string text = is_wide ? wide(bytes) : narrow(bytes);
      if (!is_worth_searching(text)) return;
      DocumentReference reference{text, "property"};
      reference.is_text = true;
      sink_.reference(reference);
    }
  }

  static constexpr std::uint64_t kUnicode = 1200;
  std::string_view bytes_;
  DocumentSink& sink_;
  std::uint64_t page_ = 1252;
  std::map<std::uint64_t, std::string> names_;
};

}  // namespace

void read_property_sets(std::string_view bytes, DocumentSink& sink) {
  if (bytes.size() < kFirstSet || text::little(bytes, 0, 2) != 0xFFFE)
    return sink.lack(Lack::damaged, "properties", "have no header");
  const std::uint64_t sets = std::min<std::uint64_t>(text::little(bytes, 24, 4), 2);
  for (std::uint64_t i = 0; i < sets; ++i) {
    const std::uint64_t at = text::little(bytes, kFirstSet + i * kSetPlace + 16, 4);
    if (at >= bytes.size())
      sink.lack(Lack::damaged, "properties", "are cut off");
    else
      SetReader(text::slice(bytes, at, bytes.size()), sink).read();
  }
}

}  // namespace basewalk::worker
