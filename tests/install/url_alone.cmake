# Builds the layer url where no other package can be found than ICU, installs it, and builds and runs a
# program with it.
# cmake -DTOP=<source> -DWORK=<scratch> -DCXX=<compiler> -P url_alone.cmake
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

set(absent "")
foreach(package EXPAT LibArchive OpenSSL nettle mimetic SQLite3 TBB CLI11 Boost Threads PkgConfig)
  list(APPEND absent -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
run(${CMAKE_COMMAND} -G Ninja -S ${TOP} -B ${WORK}/build -DCMAKE_CXX_COMPILER=${CXX} ${absent}
    -DCMAKE_CXX_FLAGS=-O0 -DBASEWALK_URL_ONLY=ON)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${CMAKE_COMMAND} --install ${WORK}/build --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -G Ninja -S ${TOP}/tests/install -B ${WORK}/user ${absent}
    -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${CXX} -DKIND=static
    -DPROGRAMS=${TOP}/samples/resolve_reference.cpp)
run(${CMAKE_COMMAND} --build ${WORK}/user)
run(${WORK}/user/resolve_reference "http://a/b/c/d\;p?q" ../g)
if(NOT out MATCHES "rfc1808\thttp://a/b/g\n")
  message(FATAL_ERROR "resolve_reference answers: ${out}")
endif()
# What is installed stands on its own: each header compiles.
file(GLOB_RECURSE headers RELATIVE ${WORK}/prefix/include ${WORK}/prefix/include/*.h)
set(source "")
foreach(header IN LISTS headers)
  string(APPEND source "#include <${header}>\n")
endforeach()
file(WRITE ${WORK}/all.cpp "${source}")
run(${CXX} -std=c++20 -fsyntax-only -I${WORK}/prefix/include ${WORK}/all.cpp)
message("url alone: built, installed, linked and run")
