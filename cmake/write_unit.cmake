# cmake -D unit=UNIT -P write_unit.cmake FILE...: UNIT includes what the files include, then each file in a namespace of its own.
#
# A file of tests opens a namespace of ours, or uses it. In pintle::FILE there are namespaces of the same names that are empty
# and show all of the true ones: the file finds what it would find alone, and what it defines is seen by nobody else.
#
# By relative paths, as in together.cmake.
cmake_path(GET unit PARENT_PATH place)
function(relative result file)
  cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${place})
  set(${result} ${file} PARENT_SCOPE)
endfunction()

set(includes "")
set(bodies "")
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE 5 ${last})
  set(file ${CMAKE_ARGV${i}})
  cmake_path(GET file PARENT_PATH folder)
  file(STRINGS ${file} lines REGEX "^#include ")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE ".*[<\"](.+)[>\"].*" "${folder}/\\1" beside "${line}")
    if(EXISTS ${beside})
      relative(beside ${beside})
      set(line "#include \"${beside}\"")
    endif()
    list(APPEND includes ${line})
  endforeach()

  file(STRINGS ${file} opened REGEX "^namespace pintle::")
  list(TRANSFORM opened REPLACE "^namespace ([a-z_:]+).*" "\\1")
  list(REMOVE_DUPLICATES opened)
  relative(file ${file})
  string(MAKE_C_IDENTIFIER ${file} name)
  set(shown "")
  foreach(space pintle ${opened})
    string(APPEND bodies "namespace ${space} {}\n")
    string(APPEND shown "namespace ${space} { using namespace ::${space}; }\n")
  endforeach()
  string(APPEND bodies "namespace pintle::${name} {\n${shown}#include \"${file}\"\n}\n")
endforeach()
list(REMOVE_DUPLICATES includes)
list(JOIN includes "\n" text)
file(WRITE ${unit} "${text}\n\n${bodies}")
