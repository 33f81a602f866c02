#ifndef CAROM_CLIENT_PICTURE_DRAW_SHOT_H_
#define CAROM_CLIENT_PICTURE_DRAW_SHOT_H_

#include <string>
#include <vector>

#include "client/picture/event_marks.h"
#include "client/picture/frame.h"
#include "client/picture/shot_scene.h"
#include "client/picture/svg.h"

namespace carom::picture {

/// The path of arcs [first, last) of a track, each of them one quadratic Bezier curve; empty where
/// the ball does not move. `at` maps a time and place to the picture, and must be affine in both.
template <class At>
std::string CurveOf(const Track& track, size_t first, size_t last, const At& at) {
  std::string data;
  for (size_t i = first; i < last; ++i) {
    const Arc& arc = track.arcs[i];
    if (arc.velocity_m_s == Vector{} && arc.acceleration_m_s2 == Vector{}) continue;
    if (data.empty()) data = MoveTo(at(arc.begin_s, arc.position_m));
    data += CurveTo(at(0.5 * (arc.begin_s + arc.end_s), ControlPoint(arc)),
                    at(arc.end_s, PositionAt(arc, arc.end_s)));
  }
  return data;
}

/// The stroke of a path in a state of motion.
std::string PathStyle(const Theme& theme, carom::v1::MotionState motion);

/// Draws the paths of all balls, coloured by their states of motion.
void DrawPaths(const std::vector<SceneBall>& balls, const Frame& frame, Svg* svg);

/// Draws the balls: faint where they start, whole where they end, small in their pockets.
void DrawBalls(const std::vector<SceneBall>& balls, const Frame& frame, Svg* svg);

/// Draws the balls' outlines at the impacts that are marked, the ghost balls.
void DrawGhosts(const ShotScene& scene, const std::vector<EventMark>& marks, const Frame& frame,
                Svg* svg);

/// Draws one ball with its label.
void DrawBall(const BallLook& look, Point centre, double radius_px, Svg* svg);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_DRAW_SHOT_H_
