#ifndef CAROM_CLIENT_PICTURE_EVENT_MARKS_H_
#define CAROM_CLIENT_PICTURE_EVENT_MARKS_H_

#include <cstddef>
#include <vector>

#include "client/picture/frame.h"
#include "client/picture/shot_scene.h"
#include "client/picture/svg.h"

namespace carom::picture {

/// A number beside an event of a picture.
struct EventMark {
  size_t event = 0;  ///< Index into ShotScene.events.
  int number = 0;    ///< From 1.
  Point at;          ///< Where it happens.
  Point label;       ///< The centre of the number.
};

/// The most events that get a number: as many as a legend of three columns holds at a glance.
inline constexpr size_t kMostMarks = 24;

/// Which events get a number: the strike and all impacts; without hops on slate and rims if nothing
/// flies to speak of, or if those are more than `most`; else the strike, the first contact and
/// what drops or leaves the table, as a referee counts. Changes of the state of motion show as
/// colours.
std::vector<size_t> MarkedEvents(const ShotScene& scene, size_t most);

/// Numbers the marked events, and finds each number a place near its event that no path, ball or
/// other number takes.
std::vector<EventMark> PlaceMarks(const ShotScene& scene, const Frame& frame);

void DrawMarks(const std::vector<EventMark>& marks, Svg* svg);

/// A number in its disc.
void DrawNumber(int number, Point centre, Svg* svg);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_EVENT_MARKS_H_
