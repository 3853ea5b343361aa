// SPDX-License-Identifier: MIT
//
// One algorithm for three standards.  RFC 1808 4, RFC 2396 5.2 and RFC 3986 5.2.2 ask the
// same questions in the same order; where they answer differently the policy says how
// (policy.h).  The margin has the step of each: "1808/3" is RFC 1808 4 step 3, "2396/3" is
// RFC 2396 5.2 step 3, "3986" is the pseudo-code of RFC 3986 5.2.2.
//
// A base keeps its text and where its components end, so that what a reference inherits is
// one piece of that text: scheme, authority and directory go into the result by one copy.
//
// Before this: walk/link_maker.cpp asks for a reference and its base.  After it:
// output/records.cpp prints the link, of which a visitor is told.
#include "basewalk/url/resolve.h"

#include <cstddef>
#include <utility>

#include "text/ascii.h"
#include "text/work.h"
#include "url/dots.h"
#include "url/policy.h"
#include "url/scan.h"
#include "url/split.h"
#include "url/whatwg_parser.h"

namespace basewalk::url {

Base::Base(std::string_view text, Rules rules) : rules_(rules) {
  if (rules == Rules::whatwg)
    parse(text);
  else
    take_apart(text);
}

Base::Base(const Base& other) { *this = other; }

Base& Base::operator=(const Base& other) {
  if (this == &other) return *this;
  text_ = other.text_;
  copy_anatomy(other);
  return *this;
}

Base::Base(Base&& other) noexcept { *this = std::move(other); }

// A short text lies inside the string object, so that a move changes where it is.
Base& Base::operator=(Base&& other) noexcept {
  if (this == &other) return *this;
  text_ = std::move(other.text_);
  copy_anatomy(other);
  other.text_.clear();
  other.copy_anatomy(Base());
  return *this;
}

void Base::copy_anatomy(const Base& other) {
  rules_ = other.rules_;
  ends_ = other.ends_;
  slash_missing_ = other.slash_missing_;
  directory_has_dots_ = other.directory_has_dots_;
  opaque_path_ = other.opaque_path_;
  special_scheme_ = other.special_scheme_;
  failure_ = other.failure_;
  components_ = failure_ == Failure::none ? split(text_, rules_) : Components();
}

// The URL Standard: what a base means is what it parses to without a base.
void Base::parse(std::string_view text) {
  const Base none;
  WhatwgParser parser(none, text_);
  failure_ = parser.run(text).failure;
  if (failure_ != Failure::none) {
    text_ = text;
    return;
  }
  parser.describe(*this);
  components_ = split(text_, rules_);
}

void Base::take_apart(std::string_view text) {
  text_ = text;
  components_ = split(text_, rules_);
  const std::string_view path = components_.path;
  ends_ = {};
  if (components_.scheme.present) ends_.scheme = components_.scheme.text.size() + 1;
  ends_.authority = ends_.scheme;
  if (components_.authority.present) ends_.authority += 2 + components_.authority.text.size();
  const std::size_t slash = path.rfind('/');
  ends_.directory = ends_.authority + (slash == std::string_view::npos ? 0 : slash + 1);
  ends_.path = ends_.authority + path.size();
  slash_missing_ = components_.authority.present && path.empty();
  directory_has_dots_ = may_have_dot_segments(
      std::string_view(text_).substr(ends_.authority, ends_.directory - ends_.authority));
}

/// May look into a Base.
class Resolving {
 public:
  template <class Policy>
  class Resolver;
};

/// One reference on its way to a result.
template <class Policy>
class Resolving::Resolver {
 public:
  Resolver(const Base& base, const ResolveOptions& options, std::string& out)
      : base_(base), options_(options), out_(out) {}

  Resolution run(std::string_view reference) {
    const std::size_t scheme = scheme_length(reference, Policy::kSchemeBeginsWithLetter);
    const bool loophole = scheme != 0 && is_loophole(reference.substr(0, scheme));
    if (scheme != 0 && !loophole) {  // 1808/2b, 2396/3, 3986
      append_absolute(reference, scheme + 1);
      return {Outcome::absolute, false, Failure::none, 0};
    }
    if (base_.text_.empty()) {  // 1808/1
      out_.append(reference);
      return {Outcome::absolute, false, Failure::none, 0};
    }
    if (loophole) reference.remove_prefix(scheme + 1);
    if constexpr (Policy::kRules == Rules::rfc1808) {
      if (reference.empty()) {  // 1808/2a
        out_.append(base_.text_);
        return {};
      }
    }
    const Components parts = split_after_scheme<Policy>(reference);
    if constexpr (Policy::kRules == Rules::rfc2396) {
      if (!loophole && parts.path.empty() && !parts.authority.present && !parts.query.present) {
        out_.append(base_without_fragment());  // 2396/2
        out_.append(reference);
        return {Outcome::resolved, true, Failure::none, 0};
      }
    }
    return relative(reference, parts);
  }

