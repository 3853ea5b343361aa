// SPDX-License-Identifier: MIT
#include "worker/jobs/pst.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "text/siphash.h"
#include "text/utf8.h"
#include "worker/jobs/outlook_fields.h"
#include "worker/jobs/outlook_message.h"
#include "worker/jobs/pst_context.h"
#include "worker/jobs/pst_file.h"

namespace basewalk::worker {
namespace {

// Kinds of nodes, and one of them ([MS-PST] 2.2.2.1, 2.4.1).
constexpr std::uint32_t kFolder = 0x02, kSearchFolder = 0x03, kMessage = 0x04, kSettings = 0x08;
constexpr std::uint32_t kRoot = 0x122;
// What is remembered of nodes takes eight bytes for each.
constexpr std::size_t kMostNodes = std::size_t{1} << 24, kMostFolders = std::size_t{1} << 20;
constexpr std::size_t kMostDepth = 64, kMostName = 255, kMostPath = 4096;
constexpr std::string_view kNowhere = "(in no folder)";

std::uint32_t kind_of(std::uint32_t id) { return id & 0x1F; }
bool is_folder(std::uint32_t id) { return kind_of(id) == kFolder || kind_of(id) == kSearchFolder; }

// Items that are no mail, by their class and what is derived from it.  What is not known is mail.
constexpr std::string_view kNotMail[] = {
    "IPM.Activity",   "IPM.Appointment",   "IPM.Contact",      "IPM.DistList",
    "IPM.StickyNote", "IPM.Task",          "IPM.AbchPerson",   "IPM.OLE.CLASS",
    "IPM.Microsoft",  "IPM.Configuration", "IPM.ExtendedRule", "IPM.Rule",
};

// The row that a class belongs to; empty for mail.
std::string_view not_mail(std::string_view item_class) {
  for (const std::string_view row : kNotMail)
    if (ascii::istarts_with(item_class, row) &&
        (item_class.size() == row.size() || item_class[row.size()] == '.'))
      return row;
  return {};
}

// A name that is one step of a path, and shows what it is.
std::string harmless(const OutlookText& name) {
  std::string text = shown(name);
  for (std::size_t at = 0; at < text.size(); ++at)
    if (static_cast<unsigned char>(text[at]) < ' ' || text[at] == '\x7F' || text[at] == '/' ||
        text[at] == '\\')
      text[at] = '_';
  text.resize(utf8::cut(text, kMostName).size());
  while (text.ends_with(' ')) text.pop_back();
  // Such names are passed over, or mean another folder.
  if (text.starts_with('.') || text.starts_with("__MACOSX")) text.front() = '-';
  return text.empty() ? "(no name)" : text;
}

// For a message that a worker has given before.
class Nowhere final : public MemberSink {
 public:
  bool begin(const Member&) override { return true; }
  void bytes(std::string_view) override {}
  void end() override {}
  void failure(std::string_view, Trouble, std::optional<Extent>) override {}
};

struct Entry {
  std::uint32_t parent, id;
  friend bool operator<(const Entry& a, const Entry& b) {
    return std::pair(a.parent, a.id) < std::pair(b.parent, b.id);
  }
  friend bool operator==(const Entry&, const Entry&) = default;
};

class Reader {
 public:
  Reader(PstFile& file, MemberSink& sink) : file_(file), sink_(sink) {}

  void read_all();

 private:
  // A folder on the way from the root, or what is to be gone into.
  struct Step {
    std::uint32_t id;
    std::size_t path;  // bytes of path_ that lead to it
    std::size_t depth;
  };

  void list();
  void walk(std::uint32_t root, bool has_name);
  void read_folder(std::uint32_t id);
  void read_message(std::uint32_t id, std::size_t number);
  void tell_not_mail();
  std::string name_of(std::uint32_t folder);
  std::vector<std::uint32_t> below(const std::vector<Entry>& entries, std::uint32_t parent) const;
  void tell_wrongs();
  void end_message(const std::string& name, MemberSink& sink);
  void tell_member(const std::string& name, std::string_view sentence, Trouble trouble);

