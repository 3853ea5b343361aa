// SPDX-License-Identifier: MIT
//
// One pass over the pixels as they are, and one over their negative; the same in a mirror, in which
// telephones find codes, too.  Where none of them finds a code, what makes a poor picture readable
// is tried: the contrast stretched, modules of a pixel or two made larger, and the picture made
// smaller, in which noise of single pixels goes.
#include "worker/documents/picture/codes.h"

#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "worker/host_of_code.h"

namespace basewalk::worker {
namespace {

// Since 2.2 they are called so.
#if __has_include(<ZXing/ReaderOptions.h>)
using Hints = ZXing::ReaderOptions;
#else
using Hints = ZXing::DecodeHints;
#endif

// Pixels to a side: of what is made larger, and of what is worth making smaller.
constexpr std::uint32_t kSmall = 400, kNotTiny = 20;

std::string_view kind_of(ZXing::BarcodeFormat format) {
  switch (format) {
    case ZXing::BarcodeFormat::DataMatrix:
      return kDataMatrix;
    case ZXing::BarcodeFormat::Aztec:
      return kAztec;
    default:
      return kQrCode;
  }
}

Raster negative(const Raster& raster) {
  Raster out = raster;
  for (std::uint8_t& grey : out.grey) grey = static_cast<std::uint8_t>(255 - grey);
  return out;
}

Raster mirrored(const Raster& raster) {
  Raster out = raster;
  for (auto row = out.grey.begin(); row != out.grey.end(); row += out.width)
    std::reverse(row, row + out.width);
  return out;
}

class Search {
 public:
  void look_at(const Raster& raster, ZXing::Binarizer binarizer) {
    Hints hints;
    hints.setFormats(ZXing::BarcodeFormat::QRCode | ZXing::BarcodeFormat::MicroQRCode |
                     ZXing::BarcodeFormat::DataMatrix | ZXing::BarcodeFormat::Aztec);
    hints.setTryHarder(true);
    hints.setTryRotate(true);
    hints.setTryDownscale(true);
    hints.setBinarizer(binarizer);
    const ZXing::ImageView view(raster.grey.data(), static_cast<int>(raster.width),
                                static_cast<int>(raster.height), ZXing::ImageFormat::Lum);
    for (const auto& result : ZXing::ReadBarcodes(view, hints)) {
      if (!result.isValid()) continue;
      Code code{kind_of(result.format()), result.text()};
      if (std::none_of(codes_.begin(), codes_.end(),
                       [&](const Code& each) { return each.text == code.text; }))
        codes_.push_back(std::move(code));
    }
  }
  // Of these the library itself reads few.
  void look_at_mirrored(const Raster& raster) {
    const Raster other = mirrored(raster);
    look_at(other, ZXing::Binarizer::LocalAverage);
    look_at(negative(other), ZXing::Binarizer::LocalAverage);
  }
  bool has_found() const { return !codes_.empty(); }
  std::vector<Code> take() { return std::move(codes_); }

 private:
  std::vector<Code> codes_;
};

// Between the darkest and the lightest hundredth; nothing where they are far apart already.
bool stretch(const Raster& raster, Raster& out) {
  std::array<std::size_t, 256> counts{};
  for (const std::uint8_t grey : raster.grey) ++counts[grey];
  const std::size_t few = raster.grey.size() / 100;
  int low = 0, high = 255;
  for (std::size_t sum = counts[0]; low < 255 && sum <= few;
       sum += counts[static_cast<std::size_t>(++low)]) {
  }
  for (std::size_t sum = counts[255]; high > 0 && sum <= few;
       sum += counts[static_cast<std::size_t>(--high)]) {
  }
  if (high <= low || high - low > 160) return false;
  out = raster;
  for (std::uint8_t& grey : out.grey) {
    const int value = (std::clamp<int>(grey, low, high) - low) * 255 / (high - low);
    grey = static_cast<std::uint8_t>(value);
  }
  return true;
}

Raster enlarged(const Raster& raster, std::uint32_t factor) {
  Raster out;
  // With a margin, which codes without one lack.
  const std::uint32_t margin = 4 * factor;
  out.resize(raster.width * factor + 2 * margin, raster.height * factor + 2 * margin);
  for (std::uint32_t y = 0; y < raster.height * factor; ++y)
    for (std::uint32_t x = 0; x < raster.width * factor; ++x)
      out.grey[std::size_t{y + margin} * out.width + x + margin] =
          raster.grey[std::size_t{y / factor} * raster.width + x / factor];
  return out;
}

// A code that is a URL, and nothing besides.
bool is_reference(std::string_view text) {
  if (text.find_first_of(" \t\r\n") != std::string_view::npos) return false;
  if (ascii::istarts_with(text, "www.") || begins_as_host_of_code(text)) return true;
  const std::size_t colon = text.find("://");
  return colon != std::string_view::npos && colon > 0 &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return ascii::is_alnum(c) || c == '+' || c == '-' || c == '.'; });
}

