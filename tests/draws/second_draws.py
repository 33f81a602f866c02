"""A second implementation of distribution.proto and drawn_shots.proto, written from their text.

It shares nothing with the service: a reader of the .proto files can check it line by line. Python's
floats are IEEE 754 doubles, and its + - * / and math.sqrt are rounded to nearest, none fused.
"""

import math
import struct

MASK = 0xFFFFFFFF

# Names and ids of quantities, drawn_shots.proto.
IDS = {
    "speed_m_s": 1, "azimuth_rad": 2, "elevation_rad": 3, "side_offset": 4, "height_offset": 5,
    "aim_ball": 6, "aim_pocket": 7, "hit_offset": 8, "aim_error_rad": 9,
    "table_index": 16, "settings_index": 17, "layout_index": 18, "ball_count": 19,
    "balls_in_play": 20, "rack_order": 21, "rack_jitter_m": 22, "rack_places": 23,
    "gravity_m_s2": 32, "sliding_friction": 33, "rolling_friction": 34, "spinning_friction": 35,
    "ball_restitution": 36, "ball_friction": 37, "cushion_restitution": 38, "cushion_friction": 39,
    "nose_height_m": 40, "mass_kg": 41, "radius_m": 42,
}
IDS_OF_BALL = {"x_m": 64, "y_m": 65, "dx_m": 66, "dy_m": 67, "mass_kg": 68, "radius_m": 69}
COVARIANCE = 255


def id_of(name):
    """The id of a quantity's name."""
    if name.startswith("ball_") and name.split("_")[1].isdigit():
        _, ball, rest = name.split("_", 2)
        return IDS_OF_BALL[rest] + 256 * int(ball)
    return IDS[name]


def philox(counter, key):
    """Philox-4x32-10, [Salmon 2011] sec. 4.3."""
    x0, x1, x2, x3 = counter
    k0, k1 = key
    for _ in range(10):
        product0 = 0xD2511F53 * x0
        product1 = 0xCD9E8D57 * x2
        x0, x1, x2, x3 = ((product1 >> 32) ^ x1 ^ k0, product1 & MASK,
                          (product0 >> 32) ^ x3 ^ k1, product0 & MASK)
        k0 = (k0 + 0x9E3779B9) & MASK
        k1 = (k1 + 0xBB67AE85) & MASK
    return x0, x1, x2, x3


def ln(x):
    """The natural logarithm of x > 0, as distribution.proto has it."""
    m, e = math.frexp(x)  # m in [1/2, 1)
    m, e = 2.0 * m, e - 1
    if m > 1.4142135623730951:
        m, e = 0.5 * m, e + 1
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    h = 0.5 * f * f
    t = 1.0 / 25.0
    for j in range(23, 1, -2):
        t = t * z + 1.0 / j
    return e * 0.6931471803691238 - ((h - (s * (h + 2.0 * z * t) + e * 1.9082149292705877e-10)) - f)


def two_sum(x, y):
    """x + y exactly, as a rounded sum and the rest."""
    total = x + y
    y_part = total - x
    return total, (x - (total - y_part)) + (y - y_part)


def _reduced(a):
    p1, p2, p3, p4 = 1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, \
        8.4784276603689e-32
    t = round(a * 0.6366197723675814)  # Python rounds halves to even.
    s2, r2 = two_sum(a - t * p1, -(t * p2))
    s3, r3 = two_sum(s2, -(t * p3))
    x, y = two_sum(s3, (r2 + r3) - t * p4)
    return x, y, t


def _sine_kernel(x, y):
    z = x * x
    q = -1.0 / math.factorial(19)
    for n, sign in ((17, 1), (15, -1), (13, 1), (11, -1), (9, 1), (7, -1), (5, 1), (3, -1)):
        q = q * z + sign * (1.0 / math.factorial(n))
    return x + (x * z * q + y * (1.0 - 0.5 * z))


def _cosine_kernel(x, y):
    z = x * x
    r = 1.0 / math.factorial(20)
    for n, sign in ((18, -1), (16, 1), (14, -1), (12, 1), (10, -1), (8, 1), (6, -1), (4, 1)):
        r = r * z + sign * (1.0 / math.factorial(n))
    lead = 1.0 - 0.5 * z
    return lead + (((1.0 - lead) - 0.5 * z) + (z * z * r - x * y))


