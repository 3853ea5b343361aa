// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/unnamed.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <exception>
#include <map>
#include <new>
#include <set>
#include <string>
#include <system_error>
#include <unordered_map>

#include "text/ascii.h"
#include "text/number.h"
#include "worker/documents/pdf/page/lexer.h"
#include "worker/documents/pdf/repair.h"

namespace basewalk::worker::pdf {
namespace {

using Table = std::map<QPDFObjGen, QPDFXRefEntry>;

constexpr std::size_t kMostBeforeHeader = 1024;
constexpr int kInFile = 1, kInStream = 2;
constexpr std::string_view kObject = "obj";

struct Named {
  std::size_t begin = 0;
  QPDFObjGen id;
};

// By their places; 7.5.4 counts them from where the header stands.
std::vector<Named> named_in(const Table& table, std::string_view file) {
  const std::size_t header = file.find("%PDF-");
  const std::size_t first = header > kMostBeforeHeader ? 0 : header;
  std::vector<Named> named;
  for (const auto& [id, entry] : table) {
    if (entry.getType() != kInFile || entry.getOffset() <= 0) continue;
    const std::size_t begin = first + text::capped(static_cast<std::uint64_t>(entry.getOffset()));
    if (begin < file.size()) named.push_back({begin, id});
  }
  std::sort(named.begin(), named.end(),
            [](const Named& a, const Named& b) { return a.begin < b.begin; });
  return named;
}

// Behind "stream" and its line end, where that is no word of the dictionary.
std::size_t begin_of_bytes(std::string_view object) {
  constexpr std::string_view kStream = "stream";
  for (std::size_t at = 0; (at = object.find(kStream, at)) != object.npos;) {
    const bool is_behind = ascii::trim_right(object.substr(0, at)).ends_with(">>");
    at += kStream.size();
    if (is_behind && object.substr(at, 1) == "\n") return at + 1;
    if (is_behind && object.substr(at, 1) == "\r")
      return at + (object.substr(at, 2) == "\r\n" ? 2 : 1);
  }
  return object.npos;
}

// How long an object is that stands at the beginning of `object`: its stream may hold another PDF.
std::size_t length_of(QPDFObjectHandle parsed, std::string_view object) {
  std::size_t at = 0;
  if (parsed.isStream()) {
    QPDFObjectHandle length = parsed.getDict().getKey("/Length");
    const std::size_t bytes = begin_of_bytes(object);
    if (bytes != object.npos && length.isInteger() && length.getIntValue() > 0)
      at = bytes +
           std::min<std::size_t>(text::capped(static_cast<std::uint64_t>(length.getIntValue())),
                                 object.size() - bytes);
  }
  return std::min(object.find("endobj", at), object.size());
}

QPDFObjGen id_before(std::string_view gap, std::size_t end) {
  const std::string_view numbers = number_before(gap, end);
  int id = 0, generation = 0;
  const char* const behind = numbers.data() + numbers.size();
  const auto [at, error] = std::from_chars(numbers.data(), behind, id);
  if (error != std::errc() || id <= 0) return {};
  const std::string_view rest = ascii::trim_left(numbers.substr(at - numbers.data()));
  if (std::from_chars(rest.data(), behind, generation).ec != std::errc()) return {};
  return QPDFObjGen(id, generation);
}

// Of "7 0 obj" the last letter's end; none where there is no more.
std::size_t begin_of_object(std::string_view gap, std::size_t from) {
  for (std::size_t at = from; (at = gap.find(kObject, at)) != gap.npos;) {
    const std::string_view before = gap.substr(from, at - from);
    at += kObject.size();
    const std::string_view number =
        ascii::trim(before.substr(before.size() - std::min<std::size_t>(before.size(), 24)));
    if (before.size() > 0 && number.size() > 0 && ascii::is_digit(number.back())) return at;
  }
  return gap.npos;
}

class Reader {
 public:
  Reader(QPDF& pdf, std::string_view file, const std::vector<Named>& named, Session& session)
      : pdf_(pdf), file_(file), session_(session) {
    for (const Named& each : named) places_[each.id.getObj()] = each.begin;
  }

  /// What stands in [begin, end) of the file.
  void read(std::size_t begin, std::size_t end) {
    const std::string_view gap = file_.substr(begin, end - begin);
    for (std::size_t at = 0; (at = begin_of_object(gap, at)) != gap.npos;) {
      const std::size_t behind = std::min(gap.find("endobj", at), gap.size());
      const QPDFObjGen id = id_before(gap, at - kObject.size());
      const auto place = places_.find(id.getObj());
      const bool is_last = place == places_.end() || place->second < begin + at;
      add(gap.substr(at, behind - at), is_last ? id : QPDFObjGen());
      at = behind;
    }
  }

  void read_compressed(const Table& table) {
    std::map<int, int> named;
    for (const auto& [id, entry] : table)
      if (entry.getType() == kInStream) ++named[entry.getObjStreamNumber()];
    for (const auto& [id, entry] : table) {
      if (entry.getType() != kInFile) continue;
      QPDFObjectHandle stream = pdf_.getObject(id);
      if (!is_stream_of_objects(stream)) continue;
      QPDFObjectHandle count = stream.getDict().getKey("/N");
      const int known = named[id.getObj()];
      if (known == 0 || (count.isInteger() && count.getIntValue() != known) ||
          session_.is_damaged || pdf_.anyWarnings())
        add_compressed(stream, table, id.getObj());
    }
    for (const Unnamed& each : streams_) add_compressed(each.object, table, 0);
  }

  std::vector<Unnamed> take() {
    objects_.insert(objects_.end(), streams_.begin(), streams_.end());
    return std::move(objects_);
  }

