// SPDX-License-Identifier: MIT
//
// Structure and transfer encodings, beside GMime and mimetic in the same program.
//
// Inputs: small mails and mails with large attachments, made here, and the files below the folder
// that the environment names in BASEWALK_BENCH_MAIL.  What counts is the ratio within one run.
#include <benchmark/benchmark.h>
#include <gmime/gmime.h>
#include <mimetic/mimetic.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "basewalk/mime/decode.h"
#include "basewalk/mime/part.h"

namespace {

using Mails = std::vector<std::string>;

// The same numbers in each run.
class Random {
 public:
  std::uint32_t next(std::uint32_t below) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state_ >> 33) % below;
  }

 private:
  std::uint64_t state_ = 42;
};

std::string words(Random& random, std::size_t bytes) {
  static const char* const kWords[] = {"mail",  "structure", "of",   "parts", "and",
                                       "links", "read",      "with", "care",  "here"};
  std::string out;
  std::size_t line = 0;
  while (out.size() < bytes) {
    const std::string word = kWords[random.next(10)];
    if (line + word.size() > 70) {
      out += "\r\n";
      line = 0;
    }
    out += word + ' ';
    line += word.size() + 1;
  }
  return out + "\r\n";
}

std::string base64_lines(Random& random, std::size_t bytes) {
  static const char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  while (out.size() < bytes) {
    for (int i = 0; i < 76; ++i) out += kDigits[random.next(64)];
    out += "\r\n";
  }
  return out;
}

std::string quoted_printable_lines(Random& random, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) {
    std::string line = words(random, 40);
    line.resize(line.size() - 2);
    out += line + "=C3=A9t=C3=A9 =\r\n";
  }
  return out;
}

std::string header(Random& random) {
  std::string out;
  for (int i = 0; i < 3; ++i)
    out += "Received: from mx" + std::to_string(random.next(100)) +
           ".example.com (mx.example.com [192.0.2.1])\r\n\tby mail.example.net with ESMTP id " +
           std::to_string(random.next(1000000)) +
           "\r\n\tfor <someone@example.net>; Tue, 08 May 2018 10:00:00 +0000\r\n";
  return out +
         "From: A Sender <sender@example.com>\r\nTo: someone@example.net\r\n"
         "Subject: a message of ordinary size\r\nDate: Tue, 08 May 2018 10:00:00 +0000\r\n"
         "Message-ID: <" +
         std::to_string(random.next(1000000)) +
         "@example.com>\r\nMIME-Version: 1.0\r\nX-Mailer: none\r\n";
}

std::string multipart(Random& random, const std::string& second_type, const std::string& second) {
  const std::string b = "----=_NextPart_" + std::to_string(random.next(1000000));
  return header(random) + "Content-Type: multipart/mixed; boundary=\"" + b + "\"\r\n\r\n--" + b +
         "\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + words(random, 1500) + "\r\n--" +
         b + "\r\n" + second_type + "\r\n\r\n" + second + "\r\n--" + b + "--\r\n";
}

const Mails& small_mails() {
  static const Mails mails = [] {
    Random random;
    Mails out;
    for (int i = 0; i < 500; ++i)
      out.push_back(multipart(random, "Content-Type: text/html; charset=utf-8",
                              words(random, 1000 + random.next(4000))));
    return out;
  }();
  return mails;
}

const Mails& mails_with_attachments() {
  static const Mails mails = [] {
    Random random;
    Mails out;
    for (int i = 0; i < 8; ++i)
      out.push_back(multipart(random,
                              "Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64",
                              base64_lines(random, 3'000'000)));
    return out;
  }();
  return mails;
}

const Mails& stored_mails() {
  static const Mails mails = [] {
    Mails out;
    const char* const folder = std::getenv("BASEWALK_BENCH_MAIL");
    if (folder == nullptr) return out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      out.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    return out;
  }();
  return mails;
}

void read_with_basewalk(const std::string& mail) {
  benchmark::DoNotOptimize(basewalk::read_message(mail).parts.size());
}

