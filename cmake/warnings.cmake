# What every target of ours is compiled with: warnings, and sanitizers where asked for.
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
            # A false alarm of g++ 12 about "x" + std::string (GCC bug 105651).
            $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
            $<$<BOOL:${BASEWALK_WERROR}>:-Werror>)

if(BASEWALK_SANITIZE)
  # Everything in this build tree, the test frameworks' headers included, so that
  # container annotations agree on both sides.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(BASEWALK_FUZZ)
  # Coverage for libFuzzer in every layer; the fuzzers themselves link its main().
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
