// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/stream.h"

#include <zlib.h>
#include <exception>
#include <memory>
#include <new>
#include <qpdf/Pipeline.hh>
#include <qpdf/QPDFStreamFilter.hh>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "text/ascii.h"
#include "worker/documents/pdf/predictor.h"
#include "worker/documents/pdf/qpdf.h"

namespace basewalk::worker::pdf {
namespace {

// libqpdf keeps its filters for all documents, and so do we with what counts for them.
Session* counted = nullptr;
bool was_damaged = false;

struct Behind : std::runtime_error {
  Behind() : std::runtime_error("behind the limit") {}
};

constexpr int kMostFilters = 20;

void spend(std::size_t bytes) {
  if (counted == nullptr) return;
  if (bytes > counted->bytes_left) {
    counted->bytes_left = 0;
    throw Behind();
  }
  counted->bytes_left -= bytes;
}

// 7.4.4.  What is behind damage is lost, what is before it counts.
class Inflate final : public Pipeline {
 public:
  explicit Inflate(Pipeline* to) : Pipeline("inflate", to), out_(kOut) {
    if (::inflateInit(&z_) != Z_OK) throw std::bad_alloc();
    // No viewer looks at the sum at the end, either.
    ::inflateValidate(&z_, 0);
  }
  ~Inflate() override { ::inflateEnd(&z_); }
  Inflate(const Inflate&) = delete;
  Inflate& operator=(const Inflate&) = delete;

  void write(unsigned char const* data, std::size_t size) override {
    while (size > 0 && !ended_) {
      const auto step = static_cast<uInt>(std::min<std::size_t>(size, 1U << 30));
      feed(data, step);
      data += step;
      size -= step;
    }
  }
  void finish() override {
    if (!ended_) was_damaged = true;
    getNext()->finish();
  }

 private:
  static constexpr std::size_t kOut = std::size_t{32} << 10;

  void feed(unsigned char const* data, uInt size) {
    z_.next_in = const_cast<Bytef*>(data);
    z_.avail_in = size;
    do {
      z_.next_out = out_.data();
      z_.avail_out = static_cast<uInt>(out_.size());
      const int status = ::inflate(&z_, Z_NO_FLUSH);
      const std::size_t got = out_.size() - z_.avail_out;
      if (got > 0) {
        spend(got);
        getNext()->write(out_.data(), got);
      }
      if (status == Z_STREAM_END) ended_ = true;
      if (status == Z_DATA_ERROR && z_.total_out == 0 && !is_raw_ && size > 2) {
        // Viewers do without the head.
        is_raw_ = true;
        ::inflateReset2(&z_, -MAX_WBITS);
        z_.next_in = const_cast<Bytef*>(data + 2);
        z_.avail_in = size - 2;
      } else if (status != Z_OK && status != Z_BUF_ERROR && status != Z_STREAM_END) {
        was_damaged = ended_ = true;
      }
    } while (!ended_ && (z_.avail_in > 0 || z_.avail_out == 0));
  }

  z_stream z_{};
  std::vector<unsigned char> out_;
  bool ended_ = false, is_raw_ = false;
};

// 7.4.2.  What is no digit is passed over (PDFium, pdf.js), where libqpdf gives up.
class Hexadecimal final : public Pipeline {
 public:
  explicit Hexadecimal(Pipeline* to) : Pipeline("hexadecimal", to) {}
  void write(unsigned char const* data, std::size_t size) override {
    std::string out;
    for (std::size_t i = 0; i < size && !ended_; ++i) {
      const char c = static_cast<char>(data[i]);
      ended_ = c == '>';
      if (!ascii::is_hex(c)) continue;
      value_ = (value_ << 4 | ascii::hex_value(c)) & 0xFF;
      if ((is_half_ = !is_half_) == false) out += static_cast<char>(value_);
    }
    put(out);
  }
  void finish() override {
    if (is_half_) put({static_cast<char>(value_ << 4 & 0xFF)});
    getNext()->finish();
  }

 private:
  void put(const std::string& bytes) {
    if (bytes.empty()) return;
    spend(bytes.size());
    getNext()->write(reinterpret_cast<unsigned char const*>(bytes.data()), bytes.size());
  }

  unsigned value_ = 0;
  bool is_half_ = false, ended_ = false;
};

class HexadecimalFilter final : public QPDFStreamFilter {
 public:
  Pipeline* getDecodePipeline(Pipeline* next) override {
    pipeline_ = std::make_unique<Hexadecimal>(next);
    return pipeline_.get();
  }

 private:
  std::unique_ptr<Hexadecimal> pipeline_;
};

class Flate final : public QPDFStreamFilter {
 public:
  bool setDecodeParms(QPDFObjectHandle parameters) override {
    if (parameters.isDictionary()) predictor_ = predictor_of(parameters);
    return true;
  }
  Pipeline* getDecodePipeline(Pipeline* next) override {
    // 7.4.4.4: readers do different things with one that is none of these.
    if (predictor_.kind > kPredictors || (predictor_.kind > 2 && predictor_.kind < 10))
      was_damaged = true;
    if (predictor_.kind > 1) {
      undo_ = undo_predictor(predictor_, next);
      next = undo_.get();
    }
    inflate_ = std::make_unique<Inflate>(next);
    return inflate_.get();
  }

 private:
  Predictor predictor_;
  std::unique_ptr<Pipeline> undo_;
  std::unique_ptr<Inflate> inflate_;
};

// Keeps what comes, up to a size.
class Collect final : public Pipeline {
 public:
  Collect(std::string& out, std::uint64_t most)
      : Pipeline("collect", nullptr), out_(out), most_(most) {}
  void write(unsigned char const* data, std::size_t size) override {
    if (size > most_ - std::min<std::uint64_t>(most_, out_.size())) {
      is_full_ = true;
      throw Behind();
    }
    out_.append(reinterpret_cast<const char*>(data), size);
  }
  void finish() override {}
  bool is_full() const { return is_full_; }

