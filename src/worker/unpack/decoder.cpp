// SPDX-License-Identifier: MIT
#include "worker/unpack/decoder.h"

#include <bzlib.h>
#include <lz4frame.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>

#include "text/binary/numbers.h"
#include "worker/unpack/bytes.h"

namespace basewalk::worker {

std::size_t Decoder::find(std::string_view bytes, std::size_t from) {
  for (std::size_t at = from; at < bytes.size(); ++at)
    if (seems_to_begin(packing_, bytes.substr(at))) return at;
  return std::string_view::npos;
}

namespace {

using namespace std::string_view_literals;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// What zlib and bzip2 can be given at once.
constexpr std::size_t kAtOnce = std::size_t{1} << 30;
unsigned at_once(std::size_t size) { return static_cast<unsigned>(std::min(size, kAtOnce)); }

// Of what zstd and lz4 want next, a block and the header of the next one, only the block: where the
// header is damaged nothing is given of a call that had both.
std::size_t without_header(std::size_t wanted, std::size_t header) {
  return std::max<std::size_t>(wanted > header ? wanted - header : wanted, 1);
}

// gzip (RFC 1952), and deflate alone (RFC 1951) as zip has it.
class Inflate final : public Decoder {
 public:
  explicit Inflate(Packing packing) : Decoder(packing), alone_(packing == Packing::deflate) {
    if (::inflateInit2(&stream_, alone_ ? -MAX_WBITS : MAX_WBITS + 16) != Z_OK)
      throw std::bad_alloc();
  }
  Inflate(const Inflate&) = delete;
  Inflate& operator=(const Inflate&) = delete;
  ~Inflate() override { ::inflateEnd(&stream_); }

  void begin() override {
    ::inflateReset(&stream_);
    trailer_ = 0;
  }

  Step step(std::string_view bytes, char* into, std::size_t room) override {
    if (trailer_ > 0) {
      const std::size_t taken = std::min(trailer_, bytes.size());
      trailer_ -= taken;
      return {taken, 0, trailer_ == 0 ? State::doubted : State::more};
    }
    stream_.next_in = const_cast<Bytef*>(bytes_of(bytes));
    stream_.avail_in = at_once(bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(into);
    stream_.avail_out = at_once(room);
    const int result = ::inflate(&stream_, Z_NO_FLUSH);
    Step step{at_once(bytes.size()) - stream_.avail_in, at_once(room) - stream_.avail_out,
              State::more};
    if (result == Z_STREAM_END) {
      step.state = State::ended;
    } else if (result == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      const std::string_view why = stream_.msg != nullptr ? stream_.msg : "it is no deflate stream";
      if (why == "incorrect data check" || why == "incorrect length check") {
        why_ = why == "incorrect data check" ? "its check sum is another one (CRC-32)"
                                             : "its length is another one";
        // Behind the check sum stands the length, RFC 1952 2.3.1.
        trailer_ = why == "incorrect data check" ? 4 : 0;
        step.state = trailer_ == 0 ? State::doubted : State::more;
        return step;
      }
      return fail(std::string(why), step);
    }
    return step;
  }

  std::size_t find(std::string_view bytes, std::size_t from) override {
    for (std::size_t at = from; !alone_ && (at = bytes.find("\x1F\x8B\x08"sv, at)) != bytes.npos;
         ++at)
      if (seems_to_begin(packing(), bytes.substr(at))) return at;
    return std::string_view::npos;
  }

 private:
  z_stream stream_{};
  bool alone_;
  std::size_t trailer_ = 0;  // bytes behind a check sum that is wrong
};

class Stored final : public Decoder {
 public:
  Stored() : Decoder(Packing::stored) {}
  void begin() override {}
  Step step(std::string_view bytes, char* into, std::size_t room) override {
    const std::size_t count = std::min(bytes.size(), room);
    std::memcpy(into, bytes.data(), count);
    return {count, count, State::more};
  }
  std::size_t find(std::string_view, std::size_t) override { return std::string_view::npos; }
};

// zstd (RFC 8878).
class Zstd final : public Decoder {
 public:
  Zstd() : Decoder(Packing::zstd), stream_(::ZSTD_createDCtx()) {
    if (stream_ == nullptr) throw std::bad_alloc();
    ::ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, 27);
  }
  Zstd(const Zstd&) = delete;
  Zstd& operator=(const Zstd&) = delete;
  ~Zstd() override { ::ZSTD_freeDCtx(stream_); }

