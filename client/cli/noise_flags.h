#ifndef CAROM_CLIENT_CLI_NOISE_FLAGS_H_
#define CAROM_CLIENT_CLI_NOISE_FLAGS_H_

#include <cstdint>
#include <optional>

#include "carom/v1/estimate.pb.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags of a player's noise: --noise and --noise-seed.
class NoiseFlags {
 public:
  void DeclareNoise(FlagSet* flags);
  void DeclareSeed(FlagSet* flags);

  bool given() const { return magnitude_ || seed_; }
  /// The noise of the ICGA's tournaments, at its default magnitude without the flag.
  void Apply(carom::v1::NoiseModel* noise) const;
  uint64_t seed() const { return seed_.value_or(0); }

 private:
  std::optional<double> magnitude_;
  std::optional<uint64_t> seed_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_NOISE_FLAGS_H_
