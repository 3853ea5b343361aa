// SPDX-License-Identifier: MIT
#include "worker/documents/ole/office_art.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "text/find.h"
#include "text/number.h"

namespace basewalk::worker {
namespace {

// 2.2.1: version and instance, type, length.
constexpr std::size_t kHead = 8;

// 2.2.23: pictures, by the kinds of their records.
struct Kind {
  std::uint64_t type;
  std::string_view media_type;  // none of metafiles
};
constexpr Kind kKinds[] = {
    {0xF01A, {}},          {0xF01B, {}},          {0xF01C, {}},           {0xF01D, "image/jpeg"},
    {0xF01E, "image/png"}, {0xF01F, "image/bmp"}, {0xF029, "image/tiff"}, {0xF02A, "image/jpeg"},
};
// 2.2.9 to 2.2.11: tables of properties.
constexpr std::uint64_t kTables[] = {0xF00B, 0xF121, 0xF122};

// Names of pictures and flags beside them (2.3.23.5, 2.3.7.8, 2.3.8.8), in pairs: the picture, the
// one that is printed, what an area and a line are filled with.
constexpr std::uint64_t kNames[] = {0x0105, 0x010E, 0x0187, 0x01C6};
// 2.4.6: it is not saved here, or lies in a file of its own.
constexpr std::uint64_t kIsElsewhere = 0x0C;
constexpr std::uint64_t kWordArt = 0x00C0;  // 2.3.22.1
constexpr std::uint64_t kIsComplex = 0x8000, kOfProperty = 0x3FFF;
constexpr std::size_t kPerProperty = 6;

const Kind* kind_of(std::uint64_t type) {
  for (const Kind& each : kKinds)
    if (each.type == type) return &each;
  return nullptr;
}

bool begins_as(std::string_view file, std::string_view media_type) {
  if (media_type == "image/jpeg") return file.starts_with("\xFF\xD8\xFF");
  if (media_type == "image/png") return file.starts_with("\x89PNG");
  if (media_type == "image/tiff") return file.starts_with("II*") || file.starts_with("MM");
  // A bitmap's second header, which says its own size.
  return text::little(file, 0, 4) == 40 && file.size() > 40;
}

// The headers that a file of a bitmap has before what is kept here.
std::string bitmap_file(std::string_view bitmap) {
  const auto put = [](std::string& out, std::uint64_t value) {
    for (int i = 0; i < 4; ++i, value >>= 8) out += static_cast<char>(value & 0xFF);
  };
  const std::uint64_t bits = text::little(bitmap, 14, 2), colours = text::little(bitmap, 32, 4);
  const std::uint64_t masks = text::little(bitmap, 16, 4) == 3 ? 12 : 0;
  const std::uint64_t palette = colours != 0 ? colours : bits <= 8 ? std::uint64_t{1} << bits : 0;
  std::string file = "BM";
  put(file, 14 + bitmap.size());
  put(file, 0);
  put(file, 14 + 40 + masks + 4 * palette);
  return file.append(bitmap);
}

class ArtReader {
 public:
  ArtReader(std::string_view bytes, const std::function<void(const ArtPicture&)>& give,
            DocumentSink& sink)
      : bytes_(bytes), give_(give), sink_(sink), left_(4 * bytes.size()) {}

  bool read() {
    // The second byte of a type is the fourth of a record.
    const auto next = [&](std::size_t from) {
      return text::find_any<'\xF0', '\xF1'>(bytes_, std::min(from, bytes_.size()));
    };
    // A length hides nothing of what stands in so many bytes: that is looked at, too.
    for (std::size_t at = next(3); at < bytes_.size(); at = next(at + 1)) record(at - 3);
    if (is_cut_) sink_.lack(Lack::limit, "drawings", "lie in one another more often than is read");
    if (has_metafiles_)
      sink_.lack(Lack::no_opener, "metafiles", "are not read; no codes are looked for in them");
    if (!texts_.empty()) sink_.text({"text/plain", texts_, "WordArt"});
    return has_pictures_ || has_metafiles_;
  }

