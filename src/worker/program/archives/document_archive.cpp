// SPDX-License-Identifier: MIT
//
// Of an encrypted member nobody knows that it was opened before it was read to its end: ZIP's old
// cipher takes one wrong password in 256 for right.  So its bytes are kept until then, and where
// they are none the archive is read once more, with the passwords behind that one.
#include "worker/program/archives/document_archive.h"

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "worker/documents/seven_zip/decrypted.h"
#include "worker/documents/zip/layout.h"
#include "worker/program/archives/archive_reader.h"
#include "worker/program/archives/entry.h"

namespace basewalk::worker {
namespace {

class Bytes final : public Input {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) override {
    return offset < bytes_.size() ? bytes_.copy(into, size, static_cast<std::size_t>(offset)) : 0;
  }

 private:
  std::string_view bytes_;
};

Lack lack_of(Trouble trouble) {
  switch (trouble) {
    case Trouble::encrypted:
      return Lack::encrypted;
    case Trouble::no_reader:
      return Lack::no_opener;
    case Trouble::limit:
      return Lack::limit;
    default:
      return Lack::damaged;
  }
}

// "page.html" of "page.html.gz".
std::string_view without_ending(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return name;
  return name.substr(0, dot);
}

class Archive {
 public:
  Archive(const Document& document, DocumentSink& sink)
      : document_(document), sink_(sink), input_(document.bytes), left_(document.bounds.bytes) {}

  void read_all() {
    // What begins as a ZIP ends where its directory does; in others a ZIP may be a member.
    const zip::Layout layout = zip::layout_of(document_.bytes);
    if (document_.bytes.starts_with("PK")) input_ = Bytes(layout.archive);
    read_archive();
    if (is_zip_) give_others(layout.others);
    if (opened_with_) sink_.opened_with(OpenedWith::word, *opened_with_);
  }

 private:
  enum class Read : unsigned char { whole, lacking, stop };

  void give_others(const std::vector<std::string_view>& others);
  void read_archive() {
    do {
      again_ = false;
      read_once();
    } while (again_);
  }
  void read_once();
  bool is_packed_alone(ArchiveReader& reader) const;
  Read read_member(ArchiveReader& reader, archive_entry* entry);
  Read give(ArchiveReader& reader, std::string* kept);
  void give_kept(const DocumentPart& part, std::string_view kept);
  void tell_none(ArchiveReader& reader);
  void tell_end(ArchiveReader& reader);
  void tell_limit(std::string_view what, std::string_view sentence) {
    sink_.lack(Lack::limit, what, sentence);
  }
  static const char* next_password(::archive*, void* self);

  const Document& document_;
  DocumentSink& sink_;
  Bytes input_;
  std::uint64_t left_;      // bytes that may still be unpacked
  std::uint64_t told_ = 0;  // members, encrypted ones that cannot be opened included
  std::size_t first_ = 0;   // password to begin with
  std::size_t next_ = 0;    // that libarchive is given next
  std::string password_;    // that it was given last
  bool again_ = false, is_raw_ = false, is_zip_ = false;
  std::string why_;
  std::optional<std::size_t> opened_with_;
};

const char* Archive::next_password(::archive*, void* self) {
  Archive& archive = *static_cast<Archive*>(self);
  if (archive.next_ >= archive.document_.passwords.size()) return nullptr;
  archive.password_ = archive.document_.passwords[archive.next_++];
  return archive.password_.c_str();
}

// Of what is no archive libarchive makes one with a single member; that is news only where it was
// packed.
bool Archive::is_packed_alone(ArchiveReader& reader) const {
  return ::archive_format(reader.get()) == ARCHIVE_FORMAT_RAW;
}

// Members that its directory does not name, as archives of their own.
void Archive::give_others(const std::vector<std::string_view>& others) {
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (i == zip::kMostPieces) return tell_limit("", zip::kTooManyPieces);
    if (others[i].size() > left_) return tell_limit("", "more bytes are in it than are unpacked");
    left_ -= others[i].size();
    give_kept(zip::part_of_piece(), others[i]);
  }
}

