#ifndef CAROM_CLIENT_CLI_DESCRIBE_DERIVATIVES_H_
#define CAROM_CLIENT_CLI_DESCRIBE_DERIVATIVES_H_

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "carom/client/shot_outcome.h"
#include "carom/v1/simulation.pb.h"
#include "client/cli/shot_names.h"

namespace carom {

/// How the places at the end change with the numbers of these paths, as a table: a row for each
/// ball and path, per unit of the path; heights and velocities where any of them changes. A ball
/// without derivatives has a row that says why, and at which event they end.
void PrintDerivatives(const ShotDerivatives& derivatives, const std::vector<std::string>& paths,
                      const ShotNames& names, std::ostream& out);

/// The margins of these goals, and how they change, as a table with a row for each goal and path.
void PrintMargins(const ShotDerivatives& derivatives, const std::vector<std::string>& paths,
                  std::ostream& out);

/// How far the derivatives by the strike carry, as a table with a row for each ball.
void PrintProbe(const ShotProbe& probe, const ShotNames& names, std::ostream& out);

/// What a request's detail asked for of derivatives, margins and probes, of all its shots.
class DerivativeTables {
 public:
  static absl::StatusOr<DerivativeTables> Read(const carom::v1::SimulateRequest& request,
                                               const carom::v1::ShotResults& results);

  /// Each table that there is, below an empty line.
  void Print(size_t shot, const ShotNames& names, std::ostream& out) const;

 private:
  std::vector<std::string> paths_;
  bool margins_ = false;
  std::vector<ShotDerivatives> derivatives_;
  std::vector<ShotProbe> probes_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_DESCRIBE_DERIVATIVES_H_
