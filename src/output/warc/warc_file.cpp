// SPDX-License-Identifier: MIT
#include "output/warc/warc_file.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>
#include <vector>

#include "basewalk/version.h"
#include "output/warc/stored_zip.h"
#include "rewrite/sign/digest.h"
#include "text/ascii.h"
#include "text/files/compress.h"
#include "text/files/whole_file.h"
#include "text/hex.h"
#include "text/json.h"

namespace basewalk::output {
namespace {

using text::JsonObject;

constexpr std::string_view kArchive = "data.warc.gz";

// A frame is made and read within one process.
void append_size(std::string& out, std::uint64_t size) {
  char bytes[sizeof size];
  std::memcpy(bytes, &size, sizeof size);
  out.append(bytes, sizeof size);
}

void append_text(std::string& out, std::string_view text) {
  append_size(out, text.size());
  out += text;
}

std::uint64_t take_size(std::string_view& in) {
  std::uint64_t size = 0;
  std::memcpy(&size, in.data(), sizeof size);
  in.remove_prefix(sizeof size);
  return size;
}

std::string_view take_text(std::string_view& in) {
  // It was a std::size_t when it was appended.
  const auto size = static_cast<std::size_t>(take_size(in));
  const std::string_view text = in.substr(0, size);
  in.remove_prefix(size);
  return text;
}

// "20261123100000", of a date as records have it.
std::string digits_of(std::string_view date) {
  std::string out;
  for (const char c : date)
    if (ascii::is_digit(c)) out += c;
  return out;
}

// The host backwards, so that what is of one domain stands together: "com,example)/a?b" (the Sort-
// friendly URI Reordering Transform that indexes are sorted by).
std::string surt_of(std::string_view url) {
  std::string_view rest = url.substr(std::min(url.find("://") + 3, url.size()));
  const std::size_t path = std::min(rest.find_first_of("/?#"), rest.size());
  std::string_view host = rest.substr(0, path);
  host.remove_prefix(host.rfind('@') == std::string_view::npos ? 0 : host.rfind('@') + 1);
  std::string_view port;
  if (!host.ends_with(']') && host.rfind(':') != std::string_view::npos) {
    port = host.substr(host.rfind(':'));
    host = host.substr(0, host.rfind(':'));
  }
  if (host.starts_with("www.")) host.remove_prefix(4);
  std::string out;
  for (std::size_t end = host.size(); !host.starts_with('[');) {
    const std::size_t dot = end == 0 ? std::string_view::npos : host.rfind('.', end - 1);
    const std::size_t begin = dot == std::string_view::npos ? 0 : dot + 1;
    out.append(out.empty() ? "" : ",").append(host.substr(begin, end - begin));
    if (begin == 0) break;
    end = dot;
  }
  if (host.starts_with('[')) out = host;
  out.append(port).append(")");
  rest = rest.substr(path);
  if (!rest.starts_with('/')) out += '/';
  return ascii::lowered(out.append(rest));
}

struct Page {
  std::string url, title, date;
};

}  // namespace

std::optional<WarcForm> warc_form_of(std::string_view name) {
  if (name.ends_with(".warc")) return WarcForm::plain;
  if (name.ends_with(".warc.gz")) return WarcForm::gzip;
  if (name.ends_with(".wacz")) return WarcForm::wacz;
  return {};
}

std::string append_frame(const WarcRecord& record, WarcForm form, std::string& out) {
  const std::size_t before = out.size();
  append_size(out, record.is_page ? 1 : 0);
  for (const std::string* const text : {&record.bundle, &record.url, &record.date,
                                        &record.media_type, &record.digest, &record.title})
    append_text(out, *text);
  if (form == WarcForm::plain) {
    append_text(out, record.bytes);
    return {};
  }
  const std::size_t at = out.size();
  append_size(out, 0);
  std::string why = text::append_compressed(out, record.bytes, text::Compression::gzip);
  const std::uint64_t size = out.size() - at - sizeof(std::uint64_t);
  std::memcpy(out.data() + at, &size, sizeof size);
  if (!why.empty()) out.resize(before);
  return why;
}

struct WarcFile::State {
  State(const std::string& file_name, WarcForm how) : form(how), name(file_name) {}

  void begin();
  void put(std::string_view bytes);
  void put_member(const std::string& member, std::string_view bytes);
  void end_member();
  void finish_wacz();
  std::string why() const;

