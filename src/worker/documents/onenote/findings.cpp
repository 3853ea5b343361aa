// SPDX-License-Identifier: MIT
#include "worker/documents/onenote/findings.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/utf8.h"
#include "worker/documents/onenote/rich_text.h"

namespace basewalk::worker::onenote {
namespace {

constexpr std::size_t kLacksTold = 100, kLongestName = 256;

// Up to U+05FF: behind that every pair of bytes would be a letter of UTF-16.
bool is_of_link(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  constexpr unsigned char kTooHigh = 0xD8, kFirstOfTwo = 0xC2, kNoBreakSpace = 0xA0;
  if (byte == kFirstOfTwo)
    return at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) > kNoBreakSpace;
  return byte > ' ' && byte < kTooHigh && byte != 0x7F && byte != '"' && byte != '<' && byte != '>';
}
bool is_of_scheme(char c) {
  return ascii::is_alpha(c) || ascii::is_digit(c) || c == '+' || c == '-' || c == '.';
}

}  // namespace

std::pair<std::size_t, std::size_t> link_around(std::string_view text, std::size_t colon) {
  constexpr std::size_t kLongestScheme = 64;
  std::size_t begin = colon, end = colon;
  while (begin > 0 && colon - begin < kLongestScheme && is_of_scheme(text[begin - 1])) --begin;
  while (end < text.size() && is_of_link(text, end)) ++end;
  return {begin, end};
}

bool Findings::spend(std::uint64_t bytes) {
  if (is_too_much_ || bytes > document_.bounds.bytes - spent_) {
    is_too_much_ = true;
    return false;
  }
  spent_ += bytes;
  return true;
}

void Findings::know_links(std::string_view text) {
  for (std::size_t at = 0; (at = text.find("://", at)) != std::string_view::npos;) {
    const auto [begin, end] = link_around(text, at);
    links_.emplace(text.substr(begin, end - begin));
    at = end;
  }
}

void Findings::rich_text(std::string_view utf16, const std::vector<std::uint32_t>& runs) {
  RichText rich = read_rich_text(utf16, runs);
  for (RichText::Field& field : rich.fields) hyperlink(std::move(field.raw), std::move(field.text));
  text(std::move(rich.text));
}

void Findings::text(std::string text) {
  if (text.empty() || !told_.insert("text " + text).second) return;
  know_links(text);
  text_.append(text).append("\n");
}

void Findings::hyperlink(std::string raw, std::optional<std::string> text) {
  if (raw.empty() || !told_.insert("link " + raw + '\0' + text.value_or("")).second) return;
  know_links(raw);
  hyperlinks_.push_back({std::move(raw), std::move(text)});
}

void Findings::words(std::string words, std::string_view attribute) {
  if (words.empty() || !told_.insert("words " + words).second) return;
  know_links(words);
  words_.push_back({std::move(words), attribute});
}

void Findings::name(const ObjectId& id, std::string name) {
  if (id.empty() || name.empty()) return;
  names_[id] = std::move(name);
}

void Findings::file(ObjectId id, std::string extension, std::string_view bytes, bool is_cut) {
  const auto [known, is_new] = file_starts_.emplace(bytes.data(), files_.size());
  if (!is_new) {
    // Under another id, which may be the one with a name.
    File& file = files_[known->second];
    if (names_.count(file.id) == 0 && names_.count(id) != 0) file.id = std::move(id);
    return;
  }
  files_.push_back({std::move(id), std::move(extension), bytes, is_cut});
}

void Findings::damaged(std::string_view what) {
  // Behind the bound nothing is where it should be.
  if (is_too_much_) return;
  if (std::find(damages_.begin(), damages_.end(), what) == damages_.end()) damages_.push_back(what);
}

void Findings::lack(Lack why, std::string_view what, std::string_view sentence) {
  if (lacks_.size() < kLacksTold)
    lacks_.push_back({why, std::string(utf8::cut(what, kLongestName)), std::string(sentence)});
  else
    is_too_much_ = true;
}

std::vector<std::pair<std::size_t, std::size_t>> Findings::file_places() const {
  std::vector<std::pair<std::size_t, std::size_t>> places;
  for (const File& file : files_) {
    const auto begin = static_cast<std::size_t>(file.bytes.data() - document_.bytes.data());
    places.emplace_back(begin, begin + file.bytes.size());
  }
  std::sort(places.begin(), places.end());
  return places;
}

void Findings::tell(DocumentSink& sink) {
  for (const Hyperlink& each : hyperlinks_) {
    DocumentReference reference;
    reference.raw = each.raw;
    reference.element = "onenote";
    reference.attribute = "hyperlink";
    if (each.text) reference.text = *each.text;
    reference.uses_base = false;
    sink.reference(reference);
  }
  for (const Words& each : words_) {
    DocumentReference reference;
    reference.raw = each.words;
    reference.element = "onenote";
    reference.attribute = each.attribute;
    reference.uses_base = false;
    reference.is_text = true;
    sink.reference(reference);
  }
  if (!text_.empty()) sink.text({"text/plain", text_, "onenote"});
  tell_files(sink);
  for (const std::string_view what : damages_)
    sink.lack(Lack::damaged, what, "makes no sense; the whole file was searched for links");
  for (const Missing& each : lacks_) sink.lack(each.why, each.what, each.sentence);
  if (is_too_much_) sink.lack(Lack::limit, "", "has more in it than is read of one document");
}

void Findings::tell_files(DocumentSink& sink) {
  std::uint64_t count = 0;
  for (const File& file : files_) {
    if (++count > document_.bounds.members || !spend(file.bytes.size())) {
      is_too_much_ = true;
      return;
    }
    const auto known = names_.find(file.id);
    std::string name = known != names_.end() ? known->second : std::string();
    if (name.empty() && !file.extension.empty())
      name = "file " + std::to_string(count) + file.extension;
    DocumentPart part;
    part.name = name;
    sink.begin(part);
    sink.bytes(file.bytes);
    if (file.is_cut) sink.lack(Lack::damaged, "", "is cut off");
    sink.end();
  }
}

}  // namespace basewalk::worker::onenote
