// SPDX-License-Identifier: MIT
//
// The URL Standard's basic URL parser and serialiser, as one: the states come in the order
// of the components, so each writes what it has parsed.
#ifndef BASEWALK_SRC_URL_WHATWG_PARSER_H_
#define BASEWALK_SRC_URL_WHATWG_PARSER_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "basewalk/url/resolve.h"
#include "url/whatwg.h"

namespace basewalk::url {

/// The schemes that the URL Standard calls special (4.2).
enum class Special : std::uint8_t { none, http, https, ws, wss, ftp, file };

/// Which special scheme a text is, without its ":"; case does not count.
Special special_scheme(std::string_view scheme);

/// Parses one input.
class WhatwgParser {
 public:
  /// What is parsed without a base has a Base that does not parse.
  WhatwgParser(const Base& base, std::string& out) : base_(base), out_(out), start_(out.size()) {}

  /// Appends the serialisation of `input`, or nothing and says why.
  Resolution run(std::string_view input);

  /// What run() was told, as the base of others.
  void describe(Base& base) const;

 private:
  bool parse(std::string_view rest);
  bool as_written();
  bool append_plain(std::string_view text, std::size_t path);
  bool no_scheme(std::string_view rest);
  bool relative(std::string_view rest);
  bool relative_slash(std::string_view rest);
  bool inherit_path(std::string_view rest);
  bool file(std::string_view rest, bool base_is_file);
  bool file_slash(std::string_view rest, bool base_is_file);
  bool file_host(std::string_view rest);
  bool after_slashes(std::string_view rest);
  bool authority(std::string_view rest);
  bool credentials_and_host(std::string_view text);
  bool host_and_port(std::string_view text);
  bool port(std::string_view text);
  bool path_start(std::string_view rest);
  bool path(std::string_view rest);
  void segments(std::string_view text);
  bool opaque_path(std::string_view rest);
  bool query_and_fragment(std::string_view rest);
  bool query(std::string_view rest);
  bool fragment(std::string_view rest);

  void shorten_path();
  void begin_path();

  bool is_special() const { return special_ != Special::none; }
  bool is_slash(char c) const { return c == '/' || (c == '\\' && is_special()); }
  bool begins_with_slash(std::string_view text) const { return !text.empty() && is_slash(text[0]); }
  std::string_view base_text(std::size_t from, std::size_t to) const {
    return base_.text().substr(from, to - from);
  }
  bool fail(Failure failure, std::string_view at);

  const Base& base_;
  std::string& out_;
  const std::size_t start_;
  std::string_view input_;  // without what was stripped
  Special special_ = Special::none;
  bool has_host_ = false;
  bool opaque_path_ = false;
  bool used_base_ = false;
  bool plain_ = false;  // the input holds nothing to strip, to remove or to encode
  // Offsets into `out_`.
  std::size_t scheme_end_ = 0;
  std::size_t authority_end_ = 0;
  std::size_t path_begin_ = 0;
  std::size_t path_end_ = 0;
  std::size_t query_end_ = 0;
  Failure failure_ = Failure::none;
  std::size_t failure_offset_ = 0;  // into `input_`
};

}  // namespace basewalk::url

#endif  // BASEWALK_SRC_URL_WHATWG_PARSER_H_
