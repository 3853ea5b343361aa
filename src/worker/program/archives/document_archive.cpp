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

#include "text/binary/numbers.h"
#include "worker/bytes_input.h"
#include "worker/documents/rest.h"
#include "worker/documents/seven_zip/decrypted.h"
#include "worker/documents/zip/by_directory.h"
#include "worker/documents/zip/layout.h"
#include "worker/program/archives/between_members.h"
#include "worker/program/archives/cab_around.h"
#include "worker/program/archives/disc_around.h"
#include "worker/program/archives/packed_heads.h"
#include "worker/program/archives/rar_around.h"
#include "worker/program/archives/readers/archive_reader.h"
#include "worker/program/archives/readers/disc_trees.h"
#include "worker/program/archives/readers/entry.h"
#include "worker/program/archives/readers/filters.h"
#include "worker/program/archives/xar_around.h"

namespace basewalk::worker {
namespace {

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

int format_of(const ArchiveReader& reader) {
  return ::archive_format(reader.get()) & ARCHIVE_FORMAT_BASE_MASK;
}

// "page.html" of "page.html.gz".
std::string_view without_ending(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return name;
  return name.substr(0, dot);
}

// Not all that libarchive knows: of a list of files (mtree) it passes comments over, of a WARC all
// but the bodies.
void support_formats(::archive* archive) {
  ::archive_read_support_format_7zip(archive);
  ::archive_read_support_format_ar(archive);
  ::archive_read_support_format_cab(archive);
  ::archive_read_support_format_cpio(archive);
  ::archive_read_support_format_empty(archive);
  ::archive_read_support_format_iso9660(archive);
  ::archive_read_support_format_lha(archive);
  support_rar(archive);
  ::archive_read_support_format_tar(archive);
  ::archive_read_support_format_xar(archive);
  ::archive_read_support_format_zip(archive);
}

// Zeros that fill no block of a tar are no part of another one.
std::string_view in_whole_blocks(std::string_view bytes) {
  constexpr std::size_t kBlock = 512;
  const std::size_t more = bytes.size() % kBlock, whole = bytes.size() - more;
  return bytes.find_first_not_of('\0', whole) == bytes.npos ? bytes.substr(0, whole) : bytes;
}

class Archive {
 public:
  Archive(const Document& document, DocumentSink& sink)
      : document_(document), sink_(sink), input_(document.bytes), left_(document.bounds.bytes) {}

  void read_all() {
    // What begins as a ZIP ends where its directory does; in others a ZIP may be a member.
    std::optional<zip::Layout> layout;
    if (document_.bytes.starts_with("PK")) {
      layout = zip::layout_of(document_.bytes);
      input_ = BytesInput(layout->archive);
    }
    if (is_tar()) input_ = BytesInput(in_whole_blocks(document_.bytes));
    read_archive();
    if (is_zip_) {
      if (!layout) layout = zip::layout_of(document_.bytes);
      zip::tell_by_directory(document_, *layout, zip::Anew::members, left_, sink_);
      zip::tell_around(*layout, left_, sink_);
    }
    tell_around_packed();
    if (is_rar_) tell_rar_around(document_.bytes, left_, sink_);
    if (is_cab_) tell_cab_around(document_.bytes, left_, sink_);
    if (is_xar_) tell_xar_around(document_.bytes, sink_);
    if (is_iso_) {
      for (const DiscTree tree : {DiscTree::joliet, DiscTree::plain}) {
        tree_ = tree;
        told_ = 0;
        read_archive();
      }
      tell_disc_around(document_.bytes, disc_files_, left_, sink_);
      tell_other_trees(document_.bytes, sink_);
    }
    if (opened_with_) sink_.opened_with(OpenedWith::word, *opened_with_);
  }

 private:
  enum class Read : unsigned char { whole, lacking, stop };

