// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "text/binary/windows_1252.h"
#include "text/number.h"
#include "text/utf8.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/office/formula.h"
#include "worker/documents/ole/formula_tokens.h"
#include "worker/documents/ole/moniker.h"
#include "worker/documents/ole/streams.h"
#include "worker/programs.h"

namespace basewalk::worker {
namespace {

// [MS-XLS] 2.3
enum Type : std::uint64_t {
  kFormula = 0x0006,
  kHeader = 0x0014,
  kFooter = 0x0015,
  kExternSheet = 0x0017,
  kName = 0x0018,
  kExternName = 0x0023,
  kNote = 0x001C,
  kFilePass = 0x002F,
  kContinue = 0x003C,
  kPrinter = 0x004D,
  kSheet = 0x0085,
  kRichString = 0x00D6,
  kDrawingGroup = 0x00EB,
  kDrawing = 0x00EC,
  kDrawingSelection = 0x00ED,
  kStrings = 0x00FC,
  kSupBook = 0x01AE,
  kCondition = 0x01B1,
  kText = 0x01B6,
  kHyperlink = 0x01B8,
  kValidation = 0x01BE,
  kLabel = 0x0204,
  kString = 0x0207,
  kArray = 0x0221,
  kShared = 0x04BC,
  kQuery = 0x00DC,
  kConnectionData = 0x0876,
  kHyperlinkTip = 0x0800,
  kBegin = 0x0809,
  kTheme = 0x0896,
  kShapeXml = 0x08A4,
  kTextXml = 0x08A5,
  kRichTextXml = 0x08A6,
};
// 2.4.21, and the one before it, whose texts are bytes of a code page ("Book").
constexpr std::uint64_t kVersion8 = 0x0600, kVersion5 = 0x0500;

// 2.4.28, 2.4.21: a sheet whose formulas are a program of Excel 4.
constexpr std::uint64_t kMacroSheet = 1, kMacros4 = 0x0040;

// 2.4.127: what a cell's record has before its tokens.
constexpr std::size_t kBeforeTokens = 22;
// 2.4.277, 2.4.4: of a formula for several cells.
constexpr std::size_t kBeforeTokensOfShared = 10, kBeforeTokensOfArray = 14;
// 2.5.198.17, of HYPERLINK.
constexpr std::string_view kHyperlinkFunction = "\x67\x01";
// 2.4.329: where it says how many characters it has.
constexpr std::size_t kLengthOfText = 10;

// 2.5.65: of ODBC, DAO, OLE DB or ADO?  What else is asked is a page or a text, whose place is
// told.
bool is_database(std::uint64_t source) {
  constexpr std::uint64_t kSource = 7, kOdbc = 1, kDao = 2, kOleDb = 5, kAdo = 7;
  source &= kSource;
  return source == kOdbc || source == kDao || source == kOleDb || source == kAdo;
}

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
      out += text::utf8_of_utf16(bytes);
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

void append_narrow(std::string_view bytes, std::string& out) {
  for (const char c : bytes) utf8::append(text::windows_1252(static_cast<unsigned char>(c)), out);
}

// A name of which one of a function may be made; empty where it is none.
constexpr std::size_t kMostNames = 65'536, kLongestName = 64;
std::string function_name(std::string_view bytes, bool is_wide) {
  std::string name;
  Pieces::append(bytes, is_wide, name);
  const bool is_one =
      name.size() <= kLongestName && std::all_of(name.begin(), name.end(), [](char c) {
        return ascii::is_alnum(c) || c == '_' || c == '.';
      });
  return is_one ? name : std::string();
}

// 2.5.277, behind the character that says so: a drive or a server, the root, folders of the program
// itself; then steps down and up.  A URL says how long it is, and nothing before it counts.
std::string decoded_path(std::string_view path) {
  std::string decoded;
  if (const std::size_t url = path.find('\5'); url != path.npos) {
    path.remove_prefix(url + 1);
    // One character of UTF-8, whatever the number.
    if (!path.empty()) path.remove_prefix(utf8::first(path).length);
  }
  char step = '/';
  if (path.starts_with("\1@")) {
    decoded = "\\\\";
    step = '\\';
    path.remove_prefix(2);
  } else if (path.starts_with('\1') && path.size() > 1 && ascii::is_alpha(path[1])) {
    decoded.append(path.substr(1, 1)).append(":\\");
    step = '\\';
    path.remove_prefix(2);
  } else if (path.starts_with('\2')) {
    decoded = "/";
    path.remove_prefix(1);
  }
  for (const char c : path) {
    if (c == '\3')
      decoded += step;
    else if (c == '\4')
      decoded.append("..") += step;
    else if (static_cast<unsigned char>(c) >= ' ')
      decoded += c;
  }
  return decoded;
}

class WorkbookReader {
 public:
  WorkbookReader(bool is_old, std::string& art, DocumentSink& sink)
      : is_old_(is_old), art_(art), sink_(sink) {}