  void begin() override {
    ::ZSTD_DCtx_reset(stream_, ZSTD_reset_session_only);
    next_ = 1;
  }

  Step step(std::string_view bytes, char* into, std::size_t room) override {
    // Not more than one block: of a call that fails nothing is told of how far it came.
    ZSTD_inBuffer in{bytes.data(), std::min(bytes.size(), without_header(next_, 3)), 0};
    ZSTD_outBuffer out{into, room, 0};
    const std::size_t result = ::ZSTD_decompressStream(stream_, &out, &in);
    Step step{in.pos, out.pos, State::more};
    if (::ZSTD_isError(result) == 0) {
      next_ = result;
      if (result == 0) step.state = State::ended;
      return step;
    }
    step.taken = in.size;
    switch (::ZSTD_getErrorCode(result)) {
      case ZSTD_error_memory_allocation:
        throw std::bad_alloc();
      case ZSTD_error_checksum_wrong:
        why_ = "its check sum is another one (XXH64)";
        step.state = State::doubted;
        return step;
      case ZSTD_error_frameParameter_windowTooLarge:
        return fail("it needs a window of more than 128 MiB", step, Trouble::limit);
      default:
        return fail(::ZSTD_getErrorName(result), step);
    }
  }

 private:
  ZSTD_DCtx* stream_;
  std::size_t next_ = 1;
};

// lz4's frames.
class Lz4 final : public Decoder {
 public:
  Lz4() : Decoder(Packing::lz4) {
    if (::LZ4F_isError(::LZ4F_createDecompressionContext(&stream_, LZ4F_VERSION)) != 0)
      throw std::bad_alloc();
  }
  Lz4(const Lz4&) = delete;
  Lz4& operator=(const Lz4&) = delete;
  ~Lz4() override { ::LZ4F_freeDecompressionContext(stream_); }

  void begin() override {
    ::LZ4F_resetDecompressionContext(stream_);
    next_ = 7;
  }

  Step step(std::string_view bytes, char* into, std::size_t room) override {
    std::size_t taken = std::min(bytes.size(), without_header(next_, 4));
    std::size_t made = room;
    const std::size_t given = taken;
    const std::size_t result =
        ::LZ4F_decompress(stream_, into, &made, bytes.data(), &taken, nullptr);
    if (::LZ4F_isError(result) == 0) {
      next_ = result;
      return {taken, made, result == 0 ? State::ended : State::more};
    }
    const std::string_view why = ::LZ4F_getErrorName(result);
    if (why == "ERROR_allocation_failed") throw std::bad_alloc();
    if (why == "ERROR_contentChecksum_invalid" || why == "ERROR_frameSize_wrong") {
      why_ = why == "ERROR_frameSize_wrong" ? "its length is another one"
                                            : "its check sum is another one (XXH32)";
      return {given, 0, State::doubted};
    }
    return fail(std::string(why), {given, 0, State::more});
  }

 private:
  LZ4F_dctx* stream_ = nullptr;
  std::size_t next_ = 7;
};

// xz and lzip, by liblzma.  Each block of xz has a header with a check sum of its own: blocks are
// decoded one by one, so that behind damage it is known where the one that failed began, and the
// next one is found and decoded for itself (the .xz file format, 2.1.1 and 3.1).
class Lzma final : public Decoder {
 public:
  explicit Lzma(Packing packing) : Decoder(packing) { begin(); }
  Lzma(const Lzma&) = delete;
  Lzma& operator=(const Lzma&) = delete;
  ~Lzma() override {
    ::lzma_end(&stream_);
    ::lzma_index_hash_end(blocks_, nullptr);
    drop_index();
  }

  void begin() override {
    since_ = 0;
    header_.clear();
    phase_ = Phase::member;
    if (packing() == Packing::lzip) return must(::lzma_lzip_decoder(&stream_, kDecoderBytes, 0));
    phase_ = Phase::header;
    blocks_ = ::lzma_index_hash_init(blocks_, nullptr);
    if (blocks_ == nullptr) throw std::bad_alloc();
    is_whole_ = true;
  }

