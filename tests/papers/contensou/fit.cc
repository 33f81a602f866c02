// The parameters of the approximations: contensou-09.

#include <string>

#include "core/laws/friction/contensou.h"
#include "tests/papers/contensou/experiments.h"
#include "tests/testing/contensou_paper.h"

namespace carom::papers {
namespace {

void AddToSheet(const std::string& name, const BlendFit& fit, Sheet& sheet) {
  sheet.Add(name, fit.blend.force.b, fit.blend.force.m, fit.blend.moment.b, fit.blend.moment.m,
            fit.force_objective, fit.moment_objective);
}

}  // namespace

void OptimalParameters(Findings& findings) {
  findings.sheet() = Sheet({"parameters", "b_T", "m_T", "b_M", "m_M", "F_T", "F_M"});
  const auto rows = testing::DomainRows();
  const auto four = FitBlend(rows, {});
  const auto two = FitBlend(rows, {.start = kTwoParameterBlend, .fit_exponents = false});
  if (!four.ok() || !two.ok()) return findings.Failed("fit", "it did not converge");
  const BlendFit paper_four = testing::BlendObjectives(rows, kFourParameterBlend);
  const BlendFit paper_two = testing::BlendObjectives(rows, kTwoParameterBlend);
  AddToSheet("paper, four", paper_four, findings.sheet());
  AddToSheet("ours, four", *four, findings.sheet());
  AddToSheet("paper, m = 2", paper_two, findings.sheet());
  AddToSheet("ours, m = 2", *two, findings.sheet());
  findings.Measure("contensou-09a", four->blend.force.b);
  findings.Measure("contensou-09b", four->blend.force.m);
  findings.Measure("contensou-09c", four->blend.moment.b);
  findings.Measure("contensou-09d", four->blend.moment.m);
  findings.Measure("contensou-09e", two->blend.force.b);
  findings.Measure("contensou-09f", two->blend.moment.b);
  const auto above = [&](const char* claim, double printed, double least) {
    findings.Tell(claim, "the objective at the printed parameters is " +
                             Text(100.0 * (printed / least - 1.0)) + " % above the least");
  };
  above("contensou-09a", paper_four.force_objective, four->force_objective);
  above("contensou-09c", paper_four.moment_objective, four->moment_objective);
  above("contensou-09e", paper_two.force_objective, two->force_objective);
  above("contensou-09f", paper_two.moment_objective, two->moment_objective);
}

}  // namespace carom::papers
