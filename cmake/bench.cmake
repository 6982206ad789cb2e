# The shared library that bench/*.py loads: public headers only, all of bench/*.cpp.
file(GLOB bench_sources CONFIGURE_DEPENDS bench/*.cpp)
if(bench_sources)
  add_library(suffice_bench SHARED ${bench_sources})
  set_target_properties(suffice_bench PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_include_directories(suffice_bench PRIVATE bench)
  target_link_libraries(suffice_bench PRIVATE suffice::suffice hwy::hwy Threads::Threads)
  suffice_compile(suffice_bench)
endif()