  Step step(std::string_view bytes, char* into, std::size_t room) override {
    const Step step = step_phase(bytes, into, room);
    since_ += step.taken;
    if (std::exchange(is_between_blocks_, false)) since_ = 0;
    return step;
  }

  // What has been given is not given again: not before the end of the last block, and behind the
  // beginning of the one that failed, if one has begun.
  std::uint64_t search_from(std::uint64_t frame, std::uint64_t at) override {
    const std::uint64_t from = Decoder::search_from(frame, at);
    if (packing() == Packing::lzip) return from;
    return std::max(from, at - std::min(at, since_) + (since_ > 0 ? 1 : 0));
  }

  std::size_t find(std::string_view bytes, std::size_t from) override {
    found_block_ = false;
    for (std::size_t at = from; at < bytes.size(); ++at) {
      if (seems_to_begin(packing(), bytes.substr(at))) return at;
      if (header_.size() == kXzHeader && is_block(bytes.substr(at))) {
        found_block_ = true;
        return at;
      }
    }
    return std::string_view::npos;
  }

  void go_on() override {
    if (!found_block_) return begin();
    since_ = 0;
    is_whole_ = false;
    phase_ = Phase::block_header;
    block_header_.clear();
  }

 private:
  // A member is lzip's; the others are of a stream of xz.
  enum class Phase : unsigned char { member, header, block_header, block, index, footer };

  Step step_phase(std::string_view bytes, char* into, std::size_t room) {
    switch (phase_) {
      case Phase::member:
        return code(bytes, into, room);
      case Phase::header:
        return begin_stream(bytes);
      case Phase::block_header:
        return begin_block(bytes);
      case Phase::block: {
        Step step = code(bytes, into, room);
        return step.state == State::ended ? end_block(step) : step;
      }
      case Phase::index:
        return read_index(bytes);
      case Phase::footer:
        break;
    }
    return end_stream(bytes);
  }

  void drop_index() {
    ::lzma_index_end(index_, nullptr);
    index_ = nullptr;
  }
  static void must(lzma_ret result) {
    if (result != LZMA_OK) throw std::bad_alloc();
  }

  Step code(std::string_view bytes, char* into, std::size_t room) {
    stream_.next_in = bytes_of(bytes);
    stream_.avail_in = bytes.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(into);
    stream_.avail_out = room;
    const lzma_ret result = ::lzma_code(&stream_, LZMA_RUN);
    return judge(result, {bytes.size() - stream_.avail_in, room - stream_.avail_out, State::more});
  }

  Step judge(lzma_ret result, Step step) {
    switch (result) {
      case LZMA_OK:
      case LZMA_BUF_ERROR:
        return step;
      case LZMA_STREAM_END:
        step.state = State::ended;
        return step;
      case LZMA_MEM_ERROR:
        throw std::bad_alloc();
      case LZMA_MEMLIMIT_ERROR:
        return fail(kTooMuch, step, Trouble::limit);
      case LZMA_FORMAT_ERROR:
        return fail("its header is damaged", step);
      case LZMA_OPTIONS_ERROR:
        return fail("it is packed in a way that is not known here", step, Trouble::no_reader);
      default:
        return fail("its bytes or their check sum are damaged", step);
    }
  }

  // Bytes up to `size` into what is held; true once they are all there.
  static bool gather(std::string& held, std::size_t size, std::string_view bytes, Step& step) {
    const std::size_t more = std::min(size - held.size(), bytes.size());
    held.append(bytes.substr(0, more));
    step.taken += more;
    return held.size() == size;
  }

  Step begin_stream(std::string_view bytes) {
    Step step;
    if (!gather(header_, kXzHeader, bytes, step)) return step;
    phase_ = Phase::block_header;
    block_header_.clear();
    is_between_blocks_ = true;
    return judge(::lzma_stream_header_decode(&flags_, bytes_of(header_)), step);
  }

