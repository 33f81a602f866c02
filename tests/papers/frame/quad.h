#ifndef CAROM_TESTS_PAPERS_FRAME_QUAD_H_
#define CAROM_TESTS_PAPERS_FRAME_QUAD_H_

#include <optional>
#include <vector>

namespace carom::papers {

/// 113 bits, 34 decimal digits: what doubles are judged by.
__extension__ typedef __float128 Quad;

/// Rounded.
inline double Get(Quad value) { return static_cast<double>(value); }

/// Square root to the last place or two; 0 for what is not positive.
Quad Sqrt(Quad square);

/// Coefficients by ascending powers.
using QuadPolynomial = std::vector<Quad>;

Quad Evaluate(const QuadPolynomial& polynomial, Quad t);
QuadPolynomial Derivative(const QuadPolynomial& polynomial);

/// All roots in (0, end] at which the sign changes, ascending, by bisection between the
/// derivative's.
std::vector<Quad> RootsWithin(const QuadPolynomial& polynomial, Quad end);

/// The first of them at which it turns negative.
std::optional<Quad> FirstFall(const QuadPolynomial& polynomial, Quad end);

/// How many distinct real roots lie in (low, high]: Sturm's theorem. Much cheaper than finding
/// them.
int CountRoots(const QuadPolynomial& polynomial, Quad low, Quad high);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_QUAD_H_
