// SPDX-License-Identifier: MIT
//
// What C says is what C++ says: of every mail in tests/data, and of real mail where it is at hand.
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/basewalk_c.h"
#include "basewalk/bundle/bundle.h"
#include "basewalk/bundle/check.h"
#include "basewalk/bundle/unpack.h"
#include "basewalk/note.h"
#include "basewalk/rewrite/rewrite.h"
#include "basewalk/rewrite/signatures.h"
#include "basewalk/walk/walk.h"
#include "support/files.h"
#include "support/skip.h"

using namespace basewalk;
namespace fs = std::filesystem;

namespace {

template <auto release>
struct Free {
  template <class T>
  void operator()(T* handle) const {
    release(handle);
  }
};
template <class T, auto release>
using Handle = std::unique_ptr<T, Free<release>>;

std::string_view view(const bw_string& text) {
  return text.data == nullptr ? std::string_view("(absent)")
                              : std::string_view(text.data, text.size);
}
std::string_view view(std::optional<std::string_view> text) { return text.value_or("(absent)"); }

// Everything that a walk tells, one thing a line, by either.
class Lines {
 public:
  template <class... Fields>
  void add(std::string_view kind, const Fields&... fields) {
    std::string line(kind);
    (append(line, fields), ...);
    all += line + '\n';
  }
  std::string all;

 private:
  static void append(std::string& line, std::string_view text) { line.append("\t").append(text); }
  template <class Number>
  requires std::is_arithmetic_v<Number>
  static void append(std::string& line, Number number) { line += '\t' + std::to_string(number); }
};

template <class Enum>
long number(Enum value) {
  return static_cast<long>(value);
}
long doubt_of(std::optional<Doubt> doubt) { return doubt ? number(*doubt) : -1; }
std::size_t at_of(std::optional<std::size_t> at) { return at.value_or(BW_NONE); }

class Told final : public Visitor {
 public:
  Visit part(const PartReport& p) override {
    lines.add("part", p.section, p.type, view(p.base), p.base_part, p.depth, p.offset, p.size,
              number(p.kind), number(p.base_from), p.decoded, p.in_document);
    return Visit::go_on;
  }
  Visit link(const Link& l) override {
    std::string flags;
    for (const Flag flag : l.flags) flags.append(name(flag)) += ' ';
    lines.add("link", l.part, l.type, extract::where(l.place), l.place.element, l.place.attribute,
              l.place.around, l.raw, view(l.base), l.base_part, view(l.url), view(l.clicked),
              view(l.target), view(l.text), at_of(l.at), flags, number(l.status),
              number(l.base_from), doubt_of(l.reading), number(l.place.role), number(l.place.space),
              l.place.conditional, l.place.loaded, l.in_document);
    return Visit::go_on;
  }
  Visit note(const NoteReport& n) override {
    lines.add("note", n.part, n.text, n.offset, name(n.code));
    return Visit::go_on;
  }
  Visit unread(const UnreadReport& u) override {
    lines.add("unread", u.section, u.type, u.file_name, name(u), u.text, u.offset, u.size,
              number(u.why));
    return Visit::go_on;
  }
  Visit reading(const ReadingReport& r) override {
    lines.add("reading", r.section, r.offset, number(r.doubt));
    return Visit::go_on;
  }
  Lines lines;
};

std::string flags_text(std::uint32_t bits) {
  std::string flags;
  for (std::uint32_t bit = 1; bit != 0; bit <<= 1)
    if ((bits & bit) != 0) flags.append(bw_flag_name(static_cast<bw_flag>(bit))) += ' ';
  return flags;
}

int told_part(void* lines, const bw_part* p) {
  static_cast<Lines*>(lines)->add("part", view(p->section), view(p->type), view(p->base),
                                  view(p->base_part), p->depth, p->offset, p->length,
                                  number(p->kind), number(p->base_from), p->decoded != 0,
                                  p->in_document != 0);
  return 0;
}
int told_link(void* lines, const bw_link* l) {
  static_cast<Lines*>(lines)->add(
      "link", view(l->part), view(l->type), view(l->where), view(l->element), view(l->attribute),
      view(l->around), view(l->raw), view(l->base), view(l->base_part), view(l->url),
      view(l->clicked), view(l->target), view(l->text), l->at, flags_text(l->flags),
      number(l->status), number(l->base_from), number(l->reading), number(l->role),
      number(l->space), l->conditional != 0, l->loaded != 0, l->in_document != 0);
  return 0;
}
int told_note(void* lines, const bw_note* n) {
  static_cast<Lines*>(lines)->add("note", view(n->section), view(n->text), n->offset,
                                  bw_note_name(n->code));
  return 0;
}
int told_unread(void* lines, const bw_unread* u) {
  static_cast<Lines*>(lines)->add("unread", view(u->section), view(u->type), view(u->file_name),
                                  view(u->name), view(u->text), u->offset, u->length,
                                  number(u->why));
  return 0;
}
int told_reading(void* lines, const bw_reading* r) {
  static_cast<Lines*>(lines)->add("reading", view(r->section), r->offset, number(r->doubt));
  return 0;
}

template <class T>
void tell_all(const T* const* all, std::size_t count, int (*f)(void*, const T*), Lines& lines) {
  for (std::size_t i = 0; i < count; ++i) f(&lines, all[i]);
}

// The lines of one kind alone.
std::string of_kind(const std::string& lines, std::string_view kind) {
  std::string out;
  for (std::size_t begin = 0, end; begin < lines.size(); begin = end + 1) {
    end = lines.find('\n', begin);
    const std::string_view line = std::string_view(lines).substr(begin, end - begin);
    if (line.starts_with(kind)) out.append(line) += '\n';
  }
  return out;
}

class Walkers {
 public:
  Walkers() {
    bw_walk_options_init(&of_c, sizeof of_c);
    of_c.targets = 1;
    of_c.refang = 1;
    of_c.linkify = 1;
    options.refang = true;
    options.linkify = true;
    bw_walker* made = nullptr;
    BOOST_REQUIRE(bw_walker_new(&of_c, &made, nullptr) == BW_OK);
    walker.reset(made);
  }

