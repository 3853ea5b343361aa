// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "text/binary/windows_1252.h"
#include "text/utf8.h"
#include "worker/documents/field_code.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/ole/streams.h"
#include "worker/documents/strings_in.h"

namespace basewalk::worker {
namespace {

// [MS-DOC] 2.5.1, 2.5.6: where the header has what.
constexpr std::size_t kFlags = 0x0A, kFirst = 0x18, kLast = 0x1C, kAssociated = 0x19A,
                      kPieces = 0x1A2;
constexpr std::uint64_t kEncrypted = 0x0100, kWhichTable = 0x0200;
constexpr std::uint64_t kWord97 = 0x00C1;
// 2.9.73
constexpr std::uint64_t kCompressed = std::uint64_t{1} << 30;
// 2.8.25: what a field begins with, has between its instruction and result, ends with.
constexpr char32_t kFieldBegin = 0x13, kFieldSeparator = 0x14, kFieldEnd = 0x15;

// The text, character by character.
class TextReader {
 public:
  TextReader(std::uint64_t most, DocumentSink& sink) : left_(most), sink_(sink), fields_(most) {}

  void read_narrow(std::string_view bytes) {
    for (const char c : bytes) put(text::windows_1252(static_cast<unsigned char>(c)));
  }

  void read_wide(std::string_view bytes) {
    const std::string text = text::utf8_of_utf16(bytes);
    for (std::size_t at = 0; at < text.size();) {
      const utf8::Sequence next = utf8::first(std::string_view(text).substr(at));
      put(next.code_point);
      at += next.length;
    }
  }

  /// It will not take more.
  bool is_over() const { return left_ == 0; }

  void finish() {
    if (fields_.is_in_field())
      sink_.lack(Lack::damaged, "WordDocument", "has a field without an end");
    fields_.finish(targets_);
    tell_targets(targets_, sink_, told_of_fields_);
    if (fields_.is_cut())
      sink_.lack(Lack::limit, "WordDocument", "has more fields in fields than are put together");
    if (left_ == 0) sink_.lack(Lack::limit, "WordDocument", "has more text than is read");
    if (!ascii::trim(text_).empty()) sink_.text({"text/plain", text_, "text"});
  }

 private:
  void put(char32_t c) {
    if (left_ == 0) return;
    // What is no text takes memory all the same.
    if (c < ' ') --left_;
    if (c == kFieldBegin) {
      fields_.begin(targets_);
      tell_targets(targets_, sink_, told_of_fields_);
    } else if (c == kFieldSeparator) {
      fields_.separate();
    } else if (c == kFieldEnd) {
      fields_.end(targets_);
      tell_targets(targets_, sink_, told_of_fields_);
    } else if (c == '\r' || c == 0x0B || c == 0x0C) {
      append("\n");
    } else if (c == 0x07 || c == '\t') {
      append("\t");
    } else if (c == 0x1E) {
      append("-");
    } else if (c >= ' ') {
      std::string text;
      utf8::append(c, text);
      append(text);
    }
  }

  void append(std::string_view text) {
    text = text::slice(text, 0, left_);
    left_ -= text.size();
    if (!fields_.is_in_code()) text_ += text;
    fields_.text(text);
  }

