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
  // The arm is the number itself.
  if (wire.has_constant()) {
    return TakeParameters(wire, distribution.emplace<ConstantDistribution>());
  }
  std::variant<UniformDistribution, NormalDistribution, TruncatedNormalDistribution> of_numbers;
  if (GivenArm(wire, "kind") == nullptr) return RequiredArm(*wire.GetDescriptor(), "kind");
  absl::Status status = TakeChoice(wire, "kind", of_numbers);
  std::visit([&](const auto& kind) { distribution = kind; }, of_numbers);
  return status;
}

absl::Status CheckWhole(FieldPath path, double value) {
  if (value == std::floor(value)) return absl::OkStatus();
  return InvalidField(std::move(path), value, "a whole number");
}

}  // namespace

const v1::Distribution* GivenDistribution(const google::protobuf::Message& wire,
                                          const std::string& field) {
  return static_cast<const v1::Distribution*>(GivenMessage(wire, field));
}

absl::Status ConvertDistribution(const v1::Distribution& wire, const Interval& range,
                                 Distribution& distribution) {
  if (absl::Status bad = TakeKind(wire, distribution); !bad.ok()) return bad;
  return ValidateDistribution(distribution, range);
}

absl::Status TakeDistribution(const google::protobuf::Message& wire, const std::string& field,
                              const Interval& range, std::optional<Distribution>& distribution) {
  const v1::Distribution* const given = GivenDistribution(wire, field);
  if (given == nullptr) return absl::OkStatus();
  return UnderPath(field, ConvertDistribution(*given, range, distribution.emplace()));
}

absl::Status ConvertWhole(const v1::Distribution& wire, int end, Distribution& distribution) {
  if (wire.kind_case() != v1::Distribution::kConstant && !wire.has_choice()) {
    return Required("kind", "constant or choice, of whole numbers");
  }
  const Interval range{0.0, static_cast<double>(end), Interval::Ends::kOpenHigh};
  if (absl::Status bad = ConvertDistribution(wire, range, distribution); !bad.ok()) return bad;
  if (!wire.has_choice()) return CheckWhole("constant", wire.constant());
  return TakeEach("choice.values", std::get<ChoiceDistribution>(distribution).values,
                  [](double value, int) { return CheckWhole({}, value); });
}

std::vector<int> PossibleWholes(const Distribution& distribution) {
  const auto* const choice = std::get_if<ChoiceDistribution>(&distribution);
  if (choice != nullptr) return {choice->values.begin(), choice->values.end()};
  return {static_cast<int>(std::get<ConstantDistribution>(distribution).value)};
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