  void compare(const fs::path& path, const std::string& mail) {
    Told told;
    bundle::Targets targets(options, bundle::Profile::compat, told);
    const WalkSummary summary =
        walk(read_message(mail, options.limits), options, static_cast<Visitor&>(targets));

    Lines seen;
    bw_visitor visitor{};
    visitor.size = sizeof visitor;
    visitor.part = told_part;
    visitor.link = told_link;
    visitor.note = told_note;
    visitor.unread = told_unread;
    visitor.reading = told_reading;
    bw_summary counts{};
    counts.size = sizeof counts;
    const test::ExactCopy copy(mail);
    BOOST_TEST((bw_walker_visit(walker.get(), copy.view().data(), copy.view().size(), &visitor,
                                &seen, &counts, nullptr) == BW_OK));
    if (seen.all != told.lines.all) BOOST_ERROR(path << " is told otherwise");
    BOOST_TEST(counts.links == summary.links, path);
    BOOST_TEST(counts.parts == summary.parts, path);
    BOOST_TEST(counts.notes == summary.notes + targets.notes(), path);
    BOOST_TEST(counts.other_links == summary.other_links, path);
    BOOST_TEST(counts.unread == summary.unread, path);
    BOOST_TEST(number(counts.verdict) == number(summary.verdict()), path);
    compare_kept(path, copy.view(), told.lines.all);
  }

 private:
  void compare_kept(const fs::path& path, std::string_view mail, const std::string& wanted) {
    bw_message* made = nullptr;
    BOOST_REQUIRE(bw_walker_read(walker.get(), mail.data(), mail.size(), BW_WANT_ALL, &made,
                                 nullptr) == BW_OK);
    const Handle<bw_message, bw_message_free> message(made);
    Lines kept;
    std::size_t count = 0;
    const bw_part* const* parts = bw_message_parts(made, &count);
    tell_all(parts, count, told_part, kept);
    const bw_link* const* links = bw_message_links(made, &count);
    tell_all(links, count, told_link, kept);
    const bw_note* const* notes = bw_message_notes(made, &count);
    tell_all(notes, count, told_note, kept);
    const bw_unread* const* unread = bw_message_unread(made, &count);
    tell_all(unread, count, told_unread, kept);
    const bw_reading* const* readings = bw_message_readings(made, &count);
    tell_all(readings, count, told_reading, kept);
    for (const char* kind : {"part\t", "link\t", "note\t", "unread\t", "reading\t"})
      if (of_kind(kept.all, kind) != of_kind(wanted, kind))
        BOOST_ERROR(path << " is kept otherwise: " << kind);
  }

