#ifndef CAROM_CORE_MATH_GAUSS_LEGENDRE_H_
#define CAROM_CORE_MATH_GAUSS_LEGENDRE_H_

#include <array>

namespace carom {

struct GaussNode {
  double x;
  double weight;
};

/// The positive half of Gauss and Legendre's 20 nodes on [-1, 1].
inline constexpr std::array<GaussNode, 10> kGaussNodes = {{
    {0.07652652113349733375, 0.15275338713072585070},
    {0.22778585114164507808, 0.14917298647260374679},
    {0.37370608871541956067, 0.14209610931838205133},
    {0.51086700195082709800, 0.13168863844917662690},
    {0.63605368072651502545, 0.11819453196151841731},
    {0.74633190646015079261, 0.10193011981724043504},
    {0.83911697182221882339, 0.08327674157670474872},
    {0.91223442825132590587, 0.06267204833410906357},
    {0.96397192727791379127, 0.04060142980038694133},
    {0.99312859918509492479, 0.01761400713915211831},
}};

/// The integral of a smooth f(x) over [from, to]: exact for polynomials of degree 39.
template <class Function>
double Integrate(double from, double to, const Function& f) {
  const double middle = 0.5 * (from + to);
  const double half = 0.5 * (to - from);
  double sum = 0.0;
  for (const GaussNode& node : kGaussNodes) {
    sum += node.weight * (f(middle - half * node.x) + f(middle + half * node.x));
  }
  return half * sum;
}

}  // namespace carom

#endif  // CAROM_CORE_MATH_GAUSS_LEGENDRE_H_
