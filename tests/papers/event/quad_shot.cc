#include "tests/papers/event/quad_shot.h"

#include <limits>
#include <optional>
#include <variant>

namespace carom::papers {
namespace {

using Pair = std::array<Quad, 2>;

Pair operator+(const Pair& a, const Pair& b) { return {a[0] + b[0], a[1] + b[1]}; }
Pair operator-(const Pair& a, const Pair& b) { return {a[0] - b[0], a[1] - b[1]}; }
Pair operator*(Quad s, const Pair& a) { return {s * a[0], s * a[1]}; }
Quad Dot(const Pair& a, const Pair& b) { return a[0] * b[0] + a[1] * b[1]; }
Quad Norm(const Pair& a) { return Sqrt(Dot(a, a)); }

constexpr double kNever_s = 1e6;

// A ball on the cloth: place, velocity, surface velocity s = R z x w, of which the slip is v + s.
struct Ball {
  Pair r{};
  Pair v{};
  Pair s{};
  bool rolls = false;
  // Until its motion changes.
  Pair half_a{};
  Pair s_rate{};
  Quad left = kNever_s;
};

struct Impact {
  Quad time = kNever_s;
  size_t ball = 0;
  size_t other = 0;
  bool with_ball = false;
};

class Player {
 public:
  Player(const Scene& scene, const Shot& shot)
      : table_(scene.table()),
        g_(scene.settings().environment.gravity_m_s2),
        mu_slide_(scene.settings().environment.cloth.sliding_friction),
        mu_roll_(scene.settings().environment.cloth.rolling_friction),
        radius_(scene.balls()[0].radius_m),
        e_ball_(std::get<FrictionalBallBall>(scene.settings().laws.ball_ball).restitution),
        e_rail_(std::get<RestitutionCushion>(scene.settings().laws.cushion).restitution) {
    for (const BallState& state : shot.start) {
      Ball ball;
      ball.r = {state.position.x(), state.position.y()};
      ball.v = {state.velocity.x(), state.velocity.y()};
      ball.s = {-radius_ * state.spin.y(), radius_ * state.spin.x()};
      BeginMotion(ball);
      balls_.push_back(ball);
    }
  }

  QuadShot Play() {
    QuadShot played;
    while (true) {
      const Impact impact = NextImpact();
      const std::optional<size_t> ending = NextChange();
      const Quad change = ending ? balls_[*ending].left : Quad(kNever_s);
      if (change >= kNever_s && impact.time >= kNever_s) break;
      if (change <= impact.time) {
        Advance(change);
        Change(balls_[*ending]);
      } else {
        Advance(impact.time);
        Resolve(impact);
        ++played.impacts;
      }
    }
    for (const Ball& ball : balls_) played.places.push_back(ball.r);
    return played;
  }

 private:
  // Slides while the slip is more than rounding, then rolls, then rests.
  void BeginMotion(Ball& ball) const {
    constexpr Quad kNothing = 1e-14;  // A slip given in doubles: R w = v to their rounding.
    const Pair slip = ball.v + ball.s;
    const Quad slip_speed = Norm(slip);
    const Quad speed = Norm(ball.v);
    ball.rolls = slip_speed <= kNothing * (speed + Norm(ball.s));
    ball.half_a = ball.s_rate = {};
    ball.left = kNever_s;
    if (!ball.rolls) {
      const Pair direction = (1 / slip_speed) * slip;
      ball.half_a = (-mu_slide_ * g_ / 2) * direction;
      ball.s_rate = (-5 * mu_slide_ * g_ / 2) * direction;
      ball.left = 2 * slip_speed / (7 * mu_slide_ * g_);
    } else if (speed > 0) {
      ball.s = Quad(-1) * ball.v;
      ball.half_a = (-mu_roll_ * g_ / (2 * speed)) * ball.v;
      ball.s_rate = Quad(-2) * ball.half_a;
      ball.left = speed / (mu_roll_ * g_);
    }
  }

  void Change(Ball& ball) const {
    ball.v = ball.rolls ? Pair{} : ball.v;
    ball.s = Quad(-1) * ball.v;
    BeginMotion(ball);
  }