 private:
  std::string& out_;
  std::uint64_t most_;
  bool is_full_ = false;
};

StreamBytes read(Session& session, QPDFObjectHandle stream, qpdf_stream_decode_level_e level,
                 const std::string& name) {
  StreamBytes got;
  const std::uint64_t before = session.bytes_left;
  if (before == 0) {
    session.lack_of_bytes();
    got.is_whole = false;
    return got;
  }
  Collect collect(got.bytes, before);
  was_damaged = false;
  bool is_filtered = false, is_done = false;
  try {
    is_done = stream.pipeStreamData(&collect, &is_filtered, 0, level, true, false);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    is_done = false;
  }
  // What no filter counted.
  const std::uint64_t spent = before - session.bytes_left;
  if (got.bytes.size() > spent)
    session.bytes_left -= std::min<std::uint64_t>(session.bytes_left, got.bytes.size() - spent);
  got.is_decoded = is_filtered || level == qpdf_dl_none;
  got.is_whole = is_done && !was_damaged;
  if (!got.is_decoded) got.bytes.clear();
  if (collect.is_full() || session.bytes_left == 0) {
    got.is_whole = false;
    session.bytes_left = collect.is_full() ? 0 : session.bytes_left;
    session.lack_of_bytes();
  } else if (!got.is_whole && got.is_decoded) {
    session.lack_once(Lack::damaged, name, "cannot be decoded to its end");
  }
  return got;
}

QPDFObjectHandle item(QPDFObjectHandle list, int at) {
  if (!list.isArray()) return at == 0 ? list : QPDFObjectHandle::newNull();
  return at < list.getArrayNItems() ? list.getArrayItem(at) : QPDFObjectHandle::newNull();
}

// Is it the name of filters, where there should be a file (Table 5)?
bool is_short_filter(QPDFObjectHandle dictionary) {
  return !dictionary.hasKey("/Filter") && item(dictionary.getKey("/F"), 0).isName();
}

// What there is of a stream with filters that are not ours: viewers pass over what they do not know
// and what is null, and those of pictures where there is none (PDFium, MuPDF, pdf.js); MuPDF and
// pdf.js have /F for /Filter, as 8.9.7 has it within a page.
QPDFObjectHandle with_our_filters(QPDF& pdf, QPDFObjectHandle dictionary,
                                  const std::string& bytes) {
  constexpr std::string_view kOurs[] = {"FlateDecode",   "Fl",  "ASCIIHexDecode",  "AHx",
                                        "ASCII85Decode", "A85", "RunLengthDecode", "RL",
                                        "LZWDecode",     "LZW"};
  const bool is_short = is_short_filter(dictionary);
  QPDFObjectHandle filters = dictionary.getKey(is_short ? "/F" : "/Filter");
  QPDFObjectHandle parameters =
      dictionary.getKey(dictionary.hasKey("/DecodeParms") ? "/DecodeParms" : "/DP");
  QPDFObjectHandle ours = QPDFObjectHandle::newArray(), theirs = QPDFObjectHandle::newArray();
  const int count = filters.isArray() ? filters.getArrayNItems() : 1;
  for (int at = 0; at < count && ours.getArrayNItems() < kMostFilters; ++at) {
    if (!ascii::is_one_of(kOurs, name_in(item(filters, at)))) continue;
    ours.appendItem(item(filters, at));
    QPDFObjectHandle each = item(parameters, at);
    theirs.appendItem(each.isDictionary() ? each : QPDFObjectHandle::newNull());
  }
  QPDFObjectHandle stream = pdf.newStream(bytes);
  stream.getDict().replaceKey("/Filter", ours);
  stream.getDict().replaceKey("/DecodeParms", theirs);
  return stream;
}

}  // namespace

BoundedFlate::BoundedFlate(Session& session) {
  static bool is_registered = false;
  if (!is_registered) {
    QPDF::registerStreamFilter("/FlateDecode", [] { return std::make_shared<Flate>(); });
    QPDF::registerStreamFilter("/ASCIIHexDecode",
                               [] { return std::make_shared<HexadecimalFilter>(); });
  }
  is_registered = true;
  counted = &session;
}
BoundedFlate::~BoundedFlate() { counted = nullptr; }

StreamBytes decoded(Session& session, QPDFObjectHandle stream) {
  const bool is_short = is_short_filter(stream.getDict());
  if (!is_short) {
    StreamBytes got = read(session, stream, qpdf_dl_specialized, name_of(stream));
    if (got.is_decoded || session.bytes_left == 0) return got;
  }
  const StreamBytes raw = stored(session, stream);
  QPDF* pdf = stream.getOwningQPDF();
  if (pdf == nullptr || raw.bytes.empty()) return {};
  StreamBytes got = read(session, with_our_filters(*pdf, stream.getDict(), raw.bytes),
                         qpdf_dl_specialized, name_of(stream));
  got.is_decoded = false;
  return got;
}

std::string bytes_of(Session& session, QPDFObjectHandle stream) {
  StreamBytes got = decoded(session, stream);
  if (!got.is_decoded && session.bytes_left != 0)
    session.lack_once(Lack::no_opener, name_of(stream), "is packed by a filter that is not read");
  return std::move(got.bytes);
}

StreamBytes decoded_with_jpeg(Session& session, QPDFObjectHandle stream) {
  return read(session, stream, qpdf_dl_all, name_of(stream));
}

StreamBytes stored(Session& session, QPDFObjectHandle stream) {
  return read(session, stream, qpdf_dl_none, name_of(stream));
}

}  // namespace basewalk::worker::pdf
