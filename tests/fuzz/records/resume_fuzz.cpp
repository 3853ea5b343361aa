// SPDX-License-Identifier: MIT
//
// What stands beside a file whose writing goes on: FILE.resume.  Any bytes as one are no place to
// go on from that FILE.partial does not reach; and of one that was written and then damaged nothing
// else is taken than what was saved.
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzzing.h"
#include "text/files/partial_file.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;
using basewalk::fuzz::Scratch;
using text::Checkpoint;
using text::PartialFile;
using State = PartialFile::State;
using Left = PartialFile::Left;

constexpr const char* kOptions = "links\na\n";

bool are_same(const Checkpoint& one, const Checkpoint& other) {
  return one.size == other.size && one.source == other.source && one.offset == other.offset &&
         one.number == other.number && one.name_number == other.name_number &&
         one.member == other.member && one.files == other.files && one.has_gap == other.has_gap;
}

void read_any(const Scratch& scratch, std::string_view bytes, std::size_t size) {
  for (const Left left : {Left::refuse, Left::go_on, Left::restart}) {
    scratch.clear();
    scratch.write("out.partial", std::string(size, 'x'));
    scratch.write("out.resume", bytes);
    PartialFile file;
    const State state = file.begin(scratch / "out", kOptions, left);
    require(state == State::fresh || state == State::continued || state == State::different ||
            state == State::left);
    require((state == State::fresh || state == State::continued) == file.failure().empty());
    require(state != State::continued || left == Left::go_on);
    if (file.saved()) require(state == State::continued && file.saved()->size <= size);
    // What is not gone on with is begun anew, and what makes no sense is left alone.
    const std::size_t now = state == State::fresh ? 0 : size;
    require(scratch.read("out.partial").size() == now);
    require(state != State::left || scratch.read("out.resume") == bytes);
  }
}

// A run that is killed behind two checkpoints.
std::vector<Checkpoint> write_two(const Scratch& scratch, fuzz::Input& input) {
  scratch.clear();
  std::vector<Checkpoint> saved;
  PartialFile file;
  require(file.begin(scratch / "out", kOptions, Left::go_on) == State::fresh);
  std::ofstream(file.path(), std::ios::binary) << std::string(600, 'x');
  for (int i = 0; i < 2; ++i) {
    Checkpoint next;
    next.size = input.byte() + 256 * static_cast<unsigned>(i);
    next.offset = input.byte();
    if (const unsigned number = input.byte(); number > 0) next.number = number;
    if (const unsigned number = input.byte(); number > 0) next.name_number = number;
    if (const unsigned number = input.byte(); number > 0) next.member = number;
    if (const unsigned number = input.byte(); number > 0) next.files = number;
    next.has_gap = input.byte() % 2 != 0;
    next.source = input.line();
    if (next.source.size() > 10'000) next.source.resize(10'000);
    file.save(next);
    saved.push_back(next);
  }
  return saved;
}

std::optional<Checkpoint> found(const Scratch& scratch) {
  PartialFile file;
  const State state = file.begin(scratch / "out", kOptions, Left::go_on);
  return state == State::continued ? file.saved() : std::nullopt;
}

void damage(const Scratch& scratch, fuzz::Input& input) {
  const std::vector<Checkpoint> saved = write_two(scratch, input);
  const std::optional<Checkpoint> last = found(scratch);
  require(last && are_same(*last, saved.back()));
  std::string bytes = scratch.read("out.resume");
  const std::size_t at = (input.byte() * 256 + input.byte()) % bytes.size();
  // So few that a check sum and what it covers are not both made anew.
  const std::string_view other = input.rest().substr(0, 16);
  bytes.replace(at, std::min(other.size(), bytes.size() - at), other);
  scratch.write("out.resume", bytes);
  const std::optional<Checkpoint> now = found(scratch);
  require(!now || are_same(*now, saved[0]) || are_same(*now, saved[1]));
  // A file that has lost its end has lost what was saved behind that.
  write_two(scratch, input);
  std::filesystem::resize_file(scratch.path() / "out.partial", 100);
  const std::optional<Checkpoint> cut = found(scratch);
  require(!cut || cut->size <= 100);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Scratch scratch;
  fuzz::Input input(data, size);
  read_any(scratch, fuzz::view(data, size), size % 300);
  damage(scratch, input);
  return 0;
}
