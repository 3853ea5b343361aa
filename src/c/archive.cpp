// SPDX-License-Identifier: MIT
//
// Archives, as C has them.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basewalk/archive/source.h"
#include "c/guard.h"
#include "c/lists.h"
#include "c/names.h"
#include "c/versioned.h"

using namespace basewalk;
using c::Teller;

struct bw_archive {
  archive::SourceReader reader;
};

struct bw_batch {
  explicit bw_batch(archive::Batch read);

  archive::Batch batch;
  c::List<bw_item> items;
};

namespace {

bw_item_kind kind_of(const archive::Item& item) {
  if (item.end) return BW_ITEM_END;
  if (item.problem.empty()) return BW_ITEM_MESSAGE;
  return archive::is_skip(item.trouble) ? BW_ITEM_SKIPPED : BW_ITEM_PROBLEM;
}

bw_item item_of(const archive::Item& item) {
  bw_item told{};
  told.size = sizeof told;
  told.kind = kind_of(item);
  told.trouble = c::same<bw_trouble>(item.trouble);
  told.source = c::text(item.source ? std::string_view(*item.source) : std::string_view());
  told.bytes = c::text(item.bytes);
  told.problem = c::text(item.problem);
  told.limit = c::text(item.limit);
  told.offset = item.offset;
  told.number = item.number.value_or(0);
  told.name_number = item.name_number;
  if (item.extent) {
    told.extent_begin = item.extent->begin;
    told.extent_length = item.extent->length;
  }
  told.end_kind = c::text(item.end ? item.end->kind : std::string_view());
  if (item.end) {
    told.end_bytes = item.end->bytes;
    told.end_messages = item.end->messages;
  }
  told.is_all = item.is_all ? 1 : 0;
  told.worth_a_retry = item.worth_a_retry ? 1 : 0;
  return told;
}

bw_status read_archive_options(const bw_archive_options* given, archive::ReadOptions& options,
                               const Teller& tell) {
  bw_archive_options from{};
  if (given != nullptr && !c::read_struct(*given, from))
    return tell.structure("bw_archive_options");
  const auto as = c::enumerator<archive::Kind>(from.as);
  const auto after = c::text_of(from.after_source);
  if (!as) return tell.argument("as: no bw_archive_kind");
  if (!after) return tell.argument("after_source: no text");
  options.as = *as;
  if (from.batch_bytes != 0) options.batch_bytes = from.batch_bytes;
  if (from.message_bytes != 0) options.message_bytes = from.message_bytes;
  if (from.unpack_factor != 0) options.unpack_factor = from.unpack_factor;
  if (from.shard_count != 0) options.shard = {from.shard_index, from.shard_count};
  if (options.shard.index >= options.shard.count || from.shard_index >= options.shard.count)
    return tell.argument("shard_index: there is no such slice");
  if (!after->empty()) options.after = archive::Position{std::string(*after), from.after_offset};
  options.measure = from.measure != 0;
  options.account = from.account != 0;
  options.unpack_here = from.unpack_here != 0;
  return BW_OK;
}

}  // namespace

bw_batch::bw_batch(archive::Batch read) : batch(std::move(read)) {
  for (const archive::Item& item : batch.items) items.add(item_of(item));
  items.end();
}

void bw_archive_options_init(bw_archive_options* options, size_t size) {
  c::init_struct(bw_archive_options{}, options, size);
}

bw_status bw_archive_new(const bw_string* names, size_t count, const bw_archive_options* options,
                         bw_archive** archive, bw_error* error) {
  return c::make(archive, error, [&](const Teller& tell, std::unique_ptr<bw_archive>& made) {
    if (names == nullptr && count != 0) return tell.argument("names: NULL");
    std::vector<std::string> copies;
    for (std::size_t i = 0; i < count; ++i) {
      const auto name = c::text_of(names[i]);
      if (!name || name->find('\0') != name->npos) return tell.argument("names: not a name");
      copies.emplace_back(*name);
    }
    archive::ReadOptions how;
    const bw_status status = read_archive_options(options, how, tell);
    if (status != BW_OK) return status;
    made = std::make_unique<bw_archive>(
        bw_archive{archive::SourceReader(std::move(copies), std::move(how))});
    return BW_OK;
  });
}

void bw_archive_free(bw_archive* archive) { delete archive; }

bw_status bw_archive_next(bw_archive* archive, bw_batch** batch, bw_error* error) {
  return c::make(batch, error, [&](const Teller& tell, std::unique_ptr<bw_batch>& made) {
    if (archive == nullptr) return tell.argument("no archive");
    std::optional<archive::Batch> next = archive->reader.next();
    if (next) made = std::make_unique<bw_batch>(*std::move(next));
    return BW_OK;
  });
}

bw_status bw_archive_progress(const bw_archive* archive, bw_progress* progress, bw_error* error) {
  return c::guarded(error, [&](const Teller& tell) {
    if (archive == nullptr) return tell.argument("no archive");
    if (progress == nullptr) return tell.argument("no progress");
    const archive::Progress now = archive->reader.progress();
    bw_progress told{};
    told.done = now.done;
    told.total = now.total.value_or(0);
    return c::write_struct(told, progress) ? BW_OK : tell.structure("bw_progress");
  });
}

bw_status bw_message_at(const char* source, size_t size, uint64_t offset,
                        const bw_archive_options* options, bw_batch** batch, bw_error* error) {
  return c::make(batch, error, [&](const Teller& tell, std::unique_ptr<bw_batch>& made) {
    const auto name = c::text_of(source, size);
    if (!name || name->find('\0') != name->npos) return tell.argument("source: not a name");
    archive::ReadOptions how;
    const bw_status status = read_archive_options(options, how, tell);
    if (status != BW_OK) return status;
    made = std::make_unique<bw_batch>(archive::message_at(std::string(*name), offset, how));
    return BW_OK;
  });
}

void bw_batch_free(bw_batch* batch) { delete batch; }

const bw_item* const* bw_batch_items(const bw_batch* batch, size_t* count) {
  return c::all_of(batch, &bw_batch::items, count);
}
