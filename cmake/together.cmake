# Several sources in one unit: what takes time in most files is not what they say, but what every unit makes anew: copies,
# destructors and vectors of the parts of a model. All in half the processor time; an edit compiles its unit, in seconds.
# In the preset clang each file stands alone, so that none leans on its neighbours.
set(PINTLE_TOGETHER all CACHE STRING "What is compiled several files at a time: all, none")
set(PINTLE_NEIGHBOURS $<$<STREQUAL:${PINTLE_TOGETHER},all>:-Wno-shadow>)  # a local name may be a neighbour's, too

# together(RESULT NAME SIZE FILE...): RESULT are units that include SIZE of these files each, in their order. By relative paths, so
# that a compiler cache serves another checkout of the same tree.
function(together result name size)
  set(${result} ${ARGN} PARENT_SCOPE)
  if(PINTLE_TOGETHER STREQUAL none)
    return()
  endif()
  set(units "")
  set(files ${ARGN})
  while(files)
    list(SUBLIST files 0 ${size} some)
    list(REMOVE_ITEM files ${some})
    set(text "")
    foreach(file IN LISTS some)
      cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_BINARY_DIR}/together)
      string(APPEND text "#include \"${file}\"\n")
    endforeach()
    list(LENGTH units count)
    set(unit ${PROJECT_BINARY_DIR}/together/${name}_${count}.cpp)
    file(CONFIGURE OUTPUT ${unit} CONTENT "${text}")
    list(APPEND units ${unit})
  endwhile()
  set(${result} ${units} PARENT_SCOPE)
endfunction()

# together_apart(RESULT NAME SIZE FILE...): the same, with a namespace of its own for what each file defines; so tests may call
# their helpers as they like. Their includes come first, outside of it: a unit is written when a file of it has changed.
function(together_apart result name size)
  set(${result} ${ARGN} PARENT_SCOPE)
  if(PINTLE_TOGETHER STREQUAL none)
    return()
  endif()
  set(script ${PROJECT_SOURCE_DIR}/cmake/write_unit.cmake)
  set(units "")
  set(files ${ARGN})
  while(files)
    list(SUBLIST files 0 ${size} some)
    list(REMOVE_ITEM files ${some})
    list(LENGTH units count)
    set(unit ${PROJECT_BINARY_DIR}/together/${name}_${count}.cpp)
    add_custom_command(OUTPUT ${unit}
                       COMMAND ${CMAKE_COMMAND} -D unit=${unit} -P ${script} ${some}
                       DEPENDS ${script} ${some}
                       COMMENT "Writing ${name}_${count}.cpp" VERBATIM)
    list(APPEND units ${unit})
  endwhile()
  set(${result} ${units} PARENT_SCOPE)
endfunction()
