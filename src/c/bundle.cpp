// SPDX-License-Identifier: MIT
//
// Bundles, as C has them.
#include "basewalk/bundle/bundle.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "basewalk/bundle/check.h"
#include "basewalk/bundle/files.h"
#include "basewalk/bundle/survey.h"
#include "basewalk/bundle/unpack.h"
#include "basewalk/note.h"
#include "c/guard.h"
#include "c/lists.h"
#include "c/names.h"
#include "c/options.h"
#include "c/reports.h"
#include "c/versioned.h"
#include "text/number.h"

using namespace basewalk;
using c::Teller;

struct bw_bundle {
  bw_bundle(std::string_view bytes, c::Walking given);

  c::Walking walking;
  const Message message;
  const bundle::Bundle bundled;
  c::Texts texts;
  c::List<bw_bundle_part> parts;
  c::List<bw_note> notes;
  bw_bundle_info info{};
};

struct bw_check {
  bw_check(std::string_view bytes, const WalkOptions& options);

  const bundle::Report report;
  c::List<bw_finding> findings;
  bw_check_info info{};
};

struct bw_unpacked {
  bw_unpacked(const bundle::Bundle& of, bundle::UnpackSummary made);

  const bundle::UnpackSummary summary;
  c::Texts texts;
  c::List<bw_unpacked_file> files;
  c::List<bw_left_out> left_out;
  bw_unpacked_info info{};
};

namespace {

constexpr std::size_t kSmall = 4096;  // a bundle that is smaller counts as so large

// Files that callbacks take.
class CalledFiles final : public bundle::Files {
 public:
  CalledFiles(const bw_files& files, void* context) : files_(files), context_(context) {}

  bool begin(std::string_view name) override { return files_.begin(context_, c::text(name)) == 0; }
  bool write(std::string_view bytes) override {
    return bytes.empty() || files_.write(context_, bytes.data(), bytes.size()) == 0;
  }
  bool end() override { return files_.end == nullptr || files_.end(context_) == 0; }

 private:
  const bw_files& files_;
  void* context_;
};

class CalledSink final : public Sink {
 public:
  CalledSink(bw_write to, void* context) : write_(to), context_(context) {}

  bool write(std::string_view bytes) override {
    return bytes.empty() || write_(context_, bytes.data(), bytes.size()) == 0;
  }

 private:
  bw_write write_;
  void* context_;
};

bw_status read_unpack_options(const bw_unpack_options* given, bundle::UnpackOptions& options,
                              const Teller& tell) {
  if (given == nullptr) return BW_OK;
  bw_unpack_options from{};
  if (!c::read_struct(*given, from)) return tell.structure("bw_unpack_options");
  options.keep_scripts = from.keep_scripts != 0;
  options.max_bytes = from.max_bytes;
  return BW_OK;
}

// `unwritable` says what it means that the bundle could not be written.
bw_status fail_unpacking(const Error& error, bw_status unwritable, const Teller& tell) {
  return tell.fail(error.code == "unwritable" ? unwritable : BW_ERROR_INPUT, error);
}

// Unpacks by `f`, which is given the options, and then calls `commit`.
template <class F, class Commit>
bw_status unpack_by(bw_bundle* bundle, const bw_unpack_options* given, bw_status unwritable,
                    bw_unpacked** unpacked, bw_error* error, F&& f, Commit&& commit) {
  if (unpacked != nullptr) *unpacked = nullptr;
  return c::guarded(error, [&](const Teller& tell) {
    if (bundle == nullptr) return tell.argument("no bundle");
    bundle::UnpackOptions options;
    const bw_status status = read_unpack_options(given, options, tell);
    if (status != BW_OK) return status;
    Result<bundle::UnpackSummary> made = f(options);
    if (!made) return fail_unpacking(made.error(), unwritable, tell);
    std::unique_ptr<bw_unpacked> told;
    if (unpacked != nullptr)
      told = std::make_unique<bw_unpacked>(bundle->bundled, *std::move(made));
    const bw_status committed = commit(tell);
    if (committed == BW_OK && unpacked != nullptr) *unpacked = told.release();
    return committed;
  });
}

bw_status nothing_to_commit(const Teller&) { return BW_OK; }

}  // namespace

