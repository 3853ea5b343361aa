// SPDX-License-Identifier: MIT
#include "policy/reader.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>
#include <span>
#include <utility>

#include "policy/toml.h"
#include "text/ascii.h"
#include "text/files/small_file.h"

namespace basewalk::policy {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;
constexpr std::size_t kDeepest = 8, kMostFiles = 100, kMostRules = 1000;

using Words = std::span<const std::string_view>;

std::string listed(Words words) {
  std::string list;
  for (const std::string_view word : words) list.append(list.empty() ? "" : ", ").append(word);
  return list;
}

// RFC 8601 2.7, and what no trusted server has told.
constexpr std::string_view kMissing = "missing";
constexpr std::string_view kDkimWords[] = {"none",    "pass",      "fail",      "policy",
                                           "neutral", "temperror", "permerror", kMissing};
constexpr std::string_view kSpfWords[] = {"none",    "pass",      "fail",      "softfail", "policy",
                                          "neutral", "temperror", "permerror", kMissing};
constexpr std::string_view kDmarcWords[] = {"none",      "pass",      "fail",
                                            "temperror", "permerror", kMissing};

// "10M" as in other options: k, M and G are thousands.
std::optional<std::uint64_t> read_size(std::string_view text) {
  std::uint64_t factor = 1;
  if (text.ends_with('k')) factor = 1000;
  if (text.ends_with('M')) factor = 1'000'000;
  if (text.ends_with('G')) factor = 1'000'000'000;
  if (factor != 1) text.remove_suffix(1);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  if (number > static_cast<std::uint64_t>(-1) / factor) return {};
  return number * factor;
}

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, [](char c) {
    return ascii::is_alnum(c) || c == '.' || c == '_' || c == '-';
  });
}

// One policy file after the other, into one policy.
class PolicyReader {
 public:
  PolicyReader(const OpenFile& open, Complaints& complaints)
      : open_(open), complaints_(complaints) {}

  void read(const std::string& file) { read_file(file, {file, 0, 0}); }
  Policy finish();

 private:
  void wrong(const Place& place, std::string text) {
    complaints_.push_back({place, std::move(text)});
  }
  void read_file(const std::string& file, const Place& from);
  void read_top(const Node::Table& table, const std::string& file);
  void read_includes(const Entry& entry, const std::string& file);
  void read_trusted(const Entry& entry);
  void read_recipients(const Entry& entry);
  void read_rules(const Entry& entry);
  void read_rule(const Node::Table& table, const Place& place);
  bool read_condition(const Entry& entry, Rule& rule);
  void read_list(const Entry& entry, Rule& rule);
  void read_size_of(const Entry& entry, Rule& rule);
  void read_results(const Entry& entry, Words known, std::vector<std::string>& into);
  void read_setting(const Entry& entry, Rule& rule);
  std::optional<bool> truth(const Entry& entry);
  // One text or a list of some.
  std::vector<const Node*> texts(const Entry& entry, std::string_view like);
  template <class Add>
  void each(const Entry& entry, std::string_view like, Add add);

  const OpenFile& open_;
  Complaints& complaints_;
  Policy policy_;
  std::vector<std::string> open_files_;  // those that are being read, each included by the last
  std::set<std::string> files_;
  std::vector<Place> asks_for_results_;
};

void PolicyReader::read_file(const std::string& file, const Place& from) {
  if (std::ranges::find(open_files_, file) != open_files_.end())
    return wrong(from, file + " is being read already: it includes itself; leave it out");
  if (!files_.insert(file).second)
    return wrong(from, file + " is included twice; leave one of them out");
  if (open_files_.size() > kDeepest)
    return wrong(from, file + ": more than " + std::to_string(kDeepest) +
                           " files include each other; name them in one");
  if (files_.size() > kMostFiles)
    return wrong(from, file + ": more than " + std::to_string(kMostFiles) + " files");
  const Result<std::string> text = open_(file);
  if (!text) return wrong(from, (open_files_.empty() ? "" : file + ": ") + text.error().detail);
  open_files_.push_back(file);
  read_top(read_toml(*text, file, complaints_), file);
  open_files_.pop_back();
}

void PolicyReader::read_top(const Node::Table& table, const std::string& file) {
  for (const Entry& entry : table) {
    const bool included = open_files_.size() > 1;
    if (entry.key == "include") {
      read_includes(entry, file);
    } else if (entry.key == "rule") {
      read_rules(entry);
    } else if (entry.key == "trusted" || entry.key == "recipients") {
      if (included)
        wrong(entry.place, "'" + entry.key + "' belongs into " + open_files_.front() +
                               ", which includes this file");
      else if (entry.key == "trusted")
        read_trusted(entry);
      else
        read_recipients(entry);
    } else {
      wrong(entry.place,
            "there is no key '" + entry.key + "'; there are include, recipients, rule, trusted");
    }
  }
}

std::optional<bool> PolicyReader::truth(const Entry& entry) {
  if (const bool* given = std::get_if<bool>(&entry.node.value)) return *given;
  wrong(entry.node.place, "'" + entry.key + "' is true or false, without quotes");
  return {};
}

