// SPDX-License-Identifier: MIT
#include "archive/opener.h"

#include <algorithm>
#include <utility>

#include "archive/box/mbox_splitter.h"
#include "archive/find/tree.h"
#include "archive/packed/inbox.h"
#include "archive/recode.h"
#include "mime/line/separator.h"
#include "text/siphash.h"

namespace basewalk::archive {
namespace {

// Packed in packed in packed: what a person would still call an archive of mail.
constexpr int kLayers = 4;
// So many bytes say what it is.
constexpr std::size_t kHeadBytes = 4096;

// What lies in an archive is told by its name where the content would say nothing.
struct MemberName {
  bool in_maildir = false;
  Trouble why = Trouble::hidden;  // it is passed over, if it is
  std::string_view passed_over;   // the member, or the folder with all that is in it; else empty
};

// What is kept beside the messages of a Maildir.
bool is_index_name(std::string_view file) {
  return file.starts_with("dovecot") || file.starts_with("courierimap") ||
         file == "maildirfolder" || file == "subscriptions";
}

MemberName member_name(std::string_view path) {
  MemberName what;
  const std::size_t slash = path.rfind('/');
  const std::string_view folder = slash == std::string_view::npos ? "" : path.substr(0, slash);
  const std::string_view file = path.substr(slash + 1);
  const std::string_view parent = folder.substr(folder.rfind('/') + 1);
  what.in_maildir = parent == "cur" || parent == "new";
  if (what.in_maildir) {
    if (file.starts_with('.')) what.passed_over = path;
    return what;
  }
  if (is_index_name(file)) {
    what.why = Trouble::index;
    what.passed_over = path;
    return what;
  }
  // The outermost that is hidden.
  for (std::size_t begin = 0, end = 0; begin < path.size(); begin = end + 1) {
    end = std::min(path.find('/', begin), path.size());
    const std::string_view name = path.substr(begin, end - begin);
    const bool is_system = begin == 0 && name.starts_with("__MACOSX") && end < path.size();
    if (!is_system && (!name.starts_with('.') || (end < path.size() && is_kmail_folder(name))))
      continue;
    what.passed_over = parent == "tmp" ? folder : path.substr(0, end);
    break;
  }
  return what;
}

bool is_in(std::string_view inner, std::string_view outer) {
  return inner.size() > outer.size() && inner.starts_with(outer) && inner[outer.size()] == '/';
}

// The folder, and the name there.
std::pair<std::string_view, std::string_view> divided(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == path.npos) return {{}, path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

// The same for a message of a Maildir wherever it lies there, with whatever flags.
std::uint64_t number_of(std::string_view path) {
  constexpr SipKey kKey{0x62617365, 0x77616c6b};  // one run has that of another
  auto [folder, name] = divided(path);
  name = name.substr(0, name.rfind(":2,"));
  std::string key(folder.ends_with("/new") ? folder.substr(0, folder.size() - 3) : folder);
  if (folder.ends_with("/new")) key += "cur";
  return SipHash(kKey)(key.append("/").append(name));
}

}  // namespace

Opener::Opener(Line line, const ReadOptions& options, std::atomic<std::uint64_t>& done,
               Report report)
    : done_(done),
      report_(std::move(report)),
      unpack_factor_(options.unpack_factor),
      unpack_place_(options.unpack_here ? worker::Place::here : worker::Place::apart),
      account_(options.account),
      message_bytes_(options.message_bytes),
      files_(std::move(line.files)),
      after_(options.after),
      share_(line.share),
      total_(line.total),
      not_seen_(share_.is_all() ? std::nullopt : std::move(line.not_seen)) {}

void Opener::report(std::shared_ptr<const std::string> source, Failure failure, bool is_all,
                    std::uint64_t member) {
  report_({std::move(source), 1, 0, std::move(failure), last_place_, is_all, {}, member});
}

// The numbers of all archives around it are mixed.  Who makes one in which two are alike has a run
// over it go on behind the first.
std::uint64_t Opener::Container::last() const {
  return is_repository ? 0 : member * 0x9E3779B97F4A7C15U + count;
}

void Opener::pass_over(Stream& stream, Trouble why, std::string sentence) {
  const bool is_named = stream.named || *stream.source == only_;
  Failure failure{std::move(sentence), false, is_named ? Trouble::misused : why};
  if (const std::optional<std::uint64_t> size = stream.bytes->size())
    failure.extent = Extent{0, *size};
  report(stream.source, std::move(failure), true, stream.member);
}

std::uint64_t Opener::place(Stream& stream, std::uint64_t offset) {
  if (share_.is_all()) return 0;
  // A slice that does not have it leaves it at its beginning, and must know what comes behind it by
  // the same place as the slice that reads it.
  if (stream.form == Form::message) offset = 0;
  const std::uint64_t last = file_size_ > 0 ? file_size_ - 1 : 0;
  last_place_ = file_begin_ + std::min(stream.bytes->place(offset), last);
  return last_place_;
}

std::optional<Stream> Opener::next() {
  if (not_seen_) report(std::make_shared<const std::string>(not_seen_->name), *not_seen_->failure);
  not_seen_.reset();
  for (;;) {
    if (!containers_.empty()) {
      std::optional<Stream> member = next_member();
      if (member) return member;
      continue;
    }
    if (!only_.empty() && !only_found_)
      report(std::make_shared<const std::string>(only_),
             {"there is no such file, and no such member of an archive", false, Trouble::missing});
    std::optional<Found> found = files_->next();
    only_.clear();
    only_found_ = false;
    file_begin_ += std::exchange(file_size_, 0);
    last_place_ = file_begin_;
    if (!found) {
      if (after_)
        report(std::make_shared<const std::string>(after_->source),
               {"is not there any more; nothing behind it was read", false, Trouble::missing});
      after_.reset();
      return {};
    }
    name_number_ = found->name_number;
    // A plan has the files that it had.
    if (found->from == FileStream::From::folder && !found->failure && !found->place)
      files_found_ += number_of(found->name);
    // A plan begins with the first file of the share.
    if (found->place) last_place_ = file_begin_ = found->place->begin;
    if (!share_.is_all()) {
      file_size_ = found->place ? found->place->length : size_of(*found).value_or(0);
      const bool may_be_another_time = found->failure && found->failure->worth_a_retry;
      if (!share_.meets(file_begin_, file_size_) && !may_be_another_time) continue;
    }
    if (after_ && is_before_after(found->name, true)) continue;
    if (after_) tell_other_files(found->name);
    std::optional<Stream> stream = open(std::move(*found));
    if (stream) return stream;
  }
}

// What has come before the place to go on at is not read, by this run or the one before.
void Opener::tell_other_files(const std::string& path) {
  const std::optional<std::uint64_t> then = std::exchange(after_->files, {});
  if (!then || *then == files_found_) return;
  const auto [folder, name] = divided(path);
  report(std::make_shared<const std::string>(folder.empty() ? "." : folder),
         {"other files come before " + std::string(name) +
              " than when this was begun; those that are new are not read",
          false, Trouble::changed},
         false);
}

// Is a source passed over on the way to the place to go on at?
bool Opener::is_before_after(const std::string& source, bool is_name, std::uint64_t member) const {
  if (is_name && after_->name_number && *after_->name_number != name_number_) return true;
  return !is_after(source, member) && !is_in(after_->source, source);
}

// Is it the source to go on in?
bool Opener::is_after(const std::string& source, std::uint64_t member) const {
  return after_ && after_->source == source && after_->member.value_or(member) == member;
}

bool Opener::leads_to_after(const Stream& stream) const {
  return after_ && !is_before_after(*stream.source, false, stream.member);
}

std::optional<Position> Opener::take_after() { return std::exchange(after_, {}); }

// Its messages are members; the place to go on at, and the share, are found without reading them.
void Opener::open_repository(const Found& found) {
  auto source = std::make_shared<const std::string>(found.name);
  if (after_ && after_->source == *source) {
    // All of it has been read, up to what was wrong with it.
    after_.reset();
    only_found_ = true;
    return;
  }
  const auto within = [&](const std::string& name) {
    return is_in(name, *source) ? name.substr(source->size() + 1) : "";
  };
  InboxPart part;
  part.only = within(only_);
  if (after_) part.after = within(after_->source);
  if (!share_.is_all()) part.from = share_.begin() - std::min(share_.begin(), file_begin_);
  part.message_bytes = message_bytes_;
  auto opened = members_of_inbox(*source, std::move(part), done_);
  if (auto* members = std::get_if<std::unique_ptr<Members>>(&opened)) {
    containers_.push_back({std::move(source), std::move(*members), found.kind, 1, true});
    return;
  }
  Failure failure = std::get<Failure>(std::move(opened));
  // Of a name below it is told that there is no such message.
  if (!only_.empty() && is_skip(failure.trouble)) return;
  only_found_ = true;
  if (is_skip(failure.trouble) && found.from == FileStream::From::name)
    failure.trouble = Trouble::misused;
  if (!after_) report(std::move(source), std::move(failure));
}

std::optional<Stream> Opener::open(Found found) {
  only_ = std::move(found.only);
  if (found.is_repository) {
    open_repository(found);
    return {};
  }
  auto source = std::make_shared<const std::string>(std::move(found.name));
  if (!found.failure) {
    auto opened = found.place ? FileStream::open_listed(*source, found.place->length, done_)
                              : FileStream::open(*source, found.from, done_);
    if (auto* bytes = std::get_if<std::unique_ptr<FileStream>>(&opened)) {
      if (!*bytes) return {};
      unpack_.emplace(unpack_factor_, (*bytes)->watch_lies(), unpack_place_);
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

// The innermost one.
void Opener::leave_container() {
  const Container& container = containers_.back();
  if (account_) {
    Problem end;
    end.source = container.source;
    end.place = last_place_;
    end.end = SourceEnd{container.members->lies(), 0, "archive"};
    end.member = container.member;
    report_(std::move(end));
  }
  containers_.pop_back();
}

// The next member of the innermost container, which is left at its end.
std::optional<Stream> Opener::next_member() {
  Container& container = containers_.back();
  if (!container.is_repository && unpack_->is_file_over()) {
    Failure failure = unpack_->file_failure();
    // What is packed in another archive has no bytes of the file.
    const std::uint64_t size = container.members->lies();
    if (container.layers == 1)
      failure.extent = Extent{std::min(container.at, size), size - std::min(container.at, size)};
    if (!after_) report(container.source, std::move(failure), false, container.member);
    leave_container();
    return {};
  }
  std::optional<Members::Found> member = container.members->next();
  if (!member) {
    leave_container();
    return {};
  }
  container.at = member->begin;
  if (container.is_repository)
    unpack_.emplace(
        unpack_factor_,
        std::make_shared<const std::uint64_t>(member->bytes ? member->bytes->lies() : 0),
        unpack_place_);
  if (member->name.empty()) {
    // The run before has told what is wrong before the place to go on at.
    if (!after_) report(container.source, *std::move(member->failure), false, container.member);
    return {};
  }
  ++container.count;
  const std::uint64_t number = container.last();
  const MemberName what = member_name(member->name);
  auto source = std::make_shared<const std::string>(*container.source + '/' + member->name);
  if (!is_wanted(*source)) return {};
  if (!what.passed_over.empty() && only_.empty()) {
    pass_member_over(container, *container.source + '/' + std::string(what.passed_over), what.why);
    return {};
  }
  if (after_ && is_before_after(*source, false, number)) return {};
  if (member->failure && !after_) {
    if (!member->bytes) only_found_ = true;
    report(source, *std::move(member->failure), member->bytes == nullptr, number);
  }
  if (!member->bytes) {
    if (is_after(*source, number)) after_.reset();
    return {};
  }
  Stream stream{std::move(source), std::move(member->bytes),
                what.in_maildir ? Kind::eml : container.kind, false, container.layers};
  stream.member = number;
  return stream;
}

// Tells it once of all that is in a folder.
void Opener::pass_member_over(Container& container, const std::string& name, Trouble why) {
  if (container.passed_over == name) return;
  container.passed_over = name;
  if (is_after(name, container.last()))
    after_.reset();
  else if (!after_)
    report(std::make_shared<const std::string>(name),
           {why == Trouble::index ? "is what mail programs keep beside messages"
                                  : "is hidden by its name",
            false, why},
           true, container.last());
}

// Puts a layer of unpacking over the stream, or a container in its place; false for the latter.
bool Opener::unpack(Stream& stream, std::string_view head, Content content) {
  if (stream.layers == kLayers) {
    if (is_after(*stream.source, stream.member))
      after_.reset();
    else
      report(stream.source,
             {"is packed more than " + std::to_string(kLayers) + " times; unpack it first", false,
              Trouble::too_deep},
             true, stream.member);
    return false;
  }
  // All of its messages have the place of its first byte: no other slice has to open it.
  if (is_confined(content) && !share_.has(last_place_)) return false;
  Begun begun{std::string(head), std::move(stream.bytes)};
  if (content == Content::compressed) {
    stream.bytes = decompress(std::move(begun), *unpack_, *stream.source);
    ++stream.layers;
    return true;
  }
  containers_.push_back({stream.source, members_of(std::move(begun), content, *unpack_),
                         stream.kind, stream.layers + 1});
  containers_.back().member = stream.member;
  return false;
}

// What its first bytes say.  What its name says may be damaged in these, and hold text that looks
// like mail.
Content Opener::content_at(const Stream& stream, std::string_view window) const {
  const Content content = content_of(window);
  if (content != Content::mail || stream.kind != Kind::automatic || stream.is_recoded)
    return content;
  const NamedContent by_name = content_by_name(*stream.source);
  const std::optional<Content> named = stream.layers == 0 ? by_name.content : by_name.within;
  const std::string_view head = window.substr(0, kHeadBytes);
  // The headers of a cpio are text up to the NUL behind the name.
  const bool is_binary =
      begins_as_binary(head) ||
      (named == Content::cpio && head.substr(0, 512).find('\0') != std::string_view::npos);
  return named && is_binary ? *named : content;
}

// Finds out what kind of mailbox it is, or that it is none and no message either.
Opener::Head Opener::look_at_mail(Stream& stream, std::string_view window, bool is_mail) {
  // What it is must not depend on how much was read.
  const std::string_view head = window.substr(0, kHeadBytes);
  if (stream.kind != Kind::eml && !stream.is_recoded) {
    if (const Recoding how = recoding_of(head); how != Recoding::none) {
      stream.bytes = recode({std::string(window), std::move(stream.bytes)}, how);
      stream.is_recoded = true;
      return Head::unpacked;
    }
  }
  if (stream.kind == Kind::automatic)
    stream.form = form_of(head);
  else
    stream.form = stream.kind == Kind::mbox ? Form::mbox : Form::message;
  if (stream.form == Form::mbox) {
    const std::size_t first = mbox_begin(head);
    stream.first = first == mime::kNowhere ? 0 : first;
  }
  if (stream.kind != Kind::automatic || stream.form != Form::message || is_mail || head.empty() ||
      could_be_mail(head))
    return Head::mail;
  if (stream.bytes->is_checked()) return Head::no_mail;
  pass_over_no_mail(stream);
  return Head::nothing;
}

void Opener::pass_over_no_mail(Stream& stream) {
  if (after_)
    after_.reset();
  else
    pass_over(stream, Trouble::not_mail,
              "is not mail: it does not begin with a header; --as eml reads it all the same");
}

Opener::Head Opener::look(Stream& stream, std::string_view head, bool is_mail) {
  place(stream, 0);
  const Content content = content_at(stream, head);
  const bool is_here = is_after(*stream.source, stream.member);
  if (content == Content::compressed || is_archive(content)) {
    if (is_here && content != Content::compressed) {
      // All of the archive has been read, up to what was wrong with it.  What is told of an archive
      // is told of its beginning, and a message behind that was one of a mailbox.
      const bool was_mailbox = after_->offset > 0;
      after_.reset();
      if (was_mailbox)
        report(stream.source,
               {"has changed; there is no message here to go on behind", false, Trouble::changed},
               true, stream.member);
      return Head::nothing;
    }
    return unpack(stream, head, content) ? Head::unpacked : Head::nothing;
  }
  if ((after_ && !is_here) || is_in(only_, *stream.source)) return Head::nothing;
  only_found_ = true;
  if (content == Content::mail) return look_at_mail(stream, head, is_mail);
  if (is_here)
    after_.reset();
  else if (content == Content::unreadable)
    tell_unreadable(stream, unreadable_kind(head));
  else
    pass_over(stream, Trouble::index, "is an index of a mail program; there is no message in it");
  return Head::nothing;
}

void Opener::tell_unreadable(Stream& stream, std::string sentence) {
  Failure failure{std::move(sentence), false, Trouble::no_reader};
  if (const std::optional<std::uint64_t> size = stream.bytes->size())
    failure.extent = Extent{0, *size};
  report(stream.source, std::move(failure), true, stream.member);
}

// Nothing but the name can tell; where it says no archive, messages are looked for.
Opener::Head Opener::look_behind(Stream& stream) {
  const NamedContent named = content_by_name(*stream.source);
  const std::optional<Content> content = stream.layers == 0 ? named.content : named.within;
  if (content && is_archive(*content))
    return unpack(stream, "", *content) ? Head::unpacked : Head::nothing;
  if (stream.kind == Kind::automatic) stream.kind = Kind::mbox;
  stream.form = Form::mbox;
  stream.first = 0;
  only_found_ = true;
  return Head::mail;
}

}  // namespace basewalk::archive
