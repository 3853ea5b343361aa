// SPDX-License-Identifier: MIT
#include "archive/packed/packed.h"

#include <utility>
#include <variant>

#include "archive/packed/libarchive_reader.h"
#include "archive/packed/unpacked.h"
#include "worker/unpack/confined_decoder.h"

namespace basewalk::archive {
namespace {

// compress (.Z), which has no check sum and no frames.
class Uncompressed final : public ByteStream {
 public:
  Uncompressed(Begun stream, UnpackLimit limit)
      : rest_(std::move(stream.rest)),
        reader_(*rest_, std::move(stream.head), 0, worker::ArchiveKind::compress, limit.place()),
        limit_(std::move(limit)) {
    worker::ArchiveEntry entry;
    (void)reader_.next_header(entry);
    failure_ = reader_.failure();
    // What libarchive does not take for compressed it gives as it is.
    if (!failure_ && !reader_.state().is_packed)
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

// What nobody can be had for.
class NotUnpacked final : public ByteStream {
 public:
  NotUnpacked(Failure failure, std::unique_ptr<ByteStream> rest) : rest_(std::move(rest)) {
    if (!rest_->is_unpacked()) failure.extent = Extent{0, rest_->lies()};
    failure_ = std::move(failure);
  }
  std::size_t read(char*, std::size_t) override { return 0; }
  std::uint64_t place(std::uint64_t) override { return rest_->place(0); }
  bool is_unpacked() const override { return true; }
  std::uint64_t lies() const override { return rest_->lies(); }

 private:
  std::unique_ptr<ByteStream> rest_;
};

}  // namespace

std::unique_ptr<ByteStream> decompress(Begun stream, UnpackLimit limit, std::string_view name) {
  const bool is_known = content_of(stream.head) == Content::compressed;
  const std::optional<worker::Packing> packing =
      is_known ? worker::packing_of(stream.head) : worker::packing_named(name);
  if (!packing) return std::make_unique<Uncompressed>(std::move(stream), std::move(limit));
  auto decoder = worker::decoder_for(*packing, limit.place());
  if (const auto* reason = std::get_if<worker::Reason>(&decoder))
    return std::make_unique<NotUnpacked>(not_unpacked(*reason), std::move(stream.rest));
  return std::make_unique<Unpacked>(std::get<std::unique_ptr<worker::Decoder>>(std::move(decoder)),
                                    std::move(stream), std::move(limit));
}

Failure not_unpacked(const worker::Reason& reason) {
  return {"is unpacked in a process of its own, which cannot be had here: " + reason.why +
              "; unpack it with another program first",
          reason.worth_a_retry, Trouble::no_reader};
}

std::unique_ptr<Members> members_of(Begun stream, Content content, UnpackLimit limit) {
  if (is_confined(content))
    return members_of_confined(std::move(stream), content, std::move(limit));
  if (content == Content::zip) return members_of_zip(std::move(stream), std::move(limit));
  return content == Content::cpio ? members_of_cpio(std::move(stream), limit.place())
                                  : members_of_tar(std::move(stream), limit.place());
}

std::string member_path(std::string_view path, std::uint64_t& unnamed) {
  std::string name;
  for (std::size_t end = 0; !path.empty(); path.remove_prefix(std::min(path.size(), end + 1))) {
    end = std::min(path.find('/'), path.size());
    const std::string_view segment = path.substr(0, end);
    if (segment == "." || segment == ".." || (segment.empty() && name.empty())) continue;
    if (!name.empty()) name += '/';
    name += segment;
  }
  while (name.ends_with('/')) name.pop_back();
  return name.empty() ? "unnamed-" + std::to_string(++unnamed) : name;
}

}  // namespace basewalk::archive