 private:
  void add(std::string_view text, QPDFObjGen id) {
    const std::size_t bytes = begin_of_bytes(text);
    std::string_view dictionary = text.substr(0, bytes);
    if (bytes != text.npos) dictionary = dictionary.substr(0, dictionary.rfind("stream"));
    try {
      QPDFObjectHandle object =
          QPDFObjectHandle::parse(&pdf_, std::string(dictionary), "unnamed object");
      if (object.isNull()) return;
      if (object.isIndirect()) id = {};
      if (bytes != text.npos) {
        if (!object.isDictionary()) return;
        std::string_view data = text.substr(bytes);
        data = data.substr(0, data.rfind("endstream"));
        QPDFObjectHandle stream = pdf_.newStream(std::string(data));
        stream.replaceDict(object);
        object = stream;
      }
      keep({object, id});
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      session_.lack_once(Lack::damaged, "", "has damaged objects");
    }
  }

  void keep(const Unnamed& unnamed) {
    QPDFObjectHandle object = unnamed.object;
    // A table is not encrypted (7.5.8.2).
    if (object.isStream() && name_in(object.getDict().getKey("/Type")) == "XRef") return;
    if (pdf_.isEncrypted())
      return session_.lack_once(Lack::no_opener, "",
                                "has encrypted objects that its table does not name");
    (is_stream_of_objects(object) ? streams_ : objects_).push_back(unnamed);
  }

  void add_compressed(QPDFObjectHandle stream, const Table& table, int number) {
    const auto is_unnamed = [&](int id, int index) {
      const auto found = table.find(QPDFObjGen(id, 0));
      // What repair.cpp has made known goes by its own number.
      if (found == table.end()) return pdf_.getObject(id, 0).isNull();
      // Libqpdf could not read it.
      if (pdf_.getObject(id, 0).isNull()) return true;
      return found->second.getType() != kInStream || found->second.getObjStreamNumber() != number ||
             found->second.getObjStreamIndex() != index;
    };
    for (const Compressed& each : objects_in(pdf_, session_, stream, is_unnamed))
      objects_.push_back({each.object});
  }

  QPDF& pdf_;
  const std::string_view file_;
  Session& session_;
  std::unordered_map<int, std::size_t> places_;  // of what is named, the last one of a number
  std::vector<Unnamed> objects_, streams_;
};

// 7.3.5
std::string name_of(std::string_view written) {
  std::string name;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const std::string_view digits = written.substr(std::min(i + 1, written.size()), 2);
    const bool is_escape = written[i] == '#' && digits.size() == 2 && ascii::is_hex(digits[0]) &&
                           ascii::is_hex(digits[1]);
    name += is_escape
                ? static_cast<char>(ascii::hex_value(digits[0]) << 4 | ascii::hex_value(digits[1]))
                : written[i];
    if (is_escape) i += 2;
  }
  return name;
}

}  // namespace

std::size_t loose_strings(std::string_view objects, const OnString& tell) {
  Lexer lexer(objects);
  std::string key, bytes;
  for (Token token; (token = lexer.next(bytes)).kind != TokenKind::end; bytes.clear()) {
    if (token.kind == TokenKind::name)
      key = name_of(token.text);
    else if (token.kind == TokenKind::string)
      tell(key, bytes);
    else if (token.kind == TokenKind::word && token.text.starts_with("stream"))
      break;
  }
  return lexer.at();
}

void loose_strings_of_file(std::string_view file, const OnString& tell) {
  constexpr std::string_view kBegin = "obj", kEnd = "endobj";
  for (std::size_t at = 0, end = 0; (at = file.find(kBegin, at)) != file.npos;) {
    at += kBegin.size();
    if (file.substr(0, at).ends_with(kEnd)) continue;
    if (end < at) end = std::min(file.find(kEnd, at), file.size());
    at += loose_strings(file.substr(at, end - at), tell);
  }
}

std::vector<Unnamed> unnamed_objects(QPDF& pdf, std::string_view file, Session& session) {
  const Table table = pdf.getXRefTable();
  const std::vector<Named> named = named_in(table, file);
  Reader reader(pdf, file, named, session);
  std::size_t at = 0;
  for (std::size_t i = 0; i < named.size(); ++i) {
    const std::size_t next = i + 1 < named.size() ? named[i + 1].begin : file.size();
    if (named[i].begin > at) reader.read(at, named[i].begin);
    QPDFObjectHandle object = pdf.getObject(named[i].id);
    // Libqpdf could not read it.
    if (next <= at || object.isNull()) continue;
    const std::size_t begin = std::max(at, named[i].begin);
    at = begin + length_of(object, file.substr(begin, next - begin));
  }
  if (at < file.size()) reader.read(at, file.size());
  reader.read_compressed(table);
  return reader.take();
}

bool put_in_place(QPDF& pdf, const std::vector<Unnamed>& unnamed) {
  std::map<int, QPDFObjectHandle> last;
  std::set<QPDFObjGen> places;
  for (const Unnamed& each : unnamed) {
    if (each.id.getObj() == 0) continue;
    last[each.id.getObj()] = each.object;
    // Programs look for a number, and do not ask for its generation.
    places.insert({each.id, QPDFObjGen(each.id.getObj(), 0)});
  }
  if (last.empty()) return false;
  for (const auto& [id, entry] : pdf.getXRefTable())
    if (last.contains(id.getObj())) places.insert(id);
  for (const QPDFObjGen& place : places) {
    QPDFObjectHandle& object = last[place.getObj()];
    if (object.isStream())
      pdf.swapObjects(object.copyStream().getObjGen(), place);
    else
      pdf.replaceObject(place, object.shallowCopy());
  }
  return true;
}

}  // namespace basewalk::worker::pdf