  bw_walk_options of_c{};
  WalkOptions options;
  Handle<bw_walker, bw_walker_free> walker;
};

std::string rewritten_lines(const rewrite::Rewritten& made) {
  Lines lines;
  std::string bytes;
  made.append_to(bytes);
  lines.add("bytes", bytes, made.edit_count, made.kept_count, number(made.verdict));
  for (const rewrite::Edit& e : made.edits)
    lines.add("edit", made.message.section(e.part), e.where, e.from, e.to, e.offset, number(e.kind),
              doubt_of(e.reading));
  for (const rewrite::Kept& k : made.kept)
    lines.add("kept", made.message.section(k.part), k.where, k.from, k.offset, number(k.why));
  for (const rewrite::LeftDoubt& d : made.doubts)
    lines.add("doubt", made.message.section(d.part), d.offset, d.links, number(d.doubt));
  for (const rewrite::SettledDoubt& d : made.settled)
    lines.add("settled", made.message.section(d.part), d.offset, number(d.doubt));
  for (const rewrite::LeftUnread& u : made.unread)
    lines.add("unread", u.section, u.type, u.name, u.why, u.offset, u.size);
  for (const rewrite::Mark& m : made.marks) lines.add("mark", m.name, m.value);
  for (const rewrite::Signature& s : rewrite::signatures(made))
    lines.add("signature", s.domain, s.selector, s.reason, s.offset, s.instance, number(s.kind),
              number(s.verdict));
  return lines.all;
}

int append_piece(void* out, const char* bytes, std::size_t size) {
  static_cast<std::string*>(out)->append(bytes, size);
  return 0;
}

std::string rewritten_lines(const bw_rewritten* made) {
  Lines lines;
  std::string bytes;
  BOOST_TEST((bw_rewritten_write(made, append_piece, &bytes, nullptr) == BW_OK));
  const bw_rewritten_info* info = bw_rewritten_get_info(made);
  lines.add("bytes", bytes, info->edit_count, info->kept_count, number(info->verdict));
  BOOST_TEST(info->length == bytes.size());
  std::size_t n = 0;
  const auto each = [&](const auto* const* all, auto&& f) {
    for (std::size_t i = 0; i < n; ++i) f(*all[i]);
  };
  each(bw_rewritten_edits(made, &n), [&](const bw_edit& e) {
    lines.add("edit", view(e.section), view(e.where), view(e.from), view(e.to), e.offset,
              number(e.kind), number(e.reading));
  });
  each(bw_rewritten_kept(made, &n), [&](const bw_kept& k) {
    lines.add("kept", view(k.section), view(k.where), view(k.from), k.offset, number(k.why));
  });
  each(bw_rewritten_doubts(made, &n), [&](const bw_left_doubt& d) {
    lines.add("doubt", view(d.section), d.offset, d.links, number(d.doubt));
  });
  each(bw_rewritten_settled(made, &n), [&](const bw_left_doubt& d) {
    lines.add("settled", view(d.section), d.offset, number(d.doubt));
  });
  each(bw_rewritten_unread(made, &n), [&](const bw_unread& u) {
    lines.add("unread", view(u.section), view(u.type), view(u.file_name), view(u.name), u.offset,
              u.length);
  });
  each(bw_rewritten_marks(made, &n),
       [&](const bw_mark& m) { lines.add("mark", view(m.name), view(m.value)); });
  each(bw_rewritten_signatures(made, &n), [&](const bw_signature& s) {
    lines.add("signature", view(s.domain), view(s.selector), view(s.reason), s.offset, s.instance,
              number(s.kind), number(s.verdict));
  });
  return lines.all;
}

class Rewriters {
 public:
  Rewriters() : rewriter_(*rewrite::Rewriter::make(options())) {
    bw_rewrite_options of_c{};
    bw_rewrite_options_init(&of_c, sizeof of_c);
    of_c.drop_base = of_c.unwrap = of_c.cid_inline = of_c.settle = of_c.mark = 1;
    of_c.signatures = 1;
    constexpr std::string_view kWrap = "https://guard.example/?u={url}&m={mac}";
    of_c.wrap = {kWrap.data(), kWrap.size()};
    of_c.wrap_key = {"key", 3};
    bw_rewriter* made = nullptr;
    BOOST_REQUIRE(bw_rewriter_new(&of_c, &made, nullptr) == BW_OK);
    of_c_.reset(made);
  }

  void compare(const fs::path& path, const std::string& mail) {
    const test::ExactCopy copy(mail);
    bw_rewritten* made = nullptr;
    BOOST_REQUIRE(bw_rewriter_rewrite(of_c_.get(), copy.view().data(), copy.view().size(), &made,
                                      nullptr) == BW_OK);
    const Handle<bw_rewritten, bw_rewritten_free> rewritten(made);
    if (rewritten_lines(made) != rewritten_lines(rewriter_.rewrite(mail)))
      BOOST_ERROR(path << " is rewritten otherwise");
  }

 private:
  static rewrite::Options options() {
    rewrite::Options options;
    options.drop_base = options.unwrap = options.cid_inline = options.settle = options.mark = true;
    options.wrap = "https://guard.example/?u={url}&m={mac}";
    options.wrap_key = "key";
    return options;
  }

