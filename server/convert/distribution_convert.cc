#include "server/convert/distribution_convert.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/request_convert.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

using Numbers = google::protobuf::RepeatedField<double>;

std::vector<double> ToVector(const Numbers& numbers) { return {numbers.begin(), numbers.end()}; }

absl::Status TakeKind(const v1::Distribution& wire, Distribution& distribution) {
  switch (wire.kind_case()) {
    case v1::Distribution::kConstant:
      distribution = ConstantDistribution{wire.constant()};
      return absl::OkStatus();
    case v1::Distribution::kUniform:
      distribution = UniformDistribution{wire.uniform().lo(), wire.uniform().hi()};
      return absl::OkStatus();
    case v1::Distribution::kNormal:
      distribution = NormalDistribution{wire.normal().mean(), wire.normal().sigma()};
      return absl::OkStatus();
    case v1::Distribution::kTruncatedNormal: {
      const v1::TruncatedNormalDistribution& normal = wire.truncated_normal();
      distribution =
          TruncatedNormalDistribution{normal.mean(), normal.sigma(), normal.lo(), normal.hi()};
      return absl::OkStatus();
    }
    case v1::Distribution::kChoice: {
      const absl::Status bad = ChoiceDistribution::Make(ToVector(wire.choice().values()),
                                                        ToVector(wire.choice().weights()),
                                                        distribution.emplace<ChoiceDistribution>());
      return AtPath(bad, "choice");
    }
    case v1::Distribution::KIND_NOT_SET:
      break;
  }
  return RequiredArm("kind", *v1::Distribution::descriptor(), "kind");
}

// The values that a distribution of whole numbers can take.
const std::vector<double>* ChoicesOf(const Distribution& distribution) {
  const auto* const choice = std::get_if<ChoiceDistribution>(&distribution);
  return choice == nullptr ? nullptr : &choice->values;
}

absl::Status CheckWhole(const std::string& path, double value) {
  if (value == std::floor(value)) return absl::OkStatus();
  return InvalidField(path, value, "a whole number");
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
    const std::string path = absl::StrCat("choice.values[", j, "]");
    if (absl::Status bad = CheckWhole(path, values[j]); !bad.ok()) return bad;
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

absl::Status ConvertCovariance(const v1::Covariance& wire, const QuantityCheck& check,
                               ConvertedCovariance& covariance) {
  const auto size = static_cast<size_t>(wire.quantities_size());
  if (size < 1 || size > kMostTogether) {
    return InvalidField("quantities", absl::StrCat(size, " entries"),
                        absl::StrCat("1 to ", kMostTogether));
  }
  for (int a = 0; a < wire.quantities_size(); ++a) {
    const std::string path = absl::StrCat("quantities[", a, "]");
    const std::optional<QuantityId> id = FindQuantity(wire.quantities(a));
    if (!id) return InvalidField(path, Quoted(wire.quantities(a)), "the name of a quantity");
    if (absl::Status bad = check(*id); !bad.ok()) {
      return InvalidField(path, Quoted(wire.quantities(a)), std::string(bad.message()));
    }
    std::vector<QuantityId>& quantities = covariance.quantities;
    if (std::find(quantities.begin(), quantities.end(), *id) != quantities.end()) {
      return InvalidField(path, Quoted(wire.quantities(a)), "there once only");
    }
    quantities.push_back(*id);
  }
  return JointNormal::Make(size, ToVector(wire.means()), ToVector(wire.covariance()),
                           covariance.joint);
}

}  // namespace carom
