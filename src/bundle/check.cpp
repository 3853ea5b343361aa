// SPDX-License-Identifier: MIT
//
// check(): bytes first, then labels, then a walk for references and what decoding has to say.
#include "bundle/check.h"

#include <algorithm>
#include <unordered_set>

#include "basewalk/bundle/survey.h"
#include "basewalk/note.h"
#include "bundle/match/label.h"
#include "bundle/match/microsoft.h"
#include "bundle/match/structure.h"
#include "bundle/page/kind.h"
#include "mime/charset.h"
#include "text/ascii.h"
#include "text/enum_table.h"
#include "text/siphash.h"
#include "text/utf8.h"

namespace basewalk::bundle {
namespace {

constexpr std::size_t kLongestText = 200;

struct CodeRow {
  FindingCode code;
  std::string_view name;
  Severity severity;
  bool refused;  // Chromium opens nothing of a file with it (tried; docs/bundles.md)
  std::string_view clause, meaning;
};
namespace table {
using enum FindingCode;
using enum Severity;
constexpr CodeRow kCodes[] = {
    {not_a_bundle, "not-a-bundle", error, false, "RFC 2557 7", "there is no multipart/related"},
    {no_page, "no-page", error, true, "RFC 2557 7", "there is no HTML part to show"},
    {blank_first, "blank-first", error, true, "RFC 5322 2.1", "blank lines before the header"},
    {line_ends_lf, "line-ends-lf", error, true, "RFC 5322 2.1",
     "a line of a header, or a boundary, ends with LF alone"},
    {line_ends_body, "line-ends-body", warning, false, "RFC 2557 10",
     "lines of a text end with LF alone"},
    {boundary_missing, "boundary-missing", error, true, "RFC 2046 5.1.1",
     "a multipart whose parts no boundary sets apart"},
    {boundary_unclosed, "boundary-unclosed", error, true, "RFC 2046 5.1.1",
     "no closing boundary: the file may be cut off"},
    {boundary_space, "boundary-space", error, true, "RFC 2046 5.1.1", "blanks behind a boundary"},
    {boundary_duplicate, "boundary-duplicate", error, true, "RFC 2045 5.1",
     "several boundary parameters"},
    {boundary_in_body, "boundary-in-body", error, true, "RFC 2046 5.1.1",
     "boundary text in a part with the encoding binary"},
    {boundary_near, "boundary-near", warning, false, "RFC 2046 5.1.1",
     "boundary text in a part without an encoding"},
    {boundary_doubtful, "boundary-doubtful", warning, false, "RFC 2046 5.1.1",
     "readers may disagree where parts end"},
    {encoding_missing, "encoding-missing", error, false, "RFC 2045 6",
     "a part without Content-Transfer-Encoding; browsers lose it"},
    {encoding_unknown, "encoding-unknown", error, false, "RFC 2045 6.4",
     "a Content-Transfer-Encoding that is none of RFC 2045"},
    {base64_bad, "base64-bad", error, true, "RFC 2045 6.8", "what is no base64 in base64"},
    {base64_padding, "base64-padding", warning, false, "RFC 2045 6.8",
     "base64 with too little or too much padding"},
    {charset_missing, "charset-missing", warning, false, "RFC 2557 10",
     "a text says nowhere which charset it is in"},
    {charset_wrong, "charset-wrong", warning, false, "RFC 2046 4.1.2",
     "a text is not in the charset that it names"},
    {content_base, "content-base", error, false, "RFC 2557 12",
     "Content-Base must not be sent; browsers ignore it"},
    {label_duplicate, "label-duplicate", error, false, "RFC 2557 7",
     "another part has the same label"},
    {label_repeated, "label-repeated", error, false, "RFC 2557 4.2", "two labels of one kind"},
    {label_relative, "label-relative", warning, false, "RFC 2557 5",
     "a Content-Location that is not absolute; browsers lose the part"},
    {label_missing, "label-missing", warning, false, "RFC 2557 4.2",
     "a part without a label: nothing can refer to it"},
    {part_unreferenced, "part-unreferenced", warning, false, "RFC 2557 8.1",
     "nothing refers to this part"},
    {start_unknown, "start-unknown", error, false, "RFC 2387 3.2",
     "the start parameter names no part"},
    {start_not_first, "start-not-first", warning, false, "RFC 2387 3.2",
     "browsers show the first page, not the one that start names"},
    {type_missing, "type-missing", warning, false, "RFC 2387 3.1", "no type parameter"},
    {type_differs, "type-differs", warning, false, "RFC 2387 3.1",
     "the type parameter is not the type of the root"},
    {multipart_nested, "multipart-nested", warning, false, "RFC 2557 9.6",
     "a multipart inside the bundle: browsers lose what is in it"},
    {cid_escaped, "cid-escaped", warning, false, "RFC 2392 2",
     "a cid: with escapes: browsers do not decode them"},
    {reference_lenient, "reference-lenient", warning, false, "RFC 2557 8.2",
     "a reference that only lenient readers match"},
    {reference_missing, "reference-missing", error, false, "RFC 2557 8.2",
     "a reference that names no part and leads nowhere else"},
    {reference_local, "reference-local", warning, false, "RFC 2557 11.1",
     "a file on the writer's machine that is not in the bundle"},
    {reference_external, "reference-external", warning, false, "RFC 2557 8.2",
     "the page shows something that is not in the bundle"},
    {type_wrong, "type-wrong", warning, false, "RFC 2557 8; MIME Sniffing",
     "a part is used as something else than its type says"},
    {not_read, "not-read", error, false, "docs/security.md",
     "what lies behind a limit was not looked at"},
    {reference_fragment, "reference-fragment", warning, false, "RFC 3986 4.4",
     "a fragment that the label has not: browsers lose the part"},
    {base_relative, "base-relative", warning, false, "RFC 2557 5",
     "a relative <base href>: browsers resolve it against the URL of the file"},
};
}  // namespace table
using table::kCodes;
static_assert(is_table_of(kCodes, &CodeRow::code));
const CodeRow& row(FindingCode code) { return kCodes[static_cast<std::size_t>(code)]; }

// Schemes whose URLs are what they name, or do something.
bool is_its_own(std::string_view raw) {
  constexpr std::string_view kSchemes[] = {"data", "javascript", "vbscript", "about", "blob"};
  const std::string_view scheme = url::scheme_of(raw);
  for (const std::string_view own : kSchemes)
    if (ascii::iequals(scheme, own)) return true;
  return false;
}

// What the notes of a walk mean for a bundle.
std::optional<FindingCode> finding_of(NoteCode code) {
  switch (code) {
    case NoteCode::boundary_absent:
    case NoteCode::boundary_unused:
      return FindingCode::boundary_missing;
    case NoteCode::boundary_unclosed:
      return FindingCode::boundary_unclosed;
    case NoteCode::boundary_duplicate:
      return FindingCode::boundary_duplicate;
    case NoteCode::boundary_long:
    case NoteCode::boundary_reused:
    case NoteCode::boundary_prefix:
    case NoteCode::boundary_after_cr:
    case NoteCode::boundary_after_close:
      return FindingCode::boundary_doubtful;
    case NoteCode::charset_undeclared:
      return FindingCode::charset_missing;
    case NoteCode::charset_unknown:
    case NoteCode::charset_mismatch:
    case NoteCode::charset_conflict:
      return FindingCode::charset_wrong;
    case NoteCode::label_duplicate:
      return FindingCode::label_duplicate;
    case NoteCode::start_unknown:
      return FindingCode::start_unknown;
    default:
      return {};
  }
}

class Checker final : public Visitor {
 public:
  Checker(const Message& message, const WalkOptions& options, std::uint32_t related,
          std::size_t offset, Report& report)
      : message_(message),
        options_(options),
        related_(related),
        bundle_(message, options, Profile::compat),
        strict_(message, options, Profile::strict),
        findings_(message, offset, options.limits.notes, report),
        report_(report),
        references_(message.parts.size(), 0),
        kinds_(bundle_),
        wrong_types_(message.parts.size()) {}

