// SPDX-License-Identifier: MIT
#include "archive/packed.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <deque>
#include <new>
#include <utility>
#include <vector>

namespace basewalk::archive {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kReadBytes = std::size_t{128} << 10;

struct Magic {
  std::string_view bytes;
  Content content;
  std::string_view problem;
};

constexpr Magic kMagic[] = {
    {"\x1F\x8B\x08"sv, Content::compressed, ""},      // gzip, RFC 1952 2.3.1
    {"\xFD\x37zXZ\0"sv, Content::compressed, ""},     // xz
    {"\x28\xB5\x2F\xFD"sv, Content::compressed, ""},  // zstd, RFC 8878 3.1.1
    {"BZh"sv, Content::compressed, ""},               // see is_bzip2
    {"\x04\x22\x4D\x18"sv, Content::compressed, ""},  // lz4
    {"LZIP\x01"sv, Content::compressed, ""},          // lzip
    {"\x1F\x9D"sv, Content::compressed, ""},          // compress
    {"PK\x03\x04"sv, Content::zip, ""},               // zip
    {"PK\x05\x06"sv, Content::zip, ""},               // an empty zip
    {"// <!-- <mdb:mork:z"sv, Content::index, ""},    // Thunderbird's .msf
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, Content::unreadable,
     "is an Outlook message (.msg) in Microsoft's binary format; save it as text (.eml)"},
    {"!BDN"sv, Content::unreadable, "is an Outlook data file (.pst); unpack it with readpst"},
    {"\xCF\xAD\x12\xFE"sv, Content::unreadable,
     "is a mailbox of Outlook Express (.dbx); convert it to an mbox first"},
    {"7z\xBC\xAF\x27\x1C"sv, Content::unreadable, "is a 7z archive; unpack it first"},
    {"Rar!\x1A\x07"sv, Content::unreadable, "is a RAR archive; unpack it first"},
};

// "BZh", the level, and the mark of a block or of the end.
bool is_bzip2(std::string_view head) {
  return head.size() >= 10 && head[3] >= '1' && head[3] <= '9' &&
         (head.substr(4, 6) == "1AY&SY" || head.substr(4, 6) == "\x17\x72\x45\x38\x50\x90"sv);
}

// The check sum of the header (POSIX ustar, bytes 148 to 155): its own bytes count as blanks.
bool is_tar(std::string_view head) {
  if (head.size() < 512) return false;
  unsigned long given = 0, sum = 0;
  std::size_t i = 148;
  while (i < 156 && head[i] == ' ') ++i;
  const std::size_t digits = i;
  for (; i < 156 && head[i] >= '0' && head[i] <= '7'; ++i)
    given = given * 8 + static_cast<unsigned long>(head[i] - '0');
  if (i == digits || (i < 156 && head[i] != ' ' && head[i] != '\0')) return false;
  for (std::size_t at = 0; at < 512; ++at)
    sum += at >= 148 && at < 156 ? 32U : static_cast<unsigned char>(head[at]);
  return sum == given;
}

const Magic* magic_of(std::string_view head) {
  for (const Magic& magic : kMagic)
    if (head.starts_with(magic.bytes)) return &magic;
  return nullptr;
}

}  // namespace

Content content_of(std::string_view head) {
  if (const Magic* magic = magic_of(head))
    return magic->bytes == "BZh" && !is_bzip2(head) ? Content::mail : magic->content;
  return is_tar(head) ? Content::tar : Content::mail;
}

std::string unreadable_kind(std::string_view head) {
  const Magic* magic = magic_of(head);
  return std::string(magic != nullptr ? magic->problem : "");
}

// One reader of libarchive over a stream.
class Members::Layer {
 public:
  explicit Layer(Begun stream)
      : archive_(::archive_read_new()),
        head_(std::move(stream.head)),
        rest_(std::move(stream.rest)) {
    if (archive_ == nullptr) throw std::bad_alloc();
  }
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;
  ~Layer() { ::archive_read_free(archive_); }

  void for_compressed() {
    // Not all that libarchive knows: some filters run other programs.
    ::archive_read_support_filter_gzip(archive_);
    ::archive_read_support_filter_xz(archive_);
    ::archive_read_support_filter_zstd(archive_);
    ::archive_read_support_filter_bzip2(archive_);
    ::archive_read_support_filter_lz4(archive_);
    ::archive_read_support_filter_lzip(archive_);
    ::archive_read_support_filter_compress(archive_);
    ::archive_read_support_format_raw(archive_);
    ::archive_read_support_format_empty(archive_);
    open();
  }

