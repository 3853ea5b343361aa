// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include "text/number.h"
#include "text/utf8.h"
#include "text/windows_1252.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/ole/streams.h"
#include "worker/jobs/outlook_item.h"

namespace basewalk::worker {
namespace {

// [MS-XLS] 2.3
enum Type : std::uint64_t {
  kFormula = 0x0006,
  kHeader = 0x0014,
  kFooter = 0x0015,
  kName = 0x0018,
  kFilePass = 0x002F,
  kContinue = 0x003C,
  kStrings = 0x00FC,
  kSupBook = 0x01AE,
  kText = 0x01B6,
  kLabel = 0x0204,
  kString = 0x0207,
  kBegin = 0x0809,
};
constexpr std::uint64_t kVersion8 = 0x0600;

struct Record {
  std::uint64_t type = 0;
  std::string_view data;
};

// Data that goes on in further records: where characters are cut, each record says anew whether
// they have one byte or two (2.5.293).
class Pieces {
 public:
  explicit Pieces(std::vector<std::string_view> pieces) : pieces_(std::move(pieces)) {}

  bool is_end() {
    while (at_ == current().size() && index_ < pieces_.size()) next();
    return index_ >= pieces_.size();
  }
  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size && !is_end(); ++i)
      value |= std::uint64_t{static_cast<unsigned char>(current()[at_++])} << (8 * i);
    return value;
  }
  void skip(std::uint64_t size) {
    while (size > 0 && !is_end()) {
      const std::size_t count = std::min(text::capped(size), current().size() - at_);
      at_ += count;
      size -= count;
    }
  }
  /// So many characters.
  void text(std::uint64_t count, bool is_wide, std::string& out) {
    std::string wide;
    while (count > 0) {
      if (at_ >= current().size()) {
        if (index_ + 1 >= pieces_.size()) break;
        next();
        is_wide = (number(1) & 1) != 0;
        continue;
      }
      const std::size_t size = is_wide ? 2 : 1;
      const std::size_t fit = std::min(text::capped(count), (current().size() - at_) / size);
      if (fit == 0) {
        at_ = current().size();
        continue;
      }
      append(current().substr(at_, fit * size), is_wide, out);
      at_ += fit * size;
      count -= fit;
    }
  }

  static void append(std::string_view bytes, bool is_wide, std::string& out) {
    if (is_wide) {
      out += from_utf16(bytes);
      return;
    }
    // The lower halves of characters of Unicode.
    for (const char c : bytes) utf8::append(static_cast<unsigned char>(c), out);
  }

 private:
  std::string_view current() const {
    return index_ < pieces_.size() ? pieces_[index_] : std::string_view();
  }
  void next() {
    ++index_;
    at_ = 0;
  }

  std::vector<std::string_view> pieces_;
  std::size_t index_ = 0, at_ = 0;
};

class WorkbookReader {
 public:
  explicit WorkbookReader(DocumentSink& sink) : sink_(sink) {}

  // False where it is encrypted.
  bool read(std::string_view bytes);

 private:
  void read_record(const Record& record, const std::vector<std::string_view>& pieces);
  void read_strings(Pieces pieces);
  void read_string(std::string_view bytes, std::size_t at);
  void read_formula(std::string_view tokens);
  void read_book(std::string_view bytes);
  void end_line() {
    if (!text_.empty() && text_.back() != '\n') text_ += '\n';
  }

  DocumentSink& sink_;
  std::string text_;
};

bool WorkbookReader::read(std::string_view bytes) {
  std::size_t at = 0;
  Record record;
  std::vector<std::string_view> pieces;
  const auto finish = [&] {
    if (!pieces.empty()) read_record(record, pieces);
    pieces.clear();
  };
  while (at + 4 <= bytes.size()) {
    const std::uint64_t type = little(bytes, at, 2), size = little(bytes, at + 2, 2);
    const std::string_view data = slice(bytes, at + 4, size);
    if (type == 0 && size == 0) break;
    if (data.size() < size) sink_.lack(Lack::damaged, "Workbook", "is cut off");
    at += 4 + data.size();
    if (type == kFilePass) return false;
    if (type == kContinue && !pieces.empty()) {
      pieces.push_back(data);
      continue;
    }
    finish();
    record = {type, data};
    pieces.push_back(data);
  }
  finish();
  if (!text_.empty()) sink_.text({"text/plain", text_, "cells"});
  return true;
}

