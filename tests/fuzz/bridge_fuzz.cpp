// SPDX-License-Identifier: MIT
//
// The first byte says how the others are read: as a message, which has to come through mimetic's
// tree unchanged, or as orders that build a tree of mimetic's, which has to become a sound Message.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/bridge/mimetic.h"
#include "basewalk/note.h"
#include "bridge/trees.h"
#include "fuzz/fuzzing.h"

namespace {

using basewalk::fuzz::require;

using namespace basewalk;

constexpr std::string_view kFields[][2] = {
    {"Content-Type", "multipart/mixed; boundary=b"},
    {"Content-Type", "multipart/digest; boundary=c"},
    {"Content-Type", "message/rfc822"},
    {"Content-Type", "text/html"},
    {"Content-Transfer-Encoding", "base64"},
    {"Content-Transfer-Encoding", "quoted-printable"},
};

// 0-5 adds one of kFields; 6, 7, 8 go into a new part, out of it, add a null part; 9-14 put the
// line that follows into text, preamble, epilogue, a field's value, a type, a field's name;
// anything else is text.
void build(mimetic::MimeEntity& root, std::string_view orders) {
  std::vector<mimetic::MimeEntity*> open = {&root};
  while (!orders.empty()) {
    mimetic::MimeEntity& at = *open.back();
    const auto order = static_cast<unsigned char>(orders.front());
    orders.remove_prefix(1);
    if (order < 6) {
      at.header().emplace_back(std::string(kFields[order][0]), std::string(kFields[order][1]));
    } else if (order == 6) {
      open.push_back(&test::add(at, test::entity({})));
    } else if (order == 7) {
      if (open.size() > 1) open.pop_back();
    } else if (order == 8) {
      at.body().parts().push_back(nullptr);
    } else if (order < 15) {
      const std::size_t end = std::min(orders.find('\x0f'), orders.size());
      const std::string line(orders.substr(0, end));
      orders.remove_prefix(end);
      if (order == 9) at.body().append(line);
      if (order == 10) at.body().preamble(line);
      if (order == 11) at.body().epilogue(line);
      if (order == 12) at.header().emplace_back("X", line);
      if (order == 13) at.header().emplace_back("Content-Type", line);
      if (order == 14) at.header().emplace_back(line, "x");
    } else {
      at.body() += static_cast<char>(order);
    }
  }
}

// A tree of mimetic's gets no bare CR and no NUL in its fields; the limit of parts is met
// elsewhere.
bool is_comparable(const Message& message) {
  for (const Note& note : message.notes.all())
    if (note.code == NoteCode::header_nul || note.code == NoteCode::header_bare_cr ||
        note.code == NoteCode::limit_parts)
      return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  Limits limits;
  limits.depth = 12;
  limits.parts = 200;
  if (data[0] % 2 == 0) {
    const Message message = read_message(rest, limits);
    const auto tree = bridge::to_mimetic(message, limits);
    require(tree.has_value());
    const Message again = bridge::from_mimetic(**tree, limits);
    // The same by mimetic's own way to load.
    mimetic::MimeEntity loaded;
    bridge::ScannedBytes source(rest, limits);
    loaded.load(source.begin(), source.end());
    require(test::broken_rule(bridge::from_mimetic(loaded, limits)).empty());
    require(test::broken_rule(again).empty());
    if (is_comparable(message)) require(test::all_of(again) == test::all_of(message));
  } else {
    mimetic::MimeEntity root;
    build(root, rest);
    const Message message = bridge::from_mimetic(root, limits);
    require(test::broken_rule(message).empty());
    require(message.parts.size() <= limits.parts);
    test::links_of(message);
  }
  return 0;
}
