# What CPack makes out of a build tree (deploy/debian-package.sh): carom, which people run, and
# libcarom-dev, which programs are built with and which brings every library's headers along.
set(build $ENV{CAROM_BUILD})
file(STRINGS ${build}/CMakeCache.txt version REGEX "^CMAKE_PROJECT_VERSION:")
string(REGEX REPLACE ".*=" "" CPACK_PACKAGE_VERSION ${version})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME carom)
set(CPACK_PACKAGE_FILE_NAME carom)  # Of the folder in which it works.
set(CPACK_PACKAGE_VENDOR Carom)
set(CPACK_PACKAGE_DESCRIPTION "Simulates shots of pool, snooker and carom billiards exactly: when balls meet
each other, cushions and pockets, and where they come to rest. The same request
gives the same answer, bit for bit.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_CMAKE_GENERATOR Ninja)
set(CPACK_INSTALL_CMAKE_PROJECTS "${build};Carom;ALL;/")
set(CPACK_COMPONENTS_ALL programs development)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/complete.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "$ENV{CAROM_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME carom)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAMS_DESCRIPTION "billiards simulation service and command line
${CPACK_PACKAGE_DESCRIPTION}
.
This package has carom-server, which answers by gRPC, and the command line
carom, which calls servers or simulates by itself.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libcarom-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# What caromConfig.cmake asks for; protobuf's and gRPC's own files ask for their compilers.
string(CONCAT CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libabsl-dev, libcivetweb-dev, libeigen3-dev, libgrpc++-dev, libprotobuf-dev, libspdlog-dev, libssl-dev, "
  "prometheus-cpp-dev, protobuf-compiler, protobuf-compiler-grpc")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS carom)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "billiards simulation service (C++ library)
${CPACK_PACKAGE_DESCRIPTION}
.
This package has what C++ programs need to simulate by themselves or to call
servers: headers, static libraries and the files for find_package(carom). It
also has the protos, for clients in other languages.")
