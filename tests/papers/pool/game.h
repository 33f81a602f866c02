#ifndef CAROM_TESTS_PAPERS_POOL_GAME_H_
#define CAROM_TESTS_PAPERS_POOL_GAME_H_

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "core/laws/compliant.h"
#include "core/math/ivp/integrator.h"
#include "core/models/pool/pool_table.h"
#include "core/multibody/detect/sphere_contact.h"
#include "core/multibody/multibody_system.h"

namespace carom::papers {

/// The balls of [Compliant pool table] 3.2 and 3.4: their own J, 0.94 % below 2/5 m R^2.
inline constexpr BallSpec kPaperBall = {0.17, 0.028575};
inline constexpr double kRadius_m = kPaperBall.radius_m;
inline constexpr double kPaperInertia_kg_m2 = 5.5e-5;
/// The cue ball's height at the start, 1 um above the cloth. 3.4
inline constexpr double kCueBallHeight_m = 0.028576;
inline constexpr double kHalfLength_m = 1.27;
inline constexpr double kHalfWidth_m = 0.635;
inline constexpr double kBreakSpeed_m_s = 10.729;
inline constexpr double kMilesPerHour_m_s = 0.44704;
inline constexpr double kGravity_m_s2 = 9.81;

/// Of the break; 0 is the cue ball.
inline constexpr int kYellow = 1;
inline constexpr int kRed = 2;
inline constexpr int kBlue = 3;

/// What stands round the cloth.
enum class PaperCushions {
  kNone,   ///< An endless cloth.
  kExact,  ///< Fig 3, a cushion of three parts met where it is nearest.
};

/// A box and, at its start and end, triangular prisms.
using CushionParts = std::array<Prism, 3>;

/// What the paper draws of its pockets, but does not tell; ours are the WPA's.
struct PocketSizes {
  double corner_mouth_m = 0.1143;
  double side_mouth_m = 0.1285;
  double corner_facing_deg = 142.0;  ///< Between a nose and the facing.
  double side_facing_deg = 104.0;
};

/// The six cushions of Fig 3, clockwise from the upper left one. The paper gives the size of the
/// cloth only; depth and height (0.05 m) are ours.
std::vector<CushionParts> MakePaperCushions(const PocketSizes& pockets = {});

/// A game of the paper: laws, cushions, balls where they start.
struct Game {
  CompliantSettings settings = PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kFrictionless);
  std::vector<BodyMotion> balls;
  double inertia_kg_m2 = kPaperInertia_kg_m2;
  PaperCushions cushions = PaperCushions::kExact;
  PocketSizes pockets;
  /// The cloth and the 18 parts of the cushions as bodies that are welded to the ground.
  bool welded = false;
  ConstraintOptions constraints;
  double gravity_m_s2 = 9.81;
  double duration_s = 3.0;
  IvpOptions integration = {.largest_step_s = 0.01};

  int AddBall(double x, double y, double z = kPaperBall.radius_m,
              const Vec3& velocity = Vec3::Zero(), const Vec3& spin = Vec3::Zero());
};

/// Experiment 1 (3.4, 4.1): the cue ball (0) into yellow (1), red (2) and blue (3), whose centres
/// are 2 R + `gap_m` apart.
Game BreakGame(double gap_m, bool reduced = false);

/// The gaps of Table 3, rebuilt: the claims' A5.
inline constexpr std::array<double, 5> kRackGaps_m = {1e-9, 1e-8, 1e-7, 1e-6, 2.1325735e-4};
inline constexpr double kRandomGap_m = kRackGaps_m[4];

/// Bodies, contacts and what they mean.
PoolTableModel MakeGameModel(const Game& game);

struct GameContact {
  EventIdentity meaning;
  double begin_s = 0.0;
  double end_s = 0.0;  ///< Of the run, while it lasts.
};

/// A game that was played.
struct Played {
  IvpResult result;
  std::vector<BodyMotion> balls;      ///< At the end.
  std::vector<GameContact> contacts;  ///< That began after the start, in order.
  double wall_s = 0.0;
};

/// What is looked at: the system, and its state y.
struct GameView {
  double t = 0.0;
  std::span<const double> y;
  MultibodySystem& system;
  const PoolTableModel& model;

  BodyMotion Ball(int ball) const { return ReadBody(y, ball); }
};

/// Looks during a game. Each may be empty.
struct Looks {
  double period_s = 0.0;  ///< > 0: `sample` is called at 0, period, ... up to the end.
  std::function<void(const GameView&)> sample = {};
  std::function<bool(const GameView&)> step = {};  ///< After every step; false ends the game.
};

Played PlayGame(const Game& game, const Looks& looks = {});

/// The first contact of two balls, or of a ball with what is no ball (`other` -1); null: none.
const GameContact* FindContact(const Played& played, EventKind kind, int ball, int other = -1,
                               double after_s = 0.0);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_GAME_H_
