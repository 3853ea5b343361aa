#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/mutate on a made-up project.

A comment at the end of a line of the source says what becomes of each fault that is made there; where
there is none, every fault that can be made is noticed.
"""

import collections
import fcntl
import os
import subprocess
import sys
import tempfile
from pathlib import Path

MUTATE = Path(__file__).resolve().parents[2] / "scripts" / "mutate"

CMAKE = """\
cmake_minimum_required(VERSION 3.25)
project(made_up LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
enable_testing()
add_executable(tiny_tests src/tiny/tiny.cpp tests/tiny/tiny_test.cpp)
target_include_directories(tiny_tests PRIVATE src)
add_test(NAME tiny COMMAND tiny_tests)
add_executable(common_tests src/loose.cpp tests/common/loose_test.cpp)
target_include_directories(common_tests PRIVATE src)
add_test(NAME common COMMAND common_tests)
"""

# What stands in no folder is a layer, too.
LOOSE = """\
int twice(int x) {
  if (x > 1000) return 0;
  return 2 * x;
}
"""
LOOSE_TEST = """\
int twice(int x);
int main() { return twice(3) == 6 && twice(1001) == 0 && twice(1000) == 2000 ? 0 : 1; }
"""

HEADER = """\
#pragma once
#include <string>
#include <string_view>
#include <vector>
namespace tiny {
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }  // noticed
static_assert(is_digit('5') && !is_digit('x'));
inline bool is_of(int low, int x, int high) { return low < x && x <= high; }  // noticed
inline constexpr std::size_t kRoom = 3;
struct Options {
  bool strict = true;  // noticed
  int depth = 2;       // noticed
};
std::string shown(int number, const Options& options);
int sum(const std::vector<int>& all);
bool is_named(std::string_view text);
int kind_of(char c);
int half_of(const std::vector<int>& all, int wanted);
int larger(int a, int b);
int most();
int count_down(int from);
void count(int& calls);
int nobody_asks(int x);
}  // namespace tiny
"""

SOURCE = """\
#include "tiny/tiny.h"

#include <algorithm>
#include <array>

#define TWICE(x) ((x) + (x))

