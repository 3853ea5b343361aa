# basewalk_layer(NAME SOURCE...)
#
# One layer: an object library named basewalk_NAME, folded into basewalk::basewalk.
# It sees the public headers and src/, nothing else; tests/layering.cmake holds its
# #include lines against the table of who may include whom.
function(basewalk_layer name)
  add_library(basewalk_${name} OBJECT ${ARGN})
  target_include_directories(basewalk_${name} PRIVATE ${PROJECT_SOURCE_DIR}/include
                                                      ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(basewalk_${name} PRIVATE basewalk_options)
  target_sources(basewalk PRIVATE $<TARGET_OBJECTS:basewalk_${name}>)
endfunction()

# basewalk_program_layer(NAME SOURCE...)
#
# A layer that the programs share and the library does not have: a static library named
# basewalk_NAME.
function(basewalk_program_layer name)
  add_library(basewalk_${name} STATIC ${ARGN})
  target_include_directories(basewalk_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(basewalk_${name} PUBLIC basewalk::basewalk PRIVATE basewalk_options)
endfunction()
