# find_package(carom) for other projects: carom::client, carom::embedded and what they link.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/carom)

install(TARGETS carom_client carom_embedded carom_server_lib carom_convert carom_core carom_proto
  EXPORT carom_targets)
install(EXPORT carom_targets NAMESPACE carom:: FILE caromTargets.cmake DESTINATION ${package_dir})

foreach(folder . embedded)
  file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.h)
  install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/carom/client/${folder})
endforeach()
install(DIRECTORY ${CMAKE_BINARY_DIR}/proto/generated/carom
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.pb.h")

configure_package_config_file(${CMAKE_CURRENT_SOURCE_DIR}/caromConfig.cmake.in
  ${CMAKE_BINARY_DIR}/caromConfig.cmake INSTALL_DESTINATION ${package_dir})
# SameMinorVersion: while the version is 0.x, a minor step may change the interface.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/caromConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/caromConfig.cmake ${CMAKE_BINARY_DIR}/caromConfigVersion.cmake
  DESTINATION ${package_dir})
