// SPDX-License-Identifier: MIT
//
// With one job nothing is shared, and no thread is made unless reading is seen to cost time of its
// own: then a second thread reads ahead.
#include "run/run.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <sys/stat.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "run/cores.h"
#include "run/order.h"
#include "run/read_ahead.h"
#include "text/visible.h"

namespace basewalk::run {
namespace {

using Clock = std::chrono::steady_clock;
using NewWork = std::function<std::unique_ptr<MessageWork>()>;

// Memory for batches and results: so much, and so much more for each job.
constexpr std::uint64_t kRoom = std::uint64_t{8} << 20, kRoomOfJob = std::uint64_t{4} << 20;
constexpr std::uint64_t kReadAhead = std::uint64_t{4} << 20;

// What one thread needs.
struct Worker {
  Worker(const WalkOptions& options, const NewWork& new_work) : walker(options), work(new_work()) {}
  Walker walker;
  std::unique_ptr<MessageWork> work;
};

class Run {
 public:
  Run(const WalkOptions& walk, const NewWork& new_work, archive::SourceReader& reader,
      Writer& writer, Order& order)
      : walk_(walk), new_work_(new_work), reader_(reader), writer_(writer), order_(order) {}

  /// Empty, or why the message to go on behind is not there any more.
  std::string run(std::size_t jobs, bool asks_for_only);
  /// The one message that holds the byte.  Empty, or why there is none.
  std::string run_at(const Options::At& at);

 private:
  struct Task {
    archive::Batch batch;
    std::uint64_t turn = 0;
  };

  std::optional<archive::Batch> next_batch();
  void look_for_second();
  std::string lost_its_place() const;
  void do_alone();
  void give_up() noexcept;
  void do_side_by_side(std::size_t jobs);
  void do_batch(const archive::Batch& batch, std::uint64_t turn);
  void do_item(const archive::Item& item, Worker& worker, Results& results);
  void do_message(const archive::Item& item, Worker& worker, Results& results);
  std::unique_ptr<Worker> take_worker();
  void give_back(std::unique_ptr<Worker> worker);

  const WalkOptions& walk_;
  const NewWork& new_work_;
  archive::SourceReader& reader_;
  Writer& writer_;
  Order& order_;
  std::deque<archive::Batch> looked_at_;  // read, but not walked yet
  bool only_ = false;
  std::uint64_t turns_ = 0;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> idle_;
  std::exception_ptr failure_;  // what one of several threads has thrown first
};

std::optional<archive::Batch> Run::next_batch() {
  if (looked_at_.empty()) return reader_.next();
  archive::Batch batch = std::move(looked_at_.front());
  looked_at_.pop_front();
  return batch;
}

// Is there more than one thing to tell of?  Text says so before the first.
void Run::look_for_second() {
  std::size_t items = 0;
  while (items < 2) {
    std::optional<archive::Batch> batch = reader_.next();
    if (!batch) break;
    items += batch->items.size();
    looked_at_.push_back(std::move(*batch));
  }
  only_ = items == 1;
}

void Run::do_message(const archive::Item& item, Worker& worker, Results& results) {
  const Clock::time_point begin = Clock::now();
  const MessageAt at{*item.source, item.number, item.offset, item.bytes, only_};
  const Message message = read_message(at.bytes, walk_.limits);
  worker.work->message({at, message, worker.walker, results});
  Tally& tally = results.tally();
  ++tally.messages;
  tally.bytes += at.bytes.size();
  const std::chrono::nanoseconds time = Clock::now() - begin;
  if (!tally.slowest || time > tally.slowest->time)
    tally.slowest = {*item.source, item.number, item.offset, time};
}

void Run::do_item(const archive::Item& item, Worker& worker, Results& results) {
  if (item.end) {
    worker.work->source_end(item, results);
  } else if (item.problem.empty()) {
    do_message(item, worker, results);
    if (!results.stopped()) results.end_message(item);
  } else if (archive::is_skip(item.trouble)) {
    worker.work->problem(item, results);
    ++results.tally().skipped;
  } else {
    std::string& notices = results.notices();
    notices += "basewalk: ";
    text::append_visible(notices, *item.source == "-" ? "standard input" : *item.source);
    if (item.offset != 0) notices += ":" + std::to_string(item.offset);
    notices += ": ";
    text::append_visible(notices, item.problem);
    if (!item.limit.empty()) notices.append("; see --limit ").append(item.limit);
    notices += '\n';
    worker.work->problem(item, results);
    ++results.tally().problems;
    results.gap();
    if (item.worth_a_retry) results.worth_a_retry();
  }
  results.flush_if_full();
}

void Run::do_batch(const archive::Batch& batch, std::uint64_t turn) {
  std::unique_ptr<Worker> worker = take_worker();
  Results results(order_, writer_, turn);
  for (const archive::Item& item : batch.items) {
    if (results.stopped()) break;
    do_item(item, *worker, results);
  }
  results.finish(batch.bytes);
  give_back(std::move(worker));
}

std::unique_ptr<Worker> Run::take_worker() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Worker> worker = std::move(idle_.back());
      idle_.pop_back();
      return worker;
    }
  }
  return std::make_unique<Worker>(walk_, new_work_);
}

