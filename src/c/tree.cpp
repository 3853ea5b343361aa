// SPDX-License-Identifier: MIT
//
// The tree of a message, as C has it.
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "basewalk/mime/decode.h"
#include "basewalk/mime/headers.h"
#include "basewalk/mime/part.h"
#include "c/guard.h"
#include "c/lists.h"
#include "c/names.h"
#include "c/options.h"
#include "c/reports.h"

using namespace basewalk;
using c::Teller;

struct bw_tree {
  explicit bw_tree(Message read);

  Message message;
  c::Texts texts;
  c::List<bw_entity> entities;
  c::List<bw_field> fields;
  c::List<bw_note> notes;
};

namespace {

bw_span span(const mime::Span& of) { return {of.begin, of.end}; }

}  // namespace

bw_tree::bw_tree(Message read) : message(std::move(read)) {
  for (std::uint32_t i = 0; i < message.parts.size(); ++i) {
    const mime::Part& part = message.parts[i];
    bw_entity& told = entities.add();
    told.section = texts.keep(message.section(i));
    told.media_type = c::text(part.media_type);
    told.parent = part.parent == mime::kNone ? BW_NONE : part.parent;
    told.subtree_end = part.subtree_end;
    told.ordinal = part.ordinal;
    told.depth = part.depth;
    told.first_field = part.first_field;
    told.fields_end = part.fields_end;
    told.header = span(part.header);
    told.body = span(part.body);
    told.preamble = span(part.preamble);
    told.epilogue = span(part.epilogue);
    told.kind = c::same<bw_part_kind>(part.kind);
    told.encoding = c::same<bw_encoding>(part.encoding);
    told.gap = part.gap ? 1 : 0;
  }
  for (const mime::HeaderField& field : message.fields) {
    bw_field& told = fields.add();
    told.name = c::text(message.name_of(field));
    told.value = c::text(message.value_of(field));
    told.offset = field.name.begin;
    told.end = field.end;
  }
  for (const Note& note : message.notes.all())
    notes.add(c::note_of(note, entities.items()[note.part].section));
  entities.end();
  fields.end();
  notes.end();
}

bw_status bw_tree_new(const char* bytes, size_t size, const bw_limit* limits, size_t limit_count,
                      bw_tree** tree, bw_error* error) {
  return c::make(tree, error, [&](const Teller& tell, std::unique_ptr<bw_tree>& made) {
    const auto given = c::text_of(bytes, size);
    if (!given) return tell.argument("the message: no bytes");
    Limits bounds;
    const bw_status status = c::read_limits(limits, limit_count, bounds, tell);
    if (status == BW_OK) made = std::make_unique<bw_tree>(read_message(*given, bounds));
    return status;
  });
}

void bw_tree_free(bw_tree* tree) { delete tree; }

const bw_entity* const* bw_tree_entities(const bw_tree* tree, size_t* count) {
  return c::all_of(tree, &bw_tree::entities, count);
}
const bw_field* const* bw_tree_fields(const bw_tree* tree, size_t* count) {
  return c::all_of(tree, &bw_tree::fields, count);
}
const bw_note* const* bw_tree_notes(const bw_tree* tree, size_t* count) {
  return c::all_of(tree, &bw_tree::notes, count);
}

const bw_field* bw_tree_find(const bw_tree* tree, size_t index, const char* name, size_t size) {
  const auto wanted = c::text_of(name, size);
  if (tree == nullptr || !wanted || index >= tree->message.parts.size()) return nullptr;
  const mime::HeaderField* field = tree->message.find(tree->message.parts[index], *wanted);
  if (field == nullptr) return nullptr;
  const auto at = static_cast<std::size_t>(field - tree->message.fields.data());
  return tree->fields.all(nullptr)[at];
}

bw_status bw_tree_decode(const bw_tree* tree, size_t index, bw_write write, void* context,
                         bw_error* error) {
  return c::guarded(error, [&](const Teller& tell) {
    if (tree == nullptr) return tell.argument("no tree");
    if (index >= tree->message.parts.size()) return tell.argument("there is no such part");
    if (write == nullptr) return tell.argument("no callback");
    const mime::Part& part = tree->message.parts[index];
    Notes notes;
    mime::TransferPieces pieces(
        tree->message.body_of(part),
        part.kind == mime::PartKind::leaf ? part.encoding : mime::Encoding::identity,
        {notes, static_cast<std::uint32_t>(index), part.body.begin});
    while (pieces.next()) {
      const std::string_view piece = pieces.piece();
      if (!piece.empty() && write(context, piece.data(), piece.size()) != 0)
        return tell.fail(BW_ERROR_STOPPED, "stopped", "the callback wanted no more");
    }
    return BW_OK;
  });
}

bw_status bw_decode_field(const char* value, size_t size, bw_buffer* out, bw_error* error) {
  return c::guarded(error, [&](const Teller& tell) {
    const auto given = c::text_of(value, size);
    if (!given) return tell.argument("no text");
    if (out == nullptr) return tell.argument("no buffer");
    c::Appending appending(out->bytes);
    mime::decode_words(mime::unfold(*given), out->bytes);
    appending.done();
    return BW_OK;
  });
}