  const WarcForm form;
  const std::string name;
  text::WholeFile file;
  bool begun = false;
  std::size_t repeated = 0;
  std::unordered_set<std::string> bundles;
  bool passes_over = false;
  std::uint64_t records = 0;
  // Of a WACZ alone.
  std::unique_ptr<StoredZip> zip;
  std::uint64_t offset = 0;
  std::vector<std::string> index;
  std::vector<Page> pages;
  struct Resource {
    std::string path, hash;
    std::uint64_t size = 0;
  };
  std::vector<Resource> resources;
  rewrite::Digest digest{rewrite::HashAlgorithm::sha256};
};

WarcFile::WarcFile(const std::string& name, WarcForm form)
    : state_(std::make_unique<State>(name, form)) {
  if (!state_->file.open(name)) failure_ = state_->file.failure();
}

WarcFile::~WarcFile() = default;

std::string WarcFile::meanwhile() const { return state_->file.temporary(); }

std::size_t WarcFile::repeated() const { return state_->repeated; }

void WarcFile::fail(std::string_view why) {
  if (failure_.empty()) failure_ = state_->name + ": " + std::string(why);
}

void WarcFile::State::put(std::string_view bytes) {
  offset += bytes.size();
  if (!zip) {
    file.output().write(bytes);
    return;
  }
  digest.update(bytes);
  zip->write(bytes);
}

void WarcFile::State::begin() {
  begun = true;
  if (form == WarcForm::wacz) {
    zip = std::make_unique<StoredZip>(file.output());
    zip->begin("archive/" + std::string(kArchive));
    resources.push_back({"archive/" + std::string(kArchive), {}, 0});
  }
  const std::string_view own = std::string_view(name).substr(name.rfind('/') + 1);
  const std::string info = warc_info(form == WarcForm::wacz ? kArchive : own);
  if (form == WarcForm::plain) return put(info);
  std::string packed;
  if (text::append_compressed(packed, info, text::Compression::gzip).empty()) put(packed);
}

void WarcFile::State::end_member() {
  resources.back().size = offset;
  for (const char c : digest.value())
    text::append_hex(resources.back().hash, static_cast<unsigned char>(c));
  digest.restart();
  offset = 0;
}

void WarcFile::State::put_member(const std::string& member, std::string_view bytes) {
  zip->begin(member);
  resources.push_back({member, {}, 0});
  put(bytes);
  end_member();
}

// What stands around the records in a WACZ 1.1.1.
void WarcFile::State::finish_wacz() {
  end_member();
  std::sort(index.begin(), index.end());
  std::string text;
  for (const std::string& line : index) text += line;
  put_member("indexes/index.cdx", text);
  text = "{\"format\":\"json-pages-1.0\",\"id\":\"pages\",\"title\":\"All Pages\"}\n";
  for (const Page& page : pages) {
    JsonObject line(text);
    line.text("url", page.url);
    line.text("ts", page.date);
    if (!page.title.empty()) line.text("title", page.title);
    line.end();
    text += '\n';
  }
  put_member("pages/pages.jsonl", text);
  std::string package;
  {
    JsonObject all(package);
    all.text("profile", "data-package");
    all.text("wacz_version", "1.1.1");
    all.text("software", "basewalk/" + std::string(version()));
    if (!pages.empty()) {
      all.text("mainPageUrl", pages.front().url);
      all.text("mainPageDate", pages.front().date);
      // Not the time of the run: the same bundles give the same bytes.
      all.text("created", pages.front().date);
    }
    all.objects("resources", resources, [](JsonObject& out, const Resource& each) {
      out.text("name", std::string_view(each.path).substr(each.path.rfind('/') + 1));
      out.text("path", each.path);
      out.text("hash", "sha256:" + each.hash);
      out.number("bytes", each.size);
    });
    all.end();
  }
  put_member("datapackage.json", package);
  std::string of_package;
  {
    JsonObject all(of_package);
    all.text("path", "datapackage.json");
    all.text("hash", "sha256:" + resources.back().hash);
    all.end();
  }
  put_member("datapackage-digest.json", of_package);
  zip->finish();
}

std::string WarcFile::State::why() const {
  if (file.failure().empty() && zip && zip->failed()) return name + ": " + zip->failure();
  return file.failure();
}

void WarcFile::write(std::string_view frames) {
  if (failed()) return;
  if (!state_->begun) state_->begin();
  State& state = *state_;
  while (!frames.empty()) {
    const bool is_page = take_size(frames) == 1;
    std::string_view texts[6];
    for (std::string_view& text : texts) text = take_text(frames);
    const auto [bundle, url, date, media_type, digest, title] = texts;
    const std::string_view bytes = take_text(frames);
    if (is_page) {
      state.passes_over = !state.bundles.emplace(bundle).second;
      if (state.passes_over) ++state.repeated;
    }
    if (state.passes_over) continue;
    ++state.records;
    if (state.form == WarcForm::wacz) {
      std::string line = surt_of(url) + " " + digits_of(date) + " ";
      JsonObject entry(line);
      entry.text("url", url);
      entry.text("mime", media_type.substr(0, media_type.find(';')));
      entry.text("status", "200");
      entry.text("digest", digest);
      entry.text("length", std::to_string(bytes.size()));
      entry.text("offset", std::to_string(state.offset));
      entry.text("filename", kArchive);
      entry.end();
      state.index.push_back(line + "\n");
      if (is_page) state.pages.push_back({std::string(url), std::string(title), std::string(date)});
    }
    state.put(bytes);
  }
  failure_ = state.why();
}

bool WarcFile::commit() {
  if (failed()) return false;
  if (state_->records == 0) {
    fail("not written: there is no record");
    return false;
  }
  if (state_->zip) state_->finish_wacz();
  failure_ = state_->why();
  if (failed()) return false;
  if (!state_->file.commit(text::Existing::keep)) failure_ = state_->file.failure();
  return !failed();
}

}  // namespace basewalk::output
