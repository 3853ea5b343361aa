// SPDX-License-Identifier: MIT
#include "archive/packed/packed.h"

#include <utility>

#include "archive/packed/libarchive_reader.h"
#include "archive/packed/unpacked.h"

namespace basewalk::archive {
namespace {

void prepare(::archive* archive) {
  ::archive_read_support_filter_compress(archive);
  ::archive_read_support_format_raw(archive);
}

// compress (.Z), which has no check sum and no frames.
class Uncompressed final : public ByteStream {
 public:
  Uncompressed(Begun stream, UnpackLimit limit)
      : rest_(std::move(stream.rest)),
        reader_(*rest_, std::move(stream.head), 0, prepare),
        limit_(std::move(limit)) {
    archive_entry* entry = nullptr;
    reader_.next_header(entry);
    failure_ = reader_.failure();
    // What libarchive does not take for compressed it gives as it is.
    if (!failure_ && reader_.filters() < 2)
      failure_ = Failure{"cannot be unpacked: only its first bytes are those of a compressed file",
                         false, Trouble::damaged};
  }

  std::size_t read(char* into, std::size_t size) override {
    if (failure_) return 0;
    if (!reader_.has_block()) {
      failure_ = reader_.failure();
      if (failure_ && !rest_->is_unpacked() && !failure_->extent)
        failure_->extent = Extent{reader_.consumed(), reader_.read() - reader_.consumed()};
      return 0;
    }
    const std::size_t taken = reader_.take(into, size);
    made_ += taken;
    failure_ = limit_.add(taken, made_, reader_.consumed());
    if (failure_ && !rest_->is_unpacked())
      failure_->extent = Extent{reader_.consumed(), rest_->lies() - reader_.consumed()};
    return taken;
  }
  std::uint64_t place(std::uint64_t) override { return rest_->place(0); }
  bool is_unpacked() const override { return true; }
  std::uint64_t lies() const override { return rest_->lies(); }

 private:
  std::unique_ptr<ByteStream> rest_;
  LibarchiveReader reader_;
  UnpackLimit limit_;
  std::uint64_t made_ = 0;
};

}  // namespace

std::unique_ptr<ByteStream> decompress(Begun stream, UnpackLimit limit, std::string_view name) {
  const bool is_known = content_of(stream.head) == Content::compressed;
  if (std::unique_ptr<Decoder> decoder =
          is_known ? decoder_for(stream.head) : decoder_for_name(name))
    return std::make_unique<Unpacked>(std::move(decoder), std::move(stream), std::move(limit));
  return std::make_unique<Uncompressed>(std::move(stream), std::move(limit));
}

std::unique_ptr<Members> members_of(Begun stream, Content content, UnpackLimit limit) {
  if (is_confined(content))
    return members_of_confined(std::move(stream), content, std::move(limit));
  if (content == Content::zip) return members_of_zip(std::move(stream), std::move(limit));
  return content == Content::cpio ? members_of_cpio(std::move(stream))
                                  : members_of_tar(std::move(stream));
}

std::string member_path(std::string_view path, std::uint64_t& unnamed) {
  while (path.starts_with("/") || path.starts_with("./"))
    path.remove_prefix(path[0] == '.' ? 2 : 1);
  return path.empty() ? "unnamed-" + std::to_string(++unnamed) : std::string(path);
}

}  // namespace basewalk::archive
