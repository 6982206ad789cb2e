# What `cmake --install` leaves: headers, library, tool with its manual pages and completions, a CMake package and a
# pkg-config file.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/suffice)
install(TARGETS suffice EXPORT suffice-targets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/suffice ${PROJECT_BINARY_DIR}/include/suffice DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp")
if(TARGET suffice-cli)
  install(TARGETS suffice-cli)
  if(NOT CMAKE_CROSSCOMPILING)  # the tool writes them itself
    set(manual ${PROJECT_BINARY_DIR}/manual)
    install(CODE "execute_process(COMMAND ${CMAKE_COMMAND} -DTOOL=$<TARGET_FILE:suffice-cli> -DFOLDER=${manual}
      -P ${PROJECT_SOURCE_DIR}/cmake/manual.cmake COMMAND_ERROR_IS_FATAL ANY)")
    install(DIRECTORY ${manual}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR})
  endif()
endif()

install(EXPORT suffice-targets NAMESPACE suffice:: DESTINATION ${package_dir})
configure_package_config_file(cmake/suffice-config.cmake.in suffice-config.cmake INSTALL_DESTINATION ${package_dir}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(suffice-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/suffice-config.cmake ${PROJECT_BINARY_DIR}/suffice-config-version.cmake
  cmake/Findutf8proc.cmake cmake/Findlibstemmer.cmake cmake/Findgmime.cmake
  DESTINATION ${package_dir})

cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
  OUTPUT_VARIABLE prefix_from_pc)
configure_file(cmake/suffice.pc.in suffice.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/suffice.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
