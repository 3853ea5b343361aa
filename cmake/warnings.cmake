# What every target of ours is compiled with: warnings, and sanitizers or counters where asked for.
add_library(basewalk_options INTERFACE)
target_compile_options(
  basewalk_options
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wconversion
            -Wshadow
            -Wnon-virtual-dtor
            -Wold-style-cast
            # That of g++ has not this one in it.
            $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>
            # std::stable_sort of libstdc++ 12 is written with what that calls deprecated, and clang says so.
            $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
            # A false alarm of g++ 12 about "x" + std::string (GCC bug 105651).
            $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
            $<$<BOOL:${BASEWALK_WERROR}>:-Werror>)

# BASEWALK_SANITIZERS is what -fsanitize takes, or empty.
set(BASEWALK_SANITIZERS "")
if(BASEWALK_SANITIZE MATCHES "^(ON|on|YES|TRUE|1)$")
  set(BASEWALK_SANITIZERS address,undefined)
elseif(BASEWALK_SANITIZE)
  set(BASEWALK_SANITIZERS "${BASEWALK_SANITIZE}")
endif()
if(BASEWALK_SANITIZERS)
  # Everything in this build tree, the test frameworks' headers included, so that
  # container annotations agree on both sides.
  add_compile_options(-fsanitize=${BASEWALK_SANITIZERS} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${BASEWALK_SANITIZERS})
  if(BASEWALK_SANITIZERS MATCHES "address")
    # At a fixed address: their tables have 1.7 million pointers, and to adjust those took half of the
    # time of each process that a test starts.
    add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
  endif()
endif()
if(BASEWALK_COVERAGE)
  # Counted by atomic steps, as threads count side by side; headers by their whole path.
  add_compile_options(--coverage -fprofile-update=atomic
                      $<$<CXX_COMPILER_ID:GNU>:-fprofile-abs-path>)
  add_link_options(--coverage)
endif()
# Slower, larger in memory, and with symbols of others: figures of speed, memory and exports are not
# those of the program.
set(BASEWALK_INSTRUMENTED OFF)
if(BASEWALK_SANITIZERS OR BASEWALK_COVERAGE)
  set(BASEWALK_INSTRUMENTED ON)
endif()
if(BASEWALK_FUZZ AND BASEWALK_FUZZ_ENGINE STREQUAL "-fsanitize=fuzzer")
  # Coverage for libFuzzer in every layer; the fuzzers themselves link its main().
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
