// SPDX-License-Identifier: MIT
//
// Bundles: whatever the bytes are, a target is a part, the lenient profile finds what the strict
// one finds, and the table finds what a look at each part finds.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/bundle/check.h"
#include "basewalk/bundle/survey.h"
#include "basewalk/bundle/unpack.h"
#include "basewalk/note.h"
#include "fuzz/fuzzing.h"

using namespace basewalk;
using bundle::Bundle;
using bundle::Profile;

namespace {

using basewalk::fuzz::require;
using basewalk::fuzz::view;

// Labels are first come, first served but in alternatives.
bool has_alternatives(const Message& message) {
  for (const mime::Part& part : message.parts)
    if (part.media_type == "multipart/alternative") return true;
  return false;
}

bool is_limited(const Bundle& bundle) {
  for (const Note& note : bundle.notes().all())
    if (note.code == NoteCode::limit_output) return true;
  return false;
}

// RFC 2557 8.2(d), read aloud: the strict profile, part by part.
std::uint32_t plain_match(const Bundle& bundle, const std::vector<bundle::Labels>& labels,
                          std::uint32_t from, std::string_view url) {
  const std::string_view bare = url.substr(0, url.find('#'));
  for (const std::string_view wanted : {bare, url})
    for (std::uint32_t around = bundle.related(from); around != mime::kNone;
         around = bundle.related(around))
      for (std::uint32_t i = 0; i < labels.size(); ++i)
        if (bundle.related(i) == around && !labels[i].resolved.empty() &&
            labels[i].resolved == wanted)
          return i;
  return mime::kNone;
}

bool is_id(std::string_view url) {
  return url.size() > 3 && url[3] == ':' && (url[1] | 0x20) == 'i' && (url[2] | 0x20) == 'd';
}

class Compare final : public Visitor {
 public:
  Compare(const Message& message, const WalkOptions& options)
      : message_(message),
        strict_(message, options, Profile::strict),
        compat_(message, options, Profile::compat),
        limited_(is_limited(strict_) || is_limited(compat_)),
        small_(message.parts.size() <= 64 && !has_alternatives(message)) {
    if (small_)
      for (std::uint32_t i = 0; i < message.parts.size(); ++i) labels_.push_back(strict_.labels(i));
  }

  Visit part(const PartReport& report) override {
    own_ = report.message == &message_;
    part_ = report.index;
    return Visit::go_on;
  }
  Visit link(const Link& link) override {
    if (link.target) require(!link.target->empty());
    if (!own_ || limited_) return Visit::go_on;
    const bundle::Reference reference = Bundle::reference(part_, link);
    const auto strict = strict_.match(reference);
    const auto compat = compat_.match(reference);
    for (const auto& match : {strict, compat})
      if (match)
        require(match->part < message_.parts.size() && match->label < message_.parts.size());
    require(!strict || compat);
    if (small_ && link.url && !is_id(*link.url) && !is_id(link.raw)) {
      const std::uint32_t plain = plain_match(strict_, labels_, part_, *link.url);
      require(strict ? strict->label == plain : plain == mime::kNone);
    }
    return Visit::go_on;
  }

 private:
  const Message& message_;
  Bundle strict_, compat_;
  const bool limited_, small_;
  std::vector<bundle::Labels> labels_;
  bool own_ = true;
  std::uint32_t part_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = view(data, size);
  const Message message = read_message(bytes);
  WalkOptions options;
  if (size % 2 == 1) options.rules = url::Rules::rfc3986;
  Compare compare(message, options);
  bundle::Targets targets(options, size % 3 == 0 ? Profile::strict : Profile::compat, compare);
  walk(message, options, static_cast<Visitor&>(targets));
  const bundle::Survey survey = bundle::survey(message, options, Profile::compat);
  require(survey.parts.size() == message.parts.size());
  const Bundle bundle(message, options, Profile::compat);
  if (!Bundle::has_labels(message))
    for (std::uint32_t i = 0; i < message.parts.size() && i < 50; ++i)
      require(bundle.labels(i).resolved.empty());
  const auto root = bundle.root();
  if (root) require(*root < message.parts.size());
  // Wherever a page is, the lenient profile shows one.
  for (const mime::Part& part : message.parts)
    if (part.kind == mime::PartKind::leaf && part.media_type == "text/html") require(!!root);
  require(bundle::cut_off_part(message).size() <= 1000);
  for (const bundle::Finding& finding : bundle::check(bytes, options).findings)
    require(finding.offset <= size);
  return 0;
}
