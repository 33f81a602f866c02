// Materials, normal forces and friction of the pool table: pool-10, -14, -15, -16.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/laws/compliant_presets.h"
#include "core/laws/normal/restitution.h"
#include "core/material/material.h"
#include "tests/papers/pool/law_experiments.h"
#include "tests/testing/pulse.h"

namespace carom::papers {
namespace {

using testing::IntegratePulse;
using testing::Pulse;

constexpr double kBall_m = 0.028575;
constexpr double kMass_kg = 0.17;
constexpr double kMph_m_s = 0.44704;

const Material& Named(const char* name) { return *FindMaterial(name); }

double BallBall() {
  return HertzStiffness(Named("phenolic_resin"), kBall_m, Named("phenolic_resin"), kBall_m);
}

double BallOn(const char* material) {
  return HertzStiffness(Named("phenolic_resin"), kBall_m, Named(material), kFlat);
}

void AddStiffness(const std::string& pair, double expected, double ours, Findings& findings) {
  findings.sheet().Add(pair, ours);
  findings.Reproduces(pair + ": K over what (3.4)-(3.6) give", "numbers lost", 1.0, ours / expected,
                      1e-12);
}

}  // namespace

// catalogue C-01
void PoolMaterials(Findings& findings) {
  findings.sheet() = Sheet({"pair", "K_N_per_m_1.5"});
  findings.LegacyNotCheckable("Table 1: elastic constants of resin, cloth and rubber", "lost",
                        "the table's numbers");
  for (const Material& material : Materials()) {
    findings.Reproduces(
        material.name, "a material of Table 1 or of ours",
        Text(material.modulus_Pa) + " Pa, nu " + Text(material.poisson) + ": " + material.source,
        ValidateMaterial(material).ok() && !material.source.empty());
  }
  findings.Reproduces("sigma of resin, 1/Pa", "(3.5)", 1.5143835616438e-10,
                      Softness(Named("phenolic_resin")), 1e-22);
  AddStiffness("ball and ball", 526200160.05752, BallBall(), findings);
  AddStiffness("ball and plane of resin", 744159402.876236, BallOn("phenolic_resin"), findings);
  AddStiffness("ball and ball, hard resin", 919464083.683225,
               HertzStiffness(Named("hard_resin"), kBall_m, Named("hard_resin"), kBall_m),
               findings);
  // The two below from K = 4 sqrt(R)/(3 sigma), sigma = (1 - nu^2)/E, written out.
  const double resin = (1.0 - 0.34 * 0.34) / 5.84e9;
  const double rubber = (1.0 - 0.49 * 0.49) / 5e6;
  const double root = std::sqrt(kBall_m);
  AddStiffness("ball and rigid cloth", 4.0 * root / (3.0 * resin), BallOn("rigid"), findings);
  AddStiffness("ball and rubber cushion", 4.0 * root / (3.0 * (resin + rubber)), BallOn("rubber"),
               findings);
}

// catalogue C-02, C-03, C-06, C-10
void PoolNormalForces(Findings& findings) {
  findings.sheet() =
      Sheet({"contact", "law", "c", "restitution", "deepest_m", "length_s", "peak_N"});
  const double v = 3.0 * kMph_m_s;
  const auto play = [&](const std::string& contact, const std::string& name, double c,
                        const NormalLaw& law, double stiffness, double mass) {
    const Pulse pulse = IntegratePulse(MakeNormalForce(law, stiffness), mass, v);
    findings.sheet().Add(contact, name, c, pulse.restitution, pulse.deepest_m, pulse.duration_s,
                         pulse.greatest_force_N);
    return pulse;
  };
  const double pair_kg = 0.5 * kMass_kg;
  const Pulse hertz = play("ball-ball", "Hertz", 1.0, HertzLaw{}, BallBall(), pair_kg);
  findings.Reproduces("Hertz at 3 mph: length, us", "(3.9)", 367.62795305049,
                      1e6 * hertz.duration_s, 1e-4);
  findings.Reproduces("Hertz at 3 mph: peak, N", "(3.9)", 1140.8247132327, hertz.greatest_force_N,
                      1e-4);
  const Pulse ball =
      play("ball-ball", "LN", 0.93, LankaraniNikravesh{.restitution = 0.93}, BallBall(), pair_kg);
  findings.Reproduces("LN, c = 0.93, 3 mph: length, us", "(3.3)", 370.18494805969,
                      1e6 * ball.duration_s, 1e-4);
  findings.Reproduces("LN, c = 0.93, 3 mph: peak, N", "(3.3)", 1101.6635873149,
                      ball.greatest_force_N, 1e-3);
  const char* why = "(3.7) gives more than c; h(1+e) = ln[(1+h)/(1-he)] is exact";
  findings.Differs("ball-ball, restitution", "0.93", 0.93669893440835, ball.restitution, 1e-9, why);
  for (const auto& [c, e] : {std::pair(0.85, 0.87797483999795), std::pair(0.98, 0.9805836964023)}) {
    const Pulse cushion = play("ball-cushion", "LN", c, LankaraniNikravesh{.restitution = c},
                               BallOn("rubber"), kMass_kg);
    findings.Differs("ball-cushion, restitution", Text(c), e, cushion.restitution, 1e-9, why);
  }
  const Pulse exact =
      play("ball-ball", "LN, exact", 0.93, LankaraniNikravesh{.restitution = 0.93, .exact = true},
           BallBall(), pair_kg);
  findings.Reproduces("ball-ball, restitution of the calibrated law", 0.93, exact.restitution,
                      1e-9);
  findings.Reproduces("its damping h", "ours", 0.11284381072031, DampingOfRestitution(0.93), 1e-10);
  const Pulse square =
      play("ball-ball", "LN, n = 2", 0.93, LankaraniNikravesh{.restitution = 0.93, .exponent = 2.0},
           BallBall() / std::sqrt(1e-4), pair_kg);
  findings.Reproduces("n = 2 in place of 1.5: restitution", "n a parameter", 0.93669893440835,
                      square.restitution, 1e-9);
}

// catalogue C-17, C-18, C-19
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
  findings.Differs("Threlfall beyond v0 = 0.01 m/s, over mu", "1, as Coulomb", 0.95021293163214,
                   threlfall.Coefficient(1.0) / 0.06, 1e-13,
                   "the published law stays at 1 - e^-3 of mu: 0.06 acts as 0.0570");
  findings.Reproduces("Threlfall at v0/4, over mu", "Fig 6a", .52763344725899,
                      threlfall.Coefficient(0.0025) / 0.06, 1e-13);
  findings.Reproduces("Ambrosio at 5e-4 m/s, over mu", "Fig 6b", 4.0 / 9.0,
                      ambrosio.Coefficient(5e-4) / 0.06, 1e-13);
  findings.Reproduces("Ambrosio beyond v1, over mu", "as Coulomb", 1.0,
                      ambrosio.Coefficient(1.0) / 0.06, 1e-13);
  for (const auto& [mph, mu] : {std::pair(1.0, .0763546289018), std::pair(3.0, .0350541332023),
                                std::pair(7.0, .0135385681848), std::pair(24.0, .00995192014688)}) {
    findings.Reproduces("(3.8) at " + Text(mph) + " mph", "9.951e-3 + 0.108 e^(-1.088 v)", mu,
                        alciatore.Coefficient(mph * kMph_m_s), 1e-12);
  }
  const double low = std::max(
      {threlfall.Coefficient(1e-5), ambrosio.Coefficient(1e-5), alciatore.Coefficient(1e-5)});
  findings.Reproduces("greatest coefficient at 1e-5 m/s", "little friction at low slip", Text(low),
                      low < 0.1 * 0.06);
  findings.Differs("Alciatore's law near rest", "(3.8): 0.118", 0.0, alciatore.Coefficient(0.0),
                   0.0, "as printed it jumps where the slip turns round; cut in below 1 mm/s");
  findings.SetPlot({"Coefficients of friction",
                    "slip speed, m/s",
                    "coefficient",
                    {{"Threlfall, 0.06", "slip_m_s", "Threlfall", "", "", "lines"},
                     {"Ambrosio, 0.06", "slip_m_s", "Ambrosio", "", "", "lines"},
                     {"Alciatore", "slip_m_s", "Alciatore", "", "", "lines"},
                     {"Coulomb, 0.06", "slip_m_s", "Coulomb", "", "", "lines"}},
                    true});
}

