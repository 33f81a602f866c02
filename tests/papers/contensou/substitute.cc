// How well the approximations replace the integral: contensou-21.

#include <algorithm>
#include <string>

#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/shots/contensou_ball.h"

namespace carom::papers {

void ApproximationsSubstitute(Findings& findings) {
  findings.sheet() = Sheet({"model", "figure", "length_m", "rest_error_mm", "path_error_mm",
                            "rest_error_percent", "path_error_percent"});
  Plot plot{"Approximations against the integral", "figure", "error of path, mm", {}};
  plot.log_y = true;
  for (int figure = 6; figure <= 10; ++figure) {
    const std::string name = "Fig" + std::to_string(figure);
    const auto exact =
        RollBall(testing::PaperBall(name, ContensouModel::kIntegral), name, findings);
    if (!exact) return;
    const double length_m = exact->PathLength();
    for (const NamedModel& model : {kPatchModels[1], kPatchModels[2]}) {
      const auto roll = RollBall(testing::PaperBall(name, model.model), name, findings);
      if (!roll) return;
      double path_m = 0.0;
      for (int k = 0; k < exact->sample_count(); ++k) {
        path_m = std::max(path_m, (roll->PositionAt(k) - exact->PositionAt(k)).norm());
      }
      const double rest_m = (roll->rest_m - exact->rest_m).norm();
      const double percent = 100.0 / length_m;
      findings.sheet().Add(model.name, figure, length_m, 1e3 * rest_m, 1e3 * path_m,
                           rest_m * percent, path_m * percent);
      findings.Measure("contensou-21", {{path_m * percent, name + ", " + model.name}});
    }
  }
  for (const NamedModel& model : {kPatchModels[1], kPatchModels[2]}) {
    plot.curves.push_back({model.name, "figure", "path_error_mm", "model", model.name, "points"});
  }
  findings.SetPlot(plot);
}

}  // namespace carom::papers
