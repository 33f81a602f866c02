#include "core/shot/named_scene.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include "core/base/constants.h"
#include "core/base/demand.h"
#include "core/base/portable_math.h"
#include "core/table/catalog.h"
#include "core/table/rack.h"

namespace carom {
namespace {

double Draw(const Range& range, CounterRandom& random) {
  return random.Uniform(range.lo, range.hi);
}

}  // namespace

CueStrike DrawStrike(const UniformStrikes& strikes, CounterRandom& random) {
  CueStrike strike;
  strike.cue_ball = strikes.cue_ball;
  strike.speed_m_s = Draw(strikes.speed_m_s, random);
  strike.azimuth_rad = Draw(strikes.azimuth_rad, random);
  strike.elevation_rad = Draw(strikes.elevation_rad, random);
  strike.side_offset = Draw(strikes.side_offset, random);
  strike.height_offset = Draw(strikes.height_offset, random);
  return strike;
}

void GenerateShot(const std::vector<BallState>& start, const UniformStrikes& strikes, uint64_t seed,
                  uint64_t index, Shot& shot) {
  CounterRandom random(seed, index);
  shot.start = start;
  shot.strike = DrawStrike(strikes, random);
}

namespace {

constexpr double kRackGap_m = 1e-4;
constexpr double kMargin_m = 1e-3;  // Between a ball put down at random and anything else.

const Table& CatalogTable(std::string_view name) {
  const TablePreset* preset = FindTable(name);
  CAROM_DEMAND(preset != nullptr, "a named scene names a table of the catalogue");
  return preset->table;
}

Layout Rack(std::string_view rack, std::string_view table, std::string_view ball_set,
            double gap_m = kRackGap_m) {
  RackOptions options;
  options.gap_m = gap_m;
  auto layout = MakeRack(rack, CatalogTable(table), *FindBallSet(ball_set), options);
  CAROM_DEMAND(layout.ok(), "the catalogue's racks fit");
  return *std::move(layout);
}

Layout FirstBalls(int count, std::string_view ball_set) {
  const BallSet& set = *FindBallSet(ball_set);
  Layout layout;
  layout.balls.assign(set.balls.begin(), set.balls.begin() + count);
  layout.names.assign(set.ball_names.begin(), set.ball_names.begin() + count);
  layout.states.resize(static_cast<size_t>(count));
  for (size_t i = 0; i < layout.states.size(); ++i) {
    layout.states[i].position.z() = layout.balls[i].radius_m;
  }
  return layout;
}

// A tight rack never stands twice the same: every object ball lies anywhere within its gap.
void JitterRack(const NamedScene&, CounterRandom& random, Shot& shot) {
  for (size_t i = 1; i < shot.start.size(); ++i) {
    const double angle_rad = random.Uniform(0.0, kTwoPi);
    const double radius_m = 0.5 * kRackGap_m * std::sqrt(random.Uniform());
    shot.start[i].position += radius_m * Vec3(Cos(angle_rad), Sin(angle_rad), 0.0);
  }
}

void LeaveInPlace(const NamedScene&, CounterRandom&, Shot&) {}

bool IsFree(const Layout& layout, const std::vector<BallState>& states, size_t ball) {
  for (size_t other = 0; other < ball; ++other) {
    const double reach_m = layout.balls[ball].radius_m + layout.balls[other].radius_m + kMargin_m;
    if ((states[ball].position - states[other].position).squaredNorm() < reach_m * reach_m) {
      return false;
    }
  }
  return true;
}

// Anywhere between the noses, clear of the balls put down before. Sixteen balls cover two per cent
// of a table, so a few draws suffice.
void Scatter(const NamedScene& scene, CounterRandom& random, Shot& shot) {
  const Table& table = CatalogTable(scene.table_name);
  for (size_t i = 0; i < shot.start.size(); ++i) {
    const double inset_m = scene.layout.balls[i].radius_m + kMargin_m;
    const double x_m = 0.5 * table.length_m - inset_m;
    const double y_m = 0.5 * table.width_m - inset_m;
    do {
      shot.start[i].position.x() = random.Uniform(-x_m, x_m);
      shot.start[i].position.y() = random.Uniform(-y_m, y_m);
    } while (!IsFree(scene.layout, shot.start, i));
  }
}

// Aims the cue ball at ball 1 with a cut of up to 60 degrees to either side.
void AimCut(const NamedScene&, CounterRandom& random, Shot& shot) {
  const Vec3 line = shot.start[1].position - shot.start[0].position;
  const double reach_m = shot.start[1].position.z() + shot.start[0].position.z();
  const double fullness = Sin(DegreesToRadians(60.0)) * random.Uniform(-1.0, 1.0);
  shot.strike->azimuth_rad =
      Atan2(line.y(), line.x()) + Asin(fullness * std::min(reach_m / line.norm(), 1.0));
}

// A cue ball, one ball in its way, and one behind that, nearly in line.
void PlaceJump(const NamedScene&, CounterRandom& random, Shot& shot) {
  Vec3& cue = shot.start[0].position;
  cue.x() = random.Uniform(-0.9, -0.7);
  cue.y() = random.Uniform(-0.2, 0.2);
  const double angle_rad = DegreesToRadians(random.Uniform(-8.0, 8.0));
  const Vec3 line(Cos(angle_rad), Sin(angle_rad), 0.0);
  const Vec3 across(-line.y(), line.x(), 0.0);
  shot.start[1].position = cue + random.Uniform(0.3, 0.4) * line;
  // One after the other: compilers differ in which part of a sum they compute first.
  const double across_m = random.Uniform(-0.02, 0.02);
  const double along_m = random.Uniform(0.9, 1.2);
  shot.start[2].position = cue + along_m * line + across_m * across;
}

// Over the middle of ball 1.
void AimOver(const NamedScene&, CounterRandom&, Shot& shot) {
  const Vec3 line = shot.start[1].position - shot.start[0].position;
  shot.strike->azimuth_rad = Atan2(line.y(), line.x());
}

UniformStrikes Strikes(Range speed_m_s, Range azimuth_deg, double offset) {
  UniformStrikes strikes;
  strikes.speed_m_s = speed_m_s;
  strikes.azimuth_rad = {DegreesToRadians(azimuth_deg.lo), DegreesToRadians(azimuth_deg.hi)};
  strikes.side_offset = strikes.height_offset = {-offset, offset};
  return strikes;
}

UniformStrikes Elevated(Range elevation_deg, UniformStrikes strikes) {
  strikes.elevation_rad = {DegreesToRadians(elevation_deg.lo), DegreesToRadians(elevation_deg.hi)};
  return strikes;
}

Settings OnTheCloth(SimultaneousImpacts simultaneous) {
  Settings settings;
  settings.environment.flight = Flight::kOff;
  settings.environment.pocket_model = PocketModel::kCircle;
  settings.environment.simultaneous = simultaneous;
  return settings;
}

Settings InFlight(PocketModel pockets) {
  Settings settings;
  settings.environment.flight = Flight::kOn;
  settings.environment.pocket_model = pockets;
  settings.environment.simultaneous = SimultaneousImpacts::kSequential;
  return settings;
}

void AddPlanarScenes(std::vector<NamedScene>& scenes) {
  const Settings settings = OnTheCloth(SimultaneousImpacts::kSequential);
  scenes.push_back({"nine_ball_break", "break of a 9-ball rack on a 9 ft table", "pool_9ft",
                    settings, Rack("nine_ball", "pool_9ft", "pool"),
                    Strikes({7.0, 9.0}, {-0.5, 0.5}, 0.1), JitterRack, nullptr});
  scenes.push_back({"eight_ball_break", "break of an 8-ball rack on a 9 ft table", "pool_9ft",
                    settings, Rack("eight_ball", "pool_9ft", "pool"),
                    Strikes({7.0, 9.0}, {-0.5, 0.5}, 0.1), JitterRack, nullptr});
  scenes.push_back({"two_ball_cut", "cue ball against one ball, cut up to 60 degrees", "pool_9ft",
                    settings, FirstBalls(2, "pool"), Strikes({0.7, 2.5}, {0.0, 0.0}, 0.3), Scatter,
                    AimCut});
  scenes.push_back({"eight_ball_scatter", "sixteen balls anywhere, struck in any direction",
                    "pool_9ft", settings, FirstBalls(16, "pool"),
                    Strikes({0.7, 4.0}, {-180.0, 180.0}, 0.3), Scatter, nullptr});
  scenes.push_back({"one_ball_three_cushions", "one ball around a carom table", "carom_10ft",
                    settings, FirstBalls(1, "carom"), Strikes({2.0, 5.0}, {-180.0, 180.0}, 0.3),
                    Scatter, nullptr});
}

void AddFlyingScenes(std::vector<NamedScene>& scenes) {
  scenes.push_back({"jump_shot", "over a ball at one behind it", "pool_9ft",
                    InFlight(PocketModel::kCircle), FirstBalls(3, "pool"),
                    Elevated({36.0, 42.0}, Strikes({3.0, 3.6}, {0.0, 0.0}, 0.05)), PlaceJump,
                    AimOver});
  scenes.push_back({"elevated_break", "break of a 9-ball rack, the cue's butt raised; balls drop",
                    "pool_9ft", InFlight(PocketModel::kDrop), Rack("nine_ball", "pool_9ft", "pool"),
                    Elevated({3.0, 12.0}, Strikes({7.0, 9.0}, {-0.5, 0.5}, 0.1)), JitterRack,
                    nullptr});
}

void AddFrozenScenes(std::vector<NamedScene>& scenes) {
  const Settings settings = OnTheCloth(SimultaneousImpacts::kCluster);
  scenes.push_back({"nine_ball_break_frozen", "break of a tight 9-ball rack as one cluster",
                    "pool_9ft", settings, Rack("nine_ball", "pool_9ft", "pool", 0.0),
                    Strikes({7.0, 9.0}, {-0.5, 0.5}, 0.1), LeaveInPlace, nullptr});
  scenes.push_back({"eight_ball_break_frozen", "break of a tight 8-ball rack as one cluster",
                    "pool_9ft", settings, Rack("eight_ball", "pool_9ft", "pool", 0.0),
                    Strikes({7.0, 9.0}, {-0.5, 0.5}, 0.1), LeaveInPlace, nullptr});
}

std::vector<NamedScene> MakeNamedScenes() {
  std::vector<NamedScene> scenes;
  AddPlanarScenes(scenes);
  AddFlyingScenes(scenes);
  AddFrozenScenes(scenes);
  return scenes;
}

}  // namespace

Scene NamedScene::MakeScene() const {
  auto scene = Scene::Make(std::make_shared<Table>(CatalogTable(table_name)),
                           std::make_shared<Settings>(settings), layout.balls);
  CAROM_DEMAND(scene.ok(), "named scenes are valid");
  return *std::move(scene);
}

void NamedScene::Generate(uint64_t seed, uint64_t index, Shot& shot) const {
  CounterRandom random(seed, index);
  shot.start = layout.states;
  place(*this, random, shot);
  shot.strike = DrawStrike(strikes, random);
  if (aim != nullptr) aim(*this, random, shot);
}

const std::vector<NamedScene>& NamedScenes() {
  static const auto& scenes = *new std::vector<NamedScene>(MakeNamedScenes());
  return scenes;
}

const NamedScene* FindNamedScene(std::string_view name) {
  for (const NamedScene& scene : NamedScenes()) {
    if (scene.name == name) return &scene;
  }
  return nullptr;
}

namespace {

constexpr uint64_t kSeed = 1;
constexpr uint64_t kShots = 4;

struct Known {
  const char* scene;
  uint64_t hash;
};

// Of the present engine; a change of its bits changes them.
constexpr Known kKnown[] = {{"nine_ball_break", 0x2e6abf9690c4ebau},
                            {"elevated_break", 0x4d93a3ebaec24a0bu},
                            {"two_ball_cut", 0xd397a0eb001b64cfu}};

uint64_t HashOfShots(const NamedScene& named) {
  const Scene scene = named.MakeScene();
  Workspace workspace;
  Record record;
  Shot shot;
  uint64_t hash = 0;
  for (uint64_t i = 0; i < kShots; ++i) {
    named.Generate(kSeed, i, shot);
    if (!Simulate(scene, shot, Detail(), StopToken(), workspace, record).ok()) return 0;
    hash = std::rotl(hash, 7) ^ record.hash;
  }
  return hash;
}

}  // namespace

absl::Status SelfTest() {
  for (const Known& known : kKnown) {
    const NamedScene* const named = FindNamedScene(known.scene);
    const uint64_t hash = named == nullptr ? 0 : HashOfShots(*named);
    if (hash != known.hash) {
      return absl::InternalError("self-test: shots of " + std::string(known.scene) +
                                 " have the hash " + std::to_string(hash) + " in place of " +
                                 std::to_string(known.hash));
    }
  }
  return absl::OkStatus();
}

}  // namespace carom