  void read_archive() {
    do {
      again_ = false;
      read_once();
    } while (again_);
  }
  void read_once();
  bool is_packed_alone(ArchiveReader& reader) const;
  Read read_member(ArchiveReader& reader, archive_entry* entry);
  Read read_folder(ArchiveReader& reader, archive_entry* entry);
  Read read_disc_file(ArchiveReader& reader, const DocumentPart& part);
  void tell_target(archive_entry* entry);
  Read give(ArchiveReader& reader, std::string* kept);
  void give_kept(const DocumentPart& part, std::string_view kept);
  bool is_read_as_it_is(ArchiveReader& reader);
  void tell_empty(int format);
  void give_rest(ArchiveReader& reader);
  void unpack_tar();
  void tell_around_packed();
  // With the headers of a tar.
  std::uint64_t most_unpacked() const {
    constexpr std::uint64_t kOfMember = 1024;
    return document_.bounds.bytes + kOfMember * (document_.bounds.members + kOfMember);
  }
  void tell_between(ArchiveReader& reader, archive_entry* entry, Read read);
  // Of a tar that was packed damage shows as its end.
  std::string why(ArchiveReader& reader) const {
    return unpacked_ && !unpacked_->error.empty() ? unpacked_->error : reader.why();
  }
  std::string_view archive() const { return unpacked_ ? unpacked_->bytes : document_.bytes; }
  std::optional<std::uint64_t> end_of(ArchiveReader& reader) const;
  void tell_end(ArchiveReader& reader);
  void tell_limit(std::string_view what, std::string_view sentence) {
    sink_.lack(Lack::limit, what, sentence);
  }
  bool is_tar() const {
    constexpr std::size_t kMagic = 257;
    return document_.bytes.size() > kMagic && document_.bytes.substr(kMagic).starts_with("ustar");
  }
  static const char* next_password(::archive*, void* self);