std::vector<const Node*> PolicyReader::texts(const Entry& entry, std::string_view like) {
  std::vector<const Node*> found;
  const auto add = [&](const Node& node) {
    if (std::holds_alternative<std::string>(node.value))
      found.push_back(&node);
    else
      wrong(node.place, "'" + entry.key + "' takes texts; give one such as " + std::string(like));
  };
  if (const auto* array = std::get_if<Node::Array>(&entry.node.value)) {
    if (array->empty())
      wrong(entry.node.place, "'" + entry.key + "' is empty; name something, or leave it out");
    for (const Node& node : *array) add(node);
  } else {
    add(entry.node);
  }
  return found;
}

// `add` says what is wrong with a text, behind its name.
template <class Add>
void PolicyReader::each(const Entry& entry, std::string_view like, Add add) {
  for (const Node* node : texts(entry, like)) {
    const std::string& text = *std::get_if<std::string>(&node->value);
    if (const std::optional<std::string> why = add(text))
      wrong(node->place, "'" + text + "' " + *why);
  }
}

void PolicyReader::read_includes(const Entry& entry, const std::string& file) {
  for (const Node* node : texts(entry, "\"more.toml\"")) {
    const std::string& name = *std::get_if<std::string>(&node->value);
    if (name.empty() || name.find('\0') != std::string::npos) {
      wrong(node->place, "'include' names no file");
      continue;
    }
    const std::size_t slash = file.rfind('/');
    const bool is_relative = !name.starts_with('/') && slash != std::string::npos;
    read_file(is_relative ? file.substr(0, slash + 1) + name : name, node->place);
  }
}

void PolicyReader::read_trusted(const Entry& entry) {
  each(entry, "\"mx.example.org\"", [&](const std::string& text) -> std::optional<std::string> {
    // RFC 8601 2.2 has more in quotes, which no server uses.
    if (text.empty() || text.find_first_of(" \t;*\"<>") != std::string::npos)
      return "is no authserv-id; give one as in mx.example.org";
    policy_.trusted.push_back(domain_key(text));
    return {};
  });
}

void PolicyReader::read_recipients(const Entry& entry) {
  const auto* text = std::get_if<std::string>(&entry.node.value);
  for (const Recipients which : {Recipients::strictest, Recipients::first})
    if (text != nullptr && *text == name(which)) {
      policy_.recipients = which;
      return;
    }
  wrong(entry.node.place, "'recipients' " +
                              (text != nullptr ? "'" + *text + "': there is no such way"
                                               : std::string("takes a text")) +
                              "; there are strictest, first");
}

void PolicyReader::read_rules(const Entry& entry) {
  const auto* rules = std::get_if<Node::Array>(&entry.node.value);
  if (rules == nullptr) return wrong(entry.place, "a rule begins with [[rule]], in two brackets");
  for (const Node& node : *rules) {
    const auto* table = std::get_if<Node::Table>(&node.value);
    if (table == nullptr)
      wrong(node.place, "a rule begins with [[rule]], in two brackets");
    else if (policy_.rules.size() == kMostRules)
      return wrong(node.place, "there are more than " + std::to_string(kMostRules) + " rules");
    else
      read_rule(*table, node.place);
  }
}

void PolicyReader::read_rule(const Node::Table& table, const Place& place) {
  Rule rule;
  rule.place = place;
  const auto named = std::ranges::find(table, "name", &Entry::key);
  if (named == table.end()) {
    wrong(place, "the rule has no name; give it one, as in name = \"staff\"");
  } else if (const auto* text = std::get_if<std::string>(&named->node.value);
             text == nullptr || !is_name(*text) || *text == kNoRule) {
    wrong(named->node.place,
          "a name is a text of up to 64 letters, digits, '.', '_' and '-', and not \"none\"");
  } else {
    rule.name = *text;
    const auto other = std::ranges::find(policy_.rules, rule.name, &Rule::name);
    if (other != policy_.rules.end())
      wrong(named->node.place, "there is a rule '" + rule.name + "' already, at " +
                                   shown(other->place) + "; give it another name");
  }
  for (const Entry& entry : table)
    if (entry.key != "name" && !read_condition(entry, rule)) read_setting(entry, rule);
  policy_.rules.push_back(std::move(rule));
}

// False where the key is none of a condition.
bool PolicyReader::read_condition(const Entry& entry, Rule& rule) {
  using Kind = AddressPatterns::Kind;
  const auto add_to = [&](auto& patterns, auto... kind) {
    return [&patterns, kind...](const std::string& text) { return patterns.add(text, kind...); };
  };
  const std::string& key = entry.key;
  if (key == name(Condition::authenticated))
    rule.authenticated = truth(entry);
  else if (key == name(Condition::client))
    each(entry, "\"192.0.2.0/24\"", add_to(rule.client));
  else if (key == name(Condition::listener))
    each(entry, "\"submission\"", add_to(rule.listener));
  else if (key == name(Condition::sender))
    each(entry, "\"user@example.org\"", add_to(rule.sender, Kind::sender));
  else if (key == name(Condition::recipient))
    each(entry, "\"user@example.org\"", add_to(rule.recipient, Kind::address));
  else if (key == name(Condition::list))
    read_list(entry, rule);
  else if (key == name(Condition::size))
    read_size_of(entry, rule);
  else if (key == name(Condition::dkim))
    read_results(entry, kDkimWords, rule.dkim);
  else if (key == name(Condition::spf))
    read_results(entry, kSpfWords, rule.spf);
  else if (key == name(Condition::dmarc))
    read_results(entry, kDmarcWords, rule.dmarc);
  else if (key == name(Condition::dkim_domain)) {
    asks_for_results_.push_back(entry.place);
    each(entry, "\"example.org\"", add_to(rule.dkim_domain, Kind::domain));
  } else {
    return false;
  }
  return true;
}