void Run::give_back(std::unique_ptr<Worker> worker) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(worker));
}

void Run::do_alone() {
  std::unique_ptr<ReadAhead> ahead;
  Clock::duration reading{}, walking{};
  while (!order_.stopped()) {
    const Clock::time_point begin = Clock::now();
    const std::optional<archive::Batch> batch = ahead ? ahead->next() : next_batch();
    if (!batch) return;
    const Clock::time_point read = Clock::now();
    order_.hold(batch->bytes);
    do_batch(*batch, turns_++);
    if (ahead) continue;
    // A plain file in memory costs a tenth of the walk; what is packed, or on a slow disk, more.
    reading += read - begin;
    walking += Clock::now() - read;
    if (turns_ >= 4 && looked_at_.empty() && !batch->last && reading * 6 > walking)
      ahead = std::make_unique<ReadAhead>(reader_, kReadAhead);
  }
}

// Where an exception passes through it, oneTBB allocates where nothing may be thrown: it is kept
// back.
void Run::give_up() noexcept {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::current_exception();
  order_.abandon();
}

void Run::do_side_by_side(std::size_t jobs) {
  namespace tbb = oneapi::tbb;
  const std::uint64_t room = kRoom + jobs * kRoomOfJob;
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, jobs);
  tbb::task_arena arena(static_cast<int>(jobs));
  const auto read = tbb::make_filter<void, std::shared_ptr<Task>>(
      tbb::filter_mode::serial_in_order, [&](tbb::flow_control& control) -> std::shared_ptr<Task> {
        try {
          order_.wait_for_room(room);
          std::optional<archive::Batch> batch;
          if (!order_.stopped()) batch = next_batch();
          if (batch) {
            order_.hold(batch->bytes);
            return std::make_shared<Task>(Task{std::move(*batch), turns_++});
          }
        } catch (...) {
          give_up();
        }
        control.stop();
        return {};
      });
  const auto walk = tbb::make_filter<std::shared_ptr<Task>, void>(
      tbb::filter_mode::parallel, [&](const std::shared_ptr<Task>& task) {
        try {
          do_batch(task->batch, task->turn);
        } catch (...) {
          give_up();
        }
      });
  // A token lives in one thread: what waits to be written is in `order_`, bounded by its bytes.
  arena.execute([&] { tbb::parallel_pipeline(jobs * 2, read & walk); });
  const std::lock_guard lock(mutex_);  // after all who gave theirs back
  idle_.clear();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

// Is it a repository of git, whose messages have names below it?
bool is_repository(const std::string& folder) {
  struct stat status {};
  return ::stat((folder + "/HEAD").c_str(), &status) == 0 &&
         ::stat((folder + "/objects").c_str(), &status) == 0;
}

