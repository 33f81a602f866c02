#ifndef CAROM_SERVER_METHOD_H_
#define CAROM_SERVER_METHOD_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace carom {

/// The calls of the service.
enum class Method : uint8_t {
  kSimulate,
  kSimulateBatch,
  kSimulateMechanism,
  kEstimateOutcomes,
  kRuleShots,
  kPlaceBalls,
  kFindAims,
  kPlanShot,
  kPlayMatch,
  kListTables,
  kGetTable,
  kGetServerInfo,
};
inline constexpr size_t kMethods = 12;

/// As the .proto has it; for the log and the metrics.
constexpr const char* Name(Method method) {
  constexpr std::array<const char*, kMethods> kNames{
      "Simulate",  "SimulateBatch", "SimulateMechanism", "EstimateOutcomes",
      "RuleShots", "PlaceBalls",    "FindAims",          "PlanShot",
      "PlayMatch", "ListTables",    "GetTable",          "GetServerInfo"};
  return kNames[static_cast<size_t>(method)];
}

}  // namespace carom

#endif  // CAROM_SERVER_METHOD_H_