  Step end_block(Step step) {
    phase_ = Phase::block_header;
    block_header_.clear();
    is_between_blocks_ = true;
    step.state = State::more;
    if (!is_whole_) return step;
    return judge(::lzma_index_hash_append(blocks_, ::lzma_block_unpadded_size(&block_),
                                          block_.uncompressed_size),
                 step);
  }

  // The index is held against the blocks where all of them were read.
  Step read_index(std::string_view bytes) {
    Step step;
    if (is_whole_) {
      if (bytes.empty()) return step;
      const lzma_ret result =
          ::lzma_index_hash_decode(blocks_, bytes_of(bytes), &step.taken, bytes.size());
      step = judge(result, step);
    } else {
      step = code(bytes, nullptr, 0);
    }
    if (step.state != State::ended) return step;
    phase_ = Phase::footer;
    footer_.clear();
    step.state = State::more;
    return step;
  }

  Step end_stream(std::string_view bytes) {
    Step step;
    if (!gather(footer_, kXzHeader, bytes, step)) return step;
    step.state = State::ended;
    if (!is_whole_) return step;
    lzma_stream_flags flags{};
    lzma_ret result = ::lzma_stream_footer_decode(&flags, bytes_of(footer_));
    if (result == LZMA_OK) result = ::lzma_stream_flags_compare(&flags_, &flags);
    if (result == LZMA_OK && flags.backward_size != ::lzma_index_hash_size(blocks_))
      result = LZMA_DATA_ERROR;
    return result == LZMA_OK ? step : judge(result, step);
  }

  // The header of a block, or of the index, which begins with a zero.
  Step begin_block(std::string_view bytes) {
    Step step;
    if (bytes.empty()) return step;
    if (block_header_.empty() && bytes[0] == 0) {
      phase_ = Phase::index;
      drop_index();
      if (!is_whole_) must(::lzma_index_decoder(&stream_, &index_, kDecoderBytes));
      return step;
    }
    if (block_header_.empty()) {
      block_header_ += bytes[0];
      step.taken = 1;
      bytes.remove_prefix(1);
    }
    const std::size_t size = (byte_at(block_header_, 0) + 1U) * 4;
    const std::size_t more = std::min(size - block_header_.size(), bytes.size());
    block_header_.append(bytes.substr(0, more));
    step.taken += more;
    if (block_header_.size() < size) return step;
    lzma_stream_flags flags{};
    lzma_filter filters[LZMA_FILTERS_MAX + 1];
    filters[0].id = LZMA_VLI_UNKNOWN;
    block_ = {};
    block_.filters = filters;
    block_.header_size = static_cast<std::uint32_t>(size);
    // Where that is damaged, the check sum that xz makes where it is not told otherwise.
    if (::lzma_stream_header_decode(&flags, bytes_of(header_)) != LZMA_OK)
      flags.check = LZMA_CHECK_CRC64;
    block_.check = flags.check;
    const lzma_ret result = ::lzma_block_header_decode(&block_, nullptr, bytes_of(block_header_));
    if (result == LZMA_MEM_ERROR) throw std::bad_alloc();
    if (result != LZMA_OK) return fail("the header of a block is damaged", step);
    const bool fits = ::lzma_raw_decoder_memusage(filters) <= kDecoderBytes;
    const lzma_ret begun = fits ? ::lzma_block_decoder(&stream_, &block_) : LZMA_OK;
    ::lzma_filters_free(filters, nullptr);
    block_.filters = nullptr;
    if (!fits) return fail(kTooMuch, step, Trouble::limit);
    if (begun == LZMA_MEM_ERROR) throw std::bad_alloc();
    if (begun != LZMA_OK) return fail("the header of a block is damaged", step);
    phase_ = Phase::block;
    return step;
  }

  // A header of a block: its size, its flags, and its check sum.
  static bool is_block(std::string_view bytes) {
    if (bytes.empty() || bytes[0] == 0) return false;
    const std::size_t size = (byte_at(bytes, 0) + 1U) * 4;
    if (size > bytes.size() || (byte_at(bytes, 1) & 0x3CU) != 0) return false;
    // One to four filters, of which the last is LZMA2 (0x21).
    if (bytes.substr(2, size - 6).find('\x21') == std::string_view::npos) return false;
    return ::lzma_crc32(bytes_of(bytes), size - 4, 0) == text::little(bytes, size - 4, 4);
  }