  // False where it is encrypted.
  bool read(std::string_view bytes);

 private:
  bool read_from(std::size_t at);
  void read_record(const Record& record, const std::vector<std::string_view>& pieces);
  void read_record(std::uint64_t type, std::string_view data);
  bool read_old_record(const Record& record);
  void read_old_string(std::string_view bytes, std::size_t at, std::size_t size);
  void read_strings(Pieces pieces);
  void read_string(Pieces pieces, std::size_t at);
  void read_tokens(std::string_view bytes, std::size_t at);
  void read_condition(std::string_view bytes);
  void read_validation(std::string_view bytes);
  void read_name(std::string_view bytes);
  void read_name_of_book(std::string_view bytes);
  void read_books(std::string_view bytes);
  void read_formula(std::string_view tokens, std::string_view rest);
  void read_texts(std::string_view tokens, std::string_view told);
  void read_book(std::string_view bytes);
  void tell_book(std::string path);
  void lack_once(std::string_view sentence) {
    if (lacks_.insert(sentence).second) sink_.lack(Lack::no_opener, "", sentence);
  }
  void read_other(std::string_view bytes);
  void end_line() {
    if (!text_.empty() && text_.back() != '\n') text_ += '\n';
  }

  bool is_old_;
  std::set<std::string_view> lacks_;  // sentences that were told
  FormulaNames names_;
  std::string& art_;
  DocumentSink& sink_;
  std::string text_;
  std::string_view bytes_;
  std::vector<std::size_t> sheets_;         // where they begin, by what the workbook says
  std::unordered_set<std::size_t> begins_;  // of the records that begin something
  std::size_t read_ = 0;
  bool is_cut_off_ = false;
};

// In their order, and then sheets that do not stand there: Excel goes by their places (2.4.28).
bool WorkbookReader::read(std::string_view bytes) {
  constexpr std::size_t kMostTimes = 3;
  bytes_ = bytes;
  if (!read_from(0)) return false;
  for (std::size_t i = 0; i < sheets_.size(); ++i) {
    if (begins_.contains(sheets_[i]) || text::little(bytes, sheets_[i], 2) != kBegin) continue;
    if (read_ > kMostTimes * bytes.size()) {
      sink_.lack(Lack::limit, "Workbook", "has sheets within one another");
      break;
    }
    if (!read_from(sheets_[i])) return false;
  }
  if (!text_.empty()) sink_.text({"text/plain", text_, "cells"});
  return true;
}

// Up to what was read, or to the end.
bool WorkbookReader::read_from(std::size_t at) {
  const std::size_t first = at;
  Record record;
  std::vector<std::string_view> pieces;
  const auto finish = [&] {
    if (!pieces.empty()) read_record(record, pieces);
    pieces.clear();
  };
  while (at + 4 <= bytes_.size()) {
    const std::uint64_t type = text::little(bytes_, at, 2), size = text::little(bytes_, at + 2, 2);
    const std::string_view data = text::slice(bytes_, at + 4, size);
    if (type == 0 && size == 0) break;
    if (type == kBegin && !begins_.insert(at).second) break;
    if (type == kBegin && text::little(data, 2, 2) == kMacros4) lack_once(kMacros);
    if (data.size() < size && !std::exchange(is_cut_off_, true))
      sink_.lack(Lack::damaged, "Workbook", "is cut off");
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
  read_ += at - first;
  return true;
}

// What goes on in further records is one, but for texts.
void WorkbookReader::read_record(const Record& record,
                                 const std::vector<std::string_view>& pieces) {
  if (is_old_ && read_old_record(record)) return;
  switch (record.type) {
    case kStrings:
      return read_strings(Pieces(pieces));
    case kHeader:
    case kFooter:
    case kString:
      return read_string(Pieces(pieces), 0);
    case kLabel:
      return read_string(Pieces(pieces), 6);
    case kText: {
      // The characters are in the record behind it, and in more where they are more.
      if (pieces.size() < 2 || pieces[1].empty()) return;
      const bool is_wide = (pieces[1][0] & 1) != 0;
      const std::size_t there = (pieces[1].size() - 1) / (is_wide ? 2 : 1);
      Pieces behind({pieces.begin() + 1, pieces.end()});
      behind.skip(1);
      behind.text(std::max<std::uint64_t>(text::little(record.data, kLengthOfText, 2), there),
                  is_wide, text_);
      return end_line();
    }
    case kDrawingGroup:
    case kDrawing:
    case kDrawingSelection:
      for (const std::string_view piece : pieces) art_ += piece;
      return;
    default:
      break;
  }
  if (pieces.size() == 1) return read_record(record.type, record.data);
  std::string all;
  for (const std::string_view piece : pieces) all += piece;
  // Elsewhere those in one piece are found.
  if (record.type == kHyperlink) find_monikers(all, "object", sink_);
  read_record(record.type, all);
}

void WorkbookReader::read_record(std::uint64_t type, std::string_view data) {
  switch (type) {
    case kFormula:
      return read_tokens(data, kBeforeTokens);
    case kShared:
      return is_old_ ? read_texts(data, {}) : read_tokens(data, kBeforeTokensOfShared);
    case kArray:
      return is_old_ ? read_texts(data, {}) : read_tokens(data, kBeforeTokensOfArray);
    case kCondition:
      if (!is_old_) read_condition(data);
      return read_other(data);
    case kValidation:
      if (!is_old_) read_validation(data);
      return read_other(data);
    case kName:
      return is_old_ ? read_texts(data, {}) : read_name(data);
    case kExternName:
      if (!is_old_) read_name_of_book(data);
      return read_other(data);
    case kExternSheet:
      read_books(data);
      return read_other(data);
    case kSupBook:
      if (names_.of_books.size() < kMostNames) names_.of_books.emplace_back();
      return read_book(data);
    // What printers are called, what find_monikers() finds, how shapes look.
    case kPrinter:
    case kHyperlink:
    case kHyperlinkTip:
    case kTheme:
    case kShapeXml:
    case kTextXml:
    case kRichTextXml:
      return;
    case kQuery:
    case kConnectionData:
      // Behind the header of later records.
      if (is_database(text::little(data, type == kQuery ? 0 : 4, 2))) lack_once(kConnection);
      return read_other(data);
    case kSheet:
      if (data.size() >= 4) sheets_.push_back(text::little_size(data, 0, 4));
      if (text::little(data, 5, 1) == kMacroSheet) lack_once(kMacros);
      [[fallthrough]];
    default:
      return read_other(data);
  }
}

// What has texts of another form; true where nothing is left to be read of it.
bool WorkbookReader::read_old_record(const Record& record) {
  switch (record.type) {
    case kHeader:
    case kFooter:
      read_old_string(record.data, 0, 1);
      return true;
    case kString:
      read_old_string(record.data, 0, 2);
      return true;
    case kNote:
      read_old_string(record.data, 4, 2);
      return true;
    case kLabel:
    case kRichString:
      read_old_string(record.data, 6, 2);
      return true;
    case kFormula:
      if (record.data.size() > kBeforeTokens) read_texts(record.data.substr(kBeforeTokens), {});
      return true;
    case kExternSheet: {
      std::string path;
      append_narrow(text::slice(record.data, 1, text::little(record.data, 0, 1)), path);
      // This workbook, and sheets of it.
      if (!path.starts_with('\2') && !path.starts_with('\3')) tell_book(std::move(path));
      return true;
    }
    default:
      return false;
  }
}

// Its length in so many bytes, and the characters.
void WorkbookReader::read_old_string(std::string_view bytes, std::size_t at, std::size_t size) {
  if (bytes.size() < at + size) return;
  append_narrow(text::slice(bytes, at + size, text::little(bytes, at, size)), text_);
  end_line();
}

// Connections, queries and the like (2.4.86, 2.4.98, 2.4.299): URLs by what they have in them, with
// one byte for a character or two.
void WorkbookReader::read_other(std::string_view bytes) {
  for (const std::size_t width : {std::size_t{1}, std::size_t{2}}) {
    const std::string_view mark = width == 1 ? "://" : std::string_view(":\0/\0/\0", 6);
    const auto is_shown = [&](std::size_t at) {
      return bytes[at] > ' ' && bytes[at] < '\x7F' && (width == 1 || bytes[at + 1] == '\0');
    };
    std::size_t behind = 0;
    for (std::size_t at = bytes.find(mark); at != bytes.npos; at = bytes.find(mark, behind)) {
      std::size_t begin = at, end = at + mark.size();
      while (begin >= behind + width && is_shown(begin - width)) begin -= width;
      while (end + width <= bytes.size() && is_shown(end)) end += width;
      behind = end;
      std::string text;
      Pieces::append(bytes.substr(begin, end - begin), width == 2, text);
      sink_.reference({text, "record", {}, {}, true, true});
    }
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
void WorkbookReader::read_string(Pieces pieces, std::size_t at) {
  pieces.skip(at);
  const std::uint64_t length = pieces.number(2), flags = pieces.number(1);
  pieces.text(length, (flags & 1) != 0, text_);
  end_line();
}

// The length of the tokens, and they.
void WorkbookReader::read_tokens(std::string_view bytes, std::size_t at) {
  if (bytes.size() <= at) return;
  read_formula(text::slice(bytes, at, text::little(bytes, at - 2, 2)), bytes.substr(at));
}

// 2.4.42: the tokens of two formulas are the end of it.
void WorkbookReader::read_condition(std::string_view bytes) {
  const std::size_t first = text::little_size(bytes, 2, 2), second = text::little_size(bytes, 4, 2);
  if (first + second > bytes.size()) return;
  const std::string_view tokens = bytes.substr(bytes.size() - first - second);
  read_formula(tokens.substr(0, first), {});
  read_formula(tokens.substr(first), {});
}

// 2.4.96: flags, four texts, two formulas, each with its length and two bytes before it.
void WorkbookReader::read_validation(std::string_view bytes) {
  std::size_t at = 4;
  for (int i = 0; i < 4; ++i) {
    const std::size_t width = (text::little(bytes, at + 2, 1) & 1) != 0 ? 2 : 1;
    at += 3 + text::little_size(bytes, at, 2) * width;
  }
  for (int i = 0; i < 2; ++i) {
    const std::size_t size = text::little_size(bytes, at, 2);
    read_formula(text::slice(bytes, at + 4, size), {});
    at += 4 + size;
  }
}

// 2.4.150: flags, a key; how long the name is, and its tokens; places in other tables, the name.
void WorkbookReader::read_name(std::string_view bytes) {
  constexpr std::size_t kBeforeName = 14;
  const std::size_t wide = (text::little(bytes, kBeforeName, 1) & 1) != 0 ? 2 : 1;
  const std::size_t begin = kBeforeName + 1 + text::little_size(bytes, 3, 1) * wide;
  if (names_.own.size() < kMostNames)
    names_.own.push_back(
        function_name(text::slice(bytes, kBeforeName + 1, begin - kBeforeName - 1), wide == 2));
  read_formula(text::slice(bytes, begin, text::little(bytes, 4, 2)), bytes);
}

// 2.4.105: flags, a number; its length in a byte, and the name.
void WorkbookReader::read_name_of_book(std::string_view bytes) {
  constexpr std::size_t kLength = 6;
  if (names_.of_books.empty() || names_.of_books.back().size() >= kMostNames) return;
  const bool is_wide = (text::little(bytes, kLength + 1, 1) & 1) != 0;
  names_.of_books.back().push_back(function_name(
      text::slice(bytes, kLength + 2, text::little(bytes, kLength, 1) * (is_wide ? 2 : 1)),
      is_wide));
}

// 2.4.105, 2.5.344: of which book each sheet is that formulas refer to.
void WorkbookReader::read_books(std::string_view bytes) {
  constexpr std::size_t kOfOne = 6;
  const std::size_t count = std::min(text::little_size(bytes, 0, 2), bytes.size() / kOfOne);
  for (std::size_t i = 0; i < count && names_.books.size() < kMostNames; ++i)
    names_.books.push_back(text::little_size(bytes, 2 + i * kOfOne, 2));
}

// Tokens, and what else they may stand in.
void WorkbookReader::read_formula(std::string_view tokens, std::string_view rest) {
  std::string told;
  const std::optional<std::string> formula = formula_of(tokens, names_);
  // One of what is not known here, which may make a link.
  if (!formula && tokens.find(kHyperlinkFunction) != tokens.npos) lack_once(office::kOpenFormula);
  if (formula) {
    const std::vector<office::FormulaTarget> targets = office::tell_formula(*formula, sink_);
    for (const office::FormulaTarget& target : targets) told.append(target.raw).append("\n");
    for (const std::string_view each : office::lacks_of(targets)) lack_once(each);
  }
  read_texts(rest, told);
}

// 2.5.198.89: texts among the tokens, but for those that stand in what is told.  They are looked
// for by what they begin with.
void WorkbookReader::read_texts(std::string_view tokens, std::string_view told) {
  // So often is it looked through; then a text may be told again.
  std::size_t looks = 16;
  for (std::size_t at = tokens.find('\x17'); at != tokens.npos && at + 3 <= tokens.size();
       at = tokens.find('\x17', at + 1)) {
    const std::uint64_t flags = is_old_ ? 0 : text::little(tokens, at + 2, 1);
    const std::size_t begin = at + (is_old_ ? 2 : 3);
    const std::size_t size = text::little_size(tokens, at + 1, 1) * (flags == 1 ? 2 : 1);
    if (flags > 1 || size == 0 || size > tokens.size() - begin) continue;
    std::string text;
    if (is_old_)
      append_narrow(tokens.substr(begin, size), text);
    else
      Pieces::append(tokens.substr(begin, size), flags == 1, text);
    if (!may_have_url(text)) continue;
    at = begin + size - 1;
    if (looks > 0) {
      --looks;
      if (told.find(text) != told.npos) continue;
    }
    DocumentReference reference{text, "formula"};
    reference.is_text = true;
    sink_.reference(reference);
  }
}

// 2.4.271, 2.5.277: another workbook, or a program and a topic of DDE.
void WorkbookReader::read_book(std::string_view bytes) {
  if (bytes.size() < 5) return;
  const std::uint64_t length = text::little(bytes, 2, 2);
  // One that is this workbook, or has added functions.
  if (length == 0x0401 || length == 0x3A01) return;
  const bool is_wide = (text::little(bytes, 4, 1) & 1) != 0;
  std::string path;
  Pieces::append(text::slice(bytes, 5, length * (is_wide ? 2 : 1)), is_wide, path);
  tell_book(std::move(path));
}

void WorkbookReader::tell_book(std::string path) {
  if (path.starts_with('\1')) {
    path = decoded_path(path.substr(1));
    if (!ascii::trim(path).empty()) sink_.reference({path, "SupBook"});
    return;
  }
  std::string shown;
  for (const char c : path)
    shown += c == '\x03' ? '/' : static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  const bool is_dde = path.find('\x03', 1) != path.npos;
  if (is_dde) lack_once(kCommand);
  if (!is_dde && !is_worth_searching(shown)) return;
  DocumentReference reference{shown, "SupBook"};
  reference.is_text = true;
  sink_.reference(reference);
}

}  // namespace

bool read_workbook(std::string_view bytes, std::string& art, DocumentSink& sink) {
  const std::uint64_t version = text::little(bytes, 4, 2);
  if (bytes.size() < 8 || text::little(bytes, 0, 2) != kBegin ||
      (version != kVersion8 && version != kVersion5)) {
    sink.lack(Lack::no_opener, "Workbook", "is of a version that is not read");
    return true;
  }
  return WorkbookReader(version == kVersion5, art, sink).read(bytes);
}

}  // namespace basewalk::worker
