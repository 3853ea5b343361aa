// SPDX-License-Identifier: MIT
//
// Each part that a doubt is about gets a plan: what is to be done to its header, its delimiters,
// its body.  All plans are carried out at once, and what comes out is read again: where it has
// other parts or another text, the plan of the part where that begins is given up.
#include "rewrite/settle/settle.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "basewalk/note.h"
#include "mime/line/line_ends.h"
#include "rewrite/settle/body.h"
#include "rewrite/settle/boundary.h"
#include "rewrite/settle/header.h"
#include "rewrite/splice/bare_cr.h"
#include "rewrite/splice/composed.h"
#include "rewrite/splice/replacement.h"
#include "text/work.h"

namespace basewalk::rewrite {
namespace {

// Plans that may be given up one by one before all are.
constexpr int kAttempts = 4;

struct Plan {
  HeaderPlan header;
  bool boundary = false;
  bool body = false;
  bool bare_cr = false;  // also between its parts, or behind its text
};

bool is_of_structure(Doubt doubt) { return doubt <= Doubt::behind_close; }

class Settler {
 public:
  Settler(const Message& message, std::span<const LeftDoubt> doubts,
          std::span<const std::uint8_t> closed, const Limits& limits)
      : message_(message),
        doubts_(doubts),
        closed_(closed),
        limits_(limits),
        line_end_(line_end_of(message.bytes, "\r\n")) {}

  Settled run() {
    plan();
    Settled settled;
    for (int attempt = 0; !plans_.empty() && attempt <= kAttempts; ++attempt) {
      settled.splices.clear();
      const std::optional<std::uint32_t> differs = carry_out(settled.splices);
      if (!differs) {
        settled.doubts = taken_away();
        return settled;
      }
      const auto behind = plans_.upper_bound(*differs);
      plans_.erase(behind == plans_.begin() ? behind : std::prev(behind));
    }
    return {};
  }

 private:
  void plan() {
    bool structure = false;
    for (const LeftDoubt& each : doubts_) {
      structure = structure || is_of_structure(each.doubt);
      if (is_open(each.part)) plan_body(each);
    }
    if (!structure) return;
    for (const mime::StructureDoubt& each : message_.doubts)
      if (each.doubt == Doubt::line_ends)
        plan_line_ends();
      else if (is_of_structure(each.doubt) && is_open(each.part))
        plan_structure(each);
  }

  bool is_open(std::uint32_t part) const { return part < closed_.size() && closed_[part] == 0; }

  void plan_body(const LeftDoubt& doubt) {
    if (message_.parts[doubt.part].kind != mime::PartKind::leaf) return;
    switch (doubt.doubt) {
      case Doubt::type_duplicate:
      case Doubt::transfer:
      case Doubt::base64:
      case Doubt::charset:
        plans_[doubt.part].body = true;
        break;
      default:
        break;
    }
  }

  void plan_structure(const mime::StructureDoubt& doubt) {
    Plan& plan = plans_[doubt.part];
    switch (doubt.doubt) {
      case Doubt::header_end:
        plan.header.lines = true;
        break;
      case Doubt::type_duplicate:
        plan.header.one_type = true;
        break;
      case Doubt::boundary_value:
      case Doubt::boundary_prefix:
      case Doubt::behind_close:
        plan.boundary = true;
        break;
      default:
        break;
    }
  }

  // In all of the message: headers, what stands between parts, bodies that hold one.
  void plan_line_ends() {
    // Where they are line ends to the first reading, they have to be for all: not our business.
    if (mime::has_cr_lines(message_)) return;
    for (std::uint32_t i = 0; i < message_.parts.size(); ++i) {
      if (!is_open(i)) continue;
      const mime::Part& part = message_.parts[i];
      const bool in_header = has_bare_cr({part.header.begin, part.body.begin});
      const bool is_leaf = part.kind == mime::PartKind::leaf;
      const bool in_body = is_leaf ? has_bare_cr(part.body)
                                   : has_bare_cr(part.preamble) || has_bare_cr(part.epilogue);
      if (!in_header && !in_body) continue;
      Plan& plan = plans_[i];
      plan.header.bare_cr = in_header;
      plan.bare_cr = in_body;
      plan.body = plan.body || (in_body && is_leaf);
    }
  }

  bool has_bare_cr(mime::Span span) const {
    work::charge(span.size());
    return find_bare_cr(message_.bytes, span.begin, span.end) != std::string_view::npos;
  }