// Is that a file, or may it lie in what has members?
bool is_there(const std::string& source) {
  if (source == "-") return true;
  struct stat status {};
  for (std::string path = source; ::stat(path.c_str(), &status) != 0;) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return false;
    path.resize(slash);
    if (::stat(path.c_str(), &status) == 0)
      return S_ISREG(status.st_mode) || (S_ISDIR(status.st_mode) && is_repository(path));
  }
  return true;
}

// What follows the message has a greater offset in its source.
std::string Run::lost_its_place() const {
  const std::optional<archive::Position> after = writer_.resumed();
  if (after && !is_there(after->source))
    return after->source + ": is not there any more; what was written before is kept";
  if (!after || looked_at_.empty() || looked_at_.front().items.empty()) return {};
  const archive::Item& first = looked_at_.front().items.front();
  if (first.problem.empty() || *first.source != after->source || first.offset > after->offset)
    return {};
  return *first.source + ": " + first.problem + "; what was written before is kept";
}

std::string Run::run(std::size_t jobs, bool asks_for_only) {
  if (asks_for_only) look_for_second();
  if (writer_.resumed())
    if (std::string lost = lost_its_place(); !lost.empty()) return lost;
  if (looked_at_.empty())
    if (std::optional<archive::Batch> first = reader_.next())
      looked_at_.push_back(std::move(*first));
  if (std::string lost = lost_its_place(); !lost.empty()) return lost;
  const bool small = looked_at_.empty() || looked_at_.back().last;
  if (jobs == 1 || small)
    do_alone();
  else
    do_side_by_side(jobs);
  return {};
}

// The offset that a record tells is found at once; for one within a message, all before it is read.
std::string Run::run_at(const Options::At& at) {
  only_ = true;
  std::string name = at.source;
  while (name.size() > 1 && name.ends_with('/')) name.pop_back();
  archive::Batch found;  // standard input can be read once
  if (at.source != "-") found = archive::message_at(at.source, at.offset, at.read);
  // Behind what is in doubt about it, if there is anything.
  if (!found.items.empty() && found.items.back().problem.empty() &&
      *found.items.back().source == name) {
    do_batch(found, turns_++);
    return {};
  }
  bool is_told = false;  // what of the source could not be read, so that nobody knows what is there
  while (std::optional<archive::Batch> batch = reader_.next()) {
    for (const archive::Item& item : batch->items) {
      is_told = is_told ||
                (!item.problem.empty() && !archive::is_skip(item.trouble) && *item.source == name);
      // A byte of a file that is in the source is no byte of the source.
      if (item.problem.empty() && *item.source != name)
        return at.source + ": has files in it; name the one that --at is a byte of, as in " +
               *item.source;
      const bool here = item.offset <= at.offset && at.offset - item.offset < item.bytes.size();
      if (!here && item.problem.empty()) continue;
      archive::Batch one = *batch;
      one.items = {item};
      do_batch(one, turns_++);
      if (here) return {};
    }
  }
  if (is_told) return {};
  return at.source + ": there is no message at " + std::to_string(at.offset);
}

std::string run_all(const Options& options, Run& run) {
  const std::size_t jobs = options.jobs != 0 ? options.jobs : cores();
  try {
    if (!options.at) return run.run(jobs, options.asks_for_only);
    return run.run_at(*options.at);
  } catch (const std::bad_alloc&) {
    return "there is not enough memory; fewer --jobs need less";
  }
}

}  // namespace

WalkSummary EachMessage::walk(Visitor& visitor) const {
  Counted counted(visitor, results.tally());
  return walker.walk(message, counted);
}

Outcome run_messages(const Options& options, archive::SourceReader& reader, Writer& writer,
                     Listener& listener, const NewWork& new_work) {
  Order order(writer, listener, options.interrupted,
              [&](const Tally& tally) { listener.progress(reader.progress(), tally); });
  Run run(options.walk, new_work, reader, writer, order);
  Outcome outcome;
  outcome.failure = run_all(options, run);
  outcome.tally = order.tally();
  outcome.stopped = order.stopped();
  outcome.has_gap = order.has_gap();
  outcome.worth_a_retry = order.worth_a_retry();
  return outcome;
}

}  // namespace basewalk::run
