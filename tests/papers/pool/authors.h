#ifndef CAROM_TESTS_PAPERS_POOL_AUTHORS_H_
#define CAROM_TESTS_PAPERS_POOL_AUTHORS_H_

#include "core/material/material.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {

/// Resin of the named set. The paper's Table 1 is lost; phenolics have 2.8 to 4.8 GPa [Ashby,
/// Materials Selection in Mechanical Design, appendix of moduli], and at 3 GPa the paper's impact
/// of 0.7 s comes out (pool-23).
Material PaperResin();

/// The named set of the first experiment: PaperResin, Alciatore's friction between balls, cushions
/// of 0.85 without friction, the rest as in Table 2.
Game NamedSetBreak(double gap_m, bool reduced = false);

/// As the authors ran it: ODE45 of Matlab as emulated for the bounce (testing::ToolOptions), which
/// locates no contact, at its defaults of 1e-3 and 1e-6, with this "default time step".
Game AsAuthors(Game game, double step_s = 0.01);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_AUTHORS_H_