namespace tiny {
namespace {

enum class Size : unsigned char { small = 1, large = 2 };
constexpr int kTable[] = {1, 2, 3};
constexpr int kUsed = 3;
static_assert(kUsed == 3);
constexpr int kMost = 40;  // noticed
constexpr std::string_view kRaw = R"(if (a < b) return "x";)";

template <class T, std::size_t N = 2>
struct Box {
  std::array<T, N> values{};
  virtual ~Box() = default;
  bool operator<(const Box& other) const { return values < other.values; }  // not reached
};

// if (a == b) return;
bool is_empty(std::string_view text) { return text.empty(); }  // noticed

}  // namespace

std::string shown(int number, const Options& options) {
  if (options.strict && number == options.depth)  // noticed
    return "deep";                                // noticed
  else if (const int rest = number % 10; rest == 7)  // noticed
    return "seven";                               // noticed
  std::string out = number < 0 ? "minus" : "plus";  // noticed
  const std::array<int, kRoom> weights = {1, 2, 4};  // noticed
  if (const int last = weights[2]; !options.strict)                // noticed
    out += std::to_string(100 * weights[0] + 10 * weights[1] + last);  // noticed
  return out;
}

int sum(const std::vector<int>& all) {
  int total = 0;  // noticed
  for (std::size_t i = 0; i < all.size(); ++i) total += all[i];  // noticed
  return total;
}

bool is_named(std::string_view text) {
  if (is_empty(text) || !is_digit(text.back())) return false;  // noticed
  return std::any_of(text.begin(), text.end(), [](char c) { return c == '_'; });  // noticed
}

int kind_of(char c) {
  switch (c) {
    case 'a':
      return static_cast<int>(Size::small);  // noticed
    case 'b': {
      const Box<int> box;
      return kTable[1] + static_cast<int>(box.values.size());  // noticed
    }
    default:
      break;  // unnoticed
  }
  return -1;  // noticed
}

int half_of(const std::vector<int>& all, int wanted) {
  if (const auto at = std::find(all.begin(), all.end(), wanted); at != all.end()) return *at / 2;  // noticed
  return 0;  // noticed
}

int larger(int a, int b) { return std::max(a, b) + TWICE(0 * a); }

int most() { return kMost; }  // noticed

int count_down(int from) {
  int steps = 0;        // noticed
  while (from != 0) {   // noticed
    --from;             // noticed: no end
    ++steps;            // noticed
  }
  return steps;
}

void count(int& calls) { calls += 2; }  // unnoticed

int nobody_asks(int x) { return x > 3 ? x + 1 : 0; }  // not reached

}  // namespace tiny
"""

TEST = """\
#include "tiny/tiny.h"
#include <cstdio>
static int failed = 0;
#define CHECK(what) ((what) ? 0 : (std::printf("%d\\n", __LINE__), failed = 1))
int main() {
  using namespace tiny;
  volatile char digit = '0', nine = '9', less = '/', more = ':';
  CHECK(is_digit(digit) && is_digit(nine) && !is_digit(less) && !is_digit(more));
  CHECK(is_digit('1') && is_digit('8'));
  CHECK(is_of(1, 2, 2) && !is_of(1, 1, 2) && !is_of(1, 3, 2) && !is_of(4, 3, 2) && !is_of(1, 0, -1));
  Options loose;
  loose.strict = false;
  CHECK(shown(2, {}) == "deep" && shown(2, loose) == "plus124");
  CHECK(shown(3, {}) == "plus" && shown(17, {}) == "seven" && shown(7, loose) == "seven");
  CHECK(shown(-1, {}) == "minus" && shown(0, {}) == "plus");
  CHECK(sum({1, 2, 4}) == 7 && sum({}) == 0 && sum({5}) == 5);
  CHECK(is_named("a_1") && !is_named("") && !is_named("a_") && !is_named("a1"));
  CHECK(kind_of('a') == 1 && kind_of('b') == 4 && kind_of('c') == -1);
  CHECK(half_of({1, 8}, 8) == 4 && half_of({1}, 8) == 0);
  CHECK(larger(1, 2) == 2 && larger(2, 1) == 2);
  CHECK(most() == 40);
  CHECK(count_down(5) == 5);
  int calls = 0;
  count(calls);
  return failed;
}
"""


def run(*arguments):
    return subprocess.run([sys.executable, str(MUTATE), *map(str, arguments)], capture_output=True,
                          text=True)


def main():
    wrong = []
    with tempfile.TemporaryDirectory(prefix="mutate-test-") as folder:
        top = Path(folder)
        texts = {"CMakeLists.txt": CMAKE, "src/tiny/tiny.h": HEADER, "src/tiny/tiny.cpp": SOURCE,
                 "tests/tiny/tiny_test.cpp": TEST, "src/loose.cpp": LOOSE,
                 "tests/common/loose_test.cpp": LOOSE_TEST}
        for name, text in texts.items():
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            (top / name).write_text(text)
        report = top / "report.tsv"
        done = run("tiny", "--top", top, "--faults", 1000, "--report", report, "--at-least", 50)
        if done.returncode != 0:
            sys.exit(f"exit status {done.returncode}\n{done.stdout}{done.stderr}")

        # Each fault is what the end of its line says, and each line that says something has one.
        seen = collections.defaultdict(set)
        kinds = set()
        for row in report.read_text().splitlines()[1:]:
            _, name, line, _, kind, status, before, after = row.split("\t")
            kinds.add(kind)
            seen[name, int(line)].add(status)
            if before == after:
                wrong.append(f"{name}:{line}: a {kind} that changes nothing: {before}")
            text = texts[name].splitlines()[int(line) - 1]
            said = text.split("// ")[-1] if "  // " in text else "noticed"
            if status != said and not (said == "noticed: no end" and status == "noticed"):
                wrong.append(f"{name}:{line}: {kind}: {status}, not {said}: {after}")
        for name in ("src/tiny/tiny.h", "src/tiny/tiny.cpp"):
            for number, text in enumerate(texts[name].splitlines(), 1):
                if "  // " in text and text.split("// ")[-1] != "namespace" and \
                        not text.startswith("}") and not seen[name, number]:
                    wrong.append(f"{name}:{number}: no fault in: {text}")
        for status in ("noticed: no end", "unnoticed", "not reached"):
            if not any(status in statuses for statuses in seen.values()):
                wrong.append(f"nothing is told to be {status}")
        for kind in ("bool", "bound", "char", "clause", "constant", "drop", "equal", "logic", "minmax",
                     "negate", "not", "number", "return", "step", "string"):
            if kind not in kinds:
                wrong.append(f"no fault of the kind {kind}")
        # kRoom is the size of an array: as a variable it does not compile.
        if "1 did not compile" not in done.stdout:
            wrong.append("of the fault in kRoom it is not told that it did not compile")
        for line in ("calls += 2;", "return x > 3 ? x + 1 : 0;"):
            if line not in done.stdout:
                wrong.append(f"not on the list of what nobody noticed: {line}")

        # The working files are as they were; the same seed gives the same faults, another one others.
        for name, text in texts.items():
            if (top / name).read_text() != text:
                wrong.append(f"{name} was touched")
        lists = [run("tiny", "--top", top, "--faults", 8, "--list", "--seed", seed).stdout
                 for seed in (1, 1, 2)]
        if lists[0] != lists[1] or lists[0] == lists[2] or lists[0].count("\n    +") != 8:
            wrong.append("the choice of faults does not follow from the seed")

        # What was not noticed, again: now there is a test for one of them.
        (top / "tests/tiny/tiny_test.cpp").write_text(
            TEST.replace("count(calls);", "count(calls);\n  CHECK(calls == 2);"))
        done = run("tiny", "--top", top, "--faults", 1000, "--again", report, "--at-least", 90)
        if "calls += 2" in done.stdout or "x > 3" not in done.stdout:
            wrong.append(f"what was not noticed is not run again as it should be: {done.stdout}")
        if done.returncode != 1:
            wrong.append(f"--at-least 90 is met by fewer: {done.stdout}")

        done = run("common", "tiny", "--top", top, "--faults", 20, "--report", report)
        names = {row.split("\t")[1] for row in report.read_text().splitlines() if row.startswith("common\t")}
        if done.returncode != 0 or names != {"src/loose.cpp"} or " (100 %)" not in done.stdout.split("tiny:")[0]:
            wrong.append(f"the files in no folder are no layer: {names} {done.stdout}{done.stderr}")

        # What would be in each other's way.
        done = run("tiny", "tiny/inner", "--top", top)
        if done.returncode != 2 or "tiny/inner is a part of tiny" not in done.stderr:
            wrong.append(f"a layer and a part of it are taken together: {done.stderr}")
        work = top / "build" / "mutate"
        with open(work / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            done = run("tiny", "--top", top)
        if done.returncode != 1 or "another run is at work" not in done.stderr:
            wrong.append(f"two runs are at work in one folder: {done.stderr}")
        # A layer that is named twice is one.
        done = run("tiny", "tiny/", "--top", top, "--faults", 3)
        if done.returncode != 0 or done.stdout.count(" noticed (") != 1:
            wrong.append(f"a layer that is named twice is not one: {done.stdout}{done.stderr}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    os.environ.pop("BASEWALK_FAULT", None)
    sys.exit(main())
