// SPDX-License-Identifier: MIT
//
// Rewriting, as C has it.
#include "basewalk/rewrite/rewrite.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "basewalk/rewrite/signatures.h"
#include "c/guard.h"
#include "c/lists.h"
#include "c/names.h"
#include "c/options.h"
#include "c/versioned.h"

using namespace basewalk;
using c::Teller;

struct bw_rewriter {
  rewrite::Options options;
  bool signatures = false;
  std::optional<rewrite::Rewriter> rewriter;  // none behind a rewriting that has failed
};

struct bw_rewritten {
  bw_rewritten(rewrite::Rewritten made, bool with_signatures);
  /// Do the splices stand in their order within the message?
  bool is_whole() const;

  rewrite::Rewritten rewritten;
  c::Texts texts;
  c::List<bw_splice> splices;
  c::List<bw_edit> edits;
  c::List<bw_kept> kept;
  c::List<bw_left_doubt> doubts, settled;
  c::List<bw_unread> unread;
  c::List<bw_mark> marks;
  c::List<bw_signature> signatures;
  bw_rewritten_info info{};

 private:
  bw_string section(std::uint32_t part) { return texts.keep(rewritten.message.section(part)); }
  void add_changes();
  void add_doubts();
  void add_signatures();
};

namespace {

constexpr bw_rewrite_options default_options() {
  bw_rewrite_options options{};
  options.size = sizeof options;
  options.absolute = 1;
  return options;
}

bw_status read_conditions(const bw_rewrite_options& from, rewrite::Options& options,
                          const Teller& tell) {
  if (from.only == nullptr && from.only_count != 0) return tell.argument("only: NULL");
  for (std::size_t i = 0; i < from.only_count; ++i) {
    const auto text = c::text_of(from.only[i]);
    if (!text) return tell.argument("only: no text");
    Result<rewrite::Condition> condition = rewrite::read_condition(*text);
    if (!condition) return tell.fail(BW_ERROR_OPTION, condition.error());
    options.only.push_back(*std::move(condition));
  }
  return BW_OK;
}

// Texts of a list, which has `name`.
bw_status read_texts(const bw_string* texts, std::size_t count, const char* name,
                     std::vector<std::string>& to, const Teller& tell) {
  if (texts == nullptr && count != 0) return tell.argument(std::string(name) + ": NULL");
  for (std::size_t i = 0; i < count; ++i) {
    const auto text = c::text_of(texts[i]);
    if (!text) return tell.argument(std::string(name) + ": no text");
    to.emplace_back(*text);
  }
  return BW_OK;
}

bw_status read_rewrite_options(const bw_rewrite_options* given, bw_rewriter& rewriter,
                               const Teller& tell) {
  bw_rewrite_options from = default_options();
  if (given != nullptr && !c::read_struct(*given, from))
    return tell.structure("bw_rewrite_options");
  rewrite::Options& options = rewriter.options;
  c::Walking walking;
  const bw_status status = c::read_walk_options(from.walk, walking, tell);
  if (status != BW_OK) return status;
  options.walk = std::move(walking.options);
  options.absolute = from.absolute != 0;
  options.drop_base = from.drop_base != 0;
  options.unwrap = from.unwrap != 0;
  options.defang = from.defang != 0;
  options.cid_inline = from.cid_inline != 0;
  options.edit_signed = from.edit_signed != 0;
  options.settle = from.settle != 0;
  options.mark = from.mark != 0;
  rewriter.signatures = from.signatures != 0;
  const auto wrap = c::text_of(from.wrap);
  const auto key = c::text_of(from.wrap_key);
  if (!wrap) return tell.argument("wrap: no text");
  if (!key) return tell.argument("wrap_key: no text");
  options.wrap = *wrap;
  options.wrap_key = *key;
  options.wrap_lifetime = from.wrap_lifetime;
  const bw_status of_keys = read_texts(from.previous_keys, from.previous_key_count, "previous_keys",
                                       options.previous_keys, tell);
  if (of_keys != BW_OK) return of_keys;
  const bw_status of_templates = read_texts(from.unwrap_from, from.unwrap_from_count, "unwrap_from",
                                            options.unwrap_from, tell);
  if (of_templates != BW_OK) return of_templates;
  return read_conditions(from, options, tell);
}

// A Rewriter of the options, which were looked at when the handle was made.
bw_status set_up(bw_rewriter& rewriter, const Teller& tell) {
  Result<rewrite::Rewriter> made = rewrite::Rewriter::make(rewriter.options);
  if (!made) return tell.fail(BW_ERROR_OPTION, made.error());
  rewriter.rewriter.emplace(*std::move(made));
  return BW_OK;
}

}  // namespace

