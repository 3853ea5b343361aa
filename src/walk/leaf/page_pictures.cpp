// SPDX-License-Identifier: MIT
#include "walk/leaf/page_pictures.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "basewalk/mime/decode.h"
#include "basewalk/notes.h"
#include "open/recognise.h"
#include "text/ascii.h"
#include "text/data_url.h"
#include "text/hex.h"
#include "text/work.h"
#include "worker/shown_page.h"

namespace basewalk {
namespace {

constexpr std::string_view kCid = "cid:";
// No picture of so few bytes is a piece of a code.
constexpr std::size_t kSmallest = 60;

class Pictures {
 public:
  Pictures(const Message& message, PictureNames& names) : message_(message), names_(names) {}

  /// The number of the picture that a reference names.
  std::optional<std::size_t> find(const extract::Find& find) {
    if (find.written.syntax == extract::Syntax::fixed || find.begin >= find.end) return {};
    if (ascii::istarts_with(find.raw, text::kDataScheme)) return find_data(find.raw);
    const std::optional<std::uint32_t> part = names_.find(message_, find.raw);
    return part ? find_part(*part) : std::nullopt;
  }
  std::span<const std::string> files() const { return files_; }

 private:
  std::optional<std::size_t> find_data(std::string_view url) {
    const auto [known, is_new] = data_.try_emplace(url);
    if (!is_new) return known->second;
    work::charge(url.size());
    const std::optional<text::DataUrl> parts = text::split_data_url(url);
    if (parts) known->second = add(parts->bytes(), parts->media_type);
    return known->second;
  }

  std::optional<std::size_t> find_part(std::uint32_t index) {
    const auto [known, is_new] = parts_.try_emplace(index);
    if (!is_new) return known->second;
    const mime::Part& part = message_.parts[index];
    const std::string_view body = message_.body_of(part);
    if (!work::charge(body.size())) return {};
    std::string bytes;
    Notes ignored;
    mime::decode_transfer(body, part.encoding, bytes, {ignored, index, part.body.begin});
    return known->second = add(std::move(bytes), part.media_type);
  }

  std::optional<std::size_t> add(std::string bytes, std::string_view type) {
    if (bytes.size() < kSmallest || bytes.size() > UINT32_MAX) return {};
    const std::string_view first = std::string_view(bytes).substr(0, open::kBytesToRecognise);
    const std::optional<open::Format> format =
        open::recognise(first, {}, ascii::lowered(type), open::Kinds::all());
    if (!format || format->kind != open::Kind::picture) return {};
    files_.push_back(std::move(bytes));
    return files_.size() - 1;
  }

  const Message& message_;
  PictureNames& names_;
  std::vector<std::string> files_;
  std::unordered_map<std::uint32_t, std::optional<std::size_t>> parts_;
  std::unordered_map<std::string_view, std::optional<std::size_t>> data_;
};

}  // namespace

void PictureNames::read(const Message& message) {
  for (std::uint32_t i = 0; i < message.parts.size(); ++i) {
    const mime::Part& part = message.parts[i];
    if (part.kind != mime::PartKind::leaf || part.media_type.starts_with("text/")) continue;
    work::charge(part.fields_end - part.first_field + 1);
    if (const mime::HeaderField* id = message.find(part, "content-id")) {
      std::string_view value = ascii::trim(message.value_of(*id));
      if (value.starts_with('<')) value.remove_prefix(1);
      if (value.ends_with('>')) value.remove_suffix(1);
      parts_.try_emplace(std::string(kCid).append(value), i);
    }
    if (const mime::HeaderField* location = message.find(part, "content-location"))
      parts_.try_emplace(std::string(ascii::trim(message.value_of(*location))), i);
  }
}

std::optional<std::uint32_t> PictureNames::find(const Message& message,
                                                std::string_view reference) {
  if (!std::exchange(is_read_, true)) read(message);
  if (parts_.empty()) return {};
  std::string name(reference);
  if (ascii::istarts_with(name, kCid))
    name = std::string(kCid) + text::unescaped(reference.substr(kCid.size()));
  const auto part = parts_.find(name);
  return part == parts_.end() ? std::nullopt : std::optional(part->second);
}

std::optional<std::string> page_with_pictures(const Message& message, PictureNames& names,
                                              std::string_view page,
                                              std::span<const extract::Find> finds,
                                              std::size_t fewest) {
  struct Place {
    std::size_t begin, end, picture;
  };
  std::vector<Place> places;
  std::size_t shown = 0;
  Pictures pictures(message, names);
  for (const extract::Find& find : finds) {
    if (find.kind != extract::FindKind::reference || find.end > page.size()) continue;
    // In SVG, which is drawn with what is in it.
    if (ascii::iequals(find.place.element, "image") ||
        ascii::iequals(find.place.element, "feimage"))
      continue;
    const std::optional<std::size_t> picture = pictures.find(find);
    if (!picture) continue;
    places.push_back({find.begin, find.end, *picture});
    // A style sheet may show it in any number of places.
    shown += find.written.markup == extract::Markup::raw_text ? fewest : 1;
  }
  if (shown < fewest) return {};
  std::stable_sort(places.begin(), places.end(),
                   [](const Place& a, const Place& b) { return a.begin < b.begin; });
  std::string text;
  std::size_t at = 0;
  for (const Place& each : places) {
    if (each.begin < at) continue;
    text.append(page.substr(at, each.begin - at));
    text.append(worker::kPictureUrl).append(std::to_string(each.picture));
    at = each.end;
  }
  text.append(page.substr(at));
  std::string document;
  worker::append_shown_page(pictures.files(), text, document);
  return document;
}

}  // namespace basewalk
