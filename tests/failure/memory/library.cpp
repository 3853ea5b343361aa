// SPDX-License-Identifier: MIT
//
// The layers from URLs to bundles, by their public headers.
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "basewalk/basewalk.h"
#include "failure/memory/mails.h"
#include "failure/memory/points.h"

namespace basewalk::failure {
namespace {

constexpr url::Rules kRules[] = {url::Rules::rfc1808, url::Rules::rfc2396, url::Rules::rfc3986,
                                 url::Rules::whatwg};

// Long enough that no text fits where short ones do.
constexpr std::string_view kBases[] = {
    "http://host.example.org:8080/a/long/path/to/some/file.html?with=a&query=of#fragment",
    "https://b\xC3\xBC"
    "cher.example/a/b/c/d/e/f/g/h/i/j/k?q",
    "mailto:somebody@example.org"};
constexpr std::string_view kReferences[] = {"../../another/long/path/that/needs/memory?query#part",
                                            "//\xC3\xA4\xC3\xB6\xC3\xBC.example/%7Euser/./x/../y",
                                            "?only=a&query=which&is=long&enough=here",
                                            "http://[2001:db8::1]:80/",
                                            "\\\\host\\share\\file with blanks.html",
                                            "javascript:alert('a long text that is not short')"};

void resolve_all(Outcome& outcome) {
  for (const url::Rules rules : kRules) {
    for (const std::string_view text : kBases) {
      const url::Base base(text, rules);
      url::Base copy = base;
      for (const std::string_view reference : kReferences) {
        const std::size_t before = outcome.bytes.size();
        const url::Resolution resolution = url::resolve(copy, reference, {}, outcome.bytes);
        outcome.bytes += url::name(resolution.failure);
        const std::string url = outcome.bytes.substr(before);
        url::append_relative(copy, url, outcome.bytes);
        outcome.bytes += '\n';
      }
    }
  }
}

void normalize_all(Outcome& outcome) {
  for (const std::string_view reference : kReferences) {
    url::normalize(reference, {}, outcome.bytes);
    outcome.bytes += url::are_equivalent(reference, kBases[0]) ? "=" : " ";
    outcome.bytes += url::seen_host(reference) + " " + url::host_in_letters(reference) + " ";
    for (const Flag flag : url::flags_of(reference, kBases[1], kBases[0]))
      outcome.bytes += name(flag);
    outcome.bytes += '\n';
  }
}

// Everything that a walk tells.
class Teller final : public Visitor {
 public:
  explicit Teller(std::string& out) : out_(out) {}
  Visit part(const PartReport& part) override {
    return tell("part", part.section, part.type, part.base.value_or("-"));
  }
  Visit reading(const ReadingReport& reading) override {
    return tell("reading", reading.section, name(reading.doubt), "");
  }
  Visit text(const TextReport& text) override {
    return tell("text", text.section, text.charset, text.text);
  }
  Visit link(const Link& link) override {
    tell(link.part, extract::where(link.place), link.raw, link.base.value_or("-"));
    for (const Flag flag : link.flags) out_ += name(flag);
    return tell(name(link.status), link.url.value_or("-"), link.clicked.value_or("-"),
                link.text.value_or("-"));
  }
  Visit note(const NoteReport& note) override {
    return tell("note", note.part, name(note.code), note.text);
  }
  Visit unread(const UnreadReport& unread) override {
    return tell("unread", unread.section, name(unread), unread.file_name);
  }

 private:
  Visit tell(std::string_view a, std::string_view b, std::string_view c, std::string_view d) {
    for (const std::string_view text : {a, b, c, d}) (out_ += text) += '|';
    out_ += '\n';
    return Visit::go_on;
  }

