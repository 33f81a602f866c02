#ifndef CAROM_CORE_ESTIMATE_STRIKE_NOISE_H_
#define CAROM_CORE_ESTIMATE_STRIKE_NOISE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "core/base/random.h"
#include "core/draw/distribution.h"
#include "core/table/shot.h"

namespace carom::estimate {

/// What is added to a strike: one distribution for each field, in the order of
/// CueStrike::Parameters. estimate.proto specifies every operation, to the bit.
struct StrikeNoise {
  std::array<Distribution, 5> fields;  ///< By default the constant 0.

  bool operator==(const StrikeNoise&) const = default;
};

/// The noise of the computer olympiads of the International Computer Games Association: normal,
/// with the standard deviations 0.075 m/s for the speed, 0.125 degrees for the azimuth, 0.1 degrees
/// for the elevation and 0.5 mm for both offsets, each times the magnitude. (M. Smith, "PickPocket:
/// a computer billiards shark", Artificial Intelligence 171, 2007, and C. Archibald, A. Altman and
/// Y. Shoham, "Analysis of a winning computational billiards player", IJCAI 2009, describe the
/// tournament; the numbers are not checked against them.) The tip's offsets are divided by the
/// ball's radius.
StrikeNoise IcgaNoise(double magnitude, double radius_m);

/// Adds the noise of a draw. INVALID_ARGUMENT with the path "strike.speed_m_s" where none of
/// kMostTries numbers keeps a field within its range. Allocates nothing on the way to OK.
absl::Status AddNoise(const StrikeNoise& noise, uint64_t seed, uint64_t draw, CueStrike& strike);

/// The numbers of one noise, kept from shot to shot: 64 draws of them cost as much as seven short
/// shots. Not thread-safe.
class KeptNoise {
 public:
  /// Forgets the numbers of any other noise and seed.
  void Prepare(const StrikeNoise& noise, uint64_t seed);

  /// AddNoise() of a draw, to the bit. Keeps 400 bytes of each draw up to this one.
  absl::Status Add(uint64_t draw, CueStrike& strike);

 private:
  // Of one field. Few draws take more numbers than are kept.
  struct Numbers {
    CounterRandom stream = {0, 0};  ///< Of the number that follows those drawn.
    size_t count = 0;
    std::array<double, 4> drawn{};
  };

  StrikeNoise noise_;
  uint64_t seed_ = 0;
  std::vector<std::array<Numbers, 5>> draws_;  ///< By draw and field.
};

}  // namespace carom::estimate

#endif  // CAROM_CORE_ESTIMATE_STRIKE_NOISE_H_
