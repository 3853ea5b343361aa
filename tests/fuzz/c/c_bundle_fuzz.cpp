// SPDX-License-Identifier: MIT
//
// Bundles and archives through the C API, beside what C++ says: any message as a bundle, checked,
// unpacked to callbacks and to a folder, made one page; and any file as an archive.
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "basewalk/archive/source.h"
#include "basewalk/basewalk_c.h"
#include "basewalk/bundle/check.h"
#include "basewalk/bundle/unpack.h"
#include "fuzz/fuzzing.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;
using basewalk::fuzz::Scratch;

constexpr std::size_t kMost = 1 << 20;

struct Files {
  std::map<std::string, std::string> all;
  std::string* open = nullptr;
};
int begin(void* context, bw_string name) {
  auto& files = *static_cast<Files*>(context);
  const auto [at, is_new] = files.all.emplace(std::string(name.data, name.size), "");
  require(is_new);
  files.open = &at->second;
  return 0;
}
int write(void* context, const char* bytes, std::size_t size) {
  static_cast<Files*>(context)->open->append(bytes, size);
  return 0;
}
int append(void* context, const char* bytes, std::size_t size) {
  static_cast<std::string*>(context)->append(bytes, size);
  return 0;
}

void unpack(bw_bundle* bundle, std::string_view mail) {
  static const Scratch scratch;
  scratch.clear();
  bw_unpack_options options;
  bw_unpack_options_init(&options, sizeof options);
  options.max_bytes = kMost;
  bw_files files{};
  files.size = sizeof files;
  files.begin = begin;
  files.write = write;
  Files told;
  bw_unpacked* unpacked = nullptr;
  const bw_status status = bw_bundle_unpack(bundle, &options, &files, &told, &unpacked, nullptr);
  bw_unpacked_free(unpacked);
  unpacked = nullptr;
  const std::string out = scratch / "out";
  require(bw_bundle_unpack_folder(bundle, &options, out.c_str(), &unpacked, nullptr) == status);
  if (status == BW_OK)
    for (const auto& [name, bytes] : told.all) require(scratch.read("out/" + name) == bytes);
  else
    require(!std::filesystem::exists(out));
  bw_unpacked_free(unpacked);
  unpacked = nullptr;
  std::string page;
  const bw_status made = bw_bundle_inline(bundle, &options, append, &page, &unpacked, nullptr);
  bw_unpacked_free(unpacked);

  const Message message = read_message(mail);
  const bundle::Bundle same(message, {}, bundle::Profile::compat);
  bundle::UnpackOptions wanted;
  wanted.max_bytes = kMost;
  fuzz::StringSink sink;
  require((made == BW_OK) == bundle::inline_page(same, wanted, sink).has_value());
  require(made != BW_OK || page == sink.text);
}

void check_bundle(std::string_view mail) {
  bw_walk_options options;
  bw_walk_options_init(&options, sizeof options);
  bw_check* check = nullptr;
  require(bw_check_new(mail.data(), mail.size(), &options, &check, nullptr) == BW_OK);
  std::size_t count = 0;
  const bw_finding* const* findings = bw_check_findings(check, &count);
  require(count == bundle::check(mail, {}).findings.size());
  for (std::size_t i = 0; i < count; ++i) require(findings[i]->offset <= mail.size());
  bw_check_free(check);
  bw_bundle* bundle = nullptr;
  require(bw_bundle_new(mail.data(), mail.size(), &options, &bundle, nullptr) == BW_OK);
  bw_bundle_parts(bundle, &count);
  require(count == read_message(mail).parts.size());
  unpack(bundle, mail);
  bw_bundle_free(bundle);

  bw_tree* tree = nullptr;
  require(bw_tree_new(mail.data(), mail.size(), nullptr, 0, &tree, nullptr) == BW_OK);
  constexpr std::string_view kName = "content-type";
  const Message message = read_message(mail);
  for (std::size_t i = 0; i < message.parts.size() && i < 20; ++i)
    require((bw_tree_find(tree, i, kName.data(), kName.size()) != nullptr) ==
            (message.find(message.parts[i], kName) != nullptr));
  bw_tree_free(tree);
}

void read_archive(std::string_view bytes) {
  const fuzz::MemoryFile file(bytes);
  const bw_string name = {file.name().data(), file.name().size()};
  bw_archive_options options;
  bw_archive_options_init(&options, sizeof options);
  bw_archive* archive = nullptr;
  require(bw_archive_new(&name, 1, &options, &archive, nullptr) == BW_OK);
  archive::SourceReader same({file.name()}, {});
  bw_batch* batch = nullptr;
  while (bw_archive_next(archive, &batch, nullptr) == BW_OK && batch != nullptr) {
    const auto other = same.next();
    require(other.has_value());
    std::size_t count = 0;
    const bw_item* const* items = bw_batch_items(batch, &count);
    require(count == other->items.size());
    for (std::size_t i = 0; i < count; ++i) {
      const archive::Item& item = other->items[i];
      require(std::string_view(items[i]->bytes.data, items[i]->bytes.size) == item.bytes);
      require(items[i]->offset == item.offset);
      if (i > 3 || !item.problem.empty()) continue;
      bw_batch* alone = nullptr;
      require(bw_message_at(item.source->data(), item.source->size(), item.offset, &options, &alone,
                            nullptr) == BW_OK);
      bw_batch_free(alone);
    }
    bw_batch_free(batch);
    batch = nullptr;
  }
  require(!same.next());
  bw_archive_free(archive);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 200'000) return 0;
  check_bundle(fuzz::view(data, size));
  read_archive(fuzz::view(data, size));
  return 0;
}