void PoolTable2(Findings& findings) {
  findings.sheet() = Sheet({"ball_ball", "cushion", "ball_ball_e", "ball_ball_mu_at_1_m_s",
                            "cushion_e", "cushion_mu_at_1_m_s", "cloth_mu_at_1_m_s"});
  findings.LegacyNotCheckable("Table 2 in this paper", "lost", "the table's numbers, printed in 004");
  for (const PaperBallBall ball_ball : {PaperBallBall::kThrelfall, PaperBallBall::kAlciatore}) {
    for (const PaperCushion cushion : {PaperCushion::kFrictionless, PaperCushion::kAmbrosio}) {
      const CompliantSettings preset = PaperTable2(ball_ball, cushion);
      const bool threlfall = ball_ball == PaperBallBall::kThrelfall;
      const bool smooth = cushion == PaperCushion::kFrictionless;
      const std::string name = std::string(threlfall ? "Threlfall" : "Alciatore") + ", cushion " +
                               (smooth ? "0.85" : "0.98");
      const double ball_e =
          RestitutionOfDamping(MakeNormalForce(preset.ball_ball.normal, 1.0).damping);
      const double cushion_e =
          RestitutionOfDamping(MakeNormalForce(preset.cushion.normal, 1.0).damping);
      const double ball_mu = SlipCoefficient(preset.ball_ball.friction, 1.0);
      const double cushion_mu = SlipCoefficient(preset.cushion.friction, 1.0);
      const double cloth_mu = SlipCoefficient(std::get<SlipFriction>(preset.cloth_friction), 1.0);
      findings.sheet().Add(threlfall ? "Threlfall" : "Alciatore", smooth ? "0.85" : "0.98", ball_e,
                           ball_mu, cushion_e, cushion_mu, cloth_mu);
      findings.Reproduces(name + ": a valid preset", "Table 2 of 004",
                          std::string(ValidateCompliant(preset).message()),
                          ValidateCompliant(preset).ok());
      findings.Reproduces(name + ": ball-ball mu at 1 m/s",
                          threlfall ? "0.06" : "9.951e-3 + 0.108 e^(-1.088 v)",
                          threlfall ? 0.06 * 0.95021293163214 : 9.951e-3 + 0.108 * std::exp(-1.088),
                          ball_mu, 1e-13);
      findings.Reproduces(name + ": cushion mu", smooth ? "-" : "0.14", smooth ? 0.0 : 0.14,
                          cushion_mu, 1e-15);
      findings.Reproduces(name + ": cloth mu", 0.2, cloth_mu, 1e-15);
    }
  }
}

}  // namespace carom::papers
