#ifndef CAROM_CORE_MODELS_POOL_POOL_TABLE_H_
#define CAROM_CORE_MODELS_POOL_POOL_TABLE_H_

#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/base/stop_token.h"
#include "core/laws/compliant.h"
#include "core/math/ivp/integrator.h"
#include "core/multibody/contact.h"
#include "core/multibody/multibody_system.h"
#include "core/record/event.h"
#include "core/record/record.h"
#include "core/state/trajectory.h"
#include "core/table/environment.h"
#include "core/table/shot.h"
#include "core/table/table.h"

namespace carom {

/// What a contact pair or a watch of a pool table is in the log: the event of its beginning,
/// without its time. `other` is a ball, a pocket, or the nose that is touched alone; -1 where it
/// depends on the place (which nose of a cushion).
struct EventIdentity {
  EventKind kind = EventKind::kBallBall;
  int ball = -1;
  int other = -1;

  bool Involves(int a_ball) const {
    return ball == a_ball || (kind == EventKind::kBallBall && other == a_ball);
  }
};

/// A table, balls and cloth as compliant bodies: [Compliant pool table] 3, full 3-D or reduced
/// (4.1). Bodies are the balls, by index; all else is ground, or (CompliantSettings::welded_table)
/// the cloth and then each cushion are bodies of their own, welded to the ground. A ball touches
///   other balls that it is not welded to (below), by the material of both, and
///   friction by CompliantSettings::ball_ball; the cloth, a rigid plane with the pockets as holes,
///   whose rims it can fall over; the pockets' liners (PocketModel::kDrop), by
///   CompliantSettings::liner; the cushions (below).
/// A ball is in a pocket once its centre is its radius below the cloth, or (PocketModel::kCircle,
/// and always in the reduced model) as soon as its centre enters the circle. It has left the table
/// once its centre is past the box around the bed's outline.
struct PoolTableModel {
  MultibodySpec spec;
  std::vector<EventIdentity> contacts;  ///< Of spec.contacts.
  std::vector<EventIdentity> watches;   ///< Of spec.watches.
  std::vector<int> cloth_contact;       ///< By ball.
  std::vector<Pocket> holes;            ///< Below which there is no cloth.
};

/// Requires valid arguments.
PoolTableModel MakePoolTable(const Table& table, const Environment& environment,
                             const CompliantSettings& settings, std::span<const BallSpec> balls);

/// How deep a ball at rest lies in the cloth, m: m g = K d^n.
double SeatedPenetration(const NormalForceLaw& cloth, const BallSpec& ball, double gravity_m_s2);

/// The motions of all bodies at the start. Seated, a ball whose centre is within 1e-5 m of its
/// radius above the cloth is put where the cloth bears it, unless it is over a hole.
std::vector<BodyMotion> StartMotions(const PoolTableModel& model, const CompliantSettings& settings,
                                     std::span<const BallSpec> balls,
                                     std::span<const BallState> states);

/// What a compliant shot is played on; all of it outlives the shot.
struct CompliantWorld {
  const Table& table;
  const Environment& environment;
  const CompliantSettings& settings;
  const std::vector<BallSpec>& balls;
};

/// OK when the compliant engine can take these balls where they are: positions, velocities and
/// spins finite and sane, inside the outline, penetrations that a ball at rest could have (1e-5 m
/// between balls, 1 mm into cloth and cushions), welded balls touching. Else INVALID_ARGUMENT at
/// "balls[i].position_m", "settings.compliant.welds[i]" and so on.
absl::Status ValidateCompliantStart(const CompliantWorld& world,
                                    const std::vector<BallState>& states);

/// Balls that are held together in pairs, as [Compliant pool table] 2 holds bodies together: each
/// weld is a constraint of six rows at the point where its balls touch at the start, and they touch
/// in no other way.

/// OK when the welds of the settings name balls of the world. INVALID_ARGUMENT with a path such as
/// "welds[1].second".
absl::Status ValidateWeldedBalls(const CompliantSettings& settings, int ball_count);

/// OK when the balls that are welded are in play and touch: their surfaces within 1e-5 m, which is
/// the most that balls may overlap at a start. Else as above. Requires what ValidateWeldedBalls
/// takes.
absl::Status ValidateWeldedStart(const CompliantWorld& world, std::span<const BallState> states);

/// The table of a shot with its welds. Requires what both take.
PoolTableModel MakeWeldedTable(const CompliantWorld& world, std::span<const BallState> states);

/// The noses and jaws of a table as solids. Each nose is the front of a box that reaches
/// kCushionDepth_m behind it, or, where it goes on from the corner of a longer one and leans out
/// over a pocket, that of a triangular prism: the cushions of [Compliant pool table] 3.2, Fig 3. A
/// jaw is an upright cylinder. Solids that go over into each other (a nose whose end lies on a
/// jaw's circle, two noses that meet in a convex corner) make one cushion, whose nearest point
/// counts. In a corner between two cushions a ball touches both.
///
/// A nose taken as a line (NoseContact::kLine) is the lower front edge of its box, which is as thin
/// as kNosePlate_m; as a plane it stands on the cloth. The solid side of a nose is the one where a
/// rail top lies, else the one away from the middle of the table.
///
/// By the paper's window (CushionFaces::kWindow) each nose is a face of its own, which stands on
/// the cloth as high as the nose and which balls touch by the rule of detect/sphere_contact.h; jaws
/// are unchanged. So a ball at a corner touches both noses, up to its radius past their ends.
inline constexpr double kCushionDepth_m = 0.05;
inline constexpr double kNosePlate_m = 1e-9;

/// INVALID_ARGUMENT with a path below the table for parts that these solids cannot be made of, such
/// as a sloping nose ("noses[2].rise_m").
absl::Status ValidateCushions(const Table& table);

/// INVALID_ARGUMENT at "cushion_faces" where noses are lines, of which there is no window.
absl::Status ValidateCushionFaces(CushionFaces faces, NoseContact contact);

/// Requires a valid table.
std::vector<UnionSurface> MakeCushions(const Table& table, NoseContact contact);

/// What balls touch one by one: the solids above, or the paper's faces. Requires valid arguments.
std::vector<Surface> MakeCushionSurfaces(const Table& table, NoseContact contact,
                                         CushionFaces faces);

/// Plays one shot with contact forces, in full 3-D unless settings say otherwise, and writes the
/// same record as the event engine: an event is the beginning of a contact, its
/// states are those then; transitions between sliding, rolling and rest are recorded at the end of
/// the step in which they happen, with the states before and after (pool_record.h). States are
/// true, however a shot ends: a ball at rest has no velocity, and a ball that moves has its own.
/// Environment::flight, simultaneous, settle_speed_m_s and rest_hop_s are the event engine's alone.
///
/// Bounded by the limits of the environment and by CompliantSettings::integration; asks `stop`
/// after every step. The same bits for the same arguments, whatever the detail. Requires valid
/// arguments. False when more samples or contact rows were asked for than the detail allows; the
/// record is then incomplete.
bool PlayCompliant(const CompliantWorld& world, const Shot& shot, const Detail& detail,
                   StopToken stop, Integrator& integrator, Record& record);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_POOL_TABLE_H_