  std::string& out_;
};

WalkOptions everything() {
  WalkOptions options;
  options.refang = options.linkify = true;
  options.retrieved = "http://retrieved.example/where/the/message/was/found";
  options.assume_scheme = "https";
  return options;
}

using Mails = std::shared_ptr<const std::vector<std::string>>;

Mails shared(std::vector<std::string> mails) {
  return std::make_shared<const std::vector<std::string>>(std::move(mails));
}

Scenario walk_of(const std::string& what, const Mails& mails, WalkOptions options = everything()) {
  return scenario("walk: " + what, [=](Outcome& outcome) {
    for (const std::string& mail : *mails) {
      Teller teller(outcome.bytes);
      const Message message = read_message(mail, options.limits);
      Walker walker(options);
      const WalkSummary summary = walker.walk(message, teller);
      outcome.bytes += name(summary.verdict());
    }
  });
}

// One walker, which goes on behind a walk that was given up.
Scenario walk_again(const Mails& mails) {
  auto walker = std::make_shared<Walker>(everything());
  return scenario("walk: one walker", [=](Outcome& outcome) {
    for (const std::string& mail : *mails) {
      Teller teller(outcome.bytes);
      walker->walk(read_message(mail), teller);
    }
  });
}

Scenario links_of_mails(const Mails& mails) {
  return scenario("links_of", [=](Outcome& outcome) {
    for (const std::string& mail : *mails)
      for (const OwnedLink& link : links_of(mail, everything())) outcome.bytes += link.raw;
  });
}

Scenario targets_of(const Mails& mails) {
  return scenario("walk: targets", [=](Outcome& outcome) {
    for (const std::string& mail : *mails) {
      Teller teller(outcome.bytes);
      bundle::Targets targets({}, bundle::Profile::compat, teller);
      walk(read_message(mail), {}, static_cast<Visitor&>(targets));
    }
  });
}

// Files that stay in memory.
class Kept final : public bundle::Files {
 public:
  explicit Kept(std::string& out) : out_(out) {}
  bool begin(std::string_view name) override { return write(name); }
  bool write(std::string_view bytes) override {
    out_ += bytes;
    return true;
  }
  bool end() override { return true; }

 private:
  std::string& out_;
};

class NoNumbers final : public bundle::LinkNumbers {
 public:
  std::size_t number(std::uint32_t, std::size_t begin) const override { return begin; }
};

void append(const bundle::UnpackSummary& summary, std::string& out) {
  out += summary.page.title + summary.page.url + summary.page.date;
  for (const bundle::UnpackedFile& file : summary.files) out += file.name + file.media_type;
  for (const bundle::LeftOut& left : summary.left_out) out += left.where + left.url;
  for (const bundle::Loss& loss : summary.losses) out += name(loss.reason);
}

template <class Summary>
void take(const Result<Summary>& made, std::string& out) {
  if (!made) out += made.error().code + ": " + made.error().detail;
}

Scenario bundles_of(const std::string& what, const Mails& mails,
                    std::function<void(const bundle::Bundle&, std::string&)> make) {
  return scenario("bundle: " + what, [=](Outcome& outcome) {
    for (const std::string& mail : *mails) {
      const Message message = read_message(mail);
      const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
      make(bundle, outcome.bytes);
    }
  });
}

void inline_one(const bundle::Bundle& bundle, std::string& out) {
  Kept kept(out);
  const Result<bundle::UnpackSummary> made = bundle::inline_page(bundle, {}, kept);
  take(made, out);
  if (made) append(*made, out);
}

void unpack_one(const bundle::Bundle& bundle, std::string& out) {
  Kept kept(out);
  bundle::UnpackOptions options;
  options.plain_text = true;
  const Result<bundle::UnpackSummary> made = bundle::unpack(bundle, options, kept);
  take(made, out);
  if (made) append(*made, out);
}

void show_one(const bundle::Bundle& bundle, std::string& out) {
  Kept kept(out);
  for (const std::uint32_t part : bundle::shown_bodies(bundle))
    take(bundle::show_body(bundle, part, NoNumbers(), {}, kept), out);
}

void survey_one(const bundle::Bundle& bundle, std::string& out) {
  const bundle::Survey survey = bundle::survey(bundle.message(), {}, bundle.profile());
  for (const bundle::PartUse& use : survey.parts)
    out += use.base + std::to_string(use.references) + "\n";
}

void check_one(const bundle::Bundle& bundle, std::string& out) {
  for (const bundle::Finding& finding : bundle::check(bundle.message().bytes, {}).findings)
    out.append(name(finding.code)).append(finding.text).append("\n");
}

}  // namespace

std::vector<Scenario> library_scenarios() {
  const Mails mixed = shared({mixed_mail()});
  const Mails compared = shared(mails_below("compare", ".eml"));
  const Mails cases = shared(mails_below("cases/mail", ".eml"));
  const Mails bundles = shared(mails_below("cases/mhtml", "input.mhtml"));
  const Mails doubts = shared(mails_below("notes", ".eml"));
  std::vector<Scenario> all = {scenario("url: resolve", resolve_all),
                               scenario("url: normalize, flags", normalize_all),
                               walk_of("mixed", mixed),
                               walk_of("compare", compared),
                               walk_of("cases", cases),
                               walk_of("notes", doubts),
                               walk_again(mixed),
                               links_of_mails(mixed),
                               targets_of(bundles)};
  all.push_back(bundles_of("inline", bundles, inline_one));
  all.push_back(bundles_of("unpack", bundles, unpack_one));
  all.push_back(bundles_of("show", bundles, show_one));
  all.push_back(bundles_of("show mixed", mixed, show_one));
  all.push_back(bundles_of("survey", bundles, survey_one));
  all.push_back(bundles_of("check", bundles, check_one));
  return all;
}

}  // namespace basewalk::failure
