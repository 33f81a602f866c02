#ifndef CAROM_CLIENT_PICTURE_SHOT_SCENE_H_
#define CAROM_CLIENT_PICTURE_SHOT_SCENE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "carom/client/shot_outcome.h"
#include "carom/v1/table.pb.h"
#include "client/picture/ball_look.h"
#include "client/picture/track.h"
#include "client/picture/track_reader.h"

namespace carom::picture {

/// A ball of a scene.
struct SceneBall {
  std::string name;  ///< "the cue ball", "ball 3": for legends. May come from a request.
  double radius_m = 0.0;
  BallLook look;
  Track track;
};

/// An event of a scene.
struct SceneEvent {
  double time_s = 0.0;
  carom::v1::EventKind kind = carom::v1::EVENT_KIND_UNSPECIFIED;  ///< Of a press, of its contacts.
  uint32_t ball = 0;
  int other = -1;       ///< As EventColumns.others.
  std::string caption;  ///< "ball ball: the cue ball, ball 1". May hold names of a request.
};

/// A contact of the compliant engine with its forces.
struct SceneContact {
  std::string caption;
  ShotContact contact;
};

/// All that a picture of one shot shows. What is drawn depends on nothing else.
struct ShotScene {
  std::string title;  ///< Any text.
  carom::v1::TableGeometry table;
  std::vector<SceneBall> balls;
  std::vector<SceneEvent> events;
  std::vector<SceneContact> contacts;  ///< None unless the compliant engine reported them.
  double end_s = 0.0;
};

/// The words of a scene, which the record does not hold.
struct SceneWords {
  std::string title;
  std::vector<std::string> balls;     ///< A name each.
  std::vector<std::string> events;    ///< A caption each.
  std::vector<std::string> contacts;  ///< A caption each; none: contacts are not shown.
};

/// Puts a scene together. `ball_set` is the name of the set that the balls are of; `contacts` may
/// be empty. INTERNAL if the record lacks something, or words and record differ in number.
absl::StatusOr<ShotScene> MakeScene(const ShotRecord& record,
                                    const std::vector<ShotContact>& contacts,
                                    const carom::v1::TableGeometry& table,
                                    const std::string& ball_set, const SceneWords& words);

/// The heights of the balls' lowest points above the cloth differ from 0 somewhere by more than a
/// millimetre, while they are in play.
bool AnythingFlies(const ShotScene& scene);

/// A ball that is this high, m, flies. Balls hop by less in most collisions, and nothing of that is
/// to be seen.
inline constexpr double kFlies_m = 1e-3;

/// The greatest height of an arc's centre, m: at an end, or where it stops rising.
double HighestPoint(const Arc& arc);

/// The greatest height above the cloth of any centre while its ball is in play, m.
double HighestCentre(const ShotScene& scene);

/// Whether `ball` has moved from where it was placed.
bool HasMoved(const SceneBall& ball);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_SHOT_SCENE_H_
