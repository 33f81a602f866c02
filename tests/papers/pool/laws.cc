// Materials, inertia, forces and speeds of the table: pool-09, -10, -11, -14, -15, -17.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/constants.h"
#include "core/laws/compliant.h"
#include "core/laws/normal/normal_law.h"
#include "core/material/material.h"
#include "core/table/catalog.h"
#include "tests/papers/pool/cut_shot.h"
#include "tests/papers/pool/experiments.h"
#include "tests/papers/pool/named_set.h"
#include "tests/testing/pulse.h"

namespace carom::papers {
namespace {

// Energy that a cushion of Table 2 takes from a ball of 1 m/s, of all.
double TakenBy(PaperCushion cushion) {
  const CompliantSettings settings = PaperTable2(PaperBallBall::kThrelfall, cushion);
  const double stiffness =
      HertzStiffness(settings.ball_material, kPaperBall.radius_m, settings.cushion_material, kFlat);
  const double e = testing::IntegratePulse(MakeNormalForce(settings.cushion.normal, stiffness),
                                           kPaperBall.mass_kg, 1.0)
                       .restitution;
  return 1.0 - e * e;
}

// How far one ball, seated, slips on an endless cloth until it rolls.
double WayOfSlip(double speed_m_s) {
  Game game;
  game.cushions = PaperCushions::kNone;
  game.settings.start = CompliantStart::kSeated;
  game.duration_s = 10.0;
  game.AddBall(0.0, 0.0, kPaperBall.radius_m, Vec3(speed_m_s, 0.0, 0.0));
  Looks looks;
  looks.step = [](const GameView& view) { return ClothSlip(view.Ball(0)) > 1e-3; };
  return PlayGame(game, looks).balls[0].position_m.x();
}

void DrawPart(const std::string& name, const Prism& prism, Sheet& sheet) {
  for (std::size_t i = 0; i <= prism.sides().size(); ++i) {
    const Vec2& corner = prism.sides()[i % prism.sides().size()].corner_m;
    sheet.Add(name, corner.x(), corner.y());
  }
}

}  // namespace

void PoolDimensions(Findings& findings) {
  const double mass_kg = 0.170;
  const double radius_m = 0.5 * 0.05715;
  const double inertia = 0.4 * mass_kg * radius_m * radius_m;
  // Half a unit of the last digits of 170 g and 57.15 mm.
  const double error = inertia * (0.5e-3 / mass_kg + 2.0 * 0.5 * 0.5e-5 / radius_m);
  findings.Measure("pool-09", {{inertia, "", error}});
}

void PoolMaterials(Findings& findings) {
  const Material& resin = *FindMaterial("phenolic_resin");
  const double radius_m = kPaperBall.radius_m;
  const double sigma = (1.0 - resin.poisson * resin.poisson) / resin.modulus_Pa;
  const double sphere = HertzStiffness(resin, radius_m, resin, 1e6 * radius_m);
  findings.MeasureFormula("pool-10b", {4.0, 3.0}, [&](const std::vector<double>& n) {
    const double plane = n[0] / (n[1] * (sigma + sigma)) * std::sqrt(radius_m);
    return std::vector<Quantity>{{std::fabs(plane / sphere - 1.0)}};
  });
  for (const Material& material : Materials()) {
    findings.Tell("pool-10a", "ours, " + material.name + ": " + Text(material.modulus_Pa) +
                                  " Pa, nu " + Text(material.poisson));
  }
  findings.Tell("pool-10a", PaperResin().name + ": " + Text(PaperResin().modulus_Pa) + " Pa");
}

void PoolCushionBodies(Findings& findings) {
  findings.sheet() = Sheet({"part", "x_m", "y_m"});
  Plot plan{"Six cushions, each a box and two triangular prisms", "x, m", "y, m", {}};
  plan.same_scale = true;
  int parts = 0;
  for (const CushionParts& cushion : MakePaperCushions()) {
    for (const Prism& prism : cushion) {
      const std::string name = std::to_string(++parts);
      DrawPart(name, prism, findings.sheet());
      plan.curves.push_back({name, "x_m", "y_m", "part", name, "lines"});
    }
  }
  findings.Measure("pool-11", static_cast<double>(FindTable("pool_9ft")->table.noses.size()));
  findings.SetPlot(plan);
}

void PoolNormalForces(Findings& findings) {
  findings.Measure("pool-14", {{TakenBy(PaperCushion::kFrictionless), "0.85"},
                               {TakenBy(PaperCushion::kAmbrosio), "0.98"}});
}

void PoolFrictionLaws(Findings& findings) {
  findings.sheet() = Sheet({"slip_m_s", "Threlfall", "Ambrosio", "Alciatore", "Coulomb"});
  const Threlfall threlfall;
  const Ambrosio ambrosio{.friction = 0.06};
  const RegularAlciatore alciatore;
  for (int i = 0; i <= 240; ++i) {
    const double slip = std::pow(10.0, -5.0 + i / 40.0);
    findings.sheet().Add(slip, threlfall.Coefficient(slip), ambrosio.Coefficient(slip),
                         alciatore.Coefficient(slip), 0.06);
  }
  const auto measure = [&](const std::string& name, const auto& law) {
    const auto over = [&](double slip) { return law.Coefficient(slip) / law.Coefficient(1.0); };
    findings.Measure("pool-15a", {{std::fabs(over(0.1) - 1.0), name + ", 0.1 m/s"},
                                  {std::fabs(over(10.0) - 1.0), name + ", 10 m/s"}});
    findings.Measure("pool-15b", {{over(1e-5), name}});
    findings.Measure("pool-15c", {{over(0.0), name + ", 0"}, {over(1e-5), name + ", 1e-5 m/s"}});
  };
  measure("Threlfall", threlfall);
  measure("Ambrosio", ambrosio);
  for (const double slip : {0.1, 10.0}) {
    const double over = alciatore.Coefficient(slip) / alciatore.Coefficient(1.0);
    findings.Plant("pool-15a", "Alciatore's law at " + Text(slip), {{std::fabs(over - 1.0)}});
  }
  for (const char* claim : {"pool-15b", "pool-15c"}) {
    findings.Plant(claim, "Coulomb's law", {{1.0}});
  }
  findings.SetPlot({"Coefficients of friction",
                    "slip speed, m/s",
                    "coefficient",
                    {{"Threlfall, 0.06", "slip_m_s", "Threlfall", "", "", "lines"},
                     {"Ambrosio, 0.06", "slip_m_s", "Ambrosio", "", "", "lines"},
                     {"Alciatore", "slip_m_s", "Alciatore", "", "", "lines"},
                     {"Coulomb, 0.06", "slip_m_s", "Coulomb", "", "", "lines"}},
                    true});
}

void PoolSlipOrRoll(Findings& findings) {
  findings.sheet() = Sheet({"mph", "slips_m", "to_contact_m"});
  for (const auto& [mph, apart_m] :
       {std::pair(24.0, 1.27), std::pair(7.0, 0.635), std::pair(3.0, 0.635)}) {
    const double way_m = WayOfSlip(mph * kMilesPerHour_m_s);
    const double to_contact_m = apart_m - 2.0 * kPaperBall.radius_m;
    findings.sheet().Add(mph, way_m, to_contact_m);
    findings.Measure("pool-17", {{way_m / to_contact_m, Text(mph) + " mph"}});
  }
}

}  // namespace carom::papers
