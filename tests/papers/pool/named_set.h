#ifndef CAROM_TESTS_PAPERS_POOL_NAMED_SET_H_
#define CAROM_TESTS_PAPERS_POOL_NAMED_SET_H_

#include "core/material/material.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {

/// Resin of the named set, 3 GPa: an assumption. The paper's Table 1 is lost. Phenolics have 2.76
/// to 4.83 GPa [Callister & Rethwisch, Fundamentals of Materials Science and Engineering, 3rd ed.,
/// Table B.2]; within, 3 GPa was chosen, with the friction and the cushion of the named set,
/// because yellow meets red and blue once more at about 0.7 s (pool-23), as the paper says. What
/// the set shows elsewhere (pool-20, -22, -24) did not choose it.
Material PaperResin();

/// The named set of the first experiment: PaperResin, Alciatore's friction between balls, cushions
/// of 0.85 without friction, the rest as in Table 2.
Game NamedSetBreak(double gap_m, bool reduced = false);

/// As the authors ran it: ODE45 of Matlab as emulated for the bounce (testing::ToolOptions), which
/// locates no contact, at its defaults of 1e-3 and 1e-6, with this "default time step".
Game AsAuthors(Game game, double step_s = 0.01);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_NAMED_SET_H_
