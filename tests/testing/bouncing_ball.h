#ifndef CAROM_TESTS_TESTING_BOUNCING_BALL_H_
#define CAROM_TESTS_TESTING_BOUNCING_BALL_H_

#include <array>
#include <span>
#include <vector>

#include "core/laws/normal/normal_law.h"
#include "core/math/ivp/integrator.h"

namespace carom::testing {

/// How a bouncing ball learns of the beginning of a contact, whose speed damped laws need.
enum class ContactSense {
  kGuards,       ///< By a guard: located, or at the end of a step, as the integrator is told.
  kSteps,        ///< Without guards, at the end of the first step that ends in contact.
  kEvaluations,  ///< Without guards, at the first evaluation that sees one, kept or not.
};

/// A ball that falls on a fixed body and bounces along a line; the 1-D bounce of [Smooth
/// contact] 3. y = (gap m, its rate m/s).
class BouncingBall : public OdeSystem {
 public:
  static constexpr double kMass_kg = 0.17;
  static constexpr double kGravity_m_s2 = 9.81;
  static constexpr double kStiffness = 744159402.876;  ///< N/m^1.5; catalogue D-01.

  /// One contact, from its begin to its end.
  struct Contact {
    double begin_s = 0.0;
    double begin_m_s = 0.0;  ///< Rate of penetration, > 0.
    double end_s = 0.0;
    double end_m_s = 0.0;  ///< Rate of the gap, > 0.

    double Apex() const { return end_m_s * end_m_s / (2.0 * kGravity_m_s2); }
  };

  BouncingBall(const NormalForceLaw& law, ContactSense sense);

  int size() const override { return 2; }
  void Slope(double t, std::span<const double> y, std::span<double> slope) override;
  int guard_count() const override { return sense_ == ContactSense::kGuards ? 1 : 0; }
  void Guards(double t, std::span<const double> y, std::span<double> value,
              std::span<double> rate) override;
  bool OnGuards(double t, std::span<double> y, std::span<const int> crossed) override;
  bool AfterStep(double t, std::span<double> y) override;

  /// Kinetic, potential and elastic, J.
  double Energy(std::span<const double> y) const;

  /// Those that have ended.
  const std::vector<Contact>& contacts() const { return contacts_; }

 private:
  void Begin(double t, double approach_m_s);
  void End(double t, double rate_m_s);

  NormalForceLaw law_;
  ContactSense sense_;
  bool touching_ = false;
  Contact now_;
  std::vector<Contact> contacts_;
};

/// What became of a drop.
struct BounceOutcome {
  IvpResult result;
  double energy_change = 0.0;  ///< Of the whole, relative to the energy at the start.
  /// Of each flight after the drop, as it stands at the end of the flight's last step, m.
  std::vector<double> tops_m;
  std::vector<std::array<double, 2>> samples;
  double HighestTop() const;
};

/// Drops the ball from `gap_m` for `duration_s` and follows its energy.
BounceOutcome Drop(BouncingBall& ball, double gap_m, double duration_s, const IvpOptions& options,
                   std::span<const double> sample_times = {});

/// Drops of 2 s without loss and without guards, from gaps of 0.09 to 0.11 m; catalogue D-05.
struct DropSweep {
  std::vector<double> energy_changes;  ///< Ascending.
  double gaining = 0.0;                ///< Share of the runs whose energy grows.
  double overtopping = 0.0;            ///< Of those that rise 0.1 % above the start.
  double evaluations = 0.0;            ///< Mean.
  bool complete = true;                ///< Every run came to its end.

  double Median() const { return energy_changes[energy_changes.size() / 2]; }
};
DropSweep SweepDrops(const IvpOptions& options, int count);

/// The papers' tool with its defaults for a run of `duration_s`: ode45, with steps of a tenth of
/// the run at most.
IvpOptions ToolOptions(double relative_tolerance, double absolute_tolerance, double duration_s);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_BOUNCING_BALL_H_
