#include "core/laws/cluster/tied.h"

#include <algorithm>
#include <limits>

#include "core/laws/cluster/group_friction.h"

namespace carom {
namespace {

constexpr int kFrictionRounds = 400;
constexpr double kFrictionTolerance = 32.0 * std::numeric_limits<double>::epsilon();

// Indices into the contacts of a group.
struct Selection {
  std::array<std::size_t, kMaxGroupContacts> index;
  std::size_t count = 0;

  void Add(std::size_t contact) { index[count++] = contact; }
};

// Applies normal impulses after which each selected contact opens at `share(contact)` times the
// speed of its approach, or faster.
template <class Share>
void PushApart(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
               const Selection& selected, Share&& share, internal::Complementarity& problem,
               GroupImpulses& impulses) {
  problem.Reset(selected.count);
  for (std::size_t i = 0; i < selected.count; ++i) {
    const GroupContact& at = contacts[selected.index[i]];
    problem.B(i) = (1.0 + share(at)) * ContactSides(bodies, at).Approach();
    for (std::size_t k = 0; k < selected.count; ++k) {
      problem.A(i, k) = Coupling(bodies, at, contacts[selected.index[k]]);
    }
  }
  const std::span<const double> solution = problem.Solve();
  for (std::size_t i = 0; i < selected.count; ++i) {
    const std::size_t c = selected.index[i];
    ContactSides(bodies, contacts[c]).Push(solution[i]);
    impulses.normal_Ns[c] += solution[i];
  }
}

}  // namespace

void StopApproach(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                  internal::Complementarity& problem, GroupImpulses& impulses) {
  Selection all;
  bool approaching = false;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    all.Add(c);
    approaching = approaching || ContactSides(bodies, contacts[c]).Approach() > 0.0;
  }
  if (!approaching) return;
  const auto nothing = [](const GroupContact&) { return 0.0; };
  PushApart(bodies, contacts, all, nothing, problem, impulses);
}

GroupImpulses ResolveTied(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                          TiedWorkspace& workspace) {
  std::copy(bodies.begin(), bodies.end(), workspace.before.begin());
  const std::span<const GroupBody> before(workspace.before.data(), bodies.size());

  GroupImpulses impulses;
  Selection approaching;
  std::array<double, kMaxGroupContacts> friction{};
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactSides sides(bodies, contacts[c]);
    if (!(sides.Approach() > 0.0)) continue;
    approaching.Add(c);
    friction[c] = FrictionCoefficient(contacts[c].friction, sides.Slip().norm());
  }
  const auto restitution = [](const GroupContact& contact) { return contact.restitution; };
  PushApart(bodies, contacts, approaching, restitution, workspace.problem, impulses);

  std::array<double, kMaxGroupContacts> limit{};
  bool rubs = false;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    limit[c] = friction[c] * impulses.normal_Ns[c];
    rubs = rubs || limit[c] > 0.0;
  }
  if (rubs) {
    internal::ApplyFriction(bodies, contacts, limit, kFrictionRounds, kFrictionTolerance);
    StopApproach(bodies, contacts, workspace.problem, impulses);
  }
  LimitEnergy(before, bodies);
  return impulses;
}

}  // namespace carom
