# All that follows from the processor that is built for stands here, and nowhere else.
#
# The default is a level, not the processor that happens to build: the same source and compiler then give the same bits on
# every machine. x86-64-v3 has AVX2 and fused multiply-add: nearly every processor since 2013. x86-64-v4 and native give wider
# lanes, x86-64-v2 serves processors without AVX2.
set(x86_64 OFF)
set(default_arch "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(x86_64 ON)
  set(default_arch x86-64-v3)
endif()
set(PINTLE_ARCH ${default_arch} CACHE STRING "Processor to build for, as in -march: x86-64-v2, x86-64-v3, x86-64-v4, native")

set(arch_options "")
if(PINTLE_ARCH)
  set(arch_options -march=${PINTLE_ARCH})
endif()

# What the compiler may use there, by its own macros.
execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${arch_options} -dM -E -x c++ /dev/null
                OUTPUT_VARIABLE macros ERROR_VARIABLE complaint RESULT_VARIABLE status)
if(status)
  message(FATAL_ERROR "PINTLE_ARCH=${PINTLE_ARCH}: ${CMAKE_CXX_COMPILER} does not know it\n${complaint}")
endif()
function(can result)  # can(RESULT MACRO...): all of them are defined
  set(${result} ON PARENT_SCOPE)
  foreach(macro IN LISTS ARGN)
    if(NOT macros MATCHES "#define ${macro} ")
      set(${result} OFF PARENT_SCOPE)
    endif()
  endforeach()
endfunction()
can(has_avx __AVX__)
can(has_avx512 __AVX512F__)
can(is_v2 __SSE4_2__ __POPCNT__)
can(is_v3 __AVX2__ __FMA__ __BMI2__ __LZCNT__ __MOVBE__ __F16C__)
can(is_v4 __AVX512F__ __AVX512BW__ __AVX512CD__ __AVX512DQ__ __AVX512VL__)

# A vector register holds so many doubles: the lanes of math/lanes.h.
set(PINTLE_LANES 2)
if(PINTLE_SANITIZE)  # two lanes show what eight would, and compile in a tenth of the time
elseif(has_avx512)
  set(PINTLE_LANES 8)
elseif(has_avx)
  set(PINTLE_LANES 4)
endif()

# The level that a program needs of the processor it runs on (apps/pintle/processor.cpp); 0: it does not ask.
set(PINTLE_LEVEL 0)
if(x86_64)
  set(PINTLE_LEVEL 1)
  foreach(level 2 3 4)
    if(is_v${level})
      set(PINTLE_LEVEL ${level})
    endif()
  endforeach()
endif()

# Whoever includes our headers takes these options too: the width of a lane is part of them. Strict C++20 would switch
# contraction (a*b + c in one rounding) off: we ask for it. The compiler makes no vectors of scalars: a sum of products would
# then be fused or not by the width it finds (v3 and v4 would differ in bits), and sweeps gain more shuffles than it saves. Vectors
# are ours, one case per lane.
set(PINTLE_ARITHMETIC ${arch_options} -ffp-contract=fast -fno-tree-vectorize)

# A copy of lanes in halves stalls the load that follows: articulated-body in lanes takes 1.5 times as long.
include(CheckCXXCompilerFlag)
math(EXPR lane_bits "64 * ${PINTLE_LANES}")
set(wide_moves -mmove-max=${lane_bits} -mstore-max=${lane_bits})
check_cxx_compiler_flag("${wide_moves}" PINTLE_HAS_WIDE_MOVES)
if(PINTLE_HAS_WIDE_MOVES AND x86_64)
  list(APPEND PINTLE_ARITHMETIC ${wide_moves})
endif()

message(STATUS "Processor: ${PINTLE_ARCH}, ${PINTLE_LANES} lanes")
