#ifndef CAROM_SERVER_CONVERT_DRAWN_SHOTS_CONVERT_H_
#define CAROM_SERVER_CONVERT_DRAWN_SHOTS_CONVERT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/v1/distribution.pb.h"
#include "carom/v1/simulation.pb.h"
#include "core/base/interval.h"
#include "core/draw/distribution.h"
#include "core/shot/drawn/drawn_shots.h"
#include "core/shot/drawn/shot_drawer.h"
#include "server/convert/request_convert.h"

// Drawn shots, and the distributions they are drawn from, in the core's terms. Pure and
// thread-safe; errors are INVALID_ARGUMENT with the path below the message converted.

namespace carom {

absl::Status TakeParameters(const google::protobuf::Message& wire, ChoiceDistribution& choice);

/// A distribution of numbers in `range`, where the wire gives this field.
absl::Status TakeDistribution(const google::protobuf::Message& wire, const std::string& field,
                              const Interval& range, std::optional<Distribution>& distribution);

/// What the request has to draw from. Null where a table or settings cannot be converted: the shots
/// that draw them tell.
struct DrawnLists {
  const google::protobuf::RepeatedPtrField<v1::Layout>* layouts = nullptr;
  std::vector<const Table*> tables;
  std::vector<const Settings*> settings;
};

/// What is drawn, and the most balls that a layout drawn has.
struct ConvertedDraw {
  DrawnShots drawn;
  int most_balls = 0;

  /// Names of the columns that tell what was drawn.
  std::vector<std::string> ColumnNames() const;
};

/// INVALID_ARGUMENT with the path below the message: "strike.speed_m_s.normal.sigma: ...".
absl::StatusOr<ConvertedDraw> ConvertDrawnShots(const v1::DrawnShots& wire,
                                                const DrawnLists& lists);

/// What the rack of a layout is made of; nothing where it is none. The names are not checked.
std::optional<RackRecipe> ConvertRackRecipe(const v1::Layout& layout, const ConvertedTable& table);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_DRAWN_SHOTS_CONVERT_H_