bw_bundle::bw_bundle(std::string_view bytes, c::Walking given)
    : walking(std::move(given)),
      message(read_message(bytes, walking.options.limits)),
      bundled(message, walking.options, walking.profile) {
  const bundle::Survey survey = bundle::survey(message, walking.options, walking.profile);
  const std::optional<std::uint32_t> root = bundled.root();
  // A label resolved against a long base can be many times as long as what was sent ([H3]).
  std::size_t left =
      text::product(walking.options.limits.output_factor, std::max(message.bytes.size(), kSmall));
  for (std::uint32_t i = 0; i < message.parts.size(); ++i) {
    const mime::Part& part = message.parts[i];
    const bundle::PartUse& use = survey.parts[i];
    const bundle::Labels labels = bundled.labels(i, left);
    left -= std::min(left, labels.resolved.size());
    bw_bundle_part& told = parts.add();
    told.section = texts.keep(bundled.section(i));
    told.type = c::text(part.media_type);
    told.content_id = texts.keep(labels.content_id);
    told.location = texts.keep(labels.location);
    told.resolved = texts.keep(labels.resolved);
    told.base = texts.keep(use.base);
    told.index = i;
    told.depth = part.depth;
    told.length = part.body.size();
    told.references = use.references;
    told.base_from = c::same<bw_base_from>(use.base_from);
    told.is_root = root && *root == i ? 1 : 0;
  }
  for (const Notes* some : {&bundled.notes(), &survey.limits})
    for (const Note& note : some->all()) {
      bw_note told = c::note_of(note, parts.items()[note.part].section);
      told.text = texts.keep(told.text);
      notes.add(told);
    }
  parts.end();
  notes.end();
  info.size = sizeof info;
  info.root = root ? *root : BW_NONE;
  info.parts = message.parts.size();
  info.inside = survey.inside;
  info.external = survey.external;
}

bw_check::bw_check(std::string_view bytes, const WalkOptions& options)
    : report(bundle::check(bytes, options)) {
  for (const bundle::Finding& finding : report.findings) {
    bw_finding& told = findings.add();
    told.section = c::text(finding.section);
    told.text = c::text(finding.text);
    told.offset = finding.offset;
    told.code = c::same<bw_finding_code>(finding.code);
  }
  findings.end();
  info.size = sizeof info;
  info.parts = report.parts;
  info.inside = report.inside;
  info.external = report.external;
  info.errors = report.errors;
  info.warnings = report.warnings;
  info.omitted = report.omitted;
  info.is_bundle = report.is_bundle ? 1 : 0;
}

bw_unpacked::bw_unpacked(const bundle::Bundle& of, bundle::UnpackSummary made)
    : summary(std::move(made)) {
  std::size_t length = 0;
  for (const bundle::UnpackedFile& file : summary.files) {
    bw_unpacked_file& told = files.add();
    told.name = c::text(file.name);
    told.type = c::text(file.media_type);
    told.section = texts.keep(of.section(file.part));
    told.length = file.bytes;
    length += file.bytes;
  }
  for (const bundle::LeftOut& left : summary.left_out) {
    bw_left_out& told = left_out.add();
    told.section = texts.keep(of.section(left.part));
    told.where = c::text(left.where);
    told.url = c::text(left.url);
  }
  files.end();
  left_out.end();
  info.size = sizeof info;
  info.length = summary.bytes;
  if (!summary.files.empty()) info.length = length;
  info.left_out_count = summary.left_out_count;
  info.too_long = summary.loss_count;
  // What lies behind a limit was not even seen.
  for (const Notes* notes : {&of.message().notes, &summary.notes})
    info.too_long +=
        static_cast<std::size_t>(std::ranges::count_if(notes->all(), [](const Note& note) {
          return is_limit(note.code) && note.code != NoteCode::limit_notes;
        }));
}

bw_status bw_bundle_new(const char* bytes, size_t size, const bw_walk_options* options,
                        bw_bundle** bundle, bw_error* error) {
  return c::make(bundle, error, [&](const Teller& tell, std::unique_ptr<bw_bundle>& made) {
    const auto given = c::text_of(bytes, size);
    if (!given) return tell.argument("the bundle: no bytes");
    c::Walking walking;
    const bw_status status = c::read_walk_options(options, walking, tell);
    if (status == BW_OK) made = std::make_unique<bw_bundle>(*given, std::move(walking));
    return status;
  });
}

void bw_bundle_free(bw_bundle* bundle) { delete bundle; }

const bw_bundle_info* bw_bundle_get_info(const bw_bundle* bundle) {
  return bundle == nullptr ? nullptr : &bundle->info;
}
const bw_bundle_part* const* bw_bundle_parts(const bw_bundle* bundle, size_t* count) {
  return c::all_of(bundle, &bw_bundle::parts, count);
}
const bw_note* const* bw_bundle_notes(const bw_bundle* bundle, size_t* count) {
  return c::all_of(bundle, &bw_bundle::notes, count);
}