  PstFile& file_;
  MemberSink& sink_;
  std::vector<Entry> folders_, messages_;  // sorted
  std::set<std::uint32_t> seen_;           // folders that have been gone into
  std::set<std::uint64_t> paths_;          // hashes of the paths of folders
  std::string path_;
  std::map<std::string, std::size_t, std::less<>> passed_;  // items of this folder, no mail
  std::uint64_t settings_ = 0, not_read_ = 0;
};

// Of the file; of which bytes of it is not always known.
void Reader::tell_wrongs() {
  for (const Wrong& wrong : file_.take_wrongs())
    sink_.failure(wrong.sentence, wrong.trouble, wrong.extent.value_or(Extent{}));
}

// A message that is not what it was is a message.  What it lost is told under a name beside it:
// a message with a failure would count as lost itself.
void Reader::end_message(const std::string& name, MemberSink& sink) {
  std::vector<Wrong> wrongs = file_.take_wrongs();
  for (const Wrong& wrong : wrongs)
    if (wrong.trouble == Trouble::doubtful) sink.failure(wrong.sentence, wrong.trouble);
  sink.end();
  std::erase_if(wrongs, [](const Wrong& wrong) { return wrong.trouble == Trouble::doubtful; });
  const std::string lost = name + " (lost)";
  if (wrongs.empty() || !sink_.begin({lost})) return;
  for (const Wrong& wrong : wrongs) sink_.failure(wrong.sentence, wrong.trouble);
  sink_.end();
}

void Reader::tell_member(const std::string& name, std::string_view sentence, Trouble trouble) {
  if (!sink_.begin({name})) return;
  sink_.failure(sentence, trouble);
  sink_.end();
}

void Reader::list() {
  bool is_over = false;
  file_.each_node([&](const PstFile::Node& node) {
    if (folders_.size() + messages_.size() >= kMostNodes || folders_.size() >= kMostFolders) {
      is_over = true;
      return false;
    }
    if (is_folder(node.id)) folders_.push_back({node.parent, node.id});
    if (kind_of(node.id) == kMessage) messages_.push_back({node.parent, node.id});
    if (kind_of(node.id) == kSettings) ++settings_;
    return true;
  });
  if (is_over)
    file_.tell("has more than " + std::to_string(kMostNodes) + " items, or " +
                   std::to_string(kMostFolders) + " folders; those behind were not read",
               Trouble::limit);
  for (std::vector<Entry>* entries : {&folders_, &messages_}) {
    std::sort(entries->begin(), entries->end());
    entries->erase(std::unique(entries->begin(), entries->end()), entries->end());
  }
}

std::vector<std::uint32_t> Reader::below(const std::vector<Entry>& entries,
                                         std::uint32_t parent) const {
  std::vector<std::uint32_t> ids;
  for (auto at = std::lower_bound(entries.begin(), entries.end(), Entry{parent, 0});
       at != entries.end() && at->parent == parent; ++at)
    ids.push_back(at->id);
  return ids;
}

std::string Reader::name_of(std::uint32_t folder) {
  const std::optional<PstFile::Node> node = file_.node(folder);
  if (node) {
    PstContext context(file_, node->data, node->subnodes);
    if (context.read_properties()) {
      const OutlookText name = context.text(property::kName, kMostName * 2);
      return harmless(name);
    }
  }
  return "(lost name)";
}

void Reader::read_all() {
  list();
  tell_wrongs();
  walk(kRoot, false);
  // What hangs on folders that are not there, or in a circle.
  std::set<std::uint32_t> known;
  for (const Entry& folder : folders_) known.insert(folder.id);
  for (const Entry& folder : folders_) {
    if (folder.parent != folder.id && known.contains(folder.parent)) continue;
    path_ = kNowhere;
    walk(folder.id, true);
  }
  for (const Entry& folder : folders_) {
    path_ = kNowhere;
    if (!seen_.contains(folder.id)) walk(folder.id, true);
  }
  path_ = kNowhere;
  std::size_t number = 0;
  for (const Entry& message : messages_)
    if (!seen_.contains(message.parent)) read_message(message.id, ++number);
  tell_not_mail();
  tell_wrongs();
  if (not_read_ > 0)
    sink_.failure("names the same bytes again and again; " + std::to_string(not_read_) +
                      " items behind these were not read",
                  Trouble::limit);
  if (settings_ > 0)
    sink_.failure("has " + std::to_string(settings_) +
                      " items in which Outlook keeps settings; they were passed over",
                  Trouble::index);
}

// A folder, and those below it.  The root has no name in paths.
void Reader::walk(std::uint32_t root, bool has_name) {
  if (!seen_.insert(root).second) return;
  std::vector<Step> steps{{root, path_.size(), 0}};
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    path_.resize(step.path);
    if (step.depth > 0 || has_name) {
      std::string name = name_of(step.id);
      if (!path_.empty()) path_ += '/';
      path_ += name;
      // Two of one name are told apart by their numbers.  A hash that two names share only adds the
      // number where none is needed; the key is always the same, and so are the names.
      while (!paths_.insert(SipHash({0, 0})(path_)).second)
        path_ += " (" + std::to_string(step.id) + ")";
    }
    read_folder(step.id);
    const std::vector<std::uint32_t> folders = below(folders_, step.id);
    for (std::size_t i = folders.size(); i-- > 0;) {
      if (!seen_.insert(folders[i]).second) continue;
      if (step.depth == kMostDepth || path_.size() > kMostPath) {
        // It is named as if it were beside the one that it is in.
        steps.push_back({folders[i], step.path, step.depth});
        continue;
      }
      steps.push_back({folders[i], path_.size(), step.depth + 1});
    }
  }
}

void Reader::read_folder(std::uint32_t id) {
  // Of its name, or of what else is said of it; its messages are found without that.
  tell_wrongs();
  std::size_t number = 0;
  for (const std::uint32_t message : below(messages_, id)) read_message(message, ++number);
  tell_not_mail();
}

void Reader::read_message(std::uint32_t id, std::size_t number) {
  if (file_.is_over()) {
    ++not_read_;
    return;
  }
  char digits[32];
  std::snprintf(digits, sizeof digits, "%06zu.eml", number);
  const std::string name = path_.empty() ? digits : path_ + "/" + digits;
  const std::optional<PstFile::Node> node = file_.node(id);
  if (!node) return tell_member(name, "is named, and not there", Trouble::damaged);
  auto context = std::make_unique<PstContext>(file_, node->data, node->subnodes);
  const bool is_read = context->read_properties();
  if (is_read) {
    const std::string item_class = context->text(property::kMessageClass, 255).bytes;
    const std::string_view kind = not_mail(item_class);
    if (!kind.empty() && context->is_whole()) {
      ++passed_[std::string(kind)];
      tell_wrongs();
      return;
    }
  }
  // Only reading it says whether something is to be told beside it.
  Nowhere nowhere;
  MemberSink& sink = sink_.begin({name, file_.place(node->data)}) ? sink_ : nowhere;
  if (is_read) {
    OutlookMessage(Bodies::shown, [&](std::string_view bytes) {
      sink.bytes(bytes);
    }).give(std::move(context));
    return end_message(name, sink);
  }
  file_.tell("cannot be read: its properties are damaged", Trouble::damaged);
  for (const Wrong& wrong : file_.take_wrongs()) sink.failure(wrong.sentence, wrong.trouble);
  sink.end();
}

void Reader::tell_not_mail() {
  if (passed_.empty()) return;
  std::string kinds;
  for (const auto& [kind, number] : passed_)
    kinds += (kinds.empty() ? "" : ", ") + std::to_string(number) + " " + kind;
  passed_.clear();
  tell_member(path_.empty() ? "(no folder)" : path_,
              "has items that are no mail, and were passed over: " + kinds, Trouble::not_mail);
}

}  // namespace

void read_pst(Input& input, MemberSink& sink) {
  PstFile file(input);
  if (file.open()) {
    Reader(file, sink).read_all();
    return;
  }
  for (const Wrong& wrong : file.take_wrongs())
    sink.failure(wrong.sentence, wrong.trouble, wrong.extent);
}

}  // namespace basewalk::worker
