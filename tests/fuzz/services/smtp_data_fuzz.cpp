// SPDX-License-Identifier: MIT
//
// What a client of the proxy says: where a message ends, beside a plain reading of the whole,
// however it is cut into pieces; dots that are added and taken away again; commands, and what they
// say of the client's client.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/fuzzing.h"
#include "proxy/command.h"
#include "proxy/data.h"

namespace {

using basewalk::fuzz::require;
using basewalk::fuzz::view;

using namespace basewalk;

struct Plain {
  std::string message;
  std::size_t taken = 0;
  bool done = false, has_bare_lf = false, has_stray_dot = false;
};

// A dot alone on what is a line to who ends lines at a CR and drops NULs; but for one that is
// written twice.
bool has_stray_dot(std::string_view message) {
  bool is_behind_crlf = true;
  for (std::size_t at = 0, end = 0; (end = message.find('\r', at)) != message.npos;) {
    std::string piece(message.substr(at, end - at));
    const bool is_twice = is_behind_crlf && piece.starts_with('.');
    std::erase(piece, '\0');
    if (piece == "." && !is_twice) return true;
    is_behind_crlf = message.substr(end).starts_with("\r\n");
    at = end + (is_behind_crlf ? 2 : 1);
  }
  return false;
}

// Line by line, where a line ends with CR LF.
Plain read_plainly(std::string_view stream) {
  Plain plain;
  while (!plain.done) {
    const std::size_t end = stream.find("\r\n", plain.taken);
    std::string_view line =
        stream.substr(plain.taken, end == stream.npos ? end : end + 2 - plain.taken);
    plain.taken += line.size();
    plain.done = line == ".\r\n";
    if (plain.done) break;
    if (line.starts_with('.')) line.remove_prefix(1);
    plain.message += line;
    if (end == stream.npos) break;
  }
  for (std::size_t i = 0; i < plain.message.size(); ++i)
    if (plain.message[i] == '\n' && (i == 0 || plain.message[i - 1] != '\r'))
      plain.has_bare_lf = true;
  plain.has_stray_dot = has_stray_dot(plain.message);
  return plain;
}

template <class Next>
void read_in_pieces(std::string_view stream, const Plain& plain, Next next) {
  proxy::DataReader reader;
  proxy::StrayDot dot;
  std::string message;
  std::size_t at = 0;
  while (at < stream.size() && !reader.done()) {
    const std::string_view piece = stream.substr(at, next());
    const std::size_t taken = reader.feed(piece, [&](std::string_view bytes) {
      message += bytes;
      dot.feed(bytes);
    });
    require(taken == piece.size() || reader.done());
    at += taken;
  }
  require(reader.done() == plain.done);
  if (plain.done) require(at == plain.taken && message == plain.message);
  if (plain.done) require(reader.has_bare_lf() == plain.has_bare_lf);
  if (plain.done) require(dot.was_seen() == plain.has_stray_dot);
}

// Any bytes come back, with a line end behind them where there was none.
void there_and_back(std::string_view bytes, std::size_t step) {
  proxy::DataWriter writer;
  std::string sent;
  const auto give = [&](std::string_view piece) {
    sent += piece;
    return true;
  };
  for (std::size_t at = 0; at < bytes.size(); at += step)
    require(writer.write(bytes.substr(at, step), give));
  require(writer.finish(give));
  const Plain plain = read_plainly(sent);
  require(plain.done && plain.taken == sent.size());
  require(plain.message == bytes || plain.message == std::string(bytes) + "\r\n");
  require(writer.has_bare_lf() == plain.has_bare_lf);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view stream = view(data, size);
  const Plain plain = read_plainly(stream);
  std::uint32_t state = static_cast<std::uint32_t>(size) * 2654435761U + (size > 0 ? data[0] : 0);
  read_in_pieces(stream, plain, [&] { return size; });
  read_in_pieces(stream, plain, []() -> std::size_t { return 1; });
  read_in_pieces(stream, plain, [&]() -> std::size_t {
    state = state * 1664525U + 1013904223U;
    return 1 + (state >> 24) % 5;
  });
  there_and_back(stream, size + 1);
  there_and_back(stream, 1);
  there_and_back(stream, 3);

  const proxy::Command command = proxy::read_command(stream);
  static_cast<void>(proxy::behind(command.argument, "FROM:"));
  if (const auto attributes = proxy::read_attributes(command.argument))
    for (const auto& [name, value] : *attributes) {
      require(!name.empty() && name.find_first_of(" \t=") == name.npos);
      require(proxy::read_value(value).size() <= value.size());
    }
  return 0;
}
