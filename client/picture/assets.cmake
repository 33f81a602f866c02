# The parts of the replay page as strings of the program: replay_assets.cc holds style, body and
# scripts as they stand in replay/. A raw string holds any text without )carom", and
# file(GENERATE) leaves any text as it is but $<.
set(assets_dir ${CMAKE_CURRENT_SOURCE_DIR}/picture/replay)
set(picture_assets ${CMAKE_CURRENT_BINARY_DIR}/picture/replay_assets.cc)
set(replay_scripts motion.js ball.js table.js side.js replay.js)  # In this order.

function(carom_read_assets variable)
  set(joined "")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${assets_dir}/${file})
    file(READ ${assets_dir}/${file} text)
    string(APPEND joined "${text}")
  endforeach()
  set(${variable} "${joined}" PARENT_SCOPE)
endfunction()

carom_read_assets(style replay.css)
carom_read_assets(body replay.html)
carom_read_assets(script ${replay_scripts})
file(GENERATE OUTPUT ${picture_assets} CONTENT
"#include \"client/picture/replay_assets.h\"

namespace carom::picture {

const char kReplayStyle[] = R\"carom(${style})carom\";
const char kReplayBody[] = R\"carom(${body})carom\";
const char kReplayScript[] = R\"carom(${script})carom\";

}  // namespace carom::picture
")
