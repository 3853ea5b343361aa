// SPDX-License-Identifier: MIT
#include "output/warc/warc_index.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <unordered_map>
#include <utility>
#include <variant>

#include "archive/byte_stream.h"
#include "archive/packed/packed.h"
#include "archive/packed/spool.h"
#include "archive/warc/http.h"
#include "archive/warc/reader.h"
#include "basewalk/limits.h"
#include "basewalk/url/resolve.h"
#include "text/ascii.h"
#include "text/files/descriptor.h"
#include "text/hex.h"
#include "text/number.h"
#include "text/utf8.h"

namespace basewalk::output {
namespace {

using archive::ByteStream;
using archive::WarcReader;
using archive::WarcType;

constexpr std::size_t kMostHeld = std::size_t{512} << 20;  // of the index
constexpr std::size_t kEachHeld = 200;                     // beside its texts
constexpr std::size_t kPagesRead = std::size_t{1} << 20;
constexpr std::size_t kMostPages = 1000;
constexpr std::size_t kHead = std::size_t{256} << 10;  // of an answer, before its payload
constexpr std::size_t kFirst = std::size_t{64} << 10;

// A temporary file that something was unpacked to.
class SpooledStream final : public ByteStream {
 public:
  explicit SpooledStream(archive::Spooled& from) : file_(from.file.release()), size_(from.size) {}
  std::size_t read(char* into, std::size_t size) override {
    const std::size_t got = read_at(at_, into, size);
    at_ += got;
    return got;
  }
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) override {
    std::size_t got = 0;
    if (const int error = text::read_at(file_.number(), into, size, offset, got); error != 0)
      failure_ = archive::system_failure(error);
    return got;
  }
  std::optional<std::uint64_t> size() const override { return size_; }
  bool is_file() const override { return true; }
  std::uint64_t place(std::uint64_t offset) override { return offset; }

 private:
  text::Descriptor file_;
  std::uint64_t size_ = 0, at_ = 0;
};

// A unit of UTF-16 in four digits; nothing where they are none.
std::optional<char32_t> unit_at(std::string_view text, std::size_t at) {
  const std::string_view digits = text.substr(std::min(at, text.size()), 4);
  if (digits.size() < 4 || !std::ranges::all_of(digits, ascii::is_hex)) return {};
  char32_t unit = 0;
  for (const char c : digits) unit = unit << 4 | ascii::hex_value(c);
  return unit;
}

// A JSON string at its beginning, as far as URLs need it; empty where there is none.
std::string json_string(std::string_view text) {
  std::string out;
  if (!text.starts_with('"')) return out;
  for (std::size_t at = 1; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] != '\\') {
      out += text[at];
      continue;
    }
    if (++at == text.size()) break;
    std::optional<char32_t> unit;
    if (text[at] == 'u') unit = unit_at(text, at + 1);
    if (!unit) {
      out += text[at];
      continue;
    }
    at += 4;
    // What is beyond 16 bits is two of them.
    if (utf8::is_high_surrogate(*unit) && text.substr(at + 1).starts_with("\\u"))
      if (const auto low = unit_at(text, at + 3); low && utf8::is_low_surrogate(*low)) {
        unit = utf8::joined(*unit, *low);
        at += 6;
      }
    utf8::append_any(*unit, out);
  }
  return out;
}

// The value of "url" of an object in one line; other values may be called so.
std::string url_in(std::string_view line) {
  constexpr std::string_view kKey = "\"url\"";
  for (std::size_t key = 0; (key = line.find(kKey, key)) != line.npos; ++key) {
    const std::string_view rest = ascii::trim_left(line.substr(key + kKey.size()));
    if (rest.starts_with(':')) return json_string(ascii::trim_left(rest.substr(1)));
  }
  return {};
}

// What is none may be waited for without end.
bool is_regular(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

std::string essence_of(std::string_view media_type) {
  return ascii::lowered(ascii::trim(media_type.substr(0, media_type.find(';'))));
}

}  // namespace

std::string plain_url(std::string_view url) {
  static const url::Base none({}, url::Rules::whatwg);
  std::string out;
  if (url::resolve(none, url, {}, out).outcome == url::Outcome::error || !url::is_absolute(out))
    return {};
  return out.substr(0, out.find('#'));
}

bool is_web_archive(const std::string& path) {
  for (const std::string_view end : {".warc", ".warc.gz", ".wacz"})
    if (path.ends_with(end)) return true;
  if (!is_regular(path)) return false;
  std::ifstream file(path, std::ios::binary);
  char head[8] = {};
  file.read(head, sizeof head);
  return archive::begins_warc(
      {head, static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0))});
}

