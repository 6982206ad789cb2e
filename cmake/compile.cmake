# How everything of ours is compiled: build type, warnings, sanitizers, floating point.
if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, RelWithDebInfo or Debug" FORCE)
  endif()
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  find_program(SUFFICE_CCACHE ccache)
  if(SUFFICE_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${SUFFICE_CCACHE})
  endif()
endif()
set(CMAKE_CXX_EXTENSIONS OFF)

if(SUFFICE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "SUFFICE_FUZZ needs clang: use the preset fuzz, or -DCMAKE_CXX_COMPILER=clang++-19")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(SUFFICE_SANITIZE OR SUFFICE_FUZZ)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=address,undefined)
endif()
if(SUFFICE_SANITIZE)
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")  # or a compiler cache finds each precompiled header to be new
endif()

if(SUFFICE_SANITIZE_THREADS)
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
endif()

# The same sums on every machine: the compiler may not fuse a multiplication and an addition of its own accord.
# g++ 12 sees overlaps and overflows inside std::string that cannot happen (GCC 105651, 105329); the sanitizers look for
# those that can. clang sees that std::stable_sort of libstdc++ calls what libstdc++ has deprecated, and in joined sources
# that a local variable has the name of another source's constant; g++ looks for shadows, in each source alone.
function(suffice_compile target)
  target_compile_options(${target} PRIVATE -ffp-contract=off
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-align
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage;-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow>"
    "$<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations;-Wno-shadow>"
    $<$<BOOL:${SUFFICE_WERROR}>:-Werror>)
  # What ships is hard to exploit where it has a bug (tools/check_hardening).
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT SUFFICE_SANITIZE AND NOT SUFFICE_SANITIZE_THREADS AND NOT SUFFICE_FUZZ)
    target_compile_options(${target} PRIVATE
      "$<$<CONFIG:Release>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3;-fstack-protector-strong>")
    if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-fcf-protection>)
    endif()
    target_link_options(${target} PRIVATE $<$<CONFIG:Release>:-Wl,-z,relro,-z,now>)
  endif()
endfunction()

# Headers that most sources of a target read, read once. Only under sanitizers: what ships is compiled as a stranger would,
# which shows the includes that are missing.
function(suffice_precompile target)
  if(SUFFICE_SANITIZE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# With CMAKE_UNITY_BUILD the sources of one room, which is src/model and all folders in it, are compiled together, which
# takes a fraction of the time. Those that Highway compiles once for each instruction set stay alone, and are optimised in
# every build: vectors may not be passed between functions, which without inlining they are.
function(suffice_unity target)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} several_targets REGEX "foreach_target")
    if(several_targets)
      set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON
        COMPILE_OPTIONS "$<$<OR:$<CONFIG:>,$<CONFIG:Debug>>:-O1>")
    else()
      cmake_path(GET source PARENT_PATH folder)
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
      string(REGEX MATCH "^[^/]+(/[^/]+)?" room ${folder})
      string(MAKE_C_IDENTIFIER ${room} room)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${room})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()