  void for_members(Content content) {
    if (content == Content::zip)
      ::archive_read_support_format_zip_streamable(archive_);
    else
      ::archive_read_support_format_tar(archive_);
    // An archive that is cut off in its first header is no archive, but no failure of ours either.
    ::archive_read_support_format_empty(archive_);
    open();
  }

  // The next member; none at the end and on failure.
  archive_entry* next_entry() {
    block_ = {};
    while (!failure_) {
      archive_entry* entry = nullptr;
      const int result = ::archive_read_next_header(archive_, &entry);
      if (result == ARCHIVE_EOF) break;
      if (result == ARCHIVE_OK || result == ARCHIVE_WARN) return entry;
      if (result != ARCHIVE_RETRY) fail();
    }
    return nullptr;
  }

  // More of what is packed; empty at the end and on failure.
  std::string_view next_block() {
    while (!failure_) {
      const void* bytes = nullptr;
      std::size_t size = 0;
      la_int64_t offset = 0;
      const int result = ::archive_read_data_block(archive_, &bytes, &size, &offset);
      if (result == ARCHIVE_EOF) break;
      if (result == ARCHIVE_OK || result == ARCHIVE_WARN) {
        if (size > 0) return {static_cast<const char*>(bytes), size};
      } else if (result != ARCHIVE_RETRY) {
        fail();
      }
    }
    return {};
  }

  // True where there is a block to read from; else the end, or a failure.
  bool has_block() {
    if (block_.empty()) block_ = next_block();
    return !block_.empty();
  }
  std::size_t take(char* into, std::size_t size) {
    const std::size_t count = std::min(size, block_.size());
    std::memcpy(into, block_.data(), count);
    block_.remove_prefix(count);
    return count;
  }
  bool is_between_blocks() const { return block_.empty(); }

  ::archive* handle() const { return archive_; }
  const std::optional<Failure>& failure() const { return failure_; }
  ByteStream& stream() const { return *rest_; }
  std::uint64_t consumed() const {
    return static_cast<std::uint64_t>(
        std::max<la_int64_t>(::archive_filter_bytes(archive_, -1), 0));
  }

 private:
  void open() {
    ::archive_read_set_read_callback(archive_, &Layer::read_more);
    ::archive_read_set_skip_callback(archive_, &Layer::skip);
    ::archive_read_set_callback_data(archive_, this);
    if (::archive_read_open1(archive_) != ARCHIVE_OK) fail();
  }

  static la_ssize_t read_more(::archive*, void* self, const void** bytes) {
    Layer& layer = *static_cast<Layer*>(self);
    if (!layer.head_given_) {
      layer.head_given_ = true;
      *bytes = layer.head_.data();
      layer.read_ = layer.head_.size();
      if (!layer.head_.empty()) return static_cast<la_ssize_t>(layer.head_.size());
    }
    layer.buffer_.resize(kReadBytes);
    // Whole blocks, however they come: what is unpacked from where does not depend on it.
    std::size_t got = 0;
    while (got < kReadBytes) {
      const std::size_t more = layer.rest_->read(layer.buffer_.data() + got, kReadBytes - got);
      if (more == 0) break;
      got += more;
    }
    *bytes = layer.buffer_.data();
    layer.read_ += got;
    if (got == 0 && layer.rest_->failure()) {
      ::archive_set_error(layer.archive_, EIO, "%s", layer.rest_->failure()->problem.c_str());
      return -1;
    }
    return static_cast<la_ssize_t>(got);
  }

  // What need not be read is jumped over in a file.
  static la_int64_t skip(::archive*, void* self, la_int64_t count) {
    Layer& layer = *static_cast<Layer*>(self);
    if (!layer.head_given_ || count <= 0) return 0;
    const std::uint64_t to = layer.read_ + static_cast<std::uint64_t>(count);
    if (!layer.rest_->seek(to)) return 0;
    layer.read_ = to;
    return count;
  }

  void fail() {
    if (rest_->failure()) {
      failure_ = rest_->failure();
      return;
    }
    const char* why = ::archive_error_string(archive_);
    failure_ = {"cannot be unpacked: " + std::string(why != nullptr ? why : "it is damaged"),
                ::archive_errno(archive_) == ENOMEM};
  }

  ::archive* archive_;
  std::string head_;
  std::unique_ptr<ByteStream> rest_;
  bool head_given_ = false;
  std::uint64_t read_ = 0;  // bytes of the stream that have been given
  std::vector<char> buffer_;
  std::string_view block_;
  std::optional<Failure> failure_;
};

