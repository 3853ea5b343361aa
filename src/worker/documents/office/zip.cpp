// SPDX-License-Identifier: MIT
#include "worker/documents/office/zip.h"

#include <archive.h>
#include <archive_entry.h>
#include <algorithm>
#include <new>

#include "worker/documents/zip/by_directory.h"

namespace basewalk::worker::office {
namespace {

constexpr std::string_view kMember = "PK\x03\x04";
constexpr std::string_view kEndOfDirectory = "PK\x05\x06";

bool has_directory(std::string_view bytes) {
  const std::size_t from = bytes.size() - std::min<std::size_t>(bytes.size(), 0x10000 + 22);
  return bytes.find(kEndOfDirectory, from) != bytes.npos;
}

}  // namespace

void Zip::Close::operator()(::archive* archive) const { ::archive_read_free(archive); }

Zip::Zip(std::string_view bytes, Session* session, std::string_view password)
    : bytes_(bytes), session_(session), password_(password) {
  has_no_directory_ = !has_directory(bytes);
  if (has_no_directory_)
    open(bytes.substr(std::min(bytes.find(kMember), bytes.size())), false);
  else
    open(bytes, true);
}

Zip::~Zip() = default;

void Zip::open(std::string_view bytes, bool by_directory) {
  archive_.reset(::archive_read_new());
  if (archive_ == nullptr) throw std::bad_alloc();
  if (by_directory)
    ::archive_read_support_format_zip_seekable(archive_.get());
  else
    ::archive_read_support_format_zip_streamable(archive_.get());
  if (!password_.empty()) ::archive_read_add_passphrase(archive_.get(), password_.c_str());
  ::archive_read_open_memory(archive_.get(), bytes.data(), bytes.size());
}

void Zip::lack(Lack why, std::string_view sentence) {
  if (session_ != nullptr) session_->lack_once(why, name_, sentence);
}

bool Zip::next_of_archive() {
  ::archive_entry* entry = nullptr;
  while (true) {
    const int status = ::archive_read_next_header(archive_.get(), &entry);
    if (status == ARCHIVE_EOF) return false;
    if (status == ARCHIVE_RETRY) continue;
    if (status == ARCHIVE_FATAL || status == ARCHIVE_FAILED) {
      if (is_first_ && !has_no_directory_) {
        has_no_directory_ = true;
        open(bytes_.substr(std::min(bytes_.find(kMember), bytes_.size())), false);
        continue;
      }
      name_.clear();
      lack(Lack::damaged, "is cut off or damaged between its members");
      return false;
    }
    const char* name = ::archive_entry_pathname_utf8(entry);
    if (name == nullptr) name = ::archive_entry_pathname(entry);
    name_ = name != nullptr ? name : "";
    is_first_ = false;
    is_encrypted_ = ::archive_entry_is_data_encrypted(entry) != 0;
    if (::archive_entry_filetype(entry) != AE_IFDIR && !name_.ends_with('/')) return true;
    if (::archive_entry_size(entry) > 0) lack(Lack::damaged, zip::kFolderWithBytes);
  }
}

bool Zip::next() {
  if (session_ != nullptr && members_ >= session_->document.bounds.members) {
    name_.clear();
    lack(Lack::limit, "has members behind the limit of their number");
    return false;
  }
  ++members_;
  if (session_ != nullptr) member_bytes_left_ = session_->bytes_left() / 4 * 3;
  return next_of_archive();
}

Zip::Piece Zip::next_piece() {
  const void* data = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  const int status = ::archive_read_data_block(archive_.get(), &data, &size, &offset);
  if (status == ARCHIVE_EOF) return {{}, true};
  // A wrong password that the check of a byte lets through gives another sum.
  if (status < ARCHIVE_WARN || (status == ARCHIVE_WARN && is_encrypted_)) {
    if (is_encrypted_)
      lack(Lack::encrypted, "is encrypted, and no password opens it");
    else
      lack(Lack::damaged, "cannot be unpacked to its end");
    return {};
  }
  if (status == ARCHIVE_WARN) lack(Lack::damaged, "is not what it should be by its check sum");
  if (session_ == nullptr) return {std::string_view(static_cast<const char*>(data), size)};
  if (size > member_bytes_left_) {
    lack(Lack::limit, "is larger than what is read of one member");
    return {};
  }
  member_bytes_left_ -= size;
  if (!session_->spend(size)) return {};
  return {std::string_view(static_cast<const char*>(data), size)};
}

std::string Zip::read_all(std::size_t most) {
  std::string all;
  read([&](std::string_view piece) {
    all += piece.substr(0, most - all.size());
    return all.size() < most;
  });
  return all;
}

std::optional<std::string_view> password_of(Session& session) {
  const Document& document = session.document;
  const auto opens = [&](std::string_view password, bool& any) {
    Zip zip(document.bytes, nullptr, password);
    while (zip.next()) {
      if (!zip.is_encrypted()) continue;
      any = true;
      // The check of a byte lets one of 256 wrong ones through; the sum at the end none.
      std::size_t read = 0;
      return !password.empty() && zip.read([&](std::string_view piece) {
        read += piece.size();
        return read < (std::size_t{1} << 20);
      });
    }
    return false;
  };
  bool any = false;
  opens({}, any);
  if (!any) return {};
  for (std::size_t i = 0; i < document.passwords.size(); ++i) {
    if (!opens(document.passwords[i], any)) continue;
    session.sink.opened_with(OpenedWith::word, i);
    return document.passwords[i];
  }
  session.lack_once(Lack::encrypted, "", "has encrypted members, which no password opens");
  return {};
}

}  // namespace basewalk::worker::office
