#include "tests/papers/frame/quad.h"

#include <cmath>

namespace carom::papers {
namespace {

Quad Size(Quad value) { return value < 0 ? -value : value; }

Quad Largest(const QuadPolynomial& polynomial) {
  Quad largest = 0;
  for (const Quad c : polynomial) {
    if (Size(c) > largest) largest = Size(c);
  }
  return largest;
}

// Drops leading coefficients that are rounding, and scales the rest to size one (which changes no
// sign).
QuadPolynomial Normalised(QuadPolynomial polynomial, Quad noise) {
  while (!polynomial.empty() && Size(polynomial.back()) <= noise) polynomial.pop_back();
  const Quad largest = Largest(polynomial);
  for (Quad& c : polynomial) c /= largest;
  return polynomial;
}

// The negative remainder of a / b.
QuadPolynomial NegativeRemainder(QuadPolynomial a, const QuadPolynomial& b) {
  constexpr Quad kRounding = 1e-30;
  const Quad noise = kRounding * Largest(a);
  while (a.size() >= b.size()) {
    const Quad factor = a.back() / b.back();
    for (size_t k = 0; k + 1 < b.size(); ++k) a[a.size() - b.size() + k] -= factor * b[k];
    a.pop_back();
  }
  for (Quad& c : a) c = -c;
  return Normalised(std::move(a), noise);
}

int Variations(const std::vector<QuadPolynomial>& chain, Quad t) {
  int variations = 0;
  int last = 0;
  for (const QuadPolynomial& polynomial : chain) {
    const Quad value = Evaluate(polynomial, t);
    const int sign = value > 0 ? 1 : value < 0 ? -1 : 0;
    if (sign != 0 && last != 0 && sign != last) ++variations;
    if (sign != 0) last = sign;
  }
  return variations;
}

// The root between two places of opposite sign.
Quad Bisect(const QuadPolynomial& polynomial, Quad low, Quad high) {
  const bool positive_low = Evaluate(polynomial, low) > 0;
  for (int step = 0; step < 240; ++step) {
    const Quad middle = (low + high) / 2;
    if (middle == low || middle == high) break;
    ((Evaluate(polynomial, middle) > 0) == positive_low ? low : high) = middle;
  }
  return high;
}

}  // namespace

Quad Sqrt(Quad square) {
  if (!(square > 0)) return 0;
  Quad root = std::sqrt(static_cast<double>(square));
  for (int step = 0; step < 3; ++step) root = (root + square / root) / 2;
  return root;
}

Quad Evaluate(const QuadPolynomial& polynomial, Quad t) {
  Quad value = 0;
  for (size_t k = polynomial.size(); k-- > 0;) value = value * t + polynomial[k];
  return value;
}

QuadPolynomial Derivative(const QuadPolynomial& polynomial) {
  QuadPolynomial derivative;
  for (size_t k = 1; k < polynomial.size(); ++k) {
    derivative.push_back(static_cast<double>(k) * polynomial[k]);
  }
  return derivative;
}

std::vector<Quad> RootsWithin(const QuadPolynomial& polynomial, Quad end) {
  std::vector<Quad> pieces = {0};
  if (polynomial.size() > 2) {
    for (const Quad turn : RootsWithin(Derivative(polynomial), end)) pieces.push_back(turn);
  }
  pieces.push_back(end);
  std::vector<Quad> roots;
  for (size_t i = 0; i + 1 < pieces.size(); ++i) {
    const bool before = Evaluate(polynomial, pieces[i]) > 0;
    const bool after = Evaluate(polynomial, pieces[i + 1]) > 0;
    if (before != after) roots.push_back(Bisect(polynomial, pieces[i], pieces[i + 1]));
  }
  return roots;
}

std::optional<Quad> FirstFall(const QuadPolynomial& polynomial, Quad end) {
  bool positive = Evaluate(polynomial, 0) > 0;
  for (const Quad root : RootsWithin(polynomial, end)) {
    if (positive) return root;
    positive = true;
  }
  return std::nullopt;
}

int CountRoots(const QuadPolynomial& polynomial, Quad low, Quad high) {
  std::vector<QuadPolynomial> chain = {Normalised(polynomial, 0)};
  if (chain[0].size() < 2) return 0;
  chain.push_back(Derivative(chain[0]));
  while (chain.back().size() > 1) {
    QuadPolynomial next = NegativeRemainder(chain[chain.size() - 2], chain.back());
    if (next.empty()) break;
    chain.push_back(std::move(next));
  }
  return Variations(chain, low) - Variations(chain, high);
}

}  // namespace carom::papers
