// SPDX-License-Identifier: MIT
//
// The members of a ZIP in memory, by libarchive: by its directory, or from member to member where
// there is none.
//
// Before this: session.h.  After it: ooxml.cpp, odf.cpp and epub.cpp read the members.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_ZIP_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_ZIP_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "worker/documents/office/session.h"

struct archive;
struct archive_entry;

namespace basewalk::worker::office {

/// One pass over the members.
class Zip {
 public:
  /// Without a session, nothing is told, and nothing counts.
  Zip(std::string_view bytes, Session* session, std::string_view password = {});
  ~Zip();
  Zip(const Zip&) = delete;
  Zip& operator=(const Zip&) = delete;

  /// The next member that is a file; false behind the last one, and behind damage.
  bool next();
  const std::string& name() const { return name_; }
  bool is_encrypted() const { return is_encrypted_; }
  /// Was its directory missing, or of no use?
  bool has_no_directory() const { return has_no_directory_; }

  /// Calls put(piece) for its bytes until it returns false.  False where they do not come to their
  /// end, which is told.
  template <class Put>
  bool read(const Put& put) {
    while (true) {
      const Piece piece = next_piece();
      if (piece.is_end) return true;
      if (!piece.bytes) return false;
      if (!put(*piece.bytes)) return true;
    }
  }
  /// All of them, up to a size that more would be a mistake.
  std::string read_all(std::size_t most);

 private:
  struct Piece {
    std::optional<std::string_view> bytes{};
    bool is_end = false;
  };
  struct Close {
    void operator()(::archive* archive) const;
  };

  void open(std::string_view bytes, bool by_directory);
  bool next_of_archive();
  Piece next_piece();
  void lack(Lack why, std::string_view sentence);

  std::string_view bytes_;
  Session* session_;
  std::string password_;
  std::unique_ptr<::archive, Close> archive_;
  std::string name_;
  std::uint64_t members_ = 0;
  std::uint64_t member_bytes_left_ = 0;  // so that one leaves something for the others
  bool is_encrypted_ = false, has_no_directory_ = false, is_first_ = true;
};

/// The password that opens the encrypted members, of those of the document; it is told.  Nothing
/// where none is encrypted, or none opens them, which is told, too.
std::optional<std::string_view> password_of(Session& session);

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_ZIP_H_
