// SPDX-License-Identifier: MIT
//
// Batches are read by one thread at a time, walked by as many as --jobs allows, and written in
// their order (order.h).  With one job nothing is shared, and no thread is made unless reading is
// seen to cost time of its own: then a second thread reads ahead.
#include "run/run.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <new>
#include <vector>

#include "basewalk/archive/name_list.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "output/style.h"
#include "output/summary.h"
#include "run/order.h"
#include "run/read_ahead.h"
#include "run/writer.h"

namespace basewalk::cli {
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
  Run(const WalkOptions& walk, const NewWork& new_work, archive::SourceReader& reader, Sink& sink,
      Order& order)
      : walk_(walk), new_work_(new_work), reader_(reader), sink_(sink), order_(order) {}

  /// False, with a message, where the message to go on behind is not there any more.
  bool run(std::size_t jobs, bool asks_for_only);
  /// The one message that holds the byte at `offset`.  False where there is none.
  bool run_at(const std::string& source, std::uint64_t offset, const archive::ReadOptions& options);

 private:
  struct Task {
    archive::Batch batch;
    std::uint64_t turn = 0;
  };

  std::optional<archive::Batch> next_batch();
  void look_for_second();
  bool lost_its_place() const;
  void do_alone();
  void do_side_by_side(std::size_t jobs);
  void do_batch(const archive::Batch& batch, std::uint64_t turn);
  void do_item(const archive::Item& item, Worker& worker, Results& results);
  void do_message(const archive::Item& item, Worker& worker, Results& results);
  std::unique_ptr<Worker> take_worker();
  void give_back(std::unique_ptr<Worker> worker);

  const WalkOptions& walk_;
  const NewWork& new_work_;
  archive::SourceReader& reader_;
  Sink& sink_;
  Order& order_;
  std::deque<archive::Batch> looked_at_;  // read, but not walked yet
  bool only_ = false;
  std::uint64_t turns_ = 0;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> idle_;
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
  if (item.problem.empty()) {
    do_message(item, worker, results);
    if (!results.stopped()) results.end_message(item);
  } else {
    std::string& notices = results.notices();
    notices += "basewalk: ";
    append_visible(notices, *item.source == "-" ? "standard input" : *item.source);
    if (item.offset != 0) notices += ":" + std::to_string(item.offset);
    notices += ": ";
    append_visible(notices, item.problem);
    if (!item.limit.empty()) notices.append("; see --limit ").append(item.limit);
    notices += '\n';
    worker.work->problem(item, results);
    ++results.tally().problems;
    if (item.worth_a_retry) results.worth_a_retry();
  }
  results.flush_if_full();
}

void Run::do_batch(const archive::Batch& batch, std::uint64_t turn) {
  std::unique_ptr<Worker> worker = take_worker();
  Results results(order_, sink_, turn);
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

void Run::do_side_by_side(std::size_t jobs) {
  namespace tbb = oneapi::tbb;
  const std::uint64_t room = kRoom + jobs * kRoomOfJob;
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, jobs);
  tbb::task_arena arena(static_cast<int>(jobs));
  const auto read = tbb::make_filter<void, std::shared_ptr<Task>>(
      tbb::filter_mode::serial_in_order, [&](tbb::flow_control& control) -> std::shared_ptr<Task> {
        order_.wait_for_room(room);
        std::optional<archive::Batch> batch;
        if (!order_.stopped()) batch = next_batch();
        if (!batch) {
          control.stop();
          return {};
        }
        order_.hold(batch->bytes);
        return std::make_shared<Task>(Task{std::move(*batch), turns_++});
      });
  const auto walk = tbb::make_filter<std::shared_ptr<Task>, void>(
      tbb::filter_mode::parallel, [&](const std::shared_ptr<Task>& task) {
        try {
          do_batch(task->batch, task->turn);
        } catch (...) {
          order_.abandon();
          throw;
        }
      });
  // A token lives in one thread: what waits to be written is in `order_`, bounded by its bytes.
  arena.execute([&] { tbb::parallel_pipeline(jobs * 2, read & walk); });
}