  rewrite::Rewriter rewriter_;
  Handle<bw_rewriter, bw_rewriter_free> of_c_;
};

class StringFiles final : public bundle::Files {
 public:
  bool begin(std::string_view name) override {
    all.append("= ").append(name) += '\n';
    return true;
  }
  bool write(std::string_view bytes) override {
    all += bytes;
    return true;
  }
  bool end() override { return true; }
  std::string all;
};
int begin_file(void* out, bw_string name) {
  static_cast<std::string*>(out)->append("= ").append(name.data, name.size) += '\n';
  return 0;
}

void compare_bundle(const fs::path& path, const std::string& mail) {
  const Message message = read_message(mail);
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  StringFiles wanted;
  const auto unpacked = bundle::unpack(bundle, {}, wanted);
  bw_bundle* made = nullptr;
  BOOST_REQUIRE(bw_bundle_new(mail.data(), mail.size(), nullptr, &made, nullptr) == BW_OK);
  const Handle<bw_bundle, bw_bundle_free> of_c(made);
  std::string files;
  bw_files to{};
  to.size = sizeof to;
  to.begin = begin_file;
  to.write = append_piece;
  bw_error error = BW_ERROR_INIT;
  const bw_status status = bw_bundle_unpack(made, nullptr, &to, &files, nullptr, &error);
  BOOST_TEST((status == BW_OK) == unpacked.has_value(), path);
  if (!unpacked) BOOST_TEST(error.code == unpacked.error().code, path);
  if (files != wanted.all) BOOST_ERROR(path << " is unpacked otherwise");

  const bundle::Report report = bundle::check(mail, {});
  bw_check* check = nullptr;
  BOOST_REQUIRE(bw_check_new(mail.data(), mail.size(), nullptr, &check, nullptr) == BW_OK);
  const Handle<bw_check, bw_check_free> checked(check);
  std::size_t count = 0;
  const bw_finding* const* findings = bw_check_findings(check, &count);
  BOOST_REQUIRE(count == report.findings.size());
  for (std::size_t i = 0; i < count; ++i) {
    BOOST_TEST(number(findings[i]->code) == number(report.findings[i].code));
    BOOST_TEST(view(findings[i]->section) == report.findings[i].section);
    BOOST_TEST(view(findings[i]->text) == report.findings[i].text);
    BOOST_TEST(findings[i]->offset == report.findings[i].offset);
  }
}

bool is_bundle(const fs::path& path) {
  return path.extension() == ".mhtml" || path.extension() == ".mht";
}

// Any bytes are a message.
void compare_folder(const fs::path& folder, std::size_t at_least) {
  Walkers walkers;
  Rewriters rewriters;
  std::size_t count = 0;
  for (const fs::path& path : test::files_below(folder)) {
    if (fs::file_size(path) > (std::size_t{1} << 20)) continue;
    const std::string mail = test::read_file(path);
    walkers.compare(path, mail);
    rewriters.compare(path, mail);
    if (is_bundle(path)) compare_bundle(path, mail);
    ++count;
  }
  BOOST_TEST(count >= at_least);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(same)

BOOST_AUTO_TEST_CASE(every_file_of_the_tests_is_told_alike) {
  compare_folder(test::data_dir(), 400);
}

BOOST_AUTO_TEST_CASE(a_bundle_becomes_a_folder) {
  const std::string mail =
      test::read_file(test::data_dir() / ".." / ".." / "samples" / "mail" / "bundle.eml");
  compare_bundle("bundle.eml", mail);
  bw_bundle* made = nullptr;
  BOOST_REQUIRE(bw_bundle_new(mail.data(), mail.size(), nullptr, &made, nullptr) == BW_OK);
  const Handle<bw_bundle, bw_bundle_free> bundle(made);
  const fs::path folder = fs::temp_directory_path() / ("bw_c_" + std::to_string(::getpid()));
  bw_error error = BW_ERROR_INIT;
  bw_unpacked* unpacked = nullptr;
  BOOST_TEST((bw_bundle_unpack_folder(made, nullptr, folder.c_str(), &unpacked, &error) == BW_OK),
             error.detail);
  std::size_t count = 0;
  bw_unpacked_files(unpacked, &count);
  BOOST_TEST(count == 3U);
  BOOST_TEST(fs::exists(folder / "index.html"));
  bw_unpacked_free(unpacked);
  BOOST_TEST((bw_bundle_unpack_folder(made, nullptr, folder.c_str(), &unpacked, &error) ==
              BW_ERROR_OUTPUT));
  BOOST_TEST(error.code == std::string_view("exists"));
  BOOST_TEST(unpacked == nullptr);
  fs::remove_all(folder);
}

BOOST_AUTO_TEST_CASE(real_mail_is_told_alike, *boost::unit_test::label("shared")) {
  if (const auto folder = test::shared("mail")) compare_folder(*folder, 100);
}

BOOST_AUTO_TEST_SUITE_END()