def cos(a):
    """The cosine of 0 <= a < 8, as distribution.proto has it."""
    x, y, t = _reduced(a)
    kernel = (_sine_kernel, _cosine_kernel)[(t + 1) % 2]
    value = kernel(x, y)
    return -value if (t + 1) % 4 >= 2 else value


class Stream:
    """The numbers of one quantity in one draw."""

    def __init__(self, seed, draw, quantity):
        self._key = (seed & MASK, seed >> 32)
        self._rest = (quantity, draw & MASK, draw >> 32)
        self._k = 0
        self._odd = 0

    def bits(self):
        k = self._k
        self._k += 1
        if k % 2 == 1:
            return self._odd
        w0, w1, w2, w3 = philox((k // 2,) + self._rest, self._key)
        self._odd = w2 + (w3 << 32)
        return w0 + (w1 << 32)

    def u(self):
        return (self.bits() >> 11) * 2.0 ** -53

    def normal(self):
        u = self.u()
        v = self.u()
        return math.sqrt(-2.0 * ln(1.0 - u)) * cos(6.283185307179586 * v)

    def uniform(self, lo, hi):
        return min(lo + (hi - lo) * self.u(), hi)

    def below(self, n):
        while True:
            product = self.bits() * n
            if product % 2 ** 64 >= 2 ** 64 % n:
                return product >> 64


def draw(distribution, stream):
    """The next value of a Distribution in JSON."""
    (kind, d), = distribution.items()
    if kind == "constant":
        return float(d)
    if kind == "uniform":
        return stream.uniform(d.get("lo", 0.0), d.get("hi", 0.0))
    if kind == "normal":
        return d.get("mean", 0.0) + d.get("sigma", 0.0) * stream.normal()
    if kind == "truncatedNormal":
        for _ in range(4096):
            x = d.get("mean", 0.0) + d["sigma"] * stream.normal()
            if d.get("lo", 0.0) <= x <= d.get("hi", 0.0):
                return x
        return math.nan
    values = d["values"]
    sums = []
    total = 0.0
    for weight in d.get("weights", [1.0] * len(values)):
        total += weight
        sums.append(total)
    point = stream.u() * total
    for value, upto in zip(values, sums):
        if point < upto:
            return float(value)
    return float(values[sums.index(total)])


def draw_within(distribution, stream, accept):
    """The first of 100 values that is accepted."""
    for _ in range(100):
        x = draw(distribution, stream)
        if accept(x):
            return x
    return math.nan


def cholesky(c):
    """The lower triangle, column by column."""
    n = len(c)
    factor = [[0.0] * n for _ in range(n)]
    for b in range(n):
        rest = []
        for a in range(b, n):
            r = c[a][b]
            for m in range(b):
                r -= factor[a][m] * factor[b][m]
            rest.append(r)
        if rest[0] <= 1e-12 * c[b][b]:
            continue
        root = math.sqrt(rest[0])
        factor[b][b] = root
        for a in range(b + 1, n):
            factor[a][b] = rest[a - b] / root
    return factor


def draw_together(covariance, stream, accept):
    """The values of a Covariance in JSON."""
    n = len(covariance["quantities"])
    means = covariance.get("means", [0.0] * n)
    flat = covariance["covariance"]
    factor = cholesky([flat[n * a:n * a + n] for a in range(n)])
    for _ in range(100):
        normal = [stream.normal() for _ in range(n)]
        values = []
        for a in range(n):
            x = means[a]
            for b in range(a + 1):
                x += factor[a][b] * normal[b]
            values.append(x)
        if accept(values):
            return values
    return [math.nan] * n


def select(balls, count, stream):
    """The balls chosen of DrawnSelection."""
    row = list(balls)
    for m in range(count):
        other = m + stream.below(len(row) - m)
        row[m], row[other] = row[other], row[m]
    return set(row[:count])


def same(x, y):
    """Whether two doubles have the same bits."""
    return struct.pack("<d", x) == struct.pack("<d", y)
