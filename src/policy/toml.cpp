// SPDX-License-Identifier: MIT
#include "policy/toml.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <tuple>

namespace basewalk::policy {
namespace {

// Nothing here is deeper; what is is no value of any key, whatever it holds.
constexpr int kDeepest = 8;

class Converter {
 public:
  explicit Converter(const std::string& file) : file_(file) {}

  Place place_of(const toml::source_region& source) const {
    return {file_, source.begin.line, source.begin.column};
  }

  Node node_of(const toml::node& node, int depth) const {
    Node made;
    made.place = place_of(node.source());
    if (const auto* truth = node.as_boolean()) made.value = truth->get();
    if (const auto* number = node.as_integer()) made.value = number->get();
    if (const auto* text = node.as_string()) made.value = text->get();
    if (depth == 0) return made;
    if (const toml::array* array = node.as_array()) {
      Node::Array nodes;
      for (const toml::node& each : *array) nodes.push_back(node_of(each, depth - 1));
      made.value = std::move(nodes);
    }
    if (const toml::table* table = node.as_table()) made.value = table_of(*table, depth - 1);
    return made;
  }

  // The library keeps keys in the order of the alphabet.
  Node::Table table_of(const toml::table& table, int depth) const {
    Node::Table entries;
    for (const auto& [key, node] : table)
      entries.push_back({std::string(key.str()), place_of(key.source()), node_of(node, depth)});
    std::ranges::stable_sort(entries, [](const Entry& a, const Entry& b) {
      return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
    });
    return entries;
  }

 private:
  const std::string& file_;
};

}  // namespace

Node::Table read_toml(std::string_view text, const std::string& file, Complaints& complaints) {
  const toml::parse_result result = toml::parse(text, std::string_view(file));
  const Converter converter(file);
  if (result) return converter.table_of(result.table(), kDeepest);
  const toml::parse_error& error = result.error();
  complaints.push_back({converter.place_of(error.source()), std::string(error.description())});
  return {};
}

}  // namespace basewalk::policy
