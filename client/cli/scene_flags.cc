#include "client/cli/scene_flags.h"

#include <algorithm>
#include <array>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/cli/parameter_text.h"
#include "client/cli/text_file.h"

namespace carom {
namespace {

// A rack as people write it, its name in the catalogue, and the table that it needs.
struct KnownRack {
  const char* name;
  const char* catalogue;
  const char* table;
};

constexpr char kDefaultTable[] = "pool_9ft";
constexpr std::array<KnownRack, 5> kRacks = {{{"8-ball", "eight_ball", kDefaultTable},
                                              {"9-ball", "nine_ball", kDefaultTable},
                                              {"10-ball", "ten_ball", kDefaultTable},
                                              {"snooker", "snooker", "snooker_12ft"},
                                              {"3-cushion", "three_cushion", "carom_10ft"}}};

std::vector<std::string> KnownRackNames() {
  std::vector<std::string> names;
  for (const KnownRack& rack : kRacks) names.emplace_back(rack.name);
  return names;
}

using Rack = carom::v1::Rack;

std::array<int, 3> RackNumbers() {
  return {Rack::kGapMFieldNumber, Rack::kJitterMFieldNumber, Rack::kSeedFieldNumber};
}

const ParameterFlags::Field& InertiaRatio() {
  using Ball = carom::v1::BallSpec;
  return FieldOf<Ball>(Ball::kInertiaRatioFieldNumber);
}

// Says where a ball that cannot be read was given.
absl::Status At(const std::string& place, const absl::Status& status) {
  if (status.ok()) return status;
  return absl::InvalidArgumentError(absl::StrCat(place, ": ", status.message()));
}

void SetAxes(const double* numbers, size_t axes, carom::v1::Vector3* vector) {
  vector->set_x(numbers[0]);
  vector->set_y(numbers[1]);
  if (axes == 3) vector->set_z(numbers[2]);
}

// A ball on each line; # starts a comment.
absl::Status ReadBallFile(const std::string& path, carom::v1::BallList* balls) {
  const auto text = ReadTextFile(path);
  if (!text.ok()) return At("--balls", text.status());
  const int before = balls->balls_size();
  int line_number = 0;
  for (const absl::string_view whole_line : absl::StrSplit(*text, '\n')) {
    ++line_number;
    const std::string line(absl::StripAsciiWhitespace(whole_line.substr(0, whole_line.find('#'))));
    if (line.empty()) continue;
    const absl::Status status = ParseBall(line, balls->add_balls());
    if (!status.ok()) return At(absl::StrCat("--balls: ", path, ":", line_number), status);
  }
  if (balls->balls_size() > before) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("--balls: ", path, ": has no ball in it"));
}

}  // namespace

std::string CatalogueName(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  for (const KnownRack& rack : kRacks) {
    if (name == absl::StrReplaceAll(rack.name, {{"-", "_"}}) ||
        name == absl::StrReplaceAll(rack.name, {{"-", ""}})) {
      return rack.catalogue;
    }
  }
  return name;
}

absl::Status ParseBall(const std::string& text, carom::v1::LayoutBall* ball) {
  std::vector<double> numbers;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    if (!ParseNumber(std::string(part), &numbers.emplace_back()).ok()) {
      return absl::InvalidArgumentError(absl::StrCat("\"", part, "\" must be a number"));
    }
  }
  // Each count of numbers means one thing: with a height, velocities have one too.
  const size_t count = numbers.size();
  const bool in_space = count == 3 || count == 6 || count == 9;
  if (!in_space && count != 2 && count != 4 && count != 7) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", text, "\" must be x,y or x,y,vx,vy or x,y,vx,vy,wx,wy,wz, or ",
                     "x,y,z or x,y,z,vx,vy,vz or x,y,z,vx,vy,vz,wx,wy,wz"));
  }
  const size_t axes = in_space ? 3 : 2;
  carom::v1::BallState* const state = ball->mutable_state();
  SetAxes(&numbers[0], axes, state->mutable_position_m());
  if (count > axes) SetAxes(&numbers[axes], axes, state->mutable_velocity_m_s());
  if (count > 2 * axes) SetAxes(&numbers[2 * axes], 3, state->mutable_angular_velocity_rad_s());
  return absl::OkStatus();
}

void SceneFlags::Declare(FlagSet* flags, RackSeed rack_seed) {
  flags->AddSection("Table and balls");
  flags->AddText("table", "NAME",
                 "preset, as listed by `carom tables`; default: what the rack needs", &table_);
  flags->AddText("rack", "NAME", Listed(KnownRackNames(), "or"), &rack_);
  flags->SetChoices(KnownRackNames());
  for (int number : RackNumbers()) {
    if (number == Rack::kSeedFieldNumber && rack_seed == kWithoutRackSeed) continue;
    parameters_.Declare(FieldOf<Rack>(number), flags);
  }
  flags->AddList("ball", "X,Y[,VX,VY[,WX,WY,WZ]]",
                 "a ball at X,Y m from the table's centre, once for each ball; may\n"
                 "move (m/s) and spin (rad/s). The first is the cue ball. With a\n"
                 "height: X,Y,Z[,VX,VY,VZ[,WX,WY,WZ]], with --flight=on",
                 &balls_);
  flags->AddText("balls", "FILE", "the same, a ball on each line", &balls_file_);
  parameters_.Declare(InertiaRatio(), flags);
}

absl::Status SceneFlags::Apply(carom::v1::Table* table, carom::v1::Layout* layout) const {
  table->set_preset(TableName());
  const bool has_balls = !balls_.empty() || balls_file_.has_value();
  if (rack_.has_value() == has_balls) {
    return absl::InvalidArgumentError("give either --rack, or --ball or --balls, or --request");
  }
  return has_rack() ? ApplyRack(layout->mutable_rack()) : ApplyBalls(layout->mutable_balls());
}

std::string SceneFlags::TableName() const {
  if (table_) return CatalogueName(*table_);
  const std::string rack = CatalogueName(rack_.value_or(""));
  for (const KnownRack& known : kRacks) {
    if (rack == known.catalogue) return known.table;
  }
  return kDefaultTable;
}

absl::Status SceneFlags::ApplyRack(carom::v1::Rack* rack) const {
  if (parameters_.Given(InertiaRatio())) {
    return absl::InvalidArgumentError("--inertia-ratio goes with --ball and --balls only");
  }
  rack->set_name(CatalogueName(*rack_));
  for (int number : RackNumbers()) parameters_.Apply(FieldOf<Rack>(number), rack);
  return absl::OkStatus();
}

absl::Status SceneFlags::ApplyBalls(carom::v1::BallList* balls) const {
  for (int number : RackNumbers()) {
    if (!parameters_.Given(FieldOf<Rack>(number))) continue;
    return absl::InvalidArgumentError("--gap, --jitter and --seed go with --rack only");
  }
  for (const std::string& text : balls_) {
    if (absl::Status status = At("--ball", ParseBall(text, balls->add_balls())); !status.ok()) {
      return status;
    }
  }
  if (balls_file_) {
    if (absl::Status status = ReadBallFile(*balls_file_, balls); !status.ok()) return status;
  }
  if (!parameters_.Given(InertiaRatio())) return absl::OkStatus();
  for (carom::v1::LayoutBall& ball : *balls->mutable_balls()) {
    parameters_.Apply(InertiaRatio(), ball.mutable_ball());
  }
  return absl::OkStatus();
}

}  // namespace carom
