#include "server/convert/distribution_convert.h"

#include <vector>

#include "core/base/field_error.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

absl::Status ConvertChoice(const v1::ChoiceDistribution& wire, Distribution& distribution) {
  const std::vector<double> weights(wire.weights().begin(), wire.weights().end());
  return UnderPath("choice.",
                   ChoiceDistribution::Make({wire.values().begin(), wire.values().end()}, weights,
                                            distribution.emplace<ChoiceDistribution>()));
}

}  // namespace

absl::Status ConvertDistribution(const v1::Distribution& wire, Distribution& distribution) {
  switch (wire.kind_case()) {
    case v1::Distribution::kConstant:
      distribution = ConstantDistribution{wire.constant()};
      break;
    case v1::Distribution::kUniform:
      distribution = UniformDistribution{wire.uniform().lo(), wire.uniform().hi()};
      break;
    case v1::Distribution::kNormal:
      distribution = NormalDistribution{wire.normal().mean(), wire.normal().sigma()};
      break;
    case v1::Distribution::kTruncatedNormal: {
      const v1::TruncatedNormalDistribution& cut = wire.truncated_normal();
      distribution = TruncatedNormalDistribution{cut.mean(), cut.sigma(), cut.lo(), cut.hi()};
      break;
    }
    case v1::Distribution::kChoice:
      return ConvertChoice(wire.choice(), distribution);
    case v1::Distribution::KIND_NOT_SET:
      return Required("kind", "one of constant, uniform, normal, truncated_normal, choice");
  }
  return ValidateDistribution(distribution);
}

}  // namespace carom