  void Advance(Quad t) {
    for (Ball& ball : balls_) {
      ball.r = ball.r + t * (ball.v + t * ball.half_a);
      ball.v = ball.v + (2 * t) * ball.half_a;
      ball.s = ball.s + t * ball.s_rate;
      if (ball.left < kNever_s) ball.left -= t;
    }
  }

  std::optional<size_t> NextChange() const {
    std::optional<size_t> first;
    for (size_t i = 0; i < balls_.size(); ++i) {
      if (balls_[i].left >= kNever_s) continue;
      if (!first || balls_[i].left < balls_[*first].left) first = i;
    }
    return first;
  }

  Impact NextImpact() const {
    Impact next;
    for (size_t i = 0; i < balls_.size(); ++i) {
      for (size_t j = i + 1; j < balls_.size(); ++j) Consider(GapOfBalls(i, j), i, j, true, next);
      for (size_t n = 0; n < table_.noses.size(); ++n) {
        Consider(GapOfNose(balls_[i], table_.noses[n]), i, n, false, next);
      }
    }
    return next;
  }

  // The motion is known until the first ball's changes.
  void Consider(QuadPolynomial gap, size_t ball, size_t other, bool with_ball, Impact& next) const {
    constexpr Quad kTouching = 1e-28;
    const Quad end = std::min(balls_[ball].left, with_ball ? balls_[other].left : Quad(kNever_s));
    if (gap[0] < kTouching) gap.erase(gap.begin());  // Touching: what matters is how they part.
    const auto time = FirstFall(gap, std::min(end, next.time));
    if (time && *time < next.time) next = {*time, ball, other, with_ball};
  }

  QuadPolynomial GapOfBalls(size_t i, size_t j) const {
    const Pair c = balls_[j].r - balls_[i].r;
    const Pair b = balls_[j].v - balls_[i].v;
    const Pair a = balls_[j].half_a - balls_[i].half_a;
    return {Dot(c, c) - 4 * radius_ * radius_, 2 * Dot(b, c), Dot(b, b) + 2 * Dot(a, c),
            2 * Dot(a, b), Dot(a, a)};
  }

  // From the side on which the ball is.
  QuadPolynomial GapOfNose(const Ball& ball, const Nose& nose) const {
    const Pair normal = NormalOf(ball, nose);
    const Quad above = Quad(nose.start_height_m) - radius_;
    const Quad reach = Sqrt(radius_ * radius_ - above * above);
    return {Dot(normal, ball.r - Pair{nose.start_m.x(), nose.start_m.y()}) - reach,
            Dot(normal, ball.v), Dot(normal, ball.half_a)};
  }

  static Pair NormalOf(const Ball& ball, const Nose& nose) {
    const Pair start = {nose.start_m.x(), nose.start_m.y()};
    const Pair span = Pair{nose.end_m.x(), nose.end_m.y()} - start;
    const Pair normal = (1 / Norm(span)) * Pair{-span[1], span[0]};
    return Dot(normal, ball.r - start) >= 0 ? normal : Quad(-1) * normal;
  }

  // Newton's restitution along the normal, nothing across it.
  void Resolve(const Impact& impact) {
    Ball& ball = balls_[impact.ball];
    if (impact.with_ball) {
      Ball& other = balls_[impact.other];
      const Pair apart = other.r - ball.r;
      const Pair normal = (1 / Norm(apart)) * apart;
      const Quad impulse = (1 + e_ball_) / 2 * Dot(normal, ball.v - other.v);
      ball.v = ball.v - impulse * normal;
      other.v = other.v + impulse * normal;
      BeginMotion(other);
    } else {
      const Pair normal = NormalOf(ball, table_.noses[impact.other]);
      ball.v = ball.v - ((1 + e_rail_) * Dot(normal, ball.v)) * normal;
    }
    BeginMotion(ball);
  }

  const Table& table_;
  const Quad g_;
  const Quad mu_slide_;
  const Quad mu_roll_;
  const Quad radius_;
  const Quad e_ball_;
  const Quad e_rail_;
  std::vector<Ball> balls_;
};

}  // namespace

QuadShot PlayInQuad(const Scene& scene, const Shot& shot) { return Player(scene, shot).Play(); }

}  // namespace carom::papers
