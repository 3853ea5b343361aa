// SPDX-License-Identifier: MIT
//
// The bundle is a tree of mimetic's, which its writer writes; the parts are entities of a class
// that reads its body only when it is written, so that the tree holds headers alone.
//
// All bodies are base64: mimetic's encoder of quoted-printable makes CRLF of every LF, or an escape
// of every blank.  No line of base64 can be taken for a delimiter, so the boundary is always the
// same, and so is a bundle of the same files.
#include "basewalk/bridge/write_bundle.h"

// Headers of mimetic want it and do not include it.
#include <cstdint>

#include <mimetic/codec/base64.h>
#include <mimetic/mimeentity.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>

namespace basewalk::bridge {
namespace {

constexpr const char* kBoundary = "=_basewalk_bundle_=";

// Printable ASCII: neither CR nor LF, so that a value stays a value.  Of a type blanks may stand
// before parameters.
bool is_header_value(std::string_view text, bool blanks) {
  return !text.empty() && text.front() != ' ' && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c > ' ' || (blanks && c == ' ')) && c < '\x7F';
  });
}

class OfPacking final : public Bodies {
 public:
  explicit OfPacking(const bundle::Packing& packing) : packing_(packing) {}
  const std::vector<bundle::PackedFile>& files() const override { return packing_.files(); }
  Result<bool> write_body(std::size_t index, Sink& sink) const override {
    return packing_.write_body(index, sink);
  }

 private:
  const bundle::Packing& packing_;
};

class SinkBuffer final : public std::streambuf {
 public:
  explicit SinkBuffer(Sink& sink) : sink_(sink) {}
  /// A stream keeps to itself what is thrown below it.
  void pass_on() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 protected:
  int_type overflow(int_type c) override {
    const char byte = traits_type::to_char_type(c);
    return c == traits_type::eof() || takes({&byte, 1}) ? traits_type::not_eof(c)
                                                        : traits_type::eof();
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    return takes({text, static_cast<std::size_t>(size)}) ? size : 0;
  }

 private:
  bool takes(std::string_view bytes) {
    if (thrown_) return false;
    try {
      return sink_.write(bytes);
    } catch (...) {
      thrown_ = std::current_exception();
      return false;
    }
  }

  Sink& sink_;
  std::exception_ptr thrown_;
};

// Takes what the encoder makes, with the line ends of mail.
class EncodedText {
 public:
  struct Iterator {
    EncodedText* text;
    Iterator& operator*() { return *this; }
    Iterator& operator++() { return *this; }
    Iterator& operator=(char c) {
      if (c == '\n') text->buffer_ += '\r';
      text->buffer_ += c;
      return *this;
    }
  };
  explicit EncodedText(std::ostream& out) : out_(out) {}
  Iterator iterator() { return {this}; }
  void flush() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
  }

 private:
  std::ostream& out_;
  std::string buffer_;
};

// Encodes the body of a file as it comes.
class Encoder final : public Sink {
 public:
  explicit Encoder(std::ostream& out) : out_(out), text_(out) {}

  bool write(std::string_view bytes) override {
    constexpr std::size_t kAtATime = 64 * 1024;
    EncodedText::Iterator to = text_.iterator();
    for (; !bytes.empty(); bytes.remove_prefix(std::min(kAtATime, bytes.size()))) {
      for (const char c : bytes.substr(0, kAtATime))
        codec_.process(static_cast<mimetic::Base64::Encoder::char_type>(c), to);
      text_.flush();
    }
    return out_.good();
  }
  void finish() {
    EncodedText::Iterator to = text_.iterator();
    codec_.flush(to);
    text_.flush();
  }

 private:
  std::ostream& out_;
  EncodedText text_;
  mimetic::Base64::Encoder codec_;
};

// One file as a body part.
class FileEntity final : public mimetic::MimeEntity {
 public:
  FileEntity(const Bodies& bodies, std::size_t index, std::optional<Error>& wrong)
      : bodies_(bodies), index_(index), wrong_(wrong) {
    const bundle::PackedFile& file = bodies.files()[index];
    add("Content-Type", file.media_type + (file.is_text ? "; charset=utf-8" : ""));
    add("Content-Transfer-Encoding", "base64");
    add("Content-Location", file.label);
  }

 protected:
  // Not folded: Chromium takes the blanks of a fold for a part of the label.
  std::ostream& write(std::ostream& out, const char*) const override {
    if (!out || wrong_) return out;
    for (const mimetic::Field& field : header()) field.write(out, 0) << mimetic::crlf;
    out << mimetic::crlf;
    Encoder encoder(out);
    const Result<bool> written = bodies_.write_body(index_, encoder);
    if (!written) wrong_ = written.error();
    encoder.finish();
    return out;
  }

 private:
  void add(const std::string& name, const std::string& value) {
    mimetic::Field& field = header().emplace_back();
    field.name(name);
    field.value(value);
  }

  const Bodies& bodies_;
  const std::size_t index_;
  std::optional<Error>& wrong_;
};

}  // namespace

Result<bool> write_bundle(const bundle::Packing& packing, Sink& sink) {
  return write_bundle(OfPacking(packing), sink);
}

Result<bool> write_bundle(const Bodies& bodies, Sink& sink) {
  for (const bundle::PackedFile& file : bodies.files())
    if (!is_header_value(file.label, false) || !is_header_value(file.media_type, true))
      return Error{"header", 0, file.path + ": its label or type cannot stand in a header"};
  const std::string& type = bodies.files().front().media_type;
  std::optional<Error> wrong;
  mimetic::MimeEntity bundle;
  const auto add = [&](const std::string& name, const std::string& value) {
    mimetic::Field& field = bundle.header().emplace_back();
    field.name(name);
    field.value(value);
  };
  if (const std::string date = bodies.date(); is_header_value(date, true)) add("Date", date);
  add("MIME-Version", "1.0");
  add("Content-Type", "multipart/related; type=\"" + type.substr(0, type.find(';')) +
                          "\"; boundary=\"" + kBoundary + "\"");
  for (std::size_t i = 0; i < bodies.files().size(); ++i) {
    bundle.body().parts().push_back(nullptr);  // first: it deletes what stands in it
    bundle.body().parts().back() = new FileEntity(bodies, i, wrong);
  }
  SinkBuffer buffer(sink);
  std::ostream out(&buffer);
  out << bundle;
  buffer.pass_on();
  if (wrong) return *wrong;
  if (!out) return Error{"unwritable", 0, "could not be written"};
  return true;
}

}  // namespace basewalk::bridge