  static constexpr const char* kTooMuch = "it needs more than 160 MiB of memory";

  Phase phase_ = Phase::member;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  lzma_stream_flags flags_{};
  lzma_block block_{};
  lzma_index_hash* blocks_ = nullptr;  // of the stream
  lzma_index* index_ = nullptr;        // of no use
  std::string header_;                 // of the stream
  std::string block_header_;
  std::string footer_;
  std::uint64_t since_ = 0;         // bytes taken since a block could begin
  bool is_between_blocks_ = false;  // after the step that is being made
  bool is_whole_ = true;            // all blocks of the stream have been read
  bool found_block_ = false;
};

// bzip2.  Its blocks stand on their own, but at any bit: behind damage the next one is found by its
// mark and decoded as a stream of one block.
class Bzip2 final : public Decoder {
 public:
  Bzip2() : Decoder(Packing::bzip2) { open(); }
  Bzip2(const Bzip2&) = delete;
  Bzip2& operator=(const Bzip2&) = delete;
  ~Bzip2() override { ::BZ2_bzDecompressEnd(&stream_); }

  void begin() override {
    alone_.reset();
    reopen();
    since_block_ = 0;
    made_since_ = false;
  }

  Step step(std::string_view bytes, char* into, std::size_t room) override {
    if (alone_) return step_alone(bytes, into, room);
    Step step;
    const int result = decompress(bytes, into, room, step);
    // Once a block is read, its bytes are given without reading on.
    if (step.taken > 0) {
      if (made_since_) since_block_ = 0;
      since_block_ += step.taken;
      made_since_ = false;
    }
    if (step.made > 0) made_since_ = true;
    if (result == BZ_STREAM_END) {
      step.state = State::ended;
      return step;
    }
    if (result == BZ_OK) return step;
    if (!made_since_) return fail("its bytes are damaged", step);
    return doubt_block(step);
  }
  std::size_t block_bytes() const override { return since_block_; }

  // The block that failed began where the one before had been read; its own mark is not it.
  std::uint64_t search_from(std::uint64_t frame, std::uint64_t at) override {
    if (made_since_) return std::max(frame + 1, at - std::min<std::uint64_t>(at, 8));
    return std::max(frame + 4, at - std::min<std::uint64_t>(at, since_block_)) + 1;
  }
  std::size_t find(std::string_view bytes, std::size_t from) override {
    const std::optional<std::size_t> bit = find_mark(bytes, from * 8);
    if (!bit) return std::string_view::npos;
    first_bit_ = *bit % 8;
    return *bit / 8;
  }
  void go_on() override { alone_ = Alone(); }

 private:
  static constexpr std::uint64_t kBlockMark = 0x314159265359, kEndMark = 0x177245385090;
  struct Alone {
    Alone() {}
    std::string made;       // a stream of the one block
    std::size_t given = 0;  // of that
    bool gave = false;      // bytes of the block
  };

  void open() {
    stream_ = {};
    if (::BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
  }
  void reopen() {
    ::BZ2_bzDecompressEnd(&stream_);
    open();
  }

  int decompress(std::string_view bytes, char* into, std::size_t room, Step& step) {
    stream_.next_in = const_cast<char*>(bytes.data());
    stream_.avail_in = at_once(bytes.size());
    stream_.next_out = into;
    stream_.avail_out = at_once(room);
    const int result = ::BZ2_bzDecompress(&stream_);
    if (result == BZ_MEM_ERROR) throw std::bad_alloc();
    step.taken = at_once(bytes.size()) - stream_.avail_in;
    step.made = at_once(room) - stream_.avail_out;
    return result;
  }

  static std::uint64_t bits_at(std::string_view bytes, std::size_t bit, unsigned count) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < count; ++i, ++bit)
      value = value << 1 | (byte_at(bytes, bit / 8) >> (7 - bit % 8) & 1U);
    return value;
  }