bw_status bw_check_new(const char* bytes, size_t size, const bw_walk_options* options,
                       bw_check** check, bw_error* error) {
  return c::make(check, error, [&](const Teller& tell, std::unique_ptr<bw_check>& made) {
    const auto given = c::text_of(bytes, size);
    if (!given) return tell.argument("the bundle: no bytes");
    c::Walking walking;
    const bw_status status = c::read_walk_options(options, walking, tell);
    if (status == BW_OK) made = std::make_unique<bw_check>(*given, walking.options);
    return status;
  });
}

void bw_check_free(bw_check* check) { delete check; }

const bw_check_info* bw_check_get_info(const bw_check* check) {
  return check == nullptr ? nullptr : &check->info;
}
const bw_finding* const* bw_check_findings(const bw_check* check, size_t* count) {
  return c::all_of(check, &bw_check::findings, count);
}

void bw_unpack_options_init(bw_unpack_options* options, size_t size) {
  c::init_struct(bw_unpack_options{}, options, size);
}

bw_status bw_bundle_unpack_folder(bw_bundle* bundle, const bw_unpack_options* options,
                                  const char* folder, bw_unpacked** unpacked, bw_error* error) {
  std::optional<bundle::NewFolder> to;
  const auto commit = [&](const Teller& tell) {
    const Result<bool> committed = to->commit();
    return committed ? BW_OK : tell.fail(BW_ERROR_OUTPUT, committed.error());
  };
  if (unpacked != nullptr) *unpacked = nullptr;
  const bw_status created = c::guarded(error, [&](const Teller& tell) {
    if (bundle == nullptr) return tell.argument("no bundle");
    if (folder == nullptr) return tell.argument("no folder");
    Result<bundle::NewFolder> made = bundle::NewFolder::create(folder);
    if (!made) return tell.fail(BW_ERROR_OUTPUT, made.error());
    to.emplace(*std::move(made));
    return BW_OK;
  });
  if (created != BW_OK) return created;
  return unpack_by(
      bundle, options, BW_ERROR_OUTPUT, unpacked, error,
      [&](const bundle::UnpackOptions& how) {
        Result<bundle::UnpackSummary> made = bundle::unpack(bundle->bundled, how, *to);
        if (!made && made.error().code == "unwritable" && !to->failure().empty())
          return Result<bundle::UnpackSummary>(Error{"unwritable", 0, to->failure()});
        return made;
      },
      commit);
}

bw_status bw_bundle_unpack(bw_bundle* bundle, const bw_unpack_options* options,
                           const bw_files* files, void* context, bw_unpacked** unpacked,
                           bw_error* error) {
  if (unpacked != nullptr) *unpacked = nullptr;
  bw_files called{};
  const bw_status read = c::guarded(error, [&](const Teller& tell) {
    if (files == nullptr) return tell.argument("no files");
    if (!c::read_struct(*files, called)) return tell.structure("bw_files");
    if (called.begin == nullptr || called.write == nullptr) return tell.argument("no callback");
    return BW_OK;
  });
  if (read != BW_OK) return read;
  return unpack_by(
      bundle, options, BW_ERROR_STOPPED, unpacked, error,
      [&](const bundle::UnpackOptions& how) {
        CalledFiles to(called, context);
        return bundle::unpack(bundle->bundled, how, to);
      },
      nothing_to_commit);
}

bw_status bw_bundle_inline(bw_bundle* bundle, const bw_unpack_options* options, bw_write write,
                           void* context, bw_unpacked** unpacked, bw_error* error) {
  if (unpacked != nullptr) *unpacked = nullptr;
  if (write == nullptr)
    return c::guarded(error, [](const Teller& tell) { return tell.argument("no callback"); });
  return unpack_by(
      bundle, options, BW_ERROR_STOPPED, unpacked, error,
      [&](const bundle::UnpackOptions& how) {
        CalledSink to(write, context);
        return bundle::inline_page(bundle->bundled, how, to);
      },
      nothing_to_commit);
}

void bw_unpacked_free(bw_unpacked* unpacked) { delete unpacked; }

const bw_unpacked_info* bw_unpacked_get_info(const bw_unpacked* unpacked) {
  return unpacked == nullptr ? nullptr : &unpacked->info;
}
const bw_unpacked_file* const* bw_unpacked_files(const bw_unpacked* unpacked, size_t* count) {
  return c::all_of(unpacked, &bw_unpacked::files, count);
}
const bw_left_out* const* bw_unpacked_left_out(const bw_unpacked* unpacked, size_t* count) {
  return c::all_of(unpacked, &bw_unpacked::left_out, count);
}
