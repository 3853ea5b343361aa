# What scripts/fuzz and scripts/fuzz-minimise have in common.  Sourced in the project's folder, behind
# packages.sh.

build=build/fuzz
corpora=build/fuzz-corpus
findings=build/fuzz-findings
# NAME, dictionaries, options of AddressSanitizer, seeds; lists with ; between.  CMake writes it.
table=$build/tests/fuzz/fuzzers.tsv

# The compiler of the preset, with libFuzzer and the symbols of what is found.
need_fuzzing() {
  # shellcheck disable=SC2086
  command -v clang++-19 >/dev/null 2>&1 || need $BUILD_PACKAGES clang-19 libclang-rt-19-dev llvm-19
  use_ccache
  cmake --preset fuzz >/dev/null
}

# The names given, or all there are; an unknown one ends the script.
chosen_fuzzers() {
  local name
  [ $# -gt 0 ] || cut -f 1 "$table"
  for name in "$@"; do
    if ! cut -f 1 "$table" | grep -qxF -e "$name"; then
      echo "there is no fuzzer '$name'; scripts/fuzz --list has the names" >&2
      return 2
    fi
    echo "$name"
  done
}

build_fuzzers() {
  local log
  log=$(mktemp)
  if ! cmake --build "$build" --target "${@/%/_fuzz}" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

# field_of NAME COLUMN: one entry a line.
field_of() {
  awk -F '\t' -v name="$1" -v column="$2" '$1 == name { print $column }' "$table" | tr ';' '\n' | sed '/^$/d'
}

# Puts the seeds of a fuzzer into its corpus, and its dictionaries into one file.  Sets `corpus`, and `call`: how
# libFuzzer is called.
prepare_fuzzer() {
  local name=$1 seeds dictionaries
  corpus=$corpora/$name
  mkdir -p "$corpus" "$findings/$name"
  mapfile -t seeds < <(field_of "$name" 4)
  python3 tests/fuzz/seeds.py "$corpus" "${seeds[@]}"
  mapfile -t dictionaries < <(field_of "$name" 2)
  call=("$build/tests/fuzz/${name}_fuzz" -artifact_prefix="$findings/$name/" -timeout=60 -rss_limit_mb=4096)
  if [ ${#dictionaries[@]} -gt 0 ]; then
    cat "${dictionaries[@]}" >"$corpora/$name.dict"
    call+=(-dict="$corpora/$name.dict")
  fi
  ASAN_OPTIONS=$(field_of "$name" 3 | paste -s -d :)
  export ASAN_OPTIONS
}

# The inputs that broke a fuzzer; a slow one is none.
findings_of() {
  find "$findings/$1" -type f -regextype posix-extended -regex '.*/(crash|leak|timeout|oom)-[^/]*' 2>/dev/null | sort
}

# Reports of sanitizers name lines of the source.
fuzz_symbolizer() {
  local tool
  tool=$(command -v llvm-symbolizer-19 || command -v llvm-symbolizer || true)
  [ -z "$tool" ] || export ASAN_SYMBOLIZER_PATH=$tool
}
