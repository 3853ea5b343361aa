// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/picture.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "text/ascii.h"
#include "text/number.h"
#include "worker/documents/pdf/stream.h"

namespace basewalk::worker::pdf {
namespace {

// Smaller ones hold no code.
constexpr long long kLeast = 40;
constexpr long long kMost = 1 << 20;

enum class Colours { gray, ink, rgb, cmyk, indexed, other };

struct Space {
  Colours colours = Colours::gray;
  std::size_t components = 1;
  std::string palette{};  // of RGB, where indexed
};

struct Picture {
  std::size_t width = 0, height = 0;
  unsigned bits = 8;
  Space space{};
  std::array<bool, 32> is_inverted{};
};

long long integer_in(QPDFObjectHandle dictionary, const char* key, long long otherwise) {
  QPDFObjectHandle value = dictionary.getKey(key);
  return value.isInteger() ? value.getIntValue() : otherwise;
}

std::vector<std::string> filters_of(QPDFObjectHandle dictionary) {
  QPDFObjectHandle filter = dictionary.getKey("/Filter");
  std::vector<std::string> names;
  if (filter.isName()) names.push_back(name_in(filter));
  if (filter.isArray())
    for (const QPDFObjectHandle& each : filter.getArrayAsVector()) names.push_back(name_in(each));
  return names;
}

Space of_components(std::size_t count) {
  if (count == 3) return {Colours::rgb, 3};
  if (count == 4) return {Colours::cmyk, 4};
  if (count == 1) return {};
  return {Colours::other, std::clamp<std::size_t>(count, 1, 32)};
}

unsigned char byte_of(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
}

using Rgb = std::array<unsigned char, 3>;

// Inks are roughly what they take away.
Rgb rgb_of(Colours colours, const std::array<unsigned char, 32>& values, std::size_t count) {
  const auto less = [](unsigned a, unsigned b) {
    return static_cast<unsigned char>(255 - std::min(255U, a + b));
  };
  switch (colours) {
    case Colours::rgb:
      return {values[0], values[1], values[2]};
    case Colours::cmyk:
      return {less(values[0], values[3]), less(values[1], values[3]), less(values[2], values[3])};
    case Colours::ink:
    case Colours::other: {
      unsigned ink = 0;
      for (std::size_t i = 0; i < count; ++i) ink += values[i];
      const unsigned char gray = less(ink, 0);
      return {gray, gray, gray};
    }
    default:
      return {values[0], values[0], values[0]};
  }
}

Space space_of(QPDFObjectHandle object, Session& session, bool may_be_indexed);

// 8.6.6.3
Space indexed(QPDFObjectHandle array, Session& session) {
  const Space base = space_of(array.getArrayItem(1), session, false);
  QPDFObjectHandle table = array.getArrayItem(3);
  std::string bytes;
  if (table.isString()) bytes = table.getStringValue();
  if (table.isStream()) bytes = decoded(session, table).bytes;
  Space space{Colours::indexed, 1};
  for (std::size_t i = 0; i < 256 && i * base.components < bytes.size(); ++i) {
    std::array<unsigned char, 32> values{};
    for (std::size_t j = 0; j < base.components; ++j)
      values[j] = byte_of(bytes, i * base.components + j);
    for (const unsigned char each : rgb_of(base.colours, values, base.components))
      space.palette += static_cast<char>(each);
  }
  return space;
}

// 8.6
Space space_of(QPDFObjectHandle object, Session& session, bool may_be_indexed) {
  const bool is_array = object.isArray() && object.getArrayNItems() > 0;
  const std::string name = name_in(is_array ? object.getArrayItem(0) : object);
  if (name == "DeviceRGB" || name == "CalRGB" || name == "RGB") return {Colours::rgb, 3};
  if (name == "DeviceCMYK" || name == "CMYK") return {Colours::cmyk, 4};
  // Its lightness is the first of three, and is all that is looked at.
  if (name == "Lab") return {Colours::gray, 3};
  if (!is_array) return {};
  if (name == "ICCBased") {
    QPDFObjectHandle profile = object.getArrayItem(1);
    if (profile.isStream())
      return of_components(
          static_cast<std::size_t>(std::clamp(integer_in(profile.getDict(), "/N", 3), 1LL, 32LL)));
  }
  if (name == "Separation") return {Colours::ink, 1};
  if (name == "DeviceN" && object.getArrayItem(1).isArray())
    return {Colours::other,
            static_cast<std::size_t>(std::clamp(object.getArrayItem(1).getArrayNItems(), 1, 32))};
  if ((name == "Indexed" || name == "I") && may_be_indexed && object.getArrayNItems() >= 4)
    return indexed(object, session);
  return {};
}

Picture picture_of(QPDFObjectHandle dictionary, Session& session) {
  Picture picture;
  picture.width = static_cast<std::size_t>(integer_in(dictionary, "/Width", 0));
  picture.height = static_cast<std::size_t>(integer_in(dictionary, "/Height", 0));
  QPDFObjectHandle mask = dictionary.getKey("/ImageMask");
  const bool is_mask = mask.isBool() && mask.getBoolValue();
  picture.bits = is_mask ? 1
                         : static_cast<unsigned>(std::clamp(
                               integer_in(dictionary, "/BitsPerComponent", 8), 1LL, 16LL));
  if (!is_mask) picture.space = space_of(dictionary.getKey("/ColorSpace"), session, true);
  // 8.9.5.2: the other way round.
  QPDFObjectHandle decode = dictionary.getKey("/Decode");
  if (decode.isArray())
    for (int i = 0; 2 * i + 1 < std::min(decode.getArrayNItems(), 64); ++i) {
      QPDFObjectHandle low = decode.getArrayItem(2 * i), high = decode.getArrayItem(2 * i + 1);
      if (low.isNumber() && high.isNumber())
        picture.is_inverted[static_cast<std::size_t>(i)] =
            low.getNumericValue() > high.getNumericValue();
    }
  return picture;
}

// Samples of a row, one after the other.
class Samples {
 public:
  Samples(std::string_view row, unsigned bits) : row_(row), bits_(bits) {}
  /// Of its highest eight bits at most.
  unsigned next() {
    const std::size_t byte = at_ / 8, bit = at_ % 8;
    at_ += bits_;
    if (bits_ % 8 == 0) return byte_of(row_, byte);
    // 1, 2 and 4 are those of the standard; any other may lie over the ends of bytes.
    const unsigned three = static_cast<unsigned>(byte_of(row_, byte)) << 16 |
                           static_cast<unsigned>(byte_of(row_, byte + 1)) << 8 |
                           byte_of(row_, byte + 2);
    const unsigned value = three >> (24 - bits_ - bit) & ((1U << bits_) - 1);
    return bits_ > 8 ? value >> (bits_ - 8) : value;
  }

