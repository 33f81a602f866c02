#include "client/picture/event_marks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"

namespace carom::picture {
namespace {

using carom::v1::EventKind;

constexpr double kDisc_px = 8.0;
constexpr double kDiscGap_px = 4.0;  // Between the disc and what it must not cover.
constexpr int kPointsOfAnArc = 16;   // At 10 m/s an arc of a break is some 0.3 m: every 7 px.

// How soon an event loses its number where there are too many.
enum Importance { kChange = 0, kHop = 1, kImpact = 2, kReferee = 3 };

Importance ImportanceOf(EventKind kind) {
  switch (kind) {
    case carom::v1::EVENT_KIND_CUE_STRIKE:
    case carom::v1::EVENT_KIND_BALL_POCKET:
    case carom::v1::EVENT_KIND_LEFT_TABLE:
      return kReferee;
    case carom::v1::EVENT_KIND_BALL_BALL:
    case carom::v1::EVENT_KIND_BALL_CUSHION:
    case carom::v1::EVENT_KIND_BALL_JAW:
    case carom::v1::EVENT_KIND_BALL_RAIL:
      return kImpact;
    case carom::v1::EVENT_KIND_BALL_SLATE:
    case carom::v1::EVENT_KIND_POCKET_DROP:
    case carom::v1::EVENT_KIND_POCKET_RIM:
      return kHop;
    default:
      return kChange;
  }
}

std::vector<size_t> AtLeast(const std::vector<Importance>& importances, Importance least) {
  std::vector<size_t> events;
  for (size_t i = 0; i < importances.size(); ++i) {
    if (importances[i] >= least) events.push_back(i);
  }
  return events;
}

double Distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

// Two balls touch halfway between their centres, if they are of one size.
Point PlaceOf(const ShotScene& scene, const SceneEvent& event, const Frame& frame) {
  const Vector position_m = PositionAt(scene.balls[event.ball].track, event.time_s);
  if (event.kind != carom::v1::EVENT_KIND_BALL_BALL) return frame.At(position_m);
  const auto other = static_cast<size_t>(event.other);
  const Vector other_m = PositionAt(scene.balls[other].track, event.time_s);
  return frame.At(0.5 * (position_m[0] + other_m[0]), 0.5 * (position_m[1] + other_m[1]));
}

// Finds places for numbers, one after the other.
class Places {
 public:
  Places(const ShotScene& scene, const Frame& frame) : frame_(frame) {
    for (const SceneBall& ball : scene.balls) AddBall(ball);
  }

  Point Find(Point event) {
    Point best = event;
    double least_cost = 0.0;
    for (const double away_px : {20.0, 28.0, 38.0, 50.0}) {
      for (const auto& [cos, sin] : kDirections) {
        const Point place{event.x + away_px * cos, event.y - away_px * sin};
        const double cost = CostOf(place) + away_px;
        if (least_cost == 0.0 || cost < least_cost) {
          best = place;
          least_cost = cost;
        }
      }
    }
    numbers_.push_back(best);
    return best;
  }

 private:
  // Eighths of a turn, the upper right one first. Written out: the picture must not depend on how
  // a library rounds a cosine.
  static constexpr double kHalf = 0.7071;
  static constexpr std::array<std::pair<double, double>, 8> kDirections = {{{kHalf, kHalf},
                                                                            {-kHalf, kHalf},
                                                                            {kHalf, -kHalf},
                                                                            {-kHalf, -kHalf},
                                                                            {1.0, 0.0},
                                                                            {-1.0, 0.0},
                                                                            {0.0, 1.0},
                                                                            {0.0, -1.0}}};