void PolicyReader::read_list(const Entry& entry, Rule& rule) {
  if (const bool* given = std::get_if<bool>(&entry.node.value)) {
    rule.has_list = *given;
    return;
  }
  each(entry, "\"dev.lists.example.org\"",
       [&](const std::string& text) { return rule.list.add(text, AddressPatterns::Kind::domain); });
}

void PolicyReader::read_size_of(const Entry& entry, Rule& rule) {
  constexpr std::string_view kHow = "give size = { over = \"1M\" }, { under = \"1M\" } or both";
  const auto* table = std::get_if<Node::Table>(&entry.node.value);
  if (table == nullptr || table->empty())
    return wrong(entry.node.place, std::string("'size' has bounds; ") + std::string(kHow));
  for (const Entry& bound : *table) {
    const auto* text = std::get_if<std::string>(&bound.node.value);
    const auto* number = std::get_if<std::int64_t>(&bound.node.value);
    std::optional<std::uint64_t> bytes;
    if (text != nullptr) bytes = read_size(*text);
    if (number != nullptr && *number >= 0) bytes = static_cast<std::uint64_t>(*number);
    if (bound.key != "over" && bound.key != "under")
      wrong(bound.place, "there is no bound '" + bound.key + "'; there are over, under");
    else if (!bytes)
      wrong(bound.node.place,
            "'" + bound.key + "' is a number of bytes, or a text such as \"10M\"");
    else
      (bound.key == "over" ? rule.over : rule.under) = bytes;
  }
  if (rule.under == 0U) wrong(entry.node.place, "no message is under 0 bytes");
  if (rule.over && rule.under && (*rule.under == 0 || *rule.under - 1 <= *rule.over))
    wrong(entry.node.place, "no message is over " + std::to_string(*rule.over) +
                                " bytes and under " + std::to_string(*rule.under));
}

void PolicyReader::read_results(const Entry& entry, Words known, std::vector<std::string>& into) {
  asks_for_results_.push_back(entry.place);
  each(entry, "\"pass\"", [&](const std::string& text) -> std::optional<std::string> {
    into.push_back(ascii::lowered(text));
    if (std::ranges::find(known, into.back()) != known.end()) return {};
    return "is no result of " + entry.key + "; there are " + listed(known);
  });
}

void PolicyReader::read_setting(const Entry& entry, Rule& rule) {
  Setting setting{entry.key, {}, false, false, entry.place};
  const auto add = [&](const Node& node) {
    if (const auto* text = std::get_if<std::string>(&node.value))
      setting.values.push_back(*text);
    else if (const auto* number = std::get_if<std::int64_t>(&node.value))
      setting.values.push_back(std::to_string(*number));
    else
      return false;
    return true;
  };
  if (const bool* given = std::get_if<bool>(&entry.node.value)) {
    setting.is_truth = true;
    setting.values = {*given ? "true" : "false"};
  } else if (const auto* array = std::get_if<Node::Array>(&entry.node.value)) {
    setting.is_list = true;
    for (const Node& node : *array)
      if (!add(node)) return wrong(node.place, "'" + entry.key + "' takes texts, each in quotes");
  } else if (!add(entry.node)) {
    return wrong(entry.node.place,
                 "'" + entry.key + "' takes true or false, a text, or a list of texts");
  }
  rule.settings.push_back(std::move(setting));
}

Policy PolicyReader::finish() {
  if (policy_.trusted.empty())
    for (const Place& place : asks_for_results_)
      wrong(place,
            "nobody's Authentication-Results count; name whose, at the top of the first file, as "
            "in trusted = [\"mx.example.org\"]");
  const auto all = std::ranges::find_if(policy_.rules, &Rule::matches_all);
  if (all != policy_.rules.end() && std::next(all) != policy_.rules.end() && complaints_.empty())
    wrong(std::next(all)->place, "the rule '" + std::next(all)->name + "' is never reached: '" +
                                     all->name + "' at " + shown(all->place) +
                                     " has no condition; put that one last");
  return std::move(policy_);
}

}  // namespace

Result<std::string> open_policy_file(const std::string& name) {
  Result<text::SmallFile> file = text::read_small_file(name, kMostBytes);
  if (!file) return file.error();
  return std::move(file->bytes);
}

Policy read_policy(const std::string& file, const OpenFile& open, Complaints& complaints) {
  PolicyReader reader(open, complaints);
  reader.read(file);
  return reader.finish();
}

}  // namespace basewalk::policy
