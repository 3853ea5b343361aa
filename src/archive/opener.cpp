// SPDX-License-Identifier: MIT
#include "archive/opener.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "basewalk/archive/mbox.h"

namespace basewalk::archive {
namespace {

// Packed in packed in packed: what a person would still call an archive of mail.
constexpr int kLayers = 4;

// What lies in an archive is told by its name where the content would say nothing.
struct MemberName {
  bool passed_over = false;  // hidden, or beside the messages of a Maildir
  bool in_maildir = false;
};

MemberName member_name(std::string_view path) {
  MemberName what;
  const std::size_t slash = path.rfind('/');
  const std::string_view folder = slash == std::string_view::npos ? "" : path.substr(0, slash);
  const std::string_view file = path.substr(slash + 1);
  const std::string_view parent = folder.substr(folder.rfind('/') + 1);
  what.in_maildir = parent == "cur" || parent == "new";
  if (what.in_maildir) {
    what.passed_over = file.starts_with('.');
    return what;
  }
  what.passed_over = file.starts_with('.') || folder.starts_with('.') ||
                     folder.find("/.") != std::string_view::npos ||
                     folder.starts_with("__MACOSX") || file.starts_with("dovecot") ||
                     file.starts_with("courierimap") || file == "maildirfolder" ||
                     file == "subscriptions";
  return what;
}

bool is_in(std::string_view inner, std::string_view outer) {
  return inner.size() > outer.size() && inner.starts_with(outer) && inner[outer.size()] == '/';
}

// Bytes of a regular file that are to be read; none for what is no such.
std::optional<std::uint64_t> size_of(const Found& found) {
  if (found.failure) return 0;
  struct stat status {};
  const bool is_input = found.name == "-" && found.from == FileStream::From::name;
  const int result =
      is_input ? ::fstat(STDIN_FILENO, &status) : ::stat(found.name.c_str(), &status);
  if (result != 0) return 0;
  if (!S_ISREG(status.st_mode)) return {};
  off_t size = status.st_size;
  if (is_input) size -= std::max<off_t>(::lseek(STDIN_FILENO, 0, SEEK_CUR), 0);
  return static_cast<std::uint64_t>(std::max<off_t>(size, 0));
}

SourceReader::NextName names_of(std::shared_ptr<const std::vector<std::string>> names) {
  return [names, next = std::size_t{0}]() mutable -> std::optional<std::string> {
    if (next == names->size()) return {};
    return (*names)[next++];
  };
}

}  // namespace

Opener::Opener(SourceReader::NextName names, const ReadOptions& options,
               std::atomic<std::uint64_t>& done, Report report)
    : done_(done), report_(std::move(report)), after_(options.after) {
  if (options.shard.count <= 1 && !options.measure) {
    tree_.emplace(std::move(names), options.as);
    return;
  }
  // All names, and how long all of it is, before the first is read.
  auto all = std::make_shared<std::vector<std::string>>();
  while (std::optional<std::string> name = names()) all->push_back(std::move(*name));
  Tree tree(names_of(all), options.as);
  std::uint64_t total = 0;
  bool known = true;
  while (const std::optional<Found> found = tree.next()) {
    const std::optional<std::uint64_t> size = size_of(*found);
    known = known && (size || found->from == FileStream::From::folder);
    total += size.value_or(0);
  }
  if (options.shard.count > 1) share_ = Share(options.shard, total);
  if (known) total_ = share_.is_all() ? total : share_.end() - share_.begin();
  tree_.emplace(names_of(std::move(all)), options.as);
}

void Opener::report(std::shared_ptr<const std::string> source, Failure failure) {
  report_({std::move(source), 1, 0, std::move(failure), last_place_});
}

std::uint64_t Opener::place(Stream& stream, std::uint64_t offset) {
  if (share_.is_all()) return 0;
  const std::uint64_t last = file_size_ > 0 ? file_size_ - 1 : 0;
  last_place_ = file_begin_ + std::min(stream.bytes->place(offset), last);
  return last_place_;
}

std::optional<Stream> Opener::next() {
  for (;;) {
    if (!containers_.empty()) {
      std::optional<Stream> member = next_member();
      if (member) return member;
      continue;
    }
    if (!only_.empty() && !only_found_)
      report(std::make_shared<const std::string>(only_),
             {"there is no such file, and no such member of an archive", false});
    std::optional<Found> found = tree_->next();
    only_.clear();
    only_found_ = false;
    failure_told_ = false;
    file_begin_ += std::exchange(file_size_, 0);
    last_place_ = file_begin_;
    if (!found) {
      if (after_)
        report(std::make_shared<const std::string>(after_->source),
               {"is not there any more; nothing behind it was read", false});
      after_.reset();
      return {};
    }
    name_number_ = found->name_number;
    if (!share_.is_all()) {
      file_size_ = size_of(*found).value_or(0);
      if (!share_.meets(file_begin_, file_size_)) continue;
    }
    if (after_ && is_before_after(found->name, true)) continue;
    std::optional<Stream> stream = open(std::move(*found));
    if (stream) return stream;
  }
}

// Is a source passed over on the way to the place to go on at?
bool Opener::is_before_after(const std::string& source, bool is_name) const {
  if (is_name && after_->name_number && *after_->name_number != name_number_) return true;
  return after_->source != source && !is_in(after_->source, source);
}

std::optional<Position> Opener::take_after() { return std::exchange(after_, {}); }

std::optional<Stream> Opener::open(Found found) {
  only_ = std::move(found.only);
  auto source = std::make_shared<const std::string>(std::move(found.name));
  if (!found.failure) {
    auto opened = FileStream::open(*source, found.from, done_);
    if (auto* bytes = std::get_if<std::unique_ptr<FileStream>>(&opened)) {
      if (!*bytes) return {};
      return Stream{std::move(source), std::move(*bytes), found.kind,
                    found.from == FileStream::From::name, 0};
    }
    found.failure = std::get<Failure>(opened);
  }
  only_found_ = true;
  // What the run before could not read either has been told by it.
  if (after_ && after_->source == *source)
    after_.reset();
  else
    report(std::move(source), *found.failure);
  return {};
}

// Is it what was named, or in that, or may that be in it?
bool Opener::is_wanted(const std::string& source) const {
  return only_.empty() || source == only_ || is_in(source, only_) || is_in(only_, source);
}

// The next member of the innermost container, which is left at its end.
std::optional<Stream> Opener::next_member() {
  Container& container = containers_.back();
  std::optional<Members::Member> member = container.members->next();
  if (!member) {
    if (container.members->failure() && !failure_told_)
      report(container.source, *container.members->failure());
    containers_.pop_back();
    failure_told_ = false;
    return {};
  }
  const MemberName what = member_name(member->name);
  auto source = std::make_shared<const std::string>(*container.source + '/' + member->name);
  if (!is_wanted(*source) || (what.passed_over && only_.empty())) return {};
  if (after_ && is_before_after(*source, false)) return {};
  return Stream{std::move(source), std::move(member->bytes),
                what.in_maildir ? Kind::eml : container.kind, false, container.layers};
}

// Puts a layer of unpacking over the stream, or a container in its place; false for the latter.
bool Opener::unpack(Stream& stream, std::string_view head, Content content) {
  if (stream.layers == kLayers) {
    if (after_ && after_->source == *stream.source)
      after_.reset();
    else
      report(stream.source,
             {"is packed more than " + std::to_string(kLayers) + " times; unpack it first", false});
    return false;
  }
  Begun begun{std::string(head), std::move(stream.bytes)};
  if (content == Content::compressed) {
    stream.bytes = decompress(std::move(begun));
    ++stream.layers;
    return true;
  }
  containers_.push_back({stream.source, std::make_unique<Members>(std::move(begun), content),
                         stream.kind, stream.layers + 1});
  return false;
}

Opener::Head Opener::look(Stream& stream, std::string_view head) {
  place(stream, 0);
  const Content content = content_of(head);
  const bool is_after = after_ && after_->source == *stream.source;
  if (content == Content::compressed || content == Content::tar || content == Content::zip) {
    if (is_after && content != Content::compressed) {
      // All of the archive has been read, up to what was wrong with it.
      after_.reset();
      return Head::nothing;
    }
    return unpack(stream, head, content) ? Head::unpacked : Head::nothing;
  }
  if ((after_ && !is_after) || is_in(only_, *stream.source)) return Head::nothing;
  only_found_ = true;
  if (content == Content::mail) {
    if (stream.kind == Kind::automatic) stream.kind = is_mbox(head) ? Kind::mbox : Kind::eml;
    return Head::mail;
  }
  if (is_after)
    after_.reset();
  else if (content == Content::unreadable)
    report(stream.source, {unreadable_kind(head), false});
  else if (stream.named)
    report(stream.source, {"is an index of a mail program; there is no message in it", false});
  return Head::nothing;
}

}  // namespace basewalk::archive
