#ifndef CAROM_CORE_MODELS_POOL_CUSHIONS_H_
#define CAROM_CORE_MODELS_POOL_CUSHIONS_H_

#include <vector>

#include "absl/status/status.h"
#include "core/laws/compliant.h"
#include "core/multibody/surface.h"
#include "core/table/table.h"

namespace carom {

/// The noses and jaws of a table as solids. Each nose is the front of a box that reaches
/// kCushionDepth_m behind it, or, where it goes on from the corner of a longer one and leans out
/// over a pocket, that of a triangular prism: the cushions of [Compliant pool table] 3.2, Fig 3. A
/// jaw is an upright cylinder. Solids that go over into each other (a nose whose end lies on a
/// jaw's circle, two noses that meet in a convex corner) make one cushion, whose nearest point
/// counts. In a corner between two cushions a ball touches both.
///
/// A nose taken as a line (NoseContact::kLine) is the lower front edge of its box, which is as thin
/// as kNosePlate_m; as a plane it stands on the cloth. The solid side of a nose is the one where a
/// rail top lies, else the one away from the middle of the table.
///
/// By the paper's window (CushionFaces::kWindow) each nose is a face of its own, which stands on
/// the cloth as high as the nose and which balls touch by the rule of detect/sphere_contact.h; jaws
/// are unchanged. So a ball at a corner touches both noses, up to its radius past their ends.
inline constexpr double kCushionDepth_m = 0.05;
inline constexpr double kNosePlate_m = 1e-9;

/// INVALID_ARGUMENT with a path below the table for parts that these solids cannot be made of, such
/// as a sloping nose ("noses[2].rise_m").
absl::Status ValidateCushions(const Table& table);

/// INVALID_ARGUMENT at "cushion_faces" where noses are lines, of which there is no window.
absl::Status ValidateCushionFaces(CushionFaces faces, NoseContact contact);

/// Requires a valid table.
std::vector<UnionSurface> MakeCushions(const Table& table, NoseContact contact);

/// What balls touch one by one: the solids above, or the paper's faces. Requires valid arguments.
std::vector<Surface> MakeCushionSurfaces(const Table& table, NoseContact contact,
                                         CushionFaces faces);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_CUSHIONS_H_
