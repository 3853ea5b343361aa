// SPDX-License-Identifier: MIT
//
// What a web archive holds, by URL: a WARC file, packed or not, or those in a WACZ.
//
// The file is gone through once; of each capture its place is kept, and its payload is read when it
// is asked for.  Comes behind archive/warc/, which reads records; warc_page.h makes a bundle of it.
#ifndef BASEWALK_OUTPUT_WARC_WARC_INDEX_H_
#define BASEWALK_OUTPUT_WARC_WARC_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/result.h"

namespace basewalk::output {

/// Is it a web archive, by its name or its first bytes?
bool is_web_archive(const std::string& path);

class WarcIndex {
 public:
  struct Capture {
    std::string url;  ///< as a browser writes it, without a fragment
    std::int64_t date = 0;
    std::size_t number = 0;
  };
  struct Payload {
    std::string bytes, media_type;
    int status = 200;
    std::string location;  ///< of a redirect: where to, as a browser resolves it
    bool partial = false;  ///< not all of it was captured, or is in this record
  };

  /// Error codes: "unreadable", "limit" (more captures than are held).
  static Result<std::unique_ptr<WarcIndex>> open(const std::string& path);
  ~WarcIndex();

  /// The captures of a URL that is nearest to a time; null where there is none.
  const Capture* find(std::string_view url, std::int64_t date) const;
  const std::vector<Capture>& captures() const;

  /// What was captured, at most so long.  Error codes: "damaged", "coding", "limit-bytes", "http",
  /// "revisit" (what it repeats is not there); the detail is a clause.
  Result<Payload> payload(const Capture& capture, std::size_t most) const;
  /// The same without the bytes, but for the first of them.
  Result<Payload> first_of(const Capture& capture) const;

  /// URLs that a WACZ names as pages; the first thousand.
  const std::vector<std::string>& pages() const;
  /// What of the file could not be read, a sentence each without its name.
  std::vector<std::string> troubles() const;

 private:
  struct State;
  explicit WarcIndex(std::unique_ptr<State> state);
  Result<Payload> read(const Capture& capture, std::size_t most, bool whole) const;

  std::unique_ptr<State> state_;
};

/// A URL as a browser writes it, without its fragment; empty where it is none.
std::string plain_url(std::string_view url);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_WARC_WARC_INDEX_H_
