// SPDX-License-Identifier: MIT
//
// A page and its files as a bundle.  The input is a folder: blocks of a name and its bytes, one
// block behind each NUL; the first is the page.  What is packed is written, read again, and each
// file is in it byte for byte; nothing outside the folder is; and what was left out is told.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/bridge/write_bundle.h"
#include "basewalk/bundle/bundle.h"
#include "basewalk/bundle/check.h"
#include "basewalk/bundle/files.h"
#include "basewalk/bundle/pack.h"
#include "basewalk/mime/decode.h"
#include "basewalk/mime/part.h"
#include "fuzz/fuzzing.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;
using basewalk::fuzz::Scratch;
using basewalk::fuzz::StringSink;

constexpr std::string_view kOutside = "nobody may see this";

// Names that an input gives, made safe ones of one segment or two.
void make_site(const Scratch& scratch, std::string_view input) {
  namespace fs = std::filesystem;
  scratch.clear();
  scratch.write("outside.txt", kOutside);
  fs::create_directories(scratch.path() / "site" / "below");
  scratch.write("site/index.html", input.substr(0, input.find('\0')));
  std::size_t files = 0;
  for (std::size_t at = input.find('\0'); at != input.npos && ++files < 8;) {
    const std::string_view block = input.substr(at + 1);
    at = block.find('\0') == block.npos ? input.npos : at + 1 + block.find('\0');
    const std::string_view whole = block.substr(0, block.find('\0'));
    const std::string_view name = whole.substr(0, std::min<std::size_t>(whole.find('\n'), 100));
    const std::string safe = bundle::safe_path(name);
    require(safe == bundle::safe_path(name));
    require(safe.empty() || (safe.front() != '/' && safe.find("..") != 0));
    const fs::path path = scratch.path() / "site" / fs::path(safe);
    if (safe.empty() || fs::exists(path)) continue;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) continue;
    std::ofstream(path, std::ios::binary) << whole.substr(std::min(name.size() + 1, whole.size()));
  }
}

// The bytes of a file of the packing, as they go into the bundle.
std::string body_of(const bundle::Packing& packing, std::size_t index) {
  StringSink body;
  const Result<bool> written = packing.write_body(index, body);
  require(written.has_value() && *written);
  return std::move(body.text);
}

void check_bundle(const bundle::Packing& packing) {
  StringSink bytes;
  const Result<bool> written = bridge::write_bundle(packing, bytes);
  require(written.has_value() && *written);
  const Message message = read_message(bytes.text);
  std::vector<const mime::Part*> leaves;
  for (const mime::Part& part : message.parts)
    if (part.kind == mime::PartKind::leaf) leaves.push_back(&part);
  require(leaves.size() == packing.files().size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    Notes notes;
    std::string body;
    mime::decode_transfer(message.body_of(*leaves[i]), leaves[i]->encoding, body, {notes, 0, 0});
    require(body == body_of(packing, i));
    require(body.find(kOutside) == std::string::npos);
    require(leaves[i]->media_type == packing.files()[i].media_type);
  }
  require(bundle::Bundle(message, {}, bundle::Profile::strict).root().has_value());
}

void check(const Result<bundle::Packing>& packing, bool is_table = false) {
  if (!packing) {
    const std::set<std::string_view> codes = {
        "missing",     "folder", "kind",    "unreadable", "no-page", "not-absolute",
        "limit-bytes", "label",  "changed", "several",    "table"};
    require(codes.contains(packing.error().code));
    return;
  }
  std::set<std::string> labels;
  for (const bundle::PackedFile& file : packing->files()) {
    require(file.path.find("outside.txt") == std::string::npos);
    require(labels.insert(file.label).second);
    // A table says itself what a label is, and an image of SVG may be meant in part.
    if (!is_table && file.media_type != "image/svg+xml")
      require(file.label.find('#') == std::string::npos);
    for (const char c : file.label) require(c > ' ' && c <= '~');
  }
  require(packing->not_packed().size() <= packing->not_packed_count());
  for (const bundle::NotPackedReference& left : packing->not_packed())
    require(left.raw.size() <= 500 && !left.where.empty() && !meaning(left.reason).empty());
  check_bundle(*packing);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Scratch scratch;
  fuzz::Input input(data, size);
  bundle::PackOptions options;
  const unsigned how = input.byte();
  options.follow = (how & 1) != 0;
  if ((how & 2) != 0) options.base = "http://example.com/folder/";
  options.max_bytes = (how & 4) != 0 ? 100 : 1 << 20;
  if (input.rest().find(kOutside) != std::string_view::npos) return 0;
  make_site(scratch, input.rest());
  check(bundle::Packing::of_page(scratch / "site/index.html", options));
  check(bundle::Packing::of_folder(scratch / "site", options));
  // The same bytes as a table, whose files are named from where it lies.
  scratch.write("site/table", input.rest());
  check(bundle::Packing::of_table(scratch / "site/table", options), true);
  return 0;
}
