#ifndef CAROM_CLIENT_CLI_SCENE_FLAGS_H_
#define CAROM_CLIENT_CLI_SCENE_FLAGS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "client/cli/parameter_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags of `simulate` that say what lies where: table and balls.
class SceneFlags {
 public:
  /// Whether a rack has a seed of its own.
  enum RackSeed { kWithRackSeed, kWithoutRackSeed };

  void Declare(FlagSet* flags, RackSeed rack_seed = kWithRackSeed);

  absl::Status Apply(carom::v1::Table* table, carom::v1::Layout* layout) const;

  bool has_rack() const { return rack_.has_value(); }

 private:
  std::string TableName() const;
  absl::Status ApplyRack(carom::v1::Rack* rack) const;
  absl::Status ApplyBalls(carom::v1::BallList* balls) const;

  std::optional<std::string> table_;
  std::optional<std::string> rack_;
  std::vector<std::string> balls_;
  std::optional<std::string> balls_file_;
  ParameterFlags parameters_;
};

/// A name as people write it, "9-ball" or "pool-9ft", as the catalogue spells it: "nine_ball",
/// "pool_9ft". Unknown names stay, so that the service can name the known ones.
std::string CatalogueName(std::string name);

/// Reads "x,y[,vx,vy[,wx,wy,wz]]" or "x,y,z[,vx,vy,vz[,wx,wy,wz]]": m, m/s and rad/s.
/// INVALID_ARGUMENT quotes what is wrong; the caller says where it stood.
absl::Status ParseBall(const std::string& text, carom::v1::LayoutBall* ball);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_SCENE_FLAGS_H_
