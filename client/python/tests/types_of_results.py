"""What type checkers see of the package. It is read by them alone: see test_types.py.

A `type: ignore` that suppresses nothing is an error, so each of them says what must be refused.
"""
from typing import Any, Dict, List, Optional, Tuple

import carom
import carom.envs
import numpy as np
from carom.calibrate import Calibration
from carom.envs.gymnasium_envs import Env, VectorEnv
from carom.envs.match import Match
from carom.envs.planner import PlanningPlayer
from numpy.typing import NDArray
from typing_extensions import assert_type

game = carom.Game(rack="nine_ball")
shots = carom.strikes(speed=[1.0, 2.0], azimuth=np.zeros(2), side=0.1)
assert_type(shots, carom.Strikes)
assert_type(shots[0], carom.Strikes)
assert_type(game.positions, np.ndarray)

with carom.Simulator() as simulator:
    assert_type(simulator, carom.Simulator)
    result = simulator.run(game, shots)
    assert_type(simulator.events(game, shots), carom.Events)
    assert_type(simulator.samples(game, shots), carom.Samples)
    assert_type(simulator.probe(game, shots), carom.Probe)
    assert_type(simulator.plan({}), Dict[str, Any])
    assert_type(simulator.rule_shots("nine_ball", result), carom.Rulings)
    simulator.run(game, [1, 2])  # type: ignore[arg-type]
    for part in simulator.stream(game, shots):
        assert_type(part, carom.Result)
with carom.connect("localhost:50051") as farm:
    assert_type(farm, carom.Connection)
    assert_type(farm.run(game, carom.draws(9)), carom.Result)

assert_type(result.positions, NDArray[np.float64])
assert_type(result.pockets, NDArray[np.int8])
assert_type(result.ok, NDArray[np.bool_])
assert_type(result.hash, NDArray[np.uint64])
assert_type(result.numbers, NDArray[np.int64])
assert_type(result.errors, List[Tuple[int, str]])
assert_type(result.events, Optional[carom.Events])
assert_type(result.rulings("nine_ball").points, NDArray[np.int32])
assert_type(result.shot(0), carom.Shot)
assert_type(result.shot(0).end_time, np.float64)
assert_type(result.shot(0).svg(), str)
assert_type(result.shot(0).error, Optional[carom.CaromError])
if result.events is not None:
    assert_type(result.events.of(0).times, NDArray[np.float64])
if result.samples is not None:
    assert_type(result.samples.position, NDArray[np.float64])

env = carom.envs.make("pot", render_mode="svg", aim="hit")
assert_type(env, Env)
observation, info = env.reset(seed=1)
assert_type(observation, np.ndarray)
assert_type(env.step(env.action_space.sample()), Tuple[np.ndarray, float, bool, bool, Dict[str, Any]])
carom.envs.make("position", ball=3)  # type: ignore[call-arg]
carom.envs.make("position", balls="three")  # type: ignore[arg-type]

envs = carom.envs.make_vec("pot", 4096, autoreset_mode="SameStep", physics={"mass_kg": (0.16, 0.17)})
assert_type(envs, VectorEnv)
assert_type(envs.reset(seed=[1, None]), Tuple[np.ndarray, Dict[str, Any]])
assert_type(envs.step(envs.action_space.sample()),
            Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Dict[str, Any]])

match = carom.envs.two_players("eight_ball", max_shots=9)
assert_type(match, Match)
assert_type(carom.envs.planning_player(match, max_shots=300), PlanningPlayer)
carom.envs.two_players("eight_ball", max_shot=9)  # type: ignore[call-arg]

found = carom.calibrate("tracks.csv", ["rolling_friction"])
assert_type(found, Calibration)
carom.calibrate("tracks.csv", seed="x")  # type: ignore[arg-type]