bw_rewritten::bw_rewritten(rewrite::Rewritten made, bool with_signatures)
    : rewritten(std::move(made)) {
  add_changes();
  add_doubts();
  if (with_signatures) add_signatures();
  info.size = sizeof info;
  info.length = rewritten.size();
  info.body = rewritten.body;
  info.edit_count = rewritten.edit_count;
  info.kept_count = rewritten.kept_count;
  info.doubt_count = rewritten.doubt_count;
  info.unread_count = rewritten.unread_count;
  info.links = rewritten.links;
  info.flags = c::bits_of(rewritten.flags);
  info.changed = rewritten.changed() ? 1 : 0;
  info.verdict = c::same<bw_verdict>(rewritten.verdict);
}

void bw_rewritten::add_changes() {
  for (const rewrite::Splice& splice : rewritten.splices) {
    bw_splice& told = splices.add();
    told.begin = splice.begin;
    told.end = splice.end;
    told.bytes = c::text(splice.bytes);
  }
  for (const rewrite::Edit& edit : rewritten.edits) {
    bw_edit& told = edits.add();
    told.section = section(edit.part);
    told.where = c::text(edit.where);
    told.from = c::text(edit.from);
    told.to = c::text(edit.to);
    told.offset = edit.offset;
    told.kind = c::same<bw_edit_kind>(edit.kind);
    told.reading = c::same_doubt(edit.reading);
  }
  for (const rewrite::Kept& each : rewritten.kept) {
    bw_kept& told = kept.add();
    told.section = section(each.part);
    told.where = c::text(each.where);
    told.from = c::text(each.from);
    told.offset = each.offset;
    told.why = c::same<bw_kept_why>(each.why);
  }
  for (const rewrite::Mark& mark : rewritten.marks) {
    bw_mark& told = marks.add();
    told.name = c::text(mark.name);
    told.value = c::text(mark.value);
  }
  splices.end();
  edits.end();
  kept.end();
  marks.end();
}

void bw_rewritten::add_doubts() {
  for (const rewrite::LeftDoubt& doubt : rewritten.doubts) {
    bw_left_doubt& told = doubts.add();
    told.section = section(doubt.part);
    told.offset = doubt.offset;
    told.links = doubt.links;
    told.doubt = c::same<bw_doubt>(doubt.doubt);
  }
  for (const rewrite::SettledDoubt& doubt : rewritten.settled) {
    bw_left_doubt& told = settled.add();
    told.section = section(doubt.part);
    told.offset = doubt.offset;
    told.doubt = c::same<bw_doubt>(doubt.doubt);
  }
  for (const rewrite::LeftUnread& left : rewritten.unread) {
    bw_unread& told = unread.add();
    told.section = c::text(left.section);
    told.type = c::text(left.type);
    told.file_name = c::text(left.name);
    told.name = c::text(left.why);
    told.text = c::text({});
    told.offset = left.offset;
    told.length = left.size;
  }
  doubts.end();
  settled.end();
  unread.end();
}

void bw_rewritten::add_signatures() {
  for (const rewrite::Signature& signature : rewrite::signatures(rewritten)) {
    bw_signature& told = signatures.add();
    told.section = section(signature.part);
    told.domain = texts.keep(signature.domain);
    told.selector = texts.keep(signature.selector);
    told.reason = texts.keep(signature.reason);
    told.offset = signature.offset;
    told.instance = signature.instance;
    told.kind = c::same<bw_signature_kind>(signature.kind);
    told.verdict = c::same<bw_signature_verdict>(signature.verdict);
  }
  signatures.end();
}

bool bw_rewritten::is_whole() const {
  std::size_t from = 0;
  for (const rewrite::Splice& splice : rewritten.splices) {
    if (splice.begin < from || splice.end < splice.begin) return false;
    from = splice.end;
  }
  return from <= rewritten.message.bytes.size() &&
         (rewritten.message.bytes.empty() || info.length != 0);
}

void bw_rewrite_options_init(bw_rewrite_options* options, size_t size) {
  c::init_struct(default_options(), options, size);
}

