// SPDX-License-Identifier: MIT
//
// What the walk of one batch of messages gives, on its way to the output.
//
// Batches are walked side by side and written in the order of the input: results wait until those
// of all earlier batches are written.  A batch whose turn it is writes as it goes; another one that
// has collected too much waits for its turn, so that no message, whatever it holds, fills the
// memory.
#ifndef BASEWALK_RUN_RESULTS_H_
#define BASEWALK_RUN_RESULTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "basewalk/archive/source.h"
#include "run/tally.h"

namespace basewalk::run {

class Order;
class Writer;

/// Results that can be written.
struct Chunk {
  std::string records;  ///< as the sink takes them
  std::string notices;  ///< for standard error
  /// A run that is taken up again goes on behind this message, whose records end here.
  std::optional<archive::Position> position;
  bool has_gap_before = false;  ///< the position: of has_gap
  std::string behind;           ///< records that follow the position
  std::string failure;  ///< why records are missing, which could not be packed; may be empty
  Tally tally;
  bool has_gap = false;        ///< something could not be read or made
  bool worth_a_retry = false;  ///< something could not be read that may be readable later
};

class Results {
 public:
  Results(Order& order, const Writer& writer, std::uint64_t turn);

  /// Append records here, then call flush_if_full().
  std::string& buffer() { return buffer_; }
  /// The same for lines of standard error.
  std::string& notices() { return chunk_.notices; }
  Tally& tally() { return chunk_.tally; }
  /// Something could not be read, or not be made of a message: the run has not all.
  void gap() { chunk_.has_gap = true; }
  void worth_a_retry() { chunk_.worth_a_retry = true; }

  void flush_if_full() {
    if (buffer_.size() + chunk_.notices.size() >= full_) flush();
  }
  /// The output takes nothing more: stop.
  bool stopped() const;

  /// A message ends here.
  void end_message(const archive::Item& item);
  /// Nothing follows; `held` bytes of memory are given back.
  void finish(std::uint64_t held);

 private:
  void flush();
  void pack(std::string_view records, std::string& to);
  void pack_buffer();

  Order& order_;
  const Writer& writer_;
  const std::uint64_t turn_;
  std::string buffer_;
  Chunk chunk_;
  std::size_t full_ = 1;         // looked at anew by flush()
  std::size_t message_end_ = 0;  // in buffer_
  bool has_gap_before_ = false;  // that end, since the last flush()
  const archive::Item* last_ = nullptr;
};

}  // namespace basewalk::run

#endif  // BASEWALK_RUN_RESULTS_H_
