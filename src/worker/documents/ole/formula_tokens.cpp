// SPDX-License-Identifier: MIT
//
// Each token takes what it needs from a stack of nodes, and is a node above them; the formula is
// written when all have been read, so that no text is copied twice.
#include "worker/documents/ole/formula_tokens.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "text/utf8.h"

namespace basewalk::worker {
namespace {

// 2.5.198.25
enum Token : std::uint64_t {
  kFirstOfTwo = 0x03,
  kConcat = 0x08,
  kLastOfTwo = 0x11,
  kMinus = 0x13,
  kPercent = 0x14,
  kParenthesis = 0x15,
  kMissing = 0x16,
  kText = 0x17,
  kAttribute = 0x19,
  kInteger = 0x1E,
  kFirstOfClass = 0x20,
  kFunction = 0x21,
  kFunctionOfMany = 0x22,
  kName = 0x23,
  kNameOfBook = 0x39,
};
constexpr std::uint64_t kOfChoose = 0x04;  // 2.5.198.34: as many jumps as it says, and one

// Bytes behind a token that is an operand, or (of 0x26 to 0x29) says something of the next ones.
struct Size {
  std::uint64_t token;
  std::size_t size;
  bool is_operand = true;
};
constexpr Size kSizes[] = {
    {0x01, 4},        {0x02, 4}, {0x16, 0},  {0x1C, 1},        {0x1D, 1},        {0x1F, 8},
    {0x20, 7},        {0x24, 4}, {0x25, 8},  {0x26, 6, false}, {0x27, 6, false}, {0x28, 6, false},
    {0x29, 2, false}, {0x2A, 4}, {0x2B, 8},  {0x2C, 4},        {0x2D, 8},        {0x3A, 6},
    {0x3B, 10},       {0x3C, 6}, {0x3D, 10},
};

// 2.5.198.17: how many arguments a function has whose number is fixed, by its number.
constexpr std::string_view kArguments =
    "--11------0---21111011111112--231100--12333333-32----1-1-----3-0-3311111110111-22--1-01------"
    "----211-33--1-----1111--214-1----111111--------1134------------------1112------------------1-"
    "1--31----33113-------4--312211----20---0---1111113--0-----1-------2----1---1---33----1-422233"
    "13331124324333413131233422222232222224--------2222--22----2----11--21--4312------1-----------"
    "---------";
struct Function {
  std::uint64_t number;
  std::string_view name;
};
constexpr Function kFunctions[] = {
    {110, "EXEC"},        {111, "CHAR"},        {112, "LOWER"},       {118, "TRIM"},
    {130, "T"},           {149, "REGISTER"},    {150, "CALL"},        {257, "EVALUATE"},
    {267, "REGISTER.ID"}, {304, "SQL.REQUEST"}, {336, "CONCATENATE"}, {359, "HYPERLINK"},
    {379, "RTD"},
};
constexpr std::string_view kOther = "X";
// 2.5.198.4: one whose name is its first argument.
constexpr std::uint64_t kNamed = 255;

class Reader {
 public:
  Reader(std::string_view tokens, const FormulaNames& names) : tokens_(tokens), names_(names) {}