void Archive::read_once() {
  next_ = first_;
  ArchiveReader reader(input_, [this](::archive* archive) {
    ::archive_read_support_filter_all(archive);
    if (!is_raw_) ::archive_read_support_format_all(archive);
    ::archive_read_support_format_raw(archive);
    ::archive_read_set_passphrase_callback(archive, this, &Archive::next_password);
  });
  for (std::uint64_t members = 0;;) {
    archive_entry* entry = nullptr;
    int result = reader.next_header(entry);
    for (int tries = 0; result == ARCHIVE_RETRY && tries < 100; ++tries)
      result = reader.next_header(entry);
    is_zip_ = (::archive_format(reader.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP &&
              ::archive_filter_count(reader.get()) < 2;
    if (result == ARCHIVE_EOF) {
      if (members == 0) tell_none(reader);
      return;
    }
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) return tell_end(reader);
    if (is_packed_alone(reader) && ::archive_filter_count(reader.get()) < 2) {
      sink_.lack(Lack::damaged, "", "is no archive, or its beginning is damaged");
      return;
    }
    if (members++ < told_) continue;
    if (members > document_.bounds.members)
      return tell_limit("", "more members are in it than are opened");
    switch (read_member(reader, entry)) {
      case Read::whole:
      case Read::lacking:
        ++told_;
        if (again_) return;
        break;
      case Read::stop:
        return;
    }
  }
}

// Packed zeros are taken for a tar without members, whatever stands behind them.
void Archive::tell_none(ArchiveReader& reader) {
  if (!is_raw_ && ::archive_filter_count(reader.get()) > 1)
    is_raw_ = again_ = true;
  else
    sink_.lack(Lack::empty, "", "has no members");
}

// The end that should not be there.
void Archive::tell_end(ArchiveReader& reader) {
  const std::string why = reader.why();
  const Trouble trouble = reader.has_encrypted() ? Trouble::encrypted : trouble_of(why);
  const std::string sentence =
      trouble == Trouble::encrypted
          ? "is encrypted with the names of its members"
          : (told_ == 0 ? "cannot be read: " : "cannot be read to its end: ") + why;
  sink_.lack(lack_of(trouble), "", sentence);
}

Archive::Read Archive::read_member(ArchiveReader& reader, archive_entry* entry) {
  if (::archive_entry_filetype(entry) == AE_IFDIR || is_link(entry)) return Read::whole;
  std::string name(name_of(entry));
  if (is_packed_alone(reader)) {
    const bool is_named = !name.empty() && name != "data";
    if (!is_named) name = without_ending(document_.name);
    // A drawing that is packed has an ending of its own.
    if (document_.name.ends_with(".svgz") && !is_named) name += ".svg";
  }
  DocumentPart part;
  part.name = name;
  if (::archive_entry_is_data_encrypted(entry) <= 0) {
    sink_.begin(part);
    const Read read = give(reader, nullptr);
    sink_.end();
    return read;
  }
  std::string kept;
  const Read read = give(reader, &kept);
  if (read == Read::whole) {
    if (next_ > 0 && next_ <= document_.passwords.size()) opened_with_ = next_ - 1;
    give_kept(part, kept);
    // Another member may have a password that was passed over.
    if (first_ > 0) {
      first_ = 0;
      again_ = true;
    }
    return read;
  }
  if (read == Read::stop) return read;
  // Of a wrong password's bytes nothing is kept.
  left_ += kept.size();
  // Another password may open it; where there is none left, it stays closed, and the next member
  // begins with the first.
  if (next_ > first_ && next_ < document_.passwords.size()) {
    first_ = next_;
    --told_;
    again_ = true;
    return read;
  }
  first_ = 0;
  next_ = 0;
  sink_.begin(part);
  sink_.lack(Lack::encrypted, "", "is encrypted");
  sink_.end();
  return read;
}

void Archive::give_kept(const DocumentPart& part, std::string_view kept) {
  sink_.begin(part);
  sink_.bytes(kept);
  sink_.end();
}

Archive::Read Archive::give(ArchiveReader& reader, std::string* kept) {
  int retries = 0;
  bool is_doubted = false;
  for (;;) {
    const void* bytes = nullptr;
    std::size_t count = 0;
    la_int64_t offset = 0;
    const int result = ::archive_read_data_block(reader.get(), &bytes, &count, &offset);
    if (result == ARCHIVE_EOF) return Read::whole;
    if (result == ARCHIVE_RETRY && ++retries < 100) continue;
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
      why_ = reader.why();
      if (kept != nullptr) return Read::lacking;
      const Trouble trouble = trouble_of(why_);
      sink_.lack(lack_of(trouble), "",
                 trouble == Trouble::encrypted ? "is encrypted" : "cannot be unpacked: " + why_);
      return result == ARCHIVE_FATAL && is_packed_alone(reader) ? Read::stop : Read::lacking;
    }
    if (result == ARCHIVE_WARN) {
      // Its length or its check sum is another one; of an encrypted one so is the password.
      if (kept != nullptr) return Read::lacking;
      if (!std::exchange(is_doubted, true))
        sink_.lack(Lack::damaged, "", "is not what it was when it was packed: " + reader.why());
    }
    if (count > left_) {
      tell_limit("", "more bytes are in it than are unpacked");
      left_ = 0;
      return Read::stop;
    }
    left_ -= count;
    const std::string_view piece(static_cast<const char*>(bytes), count);
    if (kept != nullptr)
      *kept += piece;
    else
      sink_.bytes(piece);
  }
}

}  // namespace

void open_archive(const Document& document, DocumentSink& sink) {
  const DecryptedSevenZip decrypted = decrypted_seven_zip(document, sink);
  if (decrypted.is_closed) return;
  Document inner = document;
  if (decrypted.archive) inner.bytes = *decrypted.archive;
  Archive(inner, sink).read_all();
}

}  // namespace basewalk::worker