void read_with_gmime(const std::string& mail) {
  GMimeStream* const stream = g_mime_stream_mem_new_with_buffer(mail.data(), mail.size());
  GMimeParser* const parser = g_mime_parser_new_with_stream(stream);
  GMimeMessage* const message = g_mime_parser_construct_message(parser, nullptr);
  benchmark::DoNotOptimize(message);
  if (message != nullptr) g_object_unref(message);
  g_object_unref(parser);
  g_object_unref(stream);
}

void read_with_mimetic(const std::string& mail) {
  mimetic::MimeEntity entity;
  entity.load(mail.data(), mail.data() + mail.size());
  benchmark::DoNotOptimize(entity.body().parts().size());
}

template <auto read, auto mails>
void scan(benchmark::State& state) {
  if (mails().empty()) {
    state.SkipWithError("no mail: set BASEWALK_BENCH_MAIL");
    return;
  }
  std::size_t bytes = 0;
  for (auto _ : state) {
    for (const std::string& mail : mails()) {
      read(mail);
      bytes += mail.size();
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
  state.SetItemsProcessed(static_cast<std::int64_t>(mails().size()) * state.iterations());
}

BENCHMARK(scan<read_with_basewalk, small_mails>)->Name("scan/small/basewalk");
BENCHMARK(scan<read_with_gmime, small_mails>)->Name("scan/small/gmime");
BENCHMARK(scan<read_with_mimetic, small_mails>)->Name("scan/small/mimetic");
BENCHMARK(scan<read_with_basewalk, mails_with_attachments>)->Name("scan/attachments/basewalk");
BENCHMARK(scan<read_with_gmime, mails_with_attachments>)->Name("scan/attachments/gmime");
BENCHMARK(scan<read_with_mimetic, mails_with_attachments>)->Name("scan/attachments/mimetic");
BENCHMARK(scan<read_with_basewalk, stored_mails>)->Name("scan/stored/basewalk");
BENCHMARK(scan<read_with_gmime, stored_mails>)->Name("scan/stored/gmime");
BENCHMARK(scan<read_with_mimetic, stored_mails>)->Name("scan/stored/mimetic");

std::string encoded(basewalk::mime::Encoding encoding) {
  Random random;
  return encoding == basewalk::mime::Encoding::base64 ? base64_lines(random, 1'000'000)
                                                      : quoted_printable_lines(random, 1'000'000);
}

template <basewalk::mime::Encoding encoding>
void decode_with_basewalk(benchmark::State& state) {
  const std::string body = encoded(encoding);
  std::string out;
  for (auto _ : state) {
    basewalk::Notes notes;
    out.clear();
    basewalk::mime::decode_transfer(body, encoding, out, {notes});
    benchmark::DoNotOptimize(out.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(body.size()) * state.iterations());
}

template <basewalk::mime::Encoding encoding>
void decode_with_gmime(benchmark::State& state) {
  const std::string body = encoded(encoding);
  std::string out(body.size() + 64, '\0');
  for (auto _ : state) {
    GMimeEncoding decoder;
    g_mime_encoding_init_decode(&decoder, encoding == basewalk::mime::Encoding::base64
                                              ? GMIME_CONTENT_ENCODING_BASE64
                                              : GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE);
    benchmark::DoNotOptimize(g_mime_encoding_step(&decoder, body.data(), body.size(), out.data()));
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(body.size()) * state.iterations());
}

using basewalk::mime::Encoding;
BENCHMARK(decode_with_basewalk<Encoding::base64>)->Name("decode/base64/basewalk");
BENCHMARK(decode_with_gmime<Encoding::base64>)->Name("decode/base64/gmime");
BENCHMARK(decode_with_basewalk<Encoding::quoted_printable>)->Name("decode/qp/basewalk");
BENCHMARK(decode_with_gmime<Encoding::quoted_printable>)->Name("decode/qp/gmime");

void is_utf8_ascii(benchmark::State& state) {
  Random random;
  const std::string text = words(random, 1'000'000);
  for (auto _ : state) benchmark::DoNotOptimize(basewalk::mime::is_utf8(text));
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}
BENCHMARK(is_utf8_ascii)->Name("is_utf8/ascii");

}  // namespace

int main(int argc, char** argv) {
  g_mime_init();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  g_mime_shutdown();
}