  void run();

  Visit part(const PartReport& report) override;
  Visit text(const TextReport& report) override;
  Visit link(const Link& link) override;
  Visit note(const NoteReport& note) override;

 private:
  void check_related();
  void check_part(std::uint32_t index);
  void add_limit(NoteCode code, std::uint32_t part, std::size_t offset);
  void judge_match(const Link& link, const Match& match);
  void judge_fragment(const Link& link, const Match& match);
  void judge_use(const Link& link, std::uint32_t part);
  void judge_outside(const Link& link);
  void found(FindingCode code, std::string_view text) {
    findings_.add(code, part_, message_.parts[part_].body.begin, text);
  }

  const Message& message_;
  const WalkOptions& options_;
  const std::uint32_t related_;
  const Bundle bundle_, strict_;
  Findings findings_;
  Report& report_;
  const Targets* targets_ = nullptr;
  std::vector<std::uint32_t> references_;  // by part: from other parts
  PartKinds kinds_;
  std::vector<bool> wrong_types_;  // by part: told
  // The part at hand.
  std::uint32_t part_ = 0;
  bool decoded_ = false;
  // References of the part that were found fault with, and those whose fragment was.
  std::unordered_set<std::uint64_t> told_, told_fragments_;
};

void Checker::run() {
  check_bytes(message_, bundle_, findings_);
  if (related_ == mime::kNone) {
    // A limit may be why there is none.
    for (const Note& note : message_.notes.all()) add_limit(note.code, note.part, note.offset);
    return;
  }
  check_related();
  Targets targets(options_, Profile::compat, *this);
  targets_ = &targets;
  walk(message_, options_, static_cast<Visitor&>(targets));
  for (std::uint32_t i = related_ + 1; i < message_.parts[related_].subtree_end; ++i) check_part(i);
}

void Checker::add_limit(NoteCode code, std::uint32_t part, std::size_t offset) {
  if (hides_references(code))
    findings_.add(FindingCode::not_read, part, offset,
                  std::string(basewalk::name(code)) + ": " + std::string(basewalk::meaning(code)));
}

// RFC 2387 3, RFC 2557 7.
void Checker::check_related() {
  const mime::Part& related = message_.parts[related_];
  const std::size_t offset = related.content_type_field == mime::kNone
                                 ? related.header.begin
                                 : message_.fields[related.content_type_field].name.begin;
  // What the multipart/related says of itself, be it a page or not.
  const std::uint32_t root = bundle_.shown(related_);
  std::uint32_t first_page = mime::kNone;
  for (std::uint32_t i = related.subtree_end; i-- > related_ + 1;) {
    if (is_html(message_.parts[i])) first_page = i;
    if (is_multipart(message_.parts[i]))
      findings_.add(FindingCode::multipart_nested, i, message_.parts[i].header.begin,
                    message_.parts[i].media_type);
  }
  if (first_page == mime::kNone) {
    findings_.add(FindingCode::no_page, related_, offset);
    report_.is_bundle = false;
  }
  const mime::ParameterizedValue type = bundle_.content_type(related_);
  if (type.find("start") != nullptr && is_html(message_.parts[root]) && root != first_page)
    findings_.add(FindingCode::start_not_first, related_, offset, *type.find("start"));
  const std::string* declared = type.find("type");
  if (declared == nullptr) {
    findings_.add(FindingCode::type_missing, related_, offset);
    return;
  }
  std::uint32_t child = root;
  while (message_.parts[child].parent != related_) child = message_.parts[child].parent;
  if (!ascii::iequals(ascii::trim(*declared), message_.parts[child].media_type))
    findings_.add(FindingCode::type_differs, related_, offset, *declared);
}

// Labels, and who uses them; after the walk.
void Checker::check_part(std::uint32_t index) {
  const mime::Part& part = message_.parts[index];
  const mime::HeaderField* location = message_.find(part, "content-location");
  const mime::HeaderField* id = message_.find(part, "content-id");
  if (location != nullptr) {
    const std::string url = read_location(message_.value_of(*location)).url;
    if (!url.empty() && !url::is_absolute(url))
      findings_.add(FindingCode::label_relative, index, location->name.begin, url);
  }
  const bool alternative = is_alternative(message_.parts[part.parent]);
  if (part.kind != mime::PartKind::leaf || alternative || bundle_.root() == index) return;
  if (bundle_.shown(related_) == index) return;  // a root that is no page
  if (bundle_.related(index) == mime::kNone || references_[index] > 0) return;
  if (location == nullptr && id == nullptr)
    findings_.add(FindingCode::label_missing, index, part.header.begin, part.media_type);
  else
    findings_.add(FindingCode::part_unreferenced, index, part.header.begin, part.media_type);
}

Visit Checker::part(const PartReport& report) {
  decoded_ = report.decoded;
  if (!decoded_) part_ = report.index;
  told_.clear();
  told_fragments_.clear();
  return Visit::go_on;
}

Visit Checker::text(const TextReport& report) {
  if (decoded_ || !is_html(message_.parts[part_])) return Visit::go_on;
  const bool declared = bundle_.content_type(part_).find("charset") != nullptr;
  if (declared || report.reading || report.charset.starts_with("utf-16")) return Visit::go_on;
  const mime::NamedCharset named = mime::find_charset_in_text(report.text, mime::TextKind::html);
  if (named.charset == nullptr && named.unknown.empty())
    found(FindingCode::charset_missing, message_.parts[part_].media_type);
  return Visit::go_on;
}

Visit Checker::note(const NoteReport& note) {
  if (decoded_) return Visit::go_on;
  add_limit(note.code, part_, note.offset);
  // Of a page, not of a header.
  if ((note.code == NoteCode::base_relative || note.code == NoteCode::base_relative_no_outer) &&
      is_html(message_.parts[part_]) && note.offset >= message_.parts[part_].body.begin)
    findings_.add(FindingCode::base_relative, part_, note.offset, note.text);
  if (const std::optional<FindingCode> code = finding_of(note.code))
    findings_.add(*code, part_, note.offset,
                  *code == FindingCode::boundary_doubtful ? meaning(note.code) : note.text);
  return Visit::go_on;
}

Visit Checker::link(const Link& link) {
  if (decoded_ || !is_reference(link)) return Visit::go_on;
  if (link.raw.empty() || link.raw.starts_with('#') || is_its_own(link.raw)) return Visit::go_on;
  if (link.target) {
    ++report_.inside;
    if (targets_->match()) judge_match(link, *targets_->match());
  } else {
    ++report_.external;
    judge_outside(link);
  }
  return Visit::go_on;
}

void Checker::judge_match(const Link& link, const Match& match) {
  if (match.part != part_) ++references_[match.part];
  if (match.label != match.part) ++references_[match.label];
  judge_use(link, match.part);
  judge_fragment(link, match);
  FindingCode code = FindingCode::reference_lenient;
  const std::optional<std::string_view> id = after_scheme(link.raw, "cid");
  if (match.by == MatchedBy::content_id && id && id->find('%') != std::string_view::npos)
    code = FindingCode::cid_escaped;
  else if (match.by == MatchedBy::message_id || strict_.match(Bundle::reference(part_, link)))
    return;
  if (!told_.insert(siphash(link.raw)).second) return;
  std::string text(link.raw.substr(0, kLongestText / 2));
  if (code == FindingCode::reference_lenient) text.append(" [").append(name(match.by)).append("]");
  found(code, text);
}

// Chromium looks for the whole URL, whatever it is used for.
void Checker::judge_fragment(const Link& link, const Match& match) {
  const std::string_view url = link.clicked ? *link.clicked : link.raw;
  const std::size_t hash = url.find('#');
  if (hash == std::string_view::npos || !role_of(link.place)) return;
  std::string label;
  if (match.by != MatchedBy::content_id)
    if (const mime::HeaderField* location =
            message_.find(message_.parts[match.label], "content-location"))
      label = read_location(message_.value_of(*location)).url;
  label.erase(0, std::min(label.find('#'), label.size()));
  if (label == url.substr(hash) || !told_fragments_.insert(siphash(url)).second) return;
  found(FindingCode::reference_fragment,
        extract::where(link.place) + ' ' + std::string(utf8::cut(link.raw, kLongestText)));
}

// [M5]: browsers go by the use and the bytes, others by the type.
void Checker::judge_use(const Link& link, std::uint32_t part) {
  const std::optional<Role> role = role_of(link.place);
  if (!role || message_.parts[part].kind != mime::PartKind::leaf) return;
  const std::string_view label = message_.parts[part].media_type;
  const PartKind kind = kinds_.of(part, *role);
  const std::string_view type = type_in_use(kind, *role, label);
  if (type.empty() || wrong_types_[part]) return;
  wrong_types_[part] = true;
  findings_.add(FindingCode::type_wrong, part, message_.parts[part].header.begin,
                extract::where(link.place) + ": " + std::string(label.substr(0, kLongestText)) +
                    " is used as " + std::string(type));
}

void Checker::judge_outside(const Link& link) {
  const std::string_view absolute = link.url.value_or(link.raw);
  const std::optional<std::string> read = read_microsoft(link.raw);
  std::optional<FindingCode> code;
  if (after_scheme(absolute, "file") || (read && after_scheme(*read, "file")))
    code = FindingCode::reference_local;
  else if (after_scheme(absolute, "cid") || after_scheme(absolute, "thismessage") ||
           link.status == Status::unresolved)
    code = FindingCode::reference_missing;
  else if (is_inline(link) && !link.place.conditional)  // browsers skip comments
    code = FindingCode::reference_external;
  if (!code || !told_.insert(siphash(link.raw)).second) return;  // external on purpose, or told
  found(*code, extract::where(link.place) + ' ' + std::string(utf8::cut(link.raw, kLongestText)));
}

// The first multipart/related with parts that is not in another message.
std::uint32_t find_related(const Message& message) {
  for (std::uint32_t i = 0; i < message.parts.size();) {
    const mime::Part& part = message.parts[i];
    if (is_related(part) && part.subtree_end > i + 1) return i;
    i = part.kind == mime::PartKind::message ? part.subtree_end : i + 1;
  }
  return mime::kNone;
}

bool is_said_to_be_related(const Message& message) {
  return std::any_of(message.parts.begin(), message.parts.end(),
                     [](const mime::Part& part) { return part.media_type == "multipart/related"; });
}

}  // namespace

std::string_view name(FindingCode code) { return row(code).name; }
Severity severity(FindingCode code) { return row(code).severity; }
bool is_refused(FindingCode code) { return row(code).refused; }
std::string_view clause(FindingCode code) { return row(code).clause; }
std::string_view meaning(FindingCode code) { return row(code).meaning; }
std::string_view name(Severity severity) {
  return severity == Severity::error ? "error" : "warning";
}
std::vector<FindingCode> all_finding_codes() {
  std::vector<FindingCode> all;
  for (std::size_t i = 0; i < std::size(kCodes); ++i) all.push_back(static_cast<FindingCode>(i));
  return all;
}

void Findings::add(FindingCode code, std::uint32_t part, std::size_t offset,
                   std::string_view text) {
  ++(severity(code) == Severity::error ? report_.errors : report_.warnings);
  if (++seen_[std::uint64_t{part} << 8 | static_cast<std::uint64_t>(code)] > most_) {
    ++report_.omitted;
    return;
  }
  report_.findings.push_back({code, part, message_.section(part), offset_ + offset,
                              std::string(utf8::cut(text, kLongestText))});
}

Report check(std::string_view bytes, const WalkOptions& options) {
  Report report;
  // RFC 5322 2.1: a blank line ends the header, so that the file would be all body.
  std::size_t blank = 0;
  while (blank < bytes.size() && (bytes[blank] == '\n' || bytes[blank] == '\r')) ++blank;
  const Message message = read_message(bytes.substr(blank), options.limits);
  report.parts = message.parts.size();
  const std::uint32_t related = find_related(message);
  Findings findings(message, blank, options.limits.notes, report);
  if (related == mime::kNone && !is_said_to_be_related(message)) {
    findings.add(FindingCode::not_a_bundle, 0, 0, message.parts[0].media_type);
    return report;
  }
  if (blank > 0)
    report.findings.push_back(
        {FindingCode::blank_first, 0, message.section(0), 0, std::to_string(blank) + " bytes"}),
        ++report.errors;
  report.is_bundle = related != mime::kNone;
  Checker checker(message, options, related, blank, report);
  checker.run();
  if (related == mime::kNone)
    for (std::uint32_t i = 0; i < message.parts.size(); ++i)
      if (message.parts[i].media_type == "multipart/related")
        findings.add(FindingCode::boundary_missing, i, message.parts[i].header.begin);
  std::stable_sort(report.findings.begin(), report.findings.end(),
                   [](const Finding& a, const Finding& b) {
                     return a.part != b.part ? a.part < b.part : a.offset < b.offset;
                   });
  return report;
}

}  // namespace basewalk::bundle
