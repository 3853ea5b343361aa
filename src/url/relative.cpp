// SPDX-License-Identifier: MIT
//
// There are few kinds of references, so all of them are tried: each candidate is resolved, and
// the shortest one counts that gives the URL back.  That makes one piece of code right for every
// rule set.
#include "basewalk/url/relative.h"

#include <algorithm>
#include <cstddef>

#include "basewalk/url/url.h"
#include "url/scan.h"

namespace basewalk::url {
namespace {

class Search {
 public:
  Search(const Base& base, std::string_view url) : base_(base), url_(url) {}

  // Resolves a candidate if it is shorter than what was found.
  void consider(std::string_view reference) {
    if (found_ && reference.size() >= best_.size()) return;
    if (reference != url_ && looks_like_a_scheme(reference)) return;
    resolved_.clear();
    const Resolution result = resolve(base_, reference, {}, resolved_);
    if (result.outcome == Outcome::error || result.current_document || resolved_ != url_) return;
    best_.clear();
    best_.append(reference);
    found_ = true;
  }
  void consider(std::string_view front, std::string_view back) {
    candidate_.clear();
    candidate_.append(front).append(back);
    consider(candidate_);
  }

  bool found() const { return found_; }
  const std::string& best() const { return best_; }

 private:
  // A first segment with a colon that is no scheme under these rules is one to others: RFC 1808 5.3
  // and RFC 3986 4.2 want "./" before it.  The URL Standard only asks for what is a scheme (4.3).
  bool looks_like_a_scheme(std::string_view reference) const {
    if (base_.rules() == Rules::whatwg) return false;
    const Components parts = split(reference, base_.rules());
    return !parts.scheme.present && !parts.authority.present && first_segment_has_colon(parts.path);
  }

  const Base& base_;
  std::string_view url_;
  std::string best_;
  std::string candidate_;
  std::string resolved_;
  bool found_ = false;
};

// The length of the directories that two paths begin with, "/" and all.
std::size_t common_directories(std::string_view a, std::string_view b) {
  const std::size_t n = std::min(a.size(), b.size());
  std::size_t common = 0;
  for (std::size_t i = 0; i < n && a[i] == b[i]; ++i)
    if (a[i] == '/') common = i + 1;
  return common;
}

}  // namespace

bool append_relative(const Base& base, std::string_view url, std::string& out) {
  const Components parts = split(url, base.rules());
  const auto offset_of = [&](std::string_view part) {
    return static_cast<std::size_t>(part.data() - url.data());
  };
  Search search(base, url);
  search.consider(url);
  search.consider("");
  search.consider("#");  // RFC 1808: empty, and yet not entirely so (4 step 2a)

  // From each component on.
  if (parts.fragment.present) search.consider(url.substr(offset_of(parts.fragment.text) - 1));
  if (parts.query.present) search.consider(url.substr(offset_of(parts.query.text) - 1));
  if (parts.params.present) search.consider(url.substr(offset_of(parts.params.text) - 1));
  if (parts.path.starts_with('/')) {
    search.consider(url.substr(offset_of(parts.path)));
    // The slash that an authority without a path lacks comes by itself, and so does the drive of a
    // file (URL Standard 4.4, file slash state).
    search.consider(url.substr(offset_of(parts.path) + 1));
    const std::size_t second = parts.path.find('/', 1);
    if (second != std::string_view::npos)
      search.consider(url.substr(offset_of(parts.path) + second));
  }
  if (parts.authority.present) search.consider(url.substr(offset_of(parts.authority.text) - 2));

  // Up from the base's directory, and down again.
  const std::string_view base_path = base.components().path;
  const std::size_t common = common_directories(base_path, parts.path);
  const std::size_t path_begin = parts.path.empty() ? url.size() : offset_of(parts.path);
  const std::string_view down =
      parts.path.empty() ? std::string_view() : url.substr(path_begin + common);
  const std::string_view tail = down.substr(std::min(down.size(), parts.path.size() - common));
  std::string up;
  for (std::size_t i = common; (i = base_path.find('/', i)) != std::string_view::npos; ++i)
    up += "../";
  search.consider(up, down);
  if (down.size() == tail.size()) {  // a directory: ".." will do
    if (up.empty()) {
      search.consider(".", tail);
    } else {
      search.consider(std::string_view(up).substr(0, up.size() - 1), tail);
    }
  }
  // "./" keeps a colon from making a scheme, and a slash from making a root (RFC 3986 4.2).
  if (up.empty()) search.consider("./", down);

  out.append(search.found() ? std::string_view(search.best()) : url);
  return search.found();
}

}  // namespace basewalk::url
