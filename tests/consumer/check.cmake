# Installs into a folder of its own, builds the project of this folder against it and runs it. Needs no network.
#
# cmake -D build=BUILD -D source=THIS_FOLDER -D compiler=CXX -D generator=NAME -P check.cmake
cmake_minimum_required(VERSION 3.25)
set(work ${build}/consumer)
file(REMOVE_RECURSE ${work})
function(must)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE out ERROR_VARIABLE out RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN} says:\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

must(${CMAKE_COMMAND} --install ${build} --prefix ${work}/installed)
foreach(file bin/pintle include/pintle/simulate/simulate.h share/bash-completion/completions/pintle)
  if(NOT EXISTS ${work}/installed/${file})
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()
must(${CMAKE_COMMAND} -S ${source} -B ${work}/build -G ${generator} -D CMAKE_PREFIX_PATH=${work}/installed
     -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_BUILD_TYPE=Release)
must(${CMAKE_COMMAND} --build ${work}/build)
must(${work}/build/consumer)
message("${out}")
if(NOT out MATCHES "^shoulder -?[0-9.]+ rad, elbow -?[0-9.]+ rad\n$")
  message(FATAL_ERROR "it prints something else")
endif()

file(READ ${source}/main.cpp text)
string(REPLACE ";" "" text "${text}")
string(REGEX REPLACE "//[^\n]*" "" text "${text}")
string(REGEX MATCHALL "[^ \n][^\n]*\n" lines "${text}")  # without empty ones
list(LENGTH lines count)
if(count GREATER 20)
  message(FATAL_ERROR "main.cpp has ${count} lines of code; 20 must do")
endif()
