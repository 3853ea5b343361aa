# Installs the build to a scratch folder, builds a sample against what was installed, and runs it.
# cmake -DBUILD=<build> -DTOP=<source> -DWORK=<scratch> -DCXX=<compiler> -DFLAGS=<flags> -P check.cmake
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -G Ninja -S ${TOP}/tests/install -B ${WORK}/build
    -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${FLAGS}
    -DSAMPLES=${TOP}/samples)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/resolve_reference "http://a/b/c/d\;p?q" ../g)
if(NOT out MATCHES "rfc1808\thttp://a/b/g\n")
  message(FATAL_ERROR "the installed library answers: ${out}")
endif()
if(EXISTS ${WORK}/prefix/bin/basewalk)
  run(${WORK}/prefix/bin/basewalk --version)
endif()
message("installed, found, linked and run")