  // Gives the first part that is not what it was.
  std::optional<std::uint32_t> carry_out(std::vector<Splice>& splices) {
    std::erase_if(plans_,
                  [&](const auto& each) { return !append(each.first, each.second, splices); });
    std::stable_sort(splices.begin(), splices.end(),
                     [](const Splice& a, const Splice& b) { return a.begin < b.begin; });
    for (std::size_t i = 1; i < splices.size(); ++i)
      if (splices[i].begin < splices[i - 1].end) return 0;
    std::string bytes;
    append_spliced(message_.bytes, splices, bytes);
    work::charge(bytes.size());
    if (bytes.size() > limits_.message_bytes) return 0;
    return first_that_differs(mime::read_message(bytes, limits_));
  }

  bool append(std::uint32_t index, const Plan& plan, std::vector<Splice>& splices) {
    const mime::Part& part = message_.parts[index];
    HeaderPlan header = plan.header;
    std::vector<Splice> of_body;
    if (plan.body) {
      const std::optional<BodyAgain> body = writer_.write(message_, part, line_end_);
      if (!body) return false;
      header.type = content_type_of(message_, part, "utf-8", {}, line_end_);
      header.encoding = body->encoding;
      of_body.push_back(body->splice);
      if (plan.bare_cr)  // behind its padding
        append_blanks(message_.bytes, body->splice.end, part.body.end, of_body);
    } else if (plan.boundary && part.kind == mime::PartKind::multipart) {
      if (boundary_.empty()) {
        boundary_ = new_boundary(message_.bytes);
        work::charge(2 * message_.bytes.size());
      }
      const std::string boundary = boundary_ + '.' + std::to_string(index);
      header.type = content_type_of(message_, part, {}, boundary, line_end_);
      if (!append_delimiters(message_, index, boundary, of_body)) return false;
    } else if (plan.boundary) {  // of a text, that is a multipart to some
      header.type = content_type_of(message_, part, {}, {}, line_end_);
    }
    if (!append_header(message_, index, header, line_end_, splices)) return false;
    if (plan.bare_cr && part.kind == mime::PartKind::multipart) {
      append_blanks(message_.bytes, part.preamble.begin, part.preamble.end, splices);
      append_blanks(message_.bytes, part.epilogue.begin, part.epilogue.end, splices);
    }
    splices.insert(splices.end(), of_body.begin(), of_body.end());
    return true;
  }

  std::optional<std::uint32_t> first_that_differs(const Message& after) {
    const auto parts =
        static_cast<std::uint32_t>(std::min(message_.parts.size(), after.parts.size()));
    for (std::uint32_t i = 0; i < parts; ++i) {
      const mime::Part& a = message_.parts[i];
      const mime::Part& b = after.parts[i];
      if (a.parent != b.parent || a.kind != b.kind || a.media_type != b.media_type ||
          a.gap != b.gap)
        return i;
      if (a.kind == mime::PartKind::leaf && !same_body(i, after)) return i;
    }
    if (message_.parts.size() != after.parts.size()) return parts - 1;
    return std::nullopt;
  }

  bool same_body(std::uint32_t index, const Message& after) {
    const mime::Part& a = message_.parts[index];
    const mime::Part& b = after.parts[index];
    const auto plan = plans_.find(index);
    if (plan == plans_.end() || !plan->second.body)
      return a.encoding == b.encoding && message_.body_of(a) == after.body_of(b);
    const std::string before(writer_.text_of(message_, a));
    work::charge(before.size());
    return writer_.text_of(after, b) == before;
  }

  // What the plans that are left were made for.
  std::vector<SettledDoubt> taken_away() const {
    std::vector<SettledDoubt> taken;
    for (const LeftDoubt& each : doubts_)
      if (plans_.contains(each.part) || is_of_structure(each.doubt))
        taken.push_back({each.doubt, each.part, each.offset});
    return taken;
  }

  const Message& message_;
  const std::span<const LeftDoubt> doubts_;
  const std::span<const std::uint8_t> closed_;
  const Limits& limits_;
  const std::string_view line_end_;
  std::map<std::uint32_t, Plan> plans_;  // by part
  BodyWriter writer_;
  std::string boundary_;
};

}  // namespace

Settled settle(const Message& message, std::span<const LeftDoubt> doubts,
               std::span<const std::uint8_t> closed, const Limits& limits) {
  return Settler(message, doubts, closed, limits).run();
}

}  // namespace basewalk::rewrite