struct WarcIndex::State {
  // What is kept of a capture beside what is shown of it.
  struct Place {
    std::uint32_t source = 0;
    WarcType type = WarcType::other;
    bool http = false, partial = false;
    std::uint64_t at = 0, length = 0;
    std::string media_type, digest, refers_to;
  };

  void add(std::unique_ptr<ByteStream> file, const std::string& name);
  void add_zip(std::unique_ptr<ByteStream> file);
  void tell(std::string what) { troubles.push_back(std::move(what)); }
  void index();
  archive::UnpackLimit limit() const {
    return {Limits{}.unpack_factor, std::make_shared<const std::uint64_t>(size)};
  }

  std::atomic<std::uint64_t> done = 0;
  std::uint64_t size = 0;
  std::vector<std::unique_ptr<ByteStream>> files;
  std::vector<std::unique_ptr<WarcReader>> readers;
  std::vector<Capture> captures;
  std::vector<Place> places;
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_url;
  std::unordered_map<std::string_view, std::size_t> by_digest;
  std::vector<std::string> pages, troubles;
  std::size_t held = 0;
  bool is_full = false;
};

void WarcIndex::State::add(std::unique_ptr<ByteStream> file, const std::string& name) {
  const std::string within = name.empty() ? std::string() : name + ": ";
  const std::size_t before = captures.size();
  for (bool spooled = false;; spooled = true) {
    files.push_back(std::move(file));
    readers.push_back(std::make_unique<WarcReader>(*files.back()));
    WarcReader& reader = *readers.back();
    while (std::optional<WarcReader::Found> found = reader.next()) {
      archive::WarcHeader& header = found->header;
      if (header.type == WarcType::other) continue;
      Capture capture{plain_url(header.url), header.date.value_or(0), captures.size()};
      if (capture.url.empty()) continue;
      held += kEachHeld + capture.url.size() + header.payload_digest.size();
      is_full = is_full || held > kMostHeld;
      if (is_full) return;
      const bool http = essence_of(header.media_type) == "application/http";
      places.push_back({static_cast<std::uint32_t>(readers.size() - 1), header.type, http,
                        header.partial, found->at, header.length,
                        http ? std::string() : header.media_type.substr(0, 200),
                        std::move(header.payload_digest), plain_url(header.refers_to_url)});
      captures.push_back(std::move(capture));
    }
    if (!reader.shares_members() || spooled) {
      for (const archive::WarcTrouble& trouble : reader.troubles())
        tell(within + "at byte " + std::to_string(trouble.at) + ": " + trouble.what);
      if (const std::size_t more = reader.trouble_count() - reader.troubles().size(); more > 0)
        tell(within + "and " + std::to_string(more) + " more places that are damaged");
      return;
    }
    // Packed as one: it is read again from where it is not.
    captures.resize(before);
    places.resize(before);
    std::string head(4096, '\0');
    std::size_t filled = 0;
    for (std::size_t got = 1; got > 0 && filled < head.size(); filled += got)
      got = files.back()->read(head.data() + filled, head.size() - filled);
    head.resize(filled);
    std::unique_ptr<ByteStream> whole =
        archive::decompress({std::move(head), std::move(files.back())}, limit(), {});
    files.pop_back();
    readers.pop_back();
    archive::Spooled spool;
    archive::spool({}, *whole, spool);
    for (const archive::Failure& failure : spool.failures) tell(within + failure.problem);
    if (!spool.file.is_open()) return;
    file = std::make_unique<SpooledStream>(spool);
  }
}

void WarcIndex::State::add_zip(std::unique_ptr<ByteStream> file) {
  const std::unique_ptr<archive::Members> members =
      archive::members_of_zip({{}, std::move(file)}, limit());
  while (std::optional<archive::Members::Found> found = members->next()) {
    if (found->failure)
      tell(found->name + (found->name.empty() ? "" : ": ") + found->failure->problem);
    if (!found->bytes) continue;
    if (found->name.ends_with(".warc") || found->name.ends_with(".warc.gz")) {
      archive::Spooled spool;
      archive::spool({}, *found->bytes, spool);
      for (const archive::Failure& failure : spool.failures)
        tell(found->name + ": " + failure.problem);
      if (spool.file.is_open()) add(std::make_unique<SpooledStream>(spool), found->name);
      if (is_full) return;
    } else if (found->name == "pages/pages.jsonl") {
      std::string text(kPagesRead, '\0');
      std::size_t filled = 0;
      for (std::size_t got = 1; got > 0 && filled < text.size(); filled += got)
        got = found->bytes->read(text.data() + filled, text.size() - filled);
      text.resize(filled);
      for (std::size_t at = 0; at < text.size() && pages.size() < kMostPages;) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string url = plain_url(url_in(std::string_view(text).substr(at, end - at)));
        if (!url.empty()) pages.push_back(std::move(url));
        at = end + 1;
      }
    }
  }
}

