#ifndef CAROM_TESTS_TESTING_CONTENSOU_PAPER_H_
#define CAROM_TESTS_TESTING_CONTENSOU_PAPER_H_

#include <functional>
#include <vector>

#include "core/laws/friction/contensou.h"

namespace carom::testing {

/// A slip by the angles of Eqs. (6), (7), of size 1, and the shift (2).
PatchSlip SlipAt(double theta, double phi, double d, double gamma);

struct QuadratureNode {
  double at = 0.0;
  double weight = 0.0;
};

/// Five-point Gauss-Legendre on each of `panels` equal parts of [low, high].
std::vector<QuadratureNode> GaussNodes(double low, double high, int panels);

/// The integral model over the domain D of section 2.3, with weights that make the objectives there
/// integrals over D.
std::vector<FrictionMeasurement> DomainRows();

/// A blend with the objectives of 2.3 there: the weighted sums of squared errors of T_x and T_y,
/// and of M.
BlendFit BlendObjectives(const std::vector<FrictionMeasurement>& rows, const ContensouBlend& blend);

/// `count` rows of a known blend with Gaussian errors of a given deviation; seeded.
std::vector<FrictionMeasurement> NoisyRows(const ContensouBlend& blend, double deviation,
                                           int count);

/// The integral of `f` over the unit disk, for a polynomial times the pressure (1) to rounding.
double OverDisk(const std::function<double(const Vec2&)>& f);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_CONTENSOU_PAPER_H_