void WorkbookReader::read_record(const Record& record,
                                 const std::vector<std::string_view>& pieces) {
  switch (record.type) {
    case kStrings:
      return read_strings(Pieces(pieces));
    case kFormula:
      // 2.4.127: a cell, its value, flags; the length of the tokens.
      if (record.data.size() > 22) read_formula(record.data.substr(22));
      return;
    case kName:
      return read_formula(record.data);
    case kHeader:
    case kFooter:
    case kString:
      return read_string(record.data, 0);
    case kLabel:
      return read_string(record.data, 6);
    case kSupBook:
      return read_book(record.data);
    case kText:
      // The characters are in the record behind it.
      if (pieces.size() > 1 && !pieces[1].empty()) {
        Pieces::append(pieces[1].substr(1), (pieces[1][0] & 1) != 0, text_);
        end_line();
      }
      return;
    default:
      return;
  }
}

// 2.4.265
void WorkbookReader::read_strings(Pieces pieces) {
  (void)pieces.number(4);
  const std::uint64_t count = pieces.number(4);
  for (std::uint64_t i = 0; i < count && !pieces.is_end(); ++i) {
    const std::uint64_t length = pieces.number(2), flags = pieces.number(1);
    const std::uint64_t runs = (flags & 8) != 0 ? pieces.number(2) : 0;
    const std::uint64_t phonetic = (flags & 4) != 0 ? pieces.number(4) : 0;
    pieces.text(length, (flags & 1) != 0, text_);
    end_line();
    pieces.skip(runs * 4 + phonetic);
  }
}

// 2.5.294
void WorkbookReader::read_string(std::string_view bytes, std::size_t at) {
  if (bytes.size() < at + 3) return;
  const bool is_wide = (little(bytes, at + 2, 1) & 1) != 0;
  Pieces::append(slice(bytes, at + 3, little(bytes, at, 2) * (is_wide ? 2 : 1)), is_wide, text_);
  end_line();
}

// 2.5.198.89: texts among the tokens.  They are looked for by what they begin with.
void WorkbookReader::read_formula(std::string_view tokens) {
  for (std::size_t at = tokens.find('\x17'); at != tokens.npos && at + 3 <= tokens.size();
       at = tokens.find('\x17', at + 1)) {
    const std::uint64_t flags = little(tokens, at + 2, 1);
    const std::size_t size = little_size(tokens, at + 1, 1) * (flags == 1 ? 2 : 1);
    if (flags > 1 || size == 0 || size > tokens.size() - at - 3) continue;
    std::string text;
    Pieces::append(tokens.substr(at + 3, size), flags == 1, text);
    if (!may_have_url(text)) continue;
    DocumentReference reference{text, "formula"};
    reference.is_text = true;
    sink_.reference(reference);
    at += 2 + size;
  }
}

// 2.4.271, 2.5.277: another workbook, or a program and a topic of DDE.
void WorkbookReader::read_book(std::string_view bytes) {
  if (bytes.size() < 5) return;
  const std::uint64_t length = little(bytes, 2, 2);
  // One that is this workbook, or has added functions.
  if (length == 0x0401 || length == 0x3A01) return;
  const bool is_wide = (little(bytes, 4, 1) & 1) != 0;
  std::string path;
  Pieces::append(slice(bytes, 5, length * (is_wide ? 2 : 1)), is_wide, path);
  std::string shown;
  for (const char c : path)
    shown += c == '\x03' ? '/' : static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  if (path.find('\x03') == path.npos && !may_have_url(shown)) return;
  DocumentReference reference{shown, "SupBook"};
  reference.is_text = true;
  sink_.reference(reference);
}

}  // namespace

bool read_workbook(std::string_view bytes, DocumentSink& sink) {
  if (bytes.size() < 8 || little(bytes, 0, 2) != kBegin || little(bytes, 4, 2) != kVersion8) {
    sink.lack(Lack::no_opener, "Workbook", "is of a version that is not read");
    return true;
  }
  return WorkbookReader(sink).read(bytes);
}

}  // namespace basewalk::worker
