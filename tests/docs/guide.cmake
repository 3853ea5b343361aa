# Writes the code of a guide to one file, all that stands between ```LANGUAGE and ```; or runs the program that
# was made of it, and holds what it prints against what stands between ```text and ```.
# cmake -DGUIDE=<file> -DLANGUAGE=<c|cpp> -DSOURCE=<file> -P guide.cmake
# cmake -DGUIDE=<file> -DPROGRAM=<file> -DFOLDER=<of mails> -P guide.cmake
cmake_minimum_required(VERSION 3.25)

# blocks(LANGUAGE OUT): what is not a list's, is kept out of CMake's sight.
function(blocks language out)
  file(READ ${GUIDE} guide)
  string(REPLACE ";" "<semicolon>" guide "${guide}")
  string(REPLACE "[" "<opening>" guide "${guide}")
  string(REPLACE "]" "<closing>" guide "${guide}")
  string(REGEX MATCHALL "```${language}\n[^`]*```" all "${guide}")
  set(text "")
  foreach(block IN LISTS all)
    string(REGEX REPLACE "^```${language}\n|```$" "" block "${block}")
    string(APPEND text "${block}\n")
  endforeach()
  string(REPLACE "<opening>" "[" text "${text}")
  string(REPLACE "<closing>" "]" text "${text}")
  string(REPLACE "<semicolon>" ";" text "${text}")
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

if(SOURCE)
  blocks(${LANGUAGE} code)
  if(code STREQUAL "")
    message(FATAL_ERROR "${GUIDE}: there is no code in it")
  endif()
  file(WRITE ${SOURCE} "${code}")
  return()
endif()

# In a folder of its own, for what it writes.
set(place ${CMAKE_CURRENT_BINARY_DIR}/guide-output)
file(REMOVE_RECURSE ${place})
file(MAKE_DIRECTORY ${place})
execute_process(COMMAND ${PROGRAM} ${FOLDER} WORKING_DIRECTORY ${place} OUTPUT_VARIABLE got
                RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${status}")
endif()
blocks(text wanted)
if(NOT "${got}\n" STREQUAL wanted)
  message(FATAL_ERROR "${GUIDE} says:\n${wanted}\nit prints:\n${got}")
endif()
