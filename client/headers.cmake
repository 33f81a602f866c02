# Headers are named carom/client/... once installed, also by each other: a project with a
# client/options.h of its own gets the one that it asks for. Those of internal/ stay here.
set(renamed_dir ${CMAKE_CURRENT_BINARY_DIR}/include)
file(GLOB headers RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.h
  embedded/*.h local/local.h)
foreach(header IN LISTS headers)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  file(READ ${header} text)
  string(REPLACE "#include \"client/" "#include \"carom/client/" text "${text}")
  file(CONFIGURE OUTPUT ${renamed_dir}/carom/client/${header} CONTENT "${text}" @ONLY)
endforeach()
