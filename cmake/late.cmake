# Libraries that are loaded where they are first needed (src/text/foreign/late_library.h), as far as the
# linker's tools say what they are called; elsewhere they are linked.
option(BASEWALK_LATE "Load what few runs need where it is first called" ON)

# basewalk_soname(FILE OUT): the name that the dynamic linker knows it by; empty where none is told.
function(basewalk_soname file out)
  set(${out} "" PARENT_SCOPE)
  if(NOT BASEWALK_LATE OR NOT CMAKE_OBJDUMP)
    return()
  endif()
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${file} OUTPUT_VARIABLE said ERROR_QUIET)
  if(said MATCHES "SONAME[ \t]+([^ \t\n]+)")
    set(${out} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
endfunction()

# basewalk_needed_late(NAME FILE): an object that is linked with the library, and is not installed: Debian's
# packages find out by it what they depend on.
function(basewalk_needed_late name file)
  string(TOUPPER BASEWALK_LATE_${name} variable)
  file(REAL_PATH ${file} path)
  set_property(GLOBAL PROPERTY ${variable} ${path})
  set(source ${PROJECT_BINARY_DIR}/late/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Nothing.\n")
  add_library(basewalk_needs_${name} MODULE ${source})
  target_link_options(basewalk_needs_${name} PRIVATE -Wl,--no-as-needed)
  target_link_libraries(basewalk_needs_${name} PRIVATE ${file})
  set_target_properties(basewalk_needs_${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/late
                                                          PREFIX "" OUTPUT_NAME ${name})
endfunction()

# basewalk_late(OUT SOURCE NAME FILE): the source fills a struct of calls of the library (late_library.h).  OUT is
# set where it is loaded late; where not, whoever has the source has to link it.
function(basewalk_late out source name file)
  basewalk_soname(${file} soname)
  set(${out} "${soname}" PARENT_SCOPE)
  if(soname)
    set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS BASEWALK_LATE_NAME="${soname}")
    basewalk_needed_late(${name} ${file})
  endif()
endfunction()
