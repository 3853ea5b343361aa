// SPDX-License-Identifier: MIT
//
// What first bytes say, and what a text may begin with all the same.
#include "bundle/page/magic.h"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

using namespace basewalk;
using namespace std::string_view_literals;

namespace {

struct Row {
  int line;
  std::string_view bytes, type;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << "line " << row.line; }
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

constexpr Row kRows[] = {
    ROW("\x89PNG\r\n\x1A\n\0"sv, "image/png"),
    ROW("\x89PNG\n\x1A\n"sv, ""),
    ROW("\xFF\xD8\xFF\xE0"sv, "image/jpeg"),
    ROW("\xFF\xD8"sv, ""),
    ROW("GIF87a"sv, "image/gif"),
    ROW("GIF89a"sv, "image/gif"),
    ROW("GIF90a"sv, ""),
    ROW("RIFF\0\0\0\0WEBPVP8L"sv, "image/webp"),
    ROW("RIFF\0\0\0\0WAVEfmt "sv, "audio/wav"),
    ROW("RIFF\0\0\0\0AVI LIST"sv, "video/avi"),
    ROW("RIFF and WEBP"sv, ""),
    ROW("RIFF"sv, ""),
    ROW("\0\0\1\0\1\0"sv, "image/x-icon"),
    ROW("\0\0\2\0\1\0"sv, "image/x-icon"),
    ROW("BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0"sv, "image/bmp"),
    ROW("BM is a text, is it not?"sv, ""),
    ROW("BM"sv, ""),
    ROW("II*\0\10\0\0\0"sv, "image/tiff"),
    ROW("MM\0*\0\0\0\10"sv, "image/tiff"),
    ROW("II* MM"sv, ""),
    ROW("\xFF\x0A\xFA"sv, "image/jxl"),
    ROW("\0\0\0\x0CJXL \r\n\x87\n"sv, "image/jxl"),
    ROW("\0\0\0\x1C"
        "ftypavif\0\0\0\0mif1miafMA1B"sv,
        "image/avif"),
    ROW("\0\0\0\x1C"
        "ftypmif1\0\0\0\0mif1avifmiaf"sv,
        "image/avif"),
    ROW("\0\0\0\x18"
        "ftypheic\0\0\0\0mif1heic"sv,
        "image/heic"),
    ROW("\0\0\0\x18"
        "ftypmif1\0\0\0\0mif1heic"sv,
        "image/heic"),
    ROW("\0\0\0\x14"
        "ftypmif1\0\0\0\0mif1avif"sv,
        "image/heif"),
    ROW("\0\0\0\x18"
        "ftypM4A \0\0\0\0M4A mp42"sv,
        "audio/mp4"),
    ROW("\0\0\0\x18"
        "ftypisom\0\0\2\0isommp41"sv,
        "video/mp4"),
    ROW("\0\0\0\x14"
        "ftypqt  \0\0\2\0qt  "sv,
        "video/quicktime"),
    ROW("\0\0\0\x15"
        "ftypisom\0\0\0\0"sv,
        ""),
    ROW("The ftypes of"sv, ""),
    ROW("\x1A\x45\xDF\xA3\x9F\x42\x86\x81\1\x42\x82\x84webm"sv, "video/webm"),
    ROW("\x1A\x45\xDF\xA3\xA3\x42\x86\x81\1\x42\x82\x88matroska"sv, "video/x-matroska"),
    ROW("\x1A\x45\xDF\xA3 webm"sv, ""),
    ROW("OggS\0\2\0\0\0\0\0\0\0\0abcd\0\0\0\0efgh\1\x1E\1vorbis"sv, "audio/ogg"),
    ROW("OggS\0\2\0\0\0\0\0\0\0\0abcd\0\0\0\0efgh\1\x13OpusHead"sv, "audio/ogg"),
    ROW("OggS\0\2\0\0\0\0\0\0\0\0abcd\0\0\0\0efgh\1\x2A\x80theora"sv, "video/ogg"),
    ROW("OggS\0\2"sv, "application/ogg"),
    ROW("OggSome text"sv, ""),
    ROW("ID3\3\0\0\0\0\0\0"sv, "audio/mpeg"),
    ROW("ID3 is a format"sv, ""),
    ROW("ID3"sv, ""),
    ROW("ID3\3\x10\0\0\0\0\0"sv, ""),
    ROW("ID3\x10\0\0\0\0\0\0"sv, ""),
    ROW("ID3\3"sv, ""),
    ROW("fLaC\0\0\0\x22\x10"sv, "audio/flac"),
    ROW("FORM\0\0\0\0AIFFCOMM"sv, "audio/aiff"),
    ROW("MThd\0\0\0\6\0\1"sv, "audio/midi"),
    ROW("wOFF\0\1\0\0"sv, "font/woff"),
    ROW("wOFFOTTO"sv, "font/woff"),
    ROW("wOF2\0\1\0\0"sv, "font/woff2"),
    ROW("wOF2{b:c}"sv, ""),
    ROW("\0\1\0\0\0\x0C"sv, "font/ttf"),
    ROW("true\0\x0C"sv, "font/ttf"),
    ROW("true love"sv, ""),
    ROW("OTTO\0\x0C"sv, "font/otf"),
    ROW("ttcf\0\1\0\0"sv, "font/collection"),
    ROW("01230123\1\0\2\0"
        "0123456789012345678901LP"sv,
        "application/vnd.ms-fontobject"),
    ROW("0123456789012345678901234567890123LP"sv, ""),
    ROW("%PDF-1.7\n"sv, "application/pdf"),
    ROW("PK\3\4\x14\0"sv, "application/zip"),
    ROW("\x1F\x8B\10\0"sv, "application/gzip"),
    ROW("Rar!\x1A\7\1\0"sv, "application/vnd.rar"),
    ROW(""sv, ""),
    ROW("\0"sv, ""),
    ROW("<!DOCTYPE html>"sv, ""),
    ROW("\xFF\xFE<\0h\0"sv, ""),
    ROW("\xFE\xFF\0<\0h"sv, ""),
    ROW("\xEF\xBB\xBF<html>"sv, ""),
    ROW("<svg xmlns='http://www.w3.org/2000/svg'/>"sv, ""),
    ROW("a{b:url(c)}"sv, ""),
};

// `header`, and a second one `size` bytes on.
std::string frames(std::string_view header, std::size_t size) {
  std::string out(header);
  out.resize(size, 'x');
  return out.append(header);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(magic)

BOOST_DATA_TEST_CASE(tells_what_is_no_text, boost::unit_test::data::make(kRows), row) {
  // Of exact size: a byte over is found by ASan.
  const std::string bytes(row.bytes);
  BOOST_TEST(bundle::binary_type_of(bytes) == row.type);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    (void)bundle::binary_type_of(std::string(bytes, 0, size));
}

BOOST_AUTO_TEST_CASE(takes_two_frames_for_mp3) {
  // MPEG 1, 128 kbit/s, 44.1 kHz; 320 kbit/s, 32 kHz, padded; MPEG 2, 64 kbit/s, 22.05 kHz; 2.5.
  BOOST_TEST(bundle::binary_type_of(frames("\xFF\xFB\x90\x44", 417)) == "audio/mpeg");
  BOOST_TEST(bundle::binary_type_of(frames("\xFF\xFB\xEA\x44", 1441)) == "audio/mpeg");
  BOOST_TEST(frames("\xFF\xFB\xEA\x44", 1441).size() == bundle::kMagicBytes);
  BOOST_TEST(bundle::binary_type_of(frames("\xFF\xF3\x80\x44", 208)) == "audio/mpeg");
  BOOST_TEST(bundle::binary_type_of(frames("\xFF\xE3\x80\x44", 417)) == "audio/mpeg");
  BOOST_TEST(bundle::binary_type_of(frames("\xFF\xFB\x90\x44", 418)).empty());
  // Layers I and II, versions, rates and samplings that there are none of.
  for (const std::string_view bad : {"\xFF\xFF\x90\x44", "\xFF\xFD\x90\x44", "\xFF\xEB\x90\x44",
                                     "\xFF\xFB\xF0\x44", "\xFF\xFB\x9C\x44", "\xFE\xFB\x90\x44"})
    BOOST_TEST(bundle::binary_type_of(frames(bad, 417)).empty());
  BOOST_TEST(bundle::binary_type_of("\xFF\xFB\x90\x44").empty());
}

BOOST_AUTO_TEST_SUITE_END()
