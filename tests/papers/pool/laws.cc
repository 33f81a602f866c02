// Materials, normal forces and friction of the pool table: pool-10, -14, -15, -16.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/laws/compliant_presets.h"
#include "core/laws/normal/restitution.h"
#include "core/material/material.h"
#include "tests/papers/pool/authors.h"
#include "tests/papers/pool/game.h"
#include "tests/papers/pool/law_experiments.h"
#include "tests/testing/pulse.h"

namespace carom::papers {
namespace {

using testing::IntegratePulse;
using testing::Pulse;

constexpr double kMass_kg = 0.17;
constexpr double kMph_m_s = 0.44704;

const Material& Named(const char* name) { return *FindMaterial(name); }

double BallBall() {
  return HertzStiffness(Named("phenolic_resin"), kRadius_m, Named("phenolic_resin"), kRadius_m);
}

double BallOn(const char* material) {
  return HertzStiffness(Named("phenolic_resin"), kRadius_m, Named(material), kFlat);
}

void AddStiffness(const std::string& pair, double expected, double ours, Findings& findings) {
  findings.sheet().Add(pair, ours);
  findings.Reproduced(
      pair + ": K over what (3.4)-(3.6) give",
      {"K = 4/(3 (sigma_i + sigma_j)) sqrt(R_eff), R_eff = R_i R_j/(R_i + R_j)", "(3.4)"},
      {{ours / expected, Around(1.0, {1e-12, "", "rounding"})}},
      {Source::kCatalogue, "C-01, and by hand"});
}

}  // namespace

// catalogue C-01
void PoolMaterials(Findings& findings) {
  findings.sheet() = Sheet({"pair", "K_N_per_m_1.5"});
  findings.NotCheckable("elastic constants of resin, cloth and rubber",
                        {"Table 1 Material properties of the bodies", "Table 1"},
                        "the table's numbers");
  for (const Material& material : Materials()) {
    findings.Tells(material.name, Text(material.modulus_Pa) + " Pa, nu " + Text(material.poisson) +
                                      ": " + material.source);
  }
  const Material set = PaperResin();
  findings.Tells("resin of the named set",
                 Text(set.modulus_Pa) + " Pa, nu " + Text(set.poisson) + ": " + set.source);
  findings.Reproduced("sigma of resin times E/(1 - nu^2)", {"sigma_l = (1 - v_l^2)/E_l", "(3.5)"},
                      {{Softness(Named("phenolic_resin")) / 1.5143835616438e-10,
                        Around(1.0, {1e-12, "", "digits of the catalogue"})}},
                      {Source::kCatalogue, "C-01"});
  AddStiffness("ball and ball", 526200160.05752, BallBall(), findings);
  AddStiffness("ball and plane of resin", 744159402.876236, BallOn("phenolic_resin"), findings);
  AddStiffness("ball and ball, hard resin", 919464083.683225,
               HertzStiffness(Named("hard_resin"), kRadius_m, Named("hard_resin"), kRadius_m),
               findings);
  // The two below from K = 4 sqrt(R)/(3 sigma), sigma = (1 - nu^2)/E, written out.
  const double resin = (1.0 - 0.34 * 0.34) / 5.84e9;
  const double rubber = (1.0 - 0.49 * 0.49) / 5e6;
  const double root = std::sqrt(kRadius_m);
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
  const auto expect = [&](const char* what, const Tolerance& tolerance, const char* case_id,
                          double expected, double ours) {
    findings.SelfCheck(what, {Source::kCatalogue, case_id}, {{ours, Around(expected, tolerance)}});
  };
  const Tolerance microseconds = {1e-4, "us", "digits of the catalogue"};
  const Tolerance newtons = {1e-3, "N", "digits of the catalogue"};
  const Tolerance pure = {1e-9, "", "digits of the catalogue"};
  expect("Hertz at 3 mph: length", microseconds, "C-02", 367.62795305049, 1e6 * hertz.duration_s);
  expect("Hertz at 3 mph: peak", newtons, "C-02", 1140.8247132327, hertz.greatest_force_N);
  const Pulse ball =
      play("ball-ball", "LN", 0.93, LankaraniNikravesh{.restitution = 0.93}, BallBall(), pair_kg);
  expect("LN, c = 0.93, 3 mph: length", microseconds, "C-06", 370.18494805969,
         1e6 * ball.duration_s);
  expect("LN, c = 0.93, 3 mph: peak", newtons, "C-06", 1101.6635873149, ball.greatest_force_N);
  findings.Tells("where LN is good",
                 {"for values of the coefficient of restitution close to one", "3.3"},
                 "the smooth-contact paper says it too: judged in smooth-07");
  expect("ball-ball, restitution of c = 0.93", pure, "C-03", 0.93669893440835, ball.restitution);
  for (const auto& [c, e] : {std::pair(0.85, 0.87797483999795), std::pair(0.98, 0.9805836964023)}) {
    const Pulse cushion = play("ball-cushion", "LN", c, LankaraniNikravesh{.restitution = c},
                               BallOn("rubber"), kMass_kg);
    expect("ball-cushion, restitution that (3.7) gives", pure, "C-03", e, cushion.restitution);
  }
  const Pulse exact =
      play("ball-ball", "LN, exact", 0.93, LankaraniNikravesh{.restitution = 0.93, .exact = true},
           BallBall(), pair_kg);
  findings.Extension(
      "ball-ball, restitution of the calibrated law",
      {Source::kClosedForm, "h (1 + e) = ln[(1 + h)/(1 - h e)]"},
      {{exact.restitution, Around(0.93, pure), "restitution"},
       {DampingOfRestitution(0.93), Around(0.11284381072031, pure), "its damping h"}});
  const Pulse square =
      play("ball-ball", "LN, n = 2", 0.93, LankaraniNikravesh{.restitution = 0.93, .exponent = 2.0},
           BallBall() / std::sqrt(1e-4), pair_kg);
  findings.Extension("n = 2 in place of 1.5: restitution",
                     {Source::kClosedForm, "the exponent cancels from the restitution"},
                     {{square.restitution, Around(0.93669893440835, pure)}});
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
  const Tolerance digits = {1e-12, "", "digits of the catalogue"};
  findings.Reproduced(
      "coefficient at 10 m/s over that at 0.1 m/s, both beyond v0 and v1",
      {"Both models show similar behaviours to Coulomb's law", "3.3"},
      {{threlfall.Coefficient(10.0) / threlfall.Coefficient(0.1), Around(1.0, digits), "Threlfall"},
       {ambrosio.Coefficient(10.0) / ambrosio.Coefficient(0.1), Around(1.0, digits), "Ambrosio"}},
      {Source::kClosedForm, "Coulomb's friction does not depend on the speed"});
  findings.SelfCheck(
      "inside the thresholds, over mu", {Source::kCatalogue, "C-17, C-18"},
      {{threlfall.Coefficient(1.0) / 0.06, Around(0.95021293163214, digits), "Threlfall beyond v0"},
       {threlfall.Coefficient(0.0025) / 0.06, Around(.52763344725899, digits), "Threlfall at v0/4"},
       {ambrosio.Coefficient(5e-4) / 0.06, Around(4.0 / 9.0, digits), "Ambrosio at 5e-4 m/s"}});
  for (const auto& [mph, mu] : {std::pair(1.0, .0763546289018), std::pair(3.0, .0350541332023),
                                std::pair(7.0, .0135385681848), std::pair(24.0, .00995192014688)}) {
    findings.Reproduced("at " + Text(mph) + " mph",
                        {"mu(v) = 9.951 x 10^-3 + 0.108 e^(-1.088 v)", "(3.8)"},
                        {{alciatore.Coefficient(mph * kMph_m_s), Around(mu, digits)}},
                        {Source::kCatalogue, "C-19"});
  }
  const double low = std::max(
      {threlfall.Coefficient(1e-5), ambrosio.Coefficient(1e-5), alciatore.Coefficient(1e-5)});
  findings.Tells(
      "greatest coefficient of the three laws at 1e-5 m/s, of 0.06",
      {"for tangential velocity values close to zero, the friction force will always be low",
       "3.3"},
      Text(low / 0.06) + "; what is low has no bound");
  findings.Choice("Alciatore's law at 1e-9 m/s of slip",
                  {"mu(v) = 9.951 x 10^-3 + 0.108 e^(-1.088 v)", "(3.8)"},
                  {RegularAlciatore{.full_slip_m_s = 0.0}.Coefficient(1e-9),
                   Around(0.117951, {1e-6, "", "digits of (3.8)"}), "as printed"},
                  {alciatore.Coefficient(1e-9),
                   Below(0.117951, 0.117951, "", "the value as printed"), "cut in below 1 mm/s"},
                  "as printed it jumps where the slip turns round");
  findings.SetPlot({"Coefficients of friction",
                    "slip speed, m/s",
                    "coefficient",
                    {{"Threlfall, 0.06", "slip_m_s", "Threlfall", "", "", "lines"},
                     {"Ambrosio, 0.06", "slip_m_s", "Ambrosio", "", "", "lines"},
                     {"Alciatore", "slip_m_s", "Alciatore", "", "", "lines"},
                     {"Coulomb, 0.06", "slip_m_s", "Coulomb", "", "", "lines"}},
                    true});
}

namespace {

// c of (3.7): chi = 3 (1 - c^2)/4 K/v.
double RestitutionOf(const NormalLaw& law) {
  return std::sqrt(1.0 - 4.0 / 3.0 * MakeNormalForce(law, 1.0).damping);
}

double ClothCoefficient(const CompliantSettings& settings) {
  return SlipCoefficient(std::get<SlipFriction>(settings.cloth_friction), 1.0);
}

}  // namespace

void PoolTable2(Findings& findings) {
  findings.sheet() = Sheet({"ball_ball", "cushion", "ball_ball_c", "ball_ball_mu_at_1_m_s",
                            "cushion_c", "cushion_mu_at_1_m_s", "cloth_mu_at_1_m_s"});
  findings.NotCheckable(
      "Table 2 in this paper",
      {"Table 2 Restitution and friction coefficients used to model the different interactions of "
       "the system",
       "Table 2"},
      "the table's numbers; the smooth-contact paper prints them");
  for (const PaperBallBall ball_ball : {PaperBallBall::kThrelfall, PaperBallBall::kAlciatore}) {
    for (const PaperCushion cushion : {PaperCushion::kFrictionless, PaperCushion::kAmbrosio}) {
      const CompliantSettings preset = PaperTable2(ball_ball, cushion);
      findings.sheet().Add(ball_ball == PaperBallBall::kThrelfall ? "Threlfall" : "Alciatore",
                           cushion == PaperCushion::kFrictionless ? "0.85" : "0.98",
                           RestitutionOf(preset.ball_ball.normal),
                           SlipCoefficient(preset.ball_ball.friction, 1.0),
                           RestitutionOf(preset.cushion.normal),
                           SlipCoefficient(preset.cushion.friction, 1.0), ClothCoefficient(preset));
    }
  }
  const CompliantSettings one = PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kFrictionless);
  const CompliantSettings other = PaperTable2(PaperBallBall::kAlciatore, PaperCushion::kAmbrosio);
  const Tolerance rounding = {1e-13, "", "rounding"};
  findings.SelfCheck(
      "our Table 2, each value once", {Source::kPaper, "Table 2 of the smooth-contact paper"},
      {{SlipCoefficient(one.ball_ball.friction, 1.0), Around(0.06 * 0.95021293163214, rounding),
        "Threlfall's mu at 1 m/s, 0.06 (1 - e^-3)"},
       {SlipCoefficient(other.ball_ball.friction, 1.0),
        Around(9.951e-3 + 0.108 * std::exp(-1.088), rounding), "Alciatore's mu at 1 m/s, (3.8)"},
       {RestitutionOf(one.ball_ball.normal), Around(0.93, rounding), "c of the balls by (3.7)"},
       {RestitutionOf(one.cushion.normal), Around(0.85, rounding), "c of the one cushion by (3.7)"},
       {RestitutionOf(other.cushion.normal), Around(0.98, rounding), "c of the other by (3.7)"},
       {SlipCoefficient(one.cushion.friction, 1.0), NearZero(rounding, 0.14), "its mu: none"},
       {SlipCoefficient(other.cushion.friction, 1.0), Around(0.14, rounding), "mu of the other"},
       {ClothCoefficient(one), Around(0.2, rounding), "mu of the cloth"}});
}

}  // namespace carom::papers
