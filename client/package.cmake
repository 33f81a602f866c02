# find_package(carom) for other projects, by components:
#   client     carom::client, carom::proto: needs protobuf, gRPC and Abseil
#   local      carom::local and what it links: protobuf, Abseil and Eigen, no gRPC
#   embedded   carom::embedded and what it links: all of these, spdlog and prometheus-cpp
# Each brings carom::client_base and carom::wire.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
# Whoever installs the programs alone leaves it out: all below has no name of its own.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)

foreach(component base client local embedded)
  install(EXPORT carom_${component} NAMESPACE carom:: FILE carom-${component}.cmake
    DESTINATION ${package_dir})
endforeach()
install(TARGETS carom_client_base carom_wire EXPORT carom_base)
install(TARGETS carom_client carom_proto EXPORT carom_client)
install(TARGETS carom_local carom_runner carom_convert carom_core EXPORT carom_local)
install(TARGETS carom_embedded carom_server_lib EXPORT carom_embedded)

install(DIRECTORY include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_BINARY_DIR}/proto/generated/carom ${PROJECT_BINARY_DIR}/proto/generated/google
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.pb.h")
# For clients in other languages, and for messages that hold ours.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/proto/carom ${PROJECT_SOURCE_DIR}/proto/google
  DESTINATION ${CMAKE_INSTALL_DATADIR}/carom/proto FILES_MATCHING PATTERN "*.proto")

configure_package_config_file(${CMAKE_CURRENT_SOURCE_DIR}/caromConfig.cmake.in
  ${PROJECT_BINARY_DIR}/caromConfig.cmake INSTALL_DESTINATION ${package_dir})
# SameMinorVersion: while the version is 0.x, a minor step may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/caromConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/caromConfig.cmake ${PROJECT_BINARY_DIR}/caromConfigVersion.cmake
  DESTINATION ${package_dir})
