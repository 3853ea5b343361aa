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
