# The command-line tool, at the top of the build folder. It sees public headers only.
find_package(CLI11 REQUIRED)

file(GLOB_RECURSE tool_sources CONFIGURE_DEPENDS cli/*.cpp)
if(tool_sources)
  add_executable(suffice-cli ${tool_sources})
  set_target_properties(suffice-cli PROPERTIES OUTPUT_NAME suffice RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_include_directories(suffice-cli PRIVATE cli)
  target_link_libraries(suffice-cli PRIVATE suffice::suffice CLI11::CLI11 fmt::fmt)
  suffice_compile(suffice-cli)
  suffice_unity(suffice-cli ${tool_sources})
endif()