bw_status bw_rewriter_new(const bw_rewrite_options* options, bw_rewriter** rewriter,
                          bw_error* error) {
  return c::make(rewriter, error, [&](const Teller& tell, std::unique_ptr<bw_rewriter>& made) {
    made = std::make_unique<bw_rewriter>();
    const bw_status status = read_rewrite_options(options, *made, tell);
    return status == BW_OK ? set_up(*made, tell) : status;
  });
}

void bw_rewriter_free(bw_rewriter* rewriter) { delete rewriter; }

bw_status bw_rewriter_rewrite(bw_rewriter* rewriter, const char* bytes, size_t size,
                              bw_rewritten** rewritten, bw_error* error) {
  return c::make(rewritten, error, [&](const Teller& tell, std::unique_ptr<bw_rewritten>& made) {
    const auto given = c::text_of(bytes, size);
    if (rewriter == nullptr) return tell.argument("no rewriter");
    if (!given) return tell.argument("the message: no bytes");
    if (!rewriter->rewriter) {
      const bw_status status = set_up(*rewriter, tell);
      if (status != BW_OK) return status;
    }
    // Where something is thrown its buffers may be half made, and the next message has new ones.
    rewrite::Rewriter at_work = *std::move(rewriter->rewriter);
    rewriter->rewriter.reset();
    made = std::make_unique<bw_rewritten>(at_work.rewrite(*given), rewriter->signatures);
    rewriter->rewriter.emplace(std::move(at_work));
    return BW_OK;
  });
}

void bw_rewritten_free(bw_rewritten* rewritten) { delete rewritten; }

const bw_rewritten_info* bw_rewritten_get_info(const bw_rewritten* rewritten) {
  return rewritten == nullptr ? nullptr : &rewritten->info;
}

bw_status bw_rewritten_append(const bw_rewritten* rewritten, bw_buffer* out, bw_error* error) {
  return c::guarded(error, [&](const Teller& tell) {
    if (rewritten == nullptr) return tell.argument("no result");
    if (out == nullptr) return tell.argument("no buffer");
    const std::size_t before = out->bytes.size();
    c::Appending appending(out->bytes);
    if (rewritten->is_whole()) rewritten->rewritten.append_to(out->bytes);
    if (!rewritten->is_whole() || out->bytes.size() - before != rewritten->info.length)
      return tell.fail(BW_ERROR_INTERNAL, "result", "the result is not whole");
    appending.done();
    return BW_OK;
  });
}

bw_status bw_rewritten_write(const bw_rewritten* rewritten, bw_write write, void* context,
                             bw_error* error) {
  return c::guarded(error, [&](const Teller& tell) {
    if (rewritten == nullptr) return tell.argument("no result");
    if (write == nullptr) return tell.argument("no callback");
    if (!rewritten->is_whole())
      return tell.fail(BW_ERROR_INTERNAL, "result", "the result is not whole");
    const bool is_done = rewritten->rewritten.write_to([&](std::string_view piece) {
      return piece.empty() || write(context, piece.data(), piece.size()) == 0;
    });
    return is_done ? BW_OK : tell.fail(BW_ERROR_STOPPED, "stopped", "the callback wanted no more");
  });
}

const bw_splice* const* bw_rewritten_splices(const bw_rewritten* rewritten, size_t* count) {
  return c::all_of(rewritten, &bw_rewritten::splices, count);
}
const bw_edit* const* bw_rewritten_edits(const bw_rewritten* rewritten, size_t* count) {
  return c::all_of(rewritten, &bw_rewritten::edits, count);
}
const bw_kept* const* bw_rewritten_kept(const bw_rewritten* rewritten, size_t* count) {
  return c::all_of(rewritten, &bw_rewritten::kept, count);
}
const bw_left_doubt* const* bw_rewritten_doubts(const bw_rewritten* rewritten, size_t* count) {
  return c::all_of(rewritten, &bw_rewritten::doubts, count);
}
const bw_left_doubt* const* bw_rewritten_settled(const bw_rewritten* rewritten, size_t* count) {
  return c::all_of(rewritten, &bw_rewritten::settled, count);
}
const bw_unread* const* bw_rewritten_unread(const bw_rewritten* rewritten, size_t* count) {
  return c::all_of(rewritten, &bw_rewritten::unread, count);
}
const bw_mark* const* bw_rewritten_marks(const bw_rewritten* rewritten, size_t* count) {
  return c::all_of(rewritten, &bw_rewritten::marks, count);
}
const bw_signature* const* bw_rewritten_signatures(const bw_rewritten* rewritten, size_t* count) {
  return c::all_of(rewritten, &bw_rewritten::signatures, count);
}
