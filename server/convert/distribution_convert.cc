#include "server/convert/distribution_convert.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"

namespace carom {
namespace {

using Numbers = google::protobuf::RepeatedField<double>;

std::vector<double> ToVector(const Numbers& numbers) { return {numbers.begin(), numbers.end()}; }

absl::Status TakeKind(const v1::Distribution& wire, Distribution& distribution) {
  if (wire.has_choice()) {
    return UnderPath("choice",
                     ChoiceDistribution::Make(ToVector(wire.choice().values()),
                                              ToVector(wire.choice().weights()),
                                              distribution.emplace<ChoiceDistribution>()));
  }
  if (wire.has_constant()) {
    distribution = ConstantDistribution{wire.constant()};
  } else if (wire.has_uniform()) {
    distribution = UniformDistribution{wire.uniform().lo(), wire.uniform().hi()};
  } else if (wire.has_normal()) {
    distribution = NormalDistribution{wire.normal().mean(), wire.normal().sigma()};
  } else if (wire.has_truncated_normal()) {
    const v1::TruncatedNormalDistribution& normal = wire.truncated_normal();
    distribution =
        TruncatedNormalDistribution{normal.mean(), normal.sigma(), normal.lo(), normal.hi()};
  } else {
    return RequiredArm(*v1::Distribution::descriptor(), "kind");
  }
  return absl::OkStatus();
}

// The values that a distribution of whole numbers can take.
const std::vector<double>* ChoicesOf(const Distribution& distribution) {
  const auto* const choice = std::get_if<ChoiceDistribution>(&distribution);
  return choice == nullptr ? nullptr : &choice->values;
}

absl::Status CheckWhole(FieldPath path, double value) {
  if (value == std::floor(value)) return absl::OkStatus();
  return InvalidField(std::move(path), value, "a whole number");
}

}  // namespace

absl::Status ConvertDistribution(const v1::Distribution& wire, const Interval& range,
                                 Distribution& distribution) {
  if (absl::Status bad = TakeKind(wire, distribution); !bad.ok()) return bad;
  return ValidateDistribution(distribution, range);
}

absl::Status ConvertWhole(const v1::Distribution& wire, int end, Distribution& distribution) {
  if (wire.kind_case() != v1::Distribution::kConstant && !wire.has_choice()) {
    return Required("kind", "constant or choice, of whole numbers");
  }
  const Interval range{0.0, static_cast<double>(end), Interval::Ends::kOpenHigh};
  if (absl::Status bad = ConvertDistribution(wire, range, distribution); !bad.ok()) return bad;
  if (!wire.has_choice()) return CheckWhole("constant", wire.constant());
  const std::vector<double>& values = *ChoicesOf(distribution);
  for (size_t j = 0; j < values.size(); ++j) {
    absl::Status bad = CheckWhole({"choice.values", j}, values[j]);
    if (!bad.ok()) return bad;
  }
  return absl::OkStatus();
}

std::vector<int> PossibleWholes(const Distribution& distribution) {
  std::vector<int> wholes;
  if (const std::vector<double>* const choices = ChoicesOf(distribution)) {
    for (const double value : *choices) wholes.push_back(static_cast<int>(value));
  } else {
    wholes.push_back(static_cast<int>(std::get<ConstantDistribution>(distribution).value));
  }
  return wholes;
}

absl::Status ConvertCovariance(const v1::Covariance& wire, const QuantityLack& lacks,
                               ConvertedCovariance& covariance) {
  const auto size = static_cast<size_t>(wire.quantities_size());
  absl::Status wrong_size = CheckSize("quantities", wire.quantities_size(), 1, kMostTogether);
  if (!wrong_size.ok()) return wrong_size;
  for (int a = 0; a < wire.quantities_size(); ++a) {
    std::vector<QuantityId>& quantities = covariance.quantities;
    const std::optional<QuantityId> id = FindQuantity(wire.quantities(a));
    std::string lack = id ? lacks(*id) : "the name of a quantity";
    if (lack.empty() && std::find(quantities.begin(), quantities.end(), *id) != quantities.end()) {
      lack = "there once only";
    }
    if (!lack.empty()) return InvalidField({"quantities", a}, Quoted(wire.quantities(a)), lack);
    quantities.push_back(*id);
  }
  return JointNormal::Make(size, ToVector(wire.means()), ToVector(wire.covariance()),
                           covariance.joint);
}

}  // namespace carom
