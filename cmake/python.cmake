# The extension module of the Python package: python/suffice/_suffice.*.so, for the interpreter of .venv where there is
# one. nanobind is a package of that interpreter.
if(NOT SKBUILD AND NOT DEFINED Python_EXECUTABLE AND EXISTS ${PROJECT_SOURCE_DIR}/.venv/bin/python)
  set(Python_EXECUTABLE ${PROJECT_SOURCE_DIR}/.venv/bin/python)
endif()
find_package(Python 3.11 COMPONENTS Interpreter Development.Module REQUIRED)
execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
  OUTPUT_VARIABLE nanobind_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_package(nanobind CONFIG REQUIRED)

file(GLOB python_sources CONFIGURE_DEPENDS python/src/*.cpp)
nanobind_add_module(_suffice NB_SUPPRESS_WARNINGS PROTECT_STACK ${python_sources})
target_link_libraries(_suffice PRIVATE suffice::suffice)
target_compile_features(_suffice PRIVATE cxx_std_20)
suffice_compile(_suffice)
set_target_properties(_suffice PROPERTIES UNITY_BUILD OFF
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python/suffice)
# Everything else here waits for the library; these are loops over all numbers.
set_source_files_properties(python/src/finite.cpp python/src/codes.cpp PROPERTIES COMPILE_OPTIONS -O3)
if(SKBUILD)
  install(TARGETS _suffice LIBRARY DESTINATION suffice)
  # Shared libraries that a machine need not have come along, beside the module, by the name that it asks for.
  foreach(dependency fmt::fmt hwy::hwy)
    get_target_property(file ${dependency} LOCATION)
    if(file MATCHES "[.]so")
      install(CODE "
        execute_process(COMMAND objdump -p ${file} OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
        string(REGEX MATCH \"SONAME +([^\n ]+)\" found \"\${headers}\")
        file(REAL_PATH ${file} real)
        file(COPY_FILE \${real} \${CMAKE_INSTALL_PREFIX}/suffice/\${CMAKE_MATCH_1})")
      set_target_properties(_suffice PROPERTIES INSTALL_RPATH "$ORIGIN")
    endif()
  endforeach()
endif()
# The package as it is imported from build/python: links to the sources beside the extension module.
if(NOT SKBUILD)
  file(GLOB python_files CONFIGURE_DEPENDS python/suffice/*.py python/suffice/*.pyi python/suffice/py.typed)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/python/suffice)
  foreach(file IN LISTS python_files)
    cmake_path(GET file FILENAME name)
    file(CREATE_LINK ${file} ${PROJECT_BINARY_DIR}/python/suffice/${name} SYMBOLIC)
  endforeach()
endif()