 private:
  void record(std::size_t at) {
    if (bytes_.size() - at < kHead) return;
    const std::uint64_t head = text::little(bytes_, at, 2), type = text::little(bytes_, at + 2, 2);
    const std::uint64_t size = text::little(bytes_, at + 4, 4);
    const std::string_view data = text::slice(bytes_, at + kHead, size);
    if (const Kind* kind = kind_of(type)) {
      if ((head & 0xF) == 0) picture(*kind, head >> 4, data, size);
    } else if (std::find(std::begin(kTables), std::end(kTables), type) != std::end(kTables)) {
      if ((head & 0xF) == 3) properties(head >> 4, data);
    }
  }

  // One or two identifiers of 16 bytes, a byte, and the file.
  void picture(const Kind& kind, std::uint64_t instance, std::string_view data,
               std::uint64_t size) {
    if (kind.media_type.empty()) {
      // 2.2.24 to 2.2.26; three bytes alone are found anywhere.
      if ((instance & 0xF00) == 0 || data.size() < size || size <= 50) return;
      has_metafiles_ = true;
      return;
    }
    for (const std::size_t before : {std::size_t{17}, std::size_t{33}}) {
      const std::string_view file = text::slice(data, before, data.size());
      if (!begins_as(file, kind.media_type)) continue;
      has_pictures_ = true;
      if (!spend(file.size())) return;
      const bool is_bitmap = kind.media_type == "image/bmp";
      give_({kind.media_type, is_bitmap ? bitmap_file(file) : std::string(file),
             data.size() == size});
      return;
    }
  }

  // The table, then what is longer than four bytes, in its order.
  void properties(std::uint64_t count, std::string_view data) {
    const std::size_t table = text::capped(count) * kPerProperty;
    if (count == 0 || table > data.size() || !spend(table)) return;
    std::string_view rest = data.substr(table);
    std::array<std::string_view, std::size(kNames)> names{};
    std::array<std::uint64_t, std::size(kNames)> flags{};
    for (std::size_t at = 0; at < table; at += kPerProperty) {
      const std::uint64_t id = text::little(data, at, 2), value = text::little(data, at + 2, 4);
      std::string_view text;
      if ((id & kIsComplex) != 0) {
        text = text::slice(rest, 0, value);
        rest.remove_prefix(text.size());
      }
      for (std::size_t i = 0; i < std::size(kNames); ++i) {
        if ((id & kOfProperty) == kNames[i]) names[i] = text;
        if ((id & kOfProperty) == kNames[i] + 1) flags[i] = value;
      }
      if ((id & kOfProperty) == kWordArt && !text.empty() && spend(text.size()))
        texts_ += without_end(text) + '\n';
    }
    for (std::size_t i = 0; i < std::size(kNames); ++i) {
      if ((flags[i] & kIsElsewhere) == 0 || !spend(names[i].size())) continue;
      const std::string name = without_end(names[i]);
      if (!name.empty()) sink_.reference({name, "picture", "pibName"});
    }
  }

  // False where records that lie in one another have come to several times the bytes.
  bool spend(std::size_t size) {
    is_cut_ = is_cut_ || size > left_;
    if (is_cut_) return false;
    left_ -= size;
    return true;
  }

  static std::string without_end(std::string_view wide) {
    std::string text = text::utf8_of_utf16(wide);
    text.resize(std::min(text.find('\0'), text.size()));
    return text;
  }

  std::string_view bytes_;
  const std::function<void(const ArtPicture&)>& give_;
  DocumentSink& sink_;
  std::string texts_;
  std::size_t left_;  // bytes that may still be given or taken apart
  bool is_cut_ = false;
  bool has_pictures_ = false, has_metafiles_ = false;
};

}  // namespace

bool find_art(std::string_view bytes, const std::function<void(const ArtPicture&)>& give,
              DocumentSink& sink) {
  return ArtReader(bytes, give, sink).read();
}

}  // namespace basewalk::worker