namespace {

class Decompressed final : public ByteStream {
 public:
  explicit Decompressed(Begun stream) : layer_(std::move(stream)) {
    layer_.for_compressed();
    layer_.next_entry();
    failure_ = layer_.failure();
    // What libarchive does not take for compressed it gives as it is.
    if (!failure_ && ::archive_filter_count(layer_.handle()) < 2)
      failure_ =
          Failure{"cannot be unpacked: only its first bytes are those of a compressed file", false};
  }

  std::size_t read(char* into, std::size_t size) override {
    if (failure_) return 0;
    if (layer_.is_between_blocks()) note_block();
    if (!layer_.has_block()) {
      failure_ = layer_.failure();
      return 0;
    }
    const std::size_t got = layer_.take(into, size);
    at_ += got;
    return got;
  }

  std::uint64_t place(std::uint64_t offset) override {
    asked_ = true;
    while (blocks_.size() > 1 && blocks_[1].begin <= offset) blocks_.pop_front();
    return layer_.stream().place(blocks_.empty() ? 0 : blocks_.front().from);
  }

 private:
  // The next block comes from here.  Only slices ask, and they ask from the beginning on.
  void note_block() {
    const bool is_near = !blocks_.empty() && at_ - blocks_.back().begin < kNear;
    if (is_near || (!asked_ && blocks_.size() == kUnasked)) return;
    blocks_.push_back({at_, layer_.consumed()});
  }

  struct Block {
    std::uint64_t begin;  // offset of its first byte
    std::uint64_t from;   // bytes that had been unpacked before
  };
  static constexpr std::uint64_t kNear = std::uint64_t{64} << 10;
  static constexpr std::size_t kUnasked = 64;

  Members::Layer layer_;
  std::uint64_t at_ = 0;
  bool asked_ = false;
  std::deque<Block> blocks_;
};

class MemberBytes final : public ByteStream {
 public:
  MemberBytes(Members::Layer& layer, std::optional<std::uint64_t> size, std::uint64_t begin,
              bool stored)
      : layer_(layer), size_(size), begin_(begin), stored_(stored) {}

  std::size_t read(char* into, std::size_t size) override {
    if (layer_.has_block()) return layer_.take(into, size);
    failure_ = layer_.failure();
    return 0;
  }
  std::optional<std::uint64_t> size() const override { return size_; }
  std::uint64_t place(std::uint64_t offset) override {
    return layer_.stream().place(begin_ + (stored_ ? offset : 0));
  }

 private:
  Members::Layer& layer_;
  std::optional<std::uint64_t> size_;
  std::uint64_t begin_;
  bool stored_;
};

// As it is named in the archive; in the C locale only UTF-8 may be had of some.
std::string name_of(archive_entry* entry) {
  const char* name = ::archive_entry_pathname(entry);
  if (name == nullptr) name = ::archive_entry_pathname_utf8(entry);
  std::string_view path = name != nullptr ? name : "";
  while (path.starts_with("/") || path.starts_with("./"))
    path.remove_prefix(path[0] == '.' ? 2 : 1);
  return std::string(path);
}

}  // namespace

std::unique_ptr<ByteStream> decompress(Begun stream) {
  return std::make_unique<Decompressed>(std::move(stream));
}

Members::Members(Begun stream, Content content)
    : layer_(std::make_unique<Layer>(std::move(stream))), stored_(content == Content::tar) {
  layer_->for_members(content);
}
Members::~Members() = default;

std::optional<Members::Member> Members::next() {
  while (archive_entry* entry = layer_->next_entry()) {
    // A hard link is a second name of a message that has been read.
    if (::archive_entry_filetype(entry) != AE_IFREG || ::archive_entry_hardlink(entry) != nullptr)
      continue;
    Member member;
    member.name = name_of(entry);
    if (member.name.empty()) member.name = "unnamed-" + std::to_string(++unnamed_);
    const la_int64_t begin = ::archive_read_header_position(layer_->handle());
    member.begin = static_cast<std::uint64_t>(std::max<la_int64_t>(begin, 0));
    std::optional<std::uint64_t> size;
    if (::archive_entry_size_is_set(entry) != 0)
      size = static_cast<std::uint64_t>(std::max<la_int64_t>(::archive_entry_size(entry), 0));
    member.bytes = std::make_unique<MemberBytes>(*layer_, size, member.begin, stored_);
    return member;
  }
  return {};
}

const std::optional<Failure>& Members::failure() const { return layer_->failure(); }

}  // namespace basewalk::archive
