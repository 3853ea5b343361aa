// SPDX-License-Identifier: MIT
//
// The rules `whatwg` beside a second implementation, over hostile URLs that nobody wrote down:
//
//     compare_whatwg node url_peer.js [COUNT [SEED]]
//     compare_whatwg ada [COUNT [SEED]]
//
// node is any Node.js of version 20 or newer, run as a child; ada is there where the build was
// given its folder (BASEWALK_ADA).  The two must agree on every answer, but for the differences
// that kDocumented lists with the clause that shows who is right.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/url/resolve.h"
#include "text/utf8.h"
#include "url/hostile_urls.h"
#include "url/label_criteria.h"

#ifdef BASEWALK_HAS_ADA
#include <ada.h>
#endif

extern char** environ;

namespace url = basewalk::url;
namespace utf8 = basewalk::utf8;
using basewalk::test::Broken;
using basewalk::test::broken_criterion;
using basewalk::test::has_new_rtl_letter;
using basewalk::test::UrlPair;

namespace {

constexpr int kSkipped = 77;
constexpr std::size_t kBatch = 4000;

/// Someone else's answers: a serialisation, or "!".
class Peer {
 public:
  virtual ~Peer() = default;
  virtual std::string name() const = 0;
  virtual std::vector<std::string> answers(const std::vector<UrlPair>& pairs) = 0;
};

// ---- Node.js

class Node : public Peer {
 public:
  Node(const char* program, const char* script) {
    int to[2];
    int from[2];
    if (::pipe2(to, O_CLOEXEC) != 0 || ::pipe2(from, O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    std::string arguments[] = {program, script};
    char* const argv[] = {arguments[0].data(), arguments[1].data(), nullptr};
    if (::posix_spawnp(&child_, program, &actions, nullptr, argv, environ) != 0) child_ = -1;
    posix_spawn_file_actions_destroy(&actions);
    ::close(to[0]);
    ::close(from[1]);
    to_ = to[1];
    from_ = ::fdopen(from[0], "r");
    if (child_ > 0) name_ = line();
  }
  ~Node() override {
    if (to_ >= 0) ::close(to_);
    if (from_ != nullptr) std::fclose(from_);
    if (child_ > 0) ::waitpid(child_, nullptr, 0);
  }
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  // "node 20.20.2"; what was older never met this standard.
  bool is_there() const { return name_.starts_with("node ") && std::atoi(name_.c_str() + 5) >= 20; }
  std::string name() const override { return name_; }

  std::vector<std::string> answers(const std::vector<UrlPair>& pairs) override {
    std::string sent;
    for (const UrlPair& pair : pairs) {
      append_escaped(pair.base, sent);
      sent += '\t';
      append_escaped(pair.reference, sent);
      sent += '\n';
    }
    sent += '\n';
    for (std::string_view rest = sent; !rest.empty();) {
      const ssize_t n = ::write(to_, rest.data(), rest.size());
      if (n <= 0) return {};
      rest.remove_prefix(static_cast<std::size_t>(n));
    }
    std::vector<std::string> all;
    for (std::size_t i = 0; i < pairs.size(); ++i) all.push_back(line());
    return all;
  }

 private:
  static void append_escaped(std::string_view text, std::string& out) {
    for (char c : text) {
      constexpr std::string_view kEscaped = "\n\t\r\\";
      const std::size_t at = kEscaped.find(c);
      if (at == std::string_view::npos)
        out += c;
      else
        out.append(1, '\\').append(1, "ntr\\"[at]);
    }
  }
  std::string line() {
    char* text = nullptr;
    std::size_t room = 0;
    const ssize_t n = ::getline(&text, &room, from_);
    std::string found(text, n > 0 ? static_cast<std::size_t>(n - 1) : 0);
    std::free(text);
    return found;
  }

  pid_t child_ = -1;
  int to_ = -1;
  std::FILE* from_ = nullptr;
  std::string name_;
};

// ---- ada

#ifdef BASEWALK_HAS_ADA
class Ada : public Peer {
 public:
  std::string name() const override { return std::string("ada ") + ADA_VERSION; }
  std::vector<std::string> answers(const std::vector<UrlPair>& pairs) override {
    std::vector<std::string> all;
    for (const UrlPair& pair : pairs) all.push_back(answer(pair));
    return all;
  }

 private:
  // It is asked for nothing but UTF-8.
  static std::string repaired(std::string_view text) {
    std::string out;
    while (!text.empty()) {
      const utf8::Sequence sequence = utf8::first(text);
      utf8::append(sequence.code_point, out);
      text.remove_prefix(sequence.length);
    }
    return out;
  }
  static std::string answer(const UrlPair& pair) {
    const std::string reference = repaired(pair.reference);
    if (pair.base.empty()) return href(ada::parse<ada::url_aggregator>(reference));
    const auto base = ada::parse<ada::url_aggregator>(repaired(pair.base));
    if (!base) return "!";
    return href(ada::parse<ada::url_aggregator>(reference, &*base));
  }
  static std::string href(const ada::result<ada::url_aggregator>& parsed) {
    return parsed ? std::string(parsed->get_href()) : "!";
  }
};
#endif

std::string our_answer(const UrlPair& pair) {
  const url::Base base(pair.base, url::Rules::whatwg);
  if (!pair.base.empty() && !base.is_absolute()) return "!";
  std::string href;
  if (url::resolve(base, pair.reference, {}, href).outcome == url::Outcome::error) return "!";
  return href;
}

// ---- what is known

struct Found {
  Peer& peer;
  const UrlPair& pair;
  const std::string& ours;
  const std::string& theirs;

  bool only_they_parse() const { return ours == "!" && theirs != "!"; }
  bool only_we_parse() const { return ours != "!" && theirs == "!"; }
};

bool is_explained(const Found& found);

// Do both agree on a pair from which something was taken away?  That was the reason, then.
bool agree_without(const Found& found, const UrlPair& pair) {
  if (pair.base == found.pair.base && pair.reference == found.pair.reference) return false;
  const auto theirs = found.peer.answers({pair});
  if (theirs.size() != 1) return false;
  const std::string ours = our_answer(pair);
  return theirs[0] == ours || is_explained({found.peer, pair, ours, theirs[0]});
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::string_view host_of(std::string_view href) {
  return url::host_of_authority(url::split(href, url::Rules::whatwg).authority.text);
}

// URL Standard 1.3: "^" is in the path percent-encode set (since November 2024).
bool same_but_for_carets(const std::string& ours, const std::string& theirs) {
  return replaced(ours, "%5E", "^") == replaced(theirs, "%5E", "^");
}
bool caret_in_path(const Found& found) { return same_but_for_carets(found.ours, found.theirs); }

// What would be read as an A-label, in the open or by escapes, is none any more.
std::string without_a_labels(const std::string& text) {
  constexpr std::pair<std::string_view, std::string_view> kHidden[] = {
      {"\t", ""},   {"\n", ""},   {"\r", ""},   {"%78", "x"}, {"%58", "x"}, {"%6e", "n"},
      {"%6E", "n"}, {"%4e", "n"}, {"%4E", "n"}, {"%2d", "-"}, {"%2D", "-"}};
  std::string kept = text;
  for (const auto& [hidden, plain] : kHidden) kept = replaced(kept, hidden, plain);
  const std::string shown = kept;
  for (const char* label : {"xn--", "Xn--", "xN--", "XN--"}) kept = replaced(kept, label, "q");
  return kept == shown ? text : kept;
}
bool agree_without_a_labels(const Found& found) {
  return agree_without(found,
                       {without_a_labels(found.pair.base), without_a_labels(found.pair.reference)});
}

// URL Standard 3.3: a domain in ASCII is only made lower case, whatever its A-labels hold (since
// June 2026).
bool ascii_a_label(const Found& found) {
  return found.only_we_parse() && agree_without_a_labels(found);
}

// UTS 46 4: they let a label pass that breaks a criterion, in their answer or in their base.
template <Broken kCriterion>
bool lets_pass(const Found& found) {
  if (found.theirs == "!") return false;
  if (found.only_they_parse() || host_of(found.theirs) != host_of(found.ours)) {
    if (broken_criterion(host_of(found.theirs)) == kCriterion) return true;
  }
  const auto base = found.peer.answers({{"", found.pair.base}});
  return base.size() == 1 && base[0] != our_answer({"", found.pair.base}) &&
         broken_criterion(host_of(base[0])) == kCriterion;
}

// RFC 5893 2: they refuse a label that holds to every criterion, with a letter whose direction is
// not in an old table.
bool new_rtl_letter(const Found& found) {
  const auto refused = [](std::string_view href) {
    return broken_criterion(host_of(href)) == Broken::nothing && has_new_rtl_letter(host_of(href));
  };
  return found.only_we_parse() &&
         (refused(found.ours) || refused(our_answer({"", found.pair.base})));
}

// What the Unicode of this ICU has not assigned, a newer one may have.
bool newer_unicode(const Found& found) {
  const auto without = [](std::string_view text) {
    std::string kept;
    while (!text.empty()) {
      const utf8::Sequence sequence = utf8::first(text);
      if (u_charType(static_cast<UChar32>(sequence.code_point)) == U_UNASSIGNED)
        kept += 'q';
      else
        kept += text.substr(0, sequence.length);
      text.remove_prefix(sequence.length);
    }
    return kept;
  };
  return found.only_they_parse() &&
         agree_without(found, {without(found.pair.base), without(found.pair.reference)});
}

// URL Standard 4.4, no scheme state: of a base with an opaque path only a fragment can be taken.
bool opaque_base(const Found& found) {
  const url::Base base(found.pair.base, url::Rules::whatwg);
  if (!found.only_they_parse() || !base.is_absolute()) return false;
  const url::Components& parts = base.components();
  std::string alone;
  return !parts.authority.present && !parts.path.starts_with('/') &&
         url::resolve(url::Base("", url::Rules::whatwg), found.pair.reference, {}, alone).failure ==
             url::Failure::missing_scheme;
}

// URL Standard 4.4, path state: no ".." and "." are left of a path that is not opaque.
bool dots_are_left(const Found& found) {
  const auto has_dots = [](std::string_view href) {
    std::string_view path = url::split(href, url::Rules::whatwg).path;
    if (!path.starts_with('/')) return false;
    const std::string closed = std::string(path.starts_with("/.//") ? path.substr(2) : path) + '/';
    for (const char* dots : {"/./", "/../", "/%2e/", "/%2E/"})
      if (closed.find(dots) != std::string::npos) return true;
    return false;
  };
  if (found.theirs == "!") return false;
  if (has_dots(found.theirs)) return true;
  const auto base = found.peer.answers({{"", found.pair.base}});
  return base.size() == 1 && has_dots(base[0]);
}

// UTS 46 maps since its revisions 31 and 33 what it forbade before, and capital sharp S to its
// small form (scripts/make_idna_overrides.py).
bool newer_mapping(const Found& found) {
  const auto is_new = [](std::string_view character) {
    if (character == "\u1E9E") return true;
    UErrorCode error = U_ZERO_ERROR;
    static UIDNA* const idna = uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII, &error);
    char ascii[200];
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    uidna_nameToASCII_UTF8(idna, character.data(), static_cast<std::int32_t>(character.size()),
                           ascii, sizeof ascii, &info, &error);
    return (info.errors & UIDNA_ERROR_DISALLOWED) != 0;
  };
  const auto without = [&](std::string_view text) {
    std::string kept;
    while (!text.empty()) {
      const utf8::Sequence sequence = utf8::first(text);
      const std::string_view character = text.substr(0, sequence.length);
      if (sequence.valid && sequence.code_point >= 0x80 && is_new(character))
        kept += 'q';
      else
        kept += character;
      text.remove_prefix(sequence.length);
    }
    return kept;
  };
  return agree_without(found, {without(found.pair.base), without(found.pair.reference)});
}

// URL Standard 4.4, relative state: the base's query is taken over, and an empty one is not null.
bool empty_query(const Found& found) {
  const url::Base base(found.pair.base, url::Rules::whatwg);
  const url::Component& query = base.components().query;
  const std::size_t fragment = found.ours.find('#');
  const std::string ours = found.ours.substr(0, fragment);
  if (!query.present || !query.text.empty() || !ours.ends_with('?')) return false;
  std::string without = found.ours;
  without.erase(ours.size() - 1, 1);
  return same_but_for_carets(replaced(without, "%20#", " #"), replaced(found.theirs, "%20#", " #"));
}

// URL Standard 4.4, path state: ".." at the end leaves an empty segment.
bool last_dots(const Found& found) {
  const url::Components ours = url::split(found.ours, url::Rules::whatwg);
  const url::Components theirs = url::split(found.theirs, url::Rules::whatwg);
  std::string path(theirs.path);
  return found.theirs != "!" && ours.path.ends_with('/') && path.append("/") == ours.path &&
         ours.authority.text == theirs.authority.text && ours.query.text == theirs.query.text;
}

// URL Standard 4.4, opaque path state: the last space before "?" or "#" is encoded (since 2025).
bool space_of_opaque_path(const Found& found) {
  return replaced(replaced(found.ours, "%20?", " ?"), "%20#", " #") ==
         replaced(replaced(found.theirs, "%20?", " ?"), "%20#", " #");
}

// URL Standard 4.2: a drive letter is all of its segment; "c:x" is none.
bool drive_letter(const Found& found) {
  const auto without = [](const std::string& text) {
    std::string kept;
    for (const char c : text)
      if (c != '\t' && c != '\n' && c != '\r') kept += c;
    bool changed = false;
    for (std::size_t i = 2; i + 1 < kept.size(); ++i) {
      const bool ends = kept[i + 1] == '/' || kept[i + 1] == '\\';
      if ((kept[i] == ':' || kept[i] == '|') && !ends &&
          std::isalpha(static_cast<unsigned char>(kept[i - 1])) != 0 &&
          (kept[i - 2] == '/' || kept[i - 2] == '\\' || kept[i - 2] == ':')) {
        kept[i] = 'q';
        changed = true;
      }
    }
    return changed ? kept : text;
  };
  return (found.ours.starts_with("file:") || found.theirs.starts_with("file:")) &&
         agree_without(found, {without(found.pair.base), without(found.pair.reference)});
}

struct Documented {
  std::string_view what;
  bool (*explains)(const Found&);
};

// What can be seen comes first, then what shows when it is taken away.
constexpr Documented kDocumented[] = {
    {"\"^\" in a path is encoded (1.3)", caret_in_path},
    {"the last space of an opaque path is encoded (4.4)", space_of_opaque_path},
    {"\"..\" at the end leaves an empty segment (4.4)", last_dots},
    {"a path that is not opaque holds no dot segments (4.4)", dots_are_left},
    {"an empty query is taken over from the base (4.4)", empty_query},
    {"a base with an opaque path has no relative references (4.4)", opaque_base},
    {"each label of a domain from right to left is checked (RFC 5893 2)", lets_pass<Broken::bidi>},
    {"a label is in NFC (UTS 46 4.1)", lets_pass<Broken::normal>},
    {"no label begins with a combining mark (UTS 46 4.1)", lets_pass<Broken::mark>},
    {"joiners stand only where they join (RFC 5892 A)", lets_pass<Broken::joiner>},
    {"an A-label decodes to something that is not ASCII (UTS 46 4)", lets_pass<Broken::punycode>},
    {"a letter that the Unicode of this ICU does not have (3.3)", lets_pass<Broken::unassigned>},
    {"letters of Unicode 14 that go from right to left (RFC 5893 2)", new_rtl_letter},
    {"a drive letter is all of its segment (4.2)", drive_letter},
    {"A-labels in an ASCII domain are not checked (3.3)", ascii_a_label},
    {"what newer revisions of UTS 46 map (3.3)", newer_mapping},
    {"what maps from a letter that the Unicode of this ICU does not have (3.3)", newer_unicode},
};

bool is_explained(const Found& found) {
  return std::any_of(std::begin(kDocumented), std::end(kDocumented),
                     [&](const Documented& one) { return one.explains(found); });
}

std::string visible(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c > ' ' && c < 0x7F && c != '\\') {
      out += c;
      continue;
    }
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\x%02X", static_cast<unsigned char>(c));
    out += escape;
  }
  return out;
}

int compare(Peer& peer, std::uint64_t count, std::uint64_t seed) {
  const std::string name = peer.name();
  std::array<std::uint64_t, std::size(kDocumented)> documented{};
  std::array<std::uint64_t, std::size(kDocumented)> example{};
  std::uint64_t parsed = 0;
  std::uint64_t unexplained = 0;
  for (std::uint64_t begin = 0; begin < count; begin += kBatch) {
    std::vector<UrlPair> pairs;
    for (std::uint64_t n = begin; n < begin + kBatch && n < count; ++n)
      pairs.push_back(basewalk::test::hostile_pair(seed, n));
    const std::vector<std::string> theirs = peer.answers(pairs);
    if (theirs.size() != pairs.size()) {
      std::cerr << name << " has gone away\n";
      return 1;
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::string ours = our_answer(pairs[i]);
      if (ours != "!") ++parsed;
      if (ours == theirs[i]) continue;
      const Found found{peer, pairs[i], ours, theirs[i]};
      std::size_t kind = 0;
      while (kind < std::size(kDocumented) && !kDocumented[kind].explains(found)) ++kind;
      if (kind < std::size(kDocumented)) {
        if (documented[kind]++ == 0) example[kind] = begin + i;
      } else if (++unexplained <= 50) {
        std::cout << "pair " << begin + i << "\n  base      " << visible(pairs[i].base)
                  << "\n  reference " << visible(pairs[i].reference) << "\n  basewalk  "
                  << visible(ours) << "\n  " << name << ' ' << visible(theirs[i]) << '\n';
      }
    }
  }
  std::cout << count << " pairs of seed " << seed << " beside " << name << ": " << parsed
            << " parse, " << unexplained << " differences that no clause explains\n";
  for (std::size_t kind = 0; kind < std::size(kDocumented); ++kind)
    if (documented[kind] > 0)
      std::cout << "  " << documented[kind] << " documented: " << kDocumented[kind].what
                << ", such as pair " << example[kind] << '\n';
  // Neither side may simply refuse all.
  return unexplained == 0 && parsed > count / 10 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<const char*> arguments(argv + 1, argv + argc);
  std::unique_ptr<Peer> peer;
  std::size_t used = 1;
  if (arguments.size() >= 2 && std::string_view(arguments[0]) == "node") {
    auto node = std::make_unique<Node>(arguments[0], arguments[1]);
    if (node->is_there()) peer = std::move(node);
    used = 2;
  }
#ifdef BASEWALK_HAS_ADA
  if (!arguments.empty() && std::string_view(arguments[0]) == "ada") peer = std::make_unique<Ada>();
#endif
  if (peer == nullptr) {
    std::cout << "skipped: " << (arguments.empty() ? "no peer was named" : arguments[0])
              << " is not there, or too old\n";
    return kSkipped;
  }
  const auto number = [&](std::size_t i, std::uint64_t otherwise) {
    return i < arguments.size() ? std::strtoull(arguments[i], nullptr, 10) : otherwise;
  };
  return compare(*peer, number(used, 100'000), number(used + 1, 1));
}
