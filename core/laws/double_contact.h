#ifndef CAROM_CORE_LAWS_DOUBLE_CONTACT_H_
#define CAROM_CORE_LAWS_DOUBLE_CONTACT_H_

namespace carom::internal {

/// The double contact of a ball that hits a cushion's nose while it lies on the slate: a linear
/// map from the impulses at both contacts to slip and velocity, with Coulomb friction at both.
/// [Mathavan 2010] Eqs. (12)-(17), in frame K: x along the rail, y into the rail, z up.
///
/// Another ball may take the place of the nose [Mathavan 2014]. It keeps its height over the slate
/// and is otherwise free. Then th = 0, y points to its centre, and slip and velocity at I are
/// relative to its surface.
///
///   I        the contact with the nose, at R (0, cos th, sin th) from the centre, sin th = h/R - 1
///   C        the contact with the slate, at R (0, 0, -1)
///   x', z'   tangents of the ball at I: x' = x, z' = (0, -sin th, cos th)
///
/// Everything is divided by the ball's mass, so that impulses are in m/s, and spin is multiplied by
/// its radius, R w in m/s. "Rates" are derivatives with respect to the normal impulse P at I.

/// Slip of the ball's surface, m/s; or its rate.
struct Slip {
  double cushion_x = 0.0;   ///< At I along x'.
  double cushion_up = 0.0;  ///< At I along z'.
  double slate_x = 0.0;     ///< At C along x.
  double slate_y = 0.0;     ///< At C along y.
};

/// Impulses on the ball, m/s; or their rates, which are forces in units of the normal one at I.
struct Friction {
  double cushion_x = 0.0;
  double cushion_up = 0.0;
  double slate_x = 0.0;
  double slate_y = 0.0;
};

/// Which contacts rest: friction suffices to keep their slip at zero.
struct Resting {
  bool cushion = false;
  bool slate = false;
};

class DoubleContact {
 public:
  /// `sine` and `cosine` of th; coefficients of friction >= 0 at nose and slate. `mass_ratio` is
  /// that of the ball to the ball that takes the place of the nose; 0 for a nose that does not give
  /// way.
  DoubleContact(double sine, double cosine, double cushion_friction, double slate_friction,
                double mass_ratio = 0.0);

  /// Change of the slips by a normal impulse at I and friction impulses.
  Slip SlipChange(double normal, const Friction& friction) const;

  /// Change of the velocity of I along the common normal, positive into the cushion.
  double NormalVelocityChange(double normal, const Friction& friction) const {
    return cosine_ * (-cosine_ * normal - sine_ * friction.cushion_up + friction.slate_y) -
           mass_ratio_ * normal;
  }

  /// Friction at this slip. Where a contact slides, it is Coulomb's, against the slip. Where a
  /// contact rests, it is the force that keeps the slip at zero, whether or not the friction cone
  /// allows that much (see Margin()).
  Friction Forces(const Slip& slip, const Resting& resting) const;

  /// Friction where contacts of zero slip (`candidates`) may rest or begin to slide, each by the
  /// principle of maximum dissipation. The force is inside the cone and the slip rate zero, or the
  /// force is on the cone and against the slip rate.
  Friction ForcesAtZeroSlip(const Slip& slip, const Resting& candidates) const;

  /// Friction impulse that removes this slip at the resting contacts. If the contact with the slate
  /// slides on, its friction acts along its slip. By linearity it does not matter how fast the slip
  /// is removed.
  Friction StoppingImpulse(const Slip& slip, const Resting& resting) const;

  /// How far inside the friction cone the forces at the resting contacts are; negative outside.
  double Margin(const Friction& forces, const Resting& resting) const;

  double cushion_friction() const { return cushion_friction_; }
  double slate_friction() const { return slate_friction_; }

 private:
  // Normal force of the slate; never pulls. [Mathavan 2010] Eq. (13)
  double SlateNormal(double cushion_up) const;
  // Cushion friction along z' that keeps zero slip there while the ball slides on the slate with
  // the given direction cosine along y.
  double RestingCushionUp(double slide_y) const;

  double sine_;
  double cosine_;
  double cushion_friction_;
  double slate_friction_;
  double mass_ratio_;
  // Entries of the inverse-mass matrix of the slips; the direct ones along x and y are 7/2.
  double along_direct_;  // x' of I by x' of I
  double up_direct_;     // z' of I by z' of I
  double coupling_x_;    // x' of I by x of C, and back
  double coupling_y_;    // z' of I by y of C, and back
};

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_DOUBLE_CONTACT_H_