void tell_text(std::string_view text, std::string_view kind, DocumentSink& sink) {
  DocumentReference reference;
  reference.raw = text;
  reference.element = kind;
  reference.uses_base = false;
  reference.is_text = !is_reference(text);
  sink.reference(reference);
}

// What scanners of telephones go to besides: "URLTO:h.example", "MEBKM:TITLE:x;URL:http\://h/;;",
// in which a backslash stands before what is of the value, and a card or a calendar.
void tell_code(std::string_view text, std::string_view kind, DocumentSink& sink) {
  if (ascii::istarts_with(text, "BEGIN:VCARD")) {
    sink.text({"text/vcard", text, kind});
    return;
  }
  if (ascii::istarts_with(text, "BEGIN:V")) {
    sink.text({"text/calendar", text, kind});
    return;
  }
  for (const std::string_view prefix : {"URLTO:", "URL:"})
    if (ascii::istarts_with(text, prefix)) {
      tell_text(ascii::trim(text.substr(prefix.size())), kind, sink);
      return;
    }
  if (!ascii::istarts_with(text, "MEBKM:") && !ascii::istarts_with(text, "MECARD:")) {
    tell_text(text, kind, sink);
    return;
  }
  std::string field, rest;
  const auto end_field = [&] {
    constexpr std::string_view kUrl = "URL:";
    if (ascii::istarts_with(field, kUrl))
      tell_text(ascii::trim(std::string_view(field).substr(kUrl.size())), kind, sink);
    else
      rest.append(field).append("\n");
    field.clear();
  };
  for (std::size_t at = text.find(':') + 1; at < text.size(); ++at) {
    if (text[at] == ';') {
      end_field();
      continue;
    }
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    field += text[at];
  }
  end_field();
  if (!rest.empty()) tell_text(rest, kind, sink);
}

}  // namespace

std::vector<Code> codes_in(const Raster& raster, Of what) {
  Search search;
  search.look_at(raster, ZXing::Binarizer::LocalAverage);
  search.look_at(negative(raster), ZXing::Binarizer::LocalAverage);
  search.look_at_mirrored(raster);
  if (search.has_found()) return search.take();
  Raster other;
  if (stretch(raster, other)) {
    search.look_at(other, ZXing::Binarizer::LocalAverage);
    search.look_at(other, ZXing::Binarizer::GlobalHistogram);
  }
  const std::uint32_t longest = std::max(raster.width, raster.height);
  if (!search.has_found() && what == Of::picture && longest <= kSmall) {
    const Raster large = enlarged(raster, longest <= kSmall / 3 ? 4 : 2);
    search.look_at(large, ZXing::Binarizer::LocalAverage);
    if (!search.has_found()) search.look_at(large, ZXing::Binarizer::GlobalHistogram);
    if (!search.has_found()) search.look_at(negative(large), ZXing::Binarizer::LocalAverage);
    if (!search.has_found()) search.look_at_mirrored(large);
  }
  if (!search.has_found() && std::min(raster.width, raster.height) >= kNotTiny) {
    const Raster small = halved(raster);
    search.look_at(small, ZXing::Binarizer::LocalAverage);
    if (!search.has_found()) search.look_at(negative(small), ZXing::Binarizer::LocalAverage);
  }
  return search.take();
}

void tell_codes(const std::vector<Code>& codes, std::unordered_set<std::string>& told,
                DocumentSink& sink) {
  for (const Code& code : codes) {
    const std::string text(ascii::trim(code.text));
    if (!told.insert(text).second) continue;
    tell_code(text, code.kind, sink);
  }
}

}  // namespace basewalk::worker
