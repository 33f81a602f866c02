#include "client/picture/shot_scene.h"

#include <algorithm>
#include <cmath>

namespace carom::picture {
namespace {

// Of a pool ball, for a ball of which nothing tells the radius.
constexpr double kPoolRadius_m = 0.028575;

bool LiesOnCloth(carom::v1::MotionState motion) {
  return motion == carom::v1::MOTION_STATE_STATIONARY ||
         motion == carom::v1::MOTION_STATE_SPINNING || motion == carom::v1::MOTION_STATE_SLIDING ||
         motion == carom::v1::MOTION_STATE_ROLLING;
}

// A ball's radius is how high its centre is while it lies on the cloth: the wire does not tell that
// of a ball set's balls.
double RadiusOf(const Track& track) {
  for (const Arc& arc : track.arcs) {
    if (LiesOnCloth(arc.motion) && arc.position_m[2] > 0.0) return arc.position_m[2];
  }
  return kPoolRadius_m;
}

absl::Status CheckCounts(const ShotRecord& record, const std::vector<ShotContact>& contacts,
                         const SceneWords& words) {
  const bool fits = words.balls.size() == record.outcome.balls.size() &&
                    words.events.size() == record.events.size() &&
                    words.contacts.size() == contacts.size();
  return fits ? absl::OkStatus() : absl::InternalError("a picture's words do not fit the shot");
}

}  // namespace

absl::StatusOr<ShotScene> MakeScene(const ShotRecord& record,
                                    const std::vector<ShotContact>& contacts,
                                    const carom::v1::TableGeometry& table,
                                    const std::string& ball_set, const SceneWords& words) {
  if (absl::Status status = CheckCounts(record, contacts, words); !status.ok()) return status;
  auto tracks = ReadTracks(record);
  if (!tracks.ok()) return tracks.status();
  ShotScene scene;
  scene.title = words.title;
  scene.table = table;
  scene.end_s = record.outcome.end_time_s;
  for (size_t i = 0; i < tracks->size(); ++i) {
    Track& track = (*tracks)[i];
    const double radius_m = RadiusOf(track);
    scene.balls.push_back({words.balls[i], radius_m, LookOf(ball_set, i), std::move(track)});
  }
  for (size_t i = 0; i < record.events.size(); ++i) {
    const ShotEvent& event = record.events[i];
    scene.events.push_back(
        {event.time_s, event.ContactKind(), event.ball, event.other, words.events[i]});
  }
  for (size_t i = 0; i < contacts.size(); ++i) {
    scene.contacts.push_back({words.contacts[i], contacts[i]});
  }
  return scene;
}

double HighestPoint(const Arc& arc) {
  double highest_m = std::max(arc.position_m[2], PositionAt(arc, arc.end_s)[2]);
  if (arc.acceleration_m_s2[2] < 0.0) {
    const double top_s = arc.begin_s - arc.velocity_m_s[2] / arc.acceleration_m_s2[2];
    if (top_s > arc.begin_s && top_s < arc.end_s) {
      highest_m = std::max(highest_m, PositionAt(arc, top_s)[2]);
    }
  }
  return highest_m;
}

bool AnythingFlies(const ShotScene& scene) {
  return std::any_of(scene.balls.begin(), scene.balls.end(), [](const SceneBall& ball) {
    return std::any_of(ball.track.arcs.begin(), ball.track.arcs.end(), [&](const Arc& arc) {
      return !IsOutOfPlay(arc.motion) && HighestPoint(arc) > ball.radius_m + kFlies_m;
    });
  });
}

double HighestCentre(const ShotScene& scene) {
  double highest_m = 0.0;
  for (const SceneBall& ball : scene.balls) {
    for (const Arc& arc : ball.track.arcs) {
      if (!IsOutOfPlay(arc.motion)) highest_m = std::max(highest_m, HighestPoint(arc));
    }
  }
  return highest_m;
}

bool HasMoved(const SceneBall& ball) {
  return std::any_of(ball.track.arcs.begin(), ball.track.arcs.end(),
                     [](const Arc& arc) { return arc.velocity_m_s != Vector{}; });
}

}  // namespace carom::picture