  const Document& document_;
  DocumentSink& sink_;
  BytesInput input_;
  std::uint64_t left_;      // bytes that may still be unpacked
  std::uint64_t told_ = 0;  // members, encrypted ones that cannot be opened included
  std::size_t first_ = 0;   // password to begin with
  std::size_t next_ = 0;    // that libarchive is given next
  std::string password_;    // that it was given last
  bool again_ = false, is_raw_ = false, is_zip_ = false, is_iso_ = false, is_rar_ = false,
       is_cab_ = false, is_xar_ = false, is_skipping_told_ = false, is_folder_told_ = false,
       is_link_told_ = false, is_twice_told_ = false;
  std::optional<Unpacked> unpacked_;  // a tar that was packed
  int filter_ = ARCHIVE_FILTER_NONE;  // around all
  bool is_whole_ = false;             // is all unpacked that is packed in that?
  std::optional<BetweenMembers> between_;
  std::uint64_t given_ = 0;  // bytes of the last member
  std::optional<int> only_;  // of kFilters: what is packed once more is a part
  DiscTree tree_ = DiscTree::any;
  DiscFiles disc_files_;
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

void Archive::read_once() {
  next_ = first_;
  ArchiveReader reader(input_, [this](::archive* archive) {
    if (!unpacked_) support_filters(archive, only_);
    if (!is_raw_) support_formats(archive);
    // Another one behind its end is a part of it.
    ::archive_read_set_format_option(archive, "tar", "read_concatenated_archives", "1");
    ::archive_read_support_format_raw(archive);
    set_tree(archive, tree_);
    ::archive_read_set_passphrase_callback(archive, this, &Archive::next_password);
  });
  for (std::uint64_t members = 0;;) {
    archive_entry* entry = nullptr;
    int result = reader.next_header(entry);
    if (result == ARCHIVE_RETRY && !std::exchange(is_skipping_told_, true))
      sink_.lack(Lack::damaged, "", "has damaged bytes where a member should begin");
    for (int tries = 0; result == ARCHIVE_RETRY && tries < 100; ++tries)
      result = reader.next_header(entry);
    const int filters = ::archive_filter_count(reader.get());
    const bool is_plain = filters < 2;
    const int format = format_of(reader);
    if (!unpacked_ && !is_plain) filter_ = outermost_filter(reader.get());
    // One in the other: what is around the inner one shows where that is a part of its own.
    if (filters > 2 && members == 0) {
      if (!only_) {
        only_ = filter_;
        is_raw_ = again_ = true;
        return;
      }
      if (!std::exchange(is_twice_told_, true))
        sink_.lack(Lack::no_opener, "",
                   "is packed more than once in one way; what stands around the inner one is not "
                   "read");
    }
    // Of these libarchive does not read to the end of what they are packed in: they are a part of
    // their own.
    if (!is_plain && !is_raw_ && members == 0 && (result == ARCHIVE_OK || result == ARCHIVE_WARN) &&
        format != ARCHIVE_FORMAT_TAR && format != ARCHIVE_FORMAT_RAW) {
      is_raw_ = again_ = true;
      return;
    }
    // So that each byte of it can be looked at.
    if (!is_plain && !is_raw_ && format == ARCHIVE_FORMAT_TAR && members == 0 &&
        (result == ARCHIVE_OK || result == ARCHIVE_WARN))
      return unpack_tar();
    is_zip_ = is_plain && format == ARCHIVE_FORMAT_ZIP;
    is_iso_ = is_plain && format == ARCHIVE_FORMAT_ISO9660;
    is_cab_ = is_plain && format == ARCHIVE_FORMAT_CAB;
    is_xar_ = is_plain && format == ARCHIVE_FORMAT_XAR;
    is_rar_ = is_plain && (format == ARCHIVE_FORMAT_RAR || format == ARCHIVE_FORMAT_RAR_V5);
    if (result == ARCHIVE_EOF) {
      if (members == 0 && !is_read_as_it_is(reader)) tell_empty(format);
      if (again_) return;
      if (unpacked_ && !unpacked_->error.empty()) tell_end(reader);
      if (between_ && told_ > 0)
        between_->end(static_cast<std::uint64_t>(::archive_filter_bytes(reader.get(), 0)), left_);
      if (unpacked_) return;
      is_whole_ = true;
      give_rest(reader);
      return;
    }
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
      if (members > 0 || !is_read_as_it_is(reader)) tell_end(reader);
      return;
    }
    if (is_packed_alone(reader) && ::archive_filter_count(reader.get()) < 2) {
      sink_.lack(Lack::damaged, "", "is no archive, or its beginning is damaged");
      return;
    }
    if (members++ < told_) continue;
    if (members > document_.bounds.members)
      return tell_limit("", "more members are in it than are opened");
    given_ = 0;
    const Read read = read_member(reader, entry);
    switch (read) {
      case Read::whole:
      case Read::lacking:
        ++told_;
        tell_between(reader, entry, read);
        if (again_) return;
        break;
      case Read::stop:
        return;
    }
  }
}

void Archive::unpack_tar() {
  unpacked_ = unpacked(input_, filter_, most_unpacked());
  is_whole_ = unpacked_->error.empty() && !unpacked_->is_cut;
  input_ = BytesInput(in_whole_blocks(unpacked_->bytes));
  between_.reset();
  again_ = true;
}

// What stands beside and behind the packed bytes.
void Archive::tell_around_packed() {
  if (unpacked_ && is_whole_ && unpacked_->taken < document_.bytes.size())
    tell_rest(document_.bytes.substr(static_cast<std::size_t>(unpacked_->taken)), left_, sink_);
  if (filter_ != ARCHIVE_FILTER_GZIP) return tell_packed_heads(document_.bytes, filter_, sink_);
  if (!tell_gzip_heads(document_.bytes, most_unpacked(), sink_) && is_whole_)
    sink_.lack(Lack::damaged, "", "is not what it was when it was packed: its check sum is wrong");
}

// Around the bytes that were given.
void Archive::tell_between(ArchiveReader& reader, archive_entry* entry, Read read) {
  const int format = ::archive_format(reader.get());
  if (!BetweenMembers::knows(format) || ::archive_filter_count(reader.get()) > 1) return;
  const auto header = static_cast<std::uint64_t>(::archive_read_header_position(reader.get()));
  // What was not asked for is behind it then.
  const bool is_skipped = ::archive_read_data_skip(reader.get()) >= ARCHIVE_WARN;
  const auto end = static_cast<std::uint64_t>(::archive_filter_bytes(reader.get(), 0));
  if (!between_) between_.emplace(archive(), sink_);
  if (read == Read::whole && is_skipped && ::archive_entry_sparse_count(entry) == 0)
    between_->member(format, header, given_, end);
  else
    between_->unknown_member(format, header, end);
}

// Packed zeros are taken for a tar without members, whatever stands behind them.
bool Archive::is_read_as_it_is(ArchiveReader& reader) {
  if (is_raw_ || ::archive_filter_count(reader.get()) < 2) return false;
  return is_raw_ = again_ = true;
}

// A tar of zeros ends where these do.
void Archive::tell_empty(int format) {
  sink_.lack(Lack::empty, "", "has no members");
  const std::size_t end = document_.bytes.find_first_not_of('\0');
  if (format == ARCHIVE_FORMAT_TAR && end != 0 && end != document_.bytes.npos)
    tell_rest(document_.bytes.substr(end), left_, sink_);
}

// What stands behind something packed, or behind the end of an archive, where programs stop.
void Archive::give_rest(ArchiveReader& reader) {
  const std::optional<std::uint64_t> end = end_of(reader);
  if (end && *end < document_.bytes.size())
    tell_rest(document_.bytes.substr(static_cast<std::size_t>(*end)), left_, sink_);
}

// Of a ZIP its layout says it, of a RAR its blocks.
std::optional<std::uint64_t> Archive::end_of(ArchiveReader& reader) const {
  const la_int64_t taken = ::archive_filter_bytes(reader.get(), -1);
  if (::archive_filter_count(reader.get()) > 1) return taken;
  switch (format_of(reader)) {
    case ARCHIVE_FORMAT_CPIO:
    case ARCHIVE_FORMAT_AR:
    case ARCHIVE_FORMAT_LHA:
      return taken;
    case ARCHIVE_FORMAT_7ZIP: {
      // Its header stands last; where one begins elsewhere there is a program before it.
      constexpr std::size_t kHead = 32;
      if (!document_.bytes.starts_with("7z\xBC\xAF\x27\x1C") || document_.bytes.size() < kHead)
        return {};
      const std::uint64_t offset = text::little(document_.bytes, 12, 8),
                          size = text::little(document_.bytes, 20, 8);
      const std::uint64_t all = document_.bytes.size();
      return offset > all || size > all ? all : kHead + offset + size;
    }
    case ARCHIVE_FORMAT_ISO9660:
      return tree_ == DiscTree::any ? end_of_disc(document_.bytes) : std::nullopt;
    default:
      return {};
  }
}

// The end that should not be there.
void Archive::tell_end(ArchiveReader& reader) {
  if (unpacked_ && unpacked_->is_cut)
    return tell_limit("", "more bytes are in it than are unpacked");
  const std::string why = this->why(reader);
  const Trouble trouble = reader.has_encrypted() ? Trouble::encrypted : trouble_of(why);
  const std::string sentence =
      trouble == Trouble::encrypted
          ? "is encrypted with the names of its members"
          : (told_ == 0 ? "cannot be read: " : "cannot be read to its end: ") + why;
  sink_.lack(lack_of(trouble), "", sentence);
}

Archive::Read Archive::read_member(ArchiveReader& reader, archive_entry* entry) {
  const bool is_folder = ::archive_entry_filetype(entry) == AE_IFDIR;
  const bool has_bytes = ::archive_entry_size(entry) > 0;
  if (is_folder) return has_bytes ? read_folder(reader, entry) : Read::whole;
  // The last of the names of a file may be the one that has its bytes (cpio, pax).
  if (is_link(entry) && !has_bytes) {
    tell_target(entry);
    return Read::whole;
  }
  std::string name(name_of(entry));
  if (is_packed_alone(reader)) {
    const bool is_named = !name.empty() && name != "data";
    if (!is_named) name = without_ending(document_.name);
    // A drawing that is packed has an ending of its own.
    if (document_.name.ends_with(".svgz") && !is_named) name += ".svg";
  }
  DocumentPart part;
  part.name = name;
  if (is_iso_) return read_disc_file(reader, part);
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

// By its mode: some programs show a file, whatever that says.  Of a disc a folder's bytes are the
// names of its files.
Archive::Read Archive::read_folder(ArchiveReader& reader, archive_entry* entry) {
  if (is_iso_) return Read::whole;
  std::string kept;
  const Read read = give(reader, &kept);
  if (read == Read::stop) return read;
  if (read == Read::whole && !kept.empty()) {
    DocumentPart part;
    const std::string name(name_of(entry));
    part.name = std::string_view(name).substr(0, name.find_last_not_of('/') + 1);
    give_kept(part, kept);
    return read;
  }
  left_ += kept.size();
  if (!std::exchange(is_folder_told_, true)) sink_.lack(Lack::damaged, "", zip::kFolderWithBytes);
  return Read::whole;
}

// Of a link a path is all there is; one that leads elsewhere is worth to be looked at.
void Archive::tell_target(archive_entry* entry) {
  const char* target = ::archive_entry_symlink_utf8(entry);
  if (target == nullptr) target = ::archive_entry_symlink(entry);
  if (target == nullptr) target = ::archive_entry_hardlink(entry);
  if (target == nullptr) {
    if (!std::exchange(is_link_told_, true))
      sink_.lack(Lack::damaged, "", "has a link whose target cannot be read");
    return;
  }
  const std::string_view text(target);
  if (text.find(':') != text.npos || text.starts_with("//") || text.starts_with("\\\\"))
    sink_.text({text.find('<') == text.npos ? "text/plain" : "text/html", text, "link"});
}

// What two trees have is told once.
Archive::Read Archive::read_disc_file(ArchiveReader& reader, const DocumentPart& part) {
  std::string kept;
  const Read read = give(reader, &kept);
  if (!disc_files_.is_new(tree_, part.name, kept)) {
    left_ += kept.size();
    return read;
  }
  sink_.begin(part);
  sink_.bytes(kept);
  if (read == Read::lacking) sink_.lack(Lack::damaged, "", "cannot be unpacked: " + why_);
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
      why_ = why(reader);
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
    given_ += count;
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