 private:
  static bool is_there(const Component& part) {
    return Policy::kEmptyIsAbsent ? !part.text.empty() : part.present;
  }

  // 2396/3 and 3986 "not strict".
  bool is_loophole(std::string_view scheme) const {
    if constexpr (Policy::kRules == Rules::rfc1808) return false;  // 1808 5.2: "http:g"
    if (!options_.same_scheme_is_relative) return false;
    const Components& base = base_.components_;
    if (!ascii::iequals(scheme, base.scheme.text)) return false;
    // RFC 2396: "the scheme is known to always use the <hier_part> syntax".
    return Policy::kRules == Rules::rfc3986 || base.authority.present || base.path.starts_with('/');
  }

  Resolution relative(std::string_view reference, const Components& parts) {
    const std::string_view base(base_.text_);
    const auto& ends = base_.ends_;
    const std::size_t before = out_.size();
    if (is_there(parts.authority)) {  // 1808/3, 2396/4, 3986
      out_.append(base.substr(0, ends.scheme));
      append_authority_and_path(reference, parts);
    } else if (parts.path.starts_with('/')) {  // 1808/4, 2396/5, 3986
      out_.append(base.substr(0, ends.authority));
      append_rooted(parts.path);
      append_tail(reference, parts);
    } else if (Policy::kEmptyPath == EmptyPath::inherits && parts.path.empty()) {  // 1808/5, 3986
      append_inherited(reference, parts);
    } else {  // 1808/6, 2396/6, 3986 5.2.3
      if (!append_merged(parts.path)) {
        out_.resize(before);
        return {Outcome::error, false, Failure::surplus_dots, 0};
      }
      append_tail(reference, parts);
    }
    return {};
  }

  // The reference as it is.  Only RFC 3986 removes dot segments from an absolute one.
  void append_absolute(std::string_view reference, std::size_t after_scheme) {
    // Mostly there is no "/." anywhere, and no need to know where the path is.
    if (!Policy::kDotsGoFromEveryPath || !may_have_dot_segments(reference.substr(after_scheme))) {
      out_.append(reference);
      return;
    }
    out_.append(reference.substr(0, after_scheme));
    const std::string_view rest = reference.substr(after_scheme);
    const Components parts = split_after_scheme<Policy>(rest);
    if (parts.authority.present) {
      append_authority_and_path(rest, parts);
    } else {
      const std::size_t path = out_.size();
      out_.append(parts.path);
      remove_dots(path, 0);
      guard(path, true, false);
      append_tail(rest, parts);
    }
  }

  void append_authority_and_path(std::string_view reference, const Components& parts) {
    if (!Policy::kDotsGoFromEveryPath || !may_have_dot_segments(parts.path)) {
      append_from(reference, 0, parts);
      return;
    }
    out_.append("//");
    out_.append(parts.authority.text);
    const std::size_t path = out_.size();
    out_.append(parts.path);
    remove_dots(path, 0);
    append_tail(reference, parts);
  }

  void append_rooted(std::string_view path_text) {
    const std::size_t path = out_.size();
    out_.append(path_text);
    if (Policy::kDotsGoFromEveryPath && may_have_dot_segments(path_text)) remove_dots(path, 0);
    guard(path, base_.components_.scheme.present, base_.components_.authority.present);
  }

  // What the base has up to and with its path, then what is new.  Under RFC 1808 params and query
  // are inherited one after the other, each only where all before it were (step 5 a and b).
  void append_inherited(std::string_view reference, const Components& parts) {
    out_.append(base_.text_, 0, base_.ends_.path);
    const Components& base = base_.components_;
    Components all = parts;
    if constexpr (Policy::kHasParams) {
      if (!is_there(all.params)) {
        all.params = base.params;
        if (!is_there(all.query)) all.query = base.query;
      }
      // RFC 1808 2.2: only a path can separate params and query from a net_loc.
      if (base_.slash_missing_ && (is_there(all.params) || is_there(all.query))) out_ += '/';
      append_parts(all);
    } else {
      if (!parts.query.present && base.query.present) append_part('?', base.query);
      append_tail(reference, parts);
    }
  }

