# What makes a fault in memory an end of the program and not its capture.  Before: warnings.cmake, whose
# sanitizers see more and take its place.  tests/packages/packages.sh looks whether the programs have it.
option(BASEWALK_HARDENED "Compile and link with the checks that packages have" ON)

if(NOT BASEWALK_HARDENED OR BASEWALK_INSTRUMENTED)
  return()
endif()
include(CheckCXXCompilerFlag)
include(CheckLinkerFlag)
include(CheckPIESupported)

set(flags "")
foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection=full
             -mbranch-protection=standard)
  string(MAKE_C_IDENTIFIER "BASEWALK_HAS${flag}" has)
  check_cxx_compiler_flag(${flag} ${has})
  if(${has})
    list(APPEND flags ${flag})
  endif()
endforeach()
# glibc has it where something is optimised; a value that somebody else gave would be a second one.
list(APPEND flags $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=3>)
add_compile_options(${flags})

foreach(flag -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
  string(MAKE_C_IDENTIFIER "BASEWALK_HAS${flag}" has)
  check_linker_flag(CXX ${flag} ${has})
  if(${has})
    add_link_options(${flag})
  endif()
endforeach()
check_pie_supported(LANGUAGES CXX)
