#include "client/picture/draw_shot.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"

namespace carom::picture {
namespace {

using carom::v1::MotionState;

constexpr double kArrow_px = 10.0;
constexpr double kArrowFrom_px = 70.0;  // Shorter arcs have no arrow.
constexpr double kPocketedShare = 0.7;  // Of its size: a pocketed ball lies deeper.

// One past the last of the arcs from `first` on that have its state of motion.
size_t EndOfRun(const Track& track, size_t first) {
  size_t last = first + 1;
  while (last < track.arcs.size() && track.arcs[last].motion == track.arcs[first].motion) ++last;
  return last;
}

void DrawSpinning(const SceneBall& ball, const Arc& arc, const Frame& frame, Svg* svg) {
  svg->Circle(frame.At(arc.position_m), ball.radius_m * frame.px_per_m() + 3.5,
              absl::StrCat("fill=\"none\" stroke=\"", svg->theme().spinning,
                           "\" stroke-width=\"2\" stroke-dasharray=\"9 3\""));
}

// An arrow halfway along each long arc: which way the ball goes.
void DrawArrows(const SceneBall& ball, const Frame& frame, Svg* svg) {
  for (const Arc& arc : ball.track.arcs) {
    const Point from = frame.At(arc.position_m);
    const Point to = frame.At(PositionAt(arc, arc.end_s));
    if (std::hypot(to.x - from.x, to.y - from.y) < kArrowFrom_px) continue;
    const double middle_s = 0.5 * (arc.begin_s + arc.end_s);
    const Vector velocity_m_s = VelocityAt(arc, middle_s);
    const double speed_m_s = std::hypot(velocity_m_s[0], velocity_m_s[1]);
    if (speed_m_s == 0.0) continue;
    const Point along{velocity_m_s[0] / speed_m_s, -velocity_m_s[1] / speed_m_s};
    const Point tip = frame.At(PositionAt(arc, middle_s));
    const auto corner = [&](double back_px, double aside_px) {
      return Point{tip.x - back_px * along.x - aside_px * along.y,
                   tip.y - back_px * along.y + aside_px * along.x};
    };
    svg->Polygon({tip, corner(kArrow_px, 0.4 * kArrow_px), corner(kArrow_px, -0.4 * kArrow_px)},
                 absl::StrCat("fill=\"", ColourOf(svg->theme(), arc.motion), "\""));
  }
}

void DrawPath(const SceneBall& ball, const Frame& frame, Svg* svg) {
  const Track& track = ball.track;
  for (size_t first = 0; first < track.arcs.size();) {
    const size_t last = EndOfRun(track, first);
    const MotionState motion = track.arcs[first].motion;
    const std::string data = CurveOf(
        track, first, last, [&](double, const Vector& position_m) { return frame.At(position_m); });
    if (motion == carom::v1::MOTION_STATE_SPINNING) {
      DrawSpinning(ball, track.arcs[first], frame, svg);
    } else if (!data.empty()) {
      svg->Path(data, PathStyle(svg->theme(), motion));
    }
    first = last;
  }
  DrawArrows(ball, frame, svg);
}

// Between the two chords at half the radius, which is about the band of a striped ball.
std::string Band(Point centre, double radius_px) {
  const double half_px = 0.5 * radius_px;
  const double wide_px = 0.8660254 * radius_px;  // sqrt(3) / 2.
  const auto arc_to = [&](double x, double y) {
    return absl::StrCat("A", Px(radius_px), " ", Px(radius_px), " 0 0 0 ", Px(x), " ", Px(y));
  };
  return absl::StrCat(MoveTo({centre.x - wide_px, centre.y - half_px}),
                      arc_to(centre.x - wide_px, centre.y + half_px),
                      LineTo({centre.x + wide_px, centre.y + half_px}),
                      arc_to(centre.x + wide_px, centre.y - half_px), "Z");
}

// A ball that the shot found out of play lies anywhere, or nowhere.
bool WasOutOfPlay(const SceneBall& ball) {
  const MotionState motion = ball.track.arcs.front().motion;
  return motion == carom::v1::MOTION_STATE_POCKETED || motion == carom::v1::MOTION_STATE_LEFT_TABLE;
}

bool IsPocketed(const SceneBall& ball) {
  return ball.track.arcs.back().motion == carom::v1::MOTION_STATE_POCKETED;
}

bool IsGhost(carom::v1::EventKind kind) {
  return kind == carom::v1::EVENT_KIND_BALL_BALL || kind == carom::v1::EVENT_KIND_BALL_CUSHION ||
         kind == carom::v1::EVENT_KIND_BALL_JAW || kind == carom::v1::EVENT_KIND_BALL_RAIL;
}

void DrawStart(const SceneBall& ball, const Frame& frame, Svg* svg) {
  const Point start = frame.At(ball.track.arcs.front().position_m);
  const double radius_px = ball.radius_m * frame.px_per_m();
  svg->Circle(start, radius_px,
              absl::StrCat("fill=\"", ball.look.colour, "\" fill-opacity=\"0.3\" stroke=\"",
                           svg->theme().outline, "\" stroke-width=\"0.8\" stroke-opacity=\"0.8\""));
  if (ball.look.label.empty()) return;
  svg->Words({start.x, start.y + 0.32 * radius_px}, ball.look.label, svg->theme().text,
             0.9 * radius_px, "middle");
}

}  // namespace

std::string PathStyle(const Theme& theme, MotionState motion) {
  const bool is_dashed = motion == carom::v1::MOTION_STATE_AIRBORNE;
  return absl::StrCat("fill=\"none\" stroke=\"", ColourOf(theme, motion),
                      "\" stroke-width=\"2.2\" stroke-linejoin=\"round\"",
                      is_dashed ? " stroke-dasharray=\"7 4\"" : "");
}

void DrawPaths(const std::vector<SceneBall>& balls, const Frame& frame, Svg* svg) {
  for (const SceneBall& ball : balls) DrawPath(ball, frame, svg);
}

void DrawBall(const BallLook& look, Point centre, double radius_px, Svg* svg) {
  const char* const outline = "stroke=\"#1d2125\" stroke-width=\"0.8\"";
  const std::string base = look.is_striped ? kWhite : look.colour;
  svg->Circle(centre, radius_px, absl::StrCat("fill=\"", base, "\" ", outline));
  if (look.is_striped) {
    svg->Path(Band(centre, radius_px), absl::StrCat("fill=\"", look.colour, "\""));
  }
  if (!look.label.empty()) {
    svg->Circle(centre, 0.58 * radius_px, absl::StrCat("fill=\"", kWhite, "\""));
    svg->Text({centre.x, centre.y + 0.3 * radius_px}, look.label,
              absl::StrCat("fill=\"#161616\" font-size=\"", Px(0.85 * radius_px),
                           "\" font-weight=\"600\" text-anchor=\"middle\""));
  }
}

void DrawBalls(const std::vector<SceneBall>& balls, const Frame& frame, Svg* svg) {
  for (const SceneBall& ball : balls) {
    if (HasMoved(ball)) DrawStart(ball, frame, svg);
  }
  for (const SceneBall& ball : balls) {
    if (WasOutOfPlay(ball)) continue;
    const double share = IsPocketed(ball) ? kPocketedShare : 1.0;
    if (IsPocketed(ball)) svg->Add("<g opacity=\"0.8\">");
    DrawBall(ball.look, frame.At(ball.track.arcs.back().position_m),
             share * ball.radius_m * frame.px_per_m(), svg);
    if (IsPocketed(ball)) svg->Add("</g>");
  }
}

void DrawGhosts(const ShotScene& scene, const std::vector<EventMark>& marks, const Frame& frame,
                Svg* svg) {
  const std::string style =
      absl::StrCat("fill=\"", svg->theme().mark, "\" fill-opacity=\"0.25\" stroke=\"",
                   svg->theme().outline, "\" stroke-width=\"0.8\" stroke-dasharray=\"3 2\"");
  for (const EventMark& mark : marks) {
    const SceneEvent& event = scene.events[mark.event];
    if (!IsGhost(event.kind)) continue;
    const SceneBall& ball = scene.balls[event.ball];
    svg->Circle(frame.At(PositionAt(ball.track, event.time_s)), ball.radius_m * frame.px_per_m(),
                style);
  }
}

}  // namespace carom::picture
