// SPDX-License-Identifier: MIT
//
// What is read whole before anything is made of it: standard input, or one file.
#ifndef BASEWALK_TEXT_FILES_WHOLE_INPUT_H_
#define BASEWALK_TEXT_FILES_WHOLE_INPUT_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace basewalk::text {

class WholeInput {
 public:
  enum class State {
    complete,  ///< bytes() is all there is
    longer,    ///< bytes() is the beginning, more than the limit
    failed,    ///< it cannot be read: see failure()
  };

  WholeInput() = default;
  WholeInput(const WholeInput&) = delete;
  WholeInput& operator=(const WholeInput&) = delete;
  ~WholeInput();

  /// "" and "-" are standard input.  False where it cannot be opened: see failure().
  bool open(const std::string& name);
  /// Reads to the end, or a little past `limit` bytes.
  State read(std::size_t limit);
  std::string_view bytes() const { return bytes_; }
  /// Instead of bytes() what follows them; empty at the end.  Not `longer`.
  State read_on();
  /// As it is called in messages.
  const std::string& name() const { return name_; }
  /// What failed, as a sentence that names the input; empty where nothing did.
  const std::string& failure() const { return failure_; }

 private:
  // Bytes read, at most `most`; 0 at the end.
  bool read_some(char* at, std::size_t most, std::size_t& got);

  std::string name_, bytes_, failure_;
  int descriptor_ = -1;
};

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FILES_WHOLE_INPUT_H_
