# The layers, and the library that they are folded into.

# basewalk_libraries()
#
# Both kinds of library, of the same objects.  BUILD_SHARED_LIBS says which of them
# basewalk::basewalk is.  What looks inside (the tests, the tool) links the static one: the shared
# one shows only what the public headers declare.
function(basewalk_libraries)
  add_library(basewalk_static STATIC)
  add_library(basewalk_shared SHARED)
  # A minor version may take away what programs use (SameMinorVersion in install.cmake).
  set_target_properties(
    basewalk_shared PROPERTIES VERSION ${PROJECT_VERSION}
                               SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  foreach(library basewalk_static basewalk_shared)
    set_target_properties(${library} PROPERTIES OUTPUT_NAME basewalk EXPORT_NAME basewalk)
    target_compile_features(${library} PUBLIC cxx_std_20)
    target_include_directories(
      ${library} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  endforeach()
  if(BUILD_SHARED_LIBS)
    set(kind shared)
    set(other static)
  else()
    set(kind static)
    set(other shared)
  endif()
  add_library(basewalk::basewalk ALIAS basewalk_${kind})
  if(NOT BASEWALK_TESTS)
    set_target_properties(basewalk_${other} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

# basewalk_layer(NAME SOURCE...)
#
# One layer: an object library named basewalk_NAME.  It sees the public headers and src/, nothing
# else; tests/layering.cmake holds its #include lines against the table of who may include whom.
function(basewalk_layer name)
  add_library(basewalk_${name} OBJECT ${ARGN})
  target_include_directories(basewalk_${name} PRIVATE ${PROJECT_SOURCE_DIR}/include
                                                      ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(basewalk_${name} PRIVATE basewalk_options)
  foreach(library basewalk_static basewalk_shared)
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:basewalk_${name}>)
  endforeach()
endfunction()

# basewalk_layer_needs(NAME PUBLIC|PRIVATE LIBRARY...)
#
# Libraries of others.  PUBLIC where a public header of the layer includes theirs.
function(basewalk_layer_needs name scope)
  target_link_libraries(basewalk_${name} PRIVATE ${ARGN})
  foreach(library basewalk_static basewalk_shared)
    target_link_libraries(${library} ${scope} ${ARGN})
  endforeach()
endfunction()

# basewalk_program_layer(NAME SOURCE...)
#
# A layer that the programs share and the library does not have: a static library named
# basewalk_NAME.
function(basewalk_program_layer name)
  add_library(basewalk_${name} STATIC ${ARGN})
  target_include_directories(basewalk_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(basewalk_${name} PUBLIC basewalk_static PRIVATE basewalk_options)
endfunction()

# basewalk_embed(TARGET LAYER HEADER FILE...)
#
# Files within the target: `kEmbedded` of the layer, which the header declares.
function(basewalk_embed target layer header)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/embedded.txt)
  set(names "")
  foreach(file IN LISTS ARGN)
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${file})
    string(APPEND names "${name}\n")
  endforeach()
  file(CONFIGURE OUTPUT ${list} CONTENT "${names}" @ONLY)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/embedded.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed.cmake)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DTOP=${PROJECT_SOURCE_DIR} -DOUT=${out} -DLIST=${list} -DLAYER=${layer}
            -DHEADER=${header} -P ${script}
    DEPENDS ${ARGN} ${list} ${script}
    COMMENT "Files within ${target}"
    VERBATIM)
  set_source_files_properties(${out} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${out})
endfunction()