  std::optional<std::string> read() {
    while (at_ < tokens_.size())
      if (!token()) return std::nullopt;
    if (stack_.size() != 1) return std::nullopt;
    return written();
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  // A text, or a function of the nodes that stand in it.
  struct Node {
    std::string text;  // written for it, or before its parenthesis
    bool is_call = false;
    char divider = ',';
    std::size_t first = kNone, next = kNone;
  };

  bool token() {
    std::uint64_t token = text::little(tokens_, at_++, 1);
    // The class of its value.
    if (token >= 0x80) return false;
    if (token >= kFirstOfClass) token = (token & 0x1F) | kFirstOfClass;
    if (token >= kFirstOfTwo && token <= kLastOfTwo)
      return call({}, 2, token == kConcat ? '&' : '+');
    // What these make of a text or a number is another one.
    if (token == kMinus || token == kPercent) return call(kOther, 1, ',');
    if (token > kLastOfTwo && token <= kParenthesis) return call({}, 1, ',');
    if (token == kText) return text();
    if (token == kInteger) {
      const std::string digits = std::to_string(take(2));
      return !is_short_ && push({digits});
    }
    if (token == kAttribute) return attribute();
    if (token == kFunction) return function(take(2));
    if (token == kFunctionOfMany) {
      const std::uint64_t count = take(1) & 0x7F, number = take(2) & 0x7FFF;
      if (number == kNamed) return named_call(static_cast<std::size_t>(count));
      return call(name_of(number), static_cast<std::size_t>(count), ',');
    }
    if (token == kName) {
      const auto number = static_cast<std::size_t>(take(4));
      return !is_short_ && push({name_at(names_.own, number)});
    }
    if (token == kNameOfBook) {
      const auto of = static_cast<std::size_t>(take(2)), number = static_cast<std::size_t>(take(4));
      const std::size_t book = of < names_.books.size() ? names_.books[of] : names_.of_books.size();
      return !is_short_ &&
             push({book < names_.of_books.size() ? name_at(names_.of_books[book], number)
                                                 : std::string(kOther)});
    }
    for (const Size& each : kSizes)
      if (each.token == token) {
        skip(each.size);
        return !is_short_ && (!each.is_operand || push({std::string(kOther)}));
      }
    return false;
  }

  // From 1; as it can be written in a formula.
  static std::string name_at(const std::vector<std::string>& names, std::size_t number) {
    if (number == 0 || number > names.size() || names[number - 1].empty())
      return std::string(kOther);
    return names[number - 1];
  }

  bool named_call(std::size_t count) {
    if (is_short_ || count == 0 || stack_.size() < count) return false;
    const auto at = stack_.end() - static_cast<std::ptrdiff_t>(count);
    const Node& name = nodes_[*at];
    const std::string of(name.is_call || name.text.starts_with('"') ? kOther : name.text);
    stack_.erase(at);
    return call(of, count - 1, ',');
  }

  // 2.5.198.89, with quotes as they are typed.
  bool text() {
    const std::uint64_t count = take(1), flags = take(1);
    const auto size = static_cast<std::size_t>(count * ((flags & 1) != 0 ? 2 : 1));
    if (is_short_ || size > tokens_.size() - at_) return false;
    const std::string_view bytes = tokens_.substr(at_, size);
    at_ += size;
    std::string characters;
    if ((flags & 1) != 0)
      characters = text::utf8_of_utf16(bytes);
    else
      for (const char c : bytes) utf8::append(static_cast<unsigned char>(c), characters);
    std::string quoted = "\"";
    for (const char c : characters) quoted.append(c == '"' ? 2 : 1, c);
    return push({quoted += '"'});
  }

  bool attribute() {
    const std::uint64_t kind = take(1), value = take(2);
    if ((kind & kOfChoose) != 0) skip(2 * (static_cast<std::size_t>(value) + 1));
    return !is_short_;
  }

  bool function(std::uint64_t number) {
    if (is_short_ || number >= kArguments.size()) return false;
    const char count = kArguments[static_cast<std::size_t>(number)];
    return count != '-' && call(name_of(number), static_cast<std::size_t>(count - '0'), ',');
  }

  static std::string_view name_of(std::uint64_t number) {
    for (const Function& each : kFunctions)
      if (each.number == number) return each.name;
    return kOther;
  }

  bool push(Node node) {
    nodes_.push_back(std::move(node));
    stack_.push_back(nodes_.size() - 1);
    return true;
  }

  // A node above the last ones of the stack.
  bool call(std::string_view name, std::size_t count, char divider) {
    if (is_short_ || stack_.size() < count) return false;
    Node node{std::string(name), true, divider};
    for (std::size_t i = 0; i < count; ++i) {
      nodes_[stack_.back()].next = node.first;
      node.first = stack_.back();
      stack_.pop_back();
    }
    return push(std::move(node));
  }

  // No recursion: a formula may be as deep as it is long.
  std::string written() const {
    struct Step {
      std::size_t node;
      bool is_open;
    };
    std::string out;
    std::vector<Step> steps{{stack_.back(), false}};
    while (!steps.empty()) {
      Step& step = steps.back();
      const Node& node = nodes_[step.node];
      const std::size_t next = step.is_open ? kNone : node.first;
      if (!step.is_open) {
        out += node.text;
        if (node.is_call) out += '(';
        step.is_open = true;
        if (next != kNone) {
          steps.push_back({next, false});
          continue;
        }
      }
      if (node.is_call) out += ')';
      const std::size_t behind = node.next;
      steps.pop_back();
      if (behind == kNone || steps.empty()) continue;
      out += nodes_[steps.back().node].divider;
      steps.push_back({behind, false});
    }
    return out;
  }

  std::uint64_t take(std::size_t size) {
    const std::size_t at = at_;
    skip(size);
    return is_short_ ? 0 : text::little(tokens_, at, size);
  }
  void skip(std::size_t size) {
    is_short_ = is_short_ || size > tokens_.size() - at_;
    at_ = is_short_ ? tokens_.size() : at_ + size;
  }

  std::string_view tokens_;
  const FormulaNames& names_;
  std::size_t at_ = 0;
  bool is_short_ = false;
  std::vector<Node> nodes_;
  std::vector<std::size_t> stack_;
};

}  // namespace

std::optional<std::string> formula_of(std::string_view tokens, const FormulaNames& names) {
  return Reader(tokens, names).read();
}

}  // namespace basewalk::worker