 private:
  std::string_view row_;
  unsigned bits_;
  std::size_t at_ = 0;  // in bits
};

// Those that are written as they stand.
bool is_plain(const Picture& picture) {
  const Space& space = picture.space;
  return picture.bits == 8 && picture.is_inverted == decltype(picture.is_inverted){} &&
         (space.colours == Colours::rgb ||
          (space.colours == Colours::gray && space.components == 1));
}

void append_row(const Picture& picture, std::string_view row, std::string& out) {
  const Space& space = picture.space;
  if (is_plain(picture)) {
    out += row;
    out.append(picture.width * space.components - row.size(), '\0');
    return;
  }
  const unsigned most = picture.bits >= 8 ? 255 : (1U << picture.bits) - 1;
  Samples samples(row, picture.bits);
  std::array<unsigned char, 32> values{};
  for (std::size_t x = 0; x < picture.width; ++x) {
    for (std::size_t i = 0; i < space.components; ++i) {
      unsigned value = samples.next();
      if (picture.is_inverted[i]) value = most - value;
      values[i] = static_cast<unsigned char>(
          space.colours == Colours::indexed ? value : value * 255 / most);
    }
    if (space.colours == Colours::gray) {
      out += static_cast<char>(values[0]);
    } else if (space.colours == Colours::indexed) {
      for (std::size_t i = 0; i < 3; ++i)
        out += static_cast<char>(byte_of(space.palette, std::size_t{values[0]} * 3 + i));
    } else {
      for (const unsigned char each : rgb_of(space.colours, values, space.components))
        out += static_cast<char>(each);
    }
  }
}

void tell_samples(const Picture& picture, const StreamBytes& samples, const std::string& name,
                  Session& session) {
  const bool is_gray = picture.space.colours == Colours::gray;
  DocumentPart part;
  part.name = name;
  part.type = is_gray ? "image/x-portable-graymap" : "image/x-portable-pixmap";
  session.sink.begin(part);
  std::string out = std::string(is_gray ? "P5 " : "P6 ") + std::to_string(picture.width) + ' ' +
                    std::to_string(picture.height) + " 255\n";
  const std::size_t row = (picture.width * picture.space.components * picture.bits + 7) / 8;
  for (std::size_t y = 0; y < picture.height; ++y) {
    const std::size_t at = std::min(text::product(y, row), samples.bytes.size());
    append_row(picture, std::string_view(samples.bytes).substr(at, row), out);
    session.sink.bytes(out);
    out.clear();
  }
  if (!samples.is_whole) session.sink.lack(Lack::damaged, name, "is not there as a whole");
  session.sink.end();
}

void tell_jpeg(QPDFObjectHandle stream, const std::string& name, Session& session) {
  const StreamBytes jpeg = stored(session, stream);
  if (jpeg.bytes.empty()) return;
  DocumentPart part;
  part.name = name;
  part.type = "image/jpeg";
  session.sink.begin(part);
  session.sink.bytes(jpeg.bytes);
  session.sink.end();
}

StreamBytes samples_of(QPDFObjectHandle stream, bool is_jpeg, Session& session) {
  return is_jpeg ? decoded_with_jpeg(session, stream) : decoded(session, stream);
}

bool may_decode(long long width, long long height, const std::string& name, Session& session) {
  const std::uint64_t pixels =
      static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
  if (width <= kMost && height <= kMost && pixels <= session.pixels_left) {
    session.pixels_left -= pixels;
    return true;
  }
  session.lack_once(Lack::limit, name, "is behind the limit of pixels");
  return false;
}

}  // namespace

void tell_picture(QPDFObjectHandle stream, Session& session) {
  QPDFObjectHandle dictionary = stream.getDict();
  const long long width = integer_in(dictionary, "/Width", 0);
  const long long height = integer_in(dictionary, "/Height", 0);
  if (width < kLeast || height < kLeast || !session.may_tell_member()) return;
  const std::string name = "picture " + std::to_string(stream.getObjGen().getObj());
  const std::vector<std::string> filters = filters_of(dictionary);
  const std::string last = filters.empty() ? std::string() : filters.back();
  constexpr std::string_view kNotRead[] = {"JPXDecode", "JBIG2Decode", "CCITTFaxDecode", "CCF"};
  if (ascii::is_one_of(kNotRead, last)) {
    session.lack_once(Lack::no_opener, name, "is packed by " + last + ", which is not read");
    return;
  }
  if ((last == "DCTDecode" || last == "DCT") && filters.size() == 1) {
    tell_jpeg(stream, name, session);
    return;
  }
  if (!may_decode(width, height, name, session)) return;
  const Picture picture = picture_of(dictionary, session);
  const StreamBytes samples = samples_of(stream, last == "DCTDecode", session);
  if (!samples.is_decoded)
    session.lack_once(Lack::no_opener, name, "is packed by a filter that is not read");
  else if (!samples.bytes.empty())
    tell_samples(picture, samples, name, session);
}

std::pair<std::size_t, std::size_t> size_of_picture(QPDFObjectHandle stream) {
  QPDFObjectHandle dictionary = stream.getDict();
  const auto size = [&](const char* key) {
    const long long number = integer_in(dictionary, key, 0);
    return number > 0 && number <= kMost ? static_cast<std::size_t>(number) : 0;
  };
  return {size("/Width"), size("/Height")};
}

std::optional<GreyPicture> grey_picture(QPDFObjectHandle stream, Session& session) {
  QPDFObjectHandle dictionary = stream.getDict();
  const auto [width, height] = size_of_picture(stream);
  if (width == 0 || height == 0) return {};
  if (width * height > session.pixels_left) {
    session.lack_once(Lack::limit, "", "has pictures side by side behind the limit of pixels");
    return {};
  }
  session.pixels_left -= width * height;
  const std::vector<std::string> filters = filters_of(dictionary);
  const std::string last = filters.empty() ? std::string() : filters.back();
  const bool is_jpeg = last == "DCTDecode" || last == "DCT";
  Picture picture = picture_of(dictionary, session);
  const StreamBytes samples = samples_of(stream, is_jpeg, session);
  if (!samples.is_decoded || samples.bytes.empty()) return {};
  GreyPicture grey{width, height, {}};
  grey.grey.reserve(width * height);
  const bool is_grey = picture.space.colours == Colours::gray;
  const std::size_t row = (picture.width * picture.space.components * picture.bits + 7) / 8;
  std::string out;
  for (std::size_t y = 0; y < height; ++y) {
    out.clear();
    const std::size_t at = std::min(text::product(y, row), samples.bytes.size());
    append_row(picture, std::string_view(samples.bytes).substr(at, row), out);
    for (std::size_t x = 0; x < width; ++x) {
      const unsigned value = is_grey ? byte_of(out, x)
                                     : (byte_of(out, 3 * x) * 77U + byte_of(out, 3 * x + 1) * 150U +
                                        byte_of(out, 3 * x + 2) * 29U) >>
                                           8;
      grey.grey += static_cast<char>(value);
    }
  }
  return grey;
}

void tell_grey(const GreyPicture& picture, const std::string& name, Session& session) {
  DocumentPart part;
  part.name = name;
  part.type = "image/x-portable-graymap";
  session.sink.begin(part);
  session.sink.bytes("P5 " + std::to_string(picture.width) + ' ' + std::to_string(picture.height) +
                     " 255\n");
  session.sink.bytes(picture.grey);
  session.sink.end();
}

}  // namespace basewalk::worker::pdf
