// SPDX-License-Identifier: MIT
#include <zlib.h>

#include <algorithm>
#include <string>
#include <utility>

#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "text/number.h"
#include "text/utf8.h"
#include "worker/documents/ole/streams.h"
#include "worker/documents/rest.h"
#include "worker/documents/strings_in.h"
#include "worker/programs.h"

namespace basewalk::worker {
namespace {

// [MS-PPT] 2.13.24
enum Type : std::uint64_t {
  kTextChars = 0x0FA0,
  kTextBytes = 0x0FA8,
  kCString = 0x0FBA,
  kExHyperlink = 0x0FD7,
  kInteractiveInfo = 0x0FF3,
  kExOleObjStg = 0x1011,
  kCryptSession = 0x2F14,
};
constexpr std::uint64_t kContainer = 0xF;
constexpr std::size_t kHead = 8;
// 2.8.2: what is done at a click.
constexpr std::size_t kActionAt = 8;
constexpr std::uint64_t kRunProgram = 2;

class SlideReader {
 public:
  SlideReader(const DocumentBounds& bounds, DocumentSink& sink)
      : left_(bounds.bytes), parts_(bounds), sink_(sink) {}

  void read(std::string_view bytes);

 private:
  void read_atom(std::uint64_t type, std::uint64_t instance, std::string_view data);
  void read_object(std::uint64_t instance, std::string_view data);
  std::string* piece_of_link(std::uint64_t instance);
  void tell_other(const std::string& piece, bool is_url);
  void finish_link();

  std::uint64_t left_;
  PartsLeft parts_;
  DocumentSink& sink_;
  std::string text_, name_, url_, location_;
  bool has_command_ = false;
  std::size_t link_end_ = 0;  // of the container that it is in
};

// 2.3.1: containers hold records, which come next.
void SlideReader::read(std::string_view bytes) {
  std::size_t at = 0;
  while (at + kHead <= bytes.size()) {
    if (link_end_ != 0 && at >= link_end_) finish_link();
    const std::uint64_t version = text::little(bytes, at, 2), type = text::little(bytes, at + 2, 2);
    const std::uint64_t size = text::little(bytes, at + 4, 4);
    at += kHead;
    if (size > bytes.size() - at) sink_.lack(Lack::damaged, "PowerPoint Document", "is cut off");
    if (type == kCryptSession)
      return sink_.lack(Lack::encrypted, "PowerPoint Document", "is encrypted");
    if ((version & 0xF) == kContainer) {
      if (type == kExHyperlink) link_end_ = at + std::min(text::capped(size), bytes.size() - at);
      continue;
    }
    const std::string_view data = text::slice(bytes, at, size);
    at += data.size();
    read_atom(type, version >> 4, data);
  }
  finish_link();
  if (!text_.empty()) sink_.text({"text/plain", text_, "text"});
}

void SlideReader::read_atom(std::uint64_t type, std::uint64_t instance, std::string_view data) {
  if (type == kInteractiveInfo && text::little(data, kActionAt, 1) == kRunProgram &&
      !std::exchange(has_command_, true))
    sink_.lack(Lack::no_opener, "", kCommand);
  if (type == kExOleObjStg) return read_object(instance, data);
  if (type != kTextChars && type != kTextBytes && type != kCString) {
    // PowerPoint goes by places: what is in one may be others for it.
    const std::string text = text_in(data);
    if (!text.empty()) text_.append(text).append("\n");
    return;
  }
  std::string text;
  if (type == kTextBytes)
    for (const char c : data) utf8::append(static_cast<unsigned char>(c), text);
  else
    text = text::utf8_of_utf16(data);
  std::replace(text.begin(), text.end(), '\r', '\n');
  if (type == kCString && link_end_ != 0) {
    // 2.10.17 to 2.10.19; of two some programs may take either.
    if (std::string* const piece = piece_of_link(instance)) {
      if (!piece->empty() && *piece != text) tell_other(*piece, piece == &url_);
      *piece = text;
      return;
    }
  }
  text_.append(text).append("\n");
}

std::string* SlideReader::piece_of_link(std::uint64_t instance) {
  return instance == 0 ? &name_ : instance == 1 ? &url_ : instance == 3 ? &location_ : nullptr;
}

void SlideReader::tell_other(const std::string& piece, bool is_url) {
  if (is_url)
    sink_.reference({piece, "ExHyperlink"});
  else
    text_.append(piece).append("\n");
}

void SlideReader::finish_link() {
  link_end_ = 0;
  if (!url_.empty()) {
    if (!location_.empty() && url_.find('#') == url_.npos) url_.append("#").append(location_);
    DocumentReference reference{url_, "ExHyperlink"};
    if (!name_.empty()) reference.text = name_;
    sink_.reference(reference);
  }
  name_.clear();
  url_.clear();
  location_.clear();
}

// 2.10.34: a compound file, packed where the instance is 1.
void SlideReader::read_object(std::uint64_t instance, std::string_view data) {
  if (!parts_.take(sink_)) return;
  std::string bytes(instance == 1 ? std::string_view() : data);
  bool is_whole = true;
  if (instance == 1 && data.size() > 4) {
    bytes.resize(std::min(text::little_size(data, 0, 4), text::capped(left_)));
    z_stream zip{};
    if (inflateInit(&zip) != Z_OK) return;
    zip.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data() + 4));
    zip.avail_in = static_cast<uInt>(data.size() - 4);
    zip.next_out = reinterpret_cast<Bytef*>(bytes.data());
    zip.avail_out = static_cast<uInt>(bytes.size());
    // PowerPoint itself may leave out the end behind the bytes.
    is_whole = inflate(&zip, Z_FINISH) == Z_STREAM_END ||
               (zip.avail_out == 0 && bytes.size() == text::little(data, 0, 4));
    bytes.resize(bytes.size() - zip.avail_out);
    (void)inflateEnd(&zip);
  }
  left_ -= std::min<std::uint64_t>(left_, bytes.size());
  if (bytes.empty()) return sink_.lack(Lack::damaged, "object", "cannot be unpacked");
  DocumentPart part;
  part.name = "object";
  sink_.begin(part);
  sink_.bytes(bytes);
  if (!is_whole) sink_.lack(Lack::damaged, "", "is not whole");
  sink_.end();
}

}  // namespace

void read_slides(std::string_view bytes, const DocumentBounds& bounds, DocumentSink& sink) {
  SlideReader(bounds, sink).read(bytes);
}

}  // namespace basewalk::worker