  void AddBall(const SceneBall& ball) {
    const double radius_px = ball.radius_m * frame_.px_per_m();
    balls_.push_back({frame_.At(ball.track.arcs.front().position_m), radius_px});
    balls_.push_back({frame_.At(ball.track.arcs.back().position_m), radius_px});
    for (const Arc& arc : ball.track.arcs) {
      if (arc.velocity_m_s == Vector{}) continue;
      for (int i = 0; i <= kPointsOfAnArc; ++i) {
        const double share = static_cast<double>(i) / kPointsOfAnArc;
        path_.push_back(
            frame_.At(PositionAt(arc, arc.begin_s + share * (arc.end_s - arc.begin_s))));
      }
    }
  }

  // Other numbers must not be covered, balls should not, paths better not. In px of a longer way.
  double CostOf(Point place) const {
    double cost = IsInside(place) ? 0.0 : 400.0;
    for (const Point& number : numbers_) {
      if (Distance(place, number) < 2.0 * kDisc_px + 1.0) cost += 200.0;
    }
    for (const auto& [centre, radius_px] : balls_) {
      if (Distance(place, centre) < radius_px + kDisc_px + 1.0) cost += 60.0;
    }
    const bool on_path = std::any_of(path_.begin(), path_.end(), [&](Point point) {
      return Distance(place, point) < kDisc_px + kDiscGap_px;
    });
    return cost + (on_path ? 25.0 : 0.0);
  }

  bool IsInside(Point place) const {
    const Point corner = frame_.origin();
    return place.x > corner.x + kDisc_px && place.x < corner.x + frame_.width_px() - kDisc_px &&
           place.y > corner.y + kDisc_px && place.y < corner.y + frame_.height_px() - kDisc_px;
  }

  const Frame& frame_;
  std::vector<std::pair<Point, double>> balls_;
  std::vector<Point> path_;
  std::vector<Point> numbers_;
};

}  // namespace

std::vector<size_t> MarkedEvents(const ShotScene& scene, size_t most) {
  std::vector<Importance> importances;
  bool has_contact = false;
  for (const SceneEvent& event : scene.events) {
    const bool is_contact = event.kind == carom::v1::EVENT_KIND_BALL_BALL;
    importances.push_back(is_contact && !has_contact ? kReferee : ImportanceOf(event.kind));
    has_contact = has_contact || is_contact;
  }
  std::vector<size_t> marked;
  for (const Importance least : {kHop, kImpact, kReferee}) {
    if (least == kHop && !AnythingFlies(scene)) continue;
    marked = AtLeast(importances, least);
    if (marked.size() <= most) return marked;
  }
  marked.resize(most);
  return marked;
}

std::vector<EventMark> PlaceMarks(const ShotScene& scene, const Frame& frame) {
  std::vector<EventMark> marks;
  Places places(scene, frame);
  for (const size_t event : MarkedEvents(scene, kMostMarks)) {
    const Point at = PlaceOf(scene, scene.events[event], frame);
    marks.push_back({event, static_cast<int>(marks.size()) + 1, at, places.Find(at)});
  }
  return marks;
}

void DrawNumber(int number, Point centre, Svg* svg) {
  const Theme& theme = svg->theme();
  svg->Circle(centre, kDisc_px,
              absl::StrCat("fill=\"", theme.mark, "\" stroke=\"#1d2125\" stroke-width=\"0.9\""));
  svg->Text({centre.x, centre.y + 3.6}, std::to_string(number),
            absl::StrCat("fill=\"#161616\" font-size=\"", number < 10 ? "10.5" : "9",
                         "\" font-weight=\"600\" text-anchor=\"middle\""));
}

void DrawMarks(const std::vector<EventMark>& marks, Svg* svg) {
  const std::string style = absl::StrCat("fill=\"none\" stroke=\"", svg->theme().outline,
                                         "\" stroke-width=\"0.8\" stroke-opacity=\"0.7\"");
  for (const EventMark& mark : marks) svg->Line(mark.at, mark.label, style);
  for (const EventMark& mark : marks) DrawNumber(mark.number, mark.label, svg);
}

}  // namespace carom::picture
