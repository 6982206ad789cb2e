# What is tested in which build. Under sanitizers: every unit and every corpus, which reach each line and each bad input.
# In what ships, which its optimisations could change: laws, to the last bit; golden values; examples; the tool with its
# transcripts; and the gates that are scripts. Neither build repeats the other: a law under sanitizers would walk the code
# that unit tests have walked there, at ten times the price.
find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)

# One program of all tests below tests/<folder>. Tests are joined (tools/join_tests), at most two dozen of one folder
# to a source, so that headers are read some fifteen times and not two hundred. ctest runs the program in shards, a share of the
# tests each; `<program> --gtest_filter=Suite.*` runs one alone.
function(suffice_test_program target folder label shards)
  file(GLOB_RECURSE helpers CONFIGURE_DEPENDS tests/${folder}/*.cpp)
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS tests/${folder}/*_test.cpp)
  list(REMOVE_ITEM helpers ${tests})
  set(rooms)
  foreach(test IN LISTS tests)
    cmake_path(GET test PARENT_PATH room)
    cmake_path(GET room FILENAME room)
    list(APPEND rooms "${room}")
    list(APPEND tests_of_${room} ${test})
  endforeach()
  list(REMOVE_DUPLICATES rooms)
  set(joined_sources)
  foreach(room IN LISTS rooms)
    while(tests_of_${room})
      list(SUBLIST tests_of_${room} 0 24 batch)
      list(REMOVE_ITEM tests_of_${room} ${batch})
      list(LENGTH joined_sources number)
      set(joined ${PROJECT_BINARY_DIR}/joined/${target}_${number}.cpp)
      add_custom_command(OUTPUT ${joined} DEPENDS tools/join_tests ${batch} VERBATIM
        COMMAND ${PROJECT_SOURCE_DIR}/tools/join_tests ${joined} ${batch})
      list(APPEND joined_sources ${joined})
    endwhile()
  endforeach()

  add_executable(${target} ${joined_sources} ${helpers})
  target_include_directories(${target} PRIVATE src tests tests/${folder})
  target_compile_definitions(${target} PRIVATE SUFFICE_GOLDEN_DIR="${PROJECT_SOURCE_DIR}/tests/golden")
  target_link_libraries(${target} PRIVATE suffice::suffice GTest::gtest_main rapidcheck Eigen3::Eigen
    fmt::fmt hwy::hwy nlohmann_json::nlohmann_json Threads::Threads)
  suffice_compile(${target})
  # What is tested is watched for undefined behaviour, and optimised where it ships; the tests need neither, and compile
  # faster.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og> -fno-sanitize=undefined)
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  suffice_precompile(${target} <algorithm> <functional> <map> <optional> <random> <string> <variant> <vector>
    <Eigen/Dense> <fmt/format.h> <gtest/gtest.h> <nlohmann/json.hpp> <rapidcheck.h>)
  math(EXPR last "${shards} - 1")
  foreach(shard RANGE ${last})
    set(name ${label}.${shard})
    add_test(NAME ${name} COMMAND ${target} --gtest_brief=1 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/tests/${folder})
    set_tests_properties(${name} PROPERTIES LABELS ${label}
      ENVIRONMENT "RC_PARAMS=seed=20011;GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard}")
  endforeach()
endfunction()

if(SUFFICE_SANITIZE)
  suffice_test_program(unit_tests unit unit 16)
  # What others are compared with fits a model for each row: optimised, it takes a tenth of the time.
  set_source_files_properties(tests/unit/plain_refit.cpp PROPERTIES COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON)
  return()
endif()
suffice_test_program(law_tests laws law 8)
if(SUFFICE_SANITIZE_THREADS)
  return()
endif()
suffice_test_program(golden_tests golden golden 4)

# Every public entry point with memory that runs out. The program brings its own malloc, which sanitizers would not allow.
file(GLOB memory_sources CONFIGURE_DEPENDS tests/memory/*.cpp)
add_executable(memory_faults ${memory_sources})
target_include_directories(memory_faults PRIVATE src tests tests/laws)
target_link_libraries(memory_faults PRIVATE suffice::suffice GTest::gtest Eigen3::Eigen fmt::fmt hwy::hwy)
suffice_compile(memory_faults)
target_compile_options(memory_faults PRIVATE $<$<CONFIG:Release>:-Og>)
set_target_properties(memory_faults PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 5)
add_test(NAME memory_faults COMMAND memory_faults --most 4)
set_tests_properties(memory_faults PROPERTIES LABELS law)

# Every byte of model files damaged: part `damage` of tools/torture, which brings the files.
file(GLOB damage_sources CONFIGURE_DEPENDS tests/damage/*.cpp)
add_executable(model_damage ${damage_sources})
target_include_directories(model_damage PRIVATE tests)
target_link_libraries(model_damage PRIVATE suffice::suffice fmt::fmt)
suffice_compile(model_damage)

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

# Gates that are programs of their own: they run in the source tree, on the built tool.
function(suffice_script_test name label)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS ${label})
endfunction()

foreach(check check_includes check_silence check_twins check_architecture check_unit_tests check_version check_snippets)
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
suffice_script_test(docs.json docs tools/json_docs --tool ${tool} --check)
suffice_script_test(widths cli tests/widths/run --tool ${tool})
suffice_script_test(terminal cli tests/terminal/run --tool ${tool})
suffice_script_test(install install tests/install/run ${PROJECT_BINARY_DIR})
suffice_script_test(threads cli tests/threads/run --tool ${tool})
suffice_script_test(script.check_hardening script tools/check_hardening ${tool})
suffice_script_test(torture cli tools/torture --tool ${tool}
  --damage $<TARGET_FILE:model_damage> --minutes 0.5 --jobs 1)
suffice_script_test(nist cli tests/nist/run --tool ${tool})
suffice_script_test(valgrind cli tests/valgrind/run --tool ${tool})
suffice_script_test(tables cli tests/tables/run --tool ${tool})
suffice_script_test(report_pages cli tests/pages/run --tool ${tool})
suffice_script_test(pictures cli tests/pictures/run --tool ${tool})
set_tests_properties(tables report_pages pictures valgrind PROPERTIES SKIP_RETURN_CODE 77)
if(SUFFICE_PYTHON)
  suffice_script_test(python python ${Python_EXECUTABLE} -m pytest -q python/tests
    --ignore python/tests/test_spark.py)
  suffice_script_test(script.check_hardening_python script tools/check_hardening $<TARGET_FILE:_suffice>)
  suffice_script_test(spark python ${Python_EXECUTABLE} -m pytest -q python/tests/test_spark.py)
  set_tests_properties(spark PROPERTIES SKIP_RETURN_CODE 5)
  set_tests_properties(python spark PROPERTIES ENVIRONMENT "PYTHONPATH=${PROJECT_BINARY_DIR}/python;PYTHONDONTWRITEBYTECODE=1")
  # The reproductions that need no data, with few repeats; what they claim must come out.
  foreach(page poisson_data least_squares_outliers)
    suffice_script_test(reproductions.${page} python
      ${Python_EXECUTABLE} -B bench/reproductions/${page}.py --tool ${tool} --repeats 4)
  endforeach()
endif()

# The longest first, so that none of them is left to run alone at the end: roughly their seconds.
set(costs python 55 spark 40 torture 35 install 30 threads 25 tables 20)
while(costs)
  list(POP_FRONT costs test cost)
  if(TEST ${test})
    set_tests_properties(${test} PROPERTIES COST ${cost})
  endif()
endwhile()
