# cmake -D unit=UNIT -P write_unit.cmake FILE...: UNIT includes what the files include, then each file in a namespace of its own.
#
# A file of tests opens namespace pintle, or one within it, or uses it. In pintle::FILE there is an empty pintle that shows all of
# the true one: the file finds what it would find alone, and what it defines is seen by nobody else.
set(includes "")
set(bodies "")
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE 5 ${last})
  set(file ${CMAKE_ARGV${i}})
  file(STRINGS ${file} lines REGEX "^#include ")
  list(APPEND includes ${lines})
  string(MAKE_C_IDENTIFIER ${file} name)
  string(APPEND bodies "namespace pintle::${name} {\nnamespace pintle { using namespace ::pintle; }\n#include \"${file}\"\n}\n")
endforeach()
list(REMOVE_DUPLICATES includes)
list(JOIN includes "\n" text)
file(WRITE ${unit} "${text}\n${bodies}")
