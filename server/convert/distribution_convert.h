#ifndef CAROM_SERVER_CONVERT_DISTRIBUTION_CONVERT_H_
#define CAROM_SERVER_CONVERT_DISTRIBUTION_CONVERT_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/distribution.pb.h"
#include "core/base/interval.h"
#include "core/draw/distribution.h"
#include "core/draw/quantity.h"

// Distributions of the wire in the core's terms. Pure and thread-safe; errors are INVALID_ARGUMENT
// with the path below the message converted.

namespace carom {

/// A distribution of numbers in `range`. "normal.sigma: -1 must be in [0, 1e+06]", "normal: 0.1 %
/// in [0, 50] must be at least 1 %".
absl::Status ConvertDistribution(const v1::Distribution& wire, const Interval& range,
                                 Distribution& distribution);

/// What the field of this name gives; null where it gives nothing.
const v1::Distribution* GivenDistribution(const google::protobuf::Message& wire,
                                          const std::string& field);

/// The same of a field, where it is given.
absl::Status TakeDistribution(const google::protobuf::Message& wire, const std::string& field,
                              const Interval& range, std::optional<Distribution>& distribution);

/// A distribution of whole numbers in [0, end): constant or choice.
absl::Status ConvertWhole(const v1::Distribution& wire, int end, Distribution& distribution);

/// The whole numbers that it can draw.
std::vector<int> PossibleWholes(const Distribution& distribution);

/// What is drawn together.
struct ConvertedCovariance {
  std::vector<QuantityId> quantities;
  JointNormal joint;
};

/// What a quantity must be to be drawn so, where it is not that; else empty.
using QuantityLack = std::function<std::string(const QuantityId& quantity)>;
absl::Status ConvertCovariance(const v1::Covariance& wire, const QuantityLack& lacks,
                               ConvertedCovariance& covariance);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_DISTRIBUTION_CONVERT_H_