  // False where a surplus ".." is an error.
  bool append_merged(std::string_view path_text) {
    const std::size_t path = out_.size() + base_.ends_.authority;
    out_.append(base_.text_, 0, base_.ends_.directory);
    if (base_.slash_missing_) out_ += '/';  // 3986 5.2.3; RFC 1808 2.2 and 2396 3 ask for it, too
    const std::size_t clean = base_.directory_has_dots_ ? 0 : out_.size() - path;
    out_.append(path_text);
    if (base_.directory_has_dots_ || may_have_dot_segments(path_text)) {
      if (!remove_dots(path, clean)) return false;
    }
    guard(path, base_.components_.scheme.present, base_.components_.authority.present);
    return true;
  }

  // Removes dot segments from the path that begins at `path` and ends the result so far.
  bool remove_dots(std::size_t path, std::size_t clean) {
    char* const begin = out_.data() + path;
    const std::size_t size = out_.size() - path;
    if constexpr (Policy::kDots == Dots::segments) {
      out_.resize(path + remove_dot_segments(begin, size, clean).size);
      return true;
    } else {
      const SurplusDots surplus =
          Policy::kRules == Rules::rfc1808 ? SurplusDots::keep : options_.surplus_dots;
      const WithoutDots left = remove_dot_patterns(begin, size, clean, surplus);
      out_.resize(path + left.size);
      return !(left.surplus && surplus == SurplusDots::error);
    }
  }

  // [R3]: a path that would be read as an authority gets "/." in front.  Without a scheme a first
  // segment that would be read as one gets "./" (RFC 1808 5.3, RFC 3986 4.2).
  void guard(std::size_t path, bool has_scheme, bool has_authority) {
    const std::string_view text = std::string_view(out_).substr(path);
    if (text.starts_with("//") && !has_authority) {
      out_.insert(path, "/.");
    } else if (!has_scheme && scheme_length(text, Policy::kSchemeBeginsWithLetter) != 0) {
      out_.insert(path, "./");
    }
  }

  // Params, query and fragment of the reference.
  void append_tail(std::string_view reference, const Components& parts) {
    const auto path_end =
        static_cast<std::size_t>(parts.path.data() + parts.path.size() - reference.data());
    append_from(reference, path_end, parts);
  }

  // The reference from `offset` on: in one copy, unless empty components have to go.
  void append_from(std::string_view reference, std::size_t offset, const Components& parts) {
    if constexpr (Policy::kEmptyIsAbsent) {
      const auto vanishes = [](const Component& part) { return part.present && part.text.empty(); };
      if (vanishes(parts.params) || vanishes(parts.query) || vanishes(parts.fragment)) {
        const auto path_end =
            static_cast<std::size_t>(parts.path.data() + parts.path.size() - reference.data());
        out_.append(reference.substr(offset, path_end - offset));
        append_parts(parts);
        return;
      }
    }
    out_.append(reference.substr(offset));
  }

  void append_parts(const Components& parts) {
    append_part(';', parts.params);
    append_part('?', parts.query);
    append_part('#', parts.fragment);
  }

  void append_part(char delimiter, const Component& part) {
    if (!is_there(part)) return;
    out_ += delimiter;
    out_.append(part.text);
  }

  std::string_view base_without_fragment() const {
    const Component& fragment = base_.components_.fragment;
    const std::string_view text(base_.text_);
    return fragment.present ? text.substr(0, text.size() - fragment.text.size() - 1) : text;
  }

  const Base& base_;
  const ResolveOptions& options_;
  std::string& out_;
};

Resolution resolve(const Base& base, std::string_view reference, const ResolveOptions& options,
                   std::string& out) {
  work::charge(base.text().size() + reference.size() + 1);
  switch (base.rules()) {
    case Rules::rfc2396:
      return Resolving::Resolver<Rfc2396>(base, options, out).run(reference);
    case Rules::rfc3986:
      return Resolving::Resolver<Rfc3986>(base, options, out).run(reference);
    case Rules::whatwg:
      return WhatwgParser(base, out).run(reference);
    case Rules::rfc1808:
      break;
  }
  return Resolving::Resolver<Rfc1808>(base, options, out).run(reference);
}

}  // namespace basewalk::url
