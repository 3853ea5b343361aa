// SPDX-License-Identifier: MIT
//
// [MS-PPT] 2.3.7: what PowerPoint encrypts: each object that its directory names as one block of
// RC4, with the number of the object.
#include <algorithm>
#include <utility>
#include <vector>

#include "text/binary/numbers.h"
#include "worker/documents/ole/binary_cipher.h"

namespace basewalk::worker {
namespace {

constexpr std::uint64_t kCurrentUser = 0x0FF6, kUserEdit = 0x0FF5, kDirectory = 0x1772,
                        kCryptSession = 0x2F14;
// 2.3.2: of a document that is encrypted.
constexpr std::uint64_t kEncryptedToken = 0xF3D1C4DF;
constexpr std::size_t kHead = 8;
constexpr std::uint64_t kCostOfObject = 16;

struct Object {
  std::size_t begin = 0;
  std::uint32_t number = 0;
};

// A record's data, if it is one of that type.
std::string_view record_at(std::string_view stream, std::size_t at, std::uint64_t type) {
  if (at >= stream.size() || stream.size() - at < kHead || text::little(stream, at + 2, 2) != type)
    return {};
  return text::slice(stream, at + kHead, text::little(stream, at + 4, 4));
}

// 2.3.5, 2.3.6
std::vector<Object> objects_of(std::string_view directory, std::size_t most) {
  std::vector<Object> objects;
  for (std::size_t at = 0; at + 4 <= directory.size();) {
    const std::uint64_t head = text::little(directory, at, 4);
    at += 4;
    for (std::uint64_t i = 0; i < head >> 20 && at + 4 <= directory.size(); ++i, at += 4)
      if (const std::size_t begin = text::little_size(directory, at, 4); begin < most)
        objects.push_back({begin, static_cast<std::uint32_t>((head & 0xFFFFF) + i)});
  }
  return objects;
}

}  // namespace

bool decrypt_slides(std::string& stream, std::string_view current_user, const Document& document,
                    crypt::Work& work, DocumentSink& sink) {
  const std::string_view user = record_at(current_user, 0, kCurrentUser);
  if (user.size() < 12 || text::little(user, 4, 4) != kEncryptedToken) return true;
  const std::size_t edit_at = text::little_size(user, 8, 4);
  const std::string_view edit = record_at(stream, edit_at, kUserEdit);
  if (edit.size() < 32) return false;
  const std::size_t directory_at = text::little_size(edit, 12, 4);
  std::vector<Object> objects =
      objects_of(record_at(stream, directory_at, kDirectory), stream.size());
  const std::uint64_t session = text::little(edit, 28, 4);
  const auto found = std::find_if(objects.begin(), objects.end(),
                                  [&](const Object& each) { return each.number == session; });
  if (found == objects.end()) return false;
  const std::size_t session_at = found->begin;
  const std::optional<Rc4Key> key = Rc4Key::of(record_at(stream, session_at, kCryptSession),
                                               "PowerPoint Document", document, work, sink);
  if (!key) return false;
  // Each object ends where something else begins; none is decrypted twice.
  objects.push_back({edit_at, 0});
  objects.push_back({directory_at, 0});
  objects.push_back({stream.size(), 0});
  std::stable_sort(objects.begin(), objects.end(),
                   [](const Object& a, const Object& b) { return a.begin < b.begin; });
  for (std::size_t i = 0; i + 1 < objects.size(); ++i) {
    const std::size_t begin = objects[i].begin, size = objects[i + 1].begin - begin;
    if (size == 0 || begin == session_at || begin == edit_at || begin == directory_at) continue;
    if (!work.spend(kCostOfObject)) {
      sink.lack(Lack::limit, "PowerPoint Document", "has more encrypted objects than are read");
      break;
    }
    key->apply_block(objects[i].number, stream.data() + begin, size);
  }
  // An atom that means nothing.
  stream.replace(session_at, 4, std::string_view("\0\0\xFF\xFF", 4));
  return true;
}

}  // namespace basewalk::worker