void WarcIndex::State::index() {
  for (const Capture& capture : captures) {
    by_url[capture.url].push_back(capture.number);
    const Place& place = places[capture.number];
    if (place.type != WarcType::revisit && !place.digest.empty())
      by_digest.try_emplace(place.digest, capture.number);
  }
}

WarcIndex::WarcIndex(std::unique_ptr<State> state) : state_(std::move(state)) {}
WarcIndex::~WarcIndex() = default;

Result<std::unique_ptr<WarcIndex>> WarcIndex::open(const std::string& path) {
  std::error_code error;
  if (std::filesystem::exists(path, error) && !is_regular(path))
    return Error{"unreadable", 0, "is no regular file: a web archive is read from many places"};
  auto state = std::make_unique<State>();
  auto opened = archive::FileStream::open(path, archive::FileStream::From::name, state->done);
  if (const auto* const failure = std::get_if<archive::Failure>(&opened))
    return Error{"unreadable", 0, failure->problem};
  std::unique_ptr<ByteStream> file =
      std::move(std::get<std::unique_ptr<archive::FileStream>>(opened));
  if (!file || !file->is_file()) return Error{"unreadable", 0, "is no regular file"};
  state->size = file->size().value_or(0);
  char head[4] = {};
  const std::size_t got = file->read_at(0, head, sizeof head);
  if (std::string_view(head, got) == "PK\x03\x04")
    state->add_zip(std::move(file));
  else
    state->add(std::move(file), {});
  if (state->is_full)
    return Error{"limit", 0,
                 "holds more captures than are held in memory (" +
                     std::to_string(state->captures.size()) + "); split it first"};
  state->index();
  return std::unique_ptr<WarcIndex>(new WarcIndex(std::move(state)));
}

const WarcIndex::Capture* WarcIndex::find(std::string_view url, std::int64_t date) const {
  const auto known = state_->by_url.find(url);
  if (known == state_->by_url.end()) return nullptr;
  const auto away = [&](std::size_t number) {
    const std::int64_t other = state_->captures[number].date;
    return other > date ? other - date : date - other;
  };
  const auto nearest = std::ranges::min_element(
      known->second, [&](std::size_t a, std::size_t b) { return away(a) < away(b); });
  return &state_->captures[*nearest];
}

const std::vector<WarcIndex::Capture>& WarcIndex::captures() const { return state_->captures; }
const std::vector<std::string>& WarcIndex::pages() const { return state_->pages; }
std::vector<std::string> WarcIndex::troubles() const { return state_->troubles; }

Result<WarcIndex::Payload> WarcIndex::read(const Capture& capture, std::size_t most,
                                           bool whole) const {
  const State::Place* place = &state_->places[capture.number];
  if (place->type == WarcType::revisit) {
    // By its digest, else by what it says that it repeats (6.7.2).
    const auto same = state_->by_digest.find(place->digest);
    const Capture* first = nullptr;
    if (same != state_->by_digest.end())
      first = &state_->captures[same->second];
    else if (!place->refers_to.empty())
      first = find(place->refers_to, capture.date);
    if (first == nullptr || state_->places[first->number].type == WarcType::revisit)
      return Error{"revisit", 0, "it repeats a capture that is not in the file"};
    place = &state_->places[first->number];
  }
  const std::size_t head = place->http ? kHead : 0;
  if (whole && place->length > head && place->length - head > most)
    return Error{"limit-bytes", 0, "is longer than --max-bytes allows"};
  Result<std::string> block = state_->readers[place->source]->block(
      place->at, whole ? text::capped(place->length) : head + kFirst);
  if (!block) return block.error();
  Payload payload;
  payload.partial = place->partial;
  if (!place->http) {
    payload.media_type = place->media_type;
    payload.bytes = *std::move(block);
    return payload;
  }
  const Result<archive::HttpAnswer> answer = archive::read_http_head(*block);
  if (!answer) return answer.error();
  payload.status = answer->status;
  payload.media_type = answer->media_type.substr(0, 200);
  if (!answer->location.empty()) {
    const url::Base base(capture.url, url::Rules::whatwg);
    if (url::resolve(base, answer->location, {}, payload.location).outcome == url::Outcome::error)
      payload.location.clear();
  }
  if (!whole) return payload;
  Result<std::string> bytes = archive::http_payload(*block, *answer, most);
  if (!bytes) return bytes.error();
  payload.bytes = *std::move(bytes);
  return payload;
}

Result<WarcIndex::Payload> WarcIndex::payload(const Capture& capture, std::size_t most) const {
  return read(capture, most, true);
}

Result<WarcIndex::Payload> WarcIndex::first_of(const Capture& capture) const {
  return read(capture, kFirst, false);
}

}  // namespace basewalk::output
