# ada, the URL parser of Node.js, as a peer of tests and benchmarks: Debian 12 has no package of it.
#
#     git clone --branch v3.4.4 https://github.com/ada-url/ada
#     cmake --preset bench -DBASEWALK_ADA=$PWD/ada
set(BASEWALK_ADA "$ENV{BASEWALK_ADA}" CACHE PATH "A checkout of ada, compared with where it is given")

if(BASEWALK_ADA AND NOT TARGET basewalk_ada)
  add_library(basewalk_ada STATIC EXCLUDE_FROM_ALL ${BASEWALK_ADA}/src/ada.cpp)
  target_include_directories(basewalk_ada SYSTEM PUBLIC ${BASEWALK_ADA}/include)
  target_include_directories(basewalk_ada PRIVATE ${BASEWALK_ADA}/src)
  target_compile_definitions(basewalk_ada PUBLIC BASEWALK_HAS_ADA)
endif()