  std::uint64_t left_;
  DocumentSink& sink_;
  std::string text_;
  FieldReader fields_;
  std::vector<FieldTarget> targets_;
  FieldLacks told_of_fields_;
};

// 2.9.38: what is said of formats, then the table of pieces; empty where it is not there.
std::string_view piece_table(std::string_view clx) {
  std::size_t at = 0;
  while (at + 3 <= clx.size() && clx[at] == 1) at += 3 + text::little_size(clx, at + 1, 2);
  if (at + 5 > clx.size() || clx[at] != 2) return {};
  return text::slice(clx, at + 5, text::little(clx, at + 1, 4));
}

// 2.8.35; false where a piece is not there.
bool read_pieces(std::string_view bytes, std::string_view table, TextReader& reader,
                 std::vector<std::string_view>& read) {
  if (table.size() < 16) return false;
  const std::size_t count = (table.size() - 4) / 12;
  bool is_whole = true;
  for (std::size_t i = 0; i < count && !reader.is_over(); ++i) {
    const std::uint64_t begin = text::little(table, i * 4, 4),
                        end = text::little(table, i * 4 + 4, 4);
    const std::uint64_t place = text::little(table, (count + 1) * 4 + i * 8 + 2, 4);
    const bool is_narrow = (place & kCompressed) != 0;
    const std::uint64_t at = (place & (kCompressed - 1)) / (is_narrow ? 2 : 1);
    const std::uint64_t size = end < begin ? 0 : (end - begin) * (is_narrow ? 1 : 2);
    if (end < begin || at > bytes.size() || size > bytes.size() - at) is_whole = false;
    const std::string_view piece = text::slice(bytes, at, size);
    if (!piece.empty()) read.push_back(piece);
    if (is_narrow)
      reader.read_narrow(piece);
    else
      reader.read_wide(piece);
  }
  return is_whole;
}

// 2.9.271, 2.9.276: the second of them is the template.
void read_template(std::string_view strings, DocumentSink& sink) {
  if (strings.size() < 6 || text::little(strings, 0, 2) != 0xFFFF) return;
  std::size_t at = 6;
  for (int i = 0; i < 2 && at + 2 <= strings.size(); ++i) {
    const std::size_t size = text::little_size(strings, at, 2) * 2;
    const std::string text = text::utf8_of_utf16(strings.substr(at + 2, size));
    if (i == 1 && may_have_url(text)) sink.reference({text, "template"});
    at += 2 + size;
  }
}

// Of some bytes all but those that were read, which lie in them.
void add_others(std::string_view bytes, std::vector<std::string_view> read, std::string& text) {
  std::sort(read.begin(), read.end(),
            [](std::string_view a, std::string_view b) { return a.data() < b.data(); });
  const char* at = bytes.data();
  const auto add = [&](const char* end) {
    if (at >= end) return;
    const std::string found = text_in({at, static_cast<std::size_t>(end - at)});
    if (!found.empty()) text.append(found).append("\n");
  };
  for (const std::string_view each : read) {
    add(each.data());
    at = std::max(at, each.data() + each.size());
  }
  add(bytes.data() + bytes.size());
}

}  // namespace

void read_word(std::string_view bytes, std::string_view table0, std::string_view table1,
               const DocumentBounds& bounds, DocumentSink& sink) {
  const std::uint64_t kind = text::little(bytes, 0, 2), version = text::little(bytes, 2, 2);
  const std::uint64_t flags = text::little(bytes, kFlags, 2);
  if (bytes.size() < 0x20 || (kind != 0xA5EC && kind != 0xA5DC))
    return sink.lack(Lack::damaged, "WordDocument", "has no header");
  if ((flags & kEncrypted) != 0) return sink.lack(Lack::encrypted, "WordDocument", "is encrypted");
  TextReader reader(bounds.bytes, sink);
  if (version < kWord97) {
    const std::uint64_t first = text::little(bytes, kFirst, 4),
                        last = text::little(bytes, kLast, 4);
    if (first > last || last > bytes.size()) sink.lack(Lack::damaged, "WordDocument", "is cut off");
    if (first < last) reader.read_narrow(text::slice(bytes, first, last - first));
    return reader.finish();
  }
  const std::string_view table = (flags & kWhichTable) != 0 ? table1 : table0;
  const auto within = [&](std::size_t at) {
    return text::slice(table, text::little(bytes, at, 4), text::little(bytes, at + 4, 4));
  };
  // Pieces that say the same bytes again and again are text all the same: it is bounded.
  std::vector<std::string_view> read;
  if (!read_pieces(bytes, piece_table(within(kPieces)), reader, read))
    sink.lack(Lack::damaged, "WordDocument", "has text that cannot be found");
  read_template(within(kAssociated), sink);
  reader.finish();
  // What stands beside the text: what was deleted, where a form letter has its data from.
  std::string others;
  add_others(bytes, std::move(read), others);
  const std::string_view associated = within(kAssociated);
  add_others(table, associated.empty() ? std::vector<std::string_view>() : std::vector{associated},
             others);
  add_others((flags & kWhichTable) != 0 ? table0 : table1, {}, others);
  if (is_worth_searching(others)) sink.text({"text/plain", others, "table"});
}

}  // namespace basewalk::worker
