#include "client/picture/replay_data.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/picture/draw_table.h"
#include "client/picture/event_marks.h"
#include "client/picture/frame.h"
#include "client/picture/markup.h"

namespace carom::picture {
namespace {

constexpr size_t kMostEvents = 300;  // Of a list that scrolls: all impacts of a break.
constexpr int kDigits = 9;           // A nanometre, a nanosecond.

std::string Number(double value) { return Decimal(value, kDigits); }

std::string List(std::initializer_list<double> values) {
  std::string list = "[";
  for (const double value : values) {
    absl::StrAppend(&list, list.size() > 1 ? "," : "", Number(value));
  }
  return list + "]";
}

// One item for each of `items`, by `write`.
template <class Items, class Write>
std::string ListOf(const Items& items, const Write& write) {
  std::string list = "[";
  for (const auto& item : items) absl::StrAppend(&list, list.size() > 1 ? "," : "", write(item));
  return list + "]";
}

std::string Corners(const google::protobuf::RepeatedPtrField<carom::v1::Point2>& corners) {
  return ListOf(corners, [](const auto& corner) { return List({corner.x_m(), corner.y_m()}); });
}

// What the wire means where a nose has no height, in m.
constexpr double kNoseHeight_m = 0.036576;

std::string TableData(const ShotScene& scene) {
  const carom::v1::TableGeometry& table = scene.table;
  const Bounds bounds = BoundsOf(table, scene.balls);
  const std::string noses = ListOf(table.noses(), [](const carom::v1::Nose& nose) {
    return List({nose.start().x_m(), nose.start().y_m(), nose.end().x_m(), nose.end().y_m(),
                 nose.has_height_m() ? nose.height_m() : kNoseHeight_m});
  });
  const auto disc = [](const auto& part) {
    return List({part.centre().x_m(), part.centre().y_m(), part.radius_m()});
  };
  const std::string spots = ListOf(SpotsOf(table), [](const auto& spot) {
    return List({spot.x_m(), spot.y_m()});
  });
  return absl::StrCat(
      "{\"bounds\":", List({bounds.left_m, bounds.right_m, bounds.bottom_m, bounds.top_m}),
      ",\"bed\":", Corners(table.bed_outline()), ",\"rails\":",
      ListOf(table.rail_tops(), [](const auto& top) { return Corners(top.corners()); }),
      ",\"noses\":", noses, ",\"jaws\":", ListOf(table.jaws(), disc),
      ",\"pockets\":", ListOf(table.pockets(), disc), ",\"spots\":", spots, "}");
}

std::string ArcData(const Arc& arc) {
  const auto& [x, y, z] = arc.position_m;
  const auto& [vx, vy, vz] = arc.velocity_m_s;
  const auto& [ax, ay, az] = arc.acceleration_m_s2;
  return List(
      {arc.begin_s, arc.end_s, static_cast<double>(arc.motion), x, y, z, vx, vy, vz, ax, ay, az});
}

std::string SpinData(const SpinPoint& point) {
  const auto& [x, y, z] = point.angular_velocity_rad_s;
  return List({point.time_s, x, y, z});
}

std::string BallData(const SceneBall& ball) {
  return absl::StrCat(
      "{\"name\":", JsonString(ball.name), ",\"label\":", JsonString(ball.look.label),
      ",\"colour\":", JsonString(ball.look.colour),
      ",\"striped\":", ball.look.is_striped ? "true" : "false",
      ",\"radius\":", Number(ball.radius_m), ",\"arcs\":", ListOf(ball.track.arcs, ArcData),
      ",\"spin\":", ListOf(ball.track.spin, SpinData), "}");
}

}  // namespace

std::string ReplayData(const ShotScene& scene) {
  const std::string events = ListOf(MarkedEvents(scene, kMostEvents), [&](size_t index) {
    const SceneEvent& event = scene.events[index];
    return absl::StrCat("{\"t\":", Number(event.time_s), ",\"caption\":", JsonString(event.caption),
                        "}");
  });
  return absl::StrCat("{\"end\":", Number(scene.end_s),
                      ",\"highest\":", Number(AnythingFlies(scene) ? HighestCentre(scene) : 0.0),
                      ",\"table\":", TableData(scene),
                      ",\n\"balls\":", ListOf(scene.balls, BallData), ",\n\"events\":", events,
                      "}");
}

}  // namespace carom::picture
