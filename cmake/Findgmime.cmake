# Findgmime: the target gmime::gmime, GMime 3 with the GLib that its headers need. It comes with pkg-config files only,
# but its names and those of GLib are known.
find_path(gmime_INCLUDE_DIR gmime/gmime.h PATH_SUFFIXES gmime-3.0)
find_path(glib_INCLUDE_DIR glib.h PATH_SUFFIXES glib-2.0)
find_library(gmime_LIBRARY gmime-3.0)
find_library(glib_LIBRARY glib-2.0)
find_library(gobject_LIBRARY gobject-2.0)
find_path(glibconfig_INCLUDE_DIR glibconfig.h PATH_SUFFIXES glib-2.0/include
  HINTS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE} /usr/lib /usr/local/lib)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(gmime REQUIRED_VARS gmime_LIBRARY glib_LIBRARY gobject_LIBRARY gmime_INCLUDE_DIR
  glib_INCLUDE_DIR glibconfig_INCLUDE_DIR)
mark_as_advanced(gmime_INCLUDE_DIR glib_INCLUDE_DIR glibconfig_INCLUDE_DIR gmime_LIBRARY glib_LIBRARY gobject_LIBRARY)
if(gmime_FOUND AND NOT TARGET gmime::gmime)
  add_library(gmime::gmime UNKNOWN IMPORTED)
  set_target_properties(gmime::gmime PROPERTIES IMPORTED_LOCATION ${gmime_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES "${gmime_INCLUDE_DIR};${glib_INCLUDE_DIR};${glibconfig_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${gobject_LIBRARY};${glib_LIBRARY}")
endif()
