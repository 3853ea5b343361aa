// SPDX-License-Identifier: MIT
#include "worker/documents/picture/picture.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "worker/documents/picture/codes.h"
#include "worker/documents/picture/end.h"
#include "worker/documents/picture/raster.h"
#include "worker/documents/rest.h"
#include "worker/documents/strings_in.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;

using Decode = void (*)(std::string_view bytes, Frames& frames);

Decode decoder_of(std::string_view bytes) {
  struct Row {
    std::string_view magic;
    std::size_t offset;
    Decode decode;
  };
  constexpr Row kRows[] = {
      {"\x89PNG\r\n\x1A\n"sv, 0, decode_png},
      {"\xFF\xD8\xFF"sv, 0, decode_jpeg},
      {"GIF8"sv, 0, decode_gif},
      {"WEBP"sv, 8, decode_webp},
      {"II*\0"sv, 0, decode_tiff},
      {"MM\0*"sv, 0, decode_tiff},
      {"BM"sv, 0, decode_bmp},
      {"P5"sv, 0, decode_pnm},
      {"P6"sv, 0, decode_pnm},
  };
  for (const Row& row : kRows)
    if (bytes.size() >= row.offset && bytes.substr(row.offset).starts_with(row.magic))
      return row.decode;
  return nullptr;
}

// What shows no end is searched.  Behind photographs cameras and telephones leave films, which hold
// no links, and records that nobody opens.
void tell_behind(const Document& document, bool is_damaged, DocumentSink& sink) {
  const std::optional<std::size_t> end = end_of_picture(document.bytes);
  if (!end && !is_damaged) tell_strings(document.bytes, "picture", sink);
  if (!end) return;
  std::string_view rest = document.bytes.substr(*end);
  DocumentPart part;
  if (rest.size() > 8 && rest.substr(4).starts_with("ftyp"))
    part.type = "video/mp4";
  else
    rest = without_blanks(rest);
  part.may_be_records = true;
  std::uint64_t left = document.bounds.bytes;
  if (!rest.empty()) tell_rest(part, rest, left, sink);
}

}  // namespace

bool decode_picture(std::string_view bytes, Frames& frames) {
  const Decode decode = decoder_of(bytes);
  if (decode != nullptr) decode(bytes, frames);
  return decode != nullptr;
}

void open_picture(const Document& document, DocumentSink& sink) {
  std::unordered_set<std::string> told;
  Frames frames(document.bounds.pixels,
                [&](const Raster& raster) { tell_codes(codes_in(raster), told, sink); });
  if (!decode_picture(document.bytes, frames)) {
    sink.lack(Lack::no_opener, "", "is a picture of a kind that is not read");
    return;
  }
  if (frames.end() == Frames::End::too_large)
    sink.lack(Lack::limit, "", "has more pixels than are looked at");
  if (frames.end() == Frames::End::more)
    sink.lack(Lack::limit, "", "has more pages than are looked at");
  if (frames.end() == Frames::End::not_all)
    sink.lack(Lack::no_opener, "", "is animated, and only its first picture is looked at");
  if (frames.end() == Frames::End::damaged) sink.lack(Lack::damaged, "", "is a damaged picture");
  tell_behind(document, frames.end() == Frames::End::damaged, sink);
}

}  // namespace basewalk::worker