// Is that a file, or may it lie in an archive that is one?
bool is_there(const std::string& source) {
  if (source == "-") return true;
  struct stat status {};
  for (std::string path = source; ::stat(path.c_str(), &status) != 0;) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return false;
    path.resize(slash);
    if (::stat(path.c_str(), &status) == 0) return S_ISREG(status.st_mode);
  }
  return true;
}

// What follows the message has a greater offset in its source.
bool Run::lost_its_place() const {
  const std::optional<archive::Position> after = sink_.resumed();
  if (after && !is_there(after->source)) {
    complain(after->source + ": is not there any more; what was written before is kept");
    return true;
  }
  if (!after || looked_at_.empty() || looked_at_.front().items.empty()) return false;
  const archive::Item& first = looked_at_.front().items.front();
  if (first.problem.empty() || *first.source != after->source || first.offset > after->offset)
    return false;
  complain(*first.source + ": " + first.problem + "; what was written before is kept");
  return true;
}

bool Run::run(std::size_t jobs, bool asks_for_only) {
  if (asks_for_only) look_for_second();
  if (sink_.resumed() && lost_its_place()) return false;
  if (looked_at_.empty())
    if (std::optional<archive::Batch> first = reader_.next())
      looked_at_.push_back(std::move(*first));
  if (lost_its_place()) return false;
  const bool small = looked_at_.empty() || looked_at_.back().last;
  if (jobs == 1 || small)
    do_alone();
  else
    do_side_by_side(jobs);
  return true;
}

// The offset that a record tells is found at once; for one within a message, all before it is read.
bool Run::run_at(const std::string& source, std::uint64_t offset,
                 const archive::ReadOptions& options) {
  only_ = true;
  archive::Batch found;  // standard input can be read once
  if (source != "-") found = archive::message_at(source, offset, options);
  if (found.items.size() == 1 && found.items.front().problem.empty()) {
    do_batch(found, turns_++);
    return true;
  }
  while (std::optional<archive::Batch> batch = reader_.next()) {
    for (const archive::Item& item : batch->items) {
      const bool here = item.offset <= offset && offset - item.offset < item.bytes.size();
      if (!here && item.problem.empty()) continue;
      archive::Batch one = *batch;
      one.items = {item};
      do_batch(one, turns_++);
      if (here) return true;
    }
  }
  return false;
}

bool shows_progress(const SharedOptions& options) {
  if (options.progress != "auto") return options.progress == "always";
  // Not among results that scroll by on the same terminal.
  return ::isatty(STDERR_FILENO) != 0 && (!options.output.empty() || ::isatty(STDOUT_FILENO) == 0);
}

archive::ReadOptions read_options(const SharedOptions& options, const OutputPlan& plan,
                                  const Limits& limits, const Sink& sink) {
  archive::ReadOptions read;
  read.as = options.as == "eml"       ? archive::Kind::eml
            : options.as == "mbox"    ? archive::Kind::mbox
            : options.as == "maildir" ? archive::Kind::maildir
            : options.as == "mh"      ? archive::Kind::mh
                                      : archive::Kind::automatic;
  read.message_bytes = limits.message_bytes;
  read.shard = plan.shard;
  read.after = sink.resumed();
  read.measure = shows_progress(options);
  return read;
}

// Where the names of sources come from.
class Sources {
 public:
  explicit Sources(const SharedOptions& options) : options_(options) {}

  /// Nothing, with a message, where there is nothing to read from; `status` is what to exit with.
  std::optional<archive::SourceReader> open(archive::ReadOptions read, int& status);
  /// The list of names was read to its end.  False, with a message, where it was not.
  bool ended() const;

 private:
  const SharedOptions& options_;
  std::optional<archive::NameList> list_;
};

