# Adds what Debian demands to the folders that CPack is about to pack: who may copy the package, what
# has changed, a page of the manual for each program, made of its --help, and the server's unit of systemd.
function(compress file)
  execute_process(COMMAND gzip --best --no-name ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(carom_does "simulates shots of billiards, here or by a server")
set(carom-server_does "answers calls that simulate billiards, by gRPC")

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} COMPONENT)
  set(name ${CPACK_DEBIAN_${COMPONENT}_PACKAGE_NAME})
  set(folder ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share/doc/${name})
  file(WRITE ${folder}/changelog "carom (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Carom ${CPACK_PACKAGE_VERSION}.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}
")
  compress(${folder}/changelog)
  file(COPY ${CMAKE_CURRENT_LIST_DIR}/copyright DESTINATION ${folder}
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()

set(programs ${CPACK_TEMPORARY_DIRECTORY}/programs/usr)
file(MAKE_DIRECTORY ${programs}/share/man/man1)
foreach(name carom carom-server)
  set(page ${programs}/share/man/man1/${name}.1)
  execute_process(COMMAND help2man --no-info --name=${${name}_does} --output=${page} ${programs}/bin/${name}
    COMMAND_ERROR_IS_FATAL ANY)
  compress(${page})
endforeach()

file(COPY ${CMAKE_CURRENT_LIST_DIR}/carom-server.service DESTINATION ${programs}/lib/systemd/system
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