  // The first mark of a block or of the end that begins at the bit or behind.
  static std::optional<std::size_t> find_mark(std::string_view bytes, std::size_t bit) {
    constexpr std::uint64_t kMask = (std::uint64_t{1} << 48) - 1;
    std::uint64_t window = 0;
    for (std::size_t at = bit, end = bytes.size() * 8; at < end; ++at) {
      window = (window << 1 | (byte_at(bytes, at / 8) >> (7 - at % 8) & 1U)) & kMask;
      if (at + 1 >= bit + 48 && (window == kBlockMark || window == kEndMark)) return at - 47;
    }
    return {};
  }

  // Waits for the whole block, and decodes it.
  Step step_alone(std::string_view bytes, char* into, std::size_t room) {
    Step step;
    if (alone_->made.empty()) {
      if (bytes.size() * 8 < first_bit_ + 80) return step;
      if (bits_at(bytes, first_bit_, 48) == kEndMark) {
        // Behind it the check sum of all blocks, and nothing up to the next byte.
        step.taken = (first_bit_ + 80 + 7) / 8;
        step.state = State::ended;
        return step;
      }
      const std::optional<std::size_t> end =
          find_mark(bytes.substr(0, kLongestBzip2Block), first_bit_ + 48);
      if (!end) {
        if (bytes.size() < kLongestBzip2Block) return step;  // there may be more of it
        step.taken = first_bit_ / 8 + 6;
        return fail("its bytes are damaged", step);
      }
      make_stream(bytes, first_bit_, *end);
      step.taken = *end / 8;
      since_block_ = step.taken;
      first_bit_ = *end % 8;
      reopen();
      return step;
    }
    Step inner;
    const int result =
        decompress(std::string_view(alone_->made).substr(alone_->given), into, room, inner);
    alone_->given += inner.taken;
    step.made = inner.made;
    if (step.made > 0) alone_->gave = true;
    if (result == BZ_STREAM_END) {
      alone_ = Alone();
      return step;
    }
    if (result == BZ_OK && (inner.taken > 0 || inner.made > 0)) return step;
    made_since_ = alone_->gave;
    if (!made_since_) return fail("its bytes are damaged", step);
    return doubt_block(step);
  }

  // All of a block has been given, and its check sum is another one.
  Step doubt_block(Step step) {
    why_ = "the check sum of a block is another one (CRC-32)";
    step.state = State::doubted_block;
    return step;
  }

  // "BZh9", the bits of the block, the mark of the end, and the check sum of the one block.
  void make_stream(std::string_view bytes, std::size_t begin, std::size_t end) {
    std::string& made = alone_->made;
    made = "BZh9";
    std::uint64_t held = 0;
    unsigned count = 0;
    const auto put = [&](std::uint64_t value, unsigned bits) {
      for (unsigned i = bits; i-- > 0;) {
        held = held << 1 | (value >> i & 1U);
        if (++count == 8) {
          made += static_cast<char>(held);
          held = count = 0;
        }
      }
    };
    std::size_t bit = begin;
    for (; bit + 8 <= end; bit += 8) put(bits_at(bytes, bit, 8), 8);
    put(bits_at(bytes, bit, static_cast<unsigned>(end - bit)), static_cast<unsigned>(end - bit));
    put(kEndMark, 48);
    put(bits_at(bytes, begin + 48, 32), 32);
    if (count > 0) put(0, 8 - count);
  }

  bz_stream stream_{};
  std::size_t since_block_ = 0;  // bytes taken since the last block was read
  bool made_since_ = false;      // and bytes of it have been given since
  std::optional<Alone> alone_;   // decoding block by block
  std::size_t first_bit_ = 0;    // of the block, in its first byte
};

}  // namespace

std::unique_ptr<Decoder> decoder_here(Packing packing) {
  switch (packing) {
    case Packing::stored:
      return std::make_unique<Stored>();
    case Packing::deflate:
    case Packing::gzip:
      return std::make_unique<Inflate>(packing);
    case Packing::zstd:
      return std::make_unique<Zstd>();
    case Packing::lz4:
      return std::make_unique<Lz4>();
    case Packing::xz:
    case Packing::lzip:
      return std::make_unique<Lzma>(packing);
    case Packing::bzip2:
      return std::make_unique<Bzip2>();
  }
  return {};
}

}  // namespace basewalk::worker