std::optional<archive::SourceReader> Sources::open(archive::ReadOptions read, int& status) {
  status = kUsage;
  std::vector<std::string> names = options_.sources;
  if (!options_.files_from.empty()) {
    if (!names.empty()) {
      complain("--files-from: the list takes the place of " + names.front() + "; give one of both");
      return {};
    }
    Result<archive::NameList> list =
        archive::NameList::open(options_.files_from, options_.nul_ends_names ? '\0' : '\n');
    if (!list) {
      complain(options_.files_from + ": " + list.error().detail);
      status = kIncomplete;
      return {};
    }
    list_ = std::move(*list);
    return archive::SourceReader([this] { return list_->next(); }, std::move(read));
  }
  if (names.empty()) {
    if (::isatty(STDIN_FILENO) != 0) {
      complain("nothing to read: name a message or an mbox, or pipe one in; see --help");
      return {};
    }
    names.push_back("-");
  }
  return archive::SourceReader(std::move(names), std::move(read));
}

bool Sources::ended() const {
  if (!list_ || list_->problem().empty()) return true;
  complain(options_.files_from + ": " + list_->problem());
  return false;
}

std::size_t jobs_of(const SharedOptions& options) {
  if (options.jobs != 0) return options.jobs;
  return static_cast<std::size_t>(oneapi::tbb::info::default_concurrency());
}

// Walks everything.  False, with a message, where that came to no end.
bool walk_all(const SharedOptions& options, const OutputPlan& plan,
              const archive::ReadOptions& read, const Sink& sink, Run& run) {
  try {
    if (!options.at)
      return run.run(jobs_of(options), plan.format == Format::text && !sink.resumed());
    if (run.run_at(options.sources.front(), *options.at, read)) return true;
    complain(options.sources.front() + ": there is no message at " + std::to_string(*options.at));
  } catch (const std::bad_alloc&) {
    complain("there is not enough memory; fewer --jobs need less");
  }
  return false;
}

// The results get their name, and what was seen is told.
int end_run(const SharedOptions& options, const OutputPlan& plan, bool all_read,
            const Progress& progress, const Order& order, Sink& sink) {
  // What may succeed later is not to look complete.
  const bool give_up = plan.sharded && (!all_read || order.worth_a_retry());
  const bool written = !give_up && !order.stopped() && sink.commit();
  int status = all_read && written && order.tally().problems == 0 ? kDone : kIncomplete;
  if (plan.sharded && !written) status = kTryAgain;
  if (progress.is_shown()) write_to_stderr(summary_as_text(order.tally(), progress.time()));
  if (!options.summary.empty() &&
      !write_summary(options.summary,
                     summary_as_json(order.tally(), progress.time(), sink.resumed().has_value())))
    status = std::max<int>(status, kIncomplete);
  return status;
}

}  // namespace

WalkSummary EachMessage::walk(Visitor& visitor) const {
  Counted counted(visitor, results.tally());
  return walker.walk(message, counted);
}

int walk_messages(const SharedOptions& options, const OutputPlan& plan,
                  const std::function<std::unique_ptr<MessageWork>()>& new_work) {
  const std::optional<WalkOptions> walk = walk_options(options);
  if (!walk) return kUsage;
  if (plan.part_of_folder && ::access(plan.file.c_str(), F_OK) == 0) return kDone;
  int status = kDone;
  const std::unique_ptr<Sink> sink = open_sink(plan, status);
  if (!sink) return status;
  const archive::ReadOptions read = read_options(options, plan, walk->limits, *sink);
  Sources sources(options);
  std::optional<archive::SourceReader> reader = sources.open(read, status);
  if (!reader) return status;
  Progress progress(shows_progress(options));
  Order order(*sink, [&](const Tally& tally) { progress.update(reader->progress(), tally); });
  Run run(*walk, new_work, *reader, *sink, order);
  const bool walked = walk_all(options, plan, read, *sink, run);
  progress.clear();
  if (!walked) return plan.sharded ? kTryAgain : kIncomplete;
  return end_run(options, plan, sources.ended(), progress, order, *sink);
}

}  // namespace basewalk::cli
