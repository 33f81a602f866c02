#ifndef CAROM_CORE_BASE_PORTABLE_MATH_H_
#define CAROM_CORE_BASE_PORTABLE_MATH_H_

/// Elementary functions whose bits are the same on every x86-64 machine and in every build.
///
/// The C library's own differ between machines (glibc chooses kernels with or without FMA at run
/// time), so nothing that reaches a result may call them. These use only + - * / and sqrt, each
/// correctly rounded by IEEE 754, in a fixed order, and integer operations on the bits; they need
/// -ffp-contract=off and no -ffast-math. All are pure, never raise a trap and never set errno.
///
/// Common to all: NaN in, NaN out. "Error" is the largest seen against an 80-bit library, in units
/// in the last place (ulp) of the result; a correctly rounded function would have 0.5.

namespace carom {

/// Sine and cosine, angle in radians. Error below 1 ulp for |angle| <= 1e5. Beyond, the reduction
/// loses accuracy gradually (absolute error about |angle| x 1e-16 at worst, and beyond 2^30 no
/// accuracy is claimed) but the value stays within [-1, 1]. Infinite angles give NaN.
double Sin(double angle_rad);
double Cos(double angle_rad);

/// e^x. Error below 1 ulp. Overflows to infinity above 709.78, underflows through subnormals
/// (correct to one rounding more) to 0 below -745.14.
double Exp(double x);

/// Natural logarithm. Error below 1 ulp. Log(0) is -infinity, of a negative number NaN.
double Log(double x);

/// Angle of the point (x, y) from the positive x axis, in [-pi, pi]; signed zeros and infinities
/// as in C's atan2. Error below 1 ulp.
double Atan2(double y, double x);

/// Inverse sine in [-pi/2, pi/2] and inverse cosine in [0, pi]; NaN outside [-1, 1].
/// Error below 2 ulp.
double Asin(double x);
double Acos(double x);

/// base^exponent by C's rules for zeros, ones, infinities and negative bases (NaN unless the
/// exponent is an integer). Error below 1 ulp.
double Pow(double base, double exponent);

}  // namespace carom

#endif  // CAROM_CORE_BASE_PORTABLE_MATH_H_
