// SPDX-License-Identifier: MIT
//
// Bytes a second of the extractors, over made text and, where BASEWALK_BENCH_MAIL names a folder,
// over the HTML in its files (everything from "<html" to "</html>").  gumbo stands beside: what a
// whole tree costs.
#include <benchmark/benchmark.h>
#include <gumbo.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "basewalk/extract/extract.h"

using namespace basewalk;

namespace {

std::string times(std::string_view piece, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += piece;
  return out;
}

constexpr std::size_t kSize = 1 << 20;

const std::string& made_html() {
  static const std::string text = times(
      "<tr><td align=\"center\" valign=\"top\" style=\"padding:0 20px; font-family:Arial, "
      "Helvetica, sans-serif; font-size:14px; color:#333333\"><a href=\"http://www.example.com/"
      "news/index.php?id=17&amp;user=a%40example.org\" target=\"_blank\" style=\"color:#0066cc;"
      "text-decoration:none\">Read the whole story</a> &nbsp; <img src=\"http://img.example.com/"
      "i/spacer.gif\" width=\"1\" height=\"1\" border=\"0\" alt=\"\"></td></tr>\r\n<tr><td>Your "
      "account was changed yesterday, and we thought that you would like to know.</td></tr>\r\n",
      kSize);
  return text;
}

const std::string& made_text() {
  static const std::string text = times(
      "Dear reader, the committee met again last week and talked about what to do next.\r\n"
      "Nobody was surprised: at 10:30 the first of them left, and then the others. What was\r\n"
      "written down is at http://www.example.com/minutes/2018/05.html, as always, and whoever\r\n"
      "wants to know more may ask. It rained, and the coffee was cold; the windows were open.\r\n"
      "> They had been told before, and would be told again, that this is not how it is done.\r\n",
      kSize);
  return text;
}

const std::string& made_css() {
  static const std::string text = times(
      ".button-link { background-color: #0066cc; border-radius: 4px; padding: 0 20px 10px; }\n"
      "@media only screen and (max-width: 480px) { table[class=\"w320\"] { width: 320px "
      "!important; } }\n/* the header of every page */\n#header td { background: #fff "
      "url(http://img.example.com/h.png) no-repeat; font: 14px/20px Arial, sans-serif }\n",
      kSize);
  return text;
}

// The HTML of real mail that needs no decoding to be read.
const std::vector<std::string>& mail_html() {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> found;
    const char* folder = std::getenv("BASEWALK_BENCH_MAIL");
    if (folder == nullptr) return found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string mail{std::istreambuf_iterator<char>(in), {}};
      const std::size_t begin = std::min(mail.find("<html"), mail.find("<HTML"));
      const std::size_t end = std::max(mail.rfind("</html>") + 1, mail.rfind("</HTML>") + 1);
      if (begin < end && end != 0) found.push_back(mail.substr(begin, end - begin));
    }
    return found;
  }();
  return texts;
}

template <class Extract>
void run(benchmark::State& state, const std::string& text, const Extract& extract) {
  extract::Finds finds;
  for (auto _ : state) {
    finds.clear();
    extract(text, extract::Options{}, finds);
    benchmark::DoNotOptimize(finds.finds.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
  state.counters["links"] = static_cast<double>(finds.finds.size());
}

void html(benchmark::State& state) {
  run(state, made_html(),
      [](std::string_view text, const extract::Options& options, extract::Finds& out) {
        extract::extract_html(text, options, out);
      });
}
void text(benchmark::State& state) {
  run(state, made_text(),
      [](std::string_view text, const extract::Options& options, extract::Finds& out) {
        extract::extract_text(text, options, out);
      });
}
void css(benchmark::State& state) {
  run(state, made_css(),
      [](std::string_view text, const extract::Options& options, extract::Finds& out) {
        extract::extract_css(text, options, out);
      });
}

void mail(benchmark::State& state) {
  const std::vector<std::string>& texts = mail_html();
  if (texts.empty()) return state.SkipWithError("BASEWALK_BENCH_MAIL names no folder of mail");
  extract::Finds finds;
  std::size_t bytes = 0;
  std::size_t links = 0;
  for (auto _ : state) {
    links = 0;
    for (const std::string& each : texts) {
      finds.clear();
      extract::extract_html(each, {}, finds);
      links += finds.finds.size();
      bytes += each.size();
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
  state.counters["links"] = static_cast<double>(links);
}

void gumbo_tree(const std::string& each) {
  GumboOutput* tree = gumbo_parse_with_options(&kGumboDefaultOptions, each.data(), each.size());
  benchmark::DoNotOptimize(tree);
  gumbo_destroy_output(&kGumboDefaultOptions, tree);
}

void html_gumbo(benchmark::State& state) {
  for (auto _ : state) gumbo_tree(made_html());
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * made_html().size()));
}

void mail_gumbo(benchmark::State& state) {
  std::size_t bytes = 0;
  for (auto _ : state)
    for (const std::string& each : mail_html()) {
      gumbo_tree(each);
      bytes += each.size();
    }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

BENCHMARK(html);
BENCHMARK(html_gumbo);
BENCHMARK(mail);
BENCHMARK(mail_gumbo);
BENCHMARK(text);
BENCHMARK(css);

}  // namespace

BENCHMARK_MAIN();
