# Law and golden tests; with sanitizers also unit tests, in a plain build also the gates that are scripts.
find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)
include(GoogleTest)

# One executable for all tests/<folder>/*_test.cpp, each test known to ctest as <label>.<Suite>.<Name>.
function(suffice_test_program target folder label)
  file(GLOB sources CONFIGURE_DEPENDS tests/${folder}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${target} ${sources})
  target_include_directories(${target} PRIVATE src tests)
  target_compile_definitions(${target} PRIVATE SUFFICE_GOLDEN_DIR="${PROJECT_SOURCE_DIR}/tests/golden")
  target_link_libraries(${target} PRIVATE suffice::suffice GTest::gtest_main rapidcheck Eigen3::Eigen
    fmt::fmt hwy::hwy nlohmann_json::nlohmann_json Threads::Threads)
  target_precompile_headers(${target} PRIVATE <gtest/gtest.h> <fmt/format.h>)
  suffice_compile(${target})
  # What is tested is optimised and watched for undefined behaviour; the tests need not be, and compile faster.
  target_compile_options(${target} PRIVATE -Og -fno-sanitize=undefined)
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  gtest_discover_tests(${target} TEST_PREFIX ${label}. NO_PRETTY_VALUES DISCOVERY_MODE PRE_TEST
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/tests/${folder}
    PROPERTIES LABELS ${label} ENVIRONMENT "RC_PARAMS=seed=20011")
endfunction()

if(SUFFICE_SANITIZE)
  suffice_test_program(unit_tests unit unit)
endif()
suffice_test_program(law_tests laws law)
suffice_test_program(golden_tests golden golden)

# Examples are programs that a user could write: public headers only; they must run.
file(GLOB example_sources CONFIGURE_DEPENDS examples/*.cpp)
foreach(source IN LISTS example_sources)
  get_filename_component(name ${source} NAME_WE)
  add_executable(example_${name} ${source})
  target_link_libraries(example_${name} PRIVATE suffice::suffice)
  suffice_compile(example_${name})
  add_test(NAME example.${name} COMMAND example_${name})
  set_tests_properties(example.${name} PROPERTIES LABELS example)
endforeach()

if(SUFFICE_SANITIZE)
  return()
endif()

# Gates that are programs of their own: they run in the source tree, on the built tool.
function(suffice_script_test name label)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS ${label})
endfunction()

foreach(check check_headers check_includes check_silence check_twins check_architecture check_unit_tests check_version check_snippets)
  suffice_script_test(script.${check} script tools/${check})
endforeach()

set(tool $<TARGET_FILE:suffice-cli>)
file(GLOB transcripts CONFIGURE_DEPENDS tests/cli/*.test)
foreach(transcript IN LISTS transcripts)
  get_filename_component(name ${transcript} NAME_WE)
  suffice_script_test(cli.${name} cli tools/transcript --tool ${tool} ${transcript})
endforeach()
suffice_script_test(docs.commands docs
  bash -c "tools/transcript --tool ${tool} $(grep --files-with-matches '^```console' *.md docs/*.md)")
suffice_script_test(docs.cli docs tools/cli_docs --tool ${tool} --check)
suffice_script_test(install install tests/install/run ${PROJECT_BINARY_DIR})
suffice_script_test(gates_quick script tests/gates/run --quick --tool ${tool})
