# Headers that are read once instead of by every file: two thirds of the time that a test takes to
# compile, and a tenth to a third of a layer's file.  A file still includes what it uses: the test `tidy` reads
# each of the library without them.  CMAKE_DISABLE_PRECOMPILE_HEADERS does without.

set(basewalk_precompiled_std
    <algorithm> <array> <charconv> <cstddef> <cstdint> <cstring> <functional> <map> <memory>
    <optional> <span> <string> <string_view> <unordered_map> <utility> <variant> <vector>)

# basewalk_reuse_precompiled(TARGET FROM)
function(basewalk_reuse_precompiled target from)
  target_precompile_headers(${target} REUSE_FROM ${from})
  # False alarms of g++ 12 about what stands within std::string and std::vector: it does not give them
  # where these come from a system's header, and forgets that they do in a precompiled one.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13
     AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow
                                             -Wno-stringop-overread)
  endif()
endfunction()

# basewalk_precompile(FOLDER)
#
# For every library of a folder of src/ and of the folders below.  All are compiled with the same
# flags, so that they share one file; what has flags of its own does without.
function(basewalk_precompile folder)
  if(NOT TARGET basewalk_headers)
    add_library(basewalk_headers OBJECT ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
    target_link_libraries(basewalk_headers PRIVATE basewalk_options)
    target_precompile_headers(basewalk_headers PRIVATE ${basewalk_precompiled_std})
  endif()
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(flags ${target} COMPILE_OPTIONS)
    get_target_property(without ${target} DISABLE_PRECOMPILE_HEADERS)
    if(type MATCHES "^(OBJECT|STATIC)_LIBRARY$" AND NOT flags AND NOT without
       AND NOT target STREQUAL basewalk_headers)
      basewalk_reuse_precompiled(${target} basewalk_headers)
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below IN LISTS folders)
    basewalk_precompile(${below})
  endforeach()
endfunction()
