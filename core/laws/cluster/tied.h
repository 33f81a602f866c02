#ifndef CAROM_CORE_LAWS_CLUSTER_TIED_H_
#define CAROM_CORE_LAWS_CLUSTER_TIED_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/laws/cluster/contact_group.h"

namespace carom::internal {

/// Solves the linear complementarity problem
///
///   x >= 0,   A x - b >= 0,   x . (A x - b) = 0
///
/// for a symmetric, positive semi-definite A with a positive diagonal, by principal pivoting: a set
/// of positive unknowns is guessed, its equations are solved, and the unknowns that contradict the
/// guess change sides [Portugal, Judice & Vicente 1994]. All change at once, so the answer has the
/// problem's symmetry. When that brings no progress, only the last of them changes [Murty 1974]; in
/// exact arithmetic this always ends at a solution. Solve() bounds the number of pivots.
///
/// A singular A (a ring of contacts) is solved as the limit of A + r D, r -> 0, D its diagonal: the
/// shortest x in the norm of D. Keeps its memory between calls.
class Complementarity {
 public:
  /// Starts a problem of n unknowns with A = 0 and b = 0.
  void Reset(std::size_t n);

  double& A(std::size_t row, std::size_t column) { return a_[row * n_ + column]; }
  double& B(std::size_t row) { return b_[row]; }

  /// The solution, valid until the next Reset. If the bound on the pivots is reached, it is an x >=
  /// 0 near the solution.
  std::span<const double> Solve();

 private:
  // Solves the problem with A + r D and right-hand side b + r D x, from the present guess.
  void SolveShifted();
  void SolveForPositive();  // x on the guessed set, zero elsewhere.
  std::size_t MarkWrong();  // The unknowns that contradict the guess, and how many they are.
  double Residual(std::size_t row) const;

  std::size_t n_ = 0;
  std::vector<double> a_;
  std::vector<double> b_;
  std::vector<double> shifted_b_;
  std::vector<double> x_;
  std::vector<double> previous_;
  std::vector<double> factor_;        // Of the guessed set's rows and columns.
  std::vector<std::size_t> members_;  // The guessed set.
  std::vector<char> positive_;
  std::vector<char> wrong_;
};

}  // namespace carom::internal

namespace carom {

/// Memory of ResolveTied, reused from call to call.
struct TiedWorkspace {
  internal::Complementarity problem;
  std::array<GroupBody, kMaxBalls> before;
};

/// Newton's law of restitution for contacts that share bodies and happen at exactly the same time.
/// All are resolved at once. Let contact c close at the speed a_c before the impact and open at w_c
/// after it. The normal impulses P_c of the contacts that approach satisfy
///
///   P_c >= 0,   w_c >= e_c a_c,   P_c (w_c - e_c a_c) = 0
///
/// Friction follows at all of them at once (ApplyFriction), with at most mu P_c at each; mu is that
/// of the slip before the impact. Where friction makes a contact of the group approach again,
/// normal impulses alone remove this approach, which is the change of least energy.
///
/// Energy never grows: the normal impulses change it by -1/2 sum P_c a_c (1 - e_c), as
/// w_c = e_c a_c wherever P_c > 0; friction and the last step only lower it.
///
/// Stiffness and gaps are not read. Between two bodies the result is that of FrictionalBallBall. At
/// most kMaxBalls bodies and kMaxGroupContacts contacts.
GroupImpulses ResolveTied(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                          TiedWorkspace& workspace);

/// Removes any approach that is left at the contacts by normal impulses alone, which are added to
/// `impulses`. Energy never grows.
void StopApproach(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                  internal::Complementarity& problem, GroupImpulses& impulses);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_CLUSTER_TIED_H_
