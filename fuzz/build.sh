#!/bin/bash -eu
# Builds the fuzzers as OSS-Fuzz asks for them: $CXX, $CXXFLAGS and $LIB_FUZZING_ENGINE say how, and all that they
# need goes to $OUT.  fuzz/README.md has how to try it without OSS-Fuzz.
cd "$SRC/basewalk"
build=${WORK:-$(mktemp -d)}/basewalk-fuzz

# Libraries of the machine that are written in C++ are made for libstdc++.
CXXFLAGS=${CXXFLAGS//-stdlib=libc++/}
# Formats are left out whose libraries are not there, or not in the version that is needed.
absent=()
pkg-config --atleast-version=11 libqpdf || absent+=(-DBASEWALK_OPEN_PDF=OFF)
pkg-config --exists zxing || absent+=(-DBASEWALK_OPEN_PICTURE=OFF)
grep -qs tchar_t /usr/include/litehtml/os_types.h || absent+=(-DBASEWALK_OPEN_DRAWING=OFF)
# What is sanitised and counted is in $CXXFLAGS; the project's own switches for that stay off.
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS="$CFLAGS" -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_CXX_FLAGS="$CXXFLAGS" \
  -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags -DCMAKE_BUILD_RPATH='$ORIGIN/lib' \
  -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DBASEWALK_FUZZ=ON -DBASEWALK_FUZZ_ENGINE="$LIB_FUZZING_ENGINE" \
  -DBASEWALK_TESTS=OFF -DBASEWALK_MANUAL=OFF -DBASEWALK_PYTHON=OFF -DBASEWALK_INSTALL=OFF "${absent[@]}"
table=$build/tests/fuzz/fuzzers.tsv
mapfile -t names < <(cut -f 1 "$table")
ninja -C "$build" "${names[@]/%/_fuzz}"

# Libraries of the machine that builds are not there where fuzzers run.
mkdir -p "$OUT/lib"
listed() { tr ';' '\n' <<<"$1" | sed '/^$/d'; }
# Not by tabs: those that stand beside each other would count as one.
while IFS='|' read -r name dictionaries options seeds; do
  program=$build/tests/fuzz/${name}_fuzz
  cp "$program" "$OUT/"
  mapfile -t libraries < <(ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' |
    grep -vE '/(libc|libm|libpthread|libdl|librt|libgcc_s)\.so')
  [ ${#libraries[@]} -eq 0 ] || cp -L -u -t "$OUT/lib" "${libraries[@]}"

  corpus=$(mktemp -d)
  mapfile -t seeds < <(listed "$seeds")
  python3 tests/fuzz/seeds.py "$corpus" "${seeds[@]}"
  rm -f "$OUT/${name}_fuzz_seed_corpus.zip"
  (cd "$corpus" && find . -type f | sort | zip -q -X -@ "$OUT/${name}_fuzz_seed_corpus.zip")
  rm -rf "$corpus"
  if [ -n "$dictionaries" ]; then
    mapfile -t dictionaries < <(listed "$dictionaries")
    cat "${dictionaries[@]}" >"$OUT/${name}_fuzz.dict"
  fi
  {
    printf '[libfuzzer]\ntimeout = 60\nrss_limit_mb = 2560\n'
    [ -z "$options" ] || printf '[asan]\n%s\n' "$(listed "$options" | sed 's/=/ = /')"
  } >"$OUT/${name}_fuzz.options"
done < <(tr '\t' '|' <"$table")
