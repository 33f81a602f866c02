#ifndef CAROM_CORE_LAWS_NORMAL_RESTITUTION_H_
#define CAROM_CORE_LAWS_NORMAL_RESTITUTION_H_

namespace carom {

/// The restitution of two bodies that meet with the force K d^n (1 + h d'/v).
///
/// In the phase plane m d' dd'/dd = -K d^n (1 + h d'/v), so with u = d'/v and E the elastic energy
///
///   integral of u du/(1 + h u) = -(change of E)/(m v^2)
///
/// has the same size and opposite signs for compression (u from 1 to 0) and for restitution (u from
/// 0 to -e), whatever K, n, m and v are. Hence  h (1 + e) = ln[(1 + h)/(1 - h e)]:  e depends on h
/// alone. (The laws' own derivations approximate it, which is why their c is not the restitution
/// that they give.) catalogue C-03, C-04

/// e in (0, 1] of a damping factor h >= 0. Relative error below 1e-13.
double RestitutionOfDamping(double damping);

/// The h >= 0 that gives the restitution e in (0, 1]. Error below 1e-14 (1 + h).
double DampingOfRestitution(double restitution);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_NORMAL_RESTITUTION_H_
